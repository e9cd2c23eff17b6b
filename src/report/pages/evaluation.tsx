import type { RunWithResult } from '../../domain/run-document.js'
import { renderPage } from '../page.js'
import { Contents } from '../parts/contents.js'
import { AllCases } from '../parts/evaluation/cases-table.js'
import { Conversations } from '../parts/evaluation/conversations.js'
import { CriticalFailures } from '../parts/evaluation/critical.js'
import { EvaluationFindings, Recommendations } from '../parts/evaluation/findings.js'
import { ScoresOverTime } from '../parts/evaluation/history.js'
import { JudgeTrust } from '../parts/evaluation/judge.js'
import { EvaluationMade } from '../parts/evaluation/made.js'
import { EvaluationScores } from '../parts/evaluation/scores.js'
import { EvaluationVerdict } from '../parts/evaluation/verdict.js'
import { Versions } from '../parts/evaluation/versions.js'
import { type EvaluationView, evaluationView } from '../view/evaluation/evaluation.js'
import type { ReportOptions } from '../view.js'

/** The report of an agent's evaluation: may it talk to prospects, what stands in the way, and the conversations themselves. */
export function renderEvaluation(run: RunWithResult<'evaluation'>, options: ReportOptions): string {
  const view = evaluationView(run, options)
  return renderPage({ ...view, children: <Sections view={view} /> })
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
