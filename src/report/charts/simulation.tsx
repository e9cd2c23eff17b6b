import { scaleLinear, scaleSqrt } from 'd3-scale'
import type { SimulationView } from '../../presentation/simulation.js'
import { Figure } from './figure.js'

const WIDTH = 336

type Screen = SimulationView['funnel'][number]
const SCREEN_ROW = 46

/** A row for each screen: how many people could reach it, how many tried it, for how many it worked. */
export function ScreenFunnel({ screens, people }: { screens: readonly Screen[]; people: number }) {
  const x = scaleLinear()
    .domain([0, Math.max(1, people)])
    .range([0, WIDTH])
  return (
    <Figure
      id="screens-chart"
      width={WIDTH}
      height={screens.length * SCREEN_ROW}
      title="Each screen: open to, tried by and worked for how many people"
      description={screens
        .map(
          ({ target, eligible, tried, succeeded, worked, quits }) =>
            `${target}: open to ${eligible}, tried by ${tried}, worked for ${succeeded}; ${worked} of the tries worked; the last thing of ${quits} who left.`,
        )
        .join(' ')}
    >
      {screens.map(({ target, effort, eligible, tried, succeeded, worked, quits }, row) => {
        const top = row * SCREEN_ROW
        return (
          <g key={target}>
            <text class="label strong start" x={0} y={top + 12}>
              {target}
            </text>
            <text class="label end" x={WIDTH} y={top + 12}>
              effort {effort} · {worked} worked · {quits} quit
            </text>
            <rect class="track" x={0} y={top + 18} width={x(eligible)} height={14} />
            <rect class="column" x={0} y={top + 18} width={x(tried)} height={14} />
            <rect class="column top" x={0} y={top + 18} width={x(succeeded)} height={14} />
          </g>
        )
      })}
    </Figure>
  )
}

type Friction = SimulationView['frictions'][number]
const PLOT = { left: 34, right: WIDTH - 14, top: 20, base: 176 }
const MIN_SEVERITY = 0.6

/** Radius of a friction with the highest priority. */
const LARGEST = 17

/**
 * Frictions by the number of people frustrated and by severity; a larger circle has a higher priority. Numbers are
 * those of the list.
 */
export function FrictionMap({ frictions }: { frictions: readonly Friction[] }) {
  const x = scaleLinear()
    .domain([0, Math.max(1, ...frictions.map(({ people }) => people))])
    .nice(4)
    .range([PLOT.left, PLOT.right - LARGEST])
  const y = scaleLinear().domain([MIN_SEVERITY, 1]).range([PLOT.base, PLOT.top])
  const radius = scaleSqrt()
    .domain([0, Math.max(1, ...frictions.map(({ score }) => score))])
    .range([8, LARGEST])
  const places = apart(
    frictions.map(({ people, severity, score }) => ({ x: x(people), y: y(severity), radius: radius(score) })),
  )
  const drawn = frictions
    .map((friction, place) => ({ ...friction, number: place + 1, at: places[place] ?? { x: 0, y: 0, radius: 0 } }))
    .reverse()
  return (
    <Figure
      id="friction-chart"
      width={WIDTH}
      height={PLOT.base + 38}
      title="Frictions by people and severity"
      description={frictions
        .map(
          ({ name, people, severity }, place) =>
            `${place + 1} ${name}: ${people} people, severity ${severity.toFixed(2)}.`,
        )
        .join(' ')}
    >
      {[0.6, 0.8, 1].map((severity) => (
        <g key={severity}>
          <line class="grid" x1={PLOT.left} x2={PLOT.right} y1={y(severity)} y2={y(severity)} />
          <text class="label start" x={0} y={y(severity) + 4}>
            {severity}
          </text>
        </g>
      ))}
      {x
        .ticks(4)
        .filter(Number.isInteger)
        .map((people) => (
          <text key={people} class="label" x={x(people)} y={PLOT.base + 16}>
            {people}
          </text>
        ))}
      <text class="label end" x={PLOT.right} y={PLOT.base + 32}>
        people frustrated
      </text>
      <text class="label start" x={PLOT.left} y={PLOT.top - 2}>
        severity
      </text>
      {drawn.map(({ number, priority, at }) => (
        <g key={number}>
          <circle class={`friction ${priority}`} cx={at.x} cy={at.y} r={at.radius} />
          <text class="number" x={at.x} y={at.y + 4}>
            {number}
          </text>
        </g>
      ))}
    </Figure>
  )
}

