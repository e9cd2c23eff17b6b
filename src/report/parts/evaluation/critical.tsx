import type { EvaluationView } from '../../view/evaluation/evaluation.js'
import { Part } from '../part.js'
import { FoundList } from './finding.js'

const NOTE =
  'Decided by code or by the case itself, not by a judge’s taste. Any one of them stands in the way of approval, whatever the score.'

/** What no score can make up for; there only where something failed. */
export function CriticalFailures({ view: { findings } }: { view: EvaluationView }) {
  const { critical } = findings
  if (critical.length === 0) return null
  return (
    <Part id="critical" title="Critical failures" class="tinted" note={NOTE}>
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
