import { pressureBand } from '../domain/analysis.js'
import type { PressureTestResult } from '../domain/pressure-test.js'
import type { RunDocument } from '../domain/run.js'
import { type Io, inert, wrap } from './io.js'

const BAR = 20

/** A finished pressure test as text that stands alone: verdict, scores, worst findings, dissent, next step, doubt. */
export function summarise(run: RunDocument, io: Pick<Io, 'columns' | 'colour'>): string {
  const result = run.result as PressureTestResult
  const { analysis, minority_report: dissent, responses } = result
  const width = Math.min(io.columns, 100)
  const strong = (text: string) => (io.colour ? `\u001b[1m${text}\u001b[0m` : text)
  const names = new Map(responses.map((response) => [response.persona_id, response.persona_name]))
  const quote = (evidence: { persona_id: string; quote: string } | undefined) =>
    evidence
      ? [
          wrap(
            `${inert(names.get(evidence.persona_id) ?? evidence.persona_id)}: ${inert(evidence.quote)}`,
            width,
            '     ',
          ),
        ]
      : []

  return [
    '',
    strong(`Pressure score ${score(analysis.pressure_score)} of 100: ${pressureBand(analysis.pressure_score)}`),
    `  pressure     ${bar(analysis.pressure_score)} ${score(analysis.pressure_score)}`,
    `  gut pull     ${bar(analysis.gut_attraction_index)} ${score(analysis.gut_attraction_index)}`,
    `  credibility  ${bar(analysis.credibility_score)} ${score(analysis.credibility_score)}`,
    `  would buy    ${intents(responses.map(({ purchase_intent }) => purchase_intent))}`,
    '',
    strong('What broke'),
    ...analysis.key_weaknesses
      .slice(0, 3)
      .flatMap(({ weakness, severity, evidence }, index) => [
        wrap(`${index + 1}. ${inert(weakness)} (${severity})`, width, '  '),
        ...quote(evidence[0]),
      ]),
    '',
    strong('Minority report: held privately, said by nobody'),
    ...(dissent.suppressed_views.length === 0
      ? ['  Nothing of the kind was found.']
      : dissent.suppressed_views
          .slice(0, 2)
          .flatMap(({ view, holders }) => [wrap(`- ${inert(view)}`, width, '  '), ...quote(holders[0])])),
    '',
    strong('Fix first'),
    ...analysis.recommended_refinements
      .slice(0, 2)
      .map(({ recommendation }) => wrap(`- ${inert(recommendation)}`, width, '  ')),
    '',
    wrap(inert(run.trust?.sentence ?? ''), width),
    wrap(`${inert(run.trust?.quotes.sentence ?? '')} ${spent(run)}`, width),
    `Run ${run.run_id}`,
    '',
  ].join('\n')
}

const score = (value: number): string => String(Math.round(value))
const bar = (value: number): string => '#'.repeat(Math.round((value / 100) * BAR)).padEnd(BAR, '.')

function intents(values: number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
  return `${mean.toFixed(1)} of 10 on average (from ${sorted[0]} to ${sorted.at(-1)}, ${values.length} synthetic people)`
}

/** What a run has cost, in words. */
export function spent({ usage, model }: Pick<RunDocument, 'usage' | 'model'>): string {
  if (model.mode === 'offline') return 'Cost: nothing.'
  const cost = usage.cost_usd === null ? 'unknown (no price for this model)' : `$${usage.cost_usd.toFixed(4)}`
  const doubt = usage.possibly_paid > 0 ? `, and ${usage.possibly_paid} lost calls that may have been billed` : ''
  return `Cost: ${cost} for ${usage.calls} calls${doubt}.`
}
