import type { OutboxTable } from '../db/slack/outbox.js'
import type { Metrics } from '../telemetry/telemetry.js'

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
