import type { ComponentChildren } from 'preact'
import { counted, number } from '../../../domain/text/words.js'
import type { EvaluationView } from '../../../presentation/evaluation/evaluation.js'
import { type Found, MAX_FOUND } from '../../../presentation/evaluation/findings.js'
import { FindingList, Group, Part, Quotes } from '../part.js'

const CRITICAL_NOTE =
  'Decided by code, by a judge’s yes to one question about a passage, or by the case itself. Any one of them stands in the way of approval, whatever the score.'

/** Critical failures, which no score can make up for; absent where there are none. */
export function CriticalFailures({ view: { findings } }: { view: EvaluationView }) {
  const { critical } = findings
  if (critical.length === 0) return null
  return (
    <Part id="critical" title="Critical failures" class="tinted" note={CRITICAL_NOTE}>
      <FoundList items={critical} open={5} more={['critical failure', 'critical failures']} quotes={1}>
        {({ title, count }) => (
          <>
            <h3 class="failed">{title}</h3>
            <p class="detail">{count}</p>
          </>
        )}
      </FoundList>
    </Part>
  )
}

const NONE =
  'Nothing was found: no failure, no weakness, no warning. Read a conversation yourself before you rely on it.'

/** What to change, as the judges asked for most often. */
export function Recommendations({ view: { findings } }: { view: EvaluationView }) {
  const { recommendations } = findings
  if (recommendations.length === 0) return null
  return (
    <Part
      id="fixes"
      title="What to change"
      note="As the judges asked for, most often first, each with what was weakest there."
    >
      <FindingList items={recommendations} kind="numbered">
        {(finding) => <FoundText found={finding} quotes={0} />}
      </FindingList>
    </Part>
  )
}

/** Failures, weaknesses and strengths; every quote stands in a conversation of this run. */
export function EvaluationFindings({ view: { findings } }: { view: EvaluationView }) {
  const { critical, failures, weaknesses, strengths, warnings } = findings
  const none = [critical, failures, weaknesses, strengths, warnings].every(({ length }) => length === 0)
  return (
    <Part id="findings" title="Findings" note="Quotes are looked up word for word in the conversations.">
      {none && <p>{NONE}</p>}
      <FindingGroup title="Failures" items={failures} more={['failure', 'failures']} open={5} />
      <FindingGroup title="Weaknesses" items={weaknesses} more={['weakness', 'weaknesses']} open={4} />
      <FindingGroup title="Strengths" items={strengths} more={['strength', 'strengths']} open={3} />
      <Warnings items={warnings} />
    </Part>
  )
}

type GroupProps = {
  readonly title: string
  readonly items: readonly Found[]
  readonly more: readonly [string, string]
  readonly open: number
}

function FindingGroup({ title, items, more, open }: GroupProps) {
  if (items.length === 0) return null
  return (
    <Group title={title}>
      <FoundList items={items} open={open} more={more} />
    </Group>
  )
}

/** A warning is a sentence without quotes: a plain list is enough. */
function Warnings({ items }: { items: readonly Found[] }) {
  if (items.length === 0) return null
  const rest = items.length - MAX_FOUND
  return (
    <Group title="Warnings">
      <ul>
        {items.slice(0, MAX_FOUND).map(({ what }, i) => (
          <li key={i} dir="auto">
            {what}
          </li>
        ))}
        {rest > 0 && <li>{number(rest)} further ones stand in the run’s data.</li>}
      </ul>
    </Group>
  )
}

type ListProps<T extends Found> = {
  readonly items: readonly T[]
  /** Items shown at once; the others are folded. */
  readonly open: number
  /** Noun for the folded items. */
  readonly more: readonly [singular: string, many: string]
  /** Quotes shown at once. */
  readonly quotes?: number
  readonly children?: (item: T) => ComponentChildren
}

/**
 * Findings with their quotes: the first ones shown, further ones folded, and the number of those only in the run's
 * data.
 */
function FoundList<T extends Found>({ items, open, more, quotes = 0, children }: ListProps<T>) {
  const folded = items.slice(open, MAX_FOUND)
  const list = (some: readonly T[]) => (
    <FindingList items={some}>
      {(finding) => (
        <>
          {children?.(finding)}
          <FoundText found={finding} quotes={quotes} />
        </>
      )}
    </FindingList>
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
      {items.length > MAX_FOUND && (
        <p class="detail">{number(items.length - MAX_FOUND)} further ones stand in the run’s data.</p>
      )}
    </>
  )
}

/** A finding, its quotes, and a link to its conversation. */
function FoundText({ found: { what, mark, said, place }, quotes }: { found: Found; quotes: number }) {
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
