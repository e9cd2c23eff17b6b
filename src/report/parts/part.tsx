import type { ComponentChildren } from 'preact'
import type { PressureBand } from '../../domain/analysis.js'
import { counted, type Said, some } from '../view/wording.js'

type PartProps = {
  readonly id: string
  readonly title: string
  /** One or two sentences on how to read the section. */
  readonly note?: ComponentChildren
  readonly class?: string
  readonly children: ComponentChildren
}

/** A section with its heading in the margin where there is room for one. */
export function Part({ id, title, note, children, ...rest }: PartProps) {
  return (
    <section class={`part ${rest.class ?? ''}`.trim()} aria-labelledby={id}>
      <div class="head">
        <h2 id={id}>{title}</h2>
        {note && <p class="note">{note}</p>}
      </div>
      <div class="body">{children}</div>
    </section>
  )
}

/** The band of a score; a rehearsal has none and says so. */
export const Band = ({ band }: { band: PressureBand | null }) => (
  <b class={`band ${band ?? ''}`}>{band ?? 'rehearsal'}</b>
)

/** Somebody's own words, checked to stand in their answer. */
export function Words({ said: { who, quote, where } }: { said: Said }) {
  return (
    <figure class="words">
      <blockquote dir="auto">{quote}</blockquote>
      <figcaption>
        <b>{who}</b> {where}
      </figcaption>
    </figure>
  )
}

/** Quotes under a finding: the first `open` to see at once, the others folded. */
export function Quotes({ said, open }: { said: readonly Said[]; open: number }) {
  const folded = said.slice(open)
  return (
    <>
      {said.slice(0, open).map((one, i) => (
        <Words key={i} said={one} />
      ))}
      {folded.length > 0 && (
        <details>
          <summary>
            {open > 0 ? counted(folded.length, 'more quote', 'more quotes') : `In the words of ${speakers(said)}`}
          </summary>
          {folded.map((one, i) => (
            <Words key={i} said={one} />
          ))}
        </details>
      )}
    </>
  )
}

const speakers = (said: readonly Said[]): string => some([...new Set(said.map(({ who }) => who))], 4)
