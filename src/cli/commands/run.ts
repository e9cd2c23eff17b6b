import { type Command, Option } from 'commander'
import { FocusGroupMode } from '../../domain/pressure-test.js'
import type { CliDeps } from '../commands.js'
import { readStimulus } from '../read-file.js'
import { addPanelOptions, assayOption, numeric, type PanelOptions, panelInput } from './panel-options.js'
import { addSubmitOptions, type SubmitOptions, submitAndFollow } from './submit-and-follow.js'

type RunOptions = PanelOptions &
  SubmitOptions & { focusGroup: string; controls: string; assay: string; stability?: number; turns?: number }

export function addRunCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const command = program
    .command('run')
    .description('pressure-test a proposition: a text, a file (.txt, .md, .html) or - for standard input')
    .argument('<proposition>', 'text, file or -')
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
  addSubmitOptions(command).action(async (proposition: string, options: RunOptions) => {
    const input = {
      ...panelInput(options),
      stimulus: await readStimulus(proposition, deps.io),
      focus_group: options.focusGroup,
      controls: options.controls === 'on',
      assay: options.assay,
      turns: options.turns,
      stability: options.stability,
    }
    exit(await submitAndFollow(deps, 'pressure_test', input, options))
  })
}
