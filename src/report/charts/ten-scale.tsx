import { scaleLinear } from 'd3-scale'
import { PASS_AT } from '../../domain/evaluation.js'
import { between, FAILED_BELOW, type PointScore, STANDINGS } from '../../presentation/evaluation/verdict.js'
import { Figure } from './figure.js'

const EDGE = 8
/** With zones it stands in a column; drawn smaller its words could not be read. */
const WIDTH = { plain: 336, zoned: 240 } as const
const TRACK = 14
const ZONES = [
  { from: 0, to: FAILED_BELOW, label: 'failed' },
  { from: FAILED_BELOW, to: PASS_AT, label: 'improve' },
  { from: PASS_AT, to: 10, label: 'good' },
] as const

type Props = {
  readonly id: string
  readonly score: Pick<PointScore, 'name' | 'value' | 'shown' | 'standing' | 'interval'>
  /** Names the three zones; else the scale shows its ends and the mark to be reached. */
  readonly zoned?: boolean
  /** Whether somebody judged it: figures of a rehearsal have no mark to reach. */
  readonly judged?: boolean
}

/** A score of 0–10 as a bar with its whiskers, beside the mark of 8 it has to reach. */
export function TenScale({ id, score, zoned = false, judged = true }: Props) {
  const { name, value, shown, standing, interval } = score
  const width = zoned ? WIDTH.zoned : WIDTH.plain
  const x = scaleLinear()
    .domain([0, 10])
    .range([EDGE, width - EDGE])
  const doubt = interval ? `, 95 % interval ${between(interval)}` : ''
  return (
    <Figure
      id={id}
      width={width}
      height={42}
      title={name}
      description={`${shown} of 10${doubt}${judged ? `: ${STANDINGS[standing]}. ${PASS_AT} is needed, below ${FAILED_BELOW} is failed` : ', rehearsed'}.`}
    >
      {ZONES.map(({ from, to }) => (
        <rect
          key={from}
          class="track"
          x={x(from) + (from > 0 ? 1 : 0)}
          y={TRACK - 4}
          width={x(to) - x(from) - (from > 0 ? 1 : 0) - (to < 10 ? 1 : 0)}
          height={8}
        />
      ))}
      <rect
        class={judged ? `reached ${standing}` : 'reached'}
        x={x(0)}
        y={TRACK - 4}
        width={x(value) - x(0)}
        height={8}
      />
      {judged && <path class="needed" d={`M${x(PASS_AT)} ${TRACK - 9}v18`} />}
      {interval && (
        <path
          class="whisker"
          d={`M${x(interval.low)} ${TRACK - 7}v14M${x(interval.low)} ${TRACK}H${x(interval.high)}M${x(interval.high)} ${TRACK - 7}v14`}
        />
      )}
      <circle class="mark" cx={x(value)} cy={TRACK} r={6} />
      {zoned ? <ZoneNames value={value} x={x} /> : <Ends x={x} />}
    </Figure>
  )
}

type Place = (value: number) => number

function ZoneNames({ value, x }: { value: number; x: Place }) {
  return ZONES.map(({ from, to, label }) => {
    const here = value >= from && (value < to || to === 10)
    return (
      <text key={from} class={here ? 'label here' : 'label'} x={x((from + to) / 2)} y={38}>
        {label}
      </text>
    )
  })
}

function Ends({ x }: { x: Place }) {
  return (
    <>
      <text class="label start" x={x(0)} y={38}>
        0
      </text>
      <text class="label" x={x(PASS_AT)} y={38}>
        {PASS_AT}
      </text>
      <text class="label end" x={x(10)} y={38}>
        10
      </text>
    </>
  )
}
