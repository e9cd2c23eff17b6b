import type { ComponentChildren } from 'preact'
import { type Found, MOST_FOUND } from '../../view/evaluation/findings.js'
import { counted, number } from '../../view/wording.js'
import { Quotes } from '../part.js'

type ListProps<T extends Found> = {
  readonly items: readonly T[]
  /** Items to see at once; the others are folded. */
  readonly open: number
  /** What the folded ones are called. */
  readonly more: readonly [one: string, many: string]
  /** Quotes to see at once. */
  readonly quotes?: number
  readonly children?: (item: T) => ComponentChildren
}

/** Findings with their quotes: the first to see, more of them folded, and how many stand in the run's data only. */
export function FoundList<T extends Found>({ items, open, more, quotes = 0, children }: ListProps<T>) {
  const folded = items.slice(open, MOST_FOUND)
  const list = (some: readonly T[]) => (
    <ul class="findings">
      {some.map((one, i) => (
        <li key={i} class="finding">
          {children?.(one)}
          <FoundText found={one} quotes={quotes} />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {list(items.slice(0, open))}
      {folded.length > 0 && (
        <details>
          <summary>{counted(folded.length, `more ${more[0]}`, `more ${more[1]}`)}</summary>
          {list(folded)}
        </details>
      )}
      {items.length > MOST_FOUND && (
        <p class="detail">{number(items.length - MOST_FOUND)} further ones stand in the run’s data.</p>
      )}
    </>
  )
}

/** What was found, in whose words, and the way to its conversation. */
export function FoundText({ found: { what, mark, said, place }, quotes }: { found: Found; quotes: number }) {
  return (
    <>
      <p dir="auto">
        {mark && <b class="marked">{mark}</b>} {what}{' '}
        {place && (
          <a class="way" href={`#${place}`}>
            Conversation
          </a>
        )}
      </p>
      <Quotes said={said} open={quotes} />
    </>
  )
}
