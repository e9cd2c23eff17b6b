import {
  type CaseEvidence,
  type EvaluationFinding,
  type EvaluationResult,
  judgedBy,
  type VersionComparison,
} from '../../domain/evaluation/evaluation.js'
import type { RunWithResult } from '../../domain/run/run-document.js'
import { formatInterval, formatScore } from '../../domain/text/format-score.js'
import { percent } from '../../domain/text/words.js'
import { clean, truncate } from '../clean.js'
import { caseOutcome, NOTHING_FOUND, OUTCOMES, remarkOf, undecidedTrials, verdictWords } from './outcomes.js'
import { OFFLINE } from './trust.js'

/** Limits of this format; the report holds the rest. */
const MAX_FINDINGS = 5
const MAX_CASES = 50
const MAX_QUOTE = 240

/** An evaluation as GitHub-flavoured Markdown, for a comment or a job summary. It contains no mentions, links or images. */
export function evaluationMarkdown(run: Pick<RunWithResult<'evaluation'>, 'run_id' | 'result' | 'report_url'>): string {
  const result = run.result
  const { agent, verdict, overall_score, judge_trust, comparison, test_details } = result
  const by = judgedBy(result)
  const rehearsed = by === 'rehearsal'
  const score = overall_score === null || by !== 'model' ? '' : `, ${formatScore(overall_score)} of 10`
  const { mark, word } = verdictWords(result)
  const heading = [`## ${mark} ${inline(agent.name)} ${inline(agent.version)}: ${word.toLowerCase()}${score}`]
  if (by !== 'model') heading.push('', `> **Offline behaviour model.** ${OFFLINE[by]}`)
  const against = comparison && !rehearsed && comparisonLines(comparison, by === 'model')
  return [
    ...heading,
    '',
    inline(verdict.sentence),
    ...[...result.notes, result.hidden?.sentence ?? ''].filter(Boolean).flatMap((note) => ['', `> ${inline(note)}`]),
    ...criticalLines(result),
    ...suspectedLines(result),
    ...(against || []),
    '',
    ...dimensionTable(result),
    '',
    ...casesTable(result),
    ...(rehearsed ? [] : notPassedLines(result)),
    ...findingLines(
      'Failures',
      // Suspected failures are listed above.
      test_details.failures.filter(({ text }) => !text.startsWith('[SUSPECTED]')),
    ),
    ...findingLines('Weaknesses', test_details.weaknesses),
    ...findingLines('Recommendations', test_details.recommendations),
    '',
    `${inline(judge_trust.sentence)} ${result.trials.every(({ simulated }) => !simulated) ? 'The conversations were handed in.' : 'Simulated prospects are synthetic.'} Run \`${run.run_id}\`, plan \`${result.plan_hash}\`.`,
    '',
  ].join('\n')
}

function criticalLines({ verdict }: EvaluationResult): string[] {
  const { critical_failures } = verdict
  if (critical_failures.length === 0) return []
  return [
    '',
    '### Critical',
    ...critical_failures.map(
      ({ sentence, failed, of, evidence }) => `- ${inline(sentence)} (${failed} of ${of} trials)${quoted(evidence)}`,
    ),
  ]
}

function suspectedLines({ verdict }: EvaluationResult): string[] {
  const { suspected } = verdict
  if (suspected.length === 0) return []
  return [
    '',
    '### Suspected, not decided',
    ...suspected.map(
      ({ sentence, suspected, of, evidence, against }) =>
        `- ${inline(sentence)} (${suspected} of ${of} trials)${quoted(evidence)}${against === '' ? '' : `, perhaps against “${inline(truncate(clean(against), MAX_QUOTE))}”`}`,
    ),
  ]
}

