import type { Actor } from '../../domain/run/run-state.js'
import type { Database, TxOptions } from '../connection/client.js'
import { asJson, type Tx } from '../connection/transaction.js'

/** Longer than a call to Slack may take: a lease renewed before the call outlives it. */
const LEASE_SECONDS = 10
/**
 * If a renewal took longer, as in a process that was frozen, the lease may have expired since, so it is renewed again.
 */
const MAX_RENEWAL_MS = 1_000

/** A message to deliver or update; this process alone holds it while its lease lasts. */
export type OutboxMessage = {
  readonly id: string
  readonly workspace_id: string
  readonly run_id: string | null
  readonly payload: unknown
  readonly status: 'due' | 'live'
  readonly priority: number
  readonly tenant: string
  readonly target: string
  readonly parent_id: string | null
  /** Time stamp of the parent message. */
  readonly parent_ts: string | null
  readonly external_id: string | null
  /** When a post began whose answer was never stored: the message may have been posted. */
  readonly posting_since: Date | null
  /** How long before this claim that post began, in milliseconds by the database's clock. */
  readonly posting_for_ms: number | null
  readonly attempts: number
  /** Number of this claim: a write about the message takes effect only while there is no later claim. */
  readonly claims: number
  /** The state to show now, as one word (SQL function `outbox_state`), and the state that was shown last. */
  readonly state: string
  readonly shown: string | null
  /** Hash of the content that readers see now. */
  readonly content_hash: string | null
  /** How often the message was reset and posted again. */
  readonly reposts: number
  /** What kept it from being delivered last. */
  readonly problem: string | null
  readonly created_at: Date
}

/**
 * The message that shows a run, and the thread it is in; `thread_ts` is `null` where the message starts a thread
 * itself.
 */
