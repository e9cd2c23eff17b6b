import type { ReportView } from '../view.js'
import { Part } from './part.js'

/** What was put before the panel, as it was put. */
export function Proposition({ view: { stimulus } }: { view: ReportView }) {
  return (
    <Part id="proposition" title="The proposition">
      {stimulus === '' ? (
        <p>It had no words that can be shown.</p>
      ) : (
        <details class="plain">
          <summary>As it was put to them</summary>
          <pre dir="auto">{stimulus}</pre>
        </details>
      )}
    </Part>
  )
}
