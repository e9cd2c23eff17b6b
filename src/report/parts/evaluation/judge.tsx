import { StatusMark } from '../../charts/mark.js'
import type { EvaluationView } from '../../view/evaluation/evaluation.js'
import { Part } from '../part.js'

const NOTE =
  'A judge is trusted from κ 0.6, 80% of the good and of the bad conversations recognised, and 100 marks of people.'

/** How far the judge can be believed: against people, and against other judges. */
export function JudgeTrust({ view: { judge } }: { view: EvaluationView }) {
  return (
    <Part id="judge" title="Can the judge be believed?" note={NOTE}>
      <p class={`said-verdict ${judge.status}`}>
        <StatusMark status={judge.status} /> <b>{judge.word}.</b> {judge.sentence}
      </p>
      <dl class="facts">
        {judge.facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
