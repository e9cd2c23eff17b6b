import { scaleLinear } from 'd3-scale'
import { PRESSURE_BANDS } from '../../domain/analysis.js'
import type { Score } from '../view/counts.js'
import { Figure } from './figure.js'

const EDGE = 8
const WIDTH = 336
const TRACK = 14
const x = scaleLinear()
  .domain([0, 100])
  .range([EDGE, WIDTH - EDGE])
const BANDS = PRESSURE_BANDS.map(({ upto, band }, i) => ({ band, from: PRESSURE_BANDS[i - 1]?.upto ?? 0, upto }))

type Props = { readonly id: string; readonly score: Score; readonly banded?: boolean }

/** A score on its 0–100 scale: for the pressure score with its bands, and with its interval where there is one. */
export function ScoreScale({ id, score, banded = false }: Props) {
  const { value, interval } = score
  const between = interval ? `, between ${Math.round(interval.low)} and ${Math.round(interval.high)}` : ''
  const bands = banded ? ` Bands: ${BANDS.map(({ band, upto }) => `${band} up to ${upto}`).join(', ')}.` : ''
  return (
    <Figure
      id={id}
      width={WIDTH}
      height={42}
      title={`${score.name} score`}
      description={`${value} of 100${between}.${bands}`}
    >
      {interval && <Range low={interval.low} high={interval.high} />}
      {banded ? <Bands value={value} /> : <Plain />}
      <circle class="mark" cx={x(value)} cy={TRACK} r={7} />
    </Figure>
  )
}

/** Stands behind the scale, so that the bands can be read through it. */
function Range({ low, high }: { low: number; high: number }) {
  return (
    <>
      <rect class="range" x={x(low)} y={TRACK - 8} width={x(high) - x(low)} height={16} />
      {[low, high].map((end, i) => (
        <line key={i} class="range-end" x1={x(end)} x2={x(end)} y1={TRACK - 9} y2={TRACK + 9} />
      ))}
    </>
  )
}

function Bands({ value }: { value: number }) {
  const here = BANDS.find(({ upto }) => value <= upto)
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
