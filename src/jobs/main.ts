import { setTimeout as sleep } from 'node:timers/promises'
import { checkData } from '../data/check.js'
import type { App } from '../main.js'
import type { WorkerOptions } from './worker.js'

type WorkDeps = { say(line: string): void; open(): Promise<App> }

/**
 * Works on runs until SIGTERM or SIGINT, or with `drain` until none is left; then hands unfinished ones back.
 * Errors: `configuration` for a file of `data/` that cannot be used.
 */
export async function work(deps: WorkDeps, options: WorkerOptions & { drain: boolean }): Promise<void> {
  checkData()
  const stopped = untilStopped()
  const app = await deps.open()
  try {
    const worker = app.startWorker(options)
    deps.say(`pressure-test worker ${worker.worker_id} (${app.queue.name} queue, ${app.llm.mode} model)`)
    await Promise.race(options.drain ? [stopped, drained(app)] : [stopped])
    await worker.stop()
  } finally {
    await app.close()
  }
}

/** Resolves at the first SIGTERM or SIGINT. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

async function drained(app: App): Promise<void> {
  do await sleep(1_000)
  while ((await app.store.leases.unfinished()) > 0)
}
