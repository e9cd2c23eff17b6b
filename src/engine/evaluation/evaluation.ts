import type { EvaluationInput, EvaluationResult, Trial, VersionComparison } from '../../domain/evaluation.js'
import type { EngineDeps } from '../deps.js'
import type { Pipeline } from '../pipeline.js'
import { intervalOf } from '../statistics/mean-interval.js'
import { compareVersions, type VersionResults } from './compare-versions.js'
import { judgePairs } from './pairwise.js'
import { planEvaluation } from './plan.js'
import { type EvaluationRules, evaluationRules } from './rules.js'
import { runVersion } from './run-version.js'
import { meanWithoutDust } from './trial.js'
import { fixPlan, type Plan } from './under-test.js'
import { caseResult } from './verdict/case-results.js'
import { findingsOf } from './verdict/findings.js'
import { judgeTrustOf } from './verdict/judge-trust.js'
import { reliabilityOf } from './verdict/reliability.js'
import { estimateOver, onScale, scoredOf, verdictOf } from './verdict/verdict.js'

/** Is this agent fit to talk to our prospects? Cases are run, conversations judged, and arithmetic gives the verdict. */
export const evaluationPipeline: Pipeline<'evaluation'> = {
  plan: planEvaluation,
  async run(deps, input) {
    const plan = fixPlan(input)
    // Kept with the run: a deploy in the middle changes nothing for the calls still to come.
    const rules = await deps.step('rules', null, evaluationRules)
    const conversations = plan.cases.length * input.trials
    deps.report('stage', {
      stage: 'evaluate',
      sentence: `${plan.cases.length} cases, ${input.trials} ${input.trials === 1 ? 'trial' : 'trials'} each: ${input.agent.name} talks to simulated prospects`,
      total: conversations * (plan.against ? 2 : 1),
    })
    const [trials, others] = await runVersions(deps, rules, plan, input)
    const own = { cases: plan.cases.map((test) => caseResult(test, trials, plan.rubric)), trials }
    const comparison = await compare(deps, rules, plan, input, own, others)
    return { result: resultOf(deps, plan, input, own, comparison), trust: null }
  },
}

/** Both versions side by side: neither is always the one that runs when the provider is slow. */
async function runVersions(
  deps: EngineDeps,
  rules: EvaluationRules,
  plan: Plan,
  input: EvaluationInput,
): Promise<[Trial[], Trial[]]> {
  const shared = { cases: plan.cases, rubric: plan.rubric, trials: input.trials, judges: input.judges }
  const runs = [
    { side: 'this' as const, agent: plan.agent, recorded: input.recorded, ...shared },
    ...(plan.against ? [{ side: 'other' as const, agent: plan.against, recorded: [], ...shared }] : []),
  ]
  const settled = await deps.fanOut(runs, (run) => runVersion(deps, rules, run))
  const [mine = [], other = []] = settled.map((one) => {
    if ('error' in one) throw one.error
    return one.value
  })
  return [mine, other]
}

async function compare(
  deps: EngineDeps,
  rules: EvaluationRules,
  { agent, against, cases, rubric }: Plan,
  input: EvaluationInput,
  own: VersionResults,
  others: readonly Trial[],
): Promise<VersionComparison | null> {
  if (!against) return null
  const other = { cases: cases.map((test) => caseResult(test, others, rubric)), trials: others }
  return {
    against: { agent_version_id: against.agent_version_id, version: against.version },
    ...compareVersions(own, other, rubric, deps.seed),
    pairwise: input.pairwise ? await judgePairs(deps, rules.pair, agent, cases, rubric, own.trials, others) : null,
    other: { overall_score: verdictOf(other.cases, others).overall_score, test_cases: other.cases },
  }
}

function resultOf(
  deps: EngineDeps,
  { agent, cases_from, rubric, plan_hash }: Plan,
  input: EvaluationInput,
  { cases: results, trials }: { cases: EvaluationResult['test_details']['test_cases']; trials: Trial[] },
  comparison: VersionComparison | null,
): EvaluationResult {
  const { overall_score, ...verdict } = verdictOf(results, trials)
  const models = {
    mode: deps.model.mode,
    agent: deps.model.analysis,
    prospect: deps.model.persona,
    judge: deps.model.judge,
  }
  const scored = scoredOf(results)
  const over = rubric.dimensions.map(({ dimension_id }) => ({
    dimension_id,
    scores: scored.flatMap((one) =>
      one.dimensions.filter((mark) => mark.dimension_id === dimension_id).map(({ score }) => score),
    ),
  }))
  return {
    agent: {
      agent_version_id: agent.agent_version_id,
      name: input.agent.name,
      version: agent.version,
      model: agent.model,
    },
    models,
    plan_hash,
    cases_from,
    rubric,
    overall_score,
    test_details: {
      scores:
        overall_score === null
          ? {}
          : Object.fromEntries(over.map(({ dimension_id, scores }) => [dimension_id, meanWithoutDust(scores)])),
      score_intervals:
        overall_score === null
          ? {}
          : Object.fromEntries(
              over.map(({ dimension_id, scores }) => [dimension_id, onScale(intervalOf(estimateOver(scored, scores)))]),
            ),
      test_cases: results,
      ...findingsOf(results, trials, rubric, notes(models, agent.model)),
    },
    report_url: null,
    duration_ms: null,
    verdict,
    reliability: reliabilityOf(results),
    trials,
    judge_trust: judgeTrustOf(trials, input.human_marks, models.judge, input.judges),
    comparison,
  }
}

/** What a reader has to know about who played and who judged. */
function notes({ mode, agent, judge }: EvaluationResult['models'], runsOn: string | null): string[] {
  if (mode === 'offline')
    return [
      'Played and judged by the offline behaviour model; no language model was asked, and nothing here says how the agent does on one.',
    ]
  return [
    runsOn !== null && runsOn !== agent ? `The agent runs on ${runsOn} and was played by ${agent}.` : '',
    familyOf(agent) !== '' && familyOf(agent) === familyOf(judge)
      ? `Judge (${judge}) and agent (${agent}) are of one family; such a judge passes its own kind more often.`
      : '',
  ].filter((note) => note !== '')
}

const familyOf = (model: string): string => /^[a-z]+/i.exec(model)?.[0].toLowerCase() ?? ''