function comparisonLines({ against, verdict, sentence, flips }: VersionComparison, judged: boolean): string[] {
  const listed = (ids: readonly string[]) => ids.slice(0, 10).map(inline).join(', ')
  const lines = [
    '',
    `### Against ${inline(against.version)} (${inline(against.agent_version_id)}): ${verdict.replace('_', ' ')}`,
    inline(sentence),
  ]
  if (!judged) return lines
  if (flips.broken.length > 0) lines.push(`- Now failing: ${listed(flips.broken)}`)
  if (flips.fixed.length > 0) lines.push(`- Now passing: ${listed(flips.fixed)}`)
  if (flips.undecided) lines.push(`- Undecided: ${listed(flips.undecided)}`)
  return lines
}

function dimensionTable({ rubric, test_details }: EvaluationResult): string[] {
  const { scores, score_intervals } = test_details
  if (Object.keys(scores).length === 0) return []
  return [
    '| Dimension | Weight | Score | 95% interval |',
    '| --- | ---: | ---: | --- |',
    ...rubric.dimensions.map(({ dimension_id, name, weight }) => {
      const score = scores[dimension_id]
      const interval = score_intervals[dimension_id] ?? null
      return `| ${inline(name)} | ${percent(weight)} | ${formatScore(score ?? null)} | ${interval ? formatInterval(interval) : '–'} |`
    }),
  ]
}

function casesTable(result: EvaluationResult): string[] {
  const { test_cases } = result.test_details
  const judged = judgedBy(result) === 'model'
  // Cases that did not pass come first, so that the limit cuts passed cases only.
  const sorted = [false, null, true].flatMap((outcome) =>
    test_cases.filter(({ passed }) => passed === outcome).sort((a, b) => (a.score ?? 0) - (b.score ?? 0)),
  )
  const rows = sorted.slice(0, MAX_CASES).map((test) => {
    const { name, score, trials, passed_trials, critical } = test
    const named = `${inline(name)}${critical ? ' (critical)' : ''}`
    const figure = formatScore(score)
    const { word, status } = OUTCOMES[caseOutcome(test, result)]
    const passes = !judged ? '–' : `${passed_trials} of ${trials}${undecidedTrials(test)}`
    return `| ${named} | ${status === 'fail' ? `**${word}**` : word} | ${figure} | ${passes} |`
  })
  const left = test_cases.length - rows.length
  if (left > 0) rows.push('', `… and ${left} more, which scored higher.`)
  return ['| Case | Outcome | Score | Trials passed |', '| --- | --- | ---: | ---: |', ...rows]
}

/** What each case that did not pass lacked, the worst first. */
function notPassedLines(result: EvaluationResult): string[] {
  const worst = result.test_details.test_cases
    .filter((test) => !NOTHING_FOUND.has(caseOutcome(test, result)))
    .sort((a, b) => (a.score ?? -1) - (b.score ?? -1))
  if (worst.length === 0) return []
  const left = worst.length - MAX_CASES
  const lines = worst.slice(0, MAX_CASES).map((test) => `- ${inline(test.name)}: ${inline(remarkOf(test))}`)
  if (left > 0) lines.push(`- … and ${left} more in the report`)
  return ['', '### What was missing', ...lines]
}

function findingLines(heading: string, findings: readonly EvaluationFinding[]): string[] {
  if (findings.length === 0) return []
  const left = findings.length - MAX_FINDINGS
  const lines = findings.slice(0, MAX_FINDINGS).map(({ text, evidence }) => `- ${inline(text)}${quoted(evidence)}`)
  if (left > 0) lines.push(`- … and ${left} more in the report`)
  return ['', `### ${heading}`, ...lines]
}

const quoted = ([first]: readonly CaseEvidence[]): string =>
  first ? ` “${inline(truncate(clean(first.quote), MAX_QUOTE))}” (${first.speaker})` : ''

/**
 * One line of plain text; whatever Markdown or GitHub would read as markup, mention, reference, link or table is
 * escaped.
 */
function inline(text: string): string {
  return clean(text)
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~$]/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u2060')
    .replace(/\b(https?|ftp):\/\//gi, '$1:\u2060//')
    .replace(/\bwww\./gi, 'www\u2060.')
    .replace(/^(\s*)([-=]|\d+\.)/, '$1\\$2')
}
