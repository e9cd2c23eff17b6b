import { asJson, type Database } from './client.js'
import type { Sql } from './statements.js'

/** Longer than a call may take, so that nobody says again what is being said. */
const LEASE_SECONDS = 10

/** A message to be said, or said anew, that this process alone holds for the length of its lease. */
export type DueMessage = {
  readonly id: string
  readonly workspace_id: string
  readonly run_id: string | null
  readonly payload: unknown
  readonly status: 'due' | 'live'
  readonly priority: number
  readonly tenant: string
  readonly target: string
  readonly parent_id: string | null
  /** Of the message it hangs under. */
  readonly parent_ts: string | null
  readonly external_id: string | null
  /** A post may have left and its answer was never stored, since then. */
  readonly posting_since: Date | null
  readonly attempts: number
  /** What there is to show now, as one word. */
  readonly state: string
  readonly created_at: Date
}

/** Where a run is told: its message, and the thread that one stands in; `null` where it began one itself. */
export type ToldIn = {
  readonly id: string
  readonly target: string
  readonly ts: string | null
  readonly thread_ts: string | null
  /** Link to it in Slack, where Slack gave one. */
  readonly permalink: string | null
  readonly status: string
}

export type NewMessage = {
  readonly dedupe_key: string
  readonly run_id?: string | null
  readonly payload: unknown
  readonly status?: 'due' | 'live'
  readonly tenant: string
  readonly target: string
  readonly parent_id?: string | null
  readonly position?: number
  readonly priority?: number
}

const TOPIC = 'slack'

export type OutboxTable = ReturnType<typeof createOutbox>

/**
 * What is to be said outside. A `due` message is sent once, or anew where it was sent before; a `live` one whenever what
 * its run shows has changed. All times are the database's.
 */
