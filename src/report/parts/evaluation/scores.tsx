import { TenScale } from '../../charts/ten-scale.js'
import type { EvaluationView } from '../../view/evaluation/evaluation.js'
import { between } from '../../view/evaluation/points.js'
import type { PointScore } from '../../view/evaluation/scores.js'
import { Part } from '../part.js'

const NOTE =
  '0 to 10. Whiskers: 95% intervals for other prospects of this kind. The score is the weighted sum, computed in code; the judge never sees a weight.'
const NONE = 'Too few conversations could be judged for a score.'

/** Every dimension with its weight and the doubt it carries, then how many cases pass and how reliably. */
export function EvaluationScores({ view: { dimensions, totals, reliability, rehearsed } }: { view: EvaluationView }) {
  return (
    <Part id="scores" title="Scores" note={NOTE}>
      {dimensions.length === 0 ? (
        <p>{NONE}</p>
      ) : (
        <dl class="scores ten">
          {dimensions.map((score, i) => (
            <Row key={i} id={`dimension-${i}`} score={score} judged={!rehearsed} />
          ))}
        </dl>
      )}
      <div class="group">
        <h3>Cases</h3>
        <dl class="figures totals">
          {totals.map(([name, figure]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <b>{figure}</b>
              </dd>
            </div>
          ))}
        </dl>
        {reliability.length > 0 && (
          <dl class="facts tight">
            {reliability.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Part>
  )
}

function Row({ id, score, judged }: { id: string; score: PointScore; judged: boolean }) {
  const { name, asks, shown, interval } = score
  return (
    <div>
      <dt dir="auto">
        {name} <small>{asks}</small>
      </dt>
      <dd class="value">
        <strong>{shown}</strong> <span class="of">{interval ? between(interval) : 'no interval'}</span>
      </dd>
      <dd>
        <TenScale id={id} score={score} judged={judged} />
      </dd>
    </div>
  )
}
