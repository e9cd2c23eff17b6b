import type { EvaluationView } from '../../view/evaluation/evaluation.js'
import { Part } from '../part.js'

const MODEL =
  'Synthetic prospects find out how an agent behaves in situations somebody thought of. How real prospects like it, they cannot say: read conversations yourself, and mark some, so that the judge can be held against people.'

/** How the result came about: who played and judged, on which plan, by which rubric. */
export function EvaluationMade({ view: { made, trust, offline } }: { view: EvaluationView }) {
  return (
    <Part id="made" title="How this was made">
      <p>
        {trust.answeredBy} {offline ? trust.light?.sentence : MODEL}
      </p>
      <div class="group">
        <h3>The run</h3>
        <dl class="facts">
          {made.facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <details>
        <summary>The rubric, with its weights</summary>
        <dl class="facts">
          {made.rubric.map(({ name, weight, description }, i) => (
            <div key={i}>
              <dt dir="auto">
                {name}, {weight}
              </dt>
              <dd dir="auto">{description}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Part>
  )
}
