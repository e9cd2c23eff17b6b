import type { Database } from '../connection/client.js'
import type { RunLease } from './run-leases.js'

type Row = { readonly key: string; readonly input_hash: string } & Stored
type Stored = { readonly generation: number; readonly failed: boolean; readonly at: number }

/** Which outcomes of a run are stored. */
export type StoredSteps = {
  has(key: string, hash: string): boolean
  /**
   * The hash of the latest outcome of a step whatever its facts were, `null` where there is none. Within one attempt to
   * do a run a step asks one question, so other facts are those of another version. Left out are outcomes that may rest
   * on a failure which is tried again: after it the step may ask another question.
   */
  otherHash(key: string): string | null
  /** Of all steps that have an outcome. */
  keys(): Iterable<string>
}

export const NO_STEPS: StoredSteps = { has: () => false, otherHash: () => null, keys: () => [] }

/** Outcomes that this run can reuse; failures count only within its present generation. */
export async function storedSteps(db: Database, { run, times }: RunLease): Promise<StoredSteps> {
  const rows = await db.inWorkspace(
    { workspace_id: run.workspace_id },
    (tx) => tx.$queryRaw<Row[]>`
      select key, input_hash, generation, failed, extract(epoch from created_at)::float as at
        from run_step where run_id = ${run.run_id}::uuid order by generation, created_at`,
    times,
  )
  const hashes = new Map<string, string | string[]>()
  const uncertain = new Set<string>()
  const triedAgain = failuresTriedAgain(rows, run.generation)
  for (const row of rows) {
    const { key, input_hash, generation, failed } = row
    if (failed && generation !== run.generation) continue
    const others = hashes.get(key)
    hashes.set(key, others === undefined ? input_hash : [others].flat().concat(input_hash))
    if (triedAgain.some((failure) => failure.generation >= generation && failure.at <= row.at))
      uncertain.add(addressOf(key, input_hash))
    else uncertain.delete(addressOf(key, input_hash))
  }
  const hashesOf = (key: string): readonly string[] => [hashes.get(key) ?? []].flat()
  return {
    has: (key, hash) => hashesOf(key).includes(hash),
    otherHash: (key) => hashesOf(key).findLast((hash) => !uncertain.has(addressOf(key, hash))) ?? null,
    keys: () => hashes.keys(),
  }
}

const addressOf = (key: string, hash: string): string => `${key}\n${hash}`

/** Failures of earlier generations that do not stand in the present one. */
function failuresTriedAgain(rows: readonly Row[], present: number): Stored[] {
  const failures = rows.filter(({ failed }) => failed)
  const standing = new Set(
    failures.filter(({ generation }) => generation === present).map((row) => addressOf(row.key, row.input_hash)),
  )
  return failures.filter((row) => row.generation !== present && !standing.has(addressOf(row.key, row.input_hash)))
}
