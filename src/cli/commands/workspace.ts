import type { Command } from 'commander'
import { jsonLines } from '../../domain/json-lines.js'
import { deleteWorkspace, exportWorkspace, securityLog } from '../../service/workspace-data.js'
import { type CliDeps, EXIT, withinApp } from '../commands.js'
import { confirmed } from '../confirm.js'
import { inert, printJson } from '../io.js'
import { writeOut } from '../write-out.js'

/** `workspace export | delete | log`. */
export function addWorkspaceCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const { io } = deps
  const workspace = program
    .command('workspace')
    .description('everything that is stored here: export, delete, and the security log')
  const within = withinApp(deps, exit)
  workspace
    .command('export <file>')
    .description('write every row as a JSON line, without keys and secrets')
    .action((file: string) =>
      within(async ({ local }) => {
        await writeOut(file, jsonLines(exportWorkspace(local)))
        io.err(`Written to ${inert(file)}.\n`)
      }),
    )
  workspace
    .command('delete')
    .description('delete everything: runs, persona sets, products, agents, webhooks, tokens, reports')
    .option('--yes', 'without asking')
    .action(({ yes }: { yes?: boolean }) =>
      within(async ({ local }) => {
        const what = 'Every run, persona set, product, agent, webhook, token and report of this workspace is deleted.'
        if (!(await confirmed(io, what, yes))) return EXIT.cancelled
        const { runs } = await deleteWorkspace(local)
        io.out(`Deleted, ${runs} runs among it. The security log stays: pressure-test workspace log\n`)
        return EXIT.done
      }),
    )
  workspace
    .command('log')
    .description('who deleted, exported, made or revoked what, from where and when; newest first')
    .option('--json', 'print one JSON document and nothing else')
    .action(({ json }: { json?: boolean }) =>
      within(async ({ local }) => {
        const events = await securityLog(local)
        if (json) return printJson(io, events)
        for (const { at, actor, action, target, origin } of events)
          io.out(`${at.toISOString()}  ${action.padEnd(21)} ${inert(actor)}  ${inert(origin)}  ${target ?? ''}\n`)
      }),
    )
}
