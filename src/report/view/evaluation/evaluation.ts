import { judgedBy } from '../../../domain/evaluation.js'
import type { RunWithResult } from '../../../domain/run-document.js'
import { headline, shortened, worded } from '../../clean.js'
import type { ReportOptions } from '../../view.js'
import { day } from '../wording.js'
import { casesOf } from './cases.js'
import { versionsOf } from './comparison.js'
import { findingsOf } from './findings.js'
import { historyOf } from './history.js'
import { judgeTrustOf } from './judge.js'
import { namesOf } from './names.js'
import { evaluationMade } from './provenance.js'
import { dimensionScores, reliabilityOf, sizeOf, totalsOf } from './scores.js'
import { evaluationTrust } from './trust.js'
import { firstOf, verdictOf } from './verdict.js'

export type EvaluationView = ReturnType<typeof evaluationView>

/** Everything the report of an evaluation says, counted and worded. Every text in it has been through `clean`. */
export function evaluationView(run: RunWithResult<'evaluation'>, { title, history = [] }: ReportOptions) {
  const result = run.result
  const names = namesOf(result)
  const cases = casesOf(result, names)
  const version = shortened(worded(result.agent.version), 40)
  return {
    title: headline(title ?? '', 120) || `${shortened(names.agent, 60)}, version ${version}`,
    id: shortened(worded(result.agent.agent_version_id), 120),
    agent: names.agent,
    version,
    size: sizeOf(result),
    date: day(run.completed_at),
    offline: result.models.mode === 'offline',
    rehearsed: judgedBy(result) === 'rehearsal',
    /** Whether all conversations were held before and only judged here. */
    handedIn: result.trials.every(({ simulated }) => !simulated),
    trust: evaluationTrust(result),
    verdict: verdictOf(result),
    first: firstOf(result, names),
    dimensions: dimensionScores(result, names),
    totals: totalsOf(result),
    reliability: reliabilityOf(result),
    findings: findingsOf(result, names, cases.places),
    cases,
    versions: versionsOf(result, names),
    history: historyOf(history, run.run_id, result, run.completed_at),
    judge: judgeTrustOf(result),
    made: evaluationMade(run, result),
  }
}
