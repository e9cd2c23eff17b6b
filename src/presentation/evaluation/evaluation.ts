import type { AgentScore } from '../../domain/evaluation/agent-score.js'
import type { EvaluationResult } from '../../domain/evaluation/evaluation.js'
import type { Interval } from '../../domain/panel/scores.js'
import type { RunDocument, RunWithResult } from '../../domain/run/run-document.js'
import { formatScore } from '../../domain/text/format-score.js'
import { counted, percent } from '../../domain/text/words.js'
import { clean, displayText, headline, truncate } from '../clean.js'
import type { ReportOptions } from '../panel.js'
import { factsIn, provenanceOf } from '../provenance.js'
import { day, phrase } from '../words.js'
import { versionsOf } from './comparison.js'
import { casesOf } from './conversations.js'
import { findingsOf } from './findings.js'
import { namesOf } from './names.js'
import { VERDICTS } from './outcomes.js'
import { evaluationTrust, judgeTrustOf } from './trust.js'
import { between, dimensionScores, firstOf, reliabilityOf, sizeOf, totalsOf, verdictOf } from './verdict.js'

export type EvaluationView = ReturnType<typeof evaluationView>

/** Everything in the report of an evaluation, counted and worded. Every text in it has been through `clean`. */
export function evaluationView(run: RunWithResult<'evaluation'>, { title, history = [] }: ReportOptions) {
  const result = run.result
  const names = namesOf(result)
  const cases = casesOf(result, names)
  const version = truncate(displayText(result.agent.version), 40)
  return {
    title: headline(title ?? '', 120) || `${truncate(names.agent, 60)}, version ${version}`,
    id: truncate(displayText(result.agent.agent_version_id), 120),
    agent: names.agent,
    version,
    notes: result.notes.map(phrase),
    size: sizeOf(result),
    date: day(run.completed_at),
    offline: result.models.mode === 'offline',
    /** Whether all conversations were recorded elsewhere and only judged here. */
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

const CASES_FROM = {
  given: 'given with the evaluation',
  skill: 'the agent’s skill',
  default: 'the default cases',
  'red-team': 'the red-team cases',
} as const

/** Provenance of the result: players, plan, rubric, cost. */
function evaluationMade(run: RunDocument, result: EvaluationResult) {
  const { models, agent, rubric, judge_trust } = result
  const offline = models.mode === 'offline'
  const played = (model: string) => (offline ? 'the offline behaviour model' : displayText(model))
  const facts = [
    ...factsIn({
      Agent: `${displayText(agent.name)}, version ${displayText(agent.version)} (${displayText(agent.agent_version_id)})`,
      'It says it runs on': clean(agent.model ?? ''),
      'Agent played by': played(models.agent),
      'Prospects played by': played(models.prospect),
      'Judged by': `${played(models.judge)}, ${counted(judge_trust.judges, 'judge')} per conversation`,
      Cases: `${CASES_FROM[result.cases_from]}; ${sizeOf(result)}, ${trialsOf(result)}`,
      Plan: `${clean(result.plan_hash)}, fixed before the first call`,
    }),
    // All other facts are worded as for any run; only the panel's line does not apply.
    ...provenanceOf(run, null).facts.filter(({ name }) => name !== 'Panel answered by'),
  ]
  return {
    facts,
    rubric: rubric.dimensions.map(({ name, weight, description }) => ({
      name: `${truncate(displayText(name), 60)}, ${percent(weight)}`,
      text: truncate(displayText(description), 400),
    })),
  }
}

const trialsOf = ({ test_details: { test_cases } }: EvaluationResult): string =>
  `${counted(Math.max(1, ...test_cases.map(({ trials }) => trials)), 'trial')} each`

/** Most evaluations in the chart, the newest. */
const MAX_DRAWN = 20

type Difference = 'other cases' | 'another judge'
export type Point = {
  readonly version: string
  readonly date: string
  readonly value: number
  readonly figure: string
  readonly interval: Interval | null
  readonly between: string
  readonly verdict: string
  /** Why its score is not comparable with this run's; empty where it is. */
  readonly differs: readonly Difference[]
  readonly offline: boolean
  readonly here: boolean
}
export type HistoryView = NonNullable<ReturnType<typeof historyOf>>

/**
 * The agent's scores up to this run, oldest first; `null` for fewer than two. Later scores are left out, so that a
 * report reads the same whenever it is opened.
 */
function historyOf(history: readonly AgentScore[], run_id: string, result: EvaluationResult, at: string | null) {
  const place = history.findIndex((score) => score.run_id === run_id)
  const before = place < 0 ? history : history.slice(0, place)
  const points = [
    ...before.flatMap((score) => pointOf(score, differencesOf(score, result), false)),
    ...pointOf({ ...result.verdict, ...ownOf(result), tested_at: at ?? '' }, [], true),
  ]
  return points.length < 2 ? null : { points: points.slice(-MAX_DRAWN), all: points.length }
}

type ScoredVersion = Pick<AgentScore, 'version' | 'overall_score' | 'interval' | 'status' | 'offline' | 'tested_at'>

const ownOf = ({ agent, overall_score, models }: EvaluationResult) => ({
  version: agent.version,
  overall_score,
  offline: models.mode === 'offline',
})

/** A hash of the cases covers the rubric too. */
function differencesOf(score: AgentScore, { cases_hash, models }: EvaluationResult): Difference[] {
  const differences: Difference[] = []
  if (score.cases_hash !== cases_hash) differences.push('other cases')
  if (score.judge !== models.judge) differences.push('another judge')
  return differences
}

function pointOf(scored: ScoredVersion, differs: readonly Difference[], here: boolean): Point[] {
  const { version, overall_score, interval, status, offline, tested_at } = scored
  if (overall_score === null) return []
  return [
    {
      interval,
      differs,
      offline,
      here,
      version: truncate(displayText(version), 24),
      date: day(tested_at),
      value: overall_score,
      figure: formatScore(overall_score),
      between: interval ? between(interval) : 'no interval',
      verdict: VERDICTS[status].word.toLowerCase(),
    },
  ]
}
