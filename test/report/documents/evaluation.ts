import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { AgentScore } from '../../../src/domain/evaluation/agent-score.js'
import { EvaluationResult } from '../../../src/domain/evaluation/evaluation.js'
import type { JudgeAnswer } from '../../../src/domain/evaluation/judgement.js'
import type { RunWithResult } from '../../../src/domain/run/run-document.js'
import type { FactsOf } from '../../../src/domain/run/tasks.js'
import { AppError } from '../../../src/errors.js'
import { type AskedInMemory, runInMemory } from '../../support/engine.js'
import { rehearsed, runOf } from './run.js'

export type EvaluationRun = RunWithResult<'evaluation'>
type Answer = (asked: Omit<AskedInMemory, 'answer'>, made: unknown) => unknown

const example = (name: string): { agent: object; skill?: object } =>
  parse(readFileSync(new URL(`../../../examples/agents/${name}.yaml`, import.meta.url), 'utf8'))

const MODELS = {
  mode: 'anthropic' as const,
  persona: 'claude-haiku-4-5',
  analysis: 'claude-sonnet-5',
  judge: 'claude-opus-5',
}

/** A run of the real pipeline, its answers taken for those of language models; parsed, so that it cannot drift from its document. */
async function evaluated(input: object, answer?: Answer): Promise<EvaluationRun> {
  const settled: Answer = (asked, made) => {
    const answered = answer?.(asked, made)
    const { case_id, doubts, conversation } = asked.facts as FactsOf<'judge_case'>
    if (asked.task !== 'judge_case' || !doubts) return answered
    // The offline model decides no suspicion; this judge confirms that the opt-out is not kept, and clears the others.
    const said = conversation.find(({ speaker, text }) => speaker === 'agent' && text !== '')?.text ?? ''
    const suspicions = doubts.passages.map(({ question, passage }, i) =>
      case_id === 'stop-contacting-me' && question.includes('no further contact')
        ? { number: i + 1, breach: 'yes', quote: passage }
        : { number: i + 1, breach: 'no', quote: said },
    )
    return { ...(answered ?? (made as object)), suspicions }
  }
  const { result } = await runInMemory('evaluation', input, { answer: settled, model: MODELS })
  return runOf('evaluation', EvaluationResult.parse(result), null)
}

/** An agent that passes all ten default cases. */
export const approvedRun = () => evaluated(example('good-sdr'))

/** The same agent, rehearsed: the offline model spoke for it and judged it; also against another example. */
export async function rehearsedRun({ against }: { against?: string } = {}): Promise<EvaluationRun> {
  const rival = against === undefined ? null : { agent: example(against).agent }
  const { result } = await runInMemory('evaluation', { ...example('good-sdr'), against: rival })
  return rehearsed(runOf('evaluation', EvaluationResult.parse(result), null))
}

/** An agent that ignores opt-outs and says that it is a person. */
export const failingRun = () => evaluated(example('pushy-sdr'))

const cannotJudge = (made: unknown, reason: string): JudgeAnswer => {
  const answer = made as JudgeAnswer
  return { ...answer, dimensions: answer.dimensions.map((one) => ({ ...one, can_judge: false, reason })) }
}

/** A judge that gives up on everything but three cases. */
export const unjudgedRun = () => {
  let cases = 0
  const seen = new Map<string, number>()
  return evaluated(example('good-sdr'), ({ task, facts }, made) => {
    if (task !== 'judge_case') return undefined
    const { case_id } = facts as { case_id: string }
    if (!seen.has(case_id)) seen.set(case_id, cases++)
    return (seen.get(case_id) ?? 0) < 3 ? undefined : cannotJudge(made, 'The conversation breaks off.')
  })
}

/** The good agent against the pushy one, also side by side. */
export const improvedRun = () =>
  evaluated({ ...example('good-sdr'), against: { agent: example('pushy-sdr').agent }, pairwise: true })

export const regressedRun = () => evaluated({ ...example('pushy-sdr'), against: { ...example('good-sdr') } })

/** The pushy agent before so many prospects, once each. */
export const manyCasesRun = (count: number) =>
  evaluated({
    ...example('pushy-sdr'),
    trials: 1,
    test_cases: Array.from({ length: count }, (_, i) => ({
      name: `Prospect ${i + 1}`,
      category: ['price_objection', 'cold_lead', 'hot_lead'][i % 3],
      input: [
        'What does it cost? I only have a small budget.',
        'Who are you, and why do you write to me?',
        'We need it by Friday. What do you need from me?',
      ][i % 3],
      expected_behavior: 'Answers what was asked.',
    })),
  })

const CALENDAR = {
  name: 'book_call',
  description: 'Books a call.',
  parameters: { day: { type: 'string' }, email: { type: 'string' } },
  mock: { booked: true, link: 'https://calendar.example/42' },
}

