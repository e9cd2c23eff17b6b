import type { ReportView } from '../../presentation/panel.js'
import type { Card as CardView } from '../../presentation/people.js'
import { TenMark } from '../charts/level.js'
import { StanceMark } from '../charts/status-icons.js'
import { Part, PeopleTable, TextList } from './part.js'

const NOTE = 'Each read the proposition alone. What they say in company and think in private are two answers.'

export function People({ view: { panel } }: { view: ReportView }) {
  if (panel.cards.length === 0) return null
  return (
    <Part id="people" title="The synthetic people" note={NOTE}>
      <ul class="cards">
        {panel.cards.map((card, i) => (
          <Card key={i} card={card} />
        ))}
      </ul>
      <PeopleTable
        heads={['Name', 'Kind', 'Feels', 'Intent', 'In their words']}
        rows={panel.rows.map(({ name, kind, sentiment, intent, quote }) => [name, kind, sentiment, intent, quote])}
      />
    </Part>
  )
}

function Card({ card }: { card: CardView }) {
  return (
    <li class="card">
      <h3>{card.name}</h3>
      <p class="who">
        {card.kind}, {card.influence}
      </p>
      <TenMark value={card.intent} what="purchase intent" />
      <p class="mood">{card.mood}</p>
      {card.lead && (
        <p class="quote" dir="auto">
          {card.lead}
        </p>
      )}
      <Field label="At first" text={card.gut} />
      <Field label="In company" text={card.inCompany} />
      <Field label="In private" text={card.inPrivate} />
      <Field label={card.rated ? `On buying, rated ${card.rated}` : 'On buying'} text={card.onBuying} />
      <Ballots card={card} />
      <Rest card={card} />
    </li>
  )
}

/** The stance and the reasons on each secret ballot. */
function Ballots({ card: { ballots, name } }: { card: CardView }) {
  if (ballots.length === 0) return null
  return (
    <details>
      <summary>
        Secret ballots, {ballots.map(({ mean }) => mean.replace(' of 5', '')).join(' then ')} of 5
        <span class="unseen"> of {name}</span>
      </summary>
      {ballots.map(({ when, mean, stance, reasons }) => (
        <div key={when} class="field">
          <b>
            {when}, {mean}
          </b>
          {stance && <p dir="auto">{stance}</p>}
          {reasons.length > 0 && <TextList items={reasons} />}
        </div>
      ))}
    </details>
  )
}

function Beliefs({ beliefs }: Pick<CardView, 'beliefs'>) {
  if (beliefs.length === 0) return null
  return (
    <div class="field">
      <b>What they believe of it</b>
      <ul class="doubters">
        {beliefs.map(({ claim, stance, why, proof }, i) => (
          <li key={i}>
            <span class={`cell ${stance}`}>
              <StanceMark stance={stance} />
            </span>
            <p>
              “{claim}” <span class="detail">{[stance, why].filter(Boolean).join(': ')}</span>
              {proof && <span class="detail"> Would want: {proof}</span>}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Rest({ card }: { card: CardView }) {
  return (
    <details>
      <summary>
        All answers<span class="unseen"> of {card.name}</span>
      </summary>
      <Field label="On second thought" text={card.considered} />
      <Field label="What it would take" text={card.threshold} />
      <FieldList label="What holds them back" items={card.frictions} />
      <Field label="From experience" text={card.memory} />
      <FieldList label="Key quotes" items={card.quotes} />
      <Beliefs beliefs={card.beliefs} />
    </details>
  )
}

function Field({ label, text }: { label: string; text: string }) {
  if (text === '') return null
  return (
    <p class="field" dir="auto">
      <b>{label}</b> {text}
    </p>
  )
}

function FieldList({ label, items }: { label: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <div class="field">
      <b>{label}</b>
      <ul>
        {items.map((item, i) => (
          <li key={i}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
