import type { Row } from '../view/people.js'
import { number } from '../view/wording.js'

/** Everybody who has no card, a line each. */
export function PeopleTable({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <details class="everybody">
      <summary>{number(rows.length)} more, a line each</summary>
      <table class="people">
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
          {rows.map(({ name, kind, sentiment, intent, quote }, i) => (
            <tr key={i}>
              <th scope="row">{name}</th>
              <td>{kind}</td>
              <td>{sentiment}</td>
              <td>{intent}</td>
              <td>{quote}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
