import type { Response } from '../../domain/response.js'
import { clean, headline, worded } from '../clean.js'
import type { ReportView } from '../view.js'

/** More cards than this nobody opens; the others stand in a table, so that a report of a thousand stays small. */
const MOST_CARDS = 24

export function People({ view: { result } }: { view: ReportView }) {
  const cards = result.responses.slice(0, MOST_CARDS)
  const rest = result.responses.slice(MOST_CARDS)
  return (
    <section aria-labelledby="people">
      <h2 id="people">The synthetic people</h2>
      <div class="cards">
        {cards.map((response) => (
          <Card key={response.persona_id} response={response} />
        ))}
      </div>
      {rest.length > 0 && (
        <details class="rest">
          <summary>{rest.length} more, a line each</summary>
          <Table responses={rest} />
        </details>
      )}
    </section>
  )
}

const words = (id: string): string => id.replaceAll('-', ' ').replaceAll('_', ' ')

function Card({ response }: { response: Response }) {
  // Many people's best line is their first reaction, which stands below anyhow.
  const quote = response.key_quotes.find(
    (one) => ![response.gut_reaction, response.private_thoughts].some((text) => text.includes(one)),
  )
  return (
    <article class="card">
      <header>
        <h3>{worded(response.persona_name)}</h3>
        <p class="who">
          {words(response.archetype)}, {words(response.influence_type)}
        </p>
        <p class="intent">
          <b>{response.purchase_intent}</b> of 10{' '}
          <span class={`mood ${response.considered_sentiment}`}>{response.considered_sentiment}</span>
        </p>
      </header>
      {quote && <p class="quote">{clean(quote)}</p>}
      <Field label="At first" text={response.gut_reaction} />
      <Field label="In private" text={response.private_thoughts} />
      <details>
        <summary>All answers</summary>
        <Field label="On second thought" text={response.considered_response} />
        <Field label="In company" text={response.social_response} />
        <Field label="What it would take" text={response.action_threshold} />
        <Field label="Obstacles" text={response.friction_points.join('; ')} />
        <Field label="From experience" text={response.memory_influence_notes} />
      </details>
    </article>
  )
}

function Field({ label, text }: { label: string; text: string }) {
  const shown = clean(text)
  if (shown === '') return null
  return (
    <p class="field">
      <b>{label}</b> {shown}
    </p>
  )
}

function Table({ responses }: { responses: readonly Response[] }) {
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Kind</th>
            <th scope="col">Feels</th>
            <th scope="col">Intent</th>
            <th scope="col">In their words</th>
          </tr>
        </thead>
        <tbody>
          {responses.map((one) => (
            <tr key={one.persona_id}>
              <th scope="row">{worded(one.persona_name)}</th>
              <td>{words(one.archetype)}</td>
              <td>{one.considered_sentiment}</td>
              <td>{one.purchase_intent}</td>
              <td>{headline(one.key_quotes[0] ?? one.gut_reaction, 110)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
