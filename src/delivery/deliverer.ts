import { setTimeout as sleep } from 'node:timers/promises'
import { ClaimLost, type OutboxTable } from '../db/slack/outbox.js'
import type { Metrics } from '../telemetry/telemetry.js'
import type { DelivererDeps, DeliveryDeps } from './attempt.js'
import { deliver } from './deliver.js'

export type Deliverer = {
  /** Lets deliveries under way finish. */
  stop(): Promise<void>
}

/** Each delivery mostly waits for Slack; more of them would make requests wait for the database. */
const MAX_CONCURRENT = 8
/** Milliseconds between two polls of the outbox, while messages are due and while none are. */
const BUSY_MS = 60
const IDLE_MS = 700
const DIGESTS_EVERY_MS = 15_000
const CLEANUP_EVERY_MS = 300_000

/** Delivers the messages of the outbox. Several processes may do so at the same time. */
export function startDeliverer(deps: DelivererDeps): Deliverer {
  const { store } = deps
  const deliveries = new Set<Promise<void>>()
  const lookups: DeliveryDeps['lookups'] = new Map()
  let stopped = false
  let wake = () => {}
  let notified = false
  const notify = () => {
    notified = true
    wake()
  }
  const unsubscribe = store.database.changes.subscribe(notify)

  const claimAndDeliver = async (): Promise<void> => {
    const room = MAX_CONCURRENT - deliveries.size
    const messages = room > 0 ? await store.outbox.claim(room, { posts_burst_ms: deps.rateLimits.posts.burst_ms }) : []
    for (const message of messages) {
      // The lease expires; the next holder learns from the row whether a post had been sent.
      const delivery = deliver({ ...deps, lookups }, message).catch((error) => {
        if (error instanceof ClaimLost)
          return deps.log.info({ message: message.id }, 'message is delivered by another process')
        const detail = error instanceof Error ? error.stack : String(error)
        deps.log.error({ message: message.id, error: detail }, 'message not delivered')
      })
      deliveries.add(delivery)
      void delivery.finally(() => {
        deliveries.delete(delivery)
        notify()
      })
    }
  }

  const every = (ms: number, work: () => Promise<unknown>) => {
    let next = 0
    return async () => {
      if (Date.now() < next) return
      next = Date.now() + ms
      await work()
    }
  }
  const digests = every(DIGESTS_EVERY_MS, () => store.slackDigests.sendDue())
  const cleanUp = every(CLEANUP_EVERY_MS, () => store.slackRequests.deleteOld())

  const run = async (): Promise<void> => {
    let began = Date.now()
    while (!stopped) {
      try {
        notified = false
        began = Date.now()
        await digests()
        await cleanUp()
        await claimAndDeliver()
      } catch (error) {
        deps.log.warn({ error: String(error) }, 'outbox not read')
        await sleep(500)
      }
      // Searching a long outbox loads the database, so at most a third of the time is spent on it.
      await sleep(Math.max(BUSY_MS, 2 * (Date.now() - began)))
      if (!notified && !stopped)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, IDLE_MS)
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
      unsubscribe()
      wake()
      await running
      await Promise.race([Promise.allSettled(deliveries), sleep(10_000, undefined, { ref: false })])
    },
  }
}

/** Wraps an outbox so that it counts the outcomes of its messages. */
export function countDeliveries(outbox: OutboxTable, metrics: Metrics): OutboxTable {
  const count = (outcome: string) => metrics.count('pressure_test_deliveries_total', { outcome })
  return {
    ...outbox,
    async markDelivered(message, posted) {
      await outbox.markDelivered(message, posted)
      count(message.external_id === null ? 'posted' : 'updated')
    },
    async postpone(message, how) {
      await outbox.postpone(message, how)
      count(how.sent ? 'unknown' : 'postponed')
    },
    async redirect(message, target, problem) {
      await outbox.redirect(message, target, problem)
      count('redirected')
    },
    async repost(message, target, problem) {
      await outbox.repost(message, target, problem)
      count('redirected')
    },
    async hold(message, first_ms, problem) {
      await outbox.hold(message, first_ms, problem)
      count('postponed')
    },
    async giveUp(message, status, problem) {
      await outbox.giveUp(message, status, problem)
      count('given_up')
    },
  }
}
