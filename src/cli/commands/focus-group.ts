import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../errors.js'
import { readGuide } from '../../ingest/read-guide.js'
import type { Piece } from '../../service/requests/read-pieces.js'
import { readingSentence } from '../../service/requests/reading-sentences.js'
import type { CliDeps } from '../commands.js'
import { stripTerminalControls } from '../io.js'
import { pieceOf, readPiece } from '../read-file.js'
import { addPanelOptions, numeric, type PanelOptions, panelInput } from './panel-options.js'
import { addSubmitOptions, type SubmitOptions, submitAndFollow } from './submit-and-follow.js'

type FocusGroupOptions = PanelOptions & SubmitOptions & { notes: string[]; show: string[]; turns?: number }

export function addFocusGroupCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const command = program
    .command('focus-group')
    .description('a discussion of its own: a moderator leads a panel through the topics of a guide')
    .argument('<guide>', 'file, text, link or -: the subject, then headings (##) or list items as topics')
  addPanelOptions(command, 6)
    .option('--notes <file>', 'something everybody has read beforehand; can be given several times', append, [])
    .option('--show <piece>', 'a picture, file or link that everybody is shown; can be given several times', append, [])
    .option('--turns <number>', 'most turns of participants', numeric)
  addSubmitOptions(command).action(async (guide: string, options: FocusGroupOptions) => {
    const { text, sources } = await readPiece(deps, guide)
    const shown: Piece[] = []
    for (const piece of options.show) shown.push(await pieceOf(piece, deps.io))
    const read = sources && readingSentence(sources)
    if (read && !options.quiet) deps.io.err(`${stripTerminalControls(read)}\n`)
    const brought = shown.length > 0 ? { attachments: shown } : { sources }
    const input = {
      ...panelInput(options),
      ...readGuide(text),
      ...brought,
      notes: await Promise.all(options.notes.map((file) => readNote(deps, file))),
      turns: options.turns,
    }
    exit(await submitAndFollow(deps, 'focus_group', input, options))
  })
}

const append = (file: string, files: string[]): string[] => [...files, file]

async function readNote(deps: CliDeps, file: string): Promise<{ name: string; text: string }> {
  if (!existsSync(file)) throw new AppError('invalid_input', { problem: `There is no file ${file}.` })
  return { name: basename(file), text: (await readPiece(deps, file)).text }
}
