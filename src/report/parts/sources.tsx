import { counted } from '../../domain/text/words.js'
import type { MemberCard, PersonaSetView } from '../../presentation/persona-set.js'
import type { Origins, SourcedClaim } from '../../presentation/sources.js'
import { Facts, Group, Part, PeopleTable, Table } from './part.js'

/** Sources of the set: files, columns of records, and the passages that statements refer to. */
export function SetSources({ view: { documents, records, passages } }: { view: PersonaSetView }) {
  return (
    <Part
      id="sources"
      title="Sources"
      note="Every passage that a statement, a kind or a level points to, as it stands in the document."
    >
      <Facts facts={[...documents, ...records]} />
      {records.map(({ name, columns }, i) => (
        <details key={i}>
          <summary>What became of each column of {name}</summary>
          <Table
            heads={['Column', 'Treatment', 'Why']}
            rows={columns.map((column) => [column.name, column.treatment, column.why])}
          />
        </details>
      ))}
      {passages.length > 0 && <Passages passages={passages} />}
    </Part>
  )
}

type Passage = { readonly id: string; readonly place: string; readonly text: string }

/** Passages verbatim, each with an anchor on the page. */
function Passages({ passages }: { passages: readonly Passage[] }) {
  return (
    <ol class="passages">
      {passages.map(({ id, place, text }) => (
        <li key={id} id={id}>
          <p class="detail">
            {id.replace('-', ' ')}, {place}
          </p>
          <blockquote dir="auto">{text}</blockquote>
        </li>
      ))}
    </ol>
  )
}

/** Statements without a source, near-duplicate personas, and contradictions. */
export function SetDoubts({ view: { assumed, sourced, twins, contradictions } }: { view: PersonaSetView }) {
  return (
    <Part
      id="doubts"
      title="What is assumed"
      note="Where the research says nothing, the levels of a person decided what is likely. Nobody said it."
    >
      <p>{sourced}</p>
      <Facts facts={assumed} />
      <Group title="People who came out alike">
        <p>{twins.sentence}</p>
        {twins.replaced.length > 0 && (
          <details>
            <summary>{counted(twins.replaced.length, 'replacement')}</summary>
            <ul>
              {twins.replaced.map(({ who, like, similarity, round }, i) => (
                <li key={i}>
                  {who} was too much like {like} ({similarity}); drawn and written anew, try {round}
                </li>
              ))}
            </ul>
          </details>
        )}
        {twins.left.length > 0 && (
          <details>
            <summary>{counted(twins.left.length, 'pair')} still alike</summary>
            <ul>
              {twins.left.map(({ who, like, similarity }, i) => (
                <li key={i}>
                  {who} and {like} ({similarity})
                </li>
              ))}
            </ul>
          </details>
        )}
      </Group>
      {contradictions && (
        <Group title="People who contradicted themselves">
          <p>{contradictions.sentence}</p>
          <Lines title="Written again" lines={contradictions.mended} />
          <Lines title="A sentence replaced" lines={contradictions.replaced} />
          <Lines title="Still there" lines={contradictions.left} />
        </Group>
      )}
    </Part>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <details>
      <summary>
        {title}: {lines.length}
      </summary>
      <ul>
        {lines.map((line, i) => (
          <li key={i}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

const MEMBERS_NOTE =
  'Synthetic people; none of them is real. Name, age, kind and levels were drawn outside the model. Each statement shows the passage it rests on, or says that it is assumed.'

/** Members of a set: the first as cards with their sources, the others as table rows. */
export function SetMembers({ view: { cards, rows } }: { view: PersonaSetView }) {
  if (cards.length === 0) return null
  return (
    <Part id="people" title="Who is in it" note={MEMBERS_NOTE}>
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
      <p class="field">
        <b>As a simulated user</b> {card.simulated.join('; ')}
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

/** A statement with the quote that it rests on. */
function Claim({ claim: { text, basis, assumed, quote, passage } }: { claim: SourcedClaim }) {
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

const ORIGINS_NOTE =
  'These people are members of a saved persona set. What is said about each points to the passage of the research it rests on, or is assumed.'

/** Sources of a panel's people, each statement with its passage. */
export function PanelOrigins({ origins }: { origins: Origins | null }) {
  if (!origins) return null
  return (
    <Part id="origins" title="Where these people come from" note={ORIGINS_NOTE}>
      <p>Persona set {origins.sets.join('; ')}.</p>
      {origins.people.map(({ name, role, confidence, claims }, i) => (
        <details key={i}>
          <summary>
            {name}, {role}
          </summary>
          <p class="detail">Confidence {confidence} of 1.</p>
          {claims.map((claim, at) => (
            <div key={at} class="field">
              <b>{claim.label}</b>
              <Claim claim={claim} />
            </div>
          ))}
        </details>
      ))}
      {origins.left > 0 && <p class="detail">{origins.left} more stand in the set itself.</p>}
      {origins.passages.length > 0 && (
        <Group title="The passages">
          <Passages passages={origins.passages} />
        </Group>
      )}
    </Part>
  )
}
