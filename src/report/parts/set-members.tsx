import type { MemberCard, PersonaSetView, SourcedClaim } from '../view/persona-set.js'
import { Part } from './part.js'
import { PeopleTable } from './people-table.js'

const NOTE =
  'Synthetic people; none of them is real. Name, age, kind and levels were drawn outside the model. Each statement shows the passage it rests on, or says that it is assumed.'

/** Who is in a set: the first in full with their sources, the others in a line each. */
export function SetMembers({ view: { cards, rows } }: { view: PersonaSetView }) {
  if (cards.length === 0) return null
  return (
    <Part id="people" title="Who is in it" note={NOTE}>
      <ul class="cards">
        {cards.map((card, i) => (
          <Card key={i} card={card} />
        ))}
      </ul>
      <PeopleTable
        heads={['Name', 'Age', 'Kind', 'Confidence', 'Role']}
        rows={rows.map(({ name, age, role, kind, confidence }) => [name, age, kind, confidence, role])}
      />
    </Part>
  )
}

function Card({ card }: { card: MemberCard }) {
  return (
    <li class="card">
      <h3>
        {card.name}, {card.age}
      </h3>
      <p class="who">{card.role}</p>
      {card.edge && (
        <p class="mood">
          Stands for an unusual case: <b>{card.edge}</b>
        </p>
      )}
      <p class="mood">
        Confidence {card.confidence} of 1, compared with real people {card.compared} times; {card.quoted} statements
        have a source.
      </p>
      {card.first && <Claim claim={card.first} />}
      <p class="field">
        <b>Drawn</b> {card.levels.join('; ')}
        {card.tools && `; uses ${card.tools}`}
      </p>
      <details>
        <summary>
          Everything, with its sources<span class="unseen"> of {card.name}</span>
        </summary>
        {card.claims.map(({ label, claims }) => (
          <div key={label} class="field">
            <b>{label}</b>
            {claims.map((claim, i) => (
              <Claim key={i} claim={claim} />
            ))}
          </div>
        ))}
      </details>
    </li>
  )
}

/** A statement with the words it rests on. */
export function Claim({ claim: { text, basis, assumed, quote, passage } }: { claim: SourcedClaim }) {
  return (
    <div class="sourced">
      <p dir="auto">{text}</p>
      {passage ? (
        <p class="source">
          {basis}: {quote && <q dir="auto">{quote}</q>} <a href={`#${passage.id}`}>{passage.place}</a>
        </p>
      ) : (
        <p class={`source ${assumed ? 'assumed' : ''}`.trim()}>{basis}</p>
      )}
    </div>
  )
}
