import { scaleLinear } from 'd3-scale'
import { PASS_AT } from '../../domain/evaluation/evaluation.js'
import { PRESSURE_BANDS } from '../../domain/panel/analysis.js'
import type { Interval } from '../../domain/panel/scores.js'
import { between, FAILED_BELOW, type PointScore, STANDINGS } from '../../presentation/evaluation/verdict.js'
import { spreadOf } from '../../presentation/scores.js'
import { signed } from '../../presentation/words.js'
import { anchorOf, Figure } from './figure.js'

const WIDTH = 336
const EDGE = 8
const TRACK = 14

type Zone = { readonly from: number; readonly to: number; readonly label?: string; readonly here?: boolean }
type ScaleProps = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly width?: number
  /** Stretches of the track, from 0 to the top of the scale; labels stand below it. */
  readonly zones: readonly Zone[]
  /** Figures below the track, used where no zone has a label. */
  readonly ticks?: readonly number[]
  readonly value: number
  readonly interval: Interval | null
  /** A second, narrower interval within: a thick stroke. */
  readonly inner?: Interval | null
  readonly bar?: { readonly height: number; readonly mark: number; readonly reached?: string }
  /** Threshold to reach, as a line. */
  readonly needed?: number | null
  /** A second figure beside the first: a hollow diamond. */
  readonly beside?: number | undefined
}

/** A value on its scale, with the whiskers of its interval. */
function Scale({ id, title, description, width = WIDTH, zones, ticks = [], value, interval, ...more }: ScaleProps) {
  const { bar = { height: 6, mark: 7 }, needed = null, beside, inner = null } = more
  const top = zones.at(-1)?.to ?? 100
  const x = scaleLinear()
    .domain([0, top])
    .range([EDGE, width - EDGE])
  const y = TRACK - bar.height / 2
  return (
    <Figure id={id} width={width} height={42} title={title} description={description}>
      {zones.map(({ from, to, label, here }) => {
        const left = x(from) + (from > 0 ? 1 : 0)
        const right = x(to) - (to < top ? 1 : 0)
        return (
          <g key={from}>
            <rect
              class={here && !bar.reached ? 'track here' : 'track'}
              x={left}
              y={y}
              width={right - left}
              height={bar.height}
            />
            {label && (
              <text class={here ? 'label here' : 'label'} x={x((from + to) / 2)} y={38}>
                {label}
              </text>
            )}
          </g>
        )
      })}
      {bar.reached && <rect class={bar.reached} x={x(0)} y={y} width={x(value) - x(0)} height={bar.height} />}
      {needed !== null && <path class="needed" d={`M${x(needed)} ${TRACK - 9}v18`} />}
      {interval && <Whiskers low={x(interval.low)} high={x(interval.high)} y={TRACK} reach={7} />}
      {inner && <path class="inner" d={`M${x(inner.low)} ${TRACK}H${x(inner.high)}`} />}
      {beside !== undefined && <path class="beside" d={`M${x(beside)} ${TRACK - 8}l8 8l-8 8l-8 -8z`} />}
      <circle class="mark" cx={x(value)} cy={TRACK} r={bar.mark} />
      {ticks.map((tick) => (
        <text key={tick} class={`label ${anchorOf(tick, top)}`.trim()} x={x(tick)} y={38}>
          {tick}
        </text>
      ))}
    </Figure>
  )
}

function Whiskers({ low, high, y, reach }: { low: number; high: number; y: number; reach: number }) {
  const end = `v${2 * reach}`
  return <path class="whisker" d={`M${low} ${y - reach}${end}M${low} ${y}H${high}M${high} ${y - reach}${end}`} />
}

const BANDS = PRESSURE_BANDS.map(({ upto, band }, i) => ({ band, from: PRESSURE_BANDS[i - 1]?.upto ?? 0, upto }))

type ScoreProps = {
  readonly id: string
  /** Name of the figure. */
  readonly name: string
  /** 0–100. */
  readonly value: number
  /** Intervals with other kinds of people, and with others of the same kinds. */
  readonly interval: Interval | null
  readonly sameKinds?: Interval | null
  /** Shows the bands of the pressure score. */
  readonly banded?: boolean
  /** The analyst's impression, 0–100. */
  readonly beside?: number | undefined
}

/** A score of 0–100; the pressure score with its bands. */
export function ScoreScale({ id, name, value, interval, sameKinds = null, banded = false, beside }: ScoreProps) {
  const spread = spreadOf({ interval, sameKinds })
  const doubt = spread === '' ? '' : `, ${spread}`
  const impression = beside === undefined ? '' : ` The analyst’s impression is ${beside}.`
  const bands = banded ? ` Bands: ${BANDS.map(({ band, upto }) => `${band} up to ${upto}`).join(', ')}.` : ''
  const reached = BANDS.find(({ upto }) => Math.round(value) <= upto)
  const named = BANDS.map(({ band, from, upto }) => ({
    from,
    to: upto,
    label: band === 'exceptional' ? 'except.' : band,
    here: band === reached?.band,
  }))
  return (
    <Scale
      id={id}
      title={name}
      description={`${Math.round(value)} of 100${doubt}.${impression}${bands}`}
      zones={banded ? named : [{ from: 0, to: 100 }]}
      ticks={banded ? [] : [0, 50, 100]}
      value={value}
      interval={interval}
      inner={sameKinds}
      beside={beside}
    />
  )
}

