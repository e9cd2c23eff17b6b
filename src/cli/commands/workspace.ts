import type { Command } from 'commander'
import type { SurfaceContext } from '../../service/surface-context.js'
import { existingWorkspaceContext } from '../../service/workspace/workspace-context.js'
import {
  deleteWorkspace,
  exportWorkspace,
  installationLog,
  type LoggedEvent,
  securityLog,
} from '../../service/workspace/workspace-data.js'
import { type CliDeps, EXIT, runInApp } from '../commands.js'
import { confirmed } from '../confirm.js'
import { printJson, stripTerminalControls } from '../io.js'
import { writeOut } from '../write-out.js'

type Options = { workspace: string; yes?: boolean; json?: boolean; all?: boolean }
const WORKSPACE = ['--workspace <name>', 'the workspace, such as acme or slack:T0123', 'local'] as const

/** `workspace export | delete | log`. */
export function addWorkspaceCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const { io } = deps
  const commands = program
    .command('workspace')
    .description('everything that is stored here: export, delete, and the security log')
  /** Works in the workspace named by the options. */
  const inApp = ({ workspace }: Options, work: (ctx: SurfaceContext) => Promise<unknown>) =>
    runInApp(deps, exit)(async ({ local }) => work(await existingWorkspaceContext(local, workspace)))
  commands
    .command('export <file>')
    .description('write every row, report and archived event as a JSON line, without keys and secrets')
    .option(...WORKSPACE)
    .action((file: string, options: Options) =>
      inApp(options, async (ctx) => {
        await writeOut(file, await exportWorkspace(ctx))
        io.err(`Written to ${stripTerminalControls(file)}.\n`)
      }),
    )
  commands
    .command('delete')
    .description('delete everything: runs, persona sets, products, agents, webhooks, tokens, reports')
    .option(...WORKSPACE)
    .option('--yes', 'without asking')
    .action((options: Options) =>
      inApp(options, async (ctx) => {
        const { workspace, yes } = options
        const what = `Every run, persona set, product, agent, webhook, token and report of the workspace ${stripTerminalControls(workspace)} is deleted.`
        if (!(await confirmed(io, what, yes))) return EXIT.cancelled
        const { runs } = await deleteWorkspace(ctx)
        // The log of a deleted workspace is found by its name no more.
        const log = workspace === 'local' ? 'workspace log' : 'workspace log --all'
        io.out(`Deleted, ${runs} runs among it. The security log stays: pressure-test ${log}\n`)
        return EXIT.done
      }),
    )
  commands
    .command('log')
    .description('who deleted, exported, made or revoked what, from where and when; newest first')
    .option(...WORKSPACE)
    .option('--all', 'of every workspace and of none, such as wrong tokens')
    .option('--json', 'print one JSON document and nothing else')
    .action((options: Options) =>
      inApp(options, async (ctx) => {
        const events: readonly LoggedEvent[] = options.all ? await installationLog(ctx) : await securityLog(ctx)
        if (options.json) return printJson(io, events)
        for (const { at, actor, action, target, origin, ...of } of events) {
          const place = options.all ? `${stripTerminalControls(of.workspace ?? of.workspace_id ?? '-')}  ` : ''
          io.out(
            `${at.toISOString()}  ${place}${action.padEnd(21)} ${stripTerminalControls(actor)}  ${stripTerminalControls(origin)}  ${stripTerminalControls(target ?? '')}\n`,
          )
        }
      }),
    )
}