export type RunMessage = {
  readonly id: string
  readonly target: string
  readonly ts: string | null
  readonly thread_ts: string | null
  /** Link to the message in Slack, where Slack returned one. */
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
/** Prefix of the keys of `slack_pace` that say which tenants Slack keeps waiting; they limit nothing. */
const PAUSED = 'paused:'

/** Another process has claimed the message, so this process must do nothing more about it. */
export class ClaimLost extends Error {}

export type OutboxTable = ReturnType<typeof createOutbox>

/**
 * Messages to deliver. A `due` message is posted once, or updated where it was posted before. A `live` message is
 * updated whenever the shown state of its run changes. All times are the database's.
 */
export function createOutbox(db: Database) {
  /** Writes only where the message's claim is the latest. Errors: `ClaimLost`. */
  const writeClaimed = async ({ id }: OutboxMessage, write: (tx: Tx) => Promise<number>): Promise<void> => {
    if ((await db.acrossWorkspaces(write)) === 0) throw new ClaimLost(`message ${id} was claimed again`)
  }
  /** As `writeClaimed`, for writes that restart the lease. */
  const writeRenewed = async (message: OutboxMessage, write: (tx: Tx) => Promise<number>): Promise<void> => {
    const askedAt = performance.now()
    await writeClaimed(message, write)
    if (performance.now() - askedAt > MAX_RENEWAL_MS) await renew(message)
  }
  const renew = (message: OutboxMessage): Promise<void> =>
    writeRenewed(
      message,
      (tx) => tx.$executeRaw`
        update outbox set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
         where id = ${message.id}::uuid and claims = ${message.claims}`,
    )
  const holdBack = async (key: string, in_ms: number): Promise<void> => {
    await db.acrossWorkspaces(
      (tx) => tx.$executeRaw`
        insert into slack_pace (key, free) values (${key}, now() + make_interval(secs => ${in_ms}::float / 1000))
        on conflict (key) do update set free = greatest(slack_pace.free, excluded.free)`,
    )
  }

  return {
    /**
     * Claims messages whose time has come; ended runs come before progress. Messages of a thread are claimed in order.
     * Of unposted messages of a conversation only one is claimed at a time, and only while rate limits allow: a long
     * queue costs nothing while it waits.
     */
    claim: (limit: number, { posts_burst_ms = 0 } = {}): Promise<OutboxMessage[]> =>
      db.acrossWorkspaces((tx) => claimReady(tx, { limit, posts_burst_ms })),

    /**
     * Restarts the lease, before each call to Slack. Errors: `ClaimLost`, as for every function below that writes about
     * a claimed message.
     */
    renew,

    /** Records that the first post is being sent, and renews the lease. */
    markPosting: (message: OutboxMessage): Promise<void> =>
      writeRenewed(
        message,
        (tx) => tx.$executeRaw`
          update outbox set posting_since = now(), attempts = attempts + 1,
                 lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
           where id = ${message.id}::uuid and claims = ${message.claims} and external_id is null`,
      ),

    /**
     * Records that the message was posted as `external_id` and shows `message.state`. `ended`: no further change is
     * expected.
     */
    async markDelivered(
      message: OutboxMessage,
      posted: { external_id: string; target: string; ended: boolean; pause_ms: number; content_hash: string | null },
    ): Promise<void> {
      await writeClaimed(
        message,
        (tx) => tx.$executeRaw`
          update outbox o set external_id = ${posted.external_id}, target = ${posted.target}, shown = ${message.state},
                 content_hash = ${posted.content_hash},
                 posting_since = null, lease_until = null, problem = null, attempts = 0,
                 delivered_at = coalesce(o.delivered_at, now()),
                 next_attempt_at = now() + make_interval(secs => ${posted.pause_ms}::float / 1000),
                 status = case when not ${posted.ended} then 'live'
                               when outbox_state(o.revision, r) = ${message.state} then 'done'
                               when o.status = 'live' then 'live' else 'due' end
            from outbox own left join run r on r.id = own.run_id
           where own.id = ${message.id}::uuid and o.id = own.id and o.claims = ${message.claims}`,
      )
    },

    /**
     * Releases the message until `in_ms` from now. `sent`: whether it may have been posted all the same; `failed`:
     * whether this counts as an attempt.
     */
    async postpone(
      message: OutboxMessage,
      { in_ms, sent, problem, failed = false }: { in_ms: number; sent: boolean; problem?: string; failed?: boolean },
    ): Promise<void> {
      await writeClaimed(
        message,
        (tx) => tx.$executeRaw`
          update outbox set lease_until = null, next_attempt_at = now() + make_interval(secs => ${in_ms}::float / 1000),
                 posting_since = case when ${sent} then coalesce(posting_since, now()) end, problem = coalesce(${problem ?? null}, problem),
                 attempts = attempts + case when ${failed} then 1 else 0 end
           where id = ${message.id}::uuid and claims = ${message.claims}`,
      )
    },

    /**
     * Releases a message that cannot be posted to its conversation now. The pause doubles each time, up to a quarter of
     * an hour.
     */
    async hold(message: OutboxMessage, first_ms: number, problem: string): Promise<void> {
      await writeClaimed(
        message,
        (tx) => tx.$executeRaw`
          update outbox set lease_until = null, posting_since = null, problem = ${problem}, attempts = attempts + 1,
                 next_attempt_at = now() + make_interval(secs => least(900, ${first_ms}::float / 1000 * power(2, least(attempts, 20))))
           where id = ${message.id}::uuid and claims = ${message.claims}`,
      )
    },

    /** Records the problem of a message that was not posted while it is still being handled. */
    noteProblem: (message: OutboxMessage, problem: string): Promise<void> =>
      writeClaimed(
        message,
        (tx) => tx.$executeRaw`
          update outbox set posting_since = null, problem = ${problem} where id = ${message.id}::uuid and claims = ${message.claims}`,
      ),

    /**
     * Resets a message that can no longer be updated: it is posted again, to `target`, as are messages still due in its
     * thread. Takes effect once for each value of `reposts`; any claim on the message is lost.
     */
    async repost(
      { id, reposts }: Pick<OutboxMessage, 'id' | 'reposts'>,
      target: string,
      problem: string,
    ): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          update outbox set external_id = null, posting_since = null, lease_until = null, shown = null, content_hash = null,
                 reposts = reposts + 1, claims = claims + 1, status = 'live', target = ${target}, next_attempt_at = now(), problem = ${problem},
                 payload = case when target = ${target} then payload else (payload::jsonb || '{"thread_ts": null}')::json end
           where id = ${id}::uuid and reposts = ${reposts}`,
      )
    },

    /** Tenants whose messages are held for a reason that begins like this. */
    async heldFor(problem: string, limits?: TxOptions): Promise<string[]> {
      const rows = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ tenant: string }[]>`
          select distinct tenant from outbox
           where topic = ${TOPIC} and status in ('due', 'live') and starts_with(problem, ${problem}) order by tenant`,
        limits,
      )
      return rows.map(({ tenant }) => tenant)
    },

    /** Finds another message of the outbox; `null` where it is gone. */
    find: (id: string): Promise<Pick<OutboxMessage, 'id' | 'reposts'> | null> =>
      db.acrossWorkspaces((tx) => tx.outbox.findUnique({ where: { id }, select: { id: true, reposts: true } })),

    /** Ids of ended runs for which Slack refused a person's message, a part of its thread or a file; newest first. */
    async undelivered(actor: Actor, user_id: string, limit: number): Promise<string[]> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select r.id::text from run r join slack_origin w on w.run_id = r.id
           where r.status in ('completed', 'failed', 'cancelled')
             and exists (select from outbox o where o.run_id = r.id and o.topic = ${TOPIC} and o.external_id is null
                            and o.problem is not null
                            and ((w.user_id = ${user_id} and o.payload->>'show' in ('run', 'thread'))
                              or (o.target = ${user_id} and o.payload->>'show' = 'file')))
           order by r.created_at desc limit ${limit}`,
      )
      return rows.map(({ id }) => id)
    },

    /** Sends the message to another conversation, such as a direct message after a channel refused it. */
    async redirect(message: OutboxMessage, target: string, problem: string): Promise<void> {
      await writeClaimed(
        message,
        (tx) => tx.$executeRaw`
          update outbox set target = ${target}, payload = (payload::jsonb || '{"thread_ts": null}')::json, lease_until = null,
                 posting_since = null, next_attempt_at = now(), problem = ${problem}
           where id = ${message.id}::uuid and claims = ${message.claims}`,
      )
    },

    /** Replaces the payload, for instance with the id of an uploaded file, so that a retry does not upload it again. */
    savePayload: (message: OutboxMessage, payload: unknown): Promise<void> =>
      writeClaimed(
        message,
        (tx) => tx.$executeRaw`
          update outbox set payload = ${asJson(payload)}::json where id = ${message.id}::uuid and claims = ${message.claims}`,
      ),

    /** Stores the link to the message posted as `external_id`, whichever process holds its claim. */
    async savePermalink({ id }: OutboxMessage, external_id: string, permalink: string): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          update outbox set payload = (payload::jsonb || ${asJson({ permalink })}::jsonb)::json
           where id = ${id}::uuid and external_id = ${external_id}`,
      )
    },

    /** Gives up on a message and on those in its thread. */
    giveUp: (message: OutboxMessage, status: 'uncertain' | 'dead', problem: string): Promise<void> =>
      writeClaimed(message, async (tx) => {
        const { id, claims } = message
        const data = { status, problem, leaseUntil: null }
        const { count } = await tx.outbox.updateMany({ where: { id, claims }, data })
        if (count > 0) await tx.outbox.updateMany({ where: { parentId: id, status: { in: ['due', 'live'] } }, data })
        return count
      }),

    /** Adds messages, except those whose key exists. */
    async add(of: { readonly workspace_id: string }, messages: readonly NewMessage[]): Promise<void> {
      await db.writeInWorkspace(of, async (tx) => {
        for (const message of messages) await insertMessage(tx, of.workspace_id, message)
      })
    },

    /** The message that shows a run. */
    async ofRun(actor: Actor, run_id: string): Promise<RunMessage | null> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<RunMessage[]>`
          select id::text, target, external_id as ts, payload->>'thread_ts' as thread_ts, payload->>'permalink' as permalink, status from outbox
           where run_id = ${run_id}::uuid and topic = ${TOPIC} and payload->>'show' = 'run'`,
      )
      return rows[0] ?? null
    },

    /** The run that a message belongs to. */
    async runAt(actor: Actor, target: string, ts: string): Promise<string | null> {
      const message = await db.inWorkspace(actor, (tx) =>
        tx.outbox.findFirst({
          where: { target, externalId: ts, topic: TOPIC, runId: { not: null } },
          select: { runId: true },
        }),
      )
      return message?.runId ?? null
    },

    /**
     * Takes the next slot of a rate limit. Returns 0 if the call may be sent now, else the milliseconds to wait.
     * `burst_ms`: how far ahead of the limit calls may be.
     */
    async takeRateLimitSlot(key: string, every_ms: number, burst_ms: number): Promise<number> {
      const rows = await db.acrossWorkspaces(
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

    /** Blocks a rate limit for `in_ms`: Slack answered with `Retry-After`. */
    holdBack,

    /** Notes that Slack takes no messages of a tenant for `in_ms`, for `pausedTenants`. */
    notePause: (tenant: string, in_ms: number): Promise<void> => holdBack(`${PAUSED}${tenant}`, in_ms),

    /** Tenants of which Slack takes no messages now, and until when. */
    pausedTenants: (limits?: TxOptions): Promise<{ tenant: string; until: Date }[]> =>
      db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ tenant: string; until: Date }[]>`
          select substr(key, ${PAUSED.length + 1}::int) as tenant, free as until from slack_pace
           where starts_with(key, ${PAUSED}) and free > now() order by key`,
        limits,
      ),

    /** Deletes the rate limits of a team's conversations, or of all teams of an enterprise: their keys hold their ids. */
    async deleteRateLimitsOf(id: string): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          delete from slack_pace where starts_with(substr(key, strpos(key, ':') + 1) || ':', ${`${id}:`})`,
      )
    },

    /**
     * Deletes messages without a run that ended more than `days` ago, and expired rate limits. A `welcome` message
     * stays: there is one for each workspace.
     */
    async deleteOld(days: number): Promise<void> {
      await db.acrossWorkspaces(async (tx) => {
        await tx.$executeRaw`
          delete from outbox
           where topic = ${TOPIC} and run_id is null and status in ('done', 'dead', 'uncertain') and dedupe_key <> 'welcome'
             and coalesce(delivered_at, created_at) < now() - make_interval(days => ${days}::int)`
        await tx.$executeRaw`delete from slack_pace where free < now() - interval '1 day'`
      })
    },
  }
}

