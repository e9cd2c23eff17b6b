import type { Settled } from '../engine/deps.js'
import { settleAll } from '../engine/settle-all.js'

/** Items that a fan-out starts before it yields to the event loop. */
const LAUNCH_AT_ONCE = 50

/** Starts all items, a group at a time. */
export async function fanOut<I, O>(
  items: readonly I[],
  work: (item: I, index: number) => Promise<O>,
): Promise<Settled<I, O>[]> {
  const started: Promise<O>[] = []
  for (let at = 0; at < items.length; at += LAUNCH_AT_ONCE) {
    // Yields between groups, so that the first calls can be sent while the next are prepared.
    if (at > 0) await new Promise(setImmediate)
    for (let index = at; index < Math.min(at + LAUNCH_AT_ONCE, items.length); index++) {
      const result = work(items[index] as I, index)
      result.catch(() => {})
      started.push(result)
    }
  }
  return settleAll(items, started)
}
