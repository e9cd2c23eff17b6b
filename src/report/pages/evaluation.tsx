import type { RunWithResult } from '../../domain/run/run-document.js'
import { number } from '../../domain/text/words.js'
import type { CaseRow } from '../../presentation/evaluation/conversations.js'
import {
  type EvaluationView,
  evaluationView,
  type HistoryView,
  type Point,
} from '../../presentation/evaluation/evaluation.js'
import { OUTCOMES } from '../../presentation/evaluation/outcomes.js'
import type { ReportOptions } from '../../presentation/panel.js'
import { HistorySign, ScoreHistory } from '../charts/score-history.js'
import { StatusMark } from '../charts/status-icons.js'
import { renderPage } from '../page.js'
import { Conversations } from '../parts/evaluation/conversations.js'
import { CriticalFailures, EvaluationFindings, Recommendations } from '../parts/evaluation/findings.js'
import { EvaluationScores, EvaluationVerdict } from '../parts/evaluation/scores.js'
import { Versions } from '../parts/evaluation/versions.js'
import { Contents, Facts, Group, Part } from '../parts/part.js'

/** The report of an agent's evaluation: may it talk to prospects, what stands in the way, and the conversations themselves. */
export function renderEvaluation(run: RunWithResult<'evaluation'>, options: ReportOptions): string {
  const view = evaluationView(run, options)
  return renderPage({ ...view, record: options.record, children: <Sections view={view} /> })
}

function Sections({ view }: { view: EvaluationView }) {
  return (
    <>
      <EvaluationVerdict view={view} />
      <Contents sections={sectionsOf(view)} />
      <CriticalFailures view={view} />
      <EvaluationScores view={view} />
      <Versions versions={view.versions} />
      <ScoresOverTime history={view.history} />
      <Recommendations view={view} />
      <EvaluationFindings view={view} />
      <Conversations view={view} />
      <AllCases view={view} />
      <JudgeTrust view={view} />
      <EvaluationMade view={view} />
    </>
  )
}

const sectionsOf = ({ findings, versions, history }: EvaluationView) =>
  [
    ['critical', 'Critical failures', findings.critical.length > 0],
    ['scores', 'Scores', true],
    ['versions', 'Against another version', versions !== null],
    ['history', 'Over time', history !== null],
    ['fixes', 'What to change', findings.recommendations.length > 0],
    ['findings', 'Findings', true],
    ['conversations', 'Conversations', true],
    ['cases', 'All cases', true],
    ['judge', 'The judge', true],
    ['made', 'How this was made', true],
  ] as const

const HISTORY_NOTE =
  'Up to this run, with 95% intervals and the 8.0 that is needed. Only scores on the same cases and rubric by the same judge are on one scale; they are joined by a line.'

/** The agent's earlier scores. */
function ScoresOverTime({ history }: { history: HistoryView | null }) {
  if (!history) return null
  const { points, all } = history
  return (
    <Part id="history" title="Score over time" note={HISTORY_NOTE}>
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
  { isOther: false, offline: false, text: 'same cases and judge' },
  { isOther: false, offline: true, text: 'same cases and judge, offline' },
  { isOther: true, offline: false, text: 'other cases or another judge' },
  { isOther: true, offline: true, text: 'other cases or another judge, offline' },
] as const

/** Signs that occur in the chart. */
function Legend({ points }: { points: readonly Point[] }) {
  return (
    <ul class="legend signs">
      {KINDS.filter((kind) =>
        points.some(({ differs, offline }) => differs.length > 0 === kind.isOther && offline === kind.offline),
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
      {points.map(({ version, date, figure, between, verdict, differs, offline, here }, i) => (
        <li key={i}>
          <b>{figure}</b> ({between}), version {version}
          <span class="detail">
            {' '}
            {[here ? 'this run' : date, verdict, ...differs, offline && 'offline'].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Rows shown at once; the others are folded. */
const FIRST_ROWS = 12

/** Every case in a row, the worst first. */
function AllCases({ view: { cases } }: { view: EvaluationView }) {
  const { rows } = cases
  const later = rows.slice(FIRST_ROWS)
  return (
    <Part id="cases" title="All cases" note="Worst first. A name leads to its conversation where that is shown.">
      <CaseTable rows={rows.slice(0, FIRST_ROWS)} />
      {later.length > 0 && (
        <details class="everybody">
          <summary>{number(later.length)} more, a line each</summary>
          <CaseTable rows={later} />
        </details>
      )}
    </Part>
  )
}

function CaseTable({ rows }: { rows: readonly CaseRow[] }) {
  return (
    <table class="people cases">
      <thead>
        <tr>
          <th scope="col">Case</th>
          <th scope="col">Category</th>
          <th scope="col">Score</th>
          <th scope="col">Passed</th>
          <th scope="col">What was missing, and feedback</th>
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

function Row({ row: { name, category, critical, outcome, score, trials, remark, place } }: { row: CaseRow }) {
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
      <td dir="auto">{remark || 'none'}</td>
    </tr>
  )
}

const JUDGE_NOTE =
  'A judge is trusted from κ 0.6, 80% of the good and of the bad conversations recognised, and 100 marks of people.'

/** How far the judge can be believed: against people, and against other judges. */
function JudgeTrust({ view: { judge } }: { view: EvaluationView }) {
  return (
    <Part id="judge" title="Can the judge be believed?" note={JUDGE_NOTE}>
      <p class={`said-verdict ${judge.status}`}>
        <StatusMark status={judge.status} /> <b>{judge.word}.</b> {judge.sentence}
      </p>
      <Facts facts={judge.facts} />
    </Part>
  )
}

const SYNTHETIC_PROSPECTS =
  'Synthetic prospects find out how an agent behaves in situations somebody thought of. How real prospects like it, they cannot say: read conversations yourself, and mark some, so that the judge can be held against people.'

/** Provenance of the result: players, judges, plan, rubric. */
function EvaluationMade({ view: { made, trust, offline } }: { view: EvaluationView }) {
  return (
    <Part id="made" title="How this was made">
      <p>
        {trust.answeredBy} {offline ? trust.light?.sentence : SYNTHETIC_PROSPECTS}
      </p>
      <Group title="The run">
        <Facts facts={made.facts} />
      </Group>
      <details>
        <summary>The rubric, with its weights</summary>
        <Facts facts={made.rubric} />
      </details>
    </Part>
  )
}
