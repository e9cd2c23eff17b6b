import type { Claim } from '../../../domain/panel/claim.js'
import type { ScoreIntervals } from '../../../domain/panel/scores.js'
import type { Trust } from '../../../domain/run/run.js'
import type { EngineDeps } from '../../deps.js'
import { groupIntoViews } from '../../focus-group/views.js'
import { groupBy } from '../../group-by.js'
import { kendallTauB } from '../../statistics/agreement.js'
import { mean, sum, thousandth } from '../../statistics/descriptive.js'
import type { AnchorRange } from '../intent/rate-intent.js'
import { personScores } from '../scores.js'
import type { AskedPanel } from './rebuild.js'

/** Maps each friction point of all panels to the obstacle it belongs to. */
type ObstacleGroups = ReadonlyMap<string, string>

/** Maximum number of distinct phrases compared pair by pair; the most frequent phrases come first. */
const MAX_PHRASES = 400

/** Groups friction points of all panels with the same meaning, by their embeddings. */
export async function groupObstacles(deps: EngineDeps, panels: readonly AskedPanel[]): Promise<ObstacleGroups> {
  const counts = new Map<string, number>()
  for (const { response } of panels.flatMap(({ respondents }) => respondents))
    for (const friction of response.friction_points) counts.set(friction, (counts.get(friction) ?? 0) + 1)
  const phrases = [...counts]
    .sort(([a, count], [b, otherCount]) => otherCount - count || a.localeCompare(b, 'en'))
    .slice(0, MAX_PHRASES)
    .map(([phrase]) => phrase)
  const groups = await deps.step('stability:obstacles', { phrases, embedder: deps.embedder.model }, async () => {
    const vectors = await deps.embedder.embed(phrases)
    const { viewOf } = groupIntoViews(
      phrases.map((text, index) => ({
        reason_id: String(index),
        side: 'against' as const,
        text,
        strength: counts.get(text) ?? 0,
      })),
      vectors,
    )
    return phrases.map((_, index) => viewOf.get(String(index)) ?? '')
  })
  return new Map(phrases.map((phrase, index) => [phrase, groups[index] ?? phrase]))
}

type StabilityRecord = {
  readonly panels: number
  /** Whether everybody of the run's own panel has the same pressure score. */
  readonly alike: boolean
  /** `null` where the run's own panel named no obstacle. */
  readonly top_fix_agreement: number | null
  readonly rank_stability: number | null
  readonly variance_shares: NonNullable<Trust['stability']['variance_shares']> | null
}

/** Number of largest obstacles compared between panels; the ranks of smaller ones differ by chance. */
const MAX_RANKED = 8

/**
 * Compares the run's own panel, the first of `panels`, with rebuilt panels. `obstacleOf` maps each friction point to
 * its group and is shared by all panels. Arithmetic only.
 */
export function measureStability(
  panels: readonly AskedPanel[],
  obstacleOf: ObstacleGroups,
  claims: readonly Claim[],
  anchorRange: AnchorRange,
): StabilityRecord {
  const weights = panels.map((panel) => obstacleWeights(panel, obstacleOf))
  const obstacles = [...new Set(weights.flatMap((panelWeights) => [...panelWeights.keys()]))]
  const total = (obstacle: string) => weights.reduce((sum, panelWeights) => sum + (panelWeights.get(obstacle) ?? 0), 0)
  const rankedObstacles = obstacles.sort((a, b) => total(b) - total(a) || a.localeCompare(b, 'en')).slice(0, MAX_RANKED)
  const topObstacles = weights.map(topObstacleOf)
  const taus = pairs(weights).flatMap(
    ([left, right]) =>
      kendallTauB(
        rankedObstacles.map((obstacle) => left.get(obstacle) ?? 0),
        rankedObstacles.map((obstacle) => right.get(obstacle) ?? 0),
      ) ?? [],
  )
  const [own] = panels
  const scores = new Set(own?.respondents.map(({ response }) => personScores(response, claims, anchorRange).pressure))
  return {
    panels: panels.length,
    alike: scores.size <= 1,
    top_fix_agreement: agreementWith(topObstacles),
    rank_stability: taus.length === 0 ? null : mean(taus),
    variance_shares: sharesOf(panels, claims, anchorRange),
  }
}

/** Share of the panels whose top obstacle is that of the first panel; `null` where the first panel has none. */
function agreementWith([own, ...others]: readonly (string | null)[]): number | null {
  if (own === undefined || own === null) return null
  return (1 + others.filter((obstacle) => obstacle === own).length) / (1 + others.length)
}

/** The weight of each obstacle in a panel: the people who name it, weighted by their distance from buying. */
function obstacleWeights({ respondents }: AskedPanel, obstacleOf: ObstacleGroups): Map<string, number> {
  const weights = new Map<string, number>()
  for (const { response } of respondents) {
    const named = new Set(response.friction_points.map((friction) => obstacleOf.get(friction) ?? friction))
    for (const obstacle of named) {
      weights.set(obstacle, (weights.get(obstacle) ?? 0) + (11 - response.purchase_intent) / 10)
    }
  }
  return weights
}