type Place = { readonly x: number; readonly y: number; readonly radius: number }
/** Largest overlap of two circles before one is moved. */
const OVERLAP = 5

/** Moves circles that would cover another circle's number; later circles move first. */
function apart(places: readonly Place[]): Place[] {
  const kept: Place[] = []
  for (const place of places) {
    let moved = place
    for (let step = 1; step <= 24 && kept.some((other) => isOver(other, moved)); step++) {
      const angle = step * 2.4
      const reach = 5 + step * 2
      moved = {
        ...place,
        x: Math.min(PLOT.right, Math.max(PLOT.left + 6, place.x + Math.cos(angle) * reach)),
        y: Math.min(PLOT.base - 6, Math.max(PLOT.top + 2, place.y + Math.sin(angle) * reach)),
      }
    }
    kept.push(moved)
  }
  return kept
}

const isOver = (place: Place, other: Place): boolean =>
  Math.hypot(place.x - other.x, place.y - other.y) < place.radius + other.radius - OVERLAP

type Kind = SimulationView['kinds'][number]
const KIND_ROW = 22
const NAMES = 148

/** Outcomes by kind of people. */
export function KindOutcomes({ kinds }: { kinds: readonly Kind[] }) {
  const x = scaleLinear()
    .domain([0, 1])
    .range([NAMES, WIDTH - 26])
  return (
    <Figure
      id="kinds-chart"
      width={WIDTH}
      height={kinds.length * KIND_ROW + 4}
      title="How each kind of people ended"
      description={kinds
        .map(
          ({ name, people, parts }) =>
            `${name} (${people}): ${parts.map((part) => `${part.name} ${part.people}`).join(', ')}.`,
        )
        .join(' ')}
    >
      {kinds.map(({ name, people, parts }, row) => {
        let from = 0
        const top = row * KIND_ROW
        return (
          <g key={name}>
            <text class="label start" x={0} y={top + 14}>
              {name}
            </text>
            {parts.map((part) => {
              const left = x(from / people)
              from += part.people
              return (
                <rect
                  key={part.fill}
                  class={`fill ${part.fill}`}
                  x={left}
                  y={top + 3}
                  width={x(from / people) - left}
                  height={KIND_ROW - 7}
                />
              )
            })}
            <text class="label end" x={WIDTH} y={top + 14}>
              {people}
            </text>
          </g>
        )
      })}
    </Figure>
  )
}

const MARKED_DAYS = [7, 14, 21, 30, 45, 60, 75, 90]

/** Days below a picture, counted from 1; the first and the last label stay within its edges. */
function DayMarks({ days, x, y }: { days: number; x: (day: number) => number; y: number }) {
  return (
    <>
      <text class="label start" x={0} y={y}>
        day 1
      </text>
      {MARKED_DAYS.filter((day) => day <= days).map((day) => (
        <text key={day} class={`label ${day === days ? 'end' : ''}`.trim()} x={day === days ? WIDTH : x(day)} y={y}>
          {day}
        </text>
      ))}
    </>
  )
}

type Life = SimulationView['lives'][number]
const LIVES_TOP = 2

const short = (value: number): number => Number(value.toFixed(1))

/** A row for each person, those who stayed longest on top; a column for each day, filled by its outcome. */
export function Lives({ lives, days }: { lives: readonly Life[]; days: number }) {
  const row = Math.min(16, Math.max(3, 240 / Math.max(1, lives.length)))
  const column = WIDTH / days
  const gap = row > 5 ? 1 : 0.5
  const base = LIVES_TOP + lives.length * row
  // One path per fill, because a rectangle per day would make up most of the page.
  const drawn = new Map<string, string>()
  lives.forEach(({ stretches }, place) => {
    for (const { from, length, fill } of stretches) {
      const [x, y] = [short(from * column), short(LIVES_TOP + place * row)]
      const width = short(length * column - (column > 4 ? 0.5 : 0))
      drawn.set(fill, `${drawn.get(fill) ?? ''}M${x} ${y}h${width}v${short(row - gap)}h-${width}z`)
    }
  })
  return (
    <Figure
      id="lives-chart"
      width={WIDTH}
      height={base + 20}
      title="Every day of each person, sorted by how long they stayed"
      description={`${lives.length} people over ${days} days. ${lives.filter(({ stayed }) => stayed).length} are still there at the end; ${lives.filter(({ lived }) => lived <= 7).length} were seen for a week or less.`}
    >
      {[...drawn].map(([fill, d]) => (
        <path key={fill} class={`fill ${fill}`} d={d} />
      ))}
      <DayMarks days={days} y={base + 15} x={(day) => (day - 0.5) * column} />
    </Figure>
  )
}

