import { createGate, type Gate } from '../gate.js'

/** Requests in flight to one host; a live agent is seldom built for more. */
const MOST_PER_HOST = 8

export type Places = {
  /** Does `work` while holding a place of the process and one of the host. Rejects with the signal's reason while waiting. */
  hold<T>(host: string, lane: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/** Limits what is in flight, in this process and to each host; runs (lanes) take turns. */
export function createPlaces(concurrency: number): Places {
  const all = createGate(concurrency)
  const hosts = new Map<string, { gate: Gate; users: number }>()

  return {
    async hold(host, lane, signal, work) {
      const entry = hosts.get(host) ?? { gate: createGate(MOST_PER_HOST), users: 0 }
      hosts.set(host, entry)
      entry.users += 1
      try {
        // The host's place first: a slow host must not keep those of the process while its own are taken.
        return await inside(entry.gate, lane, signal, () => inside(all, lane, signal, work))
      } finally {
        entry.users -= 1
        if (entry.users === 0) hosts.delete(host)
      }
    },
  }
}

async function inside<T>(gate: Gate, lane: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  await gate.enter(lane, signal)
  try {
    return await work()
  } finally {
    gate.leave()
  }
}
