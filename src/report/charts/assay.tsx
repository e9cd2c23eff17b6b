import { scaleLinear } from 'd3-scale'
import type { AssayMark, AssayPicture } from '../../presentation/assay-picture.js'
import { signed } from '../../presentation/words.js'
import { anchorOf, Figure } from './figure.js'

const WIDTH = 336
const LEFT = 8
const RIGHT = WIDTH - 8
const TOP = 20
const HEAD = 26
const STEP = 36
const MARK = 16
const x = scaleLinear().domain([0, 100]).range([LEFT, RIGHT])
const whole = (value: number): string => String(Math.round(value))

type Group = { readonly title: string; readonly around: number | null; readonly rows: readonly Row[] }
type Row = Pick<AssayMark, 'words' | 'scores' | 'change'> & { readonly sign: Sign }
type Sign = AssayMark['outcome'] | 'run' | 'text'

/** What a panel can tell apart: every score on one scale, over the band of noise. */
export function AssayChart({ picture }: { picture: AssayPicture }) {
  const groups = groupsOf(picture)
  const heights = groups.map(({ rows }) => HEAD + rows.length * STEP)
  const bottom = TOP + heights.reduce((sum, height) => sum + height, 0)
  return (
    <Figure
      id="assay-chart"
      width={WIDTH}
      height={bottom + 4}
      title="Scores of concepts and of changed texts, 0 to 100, and what is noise"
      description={groups.map(describedGroup).join(' ')}
    >
      {[0, 25, 50, 75, 100].map((point) => (
        <g key={point}>
          <line class="grid" x1={x(point)} x2={x(point)} y1={TOP - 4} y2={bottom} />
          <text class={`label ${anchorOf(point, 100)}`.trim()} x={x(point)} y={11}>
            {point}
          </text>
        </g>
      ))}
      {groups.map((group, i) => (
        <Rows
          key={group.title}
          group={group}
          floor={picture.floor}
          top={TOP + heights.slice(0, i).reduce((sum, height) => sum + height, 0)}
        />
      ))}
    </Figure>
  )
}

function groupsOf({ score, atLength, inShort, base, should, shouldNot }: AssayPicture): Group[] {
  const run: Row = { words: 'this run', scores: [score], change: null, sign: 'run' }
  const text: Row[] = base === null ? [] : [{ words: 'the text as it is', scores: [base], change: null, sign: 'text' }]
  const withSign = (mark: AssayMark): Row => ({ ...mark, sign: mark.outcome })
  return [
    { title: 'Asked at length', around: score, rows: [run, ...atLength.map(withSign)] },
    {
      title: 'Asked in short: changes that must move it',
      around: base,
      rows: [...text, ...should.map(withSign), ...inShort.map(withSign)],
    },
    { title: 'Changes that must not', around: base, rows: shouldNot.map(withSign) },
  ].filter(({ rows }) => rows.length > (rows[0]?.sign === 'text' ? 1 : 0))
}

function Rows({ group: { title, around, rows }, floor, top }: { group: Group; floor: number | null; top: number }) {
  const first = top + HEAD
  return (
    <g>
      <text class="label strong start" x={0} y={top + 14}>
        {title}
      </text>
      {around !== null && floor !== null && (
        <Band around={around} floor={floor} top={first} bottom={first + rows.length * STEP - 4} />
      )}
      {around !== null && (
        <line class="zero" x1={x(around)} x2={x(around)} y1={first} y2={first + rows.length * STEP - 4} />
      )}
      {rows.map((row, i) => (
        <MarkRow key={row.words} row={row} around={around} y={first + i * STEP} />
      ))}
    </g>
  )
}

const Band = ({ around, floor, top, bottom }: { around: number; floor: number; top: number; bottom: number }) => {
  const [low, high] = [Math.max(0, around - floor), Math.min(100, around + floor)]
  return <rect class="noise" x={x(low)} y={top} width={Math.max(2, x(high) - x(low))} height={bottom - top} />
}

function MarkRow({ row: { words, scores, change, sign }, around, y }: { row: Row; around: number | null; y: number }) {
  const line = y + MARK + 8
  const [first = 0] = scores
  return (
    <g>
      <text class={sign === 'run' ? 'label strong start over' : 'label start over'} x={LEFT} y={y + 13}>
        {words}
      </text>
      <text class={sign === 'run' ? 'label strong end over' : 'label end over'} x={RIGHT} y={y + 13}>
        {figureOf({ scores, change })}
      </text>
      {change !== null && around !== null && scores.length === 1 && (
        <line class={`stem ${sign}`} x1={x(around)} x2={x(first)} y1={line} y2={line} />
      )}
      {scores.map((score, i) => (
        <SignAt key={i} sign={sign} x={x(score)} y={line} />
      ))}
    </g>
  )
}

function figureOf({ scores, change }: Pick<Row, 'scores' | 'change'>): string {
  const [first = 0] = scores
  if (scores.length > 1) return `up to ${Math.abs(change ?? 0).toFixed(1)} away`
  return change === null ? whole(first) : `${whole(first)} (${signed(change)})`
}

/**
 * A dot outside the noise band is full, a dot within it hollow, a change in the wrong direction a cross; a concept is a
 * diamond.
 */
function SignAt({ sign, x, y }: { sign: Sign; x: number; y: number }) {
  if (sign === 'wrong') return <path class="astray" d={`M${x - 5} ${y - 5}l10 10m0 -10l-10 10`} />
  if (sign === 'plain') return <path class="beside" d={`M${x} ${y - 7}l7 7l-7 7l-7 -7z`} />
  if (sign === 'text') return <path class="whisker" d={`M${x} ${y - 8}v16`} />
  if (sign === 'run') return <circle class="mark" cx={x} cy={y} r={8} />
  return <circle class={sign === 'noticed' ? 'mark' : 'hollow'} cx={x} cy={y} r={sign === 'noticed' ? 6 : 5} />
}

const SIGNS = {
  run: 'this run',
  noticed: 'noticed',
  noise: 'not noticed',
  wrong: 'moved the wrong way',
  plain: 'a known concept',
}

/** The signs that the picture uses, each with its meaning. */
export function AssayLegend({ picture: { floor, should, shouldNot, atLength, inShort } }: { picture: AssayPicture }) {
  const outcomes = new Set([...should, ...shouldNot].map(({ outcome }) => outcome))
  const signs = (['noticed', 'noise', 'wrong', 'plain'] as const).filter((sign) =>
    sign === 'plain' ? atLength.length + inShort.length > 0 : outcomes.has(sign),
  )
  return (
    <ul class="legend signs">
      {floor !== null && (
        <li>
          <svg viewBox="0 0 18 18" aria-hidden="true">
            <rect class="noise" x={2} y={1} width={14} height={16} />
          </svg>{' '}
          noise
        </li>
      )}
      {signs.map((sign) => (
        <li key={sign}>
          <svg viewBox="0 0 18 18" aria-hidden="true">
            <SignAt sign={sign} x={9} y={9} />
          </svg>{' '}
          {SIGNS[sign]}
        </li>
      ))}
    </ul>
  )
}

const OUTCOMES: Record<Sign, string> = {
  noticed: ', noticed',
  noise: ', not noticed',
  wrong: ', the wrong way',
  plain: '',
  run: '',
  text: '',
}
const describedGroup = ({ title, rows }: Group): string =>
  `${title}: ${rows.map(({ words, scores, change, sign }) => `${words} ${figureOf({ scores, change })}${OUTCOMES[sign]}`).join('; ')}.`