function topObstacleOf(weights: ReadonlyMap<string, number>): string | null {
  const sorted = [...weights].sort(([a, weight], [b, otherWeight]) => otherWeight - weight || a.localeCompare(b, 'en'))
  return sorted[0]?.[0] ?? null
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((left, at) => items.slice(at + 1).map((right): [T, T] => [left, right]))
}

function sharesOf(
  panels: readonly AskedPanel[],
  claims: readonly Claim[],
  anchorRange: AnchorRange,
): StabilityRecord['variance_shares'] {
  const scores = panels.flatMap(({ sample, wording, respondents }) =>
    respondents.map(({ persona, response }) => ({
      score: personScores(response, claims, anchorRange).pressure,
      levels: [persona.archetype, `${persona.persona_id}/${sample}`, String(wording)],
    })),
  )
  const shares = varianceShares(scores, 3)
  if (!shares) return null
  const [archetypeShare = 0, sampleShare = 0, wordingShare = 0] = shares.map(thousandth)
  return {
    who: archetypeShare,
    redrawn: sampleShare,
    wording: wordingShare,
    rest: thousandth(1 - archetypeShare - sampleShare - wordingShare),
  }
}

const PASS_AGREEMENT = 0.8
const WARN_AGREEMENT = 0.5

/** The check `stability`: only the intervals where no panel was rebuilt, else whether the panels agree. */
export function judgeStability(record: StabilityRecord | null, intervals: ScoreIntervals | null): Trust['stability'] {
  if (record === null) return withoutPanels(intervals)
  const { panels, top_fix_agreement, rank_stability, variance_shares } = record
  return {
    ...agreementOf(record),
    panels,
    intervals,
    top_fix_agreement,
    rank_stability: rank_stability === null ? null : thousandth(rank_stability),
    variance_shares,
  }
}

/** Whether the panels agree on the top obstacle; `not_run` where there was nothing to compare. */
function agreementOf({
  panels,
  alike,
  top_fix_agreement,
}: StabilityRecord): Pick<Trust['stability'], 'status' | 'sentence'> {
  if (top_fix_agreement === null)
    return {
      status: 'not_run',
      sentence: `${panels} panels were asked and the run's own named no obstacle, so there was no first fix to compare.`,
    }
  if (alike)
    return {
      status: 'not_run',
      sentence: `${panels} panels answered alike to the point, so nothing could be compared.`,
    }
  const agreeing = Math.round(top_fix_agreement * panels)
  const sentence = `${agreeing} of ${panels} panels would tell you the same first fix.`
  if (top_fix_agreement >= PASS_AGREEMENT) return { status: 'pass', sentence }
  return { status: top_fix_agreement >= WARN_AGREEMENT ? 'warn' : 'fail', sentence }
}

function withoutPanels(intervals: ScoreIntervals | null): Trust['stability'] {
  const figures = { panels: null, intervals, top_fix_agreement: null, rank_stability: null, variance_shares: null }
  if (intervals === null)
    return {
      status: 'not_run',
      sentence:
        'How far the scores depend on who was asked cannot be told: that takes at least two kinds of people whose answers differ.',
      ...figures,
    }
  const { low, high } = intervals.pressure_score
  return {
    status: 'not_run',
    sentence: `Whether another panel would name the same first fix was not asked (stability: 4 asks it). With other kinds of people the pressure score would lie between ${Math.round(low)} and ${Math.round(high)} nine times in ten.`,
    ...figures,
  }
}

/** One score with the level of each factor at which it was measured. */
type FactorScore = { readonly score: number; readonly levels: readonly string[] }

/**
 * Share of the variation between scores explained by each factor: η² of an analysis of variance without interactions,
 * factors in order (type I sums of squares by sequential centring). The last share is the rest; all sum to 1. `null`
 * where the scores do not differ.
 */
export function varianceShares(scores: readonly FactorScore[], factors: number): number[] | null {
  const average = mean(scores.map(({ score }) => score))
  let residuals = scores.map(({ score }) => score - average)
  const total = squares(residuals)
  if (total <= Number.EPSILON * Math.max(1, average * average) * scores.length) return null
  const shares: number[] = []
  for (let factor = 0; factor < factors; factor++) {
    const before = squares(residuals)
    residuals = centred(
      residuals,
      scores.map(({ levels }) => levels[factor] ?? ''),
    )
    shares.push((before - squares(residuals)) / total)
  }
  return [...shares, squares(residuals) / total]
}

/** Values less the mean of their group. */
function centred(values: readonly number[], groups: readonly string[]): number[] {
  const byGroup = groupBy(
    values.map((value, index) => ({ value, group: groups[index] })),
    ({ group }) => group,
  )
  const means = new Map([...byGroup].map(([group, members]) => [group, mean(members.map(({ value }) => value))]))
  return values.map((value, index) => value - (means.get(groups[index]) ?? 0))
}

const squares = (values: readonly number[]): number => sum(values.map((value) => value * value))
