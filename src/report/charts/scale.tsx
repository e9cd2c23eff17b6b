import { scaleLinear } from 'd3-scale'
import { PRESSURE_BANDS } from '../../domain/analysis.js'
import type { Score } from '../view.js'

const WIDTH = 320
const x = scaleLinear().domain([0, 100]).range([0, WIDTH])

/** A score on its 0–100 scale, with the bands of the pressure score where it is one, and its interval where there is one. */
export function ScoreScale({ score, banded }: { score: Score; banded: boolean }) {
  const bands = PRESSURE_BANDS.map(({ upto, band }, i) => ({ band, from: PRESSURE_BANDS[i - 1]?.upto ?? 0, upto }))
  const doubt = score.interval
    ? `, between ${Math.round(score.interval.low)} and ${Math.round(score.interval.high)}`
    : ''
  return (
    <svg
      class="scale"
      viewBox={`-6 0 ${WIDTH + 12} ${banded ? 44 : 26}`}
      role="img"
      aria-label={`${score.name} ${score.value} of 100${doubt}`}
    >
      <rect class="track" x={0} y={9} width={WIDTH} height={8} rx={4} />
      {score.interval ? (
        <rect
          class="range"
          x={x(score.interval.low)}
          y={6}
          width={x(score.interval.high) - x(score.interval.low)}
          height={14}
          rx={3}
        />
      ) : (
        <rect class="fill" x={0} y={9} width={x(score.value)} height={8} rx={4} />
      )}
      <circle class="mark" cx={x(score.value)} cy={13} r={6} />
      {banded &&
        bands.map(({ band, from, upto }) => (
          <g key={band}>
            {from > 0 && <line class="tick" x1={x(from)} x2={x(from)} y1={22} y2={28} />}
            <text
              class={score.value > from && score.value <= upto ? 'label here' : 'label'}
              x={x((from + upto) / 2)}
              y={39}
            >
              {band === 'exceptional' ? 'except.' : band}
            </text>
          </g>
        ))}
    </svg>
  )
}
