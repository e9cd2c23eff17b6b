import type { JudgeView } from '../../view/evaluation/judges.js'

/** What the judges said of a conversation. One judge's feedback is to see at once; several fold into a line each. */
export function Judges({ judges }: { judges: readonly JudgeView[] }) {
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
