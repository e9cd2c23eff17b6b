import { IntentHistogram } from '../charts/intent.js'
import { SentimentFlow } from '../charts/sentiment.js'
import { number } from '../view/wording.js'
import type { ReportView } from '../view.js'
import { Part } from './part.js'

/** Who would buy, and what a second thought did. */
export function Mood({ view: { intent, sentiment, people } }: { view: ReportView }) {
  if (people === 0) return null
  const { cooled, stayed, warmed } = sentiment
  return (
    <Part
      id="mood"
      title="Would they buy?"
      note={`n = ${number(people)} synthetic people. Their answers, not a forecast.`}
    >
      <div class="pair">
        <figure>
          <figcaption>
            <h3>Purchase intent</h3>
            <p>{intent.mean.toFixed(1)} of 10 on average, where the diamond is</p>
          </figcaption>
          <IntentHistogram intent={intent} />
        </figure>
        <figure>
          <figcaption>
            <h3>First reaction, second thought</h3>
            <p>
              {number(cooled)} cooled down, {number(stayed)} stayed, {number(warmed)} warmed to it
            </p>
          </figcaption>
          <SentimentFlow flows={sentiment.flows} people={people} />
        </figure>
      </div>
      <details>
        <summary>The same figures as tables</summary>
        <div class="pair">
          <IntentTable counts={intent.counts} />
          <FlowTable flows={sentiment.flows} />
        </div>
      </details>
    </Part>
  )
}

function IntentTable({ counts }: { counts: readonly number[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Purchase intent</th>
          <th scope="col">People</th>
        </tr>
      </thead>
      <tbody>
        {counts.map((count, i) => (
          <tr key={i}>
            <th scope="row">{i + 1} of 10</th>
            <td>{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FlowTable({ flows }: { flows: ReportView['sentiment']['flows'] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">At first</th>
          <th scope="col">On second thought</th>
          <th scope="col">People</th>
        </tr>
      </thead>
      <tbody>
        {flows.map(({ from, to, people }) => (
          <tr key={`${from}-${to}`}>
            <td>{from}</td>
            <td>{to}</td>
            <td>{number(people)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
