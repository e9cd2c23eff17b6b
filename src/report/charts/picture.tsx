import type { ComponentChildren } from 'preact'

type Props = {
  /** Question that the picture answers. */
  readonly question: string
  readonly note?: ComponentChildren
  readonly children: ComponentChildren
}

/** A picture under the question it answers. */
export function Picture({ question, note, children }: Props) {
  return (
    <figure class="picture">
      <figcaption>
        <h3>{question}</h3>
        {note && <p>{note}</p>}
      </figcaption>
      {children}
    </figure>
  )
}

/** Meaning of the fills in a picture. */
export function Legend({ entries }: { entries: readonly { readonly fill: string; readonly name: string }[] }) {
  if (entries.length === 0) return null
  return (
    <ul class="legend">
      {entries.map(({ fill, name }) => (
        <li key={name}>
          <svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">
            <rect class={`fill ${fill}`} width={12} height={12} rx={2} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
