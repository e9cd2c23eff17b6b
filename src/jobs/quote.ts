import type { Quote } from '../domain/quote.js'
import { TASKS } from '../domain/tasks.js'
import type { PlannedCalls } from '../engine/pipeline.js'
import type { Llm } from '../llm/client.js'

/** Spread of answers' lengths around the plan, as a share of the middle. */
const COST_SPREAD = { low: 0.75, high: 1.4 }
/** What a call takes: the wait for its first token, and tokens per second after it, fast and slow. */
const FAST = { first_token_s: 0.6, tokens_per_s: 160 }
const SLOW = { first_token_s: 2, tokens_per_s: 60 }
const OFFLINE_CALL_S = 0.005

/** Price and time of a plan, with the prices of the configured models. */
export function quoteOf(plan: PlannedCalls[], llm: Llm, concurrency: number): Quote {
  const { persona, analysis } = llm.models
  const shape = { model: { mode: llm.mode, persona, analysis } }
  if (llm.mode === 'offline') {
    const seconds = total(plan, ({ count }) => count) * OFFLINE_CALL_S
    return {
      ...shape,
      calls: 0,
      input_tokens: 0,
      output_tokens: 0,
      cost_usd: { low: 0, middle: 0, high: 0 },
      seconds: { low: 0, high: Math.ceil(seconds) },
    }
  }
  const prices = plan.map((calls) => {
    const price = llm.price(llm.models[TASKS[calls.task].role], {
      input: calls.input_tokens,
      output: calls.output_tokens,
    })
    return price === null ? null : price * calls.count
  })
  const middle = prices.reduce<number | null>((sum, price) => (sum === null || price === null ? null : sum + price), 0)
  const seconds = (speed: typeof FAST) => Math.ceil(total(plan, (calls) => stageSeconds(calls, speed, concurrency)))
  return {
    ...shape,
    calls: total(plan, ({ count }) => count),
    input_tokens: total(plan, ({ count, input_tokens }) => count * input_tokens),
    output_tokens: total(plan, ({ count, output_tokens }) => count * output_tokens),
    cost_usd: middle === null ? null : { low: middle * COST_SPREAD.low, middle, high: middle * COST_SPREAD.high },
    seconds: { low: seconds(FAST), high: seconds(SLOW) },
  }
}

const total = (plan: PlannedCalls[], of: (calls: PlannedCalls) => number): number =>
  plan.reduce((sum, calls) => sum + of(calls), 0)

function stageSeconds({ count, output_tokens }: PlannedCalls, speed: typeof FAST, concurrency: number): number {
  return Math.ceil(count / concurrency) * (speed.first_token_s + output_tokens / speed.tokens_per_s)
}