type Claiming = { readonly limit: number; readonly posts_burst_ms: number }

/**
 * `ready`: all messages whose time has come, numbered (`nth`) within their conversation; `due`: the first of each,
 * locked. The update then leases those.
 */
const claimReady = (tx: Tx, { limit, posts_burst_ms }: Claiming): Promise<OutboxMessage[]> =>
  tx.$queryRaw`
    with ready as (
      select o.id, o.priority, o.next_attempt_at, parent.external_id as parent_ts, parent.target as parent_target, outbox_state(o.revision, r) as state,
             row_number() over (
               partition by o.tenant, coalesce(parent.target, o.target), case when o.external_id is null then '' else o.id::text end
               order by o.priority, o.next_attempt_at, o.position) as nth
        from outbox o left join run r on r.id = o.run_id left join outbox parent on parent.id = o.parent_id
       where o.topic = ${TOPIC} and o.status in ('due', 'live') and o.next_attempt_at <= now()
         and (o.lease_until is null or o.lease_until < now())
         and (o.status = 'due' or o.shown is distinct from outbox_state(o.revision, r))
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
    update outbox o set lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), claims = o.claims + 1
      from due where o.id = due.id
    returning o.id::text, o.workspace_id::text, o.run_id::text, o.payload, o.status, o.priority, o.tenant,
              coalesce(due.parent_target, o.target) as target, o.parent_id::text, due.parent_ts, o.external_id,
              o.posting_since, extract(epoch from now() - o.posting_since)::float * 1000 as posting_for_ms, o.attempts, o.claims,
              due.state, o.shown, o.content_hash, o.reposts, o.problem, o.created_at`

