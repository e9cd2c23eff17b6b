import { randomUUID } from 'node:crypto'
import type { Actor } from '../../domain/run/run-state.js'
import type { StoredWebhookEvent } from '../../domain/workspace/webhook.js'
import type { Database } from '../connection/client.js'
import { asJson, type Tx, workspaceGone } from '../connection/transaction.js'
import { type AuditActor, noteSecurity } from './security-log.js'

export type WebhookRow = {
  readonly webhook_id: string
  readonly url: string
  readonly events: string[]
  readonly secret_version: number
  readonly created_at: Date
  readonly disabled_at: Date | null
  readonly disabled_reason: string | null
}

export type WebhookDeliveryRow = {
  readonly delivery_id: string
  readonly event_id: string
  readonly type: string
  readonly run_id: string | null
  readonly status: string
  readonly attempts: number
  readonly problem: string | null
  readonly created_at: Date
  readonly next_attempt_at: Date
  readonly delivered_at: Date | null
}

/** A delivery that this process alone holds while its lease lasts. */
export type DueDelivery = {
  readonly id: string
  readonly workspace_id: string
  readonly webhook_id: string
  readonly url: string
  readonly secret_version: number
  readonly payload: unknown
  /** Attempts so far, including this one. */
  readonly attempts: number
  /** Raised when a user requests the delivery again. */
  readonly revision: number
  readonly created_at: Date
}

const TOPIC = 'webhook'
const MAX_DELIVERIES_LISTED = 100
const KEEP_DAYS = 30
/** Deliveries claimed per webhook and poll: a receiver that is slow or down does not delay the others. */
const MAX_PER_WEBHOOK = 4

