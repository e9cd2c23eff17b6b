import { pictureTokens } from '../domain/panel/stimulus.js'
import type { Quote } from '../domain/run/quote.js'
import { TASKS, type TaskName } from '../domain/run/tasks.js'
import { dollars } from '../domain/text/dollars.js'
import type { PlannedCalls } from '../engine/pipeline.js'
import type { Llm } from '../llm/client.js'
import { pictureLimits, roomForThinking } from '../llm/models-and-prices.js'

/** Spread of answer lengths around the plan, as factors of the planned cost. */
const COST_SPREAD = { low: 0.75, high: 1.4 }
/**
 * Spread of session counts, as factors of what the arithmetic expects: a judgement. Lengths of sessions are bounded
 * apart.
 */
const SESSIONS_SPREAD = { low: 0.75, high: 1.25 }
/** Latency of a call, fast and slow: the wait for its first token, then tokens per second. */
const FAST = { first_token_s: 0.6, tokens_per_s: 160 }
const SLOW = { first_token_s: 2, tokens_per_s: 60 }
const OFFLINE_CALL_S = 0.03
const OFFLINE_START_S = 2
/** Discussions that take longer than this get a note on the quote. */
const LONG_S = 60

/** Price and time of a plan, with the prices of the configured models. */
export function quoteOf(
  plan: PlannedCalls[],
  llm: Llm,
  concurrency: number,
  {
    notes = [],
    computing_s = 0,
  }: { readonly notes?: string[] | undefined; readonly computing_s?: number | undefined } = {},
): Quote {
  const { persona, analysis } = llm.models
  const shape = { model: { mode: llm.mode, persona, analysis }, played_by: playedBy(plan, llm) }
  if (llm.mode === 'offline') {
    const seconds = OFFLINE_START_S + computing_s + total(plan, ({ count }) => count) * OFFLINE_CALL_S
    return {
      ...shape,
      calls: 0,
      input_tokens: 0,
      output_tokens: 0,
      cost_usd: { low: 0, middle: 0, high: 0 },
      seconds: { low: 0, high: Math.ceil(seconds) },
      notes,
    }
  }
  const middle = priceOf(plan, llm, (calls) => calls, 1)
  const computing = Math.ceil(computing_s)
  const seconds = {
    low: planSeconds(plan, FAST, concurrency),
    high: planSeconds(plan, SLOW, concurrency) + computing,
  }
  return {
    ...shape,
    calls: total(plan, ({ count }) => count),
    input_tokens: total(plan, (calls) => calls.count * (calls.input_tokens + picturesShown(calls, llm))),
    output_tokens: total(plan, ({ count, output_tokens }) => count * output_tokens),
    cost_usd:
      middle === null
        ? null
        : { low: priceAtBound(plan, llm, 'low') ?? 0, middle, high: priceAtBound(plan, llm, 'high') ?? 0 },
    ...(middle === null ? { least_budget_usd: null } : leastBudget(plan, llm)),
    seconds,
    notes: [...notes, ...notesOn(plan, seconds), ...notesOnSessions(plan, middle)],
  }
}

const picturesShown = ({ task, model, pictures = [] }: PlannedCalls, { models }: Llm): number => {
  const limits = pictureLimits(model ?? models[TASKS[task].role])
  return pictures.reduce((sum, picture) => sum + pictureTokens(picture, limits), 0)
}

/** Price of a plan in dollars, each call's price multiplied by `times`; `null` where a model has no price. */
function priceOf(
  plan: readonly PlannedCalls[],
  llm: Llm,
  as: (calls: PlannedCalls) => PlannedCalls,
  times: number,
): number | null {
  let sum = 0
  for (const calls of plan) {
    const price = llm.price(calls.model ?? llm.models[TASKS[calls.task].role], as(calls))
    if (price === null) return null
    sum += price * times
  }
  return sum
}

/**
 * Price at one end of the range, in dollars. Calls with a bounded length vary by that and by the session spread; all
 * others vary by the usual spread of costs.
 */
function priceAtBound(plan: PlannedCalls[], llm: Llm, end: 'low' | 'high'): number | null {
  const bounded = plan.filter(({ output_range }) => output_range !== undefined)
  const others = plan.filter(({ output_range }) => output_range === undefined)
  const as = (calls: PlannedCalls) => ({ ...calls, output_tokens: calls.output_range?.[end] ?? calls.output_tokens })
  const boundedPrice = priceOf(bounded, llm, as, SESSIONS_SPREAD[end])
  const otherPrice = priceOf(others, llm, (calls) => calls, COST_SPREAD[end])
  if (boundedPrice === null || otherPrice === null) return null
  return boundedPrice + otherPrice
}