export function createOutbox(db: Database, { leaseSeconds = LEASE_SECONDS } = {}) {
  return {
    /**
     * Takes messages whose time has come, ends before progress; those of a thread one after another, and one at a time of
     * those not yet posted in a conversation whose pace allows it now: a long queue costs nothing while it waits.
     */
    async claim(limit: number, { posts_burst_ms = 0 } = {}): Promise<DueMessage[]> {
      return db.sqlAcrossWorkspaces(
        (tx) => tx.$queryRaw<DueMessage[]>`
          with ready as (
            select o.id, o.priority, o.next_attempt_at, parent.external_id as parent_ts, parent.target as parent_target,
                   concat_ws('/', o.revision, r.status, r.epoch, r.generation, r.last_event_seq, r.cancel_requested, coalesce(r.reason_code, '')) as state,
                   row_number() over (
                     partition by o.tenant, coalesce(parent.target, o.target), case when o.external_id is null then '' else o.id::text end
                     order by o.priority, o.next_attempt_at, o.position) as nth
              from outbox o left join run r on r.id = o.run_id left join outbox parent on parent.id = o.parent_id
             where o.topic = ${TOPIC} and o.status in ('due', 'live') and o.next_attempt_at <= now()
               and (o.lease_until is null or o.lease_until < now())
               and (o.status = 'due' or o.shown is distinct from
                    concat_ws('/', o.revision, r.status, r.epoch, r.generation, r.last_event_seq, r.cancel_requested, coalesce(r.reason_code, '')))
               and (o.parent_id is null or parent.external_id is not null)
               and not exists (select from outbox before
                                where before.parent_id = o.parent_id and before.position < o.position
                                  and before.status = 'due' and before.external_id is null)
               and (o.external_id is not null or not exists (
                     select from slack_pace p
                      where (p.key = 'post:' || o.tenant || ':' || coalesce(parent.target, o.target) and p.free > now())
                         or (p.key = 'posts:' || o.tenant and p.free > now() + make_interval(secs => ${posts_burst_ms}::float / 1000))))
          ), due as (
            select o.id, ready.parent_ts, ready.parent_target, ready.state
              from outbox o join ready on ready.id = o.id
             where ready.nth = 1 and (o.lease_until is null or o.lease_until < now()) and o.status in ('due', 'live')
             order by ready.priority, ready.next_attempt_at limit ${limit} for update of o skip locked
          )
          update outbox o set lease_until = now() + make_interval(secs => ${leaseSeconds})
            from due where o.id = due.id
          returning o.id::text, o.workspace_id::text, o.run_id::text, o.payload, o.status, o.priority, o.tenant,
                    coalesce(due.parent_target, o.target) as target, o.parent_id::text, due.parent_ts, o.external_id,
                    o.posting_since, o.attempts, due.state, o.created_at`,
      )
    },

    /** Notes that a first post leaves now. False: the lease was lost meanwhile. */
    async posting(message: DueMessage): Promise<boolean> {
      const changed = await db.sqlAcrossWorkspaces(
        (tx) => tx.$executeRaw`
          update outbox set posting_since = now(), attempts = attempts + 1,
                 lease_until = now() + make_interval(secs => ${leaseSeconds})
           where id = ${message.id}::uuid and lease_until > now() and external_id is null`,
      )
      return changed > 0
    },

    /** It stands there as `external_id` and shows `message.state`. `ended`: nothing more will change by itself. */
    async said(message: DueMessage, shown: { external_id: string; target: string; ended: boolean; pause_ms: number }) {
      await db.sqlAcrossWorkspaces(
        (tx) => tx.$executeRaw`
          update outbox o set external_id = ${shown.external_id}, target = ${shown.target}, shown = ${message.state},
                 posting_since = null, lease_until = null, problem = null, attempts = 0,
                 delivered_at = coalesce(o.delivered_at, now()),
                 next_attempt_at = now() + make_interval(secs => ${shown.pause_ms}::float / 1000),
                 status = case when not ${shown.ended} then 'live'
                               when concat_ws('/', o.revision, r.status, r.epoch, r.generation, r.last_event_seq, r.cancel_requested, coalesce(r.reason_code, '')) = ${message.state} then 'done'
                               when o.status = 'live' then 'live' else 'due' end
            from (select 1) one left join outbox own on own.id = ${message.id}::uuid left join run r on r.id = own.run_id
           where o.id = ${message.id}::uuid`,
      )
    },

    /** Lets go of it until later. `sent`: whether the post may be there all the same. */
    async later(message: DueMessage, { in_ms, sent, problem }: { in_ms: number; sent: boolean; problem?: string }) {
      await db.sqlAcrossWorkspaces(
        (tx) => tx.$executeRaw`
          update outbox set lease_until = null, next_attempt_at = now() + make_interval(secs => ${in_ms}::float / 1000),
                 posting_since = case when ${sent} then coalesce(posting_since, now()) end, problem = coalesce(${problem ?? null}, problem)
           where id = ${message.id}::uuid`,
      )
    },

    /** Sends it to another conversation, such as the person's own after a channel refused it. */
    async redirect(message: DueMessage, target: string, problem: string): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          update outbox set target = ${target}, payload = (payload::jsonb || '{"thread_ts": null}')::json, lease_until = null,
                 posting_since = null, next_attempt_at = now(), problem = ${problem}
           where id = ${message.id}::uuid`,
      )
    },

    /** Keeps what was learned on the way, such as the link to a posted message. */
    async keepPayload(message: DueMessage, payload: unknown): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`update outbox set payload = ${asJson(payload)}::json where id = ${message.id}::uuid`,
      )
    },

    /** Ends trying. Whatever hangs under it is not said either. */
    async giveUp(message: DueMessage, status: 'uncertain' | 'dead', problem: string): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          update outbox set status = ${status}, problem = ${problem}, lease_until = null
           where id = ${message.id}::uuid or (parent_id = ${message.id}::uuid and status in ('due', 'live'))`,
      )
    },

    /** Adds messages that are not there yet. */
    async add(workspace_id: string, messages: readonly NewMessage[]): Promise<void> {
      await db.inWorkspace(workspace_id, async (tx) => {
        for (const message of messages) await insertMessage(tx, workspace_id, message)
      })
    },

    /** The message a run is told in, for whoever is to write into its thread. */
    async ofRun(workspace_id: string, run_id: string): Promise<ToldIn | null> {
      const rows = await db.inWorkspace(
        workspace_id,
        (tx) => tx.$queryRaw<ToldIn[]>`
          select id::text, target, external_id as ts, payload->>'thread_ts' as thread_ts, payload->>'permalink' as permalink, status from outbox
           where run_id = ${run_id}::uuid and topic = ${TOPIC} and payload->>'show' = 'run'`,
      )
      return rows[0] ?? null
    },

    /** The run whose message that is. */
    async runAt(workspace_id: string, target: string, ts: string): Promise<string | null> {
      const rows = await db.inWorkspace(
        workspace_id,
        (tx) => tx.$queryRaw<{ run_id: string }[]>`
          select run_id::text from outbox
           where target = ${target} and external_id = ${ts} and topic = ${TOPIC} and run_id is not null limit 1`,
      )
      return rows[0]?.run_id ?? null
    },

    /**
     * Takes the next place of a pace: 0, and the call may leave now, or milliseconds to wait. `burst_ms`: how far ahead of
     * the pace it may be.
     */
    async takeTurn(key: string, every_ms: number, burst_ms: number): Promise<number> {
      const rows = await db.sqlAcrossWorkspaces(
        (tx) => tx.$queryRaw<{ wait: number }[]>`
          with taken as (
            insert into slack_pace (key, free) values (${key}, now() + make_interval(secs => ${every_ms}::float / 1000))
            on conflict (key) do update set free = greatest(slack_pace.free, now()) + make_interval(secs => ${every_ms}::float / 1000)
             where slack_pace.free <= now() + make_interval(secs => ${burst_ms}::float / 1000)
            returning 0 as wait
          )
          select wait::float from taken
          union all
          select extract(epoch from (free - now()))::float * 1000 - ${burst_ms}::float from slack_pace
           where key = ${key} and not exists (select from taken)`,
      )
      return Math.max(0, rows[0]?.wait ?? 0)
    },

    /** Nothing of this pace leaves before `in_ms`: the other side said so. */
    async holdBack(key: string, in_ms: number): Promise<void> {
      await db.sqlAcrossWorkspaces(
        (tx) => tx.$executeRaw`
          insert into slack_pace (key, free) values (${key}, now() + make_interval(secs => ${in_ms}::float / 1000))
          on conflict (key) do update set free = greatest(slack_pace.free, excluded.free)`,
      )
    },
  }
}

