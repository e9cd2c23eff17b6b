import type { LeaseTimes } from '../db/run/run-leases.js'
import { WEBHOOK_TIMES, type WebhookTimes } from './webhooks.js'

/** Times of a worker in milliseconds. A lease is renewed every fifth of its length. */
export type Times = LeaseTimes & {
  /** Interval of regular sweeps for queued, due or abandoned runs; expiring leases trigger further ones. */
  readonly sweepMs: number
  /** The first pause after provider trouble. */
  readonly pauseMs: number
  /** Wait before a part that nobody has claimed is enqueued again. */
  readonly enqueueAgainMs: number
  readonly webhooks: WebhookTimes
}

/** An abandoned run is taken over when its lease of 5 s expires: other workers sweep at that moment. */
export const TIMES: Times = {
  leaseMs: 5_000,
  patienceMs: 60_000,
  limitMs: 20_000,
  sweepMs: 5_000,
  pauseMs: 2_000,
  enqueueAgainMs: 5_000,
  webhooks: WEBHOOK_TIMES,
}
