import type { PersonaSetView } from '../view/persona-set.js'
import { counted } from '../view/wording.js'
import { Part } from './part.js'

/** What the set rests on: files, columns of records, and the passages that statements point to. */
export function SetSources({ view: { documents, records, passages } }: { view: PersonaSetView }) {
  return (
    <Part
      id="sources"
      title="Sources"
      note="Every passage that a statement, a kind or a level points to, as it stands in the document."
    >
      <dl class="facts">
        {documents.map(({ name, size }, i) => (
          <div key={i}>
            <dt>{name}</dt>
            <dd>{size}</dd>
          </div>
        ))}
        {records.map(({ name, rows }, i) => (
          <div key={`r${i}`}>
            <dt>{name}</dt>
            <dd>{rows} of real users, without the columns that were recognised as naming somebody</dd>
          </div>
        ))}
      </dl>
      {records.map(({ name, columns }, i) => (
        <details key={i}>
          <summary>What became of each column of {name}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">Column</th>
                <th scope="col">Treatment</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column, at) => (
                <tr key={at}>
                  <th scope="row">{column.name}</th>
                  <td>{column.treatment}</td>
                  <td>{column.why}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
      {passages.length > 0 && <Passages passages={passages} />}
    </Part>
  )
}

type Shown = { readonly id: string; readonly place: string; readonly text: string }

/** Passages word for word, each with an address on the page. */
export function Passages({ passages }: { passages: readonly Shown[] }) {
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

/** What nobody has said: statements without a source, and people who came out alike. */
export function SetDoubts({ view: { assumed, sourced, twins } }: { view: PersonaSetView }) {
  return (
    <Part
      id="doubts"
      title="What is assumed"
      note="Where the research says nothing, the levels of a person decided what is likely. Nobody said it."
    >
      <p>{sourced}</p>
      <dl class="facts">
        {assumed.map(({ label, told }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{told}</dd>
          </div>
        ))}
      </dl>
      <div class="group">
        <h3>People who came out alike</h3>
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
      </div>
    </Part>
  )
}
