import { type EvaluationResult, judgedBy, type VersionComparison } from '../../domain/evaluation/evaluation.js'
import { failedCheckWords } from '../../domain/evaluation/failed-checks.js'
import { formatScore } from '../../domain/text/format-score.js'
import { number, upperFirst } from '../../domain/text/words.js'
import { displayText, truncate } from '../clean.js'
import { phrase, range, shareWords, signed, significance } from '../words.js'
import type { EvaluationNames } from './names.js'

type Status = 'pass' | 'warn' | 'fail' | 'not_run'
const VERDICTS: Record<VersionComparison['verdict'], { readonly status: Status; readonly word: string }> = {
  improved: { status: 'pass', word: 'Improved' },
  not_worse: { status: 'pass', word: 'Not worse' },
  inconclusive: { status: 'warn', word: 'Inconclusive' },
  regressed: { status: 'fail', word: 'Regressed' },
  unjudged: { status: 'not_run', word: 'Unjudged' },
}
/** Significance level: below it, a difference counts as seen. */
const ALPHA = 0.05
const MAX_NAMED = 20

export type VersionView = NonNullable<ReturnType<typeof versionsOf>>
export type VersionFigures = NonNullable<VersionView['figures']>

/**
 * The paired comparison with another version on the same cases; `null` where there was none. The offline model compares
 * no agents: of its figures there is only which checks newly fail.
 */
export function versionsOf(result: EvaluationResult, names: EvaluationNames) {
  const { comparison } = result
  if (!comparison) return null
  const { word } = VERDICTS[comparison.verdict]
  const { against, verdict, sentence, new_critical_failures } = comparison
  return {
    ...VERDICTS[verdict],
    other: truncate(displayText(against.version), 40),
    otherId: truncate(displayText(against.agent_version_id), 80),
    // Drops the verdict from the beginning of the sentence, because it is shown before it.
    sentence: upperFirst(phrase(sentence).replace(new RegExp(`^${word}: *`), '')),
    newly: new_critical_failures
      .slice(0, MAX_NAMED)
      .map(({ case_id, check }) => `${names.caseName(case_id)}: ${failedCheckWords(check)}`),
    figures: judgedBy(result) === 'model' ? figuresOf(comparison, result.overall_score, names) : null,
  }
}

function figuresOf(comparison: VersionComparison, overall_score: number | null, names: EvaluationNames) {
  const { overall, dimensions, flips, pairwise } = comparison
  return {
    scores: `${formatScore(comparison.other.overall_score)} then, ${formatScore(overall_score)} now`,
    smallest: comparison.smallest_visible === null ? '' : comparison.smallest_visible.toFixed(1),
    rows: [
      overall && rowOf('Overall', overall, overall.p),
      ...dimensions.map((difference) => rowOf(names.dimension(difference.dimension_id), difference, difference.p_holm)),
    ].filter((row) => row !== null),
    fixed: flippedOf(flips.fixed, names),
    broken: flippedOf(flips.broken, names),
    undecided: flippedOf(flips.undecided ?? [], names),
    flipsP: significance(flips.p),
    pairwise: pairwise && pairwiseOf(pairwise),
  }
}

type Difference = NonNullable<VersionComparison['overall']>

const rowOf = (label: string, { mean, interval }: Difference, p: number) => ({
  label,
  mean,
  interval,
  points: signed(mean, 2),
  between: interval ? range(interval, (value) => signed(value, 2)) : 'none',
  p: significance(p),
  seen: p < ALPHA,
})

const flippedOf = (ids: readonly string[], names: EvaluationNames) => ({
  count: ids.length,
  named: ids.slice(0, MAX_NAMED).map(names.caseName),
})

function pairwiseOf({ wins, losses, ties, cannot_judge, consistency, p }: NonNullable<VersionComparison['pairwise']>) {
  const unjudged = cannot_judge > 0 ? `, ${number(cannot_judge)} not judged` : ''
  const same =
    consistency === null ? '' : ` Both orders gave the same answer in ${shareWords(consistency)} of the pairs.`
  return `Side by side, in both orders: better in ${number(wins)}, worse in ${number(losses)}, tied in ${number(ties)}${unjudged} (${significance(p)}).${same}`
}