/** Share of the largest reservation that is added, as what comes before it may be dearer than at the low end. */
const SPARE = 0.1
/** Bytes that a reservation counts as a token are fewer than those that a token is planned with. */
const RESERVED_INPUT = 1.4

/**
 * Estimated dollars without which some call does not get its reservation: what the stages before it cost at the low end
 * of the price, and the most that it may cost itself, with something to spare. Few calls use all of their answer's room,
 * so that this may be more than a small run costs.
 */
function leastBudget(
  plan: readonly PlannedCalls[],
  llm: Llm,
): Required<Pick<Quote, 'least_budget_usd' | 'reserved_usd'>> {
  let [least_budget_usd, reserved_usd] = [0, 0]
  for (const calls of plan) {
    if (calls.count === 0) continue
    const model = calls.model ?? llm.models[TASKS[calls.task].role]
    const before = plan.filter(({ stage }) => stage < calls.stage)
    const output_tokens = TASKS[calls.task].max_tokens + roomForThinking(model)
    const most = { ...calls, count: 1, input_tokens: calls.input_tokens * RESERVED_INPUT, output_tokens }
    const own = llm.price(model, most) ?? 0
    const needed = (priceAtBound(before, llm, 'low') ?? 0) + own * (1 + SPARE)
    if (needed > least_budget_usd) [least_budget_usd, reserved_usd] = [needed, own]
  }
  return { least_budget_usd, reserved_usd }
}

function playedBy(plan: PlannedCalls[], { models }: Llm): string {
  const of = (task: TaskName) =>
    [...new Set(plan.flatMap((calls) => (calls.task === task ? [calls.model ?? models[TASKS[task].role]] : [])))].join(
      ', ',
    )
  const [agent, prospects, judges] = [of('agent_turn'), of('prospect_turn'), of('judge_case')]
  if (judges === '') return `${models.persona} for the panel, ${models.analysis} for the analysis`
  return [
    agent === '' ? '' : `${agent} plays the agent`,
    prospects === '' ? '' : `${prospects} its prospects`,
    `judged by ${judges}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function notesOn(plan: PlannedCalls[], seconds: Quote['seconds']): string[] {
  const turns = total(plan, (calls) => (calls.task === 'speak' ? calls.count : 0))
  if (turns === 0 || seconds.high <= LONG_S) return []
  const verb = seconds.low > LONG_S ? 'takes' : 'may take'
  return [
    `The live discussion (up to ${turns} turns, one after another) ${verb} longer than a minute; fewer turns are quicker, and a pressure test can have it written in one call (focus group: quick).`,
  ]
}

/** Above this many people, or this many dollars, the quote suggests a pilot. */
const MANY_PEOPLE = 200
const MUCH_USD = 5
const PILOT = 10

/** Everybody has a session on the first day, so the calls of that day are the number of people. */
function notesOnSessions(plan: PlannedCalls[], usd: number | null): string[] {
  const sessions = plan.filter(({ task }) => task === 'session')
  const [first] = sessions
  if (first === undefined) return []
  const count = total(sessions, (calls) => calls.count)
  const expected = `One call a session, and one more for each person at the end: about ${count.toLocaleString('en')} sessions are expected, as arithmetic lets these people come back; the model may bring them back more or less often.`
  if (first.count <= MANY_PEOPLE && (usd ?? 0) <= MUCH_USD) return [expected]
  const price = usd === null ? '' : ` for about ${dollars((usd * PILOT) / first.count)}`
  return [expected, `A pilot of ${PILOT} of them shows${price} whether the plans make sense.`]
}

const total = (plan: PlannedCalls[], of: (calls: PlannedCalls) => number): number =>
  plan.reduce((sum, calls) => sum + of(calls), 0)

/** Seconds of a plan: stages follow each other, and calls of a stage run side by side. */
function planSeconds(plan: PlannedCalls[], speed: typeof FAST, concurrency: number): number {
  const stages = new Map<number, number>()
  for (const calls of plan) {
    stages.set(calls.stage, Math.max(stages.get(calls.stage) ?? 0, callsSeconds(calls, speed, concurrency)))
  }
  return Math.ceil([...stages.values()].reduce((sum, seconds) => sum + seconds, 0))
}

function callsSeconds({ count, output_tokens }: PlannedCalls, speed: typeof FAST, concurrency: number): number {
  return Math.ceil(count / concurrency) * (speed.first_token_s + output_tokens / speed.tokens_per_s)
}