const ZONES = [
  { from: 0, to: FAILED_BELOW, label: 'failed' },
  { from: FAILED_BELOW, to: PASS_AT, label: 'improve' },
  { from: PASS_AT, to: 10, label: 'good' },
] as const

type PointProps = {
  readonly id: string
  readonly score: Pick<PointScore, 'name' | 'value' | 'figure' | 'standing' | 'interval'>
  /** Whether the zones have labels and the scale stands in a column; otherwise it shows its ends and the threshold. */
  readonly zoned?: boolean
}

/** A score of 0–10 as a bar, with its threshold of 8; a figure without standing was not judged and has none. */
export function TenScale({ id, score, zoned = false }: PointProps) {
  const { name, value, figure, standing, interval } = score
  const doubt = interval ? `, 95% interval ${between(interval)}` : ''
  const verdict =
    standing === null
      ? ', not judged'
      : `: ${STANDINGS[standing]}. ${PASS_AT} is needed, below ${FAILED_BELOW} is failed`
  const zones = ZONES.map(({ from, to, label }) =>
    zoned ? { from, to, label, here: value >= from && (value < to || to === 10) } : { from, to },
  )
  return (
    <Scale
      id={id}
      title={name}
      description={`${figure} of 10${doubt}${verdict}.`}
      // In a smaller drawing the zones' labels would be unreadable.
      width={zoned ? 240 : WIDTH}
      zones={zones}
      ticks={zoned ? [] : [0, PASS_AT, 10]}
      value={value}
      interval={interval}
      bar={{ height: 8, mark: 6, reached: standing === null ? 'reached' : `reached ${standing}` }}
      needed={standing === null ? null : PASS_AT}
    />
  )
}

type Difference = {
  readonly label: string
  readonly mean: number
  readonly interval: Interval | null
  /** "p = 0.024"; empty or absent where nothing was tested. */
  readonly p?: string
  /** Whether the difference is significant; drawn hollow where not. */
  readonly seen?: boolean
}
type DifferencesProps = {
  readonly id: string
  readonly title: string
  readonly rows: readonly Difference[]
  /** Least number of points to either side, so that a small difference is not drawn large. */
  readonly minPoints: number
  /** Noise floor in points to either side of zero, as a grey band. */
  readonly noise?: number | null
  readonly decimals?: number
}

const TOP = 14
const STEP = 48

/** Mean differences with their intervals, all on one scale around zero. */
export function Differences({ id, title, rows, minPoints, noise = null, decimals = 1 }: DifferencesProps) {
  const ends = rows.flatMap(({ mean, interval }) => [mean, interval?.low ?? 0, interval?.high ?? 0])
  const most = Math.max(minPoints, noise ?? 0, ...ends.map(Math.abs))
  const x = scaleLinear()
    .domain([-most, most])
    .nice()
    .range([10, WIDTH - 10])
  const bottom = TOP + rows.length * STEP
  const write = (value: number): string => signed(value, decimals)
  const words = rows.map(({ label, mean, interval, p }) => {
    const doubt = interval ? ` (${write(interval.low)} to ${write(interval.high)})` : ''
    return `${label} ${write(mean)}${doubt}${p ? `, ${p}` : ''}`
  })
  return (
    <Figure
      id={id}
      width={WIDTH}
      height={bottom + 24}
      title={title}
      description={`${words.join('; ')}.${noise === null ? '' : ` Noise: up to ${noise.toFixed(1)} points.`}`}
    >
      {noise !== null && (
        <rect class="noise" x={x(-noise)} y={0} width={Math.max(2, x(noise) - x(-noise))} height={bottom} />
      )}
      <line class="zero" x1={x(0)} x2={x(0)} y1={0} y2={bottom} />
      {x.ticks(4).map((point) => (
        <text key={point} class="label" x={x(point)} y={bottom + 18}>
          {point === 0 ? 'no difference' : signed(point).replace('.0', '')}
        </text>
      ))}
      {rows.map(({ label, mean, interval, p, seen }, i) => {
        const y = TOP + i * STEP
        return (
          <g key={i}>
            <text class="label strong start" x={0} y={y}>
              {label}
            </text>
            {p && (
              <text class="label end" x={WIDTH} y={y}>
                {write(mean)}, {p}
              </text>
            )}
            {interval && <Whiskers low={x(interval.low)} high={x(interval.high)} y={y + 18} reach={6} />}
            <circle class={p && !seen ? 'hollow' : 'mark'} cx={x(mean)} cy={y + 18} r={6} />
          </g>
        )
      })}
    </Figure>
  )
}
