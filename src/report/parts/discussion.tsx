import type { Talk, Turn } from '../view/discussion.js'
import type { ReportView } from '../view.js'
import { Part } from './part.js'

const FIRST_TURNS = 8

/** What they said to each other and what came of it. */
export function Discussion({ view: { talk } }: { view: ReportView }) {
  if (!talk) return null
  const later = talk.turns.slice(FIRST_TURNS)
  return (
    <Part
      id="talk"
      title="When they talked it over"
      note={
        <>
          <b>{talk.label}.</b> {talk.sentence}
        </>
      }
    >
      <Turns turns={talk.turns.slice(0, FIRST_TURNS)} />
      {later.length > 0 && (
        <details>
          <summary>{later.length === 1 ? '1 more turn' : `${later.length} more turns`}</summary>
          <Turns turns={later} />
        </details>
      )}
      <Influence talk={talk} />
      <Shifts shifts={talk.shifts} />
      <div class="pair">
        <Points title="What they agreed on" points={talk.consensus} />
        <Points title="What stayed contested" points={talk.contention} />
      </div>
      <Points title="What came up only together" points={talk.insights} />
    </Part>
  )
}

function Turns({ turns }: { turns: readonly Turn[] }) {
  return (
    <ol class="turns" start={turns[0]?.turn ?? 1}>
      {turns.map(({ turn, speaker, text, moderator }) => (
        <li key={turn} class={moderator ? 'turn moderator' : 'turn'}>
          <b>{speaker}</b> <span dir="auto">{text}</span>
        </li>
      ))}
    </ol>
  )
}

function Influence({ talk: { roles, notes } }: { talk: Talk }) {
  if (roles.length === 0 && notes === '') return null
  return (
    <div class="group">
      <h3>Who moved whom</h3>
      {roles.length > 0 && (
        <dl class="facts">
          {roles.map(({ label, who }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{who}</dd>
            </div>
          ))}
        </dl>
      )}
      {notes && <p class="detail">{notes}</p>}
    </div>
  )
}

function Shifts({ shifts }: { shifts: Talk['shifts'] }) {
  return (
    <div class="group">
      <h3>Who changed their mind</h3>
      {shifts.length === 0 && <p>Nobody did.</p>}
      {shifts.map(({ who, from, to, catalyst }, i) => (
        <p key={i} class="shift">
          <b>{who}:</b> {from} <span aria-hidden="true">→</span>
          <span class="unseen">, then</span> {to}
          {catalyst && <span class="detail"> ({catalyst})</span>}
        </p>
      ))}
    </div>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <div class="group">
      <h3>{title}</h3>
      <ul>
        {points.map((point, i) => (
          <li key={i}>{point}</li>
        ))}
      </ul>
    </div>
  )
}
