import type { EvaluationResult } from '../../../domain/evaluation.js'
import type { RunDocument } from '../../../domain/run-document.js'
import { clean, shortened, worded } from '../../clean.js'
import { type Fact, provenanceOf } from '../provenance.js'
import { counted, percent } from '../wording.js'
import { sizeOf } from './scores.js'

const CASES_FROM = {
  given: 'given with the evaluation',
  skill: 'the agent’s skill',
  default: 'the default cases',
} as const

/** How the result came about: who played, on what plan, by which rubric, at what cost. */
export function evaluationMade(run: RunDocument, result: EvaluationResult) {
  const { models, agent, rubric, judge_trust } = result
  const offline = models.mode === 'offline'
  const played = (model: string) => (offline ? 'the offline behaviour model' : worded(model))
  const facts: Fact[] = [
    {
      name: 'Agent',
      text: `${worded(agent.name)}, version ${worded(agent.version)} (${worded(agent.agent_version_id)})`,
    },
    { name: 'It says it runs on', text: clean(agent.model ?? '') },
    { name: 'Agent played by', text: played(models.agent) },
    { name: 'Prospects played by', text: played(models.prospect) },
    { name: 'Judged by', text: `${played(models.judge)}, ${counted(judge_trust.judges, 'judge')} per conversation` },
    { name: 'Cases', text: `${CASES_FROM[result.cases_from]}; ${sizeOf(result)}, ${trialsOf(result)}` },
    { name: 'Plan', text: `${clean(result.plan_hash)}, fixed before the first call` },
    // Everything else is worded as for any run; it is a panel's line that does not belong here.
    ...provenanceOf(run, null).facts.filter(({ name }) => name !== 'Panel answered by'),
  ]
  return {
    facts: facts.filter(({ text }) => text !== ''),
    rubric: rubric.dimensions.map(({ name, weight, description }) => ({
      name: shortened(worded(name), 60),
      weight: percent(weight),
      description: shortened(worded(description), 400),
    })),
  }
}

const trialsOf = ({ test_details: { test_cases } }: EvaluationResult): string =>
  `${counted(Math.max(1, ...test_cases.map(({ trials }) => trials)), 'trial')} each`