/** Adds a message in a transaction of others, unless one of its key is there. */
export async function insertMessage(tx: Sql, workspace_id: string, message: NewMessage): Promise<void> {
  await tx.$executeRaw`
    insert into outbox (workspace_id, run_id, topic, dedupe_key, payload, status, tenant, target, parent_id, position, priority)
    values (${workspace_id}::uuid, ${message.run_id ?? null}::uuid, ${TOPIC}, ${message.dedupe_key}, ${asJson(message.payload)}::json,
            ${message.status ?? 'due'}, ${message.tenant}, ${message.target}, ${message.parent_id ?? null}::uuid,
            ${message.position ?? 0}, ${message.priority ?? 3})
    on conflict (workspace_id, topic, dedupe_key) do nothing`
}

/** What people said about a run has changed, so all its messages are shown anew: in the transaction that stores it. */
export async function showRunAnew(tx: Sql, run_id: string): Promise<void> {
  await tx.$executeRaw`
    update outbox set revision = revision + 1, priority = 1, next_attempt_at = now(),
           status = case when (payload->>'show') = 'run' then 'live' else 'due' end
     where run_id = ${run_id}::uuid and topic = ${TOPIC} and status in ('done', 'due', 'live')
       and payload->>'show' in ('run', 'thread')`
}

/** A run has another result than the one its thread was made of. */
export async function showThreadAnew(tx: Sql, run_id: string): Promise<void> {
  await tx.$executeRaw`
    update outbox set revision = revision + 1, status = 'due', next_attempt_at = now()
     where run_id = ${run_id}::uuid and topic = ${TOPIC} and payload->>'show' = 'thread' and status in ('done', 'due')`
}

/** A run has ended, paused or begun anew: what is told of it is due at once, before anybody's progress. */
export async function wakeMessages(tx: Sql, run_id: string): Promise<void> {
  await tx.$executeRaw`
    update outbox set status = 'live', priority = 1, next_attempt_at = now()
     where run_id = ${run_id}::uuid and topic = ${TOPIC} and payload->>'show' = 'run' and status in ('live', 'done')`
}