/** Webhooks and their due deliveries, which are rows of the outbox whose target is the webhook's id. */
export function createWebhooks(db: Database) {
  return {
    /**
     * Registers a webhook. Returns `full` where the workspace has `max` of them already, `known` where one has the URL.
     */
    async create(
      actor: AuditActor,
      { url, events, max }: { url: string; events: readonly string[]; max: number },
    ): Promise<WebhookRow | 'known' | 'full'> {
      return db.inWorkspace(actor, async (tx) => {
        // The lock keeps concurrent registrations from exceeding `max`.
        const held = await tx.$executeRaw`select 1 from workspace where id = ${actor.workspace_id}::uuid for update`
        if (held === 0) throw workspaceGone()
        if ((await tx.webhook.count({ where: { url } })) > 0) return 'known'
        if ((await tx.webhook.count()) >= max) return 'full'
        const rows = await tx.$queryRaw<WebhookRow[]>`
          insert into webhook (workspace_id, url, events) values (${actor.workspace_id}::uuid, ${url}, ${[...events]})
          returning id::text as webhook_id, url, events, secret_version, created_at, disabled_at, disabled_reason`
        const [row] = rows
        if (row) await noteSecurity(tx, actor, 'webhook.created', [row.webhook_id])
        return row ?? 'full'
      })
    },

    /** All webhooks of the workspace, oldest first. */
    list: (actor: Actor): Promise<WebhookRow[]> =>
      db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<WebhookRow[]>`
          select id::text as webhook_id, url, events, secret_version, created_at, disabled_at, disabled_reason
            from webhook order by created_at, id`,
      ),

    /** Deletes a webhook with its deliveries. Returns false where this workspace has no such webhook. */
    async delete(actor: AuditActor, webhook_id: string): Promise<boolean> {
      return db.inWorkspace(actor, async (tx) => {
        const { count } = await tx.webhook.deleteMany({ where: { id: webhook_id } })
        if (count === 0) return false
        await tx.outbox.deleteMany({ where: { topic: TOPIC, target: webhook_id } })
        await noteSecurity(tx, actor, 'webhook.deleted', [webhook_id])
        return true
      })
    },

    /** Enables a webhook again. Returns false where this workspace has no such webhook. */
    async enable(actor: AuditActor, webhook_id: string): Promise<boolean> {
      return db.inWorkspace(actor, async (tx) => {
        const data = { disabledAt: null, disabledReason: null }
        const { count } = await tx.webhook.updateMany({ where: { id: webhook_id }, data })
        if (count > 0) await noteSecurity(tx, actor, 'webhook.enabled', [webhook_id])
        return count > 0
      })
    },

    /** Moves a webhook to its next secret and returns the version; `null` where this workspace has no such webhook. */
    async rotate(actor: AuditActor, webhook_id: string): Promise<number | null> {
      return db.inWorkspace(actor, async (tx) => {
        const [row] = await tx.$queryRaw<{ secret_version: number }[]>`
          update webhook set secret_version = secret_version + 1 where id = ${webhook_id}::uuid returning secret_version`
        if (row) await noteSecurity(tx, actor, 'webhook.rotated', [webhook_id])
        return row?.secret_version ?? null
      })
    },

    /** The latest deliveries of a webhook, newest first, at most 100. */
    deliveries: (actor: Actor, webhook_id: string): Promise<WebhookDeliveryRow[]> =>
      db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<WebhookDeliveryRow[]>`
          select id::text as delivery_id, payload->>'id' as event_id, payload->>'type' as type, run_id::text, status, attempts,
                 problem, created_at, next_attempt_at, delivered_at
            from outbox where topic = ${TOPIC} and target = ${webhook_id}
           order by created_at desc, id limit ${MAX_DELIVERIES_LISTED}`,
      ),

    /**
     * Makes a delivery due again under the same event id, with all its attempts. Returns false where there is no such
     * delivery.
     */
    async redeliver(actor: Actor, webhook_id: string, delivery_id: string): Promise<boolean> {
      const changed = await db.inWorkspace(
        actor,
        (tx) => tx.$executeRaw`
          update outbox set status = 'due', attempts = 0, revision = revision + 1, next_attempt_at = now(), lease_until = null
           where id = ${delivery_id}::uuid and topic = ${TOPIC} and target = ${webhook_id}`,
      )
      return changed > 0
    },

    /** Adds a test event, which concerns no run. Returns the delivery's id. */
    async addTest(actor: Actor, webhook_id: string): Promise<string> {
      const event: StoredWebhookEvent = {
        id: `evt_${randomUUID().replaceAll('-', '')}`,
        type: 'webhook.test',
        data: null,
      }
      const rows = await db.writeInWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          insert into outbox (workspace_id, topic, dedupe_key, payload, target)
          values (${actor.workspace_id}::uuid, ${TOPIC}, ${`${event.id}:${webhook_id}`}, ${asJson(event)}::json, ${webhook_id})
          returning id::text`,
      )
      return rows[0]?.id ?? ''
    },

    /** Claims due deliveries, first attempts before later ones; none for webhooks that are `busy` in this process. */
    claim: (limit: number, leaseMs: number, busy: readonly string[]): Promise<DueDelivery[]> =>
      db.acrossWorkspaces(
        (tx) => tx.$queryRaw<DueDelivery[]>`
          with ready as (
            select o.id, w.url, w.secret_version,
                   row_number() over (partition by o.target order by o.attempts, o.next_attempt_at, o.id) as nth
              from outbox o join webhook w on w.id::text = o.target
             where o.topic = ${TOPIC} and o.status = 'due' and o.next_attempt_at <= now()
               and (o.lease_until is null or o.lease_until < now()) and o.target <> all(${[...busy]}) and w.disabled_at is null
          ), due as (
            select o.id, ready.url, ready.secret_version
              from outbox o join ready on ready.id = o.id
             where ready.nth <= ${MAX_PER_WEBHOOK} and o.status = 'due' and (o.lease_until is null or o.lease_until < now())
             order by o.attempts, o.next_attempt_at limit ${limit} for update of o skip locked
          )
          update outbox o set attempts = o.attempts + 1, lease_until = now() + make_interval(secs => ${leaseMs}::float / 1000)
            from due where o.id = due.id
          returning o.id::text, o.workspace_id::text, o.target as webhook_id, due.url, due.secret_version, o.payload, o.attempts,
                    o.revision, o.created_at`,
      ),

    /** Records a delivery, unless it was requested again since the claim: then it is still due. */
    async markDelivered({ id, revision }: DueDelivery): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          update outbox set status = 'done', delivered_at = now(), problem = null, lease_until = null
           where id = ${id}::uuid and revision = ${revision}`,
      )
    },

    /** Records a failed attempt. `retry_in_ms`: time until the next attempt; `null`: give up. */
    async markFailed(
      { id, revision, attempts }: DueDelivery,
      { problem, retry_in_ms }: { problem: string; retry_in_ms: number | null },
    ): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          update outbox set problem = ${problem}, lease_until = null,
                 status = case when ${retry_in_ms}::float is null then 'dead' else 'due' end,
                 next_attempt_at = now() + make_interval(secs => coalesce(${retry_in_ms}::float, 0) / 1000)
           where id = ${id}::uuid and status = 'due' and revision = ${revision} and attempts = ${attempts}`,
      )
    },

    /** Disables the webhook of a delivery that was refused for good, and gives up everything due to it. */
    async disable({ id, webhook_id, revision, attempts }: DueDelivery, reason: string): Promise<void> {
      await db.acrossWorkspaces(async (tx) => {
        // The first of several refused deliveries disables the webhook; later ones must not disable it after a user
        // enabled it again.
        const disabled = await tx.$executeRaw`
          update webhook set disabled_at = now(), disabled_reason = ${reason}
           where id = ${webhook_id}::uuid and exists (
                 select from outbox where id = ${id}::uuid and status = 'due' and revision = ${revision} and attempts = ${attempts})`
        if (disabled === 0) return
        await tx.outbox.updateMany({
          where: { topic: TOPIC, target: webhook_id, status: 'due' },
          data: { status: 'dead', problem: reason, leaseUntil: null },
        })
      })
    },

    /** Deletes deliveries that ended, 30 days after they were created. */
    async deleteOld(): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          delete from outbox where topic = ${TOPIC} and status in ('done', 'dead')
             and created_at < now() - make_interval(days => ${KEEP_DAYS})`,
      )
    },
  }
}

/**
 * Adds a delivery for each webhook of the workspace that subscribes to this end or pause of a run, in the transaction
 * that stores it. The event's id derives from the end, so repeated calls add nothing.
 */
export async function makeWebhooksDue(tx: Tx, run_id: string): Promise<void> {
  await tx.$executeRaw`
    insert into outbox (workspace_id, run_id, topic, dedupe_key, payload, target)
    select r.workspace_id, r.id, ${TOPIC}, event.id || ':' || w.id,
           json_build_object('id', event.id, 'type', event.type, 'data', json_build_object(
             'run_id', r.id, 'kind', r.kind, 'status', r.status, 'code', r.reason_code,
             'light', result.trust->>'light', 'sentence', result.trust->>'sentence')),
           w.id
      from run r
      cross join lateral (select 'evt_' || md5(concat_ws('/', r.id, r.epoch, r.status)) as id, 'run.' || r.status as type) as event
      join webhook w on w.workspace_id = r.workspace_id and w.disabled_at is null and event.type = any(w.events)
      left join result on result.run_id = r.id and r.status = 'completed'
     where r.id = ${run_id}::uuid
       for key share of w
    on conflict (workspace_id, topic, dedupe_key) do nothing`
}
