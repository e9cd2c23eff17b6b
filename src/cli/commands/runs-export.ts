import { type Command, Option } from 'commander'
import { EvidencePacket } from '../../domain/run/evidence-packet.js'
import { RunId } from '../../domain/run/run.js'
import { escapeHidden } from '../../domain/text/hidden-characters.js'
import { jsonLines } from '../../domain/text/json-lines.js'
import { AppError } from '../../errors.js'
import { exportLives, exportRun, verifyPacket, verifyRun } from '../../service/run/export-run.js'
import { exportTable, RUN_TABLES, type RunTable } from '../../service/run/export-table.js'
import { type CliDeps, EXIT, type RunInApp } from '../commands.js'
import { printJson } from '../io.js'
import { readJsonFile } from '../read-file.js'
import { writeOut } from '../write-out.js'

/**
 * `runs export` and `runs verify`: writes the evidence packet of a run, and checks whether its result follows from it.
 */
export function addExportCommands(runs: Command, deps: CliDeps, inApp: RunInApp): void {
  runs
    .command('export <run_id>')
    .description('everything a result rests on as one JSON document: prompts, answers, seed, models, costs, hash')
    .option('--out <file>', 'write it to a file instead of standard output')
    .option(
      '--sessions',
      'of a simulation instead: a JSON line for each person, with all sessions, events and feelings, and for each invitation',
    )
    .option('--json', 'one JSON document, which it is without --sessions and --csv')
    .addOption(new Option('--csv <table>', 'of a test instead: a table for spreadsheets').choices(RUN_TABLES))
    .action((run_id: string, { out, sessions, csv }: { out?: string; sessions?: boolean; csv?: RunTable }) =>
      inApp(async (app) => {
        if (csv) return writeTable(deps, await exportTable(app.local, { run_id, table: csv }), out)
        if (sessions) return writeLives(deps, exportLives(app.local, { run_id }), out)
        const packet = await exportRun(app.local, { run_id })
        if (out === undefined) printJson(deps.io, packet)
        else await writeOut(out, `${JSON.stringify(packet, null, 2)}\n`)
      }),
    )
  runs
    .command('verify <packet|run_id>')
    .description(
      'compute a result again from an exported packet, or from what is stored of a run, with no model, and compare byte for byte',
    )
    .option('--json', 'print one JSON document and nothing else')
    .action((file: string, options: { json?: boolean }) =>
      inApp(async (app) => {
        if (RunId.safeParse(file).success) {
          const verdict = await verifyRun(app.local, { run_id: file })
          if (options.json) printJson(deps.io, verdict)
          else deps.io.out(`${runVerdict(verdict)}\n`)
          return verdict.result_matches ? EXIT.done : EXIT.failed
        }
        const verdict = await verifyPacket(app.local, await readPacket(file))
        if (options.json) printJson(deps.io, verdict)
        else deps.io.out(`${verdictText(verdict)}\n`)
        return verdict.hash_matches && verdict.result_matches ? EXIT.done : EXIT.failed
      }),
    )
}

/** The byte order mark makes spreadsheets read the file as UTF-8. */
async function writeTable({ io }: CliDeps, table: string, out: string | undefined): Promise<void> {
  if (out === undefined) io.out(table)
  else await writeOut(out, `\uFEFF${table}`)
}

/** Writes line by line, so that a large simulation is never held in memory as a whole. */
async function writeLives({ io }: CliDeps, lives: AsyncIterable<object>, out: string | undefined): Promise<void> {
  if (out === undefined) {
    for await (const line of jsonLines(lives)) io.out(escapeHidden(line))
    return
  }
  await writeOut(out, jsonLines(lives))
}

function runVerdict({ result_matches, problem }: Awaited<ReturnType<typeof verifyRun>>): string {
  if (result_matches) return 'Equal: everything was computed again from what is stored, the same, byte for byte.'
  return `Differs: it does not follow from what is stored. ${problem ?? ''}`.trim()
}

function verdictText({ hash_matches, result_matches, problem }: Awaited<ReturnType<typeof verifyPacket>>): string {
  const hash = hash_matches ? 'The packet is unchanged.' : 'The packet was changed after it was exported.'
  if (result_matches) return `${hash} Its result was computed again from its answers: the same, byte for byte.`
  return `${hash} Its result does not follow from its answers. ${problem ?? ''}`.trim()
}

const LARGEST_PACKET = { mb: 100, more: 'check such a run where it was made, with runs verify and its id' }

async function readPacket(file: string): Promise<EvidencePacket> {
  const packet = EvidencePacket.safeParse(await readJsonFile(file, LARGEST_PACKET))
  if (packet.success) return packet.data
  throw new AppError('invalid_input', { problem: `${file} is not an evidence packet; make one with runs export.` })
}
