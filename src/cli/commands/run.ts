import { type Command, Option } from 'commander'
import { FocusGroupMode } from '../../domain/pressure-test.js'
import type { Piece } from '../../service/requests/stimulus.js'
import type { CliDeps } from '../commands.js'
import { pieceOf } from '../read-file.js'
import { addPanelOptions, assayOption, numeric, type PanelOptions, panelInput } from './panel-options.js'
import { addSubmitOptions, type SubmitOptions, submitAndFollow } from './submit-and-follow.js'

type RunOptions = PanelOptions &
  SubmitOptions & { focusGroup: string; controls: string; assay: string; stability?: number; turns?: number }

export function addRunCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const command = program
    .command('run')
    .description(
      'pressure-test a proposition of one or several pieces: texts, files (.txt .md .html .pdf .docx .pptx .csv), links, pictures (.png .jpg .webp .gif), - for standard input',
    )
    .argument('<pieces...>', 'text, file, link or -')
  addPanelOptions(command, 6)
    .addOption(
      new Option('--focus-group <mode>', 'live: everybody speaks for themselves; quick: one call writes it; off')
        .choices(FocusGroupMode.options)
        .default('live'),
    )
    .option('--turns <number>', 'most turns of a live discussion (default: one each and eight more)', numeric)
    .addOption(
      new Option('--controls <switch>', 'whether an absurd and a good concept are shown too, to test the panel itself')
        .choices(['on', 'off'])
        .default('on'),
    )
    .addOption(assayOption())
    .option('--stability <panels>', 'rebuild the panel so often and see what changes (default: 0)', numeric)
    .option('--fail-under <score>', 'exit 3 when the pressure score is lower, or comes from a rehearsal', numeric)
    .option('--allow-rehearsal', 'let --fail-under pass on figures of the offline model: for demonstrations only')
  addSubmitOptions(command).action(async (pieces: string[], options: RunOptions) => {
    const attachments: Piece[] = []
    for (const piece of pieces) attachments.push(await pieceOf(piece, deps.io))
    const input = {
      ...panelInput(options),
      ...asRequest(attachments),
      focus_group: options.focusGroup,
      controls: options.controls === 'on',
      assay: options.assay,
      turns: options.turns,
      stability: options.stability,
    }
    exit(await submitAndFollow(deps, 'pressure_test', input, options))
  })
}

/** A text alone is the proposition itself. */
function asRequest(attachments: readonly Piece[]): { stimulus?: string; attachments?: readonly Piece[] } {
  const [first] = attachments
  return attachments.length === 1 && first && 'text' in first ? { stimulus: first.text } : { attachments }
}
