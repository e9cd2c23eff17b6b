import { IntentHistogram } from '../charts/intent.js'
import { ScoreScale } from '../charts/scale.js'
import { SentimentFlow } from '../charts/sentiment.js'
import type { ReportView } from '../view.js'

/** The figures: three scores, who would buy, and what a second thought did. */
export function Scores({ view }: { view: ReportView }) {
  const { scores, intent, sentiment, people } = view
  const measured = scores.some(({ interval }) => interval !== null)
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">The figures</h2>
      <dl class="scores">
        {scores.map((score, index) => (
          <div key={score.name}>
            <dt>
              {score.name} <small>{score.asks}</small>
            </dt>
            <dd>
              <strong>{score.value}</strong>
              {score.interval && (
                <span class="interval">
                  {Math.round(score.interval.low)} to {Math.round(score.interval.high)}
                </span>
              )}
              <ScoreScale score={score} banded={index === 0} />
            </dd>
          </div>
        ))}
      </dl>
      <p class="note">
        {measured
          ? 'Intervals come from drawing the synthetic panel again and again from itself; they say nothing about real people.'
          : 'No interval has been measured for these scores; read them as rough places on the scale, not as measurements.'}
      </p>
      <div class="pair">
        <figure>
          <figcaption>
            <h3>Would they buy?</h3>
            <p>
              {intent.mean.toFixed(1)} of 10 on average (the diamond), {people} synthetic people
            </p>
          </figcaption>
          <IntentHistogram intent={intent} />
        </figure>
        <figure>
          <figcaption>
            <h3>First reaction, second thought</h3>
            <p>{changed(sentiment)}</p>
          </figcaption>
          <SentimentFlow flows={sentiment} people={people} />
        </figure>
      </div>
    </section>
  )
}

const RANK = { negative: 0, mixed: 1, neutral: 1, positive: 2 } as const

function changed(flows: ReportView['sentiment']): string {
  const cooled = flows.filter(({ from, to }) => RANK[to] < RANK[from]).reduce((sum, { people }) => sum + people, 0)
  const warmed = flows.filter(({ from, to }) => RANK[to] > RANK[from]).reduce((sum, { people }) => sum + people, 0)
  if (cooled === 0 && warmed === 0) return 'Nobody changed their tone on second thought'
  return `${cooled} cooled down, ${warmed} warmed to it`
}
