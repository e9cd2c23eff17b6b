import type { Response } from '../../domain/panel/response.js'
import type { VersionChange } from '../../domain/panel/versions.js'
import { isRehearsal } from '../../domain/run/run.js'
import { areTooFew, tooFewWords } from '../comparison/wording.js'
import { formatInterval, formatPoints, formatSignedPoints, meanDifference } from '../paired/lift.js'
import { ratedAlike } from '../panel/intent/rate-intent.js'
import { personScores } from '../panel/scores.js'
import { signFlipP } from '../statistics/sign-flip.js'
import { type Embed, objectionsOver, type Version } from './objections.js'

const ALPHA = 0.05
/** Range of methods whose figures mean the same in every run. */
const FULL_RANGE = { low: 1, high: 5 }

/**
 * Whether a version is worse than an earlier one: its score is lower over the same people, beyond chance and beyond the
 * noise floor, or more of them hold an objection, beyond chance. It is not known where the two were not asked by one
 * instrument, where a trust light is red, where the noise floor was not measured, where there are too few people, or of
 * a rehearsal, unless that is allowed.
 */
export async function compareVersions(
  before: Version,
  after: Version,
  embed: Embed,
  { allow_rehearsal }: { readonly allow_rehearsal: boolean },
): Promise<VersionChange> {
  const objections = await objectionsOver([before, after], embed)
  const known = { before: before.run.run_id, after: after.run.run_id, objections }
  const other = otherInstrument(before, after)
  if (other) return { ...known, ...NOT_KNOWN, noise_floor: null, sentence: `Not known: ${other}` }
  const difference = differenceOf(before, after)
  const unusable = unusableFigures(before, after, difference, allow_rehearsal)
  if (unusable !== null) return { ...known, status: 'not_known', difference, noise_floor: null, sentence: unusable }
  const floors = [before, after].map(({ run }) => run.trust?.assay?.noise_floor ?? null)
  if (floors.includes(null))
    return {
      ...known,
      status: 'not_known',
      difference,
      noise_floor: null,
      sentence:
        'Not known: what rewording alone brings was not measured in both runs; let both test their panel (assay quick or full).',
    }
  const noise_floor = Math.max(...floors.map(Number))
  const people = before.run.result.responses.length
  if (areTooFew(people))
    return {
      ...known,
      status: 'not_known',
      difference,
      noise_floor,
      sentence: `Not known: ${pointsOf(difference)}; ${tooFewWords(people)}.`,
    }
  const lower = difference.mean < -noise_floor && difference.p < ALPHA
  const grown = grownObjections(objections)
  const status = lower || grown.length > 0 ? 'worse' : 'no_worse'
  return { ...known, status, difference, noise_floor, sentence: sentenceOf({ difference, noise_floor, lower, grown }) }
}

/** Why figures that one instrument gave decide nothing; `null` where they may. */
function unusableFigures(
  { run: before }: Version,
  { run: after }: Version,
  { mean }: ReturnType<typeof differenceOf>,
  allow_rehearsal: boolean,
): string | null {
  if (isRehearsal(after) && !allow_rehearsal)
    return `By the text check the two versions lie ${formatPoints(Math.abs(mean))} points apart. A rehearsal does not say whether one is worse.`
  if (after.trust?.light === 'red') return 'Not known: the trust light of this test is red.'
  return before.trust?.light === 'red' ? 'Not known: the trust light of the earlier test is red.' : null
}

/** p of the paired difference of two tests' scores; `null` where they were not asked by one instrument. */
export const pairedP = (before: Version, after: Version): number | null =>
  otherInstrument(before, after) === null ? differenceOf(before, after).p : null

const NOT_KNOWN = { status: 'not_known', difference: null } as const

/** Why the two versions were not asked by the same instrument; `null` where they were. */
function otherInstrument({ run: before }: Version, { run: after }: Version): string | null {
  const [was, is] = [before.result, after.result]
  const people = (result: typeof was) =>
    result.responses
      .map(({ persona_id }) => persona_id)
      .sort()
      .join()
  if (before.model.persona !== after.model.persona) return 'the people were played by different models.'
  if (was.scoring_version !== is.scoring_version) return 'the scores are of different formulas.'
  if (people(was) !== people(is)) return 'other people answered; test both with the same panel, size and seed.'
  if (was.category !== is.category || was.skepticism !== is.skepticism || was.about !== is.about)
    return 'category, skepticism or what was told about the product differ.'
  if (was.intent === null || is.intent === null) return 'purchase intent was not measured in both.'
  const form = ({ group_dynamics, intent }: typeof was) => `${Boolean(group_dynamics?.ballots)} ${intent?.method}`
  if (form(was) !== form(is)) return 'they were asked in different forms (discussion, or how intent is read).'
  return was.intent.method === 'ssr' ? 'intent by similarity has a scale of its own in each run.' : null
}

function differenceOf({ run: before }: Version, { run: after }: Version) {
  const scoreOf = (response: Response, { claims }: typeof before.result) =>
    personScores(response, claims ?? [], FULL_RANGE).pressure
  const differences = before.result.responses.flatMap((first) => {
    const second = after.result.responses.find(({ persona_id }) => persona_id === first.persona_id)
    if (!second) return []
    const [was, is] = ratedAlike([first, second]) as [Response, Response]
    return [scoreOf(is, after.result) - scoreOf(was, before.result)]
  })
  return { ...meanDifference(differences), p: signFlipP(differences, `${before.run_id}/${after.run_id}`) }
}

/**
 * Objections held by more of the same people now, beyond chance over all objections (Tarone 1990: objections that could
 * not be significant with so few people do not count as tests). Left out: objections that may be a reworded older one,
 * as their match is doubtful or an objection at least half as large is gone.
 */
function grownObjections({ rows }: VersionChange['objections']): string[] {
  const attainable = rows.map(({ changed }) => 2 * 0.5 ** changed)
  let tests = 1
  while (attainable.filter((p) => p <= ALPHA / tests).length > tests) tests++
  const mostGone = Math.max(0, ...rows.filter(({ state }) => state === 'gone').map(({ changed }) => changed))
  return rows
    .filter(({ runs, perhaps, p, changed }) => {
      const [before, after] = runs
      const isMore = before !== undefined && after !== undefined && after.holders > before.holders
      return isMore && perhaps === null && (p ?? 1) <= ALPHA / tests && mostGone < changed / 2
    })
    .map(({ objection }) => objection)
}

type Known = {
  readonly difference: ReturnType<typeof differenceOf>
  readonly noise_floor: number
  readonly lower: boolean
  readonly grown: readonly string[]
}

const pointsOf = ({ mean, interval }: Known['difference']): string =>
  `${formatSignedPoints(mean)} points with the same people ${formatInterval(interval)}`

function sentenceOf({ difference, noise_floor, lower, grown }: Known): string {
  const points = pointsOf(difference)
  const noise = `rewording alone brings up to ${Math.ceil(noise_floor)}`
  const objections = grown.length === 0 ? '' : ` More of them object now: ${grown.join('; ')}.`
  if (lower) return `Worse: ${points}; ${noise}.${objections}`
  if (grown.length > 0) return `Worse.${objections} The score: ${points}; ${noise}.`
  const low = Math.max(0, -(difference.interval?.low ?? 0))
  const blind = difference.interval === null || low > noise_floor
  const unseen = difference.interval === null ? 'a fall' : `a fall of up to ${Math.ceil(low)} points`
  return `Nothing worse seen: ${points}; ${noise}.${blind ? ` With so few people ${unseen} cannot be ruled out.` : ''}`
}
