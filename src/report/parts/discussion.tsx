import { counted, number } from '../../domain/text/words.js'
import type { Aside, Shifts, Talk, Topic, Turn } from '../../presentation/discussion.js'
import type { ReportView } from '../../presentation/panel.js'
import { BeforeAfter } from '../charts/before-after.js'
import { Facts, Group, Part } from './part.js'

/** The discussion: opinion shifts, transcript, influence and conclusions. */
export function Discussion({ view: { talk } }: { view: ReportView }) {
  if (!talk) return null
  return (
    <Part
      id="talk"
      title="When they talked it over"
      note={
        <>
          <b>{talk.label}.</b> {talk.sentence}
          {talk.unsaid && ' Beside the turns stands what their speaker held privately and did not say.'}
        </>
      }
    >
      <Opinions shifts={talk.shifts} unshifted={talk.unshifted} reported={talk.reportedShifts} />
      <Group title="What they said">
        {talk.topics.map((topic, i) => (
          <TopicPart key={i} topic={topic} />
        ))}
      </Group>
      <Influence talk={talk} />
      <div class="pair">
        <Points title="What they agreed on" points={talk.consensus} />
        <Points title="What stayed contested" points={talk.contention} />
      </div>
      <Points title="What came up only together" points={talk.insights} />
    </Part>
  )
}

type OpinionsProps = {
  readonly shifts: Shifts
  readonly unshifted: string
  readonly reported: Talk['reportedShifts']
}

function Opinions({ shifts, unshifted, reported }: OpinionsProps) {
  return (
    <Group title="Who changed their mind">
      {shifts ? (
        <figure class="shifts">
          <figcaption>
            <p>
              Purchase intent on the secret ballots, hollow before and full after: {number(shifts.up)} up,{' '}
              {number(shifts.down)} down by half a point or more, of {number(shifts.people)}
              {shifts.others > 0 && `; the ${counted(shifts.others, 'one', 'others')} who moved least not drawn`}
            </p>
          </figcaption>
          <BeforeAfter
            id="shift-chart"
            title="Purchase intent on the secret ballots before and after the discussion, 1 to 5"
            changes={shifts.changes}
            domain={[1, 5]}
            ends={['would not buy', 'would buy']}
            write={(value) => value.toFixed(1)}
          />
        </figure>
      ) : (
        <p class="detail">{unshifted}</p>
      )}
      {reported.length === 0 && !shifts && <p>Nobody is said to have changed their mind.</p>}
      {reported.map(({ who, from, to, turn, catalyst }, i) => (
        <p key={i} class="shift">
          <b>{who}:</b> {from} <span aria-hidden="true">→</span>
          <span class="unseen">, then</span> {to}
          {catalyst && (
            <span class="detail">
              {' '}
              What moved them: {turn !== null && <a href={`#turn-${turn}`}>Turn {turn}</a>}
              {catalyst}
            </span>
          )}
        </p>
      ))}
    </Group>
  )
}

function Influence({ talk: { roles, notes } }: { talk: Talk }) {
  if (roles.length === 0 && notes === '') return null
  return (
    <Group title="Who moved whom">
      {roles.length > 0 && <Facts facts={roles} />}
      {notes && <p class="detail">{notes}</p>}
    </Group>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <Group title={title}>
      <ul>
        {points.map((point, i) => (
          <li key={i}>{point}</li>
        ))}
      </ul>
    </Group>
  )
}

/** Turns of a part shown at once. The others are folded, and unfold when a link leads to one of them. */
const FIRST_TURNS = 14

/** A part of the transcript, with unsaid views beside the turns of their holders. */
function TopicPart({ topic: { title, reached, turns } }: { topic: Topic }) {
  const later = turns.slice(FIRST_TURNS)
  return (
    <div class="topic">
      {title && <h3 dir="auto">{title}</h3>}
      {!reached && <p class="detail">The discussion ended before it came to this.</p>}
      {reached && <Turns turns={turns.slice(0, FIRST_TURNS)} />}
      {later.length > 0 && (
        <details>
          <summary>{counted(later.length, 'more turn')}</summary>
          <Turns turns={later} />
        </details>
      )}
    </div>
  )
}

function Turns({ turns }: { turns: readonly Turn[] }) {
  return (
    <ol class="turns" start={turns[0]?.turn ?? 1}>
      {turns.map(({ turn, speaker, to, text, moderator, margin }) => (
        <li key={turn} id={`turn-${turn}`} class={moderator ? 'turn moderator' : 'turn'}>
          <p class="speaker">
            <b>{speaker}</b> {to && <span>to {to}</span>}
          </p>
          <p class="line" dir="auto">
            {text}
          </p>
          {margin.length > 0 && <Margin asides={margin} speaker={speaker} />}
        </li>
      ))}
    </ol>
  )
}

function Margin({ asides, speaker }: { asides: readonly Aside[]; speaker: string }) {
  return (
    <div class="margin">
      {asides.map(({ label, view, quote }, i) => (
        <p key={i}>
          <b>
            {label}
            <span class="unseen"> by {speaker}</span>
          </b>{' '}
          {view} {quote && <q dir="auto">{quote}</q>}
        </p>
      ))}
    </div>
  )
}
