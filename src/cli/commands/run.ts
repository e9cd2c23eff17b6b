import { type Command, Option } from 'commander'
import { FocusGroupMode } from '../../domain/panel/pressure-test.js'
import { isRehearsal } from '../../domain/run/run.js'
import { requireSameInstrument, versionChange } from '../../service/panel/versions.js'
import type { Piece } from '../../service/requests/read-pieces.js'
import type { SurfaceContext } from '../../service/surface-context.js'
import type { CliDeps } from '../commands.js'
import { pieceOf } from '../read-file.js'
import { type Ending, REHEARSAL_PASSES_NOTHING } from '../report-run.js'
import { changeText } from '../summary/versions.js'
import { addPanelOptions, assayOption, numeric, type PanelOptions, panelInput } from './panel-options.js'
import { addSubmitOptions, prepareAndFollow, type SubmitOptions, submitAndFollow } from './submit-and-follow.js'

type RunOptions = PanelOptions &
  SubmitOptions & {
    focusGroup: string
    controls: string
    assay: string
    stability?: number
    turns?: number
    /** `--no-worse-than`, which commander reads as the negation of `--worse-than`; `true`: not given. */
    worseThan?: string | true
  }

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
    .option(
      '--fail-under <score>',
      'exit 3 when the pressure score is lower, the trust light red, or all a rehearsal',
      numeric,
    )
    .option('--no-worse-than <run_id>', 'exit 3 when it is worse than that test, a trust light red, or all a rehearsal')
    .option('--allow-rehearsal', 'let a threshold pass on figures of the offline model: for demonstrations only')
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
    exit(await submitVersion(deps, input, options))
  })
}

/** A single text is the proposition itself, without attachments. */
function asRequest(attachments: readonly Piece[]): { stimulus?: string; attachments?: readonly Piece[] } {
  const [first] = attachments
  return attachments.length === 1 && first && 'text' in first ? { stimulus: first.text } : { attachments }
}

/**
 * Submits a test by itself, or a version: it is compared with the last test of its project, or with the test it must
 * not be worse than.
 */
async function submitVersion(deps: CliDeps, request: { project?: string }, options: RunOptions): Promise<number> {
  const before = typeof options.worseThan === 'string' ? options.worseThan : undefined
  if (before === undefined && request.project === undefined)
    return submitAndFollow(deps, 'pressure_test', request, options)
  return prepareAndFollow(deps, 'pressure_test', request, options, async (ctx, prepared) => {
    if (before !== undefined) await requireSameInstrument(ctx, prepared, before)
    return versionEnding(deps, ctx, before, options)
  })
}

/** Prints the changes since the earlier version. If one was named, a run that is worse misses the threshold. */
function versionEnding(
  { io }: CliDeps,
  ctx: SurfaceContext,
  before: string | undefined,
  { json, allowRehearsal }: RunOptions,
): Ending {
  let missed = before === undefined ? null : 'There was nothing to judge, so it is not known whether it is worse.'
  return {
    async onCompleted(run) {
      const allow_rehearsal = before !== undefined && allowRehearsal
      const change = await versionChange(ctx, { run_id: run.run_id, before, allow_rehearsal })
      if (change && !json) io.out(`\n${changeText(change)}`)
      if (before === undefined || change === null) return
      missed = change.status === 'no_worse' ? null : change.sentence
      if (isRehearsal(run) && !allowRehearsal) missed = REHEARSAL_PASSES_NOTHING
    },
    alsoMissed: () => missed,
  }
}
