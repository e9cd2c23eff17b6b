import type { Run } from '../domain/run/run-state.js'
import type { TaskName } from '../domain/run/tasks.js'
import { isFinalForStep } from '../engine/settle-all.js'
import type { CallOutcome, Meter } from '../llm/client.js'
import { type Metrics, type Span, secondsSince, type Telemetry } from '../telemetry/telemetry.js'

type WatchedStep = {
  readonly run_id: string
  readonly kind: string
  /** The task, or `computed`; never the step's key, which may contain names of people. */
  readonly step: string
  readonly reused: boolean
}

/** Executes a step in a span of its own and records its duration and outcome. */
export async function watchStep<T>(
  { metrics, tracing }: Telemetry,
  { run_id, kind, step, reused }: WatchedStep,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now()
  let outcome = reused ? 'reused' : 'done'
  const facts = { 'pressure_test.run_id': run_id, 'pressure_test.step': step, 'pressure_test.reused': reused }
  try {
    return await tracing.within(`step ${step}`, { facts }, work)
  } catch (error) {
    outcome = isFinalForStep(error) ? 'failed' : 'broken_off'
    throw error
  } finally {
    metrics.observe('pressure_test_step_duration_seconds', { kind, step, outcome }, secondsSince(started))
  }
}

/** Wraps a meter: counts each request and records a span for it. */
export function watchCalls({ metrics, tracing }: Telemetry, run: Run, task: TaskName, meter: Meter): Meter {
  const open = new Map<string, { model: string; span: Span & { end(): void } }>()
  return {
    open: async (call) => {
      const call_id = await meter.open(call)
      const { model } = call
      const facts = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model, 'pressure_test.task': task }
      open.set(call_id, { model, span: tracing.begin(`chat ${model}`, { kind: 'client', facts }) })
      return call_id
    },
    close: async (call_id, outcome) => {
      const call = open.get(call_id)
      open.delete(call_id)
      if (call) {
        countCall(metrics, { task, model: call.model, outcome })
        if (run.kind === 'simulation')
          metrics.count('pt_simulation_model_calls_total', { mode: run.model.mode, outcome: outcome.status })
        noteCall(call.span, outcome)
        call.span.end()
      }
      await meter.close(call_id, outcome)
    },
  }
}

function noteCall(span: Span, { status, usage, stop_reason, error }: CallOutcome): void {
  span.note({
    'pressure_test.outcome': status,
    'gen_ai.usage.input_tokens': usage && usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens,
    'gen_ai.usage.output_tokens': usage?.output_tokens,
    'pressure_test.cost_usd': usage?.cost_usd,
    'pressure_test.stop_reason': stop_reason,
  })
  if (error) span.fail(error.code)
}

function countCall(
  metrics: Metrics,
  { task, model, outcome }: { task: TaskName; model: string; outcome: CallOutcome },
): void {
  const { status, usage, duration_ms } = outcome
  metrics.observe('pressure_test_model_call_duration_seconds', { task, model, outcome: status }, duration_ms / 1_000)
  if (!usage) return
  const { cost_usd, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = usage
  const tokens = {
    input: input_tokens,
    output: output_tokens,
    cache_read: cache_read_tokens,
    cache_write: cache_write_tokens,
  }
  for (const [type, count] of Object.entries(tokens))
    metrics.count('pressure_test_model_tokens_total', { model, type }, count)
  if (cost_usd === null) metrics.count('pressure_test_model_calls_unpriced_total', { model })
  else metrics.count('pressure_test_model_cost_usd_total', { task, model }, cost_usd)
}
