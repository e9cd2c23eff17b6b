import { createHash } from 'node:crypto'
import { JUDGING } from '../../data/judging.js'
import type { AgentFacts, AgentVersion, Skill } from '../../domain/evaluation/agent.js'
import { caseIds } from '../../domain/evaluation/case-id.js'
import {
  type EvaluationInput,
  type EvaluationResult,
  type HumanMark,
  withMarkedCaseIds,
} from '../../domain/evaluation/evaluation.js'
import type { Rubric } from '../../domain/evaluation/rubric.js'
import type { TestCase } from '../../domain/evaluation/test-case.js'
import { AppError } from '../../errors.js'

/** A case with its id in keys and results. */
export type NamedCase = TestCase & { readonly case_id: string }

/** Everything that is fixed before the first call. */
export type EvaluationPlan = {
  readonly agent: AgentFacts
  readonly against: AgentFacts | null
  readonly cases: readonly NamedCase[]
  readonly cases_from: EvaluationResult['cases_from']
  readonly rubric: Rubric
  /** People's marks, each with the id of its case. */
  readonly human_marks: readonly HumanMark[]
  readonly plan_hash: string
  readonly cases_hash: string
}

/**
 * Given cases come before the skill's, and those before the ten default ones; the same holds for the rubric. Throws
 * `invalid_input` where a case focuses on a dimension that the rubric lacks, a recorded conversation belongs to no
 * case, or cases are given beside the red-team set.
 */
export function buildEvaluationPlan(input: EvaluationInput, begun = judgingTexts(input)): EvaluationPlan {
  const { skill, against, trials, judges, pairwise } = input
  const { cases, cases_from, rubric } = begun
  const plan = {
    agent: factsOf(input.agent, skill),
    against: against && factsOf(against.agent, against.skill),
    cases,
    cases_from,
    rubric,
  } as const
  const human_marks = withMarkedCaseIds(input.human_marks, plan.cases)
  refuseUnknown(plan.cases, rubric, { ...input, human_marks })
  return {
    ...plan,
    human_marks,
    plan_hash: digest([plan, trials, judges, input.judge_models, pairwise, input.seed]),
    cases_hash: digest([plan.cases, plan.rubric]),
  }
}

type JudgingTexts = Pick<EvaluationPlan, 'cases' | 'cases_from' | 'rubric'>

/** Cases and rubric, where none are given those of `data/`. */
export function judgingTexts(input: EvaluationInput): JudgingTexts {
  const { skill } = input
  const cases_from = casesFrom(input)
  const cases = {
    given: () => input.test_cases,
    skill: () => skill?.test_cases ?? [],
    default: JUDGING.cases,
    'red-team': JUDGING.red_team,
  }[cases_from]()
  const ownCases = cases_from === 'given' || cases_from === 'skill'
  const rubric = input.rubric ?? skill?.rubric ?? JUDGING.rubric()
  // Bundled cases focus on dimensions of the default rubric; with another rubric the focus is dropped.
  const focused = ownCases || rubric === JUDGING.rubric() ? cases : withoutFocus(cases)
  return { cases: withCaseIds(focused), cases_from, rubric }
}

function casesFrom({ test_cases, case_set, skill }: EvaluationInput): EvaluationPlan['cases_from'] {
  if (case_set === 'red-team' && test_cases.length > 0)
    throw new AppError('invalid_input', { problem: 'Give test cases or the red-team set, not both.' })
  if (test_cases.length > 0) return 'given'
  if (case_set === 'red-team') return 'red-team'
  return skill?.test_cases.length ? 'skill' : 'default'
}

export const factsOf = (agent: AgentVersion, skill: Skill | null): AgentFacts => ({
  agent_version_id: agent.agent_version_id,
  version: agent.version,
  system_prompt: agent.system_prompt,
  model: agent.model,
  endpoint: agent.endpoint,
  instructions: skill?.instructions ?? '',
  examples: skill?.examples ?? [],
  tools: agent.tools,
})

function withCaseIds(cases: readonly TestCase[]): NamedCase[] {
  const ids = caseIds(cases.map(({ name }) => name))
  return cases.map((test, index) => ({ ...test, case_id: ids[index] as string }))
}

const withoutFocus = (cases: readonly TestCase[]): TestCase[] => cases.map((test) => ({ ...test, rubric_focus: [] }))

function refuseUnknown(cases: readonly NamedCase[], rubric: Rubric, input: EvaluationInput): void {
  const dimensions = rubric.dimensions.map(({ dimension_id }) => dimension_id)
  for (const { name, rubric_focus } of cases) {
    const unknown = rubric_focus.find((focus) => !dimensions.includes(focus))
    if (unknown !== undefined)
      throw new AppError('invalid_input', {
        problem: `The case "${name}" is about "${unknown}", which is not in the rubric (${dimensions.join(', ')}).`,
      })
  }
  const ids = new Set(cases.map(({ case_id }) => case_id))
  for (const { case_id, trial } of [...input.recorded, ...input.human_marks]) {
    if (!ids.has(case_id))
      throw new AppError('invalid_input', {
        problem: `There is no case "${case_id}" for a recorded conversation or mark.`,
      })
    if (trial > input.trials)
      throw new AppError('invalid_input', {
        problem: `Trial ${trial} of "${case_id}" is given, but the evaluation has ${input.trials}.`,
      })
  }
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40)
