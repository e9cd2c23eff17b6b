import { number } from '../../domain/text/words.js'
import type { ReportView } from '../../presentation/panel.js'
import { type IntentView, OTHER_KINDS, POINTS } from '../../presentation/scores.js'
import { shareWords } from '../../presentation/words.js'
import { IntentColumns } from '../charts/intent.js'
import { SentimentFlow } from '../charts/sentiment.js'
import { Part, Table } from './part.js'

const RANGES = ` Ranges: ${OTHER_KINDS}.`

/** Purchase intent, and sentiment at first compared with second thought. */
export function Mood({ view: { intent, unrated, ownFigures, sentiment, people } }: { view: ReportView }) {
  if (people === 0) return null
  const { cooled, stayed, warmed } = sentiment
  return (
    <Part
      id="mood"
      title="Would they buy?"
      note={`n = ${number(people)} synthetic people. Their answers, not a forecast.${intent?.topTwoInterval ? RANGES : ''}`}
    >
      <div class="pair">
        <figure>
          <figcaption>
            <h3>Purchase intent</h3>
            <p>{intent ? 'The panel’s spread over five points; the diamond is the mean' : unrated}</p>
          </figcaption>
          {intent && <IntentColumns intent={intent} />}
          {intent && <IntentFigures intent={intent} />}
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
      {intent && <p class="method">{[intent.method, unrated].filter(Boolean).join(' ')}</p>}
      <details>
        <summary>The same figures as tables</summary>
        <div class="pair">
          <div>
            {intent && (
              <Table
                heads={['Purchase intent', 'Share']}
                rows={POINTS.map((point, i) => [`${i + 1}, ${point}`, shareWords(intent.pmf[i] ?? 0)])}
              />
            )}
            <Table
              heads={['Their own figure', 'People']}
              rows={ownFigures.map((count, i) => [`${i + 1} of 10`, number(count)])}
            />
          </div>
          <FlowTable flows={sentiment.flows} />
        </div>
      </details>
    </Part>
  )
}

/** Mean, top-2 box and spread, each with its range. */
export function IntentFigures({ intent: { figures } }: { intent: IntentView }) {
  return (
    <dl class="figures">
      {figures.map(({ name, value, between }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b> {between && <span>{between}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FlowTable({ flows }: { flows: ReportView['sentiment']['flows'] }) {
  return (
    <Table
      heads={['At first', 'On second thought', 'People']}
      rows={flows.map(({ from, to, people }) => [from, to, number(people)])}
    />
  )
}