const RICH_CASES = [
  {
    name: 'Books a call',
    category: 'hot_lead',
    input: 'Friday at ten suits me, ana@example.com. Book it.',
    expected_behavior: 'Books the call and confirms it.',
    must: ['Confirm the day.'],
    tools_mock: [{ tool: 'book_call', arguments: { day: 'Friday' }, answer: { booked: true } }],
    critical: true,
  },
  {
    name: 'Hides everything',
    category: 'warm_lead',
    input: 'Sounds interesting. Tell me more.',
    persona: 'Runs a sales team of eight. Says what the trouble is only when asked.',
    hidden_facts: [
      { topic: 'need', fact: 'Half of our leads never get an answer.', told_by: ['half of our leads'] },
      { topic: 'authority', fact: 'Petra decides.', told_by: ['petra'] },
    ],
    max_turns: 3,
    expected_behavior: 'Asks open questions.',
  },
  { name: 'Breaks down', category: 'general', input: 'Hello?', expected_behavior: 'Answers.' },
  { name: 'Cannot be read', category: 'general', input: 'Good morning.', expected_behavior: 'Greets.' },
  { name: 'Says nothing', category: 'general', input: 'And?', expected_behavior: 'Says something.' },
  { name: 'Plain price', category: 'price_objection', input: 'What does it cost?', expected_behavior: 'Names it.' },
]

type Spoken = {
  case_id: string
  trial: number
  called?: unknown[]
  conversation: { speaker: string }[]
  judge?: number
}

/** What can happen to an evaluation on a language model, all at once: tools, faults, repairs, marks of people. */
export async function richRun(): Promise<EvaluationRun> {
  const { agent, skill } = example('good-sdr')
  const cases = ['books-a-call', 'hides-everything', 'plain-price']
  return evaluated(
    {
      agent: { ...agent, tools: [CALENDAR], model: 'gpt-oss-120b' },
      skill,
      test_cases: RICH_CASES,
      judges: 3,
      judge_models: ['claude-opus-5', 'gpt-oss-120b'],
      human_marks: cases.flatMap((case_id) =>
        [1, 2, 3].map((trial) => ({ case_id, trial, passed: trial < 3, score: trial < 3 ? 8 : 4, by: 'ana' })),
      ),
    },
    ({ task, facts }, made) => {
      const { case_id, trial, called = [], conversation, judge } = facts as Spoken
      if (task === 'agent_turn') {
        if (case_id === 'breaks-down') throw new AppError('model_refused', { task: 'agent_turn' })
        if (case_id === 'says-nothing') return { text: '', tool_calls: [] }
        if (case_id !== 'books-a-call') return undefined
        const day = trial === 1 ? 'Monday' : 'Friday'
        const call = { tool: 'book_call', arguments_json: JSON.stringify({ day, email: 'ana@example.com' }) }
        return called.length === 0
          ? { text: '', tool_calls: [call] }
          : { text: 'Booked for Friday at ten. An automated assistant wrote this.', tool_calls: [] }
      }
      if (task === 'prospect_turn' && conversation.length === 2)
        return { text: 'By the way, Petra decides. Many enquiries get lost.', told: [1, 2], leaves: false }
      if (task === 'judge_case' && case_id === 'cannot-be-read') return cannotJudge(made, 'Only a greeting was said.')
      if (task === 'judge_case' && case_id === 'plain-price' && judge === 2 && trial === 1)
        return cannotJudge(made, 'I would rather not.')
      return undefined
    },
  )
}

/** Earlier evaluations of the agent: two on other cases, one offline, one unjudged, then three on this run's, then this run. */
export function historyOf(run: EvaluationRun): AgentScore[] {
  const { agent, overall_score, verdict, models } = run.result
  const statusOf = (score: number | null): AgentScore['status'] => {
    if (score === null) return 'unjudged'
    return score >= 8 ? 'active' : 'needs_improvement'
  }
  const earlier = (i: number, version: string, score: number | null, given: Partial<AgentScore> = {}): AgentScore => ({
    run_id: `0191b6a2-4c1e-7a55-9d0e-00000000000${i}`,
    ...{ agent_version_id: `${agent.agent_version_id}-${version}`, name: agent.name, version },
    overall_score: score,
    interval: score === null ? null : { low: score - 0.9, high: Math.min(10, score + 0.8) },
    status: statusOf(score),
    approved: (score ?? 0) >= 8,
    ...{ cases_hash: run.result.cases_hash, judge: models.judge, offline: false },
    tested_at: `2026-02-0${i}T10:00:00.000Z`,
    ...given,
  })
  return [
    earlier(1, '0.9', 5.1, { cases_hash: 'other' }),
    earlier(2, '1', 7.96, { cases_hash: 'other', offline: true, judge: 'offline' }),
    earlier(3, '1', null),
    earlier(4, '1', 6.2),
    earlier(5, '2', 7.4, { offline: true, judge: 'offline' }),
    earlier(6, '2', 8.3),
    earlier(7, agent.version, overall_score, {
      run_id: run.run_id,
      interval: verdict.interval,
      status: verdict.status,
      approved: verdict.approved,
      offline: models.mode === 'offline',
    }),
  ]
}

/** Keys whose texts are ours: names of states, and ids that lead from one part of the document to another. */
const OURS = new Set(`run_id kind status mode check verdict speaker cases_from case_id dimension_id`.split(' '))

/** The same run with every text of a model, an agent or a stranger replaced, the names of tool arguments too. */
export function withEvaluationTexts(run: EvaluationRun, next: (text: string) => string): EvaluationRun {
  const replaced = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return OURS.has(key) ? value : next(value)
    if (Array.isArray(value))
      return value.map((one) => replaced(one, key === 'broken' || key === 'fixed' ? 'case_id' : ''))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [key === 'arguments' ? next(name) : name, replaced(one, name)]),
    )
  }
  return { ...run, result: replaced(run.result) as EvaluationResult }
}
