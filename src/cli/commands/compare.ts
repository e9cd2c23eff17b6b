import type { Command } from 'commander'
import { RunId } from '../../domain/run/run.js'
import type { ComparisonRequest, Proposition } from '../../service/requests/comparison.js'
import type { CliDeps } from '../commands.js'
import { stripTerminalControls } from '../io.js'
import { pieceOf } from '../read-file.js'
import { addPanelOptions, assayOption, type PanelOptions, panelInput } from './panel-options.js'
import { addSubmitOptions, prepareAndFollow, type SubmitOptions, submitAndFollow } from './submit-and-follow.js'

type CompareOptions = PanelOptions & SubmitOptions & { readonly assay: string }

/** Longest name of a proposition that is not a file, in characters; its first words are the name. */
const NAME_LENGTH = 40

export function addCompareCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const command = program
    .command('compare')
    .description('two to five propositions on one panel: everybody sees all of them, in a balanced order')
    .argument('<propositions...>', 'texts, files, links, - or ids of finished pressure tests')
  addSubmitOptions(addPanelOptions(command, 12).addOption(assayOption())).action(
    async (propositions: string[], options: CompareOptions) =>
      exit(await compare(deps, propositions, options, command)),
  )
}

async function compare(deps: CliDeps, args: string[], options: CompareOptions, command: Command): Promise<number> {
  const propositions: Proposition[] = []
  for (const argument of args) propositions.push(await propositionOf(deps, argument))
  const namesRuns = propositions.some((proposition) => 'run_id' in proposition)
  const panel = namesRuns ? saidOf(panelInput(options), command) : panelInput(options)
  const input = { ...panel, assay: options.assay, propositions } as ComparisonRequest
  return namesRuns
    ? prepareAndFollow(deps, 'comparison', input, options)
    : submitAndFollow(deps, 'comparison', input, options)
}

/** The panel options that were given; the others come from the named test. */
const saidOf = (panel: ReturnType<typeof panelInput>, command: Command): Partial<typeof panel> =>
  Object.fromEntries(Object.entries(panel).filter(([name]) => command.getOptionValueSource(name) === 'cli'))

async function propositionOf({ io }: CliDeps, argument: string): Promise<Proposition> {
  if (RunId.safeParse(argument).success) return { run_id: argument }
  const piece = await pieceOf(argument, io)
  if ('text' in piece) return { name: firstWords(piece.text), stimulus: piece.text }
  return { name: 'name' in piece ? piece.name : argument, stimulus: '', attachments: [piece] }
}

function firstWords(text: string): string {
  const line = stripTerminalControls(text)
  return line.length <= NAME_LENGTH ? line : `${line.slice(0, NAME_LENGTH + 1).replace(/\s+\S*$/, '')} …`
}
