import { StatusMark } from '../../charts/mark.js'
import { type CaseRow, OUTCOMES } from '../../view/evaluation/cases.js'
import type { EvaluationView } from '../../view/evaluation/evaluation.js'
import { number } from '../../view/wording.js'
import { Part } from '../part.js'

/** Cases to see at once; a longer table is folded. */
const FIRST_ROWS = 12

/** Every case in a line, the worst first. */
export function AllCases({ view: { cases } }: { view: EvaluationView }) {
  const { rows } = cases
  const later = rows.slice(FIRST_ROWS)
  return (
    <Part id="cases" title="All cases" note="Worst first. A name leads to its conversation where that is shown.">
      <Table rows={rows.slice(0, FIRST_ROWS)} />
      {later.length > 0 && (
        <details class="everybody">
          <summary>{number(later.length)} more, a line each</summary>
          <Table rows={later} />
        </details>
      )}
    </Part>
  )
}

function Table({ rows }: { rows: readonly CaseRow[] }) {
  return (
    <table class="people cases">
      <thead>
        <tr>
          <th scope="col">Case</th>
          <th scope="col">Category</th>
          <th scope="col">Score</th>
          <th scope="col">Passed</th>
          <th scope="col">Feedback</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <Row key={i} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row: { name, category, critical, outcome, score, trials, feedback, place } }: { row: CaseRow }) {
  const { status, word } = OUTCOMES[outcome]
  return (
    <tr class={status}>
      <th scope="row" dir="auto">
        <StatusMark status={status} />
        <span class="unseen">{word}: </span>
        {place ? <a href={`#${place}`}>{name}</a> : name}
        {critical && <span class="detail"> critical</span>}
      </th>
      <td dir="auto">{category || 'none'}</td>
      <td>{score}</td>
      <td>{trials}</td>
      <td dir="auto">{feedback || 'none'}</td>
    </tr>
  )
}
