import type { LeaseTimes } from '../db/run-leases.js'
import { WEBHOOK_TIMES, type WebhookTimes } from './webhooks.js'

/** Times of a worker in milliseconds. A lease is renewed five times as it lasts. */
export type Times = LeaseTimes & {
  /** How often a worker looks for runs that are queued, due or abandoned, beside the moments at which leases end. */
  readonly sweepMs: number
  /** The first pause after provider trouble. */
  readonly pauseMs: number
  /** When to enqueue a part again that nobody has taken. */
  readonly enqueueAgainMs: number
  readonly webhooks: WebhookTimes
}

/** An abandoned run is taken over when its lease of 5 s ends: others look at that moment. */
export const TIMES: Times = {
  leaseMs: 5_000,
  patienceMs: 60_000,
  limitMs: 20_000,
  sweepMs: 5_000,
  pauseMs: 2_000,
  enqueueAgainMs: 5_000,
  webhooks: WEBHOOK_TIMES,
}
