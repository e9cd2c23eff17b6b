import { scaleLinear } from 'd3-scale'
import type { VersionRow } from '../../presentation/evaluation/comparison.js'
import { points } from '../../presentation/evaluation/verdict.js'
import { Figure } from './figure.js'

const WIDTH = 336
const EDGE = 12
const TOP = 14
const STEP = 48
/** Points to either side at least, so that a trifle does not look like a landslide. */
const LEAST = 1

/** This version less the other, with intervals around no difference; full marks are told apart from chance, hollow are not. */
export function VersionDifferences({ rows }: { rows: readonly VersionRow[] }) {
  const ends = rows.flatMap(({ mean, interval }) => [mean, interval?.low ?? 0, interval?.high ?? 0])
  const most = Math.max(LEAST, ...ends.map(Math.abs))
  const x = scaleLinear()
    .domain([-most, most])
    .range([EDGE, WIDTH - EDGE])
  const bottom = TOP + rows.length * STEP
  const told = rows.map(({ label, between, p, ...row }) => `${label} ${row.points} (${between}), ${p}`).join('; ')
  return (
    <Figure
      id="versions-chart"
      width={WIDTH}
      height={bottom + 22}
      title="Difference between the versions in points of 0 to 10, overall and by dimension"
      description={`${told}.`}
    >
      <line class="zero" x1={x(0)} x2={x(0)} y1={TOP + 6} y2={bottom} />
      <text class="label start" x={0} y={bottom + 18}>
        worse
      </text>
      <text class="label" x={x(0)} y={bottom + 18}>
        no difference
      </text>
      <text class="label end" x={WIDTH} y={bottom + 18}>
        better
      </text>
      {rows.map(({ label, mean, interval, seen, p }, i) => (
        <g key={i}>
          <text class="label strong start" x={0} y={TOP + i * STEP}>
            {label}
          </text>
          <text class="label end" x={WIDTH} y={TOP + i * STEP}>
            {points(mean)}, {p}
          </text>
          {interval && (
            <path
              class="whisker"
              d={`M${x(interval.low)} ${at(i) - 6}v12M${x(interval.low)} ${at(i)}H${x(interval.high)}M${x(interval.high)} ${at(i) - 6}v12`}
            />
          )}
          <circle class={seen ? 'mark' : 'hollow'} cx={x(mean)} cy={at(i)} r={6} />
        </g>
      ))}
    </Figure>
  )
}

const at = (i: number): number => TOP + i * STEP + 18
