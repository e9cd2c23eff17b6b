import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when `work` settles, or after `ms` without it. Rejects as `work` does. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const late = sleep(ms, undefined, { signal: over.signal }).catch(() => {})
  await Promise.race([work, late]).finally(() => over.abort())
}
