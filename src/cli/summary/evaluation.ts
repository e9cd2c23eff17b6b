import { type CaseEvidence, type EvaluationResult, judgedBy } from '../../domain/evaluation/evaluation.js'
import type { RunWithResult } from '../../domain/run/run-document.js'
import { formatInterval, formatScore } from '../../domain/text/format-score.js'
import { counted } from '../../domain/text/words.js'
import { caseOutcome, NOTHING_FOUND, OUTCOMES, remarkOf } from '../../presentation/evaluation/outcomes.js'
import { shareWords } from '../../presentation/words.js'
import { stripTerminalControls } from '../io.js'
import { wrap } from '../screen.js'
import { barLine, hanging, type Layout, quoteLine } from './layout.js'

const MAX_LISTED = 3

/**
 * An evaluation: verdict, obstacles to approval, scores, worst cases, difference to the other version, trust in the
 * judge.
 */
export function evaluationSummary(run: RunWithResult<'evaluation'>, layout: Layout): string[] {
  const result = run.result
  const { agent, verdict, comparison, judge_trust, test_details } = result
  const { screen, width } = layout
  const lines = [
    wrap(screen.strong(stripTerminalControls(verdict.sentence)), width),
    wrap(
      screen.faint(
        `${stripTerminalControls(agent.name)} ${stripTerminalControls(agent.version)}, ${played(result)}, seed ${run.seed ?? 'none'}`,
      ),
      width,
    ),
    ...result.notes.map((note) => wrap(stripTerminalControls(note), width)),
    ...criticalLines(result, layout),
    ...suspectedLines(result, layout),
    '',
  ]
  const by = judgedBy(result)
  if (by !== 'model')
    lines.push(screen.strong(`Figures of the ${by === 'rehearsal' ? 'rehearsal' : 'offline model, no judgement'}`))
  lines.push(...dimensionLines(result, layout), '', ...caseLines(result, layout))
  if (comparison)
    lines.push(
      '',
      wrap(screen.strong(`Against ${stripTerminalControls(comparison.against.version)}`), width),
      wrap(stripTerminalControls(comparison.sentence), width, '  '),
    )
  const { recommendations } = test_details
  if (recommendations.length > 0) lines.push('', screen.strong('Fix first'))
  for (const { text } of recommendations.slice(0, MAX_LISTED))
    lines.push(hanging(`- ${stripTerminalControls(text)}`, width))
  return [...lines, '', wrap(stripTerminalControls(judge_trust.sentence), width)]
}

function played({ agent: { live }, models, trials }: EvaluationResult): string {
  const offline = models.mode === 'offline'
  const judge = offline ? 'the offline behaviour model' : stripTerminalControls(models.judge)
  if (trials.every(({ simulated }) => !simulated))
    return `${trials.length} conversations that were handed in, judged by ${judge}`
  const prospect = offline ? judge : stripTerminalControls(models.prospect)
  if (live)
    return `live at ${stripTerminalControls(models.agent)}, synthetic prospects by ${prospect}, judged by ${judge}`
  return offline
    ? 'played and checked by the offline behaviour model, no language model was asked'
    : `played by ${stripTerminalControls(models.agent)}, synthetic prospects by ${prospect}, judged by ${judge}`
}

function criticalLines({ verdict }: EvaluationResult, layout: Layout): string[] {
  const { critical_failures } = verdict
  if (critical_failures.length === 0) return []
  return [
    '',
    layout.screen.strong('Critical'),
    ...critical_failures
      .slice(0, MAX_LISTED)
      .flatMap(({ sentence, failed, of, evidence }) => [
        hanging(`- ${stripTerminalControls(sentence)} (${failed} of ${of} trials)`, layout.width),
        ...firstQuote(evidence, layout),
      ]),
    ...more(critical_failures.length),
  ]
}

function suspectedLines({ verdict: { suspected } }: EvaluationResult, layout: Layout): string[] {
  if (suspected.length === 0) return []
  return [
    '',
    layout.screen.strong('Suspected, not decided'),
    ...suspected.slice(0, MAX_LISTED).flatMap(({ sentence, suspected, of, evidence, against }) => {
      const doubt = against === '' ? '' : ` It may go against “${stripTerminalControls(against)}”.`
      return [
        hanging(`- ${stripTerminalControls(sentence)}${doubt} (${suspected} of ${of} trials)`, layout.width),
        ...firstQuote(evidence, layout),
      ]
    }),
    ...more(suspected.length),
  ]
}

function dimensionLines({ rubric, test_details }: EvaluationResult, layout: Layout): string[] {
  const widest = Math.min(16, Math.max(...rubric.dimensions.map(({ name }) => name.length)))
  return rubric.dimensions.flatMap(({ dimension_id, name }) => {
    const score = test_details.scores[dimension_id]
    const interval = test_details.score_intervals[dimension_id] ?? null
    if (score === undefined) return []
    const words = interval ? [`(${formatInterval(interval)})`] : []
    return [barLine({ name, share: score / 10, figure: formatScore(score), words }, layout, widest)]
  })
}

function caseLines(result: EvaluationResult, layout: Layout): string[] {
  const { test_details, reliability } = result
  const { test_cases } = test_details
  const by = judgedBy(result)
  const { screen, width } = layout
  const worst = test_cases
    .filter((test) => (by === 'rehearsal' ? test.passed !== true : !NOTHING_FOUND.has(caseOutcome(test, result))))
    .sort((a, b) => (a.score ?? -1) - (b.score ?? -1))
  const passed = test_cases.length - worst.length
  let outcome = screen.strong(`${passed} of ${test_cases.length} cases passed.`)
  if (reliability.pass_hat_k !== null && reliability.k > 1)
    outcome += ` All ${reliability.k} trials pass in ${shareWords(reliability.pass_hat_k)} of cases.`
  if (by !== 'model')
    outcome = screen.strong(`${counted(test_cases.length, 'case')} ${by === 'rehearsal' ? 'rehearsed' : 'checked'}.`)
  return [
    wrap(outcome, width),
    ...worst.slice(0, MAX_LISTED).map((test) => {
      const { word } = OUTCOMES[caseOutcome(test, result)]
      const score = test.score === null ? '' : ` ${formatScore(test.score)}`
      return hanging(
        `- ${stripTerminalControls(test.name)} [${word}${score}] ${stripTerminalControls(remarkOf(test))}`,
        width,
      )
    }),
    ...more(worst.length),
  ]
}

const firstQuote = ([first]: readonly CaseEvidence[], layout: Layout): string[] =>
  first ? [quoteLine(first.speaker, first.quote, layout)] : []
const more = (count: number): string[] =>
  count > MAX_LISTED ? [`  … and ${count - MAX_LISTED} more in the report.`] : []
