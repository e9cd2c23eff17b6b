import type { Stretch } from '../view/edited.js'
import type { RefinementView } from '../view/refinement.js'
import { Part } from './part.js'

/** The text with its edits marked, then both versions clean. */
export function Rewritten({ view: { text, original, refined } }: { view: RefinementView }) {
  const marked = text?.some(({ kind }) => kind === 'edit') ?? false
  return (
    <Part
      id="text"
      title="The text"
      note={
        marked &&
        'Struck out: what was taken away. Underlined: what was put in its place. The small marks lead to the edits.'
      }
    >
      {text && marked ? (
        <div class="sheet" dir="auto">
          {text.map((one, i) => (
            <Marked key={i} stretch={one} />
          ))}
        </div>
      ) : (
        <p>
          {original === refined
            ? 'Nothing was changed.'
            : 'The edits cannot be marked in the text; both versions follow.'}
        </p>
      )}
      <details open={!marked && original !== refined}>
        <summary>{original === refined ? 'The text as it was tested' : 'The new text alone'}</summary>
        <pre dir="auto">{refined}</pre>
      </details>
      {original !== refined && (
        <details>
          <summary>The old text alone</summary>
          <pre dir="auto">{original}</pre>
        </details>
      )}
    </Part>
  )
}

function Marked({ stretch }: { stretch: Stretch }) {
  if (stretch.kind === 'kept') return <>{stretch.text}</>
  const { number, id, removed, added } = stretch
  return (
    <>
      {removed && <del>{removed}</del>}
      {added && (
        <>
          {' '}
          <ins>{added}</ins>
        </>
      )}
      <sup>
        <a href={`#edit-${number}`} aria-label={`Edit ${id}`}>
          {id}
        </a>
      </sup>
    </>
  )
}
