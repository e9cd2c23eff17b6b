import type { EditView, RefinementView } from '../view/refinement.js'
import { Part } from './part.js'

const NOTE =
  'Each edit answers a finding of the test before. Its own effect is measured by putting that edit alone before the same people, in short form.'

/** What was changed, for which finding, and what each edit did by itself. */
export function Edits({ view: { applied } }: { view: RefinementView }) {
  return (
    <Part id="edits" title="The edits" note={NOTE}>
      {applied.length === 0 && <p>No edit was made.</p>}
      {applied.length > 0 && (
        <ul class="findings tagged">
          {applied.map((edit) => (
            <li key={edit.number} id={`edit-${edit.number}`} class="finding">
              <Change edit={edit} />
              {edit.backfired && <p class="backfired">Backfired: this edit alone made it worse.</p>}
              <p class="detail">
                <b>By itself</b> {edit.effect ?? 'not measured'}
              </p>
              <Reasons edit={edit} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

/** Edits that were proposed and refused, each with its reason. */
export function NotMade({ view: { dropped } }: { view: RefinementView }) {
  if (dropped.length === 0) return null
  return (
    <Part
      id="dropped"
      title="Edits not made"
      note="Proposed, and refused: a rewrite may not invent proof, prices or certificates."
    >
      <ul class="findings tagged">
        {dropped.map((edit, i) => (
          <li key={i} class="finding">
            <Change edit={edit} />
            <p>{edit.problem || 'No reason is given.'}</p>
            <Reasons edit={edit} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

type Shown = Pick<EditView, 'id' | 'original' | 'replacement' | 'finding' | 'why'>

function Change({ edit: { id, original, replacement } }: { edit: Shown }) {
  return (
    <h3 class="change">
      <span class="tag">{id}</span>
      {original && <del dir="auto">{original}</del>} {replacement ? <ins dir="auto">{replacement}</ins> : 'taken out'}
    </h3>
  )
}

function Reasons({ edit: { finding, why } }: { edit: Shown }) {
  return (
    <p class="detail">
      {finding && (
        <>
          <b>Answers</b> {finding}{' '}
        </>
      )}
      {why}
    </p>
  )
}
