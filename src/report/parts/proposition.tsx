import type { ReadFrom } from '../../presentation/panel.js'
import { Part } from './part.js'

type Props = {
  readonly title: string
  /** Folds the text under these words. */
  readonly summary?: string
  readonly stimulus: string
  readonly about: string
  readonly readFrom?: readonly ReadFrom[]
}

/** What was put before the panel, as it was put, and what everybody was told beside it. */
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
      <ToldBeside about={about} />
      <Pieces readFrom={readFrom} />
    </Part>
  )
}

/** What was brought, with the hash of each piece. */
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

/** Told to everybody, scored by nobody. */
export function ToldBeside({ about }: { about: string }) {
  if (about === '') return null
  return (
    <p class="detail">
      <b>Told beside it, not scored</b> <span dir="auto">{about}</span>
    </p>
  )
}
