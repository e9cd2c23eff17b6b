import type { ReadFrom } from '../../presentation/panel.js'
import { Part } from './part.js'

type Props = {
  readonly title: string
  /** Label under which the text is folded. */
  readonly summary?: string
  readonly stimulus: string
  readonly about: string
  readonly readFrom?: readonly ReadFrom[]
}

/** The proposition as the panel saw it, and what the panel was told beside it. */
export function Proposition({ title, summary, stimulus, about, readFrom = [] }: Props) {
  return (
    <Part id="proposition" title={title}>
      {stimulus === '' && <p>It had no words that can be shown.</p>}
      {stimulus !== '' && summary === undefined && <pre dir="auto">{stimulus}</pre>}
      {stimulus !== '' && summary !== undefined && (
        <details class="plain">
          <summary>{summary}</summary>
          <pre dir="auto">{stimulus}</pre>
        </details>
      )}
      <AboutNote about={about} />
      <Pieces readFrom={readFrom} />
    </Part>
  )
}

/** The pieces of the proposition, each with its hash. */
export function Pieces({ readFrom }: { readFrom: readonly ReadFrom[] }) {
  if (readFrom.length === 0) return null
  return (
    <div class="detail">
      <b>Read from</b>
      <ul>
        {readFrom.map(({ name, what, sha256 }) => (
          <li>
            <span dir="auto">{name}</span>, {what}, SHA-256 <code>{sha256}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What everybody was told and nobody scored. */
export function AboutNote({ about }: { about: string }) {
  if (about === '') return null
  return (
    <p class="detail">
      <b>Told beside it, not scored</b> <span dir="auto">{about}</span>
    </p>
  )
}
