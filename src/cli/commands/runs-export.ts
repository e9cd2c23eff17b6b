import { readFile, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { EvidencePacket } from '../../domain/evidence-packet.js'
import { AppError } from '../../errors.js'
import { exportRun, verifyPacket } from '../../service/export-run.js'
import { type CliDeps, EXIT, type Within } from '../commands.js'

/** `runs export` and `runs verify`: the evidence packet of a run, and whether a result follows from one. */
export function addExportCommands(runs: Command, deps: CliDeps, within: Within): void {
  runs
    .command('export <run_id>')
    .description('everything a result rests on as one JSON document: prompts, answers, seed, models, costs, hash')
    .option('--out <file>', 'write it to a file instead of standard output')
    .action((run_id: string, { out }: { out?: string }) =>
      within(async (app) => {
        const text = `${JSON.stringify(await exportRun(app.local, { run_id }), null, 2)}\n`
        if (out === undefined) deps.io.out(text)
        else await write(out, text)
        return EXIT.done
      }),
    )
  runs
    .command('verify <packet>')
    .description('compute a result again from an exported packet, with no model, and compare byte for byte')
    .option('--json', 'print one JSON document and nothing else')
    .action((file: string, options: { json?: boolean }) =>
      within(async (app) => {
        const verdict = await verifyPacket(app.local, await readPacket(file))
        const holds = verdict.hash_matches && verdict.result_matches
        if (options.json) deps.io.out(`${JSON.stringify(verdict, null, 2)}\n`)
        else {
          const hash = verdict.hash_matches
            ? 'The packet is unchanged.'
            : 'The packet was changed after it was exported.'
          const result = verdict.result_matches
            ? 'Its result was computed again from its answers: the same, byte for byte.'
            : `Its result does not follow from its answers. ${verdict.problem ?? ''}`
          deps.io.out(`${hash} ${result.trim()}\n`)
        }
        return holds ? EXIT.done : EXIT.failed
      }),
    )
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
