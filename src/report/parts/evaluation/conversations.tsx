import { number } from '../../../domain/text/words.js'
import type { Call, CaseView, JudgeView, Message } from '../../../presentation/evaluation/conversations.js'
import type { EvaluationView } from '../../../presentation/evaluation/evaluation.js'
import { OUTCOMES } from '../../../presentation/evaluation/outcomes.js'
import { StatusMark } from '../../charts/status-icons.js'
import { Part, TextList } from '../part.js'

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
      {full.map((result, i) => (
        <Case key={i} result={result} agent={agent} />
      ))}
    </Part>
  )
}

function Case({ result, agent }: { result: CaseView; agent: string }) {
  const { status, word } = OUTCOMES[result.outcome]
  return (
    <details class={`case ${status}`} open={result.open}>
      <summary>
        <StatusMark status={status} />
        <h3 dir="auto">{result.name}</h3>
        <span class="figure">
          <b>{result.score}</b> {word}
          {status !== 'not_run' && `, ${result.trials} passed`}
          {result.critical && ', critical case'}
        </span>
      </summary>
      <div class="case-body" id={result.place}>
        <About result={result} />
        <Messages messages={result.messages} agent={agent} />
        <Checked result={result} />
        <Judges judges={result.judges} />
        {result.others.length > 0 && <p class="detail">The others: {result.others.join(', ')}.</p>}
      </div>
    </details>
  )
}

function About({ result: { which, expected, missing, problem } }: { result: CaseView }) {
  return (
    <>
      {expected && (
        <p class="detail" dir="auto">
          <b>Expected</b> {expected}
        </p>
      )}
      {missing.length > 0 && (
        <p dir="auto">
          <b>What was missing:</b> {missing.join(' ')}
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

/** What code decided: checks, hidden facts, and faults of the simulated prospect, which are not the agent's. */
function Checked({ result: { checksFailed, suspicions, checksPassed, facts, faults } }: { result: CaseView }) {
  return (
    <>
      {checksFailed.map(({ title, sentence, said }, i) => (
        <div key={i} class="check">
          <p dir="auto">
            <b class="failed">{title}.</b> {sentence} {said[0] && <q dir="auto">{said[0].quote}</q>}
          </p>
        </div>
      ))}
      {suspicions.map(({ title, said, against, decision, by, outcome }, i) => (
        <div key={i} class="check">
          <p dir="auto">
            <b class={outcome === 'confirmed' ? 'failed' : 'marked'}>{title}.</b>{' '}
            {said[0] && <q dir="auto">{said[0].quote}</q>}
            {against && (
              <>
                {' '}
                It may go against <q dir="auto">{against}</q>.
              </>
            )}{' '}
            {decision} {by && <q dir="auto">{by}</q>}
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
          <TextList items={faults} />
        </div>
      )}
    </>
  )
}

/**
 * The judges' views of a conversation. A single judge's feedback is shown; several judges are folded into a line each.
 */
function Judges({ judges }: { judges: readonly JudgeView[] }) {
  const alone = judges.length === 1
  return judges.map((judge, i) => (
    <div key={i} class="judge">
      {judge.problem && (
        <p dir="auto">
          <b class="marked">[CANNOT JUDGE]</b> {judge.problem}
        </p>
      )}
      {alone && <Feedback judge={judge} />}
      {judge.reasons.length > 0 && (
        <details>
          <summary>{judge.title}, dimension by dimension</summary>
          {!alone && <Feedback judge={judge} />}
          <Reasons judge={judge} />
        </details>
      )}
    </div>
  ))
}

function Feedback({ judge: { feedback, broken } }: { judge: JudgeView }) {
  return (
    <>
      {feedback && (
        <p dir="auto">
          <b>Judged:</b> {feedback}
        </p>
      )}
      {broken.length > 0 && (
        <ul class="broken">
          {broken.map(({ rule, said }, i) => (
            <li key={i} dir="auto">
              <b class="failed">Broken:</b> {rule} {said[0] && <q dir="auto">{said[0].quote}</q>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Reasons({ judge: { reasons } }: { judge: JudgeView }) {
  return (
    <dl class="reasons">
      {reasons.map(({ name, score, reason, said }, i) => (
        <div key={i}>
          <dt dir="auto">
            {name} <b>{score}</b>
          </dt>
          <dd dir="auto">
            {reason} {said[0] && <q dir="auto">{said[0].quote}</q>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A conversation message by message; words that count against the agent are marked. */
function Messages({ messages, agent }: { messages: readonly Message[]; agent: string }) {
  if (messages.length === 0) return <p class="detail">No conversation was held.</p>
  return (
    <ol class="turns talk">
      {messages.map((message) => (
        <li key={message.turn} class={message.agent ? 'turn' : 'turn moderator'}>
          <p class="speaker">
            <b>{message.agent ? agent : 'Prospect'}</b>
            {message.synthetic && <span> synthetic</span>}
          </p>
          <div>
            {message.calls.map((call, i) => (
              <ToolCall key={i} call={call} />
            ))}
            <Spoken message={message} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Spoken({ message: { stretches } }: { message: Message }) {
  if (stretches.length === 0) return <p class="detail">Said nothing.</p>
  return (
    <p class="line" dir="auto">
      {stretches.map(({ text, marked }, i) => (marked ? <mark key={i}>{text}</mark> : text))}
    </p>
  )
}

function ToolCall({ call: { tool, args, answer, refused } }: { call: Call }) {
  return (
    <div class={refused ? 'call refused' : 'call'}>
      <p>
        Calls <b>{tool}</b> with <code>{args}</code>
      </p>
      <p>
        {refused ? <b class="failed">Refused:</b> : 'Gets'} {refused ? answer : <code>{answer}</code>}
      </p>
    </div>
  )
}
