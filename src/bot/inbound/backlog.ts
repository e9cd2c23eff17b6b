import type { Log } from '../../log.js'
import type { SlackRequests } from '../../service/slack/slack-workspaces.js'

/** Few at a time, so that answers to Slack go first. */
const MAX_LANES = 4
const BATCH = 4
/** `leaseMs`: after this, requests of a process that died are left to other processes. */
export type BacklogTimes = { readonly leaseMs: number; readonly lookEveryMs: number }
const TIMES: BacklogTimes = { leaseMs: 20_000, lookEveryMs: 2_000 }

export type Backlog = {
  /** Called after a request was stored for later. */
  wake(): void
  /** Whether stored requests are being worked on; new requests must not overtake them. */
  isBehind(): boolean
  /** Takes no more requests and lets the taken ones finish. */
  stop(): Promise<void>
}

/**
 * Works on requests that were acknowledged before they were worked on, the oldest first. A request taken by a process
 * that dies is worked on again; the run it starts is keyed by its delivery, so it starts once.
 */
export function startBacklog(deps: {
  readonly requests: SlackRequests
  readonly log: Log
  readonly times?: BacklogTimes
  /** Rejects where another try may succeed; the request is then tried again after the lease. */
  readonly work: (body: Record<string, unknown>) => Promise<void>
}): Backlog {
  const { requests, log, times = TIMES } = deps
  const lanes = new Set<Promise<void>>()
  let inHand = 0
  let woken = false
  let stopped = false

  const lane = async (): Promise<void> => {
    let done: string[] = []
    while (true) {
      woken = false
      const taken = await requests.takeWaiting(times.leaseMs / 1_000, stopped ? 0 : BATCH, done)
      if (taken.length === 0 && !woken) return
      if (taken.length === BATCH) open()
      inHand += taken.length
      done = []
      for (const { signature, body } of taken) {
        const worked = await deps.work(body).then(
          () => true,
          () => false,
        )
        if (worked) done.push(signature)
      }
      inHand -= taken.length
    }
  }

  const open = (): void => {
    if (stopped || lanes.size >= MAX_LANES) return
    const opened = lane()
      .catch((error) => log.warn({ error: String(error) }, 'the requests that wait cannot be read; trying again'))
      .finally(() => lanes.delete(opened))
    lanes.add(opened)
  }

  const wake = (): void => {
    woken = true
    if (lanes.size === 0) open()
  }

  wake()
  const looking = setInterval(wake, times.lookEveryMs)
  return {
    wake,
    isBehind: () => inHand > 0,
    async stop() {
      stopped = true
      clearInterval(looking)
      await Promise.all(lanes)
    },
  }
}
