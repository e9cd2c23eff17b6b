import type { Command } from 'commander'
import { z } from 'zod'
import { isRunKind, KINDS } from '../../domain/run/kinds.js'
import { RunDocument } from '../../domain/run/run-document.js'
import { AppError } from '../../errors.js'
import { type CliDeps, EXIT } from '../commands.js'
import { printJson } from '../io.js'
import { askModelWith } from './ask-model.js'
import { numeric } from './panel-options.js'

/** `serve`, `bot`, `mcp`, `worker`, `migrate`, `schema` and `doctor`. */
export function addServiceCommands(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  program
    .command('serve')
    .description('the HTTP server, a worker and, where configured, the Slack app')
    .action(async () => {
      await deps.serve()
      exit(EXIT.done)
    })
  program
    .command('bot')
    .description('the Slack app alone, beside workers elsewhere (Socket Mode with SLACK_APP_TOKEN, else HTTP)')
    .action(async () => {
      await deps.runBot()
      exit(EXIT.done)
    })
  program
    .command('mcp')
    .description('an MCP server over stdin and stdout, for Claude, Cursor, VS Code and others')
    .action(async () => {
      await deps.mcp()
      exit(EXIT.done)
    })
  program
    .command('worker')
    .description('a worker alone; start as many as you like on the same database and queue')
    .option('--concurrency <number>', 'runs worked on side by side', numeric)
    .option('--drain', 'end when no run is left to do')
    .action(async (options: { concurrency?: number; drain?: boolean }) => {
      await deps.work({ drain: options.drain ?? false, concurrency: options.concurrency || undefined })
      exit(EXIT.done)
    })
  program
    .command('migrate')
    .description('bring the database up to date as its owner (MIGRATION_DATABASE_URL), where running processes may not')
    .action(async () => {
      const applied = await deps.migrate()
      deps.io.out(
        applied === 0
          ? 'The database is up to date.\n'
          : `The database is up to date: ${applied} migrations applied.\n`,
      )
      exit(EXIT.done)
    })
  program
    .command('schema')
    .argument('<kind>', `run, or a kind of run: ${Object.keys(KINDS).join(', ')}`)
    .description('print the JSON schema of a kind of run: what it is asked with and what it gives')
    .action((kind: string) => {
      printJson(deps.io, schemaOf(kind))
      exit(EXIT.done)
    })
  program
    .command('doctor')
    .description('check database, queue, model and Slack, and say how to mend what is wrong')
    .option('--ask-model', 'also ask the model once for each form of answer; costs a little, the price is said first')
    .option('--json', 'print one JSON document and nothing else')
    .action(async ({ json = false, askModel = false }: { json?: boolean; askModel?: boolean }) => {
      const findings = await deps.diagnose()
      if (!json)
        for (const { part, ok, finding } of findings)
          deps.io.out(`${ok ? 'ok  ' : 'BAD '} ${part.padEnd(9)} ${finding}\n`)
      const model = askModel ? await askModelWith(deps, json) : null
      if (json) printJson(deps.io, model ? { findings, model } : findings)
      const answered = model === null || model.total.answered === model.tasks.length
      exit(answered && findings.every(({ ok }) => ok) ? EXIT.done : EXIT.failed)
    })
}

function schemaOf(kind: string): unknown {
  if (kind === 'run') return z.toJSONSchema(RunDocument)
  if (!isRunKind(kind)) {
    throw new AppError('invalid_input', {
      problem: `There is no schema "${kind}"; there are: run, ${Object.keys(KINDS).join(', ')}.`,
    })
  }
  const { input, result } = KINDS[kind]
  return { kind, input: z.toJSONSchema(input, { io: 'input' }), result: z.toJSONSchema(result) }
}
