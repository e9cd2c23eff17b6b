import { type Evidence, pressureBand } from '../domain/analysis.js'
import type { MinorityReport } from '../domain/discussion.js'
import type { PressureTestResult } from '../domain/pressure-test.js'
import type { RunDocument } from '../domain/run.js'
import { type Io, inert } from './io.js'
import { createScreen, type Mood, type Screen, wrap } from './screen.js'

const WIDEST = 96
const FINDINGS = 3
const VIEWS = 2

/** A finished pressure test as text that stands alone: verdict, scores, worst findings, dissent, next step, doubt. */
export function summarise(
  run: RunDocument,
  io: Pick<Io, 'columns' | 'colour' | 'unicode'>,
  reportPath: string | null = null,
): string {
  const result = run.result as PressureTestResult
  const { analysis, minority_report: dissent } = result
  const screen = createScreen(io)
  const width = Math.min(io.columns, WIDEST)
  const band = pressureBand(analysis.pressure_score)
  const said = quoting(result, screen, width)

  return [
    '',
    wrap(screen.strong(`Pressure score ${Math.round(analysis.pressure_score)} of 100: ${band}`), width),
    wrap(screen.faint(whatItIs(run, result)), width),
    '',
    ...scoreLines(result, screen, width),
    '',
    screen.strong('What broke'),
    ...(analysis.key_weaknesses.length === 0 ? ['  Nothing that the panel would name.'] : []),
    ...analysis.key_weaknesses
      .slice(0, FINDINGS)
      .flatMap(({ weakness, severity, evidence }, index) => [
        hanging(`${index + 1}. ${inert(weakness)} [${severity}]`, width),
        ...said(evidence[0]),
      ]),
    '',
    wrap(screen.strong(DISSENT_TITLES[dissent.method]), width),
    ...(dissent.suppressed_views.length === 0 ? ['  Nothing of the kind was found.'] : []),
    ...dissent.suppressed_views
      .slice(0, VIEWS)
      .flatMap(({ view, holders }) => [hanging(`- ${inert(view)}`, width), ...said(holders[0])]),
    '',
    screen.strong('Fix first'),
    ...analysis.recommended_refinements
      .slice(0, VIEWS)
      .map(({ recommendation }) => hanging(`- ${inert(recommendation)}`, width)),
    '',
    wrap(trustLine(run, screen), width),
    wrap(screen.faint(`${inert(run.trust?.quotes.sentence ?? '')} ${spent(run)}`), width),
    '',
    // Never broken or cut: these two are for copying.
    ...(reportPath === null ? [] : [`Report  ${reportPath}`]),
    `Run     ${run.run_id}`,
    '',
  ].join('\n')
}

const DISSENT_TITLES: Record<MinorityReport['method'], string> = {
  measured: 'Minority report: held privately, said by nobody',
  script: 'Minority report: held privately, not said in the one-call discussion',
  individual: 'Minority report: thought privately, not said to others',
}

function whatItIs(run: RunDocument, { responses, category, skepticism }: PressureTestResult): string {
  const asked = run.trust?.respondents.asked ?? responses.length
  const answered = responses.length === asked ? `${asked}` : `${responses.length} of ${asked}`
  return `${answered} synthetic people, category ${category}, skepticism ${skepticism}, seed ${run.seed}`
}

const LIGHTS: Record<'green' | 'amber' | 'red', Mood> = { green: 'good', amber: 'middling', red: 'bad' }

function trustLine(run: RunDocument, screen: Screen): string {
  if (!run.trust) return ''
  const { light, sentence } = run.trust
  return `${screen.tinted(`[${light}]`, LIGHTS[light])} ${inert(sentence)}`
}

function scoreLines({ analysis, responses }: PressureTestResult, screen: Screen, width: number): string[] {
  const narrow = width < 44
  const cells = narrow ? 6 : width < 60 ? 10 : 24
  const line = (name: string, key: 'pressure_score' | 'gut_attraction_index' | 'credibility_score', word = '') => {
    const score = Math.round(analysis[key])
    const interval = analysis.intervals?.[key]
    const between = interval ? `(${Math.round(interval.low)} to ${Math.round(interval.high)})` : ''
    const mood: Mood = score > 70 ? 'good' : score > 50 ? 'middling' : 'bad'
    const bar = screen.tinted(screen.bar(score / 100, cells), mood)
    const figure = `  ${name.padEnd(11)} ${bar} ${String(score).padStart(3)}`
    // On a narrow screen the doubt stands below its figure; the band is in the title.
    if (narrow) return between === '' ? figure : `${figure}\n${' '.repeat(14)}${between}`
    return `${figure} ${[between, word].filter(Boolean).join(' ')}`.trimEnd()
  }
  return [
    line('pressure', 'pressure_score', pressureBand(analysis.pressure_score)),
    line('gut pull', 'gut_attraction_index'),
    line('credibility', 'credibility_score'),
    wrap(intents(responses.map(({ purchase_intent }) => purchase_intent)), width, '  '),
  ]
}

function intents(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
  return `would buy   ${mean.toFixed(1)} of 10 on average (from ${sorted[0]} to ${sorted.at(-1)})`
}

/** A respondent's words under a finding, with who said them. */
function quoting(result: PressureTestResult, screen: Screen, width: number) {
  const names = new Map(result.responses.map((one) => [one.persona_id, one.persona_name]))
  return (evidence: Pick<Evidence, 'persona_id' | 'quote'> | undefined): string[] => {
    if (!evidence) return []
    const who = inert(names.get(evidence.persona_id) ?? evidence.persona_id)
    return [screen.faint(wrap(`${who}: ${inert(evidence.quote)}`, width, '     '))]
  }
}

/** Wrapped text whose later lines stand under the first word, not under its number. */
function hanging(text: string, width: number): string {
  const [mark = '', ...words] = text.split(' ')
  const indent = ' '.repeat(3 + mark.length)
  return `  ${mark} ${wrap(words.join(' '), width, indent).trimStart()}`
}

/** What a run has cost, in words. */
export function spent({ usage, model }: Pick<RunDocument, 'usage' | 'model'>): string {
  if (model.mode === 'offline') return 'Cost: nothing.'
  const cost = usage.cost_usd === null ? 'unknown (no price for this model)' : `$${usage.cost_usd.toFixed(4)}`
  const doubt = usage.possibly_paid > 0 ? `, and ${usage.possibly_paid} lost calls that may have been billed` : ''
  return `Cost: ${cost} for ${usage.calls} calls${doubt}.`
}
