import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../db/store.js'
import type { DueDelivery } from '../db/workspace/webhooks.js'
import { StoredWebhookEvent, type WebhookEvent } from '../domain/workspace/webhook.js'
import { signWebhook } from '../domain/workspace/webhook-signature.js'
import { AgentError } from '../llm/guarded-requests/agent-error.js'
import type { WebhookClient } from '../llm/guarded-requests/webhook-client.js'
import type { Log } from '../log.js'

/** Times of webhook delivery in milliseconds. */
export type WebhookTimes = {
  /** Interval between two polls for due deliveries. */
  readonly pollMs: number
  /** Limit of one request, from the DNS lookup to the status of the response. */
  readonly timeoutMs: number
  /** Longer than a request may take, so that two workers never send the same delivery at once. */
  readonly leaseMs: number
  /** Pause before each further attempt; after the last one the delivery is given up. */
  readonly gapsMs: readonly number[]
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Ten attempts in about 23 hours. */
export const WEBHOOK_TIMES: WebhookTimes = {
  pollMs: SECOND,
  timeoutMs: 10 * SECOND,
  leaseMs: 30 * SECOND,
  gapsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
}

/** What sending needs besides the rows. */
export type WebhookSender = {
  readonly client: WebhookClient
  readonly version: string
  secretOf(webhook: { readonly webhook_id: string; readonly secret_version: number }): string
  /** URLs where a run can be read. */
  urlsOf(run: { readonly run_id: string; readonly workspace_id: string }): {
    report: string | null
    result: string | null
  }
}

type DeliveryDeps = {
  readonly store: Pick<Store, 'webhooks'>
  readonly webhookSender: WebhookSender
  readonly log: Log
  readonly times: WebhookTimes
}

/** High, because each delivery waits for somebody else's server. */
const MAX_CONCURRENT = 64
const CLEANUP_EVERY_MS = HOUR
/** How long a worker that stops waits for responses of receivers. */
const STOP_MS = 3_000
const GONE = 410
/** Longest pause that a receiver is granted by its `Retry-After`. */
const MAX_RETRY_AFTER_MS = HOUR

/**
 * Sends due webhook deliveries. Any number of processes may do so side by side. After a sender died, another one sends
 * its delivery again, under the same event id, once the lease has expired.
 */
export function startWebhookDelivery(deps: DeliveryDeps): { stop(): Promise<void> } {
  const { store, times, log } = deps
  const underWay = new Map<Promise<void>, string>()
  let stopped = false
  let wake = () => {}
  let nextCleanupAt = 0

  const claimAndSend = async (): Promise<void> => {
    const room = MAX_CONCURRENT - underWay.size
    const due = room > 0 ? await store.webhooks.claim(room, times.leaseMs, [...new Set(underWay.values())]) : []
    for (const delivery of due) {
      // The lease of the delivery expires, and a worker sends it again.
      const sending = deliver(deps, delivery).catch((error) =>
        log.warn({ delivery: delivery.id, error: String(error) }, 'outcome of a webhook not stored'),
      )
      underWay.set(sending, delivery.webhook_id)
      void sending.finally(() => {
        underWay.delete(sending)
        wake()
      })
    }
  }

  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        if (Date.now() >= nextCleanupAt) {
          nextCleanupAt = Date.now() + CLEANUP_EVERY_MS
          await store.webhooks.deleteOld()
        }
        await claimAndSend()
      } catch (error) {
        log.warn({ error: String(error) }, 'due webhooks not read')
      }
      if (!stopped)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, times.pollMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
    }
  }
  const running = run()

  return {
    async stop() {
      stopped = true
      wake()
      await running
      const last = claimAndSend()
        .catch((error) => log.debug({ error: String(error) }, 'due webhooks not read'))
        .then(() => Promise.allSettled(underWay.keys()))
      await Promise.race([last, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

async function deliver(deps: DeliveryDeps, delivery: DueDelivery): Promise<void> {
  const { store, times, log } = deps
  const outcome = await send(deps, delivery)
  if (outcome === 'delivered') return store.webhooks.markDelivered(delivery)
  log.info({ delivery: delivery.id, attempt: delivery.attempts, problem: outcome.problem }, 'webhook not delivered')
  if (outcome.gone) return store.webhooks.disable(delivery, outcome.problem)
  const gap = times.gapsMs[delivery.attempts - 1]
  // Random jitter, so that deliveries that failed together are not retried together.
  const granted = Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)
  const retry_in_ms = gap === undefined ? null : Math.max(gap * (0.9 + Math.random() * 0.2), granted)
  await store.webhooks.markFailed(delivery, { problem: outcome.problem, retry_in_ms })
}

type Outcome = 'delivered' | { readonly problem: string; readonly gone: boolean; readonly retryAfterMs?: number | null }

async function send({ webhookSender, times, log }: DeliveryDeps, delivery: DueDelivery): Promise<Outcome> {
  const signal = AbortSignal.timeout(times.timeoutMs)
  try {
    const event = eventOf(webhookSender, delivery)
    const body = JSON.stringify(event)
    const headers = {
      'content-type': 'application/json',
      'user-agent': `pressure-test/${webhookSender.version}`,
      'pressure-test-event-id': event.id,
      'pressure-test-signature': signWebhook(webhookSender.secretOf(delivery), body, Date.now()),
    }
    const { status, retryAfterMs } = await webhookSender.client.post(delivery.url, { headers, body }, signal)
    if (status >= 200 && status <= 299) return 'delivered'
    return { problem: problemOf(status), gone: status === GONE, retryAfterMs }
  } catch (error) {
    if (signal.aborted) return { problem: `It did not answer within ${times.timeoutMs / SECOND} s.`, gone: false }
    if (error instanceof AgentError) return { problem: error.message, gone: false }
    log.error({ delivery: delivery.id, error: String(error) }, 'webhook not sent')
    return { problem: 'Something went wrong on our side.', gone: false }
  }
}

/** The request body: the event as stored when the run ended, with links as of now. */
function eventOf({ urlsOf }: WebhookSender, { payload, workspace_id, created_at }: DueDelivery): WebhookEvent {
  const { id, type, data } = StoredWebhookEvent.parse(payload)
  const event = { id, type, created_at: created_at.toISOString() }
  if (data === null) return { ...event, data }
  const { report, result } = urlsOf({ run_id: data.run_id, workspace_id })
  return { ...event, data: { ...data, report_url: data.status === 'completed' ? report : null, result_url: result } }
}

function problemOf(status: number): string {
  if (status === GONE) return 'It answered HTTP 410: gone for good.'
  if (status >= 300 && status <= 399)
    return `It answered HTTP ${status}; redirects are not followed, so register the final address.`
  return `It answered HTTP ${status}.`
}