/** Adds a message in a caller's transaction, unless its key exists. */
export async function insertMessage(tx: Tx, workspace_id: string, message: NewMessage): Promise<void> {
  await tx.$executeRaw`
    insert into outbox (workspace_id, run_id, topic, dedupe_key, payload, status, tenant, target, parent_id, position, priority)
    values (${workspace_id}::uuid, ${message.run_id ?? null}::uuid, ${TOPIC}, ${message.dedupe_key}, ${asJson(message.payload)}::json,
            ${message.status ?? 'due'}, ${message.tenant}, ${message.target}, ${message.parent_id ?? null}::uuid,
            ${message.position ?? 0}, ${message.priority ?? 3})
    on conflict (workspace_id, topic, dedupe_key) do nothing`
}

/** Schedules updates of all messages of a run after feedback on it, in the transaction that stores the feedback. */
export async function refreshRunMessages(tx: Tx, run_id: string, in_ms = 0): Promise<void> {
  await tx.$executeRaw`
    update outbox set revision = revision + 1, priority = 1,
           next_attempt_at = now() + make_interval(secs => ${in_ms}::float / 1000),
           status = case when (payload->>'show') = 'run' then 'live' else 'due' end
     where run_id = ${run_id}::uuid and topic = ${TOPIC} and status in ('done', 'due', 'live')
       and payload->>'show' in ('run', 'thread', 'assigned')`
}

/**
 * Schedules updates after an action on a view. Only the minority report and the messages to assignees show actions; the
 * run's card does not change, so an action costs one update.
 */
export async function refreshDissentMessages(tx: Tx, run_id: string, in_ms: number): Promise<void> {
  await tx.$executeRaw`
    update outbox set revision = revision + 1, priority = 1, status = 'due',
           next_attempt_at = now() + make_interval(secs => ${in_ms}::float / 1000)
     where run_id = ${run_id}::uuid and topic = ${TOPIC} and status in ('done', 'due')
       and (payload->>'show' = 'assigned' or (payload->>'show' = 'thread' and payload->>'key' = 'minority'))`
}

/** Schedules updates of a run's thread after the run got a newer result. */
export async function refreshThread(tx: Tx, run_id: string): Promise<void> {
  await tx.$executeRaw`
    update outbox set revision = revision + 1, status = 'due', next_attempt_at = now()
     where run_id = ${run_id}::uuid and topic = ${TOPIC} and payload->>'show' = 'thread' and status in ('done', 'due')`
}

/** Makes a run's message due at once, before any progress, after the run has ended, paused or been resumed. */
export async function makeRunMessageDue(tx: Tx, run_id: string): Promise<void> {
  await tx.$executeRaw`
    update outbox set status = 'live', priority = 1, next_attempt_at = now()
     where run_id = ${run_id}::uuid and topic = ${TOPIC} and payload->>'show' = 'run' and status in ('live', 'done')`
}
