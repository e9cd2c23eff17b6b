import type { ReportView } from '../view.js'
import { Part, Quotes } from './part.js'

type DissentView = ReportView['dissent']

/** What somebody held privately and the room did not hear. */
export function Dissent({ view: { dissent } }: { view: ReportView }) {
  const { label, sentence, views, why, participation } = dissent
  return (
    <Part
      id="dissent"
      title="Minority report"
      class="tinted"
      note={
        <>
          <b>{label}.</b> {sentence}
        </>
      }
    >
      {views.length > 0 && why && <p class="why">{why}</p>}
      <Views views={views} />
      <Conformity rows={dissent.conformity} />
      {participation && <p class="detail">{participation}</p>}
    </Part>
  )
}

function Views({ views }: { views: DissentView['views'] }) {
  if (views.length === 0) return <p>No view was found that somebody held privately and nobody said.</p>
  return (
    <ul class="findings">
      {views.map(({ view, unheard, said }, i) => (
        <li key={i} class="finding">
          <h3>{view}</h3>
          <p class="detail">{unheard}</p>
          <Quotes said={said} open={2} />
        </li>
      ))}
    </ul>
  )
}

/** Who said one thing to the room and another to the ballot. */
function Conformity({ rows }: { rows: DissentView['conformity'] }) {
  if (rows.length === 0) return null
  return (
    <details>
      <summary>In public and on the private ballot</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">In public</th>
            <th scope="col">On the ballot</th>
            <th scope="col">Shift</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ who, inPublic, inPrivate, shift }, i) => (
            <tr key={i}>
              <th scope="row">{who}</th>
              <td>{inPublic}</td>
              <td>{inPrivate}</td>
              <td>{shift}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
