import { randomUUID } from 'node:crypto'
import type { Database } from '../connection/client.js'
import { asJson } from '../connection/transaction.js'

/**
 * The signature of a request, or another idempotency key, and the body to store until it is processed (null: not
 * stored).
 */
type Arrival = { readonly signature: string; readonly body: object | null }

/** A stored request that waits to be processed. */
export type WaitingRequest = { readonly signature: string; readonly body: Record<string, unknown> }

/** Requests older than five minutes are refused by their time stamp, so a replay can only arrive within that time. */
const KEEP_MINUTES = 15
const MAX_BATCH = 200

/** Requests of Slack that were received before, and those that wait to be processed. */
export function createSlackRequests(db: Database) {
  const note = async (arrivals: readonly Arrival[]): Promise<boolean[]> => {
    // Of two equal signatures in a batch the earlier one counts as first.
    const bySignature = new Map(arrivals.toReversed().map((arrival) => [arrival.signature, arrival]))
    // All processes write signatures in the same order, so that two batches cannot deadlock.
    const firsts = [...bySignature.keys()].sort().flatMap((signature) => bySignature.get(signature) ?? [])
    const waiting = firsts.filter(({ body }) => body !== null)
    // The statement may be repeated after its acknowledgement was lost; the token marks the rows that this call wrote.
    const token = randomUUID()
    const fresh = await db.acrossWorkspaces(
      (tx) => tx.$queryRaw<{ signature: string }[]>`
        with durably as (select set_config('synchronous_commit', ${waiting.length > 0 ? 'on' : 'off'}, true)),
             noted as (insert into slack_request (signature, token)
                       select unnest(${firsts.map(({ signature }) => signature)}::text[]), ${token}::uuid from durably
                       on conflict (signature) do update set token = slack_request.token
                       returning signature, token, xmax = 0 as is_new),
             kept as (insert into slack_waiting (signature, body)
                      select signature, request.body::json
                        from unnest(${waiting.map(({ signature }) => signature)}::text[],
                                    ${waiting.map(({ body }) => asJson(body))}::text[]) as request (signature, body)
                        join noted using (signature) where is_new)
        select signature from noted where token = ${token}::uuid`,
      { patienceMs: 500 },
    )
    const isFresh = new Set(fresh.map(({ signature }) => signature))
    return arrivals.map((arrival) => isFresh.has(arrival.signature) && firsts.includes(arrival))
  }
  const arrive = inBatches(note, MAX_BATCH)

  return {
    /**
     * Records a signed request. Returns false where it was recorded before. A crash of the database may lose the
     * record; a replay is then still recognised by its content.
     */
    firstArrival: (signature: string): Promise<boolean> => arrive({ signature, body: null }),

    /**
     * Stores a request until it can be processed. Returns false where it was recorded before. Durable once this
     * resolves.
     */
    keep: (signature: string, body: object): Promise<boolean> => arrive({ signature, body }),

    /**
     * Stores a request that is being processed, in case its process dies: another process takes it after `lease_s`
     * seconds, unless it is deleted before. Durable once this resolves.
     */
    async hold(signature: string, body: object, lease_s: number): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          insert into slack_waiting (signature, body, due_at)
          values (${signature}, ${asJson(body)}::json, now() + make_interval(secs => ${lease_s}::float8))
          on conflict do nothing`,
        { patienceMs: 500 },
      )
    },

    /**
     * Deletes the requests in `done` and claims the oldest that wait, at most `most`; the caller holds them for
     * `lease_s` seconds.
     */
    async takeWaiting(lease_s: number, most: number, done: readonly string[] = []): Promise<WaitingRequest[]> {
      return db.acrossWorkspaces(async (tx) => {
        if (done.length > 0) await tx.$executeRaw`delete from slack_waiting where signature = any(${done}::text[])`
        return tx.$queryRaw<WaitingRequest[]>`
          update slack_waiting set due_at = now() + make_interval(secs => ${lease_s}::float8)
           where signature in (select signature from slack_waiting where due_at <= now()
                                order by received_at limit ${most} for update skip locked)
          returning signature, body`
      })
    },

    /** Deletes the requests that wait of a team, or of all teams of an enterprise. */
    async deleteOfTeam(id: string): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          delete from slack_waiting
           where ${id} in (body->>'team_id', body->>'enterprise_id', body->'team'->>'id',
                           body->'team'->>'enterprise_id', body->'enterprise'->>'id')`,
      )
    },

    /** Deletes records of requests that are too old to be replayed. */
    async deleteOld(): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          delete from slack_request where received_at < now() - make_interval(mins => ${KEEP_MINUTES})`,
      )
    },
  }
}

type Waiting<In, Out> = { readonly item: In; resolve(out: Out): void; reject(error: unknown): void }

/**
 * Collects calls made while `work` is busy into its next batch, so that many small writes cost one. `work` returns one
 * result per item, in order; where it fails, all calls of that batch reject.
 */
function inBatches<In, Out>(
  work: (all: readonly In[]) => Promise<readonly Out[]>,
  max: number,
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let busy = false
  const turns = async (): Promise<void> => {
    while (waiting.length > 0) {
      const turn = waiting.slice(0, max)
      waiting = waiting.slice(max)
      try {
        const answers = await work(turn.map(({ item }) => item))
        for (const [index, { resolve }] of turn.entries()) resolve(answers[index] as Out)
      } catch (error) {
        for (const { reject } of turn) reject(error)
      }
    }
    busy = false
  }
  return (item) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy) return
      busy = true
      void turns()
    })
}
