import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { PASS_AT } from '../../domain/evaluation/evaluation.js'
import type { Point } from '../../presentation/evaluation/evaluation.js'
import { Figure } from './figure.js'

const WIDTH = 336
const LEFT = 26
const RIGHT = WIDTH - 14
const TOP = 14
const BASE = 190
/** Least distance between the names of two versions; closer ones would overlap. */
const MIN_GAP = 34
const y = scaleLinear().domain([0, 10]).range([BASE, TOP])

/**
 * Scores from the oldest to this run, with whiskers and the threshold of 8; hollow where the cases or the judge differ.
 */
export function ScoreHistory({ points }: { points: readonly Point[] }) {
  const x = scaleLinear()
    .domain([0, points.length - 1])
    .range([LEFT + 22, RIGHT - 14])
  const same = points.map((point, i) => ({ point, i })).filter(({ point }) => point.differs.length === 0)
  const path = line<{ point: Point; i: number }>(
    ({ i }) => x(i),
    ({ point }) => y(point.value),
  )
  return (
    <Figure
      id="history-chart"
      width={WIDTH}
      height={BASE + 44}
      title="Score of each evaluation from the oldest to this one, 0 to 10"
      description={`${points.map(described).join('; ')}. ${PASS_AT} is needed.`}
    >
      {[0, 2, 4, 6, 8, 10].map((point) => (
        <g key={point}>
          <line class={point === PASS_AT ? 'needed' : 'grid'} x1={LEFT} x2={RIGHT} y1={y(point)} y2={y(point)} />
          <text class={point === PASS_AT ? 'label strong start' : 'label start'} x={0} y={y(point) + 4}>
            {point === PASS_AT ? '8.0' : point}
          </text>
        </g>
      ))}
      <path class="way" d={path(same) ?? ''} />
      {points.map((point, i) => (
        <Mark key={i} point={point} x={x(i)} />
      ))}
      {named(points, x).map(({ text, at, here }, i) => (
        <text key={i} class={here ? 'label strong' : 'label'} x={at} y={BASE + 18}>
          {text}
        </text>
      ))}
      <text class="label start" x={LEFT} y={BASE + 38}>
        {points[0]?.date ?? ''}
      </text>
      <text class="label end" x={WIDTH} y={BASE + 38}>
        {points.at(-1)?.here ? 'this run' : points.at(-1)?.date}
      </text>
    </Figure>
  )
}

/** A circle for a language model, a square for the offline model; hollow for other cases; a ring around this run. */
function Mark({ point: { value, interval, differs, offline, here }, x }: { point: Point; x: number }) {
  const kind = differs.length > 0 ? 'hollow' : 'mark'
  return (
    <g>
      {interval && (
        <path
          class={differs.length > 0 ? 'whisker faint' : 'whisker'}
          d={`M${x - 4} ${y(interval.low)}h8M${x} ${y(interval.low)}V${y(interval.high)}M${x - 4} ${y(interval.high)}h8`}
        />
      )}
      {here && <circle class="ring" cx={x} cy={y(value)} r={10} />}
      <Shape offline={offline} class={kind} x={x} y={y(value)} />
    </g>
  )
}

function Shape({ offline, x, y, ...rest }: { offline: boolean; class: string; x: number; y: number }) {
  return offline ? (
    <rect class={rest.class} x={x - 5} y={y - 5} width={10} height={10} />
  ) : (
    <circle class={rest.class} cx={x} cy={y} r={5.5} />
  )
}

/** The sign of a kind of score, for the legend. */
export function HistorySign({ offline, isOther }: { readonly offline: boolean; readonly isOther: boolean }) {
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true">
      <Shape offline={offline} class={isOther ? 'hollow' : 'mark'} x={7} y={7} />
    </svg>
  )
}

/**
 * Names of the versions under their points, where the version changes and there is room; this run's name is always
 * shown.
 */
function named(points: readonly Point[], x: (i: number) => number) {
  const last = points.length - 1
  const names: { text: string; at: number; here: boolean }[] = []
  points.forEach(({ version, here }, i) => {
    const text = `v${[...version].slice(0, 6).join('')}`
    const fresh = i === 0 || points[i - 1]?.version !== version
    const room = (names.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + MIN_GAP <= x(i)
    if (i === last || (fresh && room && x(i) + MIN_GAP <= x(last))) names.push({ text, at: x(i), here })
  })
  return names
}

function described({ version, figure, interval, between, differs, offline, verdict }: Point): string {
  const doubt = interval ? ` (${between})` : ''
  const notes = [verdict, ...differs, offline ? 'offline' : ''].filter(Boolean).join(', ')
  return `version ${version} ${figure}${doubt}, ${notes}`
}
