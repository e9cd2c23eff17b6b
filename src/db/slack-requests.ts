import { randomUUID } from 'node:crypto'
import type { Database } from './client.js'
import { asJson } from './transaction.js'

/** The signature of a request or another idempotency key, and the body to store until it is worked on. */
type Arrival = { readonly signature: string; readonly body: object | null }

/** A request that waits for its turn. */
export type WaitingRequest = { readonly signature: string; readonly body: Record<string, unknown> }

/** Slack refuses requests older than five minutes itself, and so do we: a replay can only come within that time. */
const KEEP_MINUTES = 15
const MAX_BATCH = 200

export type SlackRequestsTable = ReturnType<typeof createSlackRequests>

/** Requests of Slack that were received already, and those among them that wait to be worked on. */
export function createSlackRequests(db: Database) {
  const note = async (arrivals: readonly Arrival[]): Promise<boolean[]> => {
    // Of two that arrive in the same moment the earlier is the first.
    const bySignature = new Map(arrivals.toReversed().map((arrival) => [arrival.signature, arrival]))
    // Everybody writes them in one order, so that no two batches wait for each other.
    const firsts = [...bySignature.keys()].sort().flatMap((signature) => bySignature.get(signature) ?? [])
    const waiting = firsts.filter(({ body }) => body !== null)
    // Repeated because its answer was lost, the statement finds the rows that it wrote itself.
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
     * Notes a signed request. False: it was there already. A crash of the database may forget it; a replay is then still
     * told by what it asks for.
     */
    firstArrival: (signature: string): Promise<boolean> => arrive({ signature, body: null }),

    /** Keeps a request until somebody has time for it. False: it was there already. Once this resolves it is not lost. */
    keep: (signature: string, body: object): Promise<boolean> => arrive({ signature, body }),

    /**
     * Keeps a request that is worked on already, in case its process dies: it is taken by another after `lease_s`, unless
     * it is forgotten before. Once this resolves it is not lost.
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

    /** Forgets those that are done, and takes the oldest that wait: they are the caller's alone for `lease_s`. */
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

    /** Forgets requests that are too old to be replayed. */
    async forgetOld(): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          delete from slack_request where received_at < now() - make_interval(mins => ${KEEP_MINUTES})`,
      )
    },
  }
}

type Waiting<In, Out> = { readonly item: In; resolve(out: Out): void; reject(error: unknown): void }

/**
 * Joins what is asked for while `work` is busy into its next turn, so that many small writes cost one. `work` answers for
 * each in order; where it fails, all of that turn fail.
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
