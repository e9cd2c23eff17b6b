import { StatusMark } from '../../charts/mark.js'
import { type CaseView, OUTCOMES } from '../../view/evaluation/cases.js'
import type { EvaluationView } from '../../view/evaluation/evaluation.js'
import { number } from '../../view/wording.js'
import { Part } from '../part.js'
import { Judges } from './judges.js'
import { Messages } from './messages.js'

/** The conversations, worst first, each with what checks and judges said of it. */
export function Conversations({ view: { cases, agent, offline, handedIn } }: { view: EvaluationView }) {
  const { full, rows } = cases
  const some =
    rows.length > full.length &&
    ` The ${number(full.length)} worst of ${number(rows.length)} cases are shown; the others stand in the table below, their conversations in the run’s data.`
  return (
    <Part
      id="conversations"
      title="Conversations"
      note={
        <>
          Worst first, each in the trial that went worst.{' '}
          {handedIn ? 'They were handed in and only judged here' : 'Prospects are synthetic'}
          {offline && (handedIn ? ', offline' : ' and played offline')}.{some}
        </>
      }
    >
      {full.map((one, i) => (
        <Case key={i} one={one} agent={agent} />
      ))}
    </Part>
  )
}

function Case({ one, agent }: { one: CaseView; agent: string }) {
  const { status, word } = OUTCOMES[one.outcome]
  return (
    <details class={`case ${status}`} open={one.open}>
      <summary>
        <StatusMark status={status} />
        <h3 dir="auto">{one.name}</h3>
        <span class="figure">
          <b>{one.score}</b> {word}
          {status !== 'not_run' && `, ${one.trials} passed`}
          {one.critical && ', critical case'}
        </span>
      </summary>
      <div class="case-body" id={one.place}>
        <About one={one} />
        <Messages messages={one.messages} agent={agent} />
        <Checked one={one} />
        <Judges judges={one.judges} />
        {one.others.length > 0 && <p class="detail">The others: {one.others.join(', ')}.</p>}
      </div>
    </details>
  )
}

function About({ one: { which, expected, problem } }: { one: CaseView }) {
  return (
    <>
      {expected && (
        <p class="detail" dir="auto">
          <b>Expected</b> {expected}
        </p>
      )}
      {which && <p class="detail">{which}.</p>}
      {problem && (
        <p dir="auto">
          <b class="marked">No score.</b> {problem}
        </p>
      )}
    </>
  )
}

/** What code decided: checks, hidden facts, and the prospect's own faults, which are not the agent's. */
function Checked({ one: { checksFailed, checksPassed, facts, faults } }: { one: CaseView }) {
  return (
    <>
      {checksFailed.map(({ title, sentence, said }, i) => (
        <div key={i} class="check">
          <p dir="auto">
            <b class="failed">{title}.</b> {sentence} {said[0] && <q dir="auto">{said[0].quote}</q>}
          </p>
        </div>
      ))}
      {(checksPassed.length > 0 || facts) && (
        <p class="detail">
          {checksPassed.length > 0 && `Checks that passed: ${checksPassed.join(', ')}. `}
          {facts && `Hidden facts found: ${facts}.`}
        </p>
      )}
      {faults.length > 0 && (
        <div class="faults">
          <p>
            <b>Faults of the simulated prospect, not of the agent</b>
          </p>
          <ul>
            {faults.map((fault, i) => (
              <li key={i} dir="auto">
                {fault}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
