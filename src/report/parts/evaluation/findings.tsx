import type { EvaluationView } from '../../view/evaluation/evaluation.js'
import { type Found, MOST_FOUND } from '../../view/evaluation/findings.js'
import { number } from '../../view/wording.js'
import { Part } from '../part.js'
import { FoundList, FoundText } from './finding.js'

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
      <ol class="findings numbered">
        {recommendations.map((one, i) => (
          <li key={i} class="finding">
            <FoundText found={one} quotes={0} />
          </li>
        ))}
      </ol>
    </Part>
  )
}

/** What went wrong and what went well; every quote stands in a conversation of this run. */
export function EvaluationFindings({ view: { findings } }: { view: EvaluationView }) {
  const { critical, failures, weaknesses, strengths, warnings } = findings
  const none = [critical, failures, weaknesses, strengths, warnings].every(({ length }) => length === 0)
  return (
    <Part id="findings" title="Findings" note="Quotes are looked up word for word in the conversations.">
      {none && <p>{NONE}</p>}
      <Group title="Failures" items={failures} more={['failure', 'failures']} open={5} />
      <Group title="Weaknesses" items={weaknesses} more={['weakness', 'weaknesses']} open={4} />
      <Group title="Strengths" items={strengths} more={['strength', 'strengths']} open={3} />
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

function Group({ title, items, more, open }: GroupProps) {
  if (items.length === 0) return null
  return (
    <div class="group">
      <h3>{title}</h3>
      <FoundList items={items} open={open} more={more} />
    </div>
  )
}

/** A warning is a sentence without quotes: a plain list is enough. */
function Warnings({ items }: { items: readonly Found[] }) {
  if (items.length === 0) return null
  const rest = items.length - MOST_FOUND
  return (
    <div class="group">
      <h3>Warnings</h3>
      <ul>
        {items.slice(0, MOST_FOUND).map(({ what }, i) => (
          <li key={i} dir="auto">
            {what}
          </li>
        ))}
        {rest > 0 && <li>{number(rest)} further ones stand in the run’s data.</li>}
      </ul>
    </div>
  )
}
