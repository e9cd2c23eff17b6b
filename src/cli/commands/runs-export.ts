import { readFile, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { EvidencePacket } from '../../domain/evidence-packet.js'
import { AppError } from '../../errors.js'
import { exportRun, verifyPacket } from '../../service/export-run.js'
import { type CliDeps, EXIT, type Within } from '../commands.js'
import { printJson } from '../io.js'

/** `runs export` and `runs verify`: the evidence packet of a run, and whether a result follows from one. */
export function addExportCommands(runs: Command, deps: CliDeps, within: Within): void {
  runs
    .command('export <run_id>')
    .description('everything a result rests on as one JSON document: prompts, answers, seed, models, costs, hash')
    .option('--out <file>', 'write it to a file instead of standard output')
    .action((run_id: string, { out }: { out?: string }) =>
      within(async (app) => {
        const packet = await exportRun(app.local, { run_id })
        if (out === undefined) printJson(deps.io, packet)
        else await write(out, `${JSON.stringify(packet, null, 2)}\n`)
      }),
    )
  runs
    .command('verify <packet>')
    .description('compute a result again from an exported packet, with no model, and compare byte for byte')
    .option('--json', 'print one JSON document and nothing else')
    .action((file: string, options: { json?: boolean }) =>
      within(async (app) => {
        const verdict = await verifyPacket(app.local, await readPacket(file))
        if (options.json) printJson(deps.io, verdict)
        else deps.io.out(`${verdictText(verdict)}\n`)
        return verdict.hash_matches && verdict.result_matches ? EXIT.done : EXIT.failed
      }),
    )
}

function verdictText({ hash_matches, result_matches, problem }: Awaited<ReturnType<typeof verifyPacket>>): string {
  const hash = hash_matches ? 'The packet is unchanged.' : 'The packet was changed after it was exported.'
  if (result_matches) return `${hash} Its result was computed again from its answers: the same, byte for byte.`
  return `${hash} Its result does not follow from its answers. ${problem ?? ''}`.trim()
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    throw new AppError('invalid_input', {
      problem: `${file} cannot be written (${(error as NodeJS.ErrnoException).code}); name another file with --out.`,
    })
  }
}

async function readPacket(file: string): Promise<EvidencePacket> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new AppError('invalid_input', {
      problem: `${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    })
  }
  try {
    return EvidencePacket.parse(JSON.parse(text))
  } catch {
    throw new AppError('invalid_input', { problem: `${file} is not an evidence packet; make one with runs export.` })
  }
}
