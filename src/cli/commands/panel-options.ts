import { type Command, InvalidArgumentError, Option } from 'commander'
import { AssayMode } from '../../domain/panel/assay.js'
import { PanelInput } from '../../domain/panel/pressure-test.js'
import { CATEGORIES, SkepticismLevel } from '../../domain/personas/persona.js'

export type PanelOptions = {
  panel?: string
  personas?: number
  skepticism: string
  category?: string
  project?: string
  intent: string
  about?: string
  seed?: number
}

export const numeric = (text: string): number => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}

/** Panel options, for every command that seats a panel. `people`: the default size. */
export function addPanelOptions(command: Command, people: number): Command {
  return command
    .option(
      '--panel <names>',
      'archetypes and persona sets, separated by commas (default: a balanced panel of the category)',
    )
    .option('--personas <number>', `synthetic people on the panel (default: ${people})`, numeric)
    .addOption(new Option('--skepticism <level>').choices(SkepticismLevel.options).default('medium'))
    .addOption(new Option('--category <name>', "default: the project's, else fmcg").choices(CATEGORIES))
    .option('--project <name>', 'the project it belongs to, which gives product, category, panel and budget')
    .option(
      '--about <text>',
      'product, price and audience, where the text does not say them: told to the panel, not scored',
    )
    .addOption(
      new Option(
        '--intent <method>',
        'how words about buying are read: coder (one blind call for the panel), graded (trained reader, no call), ssr (similarity), likert (a blind call each); auto: coder with a model, graded offline',
      )
        .choices(PanelInput.shape.intent.unwrap().options)
        .default('auto'),
    )
    .option('--seed <number>', 'same seed, same panel (default: 1)', numeric)
}

/** Option for the panel test, for commands whose result has scores or differences. */
export const assayOption = (): Option =>
  new Option(
    '--assay <mode>',
    'how much the panel itself is tested by changes with a known effect: quick (a few short calls), full, off; auto is quick with a model and full offline',
  )
    .choices(['auto', ...AssayMode.options])
    .default('auto')

/** The panel part of a run's input; missing options get the schema's defaults. */
export const panelInput = ({ panel, project, ...options }: PanelOptions) => ({
  category: options.category,
  skepticism: options.skepticism,
  intent: options.intent,
  about: options.about,
  panel: panel === undefined ? undefined : namesIn(panel),
  personas: options.personas,
  seed: options.seed,
  project,
})

/** Splits a comma-separated list of names. */
export const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
