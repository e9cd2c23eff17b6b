import { type InputOf, KINDS, type RunKind } from '../domain/run/kinds.js'
import type { HiddenCharacters, OtherVersions, Surplus, Trust } from '../domain/run/run.js'
import type { RunOutcome } from '../domain/run/run-end.js'
import type { PartRange } from '../domain/run/run-state.js'
import { takeHidden } from '../domain/text/hidden-characters.js'
import { listOf, plural } from '../domain/text/words.js'
import { AppError } from '../errors.js'
import type { EngineDeps } from './deps.js'
import { pipelineOf } from './pipelines.js'

/** Runs the pipeline of a kind on a stored input. The result is parsed with the kind's own schema. */
export async function runPipeline<K extends RunKind>(
  deps: EngineDeps,
  kind: K,
  input: unknown,
): Promise<RunOutcome<K>> {
  const { value, removed } = readInput(kind, input)
  const begun = firstVersionOf(deps)
  begun.catch(() => {}) // the pipeline meets the same trouble
  const outcome = await pipelineOf(kind).run(deps, value)
  const hidden = hiddenOf(removed)
  // An evaluation has no trust section, so its result carries these notes.
  const notes = { ...hidden, ...(await versionsOf(deps, await begun)) }
  const result = KINDS[kind].result.parse(outcome.trust ? outcome.result : { ...outcome.result, ...notes })
  const trust = outcome.trust && { ...outcome.trust, ...surplusOf(deps.surplus()), ...notes }
  return { kind, result, trust } as RunOutcome<K>
}

/** The parsed input without hidden characters, and the number of characters removed. */
const readInput = <K extends RunKind>(kind: K, input: unknown) => takeHidden(parseInput(kind, input))

/** Parses a stored input. Throws `not_implemented` where another version stored an input this one cannot read. */
function parseInput<K extends RunKind>(kind: K, input: unknown): InputOf<K> {
  const { data, error } = KINDS[kind].input.safeParse(input)
  if (error) throw new AppError('not_implemented', { what: 'read the request of this run' }, { cause: error })
  return data as InputOf<K>
}

/** The surplus with its sentence; empty where nothing was cut or clipped. */
function surplusOf({ cut, clipped }: Surplus): Pick<Trust, 'surplus'> {
  if (cut + clipped === 0) return {}
  const places = `More than was asked for was cut off in ${cut} ${plural(cut, 'place')} of the model's answers`
  const figures = `${clipped} ${plural(clipped, "figure just off its scale was moved to the scale's end", "figures just off their scale were moved to the scale's end")}`
  const parts: string[] = []
  if (cut > 0) parts.push(places)
  if (clipped > 0) parts.push(figures)
  return { surplus: { cut, clipped, sentence: `${parts.join(', and ')}.` } }
}

/** The note about hidden characters removed from the input; empty where there were none. */
function hiddenOf(removed: number): { hidden?: HiddenCharacters } {
  if (removed === 0) return {}
  const characters = plural(removed, 'character that nobody sees was', 'characters that nobody sees were')
  return {
    hidden: {
      removed,
      sentence: `${removed.toLocaleString('en-US')} ${characters} removed from what was handed in before a model read it; look at where the text comes from.`,
    },
  }
}

/** Steps with the version that began a run, and with the one that ended it where that is another. */
export const FIRST_VERSION_STEP = 'version'
export const LAST_VERSION_STEP = 'version:last'
/** The step of a version that stored some of the others in an attempt after a run's first. */
export const laterVersionStep = (version: string): string => `${LATER_VERSION}${version}`
const LATER_VERSION = 'version:later:'

export const laterVersionsIn = (keys: Iterable<string>): string[] => {
  const steps = [...keys].filter((key) => key.startsWith(LATER_VERSION))
  return [...new Set(steps)].map((key) => key.slice(LATER_VERSION.length)).toSorted()
}

const firstVersionOf = (deps: EngineDeps): Promise<string> => deps.step(FIRST_VERSION_STEP, null, () => deps.version)

/** The note about the versions that had the run; empty where it was one. */
async function versionsOf(deps: EngineDeps, begun: string): Promise<{ versions?: OtherVersions }> {
  const { version: finished } = deps
  const answers = deps.reworded()
  const between = deps.laterVersions().filter((version) => version !== begun && version !== finished)
  const sentences: string[] = []
  if (begun !== finished || between.length > 0) {
    await deps.step(LAST_VERSION_STEP, { finished }, () => finished)
    const ended = begun === finished ? 'ended it' : `version ${finished} ended it`
    sentences.push(`Version ${begun} of the program began this run and ${ended} and computed its figures.`)
  }
  if (between.length > 0)
    sentences.push(
      `${plural(between.length, 'Version', 'Versions')} ${listOf(between)} went on with it in between and stored some of its answers.`,
    )
  if (answers > 0) {
    const given = plural(answers, 'answer was', 'answers were')
    sentences.push(
      `${answers.toLocaleString('en-US')} ${given} given to the wording of another version and not asked for again.`,
    )
  }
  if (sentences.length === 0) return {}
  const versions: OtherVersions = { begun, finished, answers, sentence: sentences.join(' ') }
  if (between.length > 0) versions.between = between
  return { versions }
}

/** Maximum number of items one process does alone: spreading fewer items costs more than it gains. */
const MAX_ITEMS_ALONE = 120
/** Items per part: few enough that a lost worker costs little and all workers end at about the same time. */
const ITEMS_PER_PART = 30

/** The parts of a run; empty for a run that one process does alone. */
export function partsOf(kind: RunKind, input: unknown, mode: EngineDeps['model']['mode']): PartRange[] {
  const items = pipelineOf(kind).spread?.items(parseInput(kind, input), mode) ?? 0
  if (items <= MAX_ITEMS_ALONE) return []
  return Array.from({ length: Math.ceil(items / ITEMS_PER_PART) }, (_, part) => ({
    part,
    from_item: part * ITEMS_PER_PART,
    to_item: Math.min(items, (part + 1) * ITEMS_PER_PART),
  }))
}

/** Does the work that all parts of a run share. */
export async function beginParts(deps: EngineDeps, kind: RunKind, input: unknown): Promise<void> {
  await firstVersionOf(deps)
  await pipelineOf(kind).spread?.begin(deps, readInput(kind, input).value)
}

export async function runPart(deps: EngineDeps, kind: RunKind, input: unknown, range: PartRange): Promise<void> {
  await pipelineOf(kind).spread?.work(deps, readInput(kind, input).value, range.from_item, range.to_item)
}
