import { ShiftLines } from '../charts/shifts.js'
import type { Talk } from '../view/discussion.js'
import type { Shifts } from '../view/shifts.js'
import { counted, number } from '../view/wording.js'
import type { ReportView } from '../view.js'
import { Part } from './part.js'
import { Transcript } from './transcript.js'

/** Who moved, what came of it, and what they said to each other. */
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
      <Opinions shifts={talk.shifts} told={talk.told} />
      <div class="group">
        <h3>What they said</h3>
        <Transcript talk={talk} />
      </div>
      <Influence talk={talk} />
      <div class="pair">
        <Points title="What they agreed on" points={talk.consensus} />
        <Points title="What stayed contested" points={talk.contention} />
      </div>
      <Points title="What came up only together" points={talk.insights} />
    </Part>
  )
}

function Opinions({ shifts, told }: { shifts: Shifts; told: Talk['told'] }) {
  return (
    <div class="group">
      <h3>Who changed their mind</h3>
      {shifts ? (
        <figure class="shifts">
          <figcaption>
            <p>
              Purchase intent on the secret ballots, hollow before and full after: {number(shifts.up)} up,{' '}
              {number(shifts.down)} down by half a point or more, of {number(shifts.people)}
              {shifts.others > 0 && `; the ${counted(shifts.others, 'one', 'others')} who moved least not drawn`}
            </p>
          </figcaption>
          <ShiftLines changes={shifts.changes} />
        </figure>
      ) : (
        <p class="detail">There were no secret ballots, so no change was measured.</p>
      )}
      {told.length === 0 && !shifts && <p>Nobody is said to have changed their mind.</p>}
      {told.map(({ who, from, to, turn, catalyst }, i) => (
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
    </div>
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
