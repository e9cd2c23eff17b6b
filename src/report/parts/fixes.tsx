import { LevelMark } from '../charts/level.js'
import type { ReportView } from '../view.js'
import { Part, Quotes } from './part.js'

/** What to do about it, before what is wrong with it. */
export function Fixes({ view: { fixes } }: { view: ReportView }) {
  if (fixes.length === 0) return null
  return (
    <Part id="fixes" title="What to fix first" note="As the analysis ranks them, each with what it answers.">
      <ol class="findings numbered">
        {fixes.map(({ what, addresses, priority, said }, i) => (
          <li key={i} class="finding">
            <h3>{what}</h3>
            <LevelMark level={priority} what="priority" />
            {addresses && (
              <p class="detail">
                <b>Answers</b> {addresses}
              </p>
            )}
            <Quotes said={said} open={0} />
          </li>
        ))}
      </ol>
    </Part>
  )
}
