import { HistorySign, ScoreHistory } from '../../charts/score-history.js'
import type { HistoryView, Point } from '../../view/evaluation/history.js'
import { Part } from '../part.js'

const NOTE =
  'Up to this run, with 95% intervals and the 8.0 that is needed. Only scores on the same cases and rubric are on one scale; they are joined by a line.'

/** What the agent scored before. */
export function ScoresOverTime({ history }: { history: HistoryView | null }) {
  if (!history) return null
  const { points, all } = history
  return (
    <Part id="history" title="Score over time" note={NOTE}>
      <ScoreHistory points={points} />
      <Legend points={points} />
      {all > points.length && (
        <p class="detail">
          The last {points.length} of {all}.
        </p>
      )}
      <details>
        <summary>The same figures as a list</summary>
        <Each points={points} />
      </details>
    </Part>
  )
}

const KINDS = [
  { otherCases: false, offline: false, text: 'same cases' },
  { otherCases: false, offline: true, text: 'same cases, offline' },
  { otherCases: true, offline: false, text: 'other cases' },
  { otherCases: true, offline: true, text: 'other cases, offline' },
] as const

/** Signs that occur in the chart. */
function Legend({ points }: { points: readonly Point[] }) {
  return (
    <ul class="legend signs">
      {KINDS.filter((kind) =>
        points.some(({ otherCases, offline }) => otherCases === kind.otherCases && offline === kind.offline),
      ).map((kind) => (
        <li key={kind.text}>
          <HistorySign {...kind} /> {kind.text}
        </li>
      ))}
    </ul>
  )
}

function Each({ points }: { points: readonly Point[] }) {
  return (
    <ol class="plain-list">
      {points.map(({ version, date, shown, between, verdict, otherCases, offline, here }, i) => (
        <li key={i}>
          <b>{shown}</b> ({between}), version {version}
          <span class="detail">
            {' '}
            {[here ? 'this run' : date, verdict, otherCases && 'other cases', offline && 'offline']
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
      ))}
    </ol>
  )
}
