import type { Database } from '../connection/client.js'
import { type StepOutcome, stepAddress } from './run-journal.js'
import type { RunLease } from './run-leases.js'

/** Most step addresses of one query. */
const MAX_AT_ONCE = 500

type Address = { readonly key: string; readonly hash: string }
type Waiting = Address & { readonly resolve: (outcome: StepOutcome) => void; readonly reject: (error: unknown) => void }

/**
 * Reads stored steps in batches. Requests of one turn of the event loop, and those made while a query runs, share a
 * query: a resumed simulation continues many people side by side and would otherwise send a query for each session.
 */
export function openStepReader(db: Database, lease: RunLease): (key: string, hash: string) => Promise<StepOutcome> {
  let waiting: Waiting[] = []
  let busy = false

  const readAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_AT_ONCE)
      waiting = waiting.slice(MAX_AT_ONCE)
      await answer(batch)
    }
    busy = false
  }

  const answer = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const found = await readSteps(db, lease, batch)
      for (const { key, hash, resolve, reject } of batch) {
        const outcome = found.get(stepAddress(key, hash))
        if (outcome) resolve(outcome)
        else reject(new Error(`step ${key} was listed but is not stored`))
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (key, hash) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, hash, resolve, reject })
      if (busy) return
      busy = true
      setImmediate(() => void readAll())
    })
}

async function readSteps(
  db: Database,
  { run, times }: RunLease,
  addresses: readonly Address[],
): Promise<Map<string, StepOutcome>> {
  const keys = addresses.map(({ key }) => key)
  const hashes = addresses.map(({ hash }) => hash)
  const rows = await db.inWorkspace(
    { workspace_id: run.workspace_id },
    (tx) => tx.$queryRaw<{ key: string; input_hash: string; outcome: StepOutcome }[]>`
      select wanted.key, wanted.input_hash, stored.outcome
        from unnest(${keys}::text[], ${hashes}::text[]) as wanted(key, input_hash)
       cross join lateral (
         select outcome from run_step
          where run_id = ${run.run_id}::uuid and key = wanted.key and input_hash = wanted.input_hash
            and (not failed or generation = ${run.generation})
          order by failed limit 1
       ) stored`,
    times,
  )
  return new Map(rows.map(({ key, input_hash, outcome }) => [stepAddress(key, input_hash), outcome]))
}
