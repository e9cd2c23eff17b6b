import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type Config, readConfig } from '../../src/config.js'
import type { PressureTestInput } from '../../src/domain/panel/pressure-test.js'
import type { RunKind } from '../../src/domain/run/kinds.js'
import { hasEnded } from '../../src/domain/run/run.js'
import type { RunDocument } from '../../src/domain/run/run-document.js'
import type { Run } from '../../src/domain/run/run-state.js'
import type { Times } from '../../src/jobs/worker-times.js'
import { createAnthropicLlm } from '../../src/llm/anthropic.js'
import { createLog, type Log } from '../../src/log.js'
import { type App, anthropicOptions, createEmbedder, openApp } from '../../src/main.js'
import type { Context } from '../../src/service/context.js'
import { findRun, getRun } from '../../src/service/run/get-run.js'
import {
  prepareInput,
  prepareRun,
  type RequestOf,
  type SubmitOptions,
  submitRun,
} from '../../src/service/run/submit-run.js'
import type { Telemetry } from '../../src/telemetry/telemetry.js'
import { testDatabase } from './database.js'
import type { Env } from './processes.js'

export const OAT_DRINK = `Havn Oat: the oat drink that froths like milk. Made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas in Aarhus. Now €1.49 instead of €2.29. Money back if your cappuccino fails. The best oat drink in the world, clinically proven to boost your energy.`

/** A pressure test as small as one can be. */
export const SMALL = { personas: 3, focus_group: 'off', controls: false } as const
/** The same for the command line. */
export const SMALL_FLAGS = ['--personas', '3', '--focus-group', 'off', '--controls', 'off', '--assay', 'off']

export type TestApp = App & {
  readonly env: Env
  /** Without the test of the panel itself, unless `input` asks for it. */
  submit(input?: Partial<PressureTestInput>): Promise<string>
  /** Waits until the run has ended (or is in one of `states`) and returns it. */
  until(run_id: string, states?: readonly string[]): Promise<RunDocument>
}

/** The whole program in this process on a database of its own, with the configuration of `env`. */
export async function startApp(env: Env = {}, telemetry?: Telemetry): Promise<TestApp> {
  const whole = { DATABASE_URL: env.DATABASE_URL ?? (await testDatabase()), LOG_LEVEL: 'silent', ...env }
  const config = readConfig(whole)
  const log = createLog(config.logLevel)
  const app = await openApp(config, log, telemetry, { ...quickModel(config, log), embedder: lastingEmbedder(config) })
  onTestFinished(() => app.close())
  return {
    ...app,
    env: whole,
    submit: async (input = {}) =>
      (await submitRequest(app.local, 'pressure_test', { stimulus: OAT_DRINK, assay: 'off', ...input })).run_id,
    until: (run_id, states) => until(app.local, run_id, states),
  }
}

/** Nobody waits long before a model is asked again. */
const quickModel = (config: Config, log: Log) =>
  config.model.mode === 'offline'
    ? {}
    : {
        llm: createAnthropicLlm({
          ...anthropicOptions(config, log),
          backoff: { firstMs: 100, maxMs: 1_000, retries: 3 },
          breaker: { maxFailures: 8, minCooldownMs: 200, maxCooldownMs: 6_000 },
        }),
      }

/** The encoder stays for the tests that follow: to load it costs half a second of computing. */
const lastingEmbedder = (config: Config) => ({ ...createEmbedder(config), close: async () => {} })

/** Submits a run as a surface does. */
export async function submitRequest<K extends RunKind>(
  ctx: Context,
  kind: K,
  request: RequestOf[K],
  options?: SubmitOptions,
): Promise<Run> {
  return (await submitRun(ctx, await prepareRun(ctx, kind, request), options)).run
}

/** The same with a whole input, which names nothing stored. */
export async function submitInput(ctx: Context, kind: RunKind, input: unknown, options?: SubmitOptions): Promise<Run> {
  return (await submitRun(ctx, await prepareInput(ctx, kind, input), options)).run
}

const LOOK_EVERY_MS = 50
/** A notification can be lost. */
const LOOK_AT_LEAST_EVERY_MS = 500

/**
 * Looks at the run again after it has changed, and reads its document, which sums up every call, once it is there: more
 * would take the processor from who works on it.
 */
export async function until(ctx: Context, run_id: string, states?: readonly string[]): Promise<RunDocument> {
  let readAt = Number.NEGATIVE_INFINITY
  const unsubscribe = ctx.store.database.changes.subscribe((id) => {
    if (id === run_id) readAt = Number.NEGATIVE_INFINITY
  })
  try {
    for (;;) {
      if (performance.now() - readAt >= LOOK_AT_LEAST_EVERY_MS) {
        readAt = performance.now()
        const seen = await findRun(ctx, run_id)
        if (hasEnded(seen) || states?.includes(seen.status)) {
          const run = await getRun(ctx, { run_id })
          if (states ? states.includes(run.status) : hasEnded(run)) return run
          if (states && hasEnded(run))
            throw new Error(`the run is ${run.status} (${run.error?.message}), not ${states.join(' or ')}`)
        }
      }
      await sleep(LOOK_EVERY_MS)
    }
  } finally {
    unsubscribe()
  }
}

/** Nobody waits long for a pause to end or for a notification that was lost. A lease stays long, as a busy machine is slow. */
export const SOON = { sweepMs: 500, pauseMs: 500, enqueueAgainMs: 500 }
/** For a worker that is to be killed: what it held is free soon after. */
export const MORTAL = { ...SOON, leaseMs: 2_000 }

/** A worker in this process, stopped when the test is over. */
export function startWorkerIn(app: TestApp, times: Partial<Times> = SOON) {
  const worker = app.startWorker({ times })
  onTestFinished(() => worker.stop())
  return worker
}
