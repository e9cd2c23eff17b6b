import { scaleLinear } from 'd3-scale'
import { PRESSURE_BANDS } from '../../domain/analysis.js'
import type { Interval } from '../../domain/scores.js'
import { Figure } from './figure.js'

const EDGE = 8
const WIDTH = 336
const TRACK = 14
const x = scaleLinear()
  .domain([0, 100])
  .range([EDGE, WIDTH - EDGE])
const BANDS = PRESSURE_BANDS.map(({ upto, band }, i) => ({ band, from: PRESSURE_BANDS[i - 1]?.upto ?? 0, upto }))

type Props = {
  readonly id: string
  /** What the figure is called. */
  readonly name: string
  /** 0–100. */
  readonly value: number
  readonly interval: Interval | null
  /** Shows the bands of the pressure score. */
  readonly banded?: boolean
  /** The analyst's impression, 0–100: a hollow diamond. */
  readonly beside?: number
}

/** A figure on its 0–100 scale with its whiskers; for the pressure score with its bands. */
export function ScoreScale({ id, name, value, interval, banded = false, beside }: Props) {
  const between = interval ? `, 90 % interval ${Math.round(interval.low)} to ${Math.round(interval.high)}` : ''
  const impression = beside === undefined ? '' : ` The analyst’s impression is ${beside}.`
  const bands = banded ? ` Bands: ${BANDS.map(({ band, upto }) => `${band} up to ${upto}`).join(', ')}.` : ''
  return (
    <Figure
      id={id}
      width={WIDTH}
      height={42}
      title={name}
      description={`${Math.round(value)} of 100${between}.${impression}${bands}`}
    >
      {banded ? <Bands value={value} /> : <Plain />}
      {interval && <Whiskers low={interval.low} high={interval.high} />}
      {beside !== undefined && <path class="beside" d={`M${x(beside)} ${TRACK - 8}l8 8l-8 8l-8 -8z`} />}
      <circle class="mark" cx={x(value)} cy={TRACK} r={7} />
    </Figure>
  )
}

function Whiskers({ low, high }: Interval) {
  const d = `M${x(low)} ${TRACK - 7}v14M${x(low)} ${TRACK}H${x(high)}M${x(high)} ${TRACK - 7}v14`
  return <path class="whisker" d={d} />
}

function Bands({ value }: { value: number }) {
  const here = BANDS.find(({ upto }) => Math.round(value) <= upto)
  return BANDS.map((one) => {
    const left = x(one.from) + (one.from > 0 ? 1 : 0)
    const hit = one === here
    return (
      <g key={one.band}>
        <rect class={hit ? 'track here' : 'track'} x={left} y={TRACK - 3} width={x(one.upto) - left - 1} height={6} />
        <text class={hit ? 'label here' : 'label'} x={x((one.from + one.upto) / 2)} y={38}>
          {one.band === 'exceptional' ? 'except.' : one.band}
        </text>
      </g>
    )
  })
}

function Plain() {
  return (
    <>
      <rect class="track" x={x(0)} y={TRACK - 3} width={x(100) - x(0)} height={6} />
      {[0, 50, 100].map((point) => (
        <text
          key={point}
          class={point === 0 ? 'label start' : point === 100 ? 'label end' : 'label'}
          x={x(point)}
          y={38}
        >
          {point}
        </text>
      ))}
    </>
  )
}
