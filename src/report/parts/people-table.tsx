import { number } from '../view/wording.js'

type Props = { readonly heads: readonly string[]; readonly rows: readonly (readonly (string | number)[])[] }

/** Everybody who has no card, a line each; the first cell names them. */
export function PeopleTable({ heads, rows }: Props) {
  if (rows.length === 0) return null
  return (
    <details class="everybody">
      <summary>{number(rows.length)} more, a line each</summary>
      <table class="people">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], i) => (
            <tr key={i}>
              <th scope="row">{name}</th>
              {cells.map((cell, j) => (
                <td key={j}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
