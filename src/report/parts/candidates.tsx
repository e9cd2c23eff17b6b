import type { Candidate, ComparisonView } from '../view/comparison.js'
import { counted } from '../view/wording.js'
import { IntentFigures } from './mood.js'
import { Part } from './part.js'
import { Row } from './scores.js'

/** Each proposition by itself: scores, intent, claims, and what people said first. */
export function Candidates({ view: { candidates } }: { view: ComparisonView }) {
  return (
    <Part id="candidates" title="Each in short" note="In the order they were given.">
      {candidates.map((one) => (
        <Proposition key={one.label} one={one} />
      ))}
    </Part>
  )
}

function Proposition({ one }: { one: Candidate }) {
  const { label, name, stimulus, scores, intent, claims, people, others } = one
  return (
    <div class="group candidate">
      <h3 dir="auto">
        {label}: {name}
      </h3>
      <dl class="scores">
        {scores.others.map((score, i) => (
          <Row key={score.name} id={`scale-${label}-${i}`} score={score} />
        ))}
      </dl>
      <h4 class="small">Purchase intent</h4>
      <IntentFigures intent={intent} />
      {claims.length > 0 && (
        <ul>
          {claims.map(({ claim, believed }, i) => (
            <li key={i} dir="auto">
              “{claim}” <span class="detail">{believed}</span>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>
          What they said<span class="unseen"> of {label}</span>
        </summary>
        <ul class="plain-list">
          {people.map(({ who, kind, intent: own, quote }, i) => (
            <li key={i}>
              <b>{who}</b>{' '}
              <span class="detail">
                {kind}, intent {own} of 10
              </span>{' '}
              <span class="said" dir="auto">
                {quote}
              </span>
            </li>
          ))}
        </ul>
        {others > 0 && <p class="detail">{counted(others, 'more answer')} in the run’s data.</p>}
      </details>
      <details>
        <summary>
          As it was put to them<span class="unseen">, {label}</span>
        </summary>
        <pre dir="auto">{stimulus}</pre>
      </details>
    </div>
  )
}