type Tree = SimulationView['trees'][number]
const NODE = 13

/**
 * The largest trees of invitations: a dot for each user on the day they joined, and a line from the person who invited
 * them.
 */
export function ReferralForest({ trees, days }: { trees: readonly Tree[]; days: number }) {
  const x = scaleLinear()
    .domain([0, Math.max(1, days - 1)])
    .range([8, WIDTH - 10])
  let top = 8
  const rows = trees.map((tree) => {
    const from = top
    top += tree.length * NODE + 10
    return { tree, from }
  })
  return (
    <Figure
      id="referral-chart"
      width={WIDTH}
      height={top + 16}
      title="The largest trees of invitations by the day on which users joined"
      description={trees
        .map(
          (tree, place) =>
            `Tree ${place + 1}: ${tree.length} users, the last joined on day ${Math.max(...tree.map(({ joined }) => joined)) + 1}.`,
        )
        .join(' ')}
    >
      {rows.map(({ tree, from }, place) => (
        <g key={place}>
          {tree.map(({ joined, by }, user) => {
            const inviter = by === null ? undefined : tree[by]
            if (inviter === undefined || by === null) return null
            return (
              <path
                key={user}
                class="bracket"
                d={`M${x(inviter.joined).toFixed(1)} ${from + by * NODE}V${from + user * NODE}H${x(joined).toFixed(1)}`}
              />
            )
          })}
          {tree.map(({ joined, by }, user) => (
            <circle
              key={user}
              class={by === null ? 'mark' : 'hollow'}
              cx={Number(x(joined).toFixed(1))}
              cy={from + user * NODE}
              r={by === null ? 5.5 : 4}
            />
          ))}
        </g>
      ))}
      <DayMarks days={days} y={top + 12} x={(day) => x(day - 1)} />
    </Figure>
  )
}

type Network = NonNullable<SimulationView['network']>
const NETWORK_MARGIN = 6

/** Who knows whom: a dot for each person of the market, and a strong line from whoever brought somebody to them. */
export function ContactNetwork({ network: { people, ties } }: { network: Network }) {
  const place = scaleLinear()
    .domain([0, 1_000])
    .rangeRound([NETWORK_MARGIN, WIDTH - NETWORK_MARGIN])
  const at = (person: number) => {
    const { x, y } = people[person] ?? { x: 0, y: 0 }
    return `${place(x)} ${place(y)}`
  }
  // One path per kind, because an element per tie would make up most of the page.
  const dots = (of: (person: Network['people'][number]) => boolean) =>
    people.flatMap((person, index) => (of(person) ? [`M${at(index)}h0`] : [])).join('')
  const taken = people.flatMap(({ by }, index) => (by === null ? [] : [`M${at(by)}L${at(index)}`])).join('')
  const joined = people.filter(({ by }) => by !== null).length
  return (
    <Figure
      id="network-chart"
      width={WIDTH}
      height={Math.max(...people.map(({ y }) => place(y))) + NETWORK_MARGIN}
      title="Who knows whom, and through whom people joined"
      description={`${people.length} people and ${ties.length} ties. ${people.filter((person) => person.joined === 0).length} use it from the first day, ${joined} joined for an invitation.`}
    >
      <path class="ties" d={ties.map(([person, known]) => `M${at(person)}L${at(known)}`).join('')} />
      <path class="ties taken" d={taken} />
      <path class="people" d={dots((person) => person.joined === null)} />
      <path class="people first" d={dots((person) => person.joined === 0)} />
      <path class="people joined" d={dots((person) => person.joined !== null && person.joined > 0)} />
    </Figure>
  )
}
