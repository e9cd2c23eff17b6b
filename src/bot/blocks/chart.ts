import type { EvaluationResult } from '../../domain/evaluation/evaluation.js'
import type { JudgedResult } from '../../domain/panel/pressure-test.js'
import { isRehearsal } from '../../domain/run/run.js'
import { isPanelRun, type RunDocument, type RunWithResult } from '../../domain/run/run-document.js'
import { namesOf as evaluationNames } from '../../presentation/evaluation/names.js'
import { dimensionScores } from '../../presentation/evaluation/verdict.js'
import { namesOf } from '../../presentation/panel.js'
import { mapOf } from '../../presentation/pressure-map.js'
import { POINTS } from '../../presentation/scores.js'
import { bold, container, list, type MessageScale, paragraph, rich, table, words } from './blocks.js'
import type { ChartBlock, Message } from './message.js'
import { cut, line, neutralizeMrkdwn } from './text.js'
import { sectionMessage, type ThreadPart } from './thread-part.js'

/** Most claims in their chart; Slack takes 20 categories, a phone shows ten. */
const MAX_CLAIMS = 10
const LABEL = 20
const BAR = 12

/** A row of a chart: its label, and a value for each series. */
type ChartRow = { readonly label: string; readonly full: string; readonly values: readonly number[] }
type ChartData = {
  readonly title: string
  readonly unit: string
  readonly max: number
  readonly series: readonly string[]
  readonly rows: readonly ChartRow[]
}

/** Charts of a run: one with a single series, and for a panel a second with belief by claim. */
function chartsOf(run: RunDocument): ChartData[] {
  if (isPanelRun(run)) return [intentChart(run.result), claimsChart(run.result)]
  return run.kind === 'evaluation' && run.result !== null ? [dimensionsChart(run.result)] : []
}

const intentChart = ({ intent }: JudgedResult): ChartData => ({
  title: 'Would they buy it? Share of the panel, %',
  unit: '%',
  max: 100,
  series: ['Share, %'],
  rows: (intent?.pmf ?? []).map((share, i) => ({
    label: LABELS[i] ?? '',
    full: POINTS[i] ?? '',
    values: [Math.round(share * 100)],
  })),
})
const LABELS = ['definitely not', 'probably not', 'might', 'probably', 'definitely']

function claimsChart(result: JudgedResult): ChartData {
  const rows = mapOf(result, namesOf(result.responses)).rows.slice(0, MAX_CLAIMS)
  return {
    title: 'Who believes which claim? People',
    unit: '',
    max: Math.max(1, result.responses.length),
    series: ['Believe', 'Doubt', 'Reject'],
    rows: rows.map(({ number, claim, counts }) => ({
      // The number makes the label unique, as Slack demands, and refers to the line of the list below.
      label: neutralizeMrkdwn(`${number}. ${claim}`, LABEL),
      full: claim,
      values: [counts.believes, counts.doubts, counts.rejects],
    })),
  }
}

function dimensionsChart(result: EvaluationResult): ChartData {
  const scores = dimensionScores(result, evaluationNames(result)).slice(0, MAX_CLAIMS)
  return {
    title: 'Scores by dimension, 0–10',
    unit: '',
    max: 10,
    series: ['Score'],
    rows: scores.map(({ name, value }, i) => ({
      label: neutralizeMrkdwn(scores.length > 1 ? `${i + 1}. ${name}` : name, LABEL),
      full: name,
      values: [Math.floor(value * 10) / 10],
    })),
  }
}

const native = ({ title, series, rows }: ChartData): ChartBlock => ({
  type: 'data_visualization',
  title: cut(title, 50),
  chart: {
    type: 'bar',
    series: series.map((name, i) => ({
      name,
      data: rows.map(({ label, values }) => ({ label, value: values[i] ?? 0 })),
    })),
    axis_config: { categories: rows.map(({ label }) => label) },
  },
})

/** The chart as text: one bar per row for a single series, otherwise the figures. */
function asText({ series, rows, max, unit }: ChartData) {
  if (series.length === 1)
    return table(
      rows.map(({ label, values: [value = 0] }) => `${`${value}${unit}`.padStart(5)} ${barOf(value / max)} ${label}`),
    )
  const heads = series.map((name) => name.slice(0, 7).padStart(7)).join('')
  const lines = rows.map(
    ({ values, label }) => `${values.map((value) => String(value).padStart(7)).join('')}  ${label.split('.')[0]}.`,
  )
  return table([heads, ...lines])
}

const barOf = (share: number): string => {
  const full = Math.max(0, Math.min(BAR, Math.round(share * BAR)))
  return '█'.repeat(full) + '░'.repeat(BAR - full)
}

const numbered = ({ rows }: ChartData, scale: MessageScale) =>
  list(
    rows.map(({ full }) => [words(line(full, 140 * scale.words))]),
    'ordered',
  )

/** Every chart of the run as text. */
const inWords = (charts: readonly ChartData[], scale: MessageScale) =>
  charts.map((chart) =>
    rich(paragraph(bold(chart.title)), asText(chart), chart.series.length > 1 && numbered(chart, scale)),
  )

/** Native charts with a text form for older clients; no part for a kind without figures to draw. */
export function chartParts(run: RunWithResult): ThreadPart[] {
  const charts = chartsOf(run).filter(({ rows }) => rows.length > 0)
  const [first] = charts
  return first ? [{ key: 'chart', render: () => chartMessage(run, charts, first) }] : []
}

function chartMessage(run: RunWithResult, charts: readonly ChartData[], first: ChartData): Message {
  const claims = charts.find(({ series }) => series.length > 1)
  const judged = run.kind === 'evaluation' ? 'The scores in a picture' : 'The panel in a picture'
  const title = isRehearsal(run) ? 'Text-check figures in a picture' : judged
  return sectionMessage(run, {
    title,
    text: `${title}: ${summaryOf(first)}`,
    section: 'chart',
    blocks: (scale) => [
      ...charts.map(native),
      claims !== undefined && container('The claims by their number', [rich(numbered(claims, scale))]),
    ],
    plain: (scale) => inWords(charts, scale),
  })
}

/** What the first chart shows, for a screen reader. */
const summaryOf = ({ title, rows, unit }: ChartData): string =>
  cut(`${title}: ${rows.map(({ label, values }) => `${label} ${values[0] ?? 0}${unit}`).join(', ')}.`, 600)
