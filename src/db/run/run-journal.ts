import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Surplus } from '../../domain/run/run.js'
import type { RunEventData, RunEventType } from '../../domain/run/run-events.js'
import { AppError } from '../../errors.js'
import type { Database } from '../connection/client.js'
import { asJson, type Tx } from '../connection/transaction.js'
import { admit, admittedBefore, type ClosedCall, type Intent, settle } from './ledger.js'
import type { RunLease } from './run-leases.js'
import { PROVIDER_DOWN } from './runs.js'

/** A stored outcome of a step: an answer, or the reason why there will be none. */
export type StepOutcome =
  | { ok: unknown; surplus?: Surplus }
  | { error: { code: string; message: string; facts?: unknown } }
export type StoredStep = { key: string; input_hash: string; outcome: StepOutcome }

/** The step of an intent already has an outcome: the caller reads it instead of paying for another call. */
export class AlreadyStored extends Error {
  /** `hash`: that of the facts it was stored with. */
  constructor(readonly hash: string) {
    super()
  }
}

type Entry =
  | { type: 'intent'; intent: Intent }
  | { type: 'close'; call: ClosedCall; step: StoredStep | null; silence: boolean }
  | { type: 'step'; step: StoredStep }
  | { type: 'event'; event: { type: string; data: object } }
type Waiting = { entry: Entry; resolve: () => void; reject: (error: unknown) => void }

/** Small enough that the first calls of a large panel are sent while later entries are written. */
const MAX_PER_COMMIT = 200
const RELEASED_AT_ONCE = 25
/** Progress events are committed with the next entry that a caller waits for, or after this many milliseconds. */
const EVENTS_WAIT_MS = 40
/** Under load (at least this many entries in the last commit) the next commit waits a little for more entries. */
const LOADED_COMMIT = 32
const LOADED_WAIT_MS = 10
/** Calls that fail sooner are tried again within seconds, and pause their run where that does not help. */
const LONG_CALL_MS = 10_000

/**
 * Everything a claimed run writes while it works: intents and outcomes of model calls, step results, progress. Entries
 * that arrive while a commit is under way are written together in the next one (group commit); each call returns when
 * its entry is durable. Intents and events are fenced by the claim's epoch. Answers and costs never are: money spent is
 * not forgotten because a lease was lost.
 */
export type RunJournal = ReturnType<typeof openRunJournal>

export function openRunJournal(db: Database, lease: RunLease) {
  let waiting: Waiting[] = []
  let flushing = Promise.resolve()
  let busy = false
  let underLoad = false
  let late: NodeJS.Timeout | undefined
  let steps = 0
  /** The number of steps added before each call that is under way. */
  const stepsBefore = new Map<string, number>()

  const add = (entry: Entry): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject })
      if (entry.type === 'event') late ??= setTimeout(flush, EVENTS_WAIT_MS)
      else flush()
    })

  const flush = (): void => {
    clearTimeout(late)
    late = undefined
    if (!busy) flushing = flushAll()
  }

  const flushAll = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      if (waiting.length < MAX_PER_COMMIT) await (underLoad ? sleep(LOADED_WAIT_MS) : new Promise(setImmediate))
      const batch = waiting.slice(0, MAX_PER_COMMIT)
      waiting = waiting.slice(MAX_PER_COMMIT)
      underLoad = batch.length >= LOADED_COMMIT
      await commit(batch)
    }
    busy = false // in the same tick as the last look at `waiting`, so that no entry is left behind
  }

  const commit = async (batch: Waiting[]): Promise<void> => {
    const batchId = randomUUID()
    try {
      const refusals = await db.inWorkspace(
        lease.run,
        (tx) =>
          writeBatch(
            tx,
            lease,
            batchId,
            batch.map(({ entry }) => entry),
          ),
        // Every run of a workspace updates the row of the month; a transaction that waits for that row holds its own
        // run's lock.
        { ...lease.times, yieldsLocks: true },
      )
      if (batch.some(({ entry }) => entry.type === 'event')) db.changes.announce(lease.run.run_id)
      void release(batch, refusals)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    /**
     * Writes the intent of a model call and reserves its highest price. Rejects: `AlreadyStored`, `lease_lost`,
     * `cancelled`, `budget_exceeded`.
     */
    async open(intent: Omit<Intent, 'call_id'>): Promise<string> {
      const withId = { ...intent, call_id: randomUUID() }
      await add({ type: 'intent', intent: withId })
      stepsBefore.set(withId.call_id, steps)
      return withId.call_id
    },
    /** Stores how a call ended, its cost and, with an answer, the step it answers, in one transaction. */
    close(call: ClosedCall, step: StoredStep | null): Promise<void> {
      const isLong = call.error_code === PROVIDER_DOWN && call.duration_ms >= LONG_CALL_MS
      const silence = isLong && stepsBefore.get(call.call_id) === steps
      stepsBefore.delete(call.call_id)
      if (step) steps += 1
      return add({ type: 'close', call, step, silence })
    },
    storeStep(step: StoredStep): Promise<void> {
      steps += 1
      return add({ type: 'step', step })
    },
    /** Appends a progress event. Rejects with `lease_lost` when another worker holds the run. */
    event: <T extends RunEventType>(type: T, data: RunEventData<T>) => add({ type: 'event', event: { type, data } }),
    /** Resolves when everything added so far is written or refused. */
    drained: async (): Promise<void> => {
      if (waiting.length > 0) flush()
      while (busy) await flushing
    },
  }
}

/**
 * Each resolved entry may send a request: a few are resolved at a time, so that the next commit proceeds in between.
 */
async function release(batch: readonly Waiting[], refusals: ReadonlyMap<Entry, Error>): Promise<void> {
  for (const [index, { entry, resolve, reject }] of batch.entries()) {
    if (index > 0 && index % RELEASED_AT_ONCE === 0) await new Promise(setImmediate)
    const refusal = refusals.get(entry)
    if (refusal) reject(refusal)
    else resolve()
  }
}

export const stepAddress = (key: string, inputHash: string): string => `${key}\n${inputHash}`

type Fence = {
  epoch: number
  status: string
  cancel_requested: boolean
  last_batch: string | null
  last_event_seq: number
}

async function writeBatch(tx: Tx, lease: RunLease, batchId: string, entries: Entry[]): Promise<Map<Entry, Error>> {
  const { run } = lease
  const rows = await tx.$queryRaw<Fence[]>`
    select epoch, status, cancel_requested, last_batch::text, last_event_seq from run where id = ${run.run_id}::uuid for update`
  const fence = rows[0]
  if (!fence) throw new AppError('lease_lost')
  const part = await partFence(tx, lease)
  const refusals = new Map<Entry, Error>()
  const holds = fence.epoch === run.epoch && fence.status === 'running' && part?.held !== false
  const of = <T extends Entry['type']>(type: T) =>
    entries.filter((e): e is Extract<Entry, { type: T }> => e.type === type)
  // An earlier attempt committed this batch and only its acknowledgement was lost. Each part has its own last batch.
  const repeated = (part ? part.last_batch : fence.last_batch) === batchId

  const steps = entries.flatMap((e) => ((e.type === 'step' || e.type === 'close') && e.step ? [e.step] : []))
  if (!repeated) {
    await settle(
      tx,
      run,
      of('close').map(({ call }) => call),
    )
    const stored = steps.length > 0 ? await insertSteps(tx, lease, steps) : 0
    const silence = stored === 0 && of('close').some((close) => close.silence)
    await noteCommit(tx, lease, stored, batchId)
    if (holds) await noteProvider(tx, lease, { silence, answers: stored > 0 })
  }

  const events = of('event')
  if (!holds) for (const event of events) refusals.set(event, new AppError('lease_lost'))
  else if (!repeated && events.length > 0)
    await insertEvents(
      tx,
      lease,
      fence.last_event_seq,
      events.map(({ event }) => event),
    )

  const allowed = holds && !fence.cancel_requested
  // Refused intents are judged again: the reasons were lost with the acknowledgement.
  const before =
    repeated && allowed
      ? await admittedBefore(
          tx,
          of('intent').map(({ intent }) => intent),
        )
      : null
  const asked = of('intent').filter(({ intent }) => !before?.has(intent.call_id))
  const stored = holds ? await storedMeanwhile(tx, lease, asked) : new Map<IntentEntry, string>()
  for (const [entry, hash] of stored) refusals.set(entry, new AlreadyStored(hash))
  const intents = asked.filter((entry) => !refusals.has(entry))
  if (intents.length > 0) {
    const refused = allowed
      ? await admit(
          tx,
          run,
          intents.map(({ intent }) => intent),
        )
      : null
    for (const entry of intents) {
      const error = refused ? refused.get(entry.intent) : new AppError(holds ? 'cancelled' : 'lease_lost')
      if (error) refusals.set(entry, error)
    }
  }
  return refusals
}

type IntentEntry = Extract<Entry, { type: 'intent' }>

/**
 * Finds intents whose step got an outcome after the run was claimed, stored late by an earlier worker or by a part of
 * the run, with the hash it is stored under: within a generation that of another version is the same question. In the
 * first attempt of a run without parts there can be none.
 */
async function storedMeanwhile(
  tx: Tx,
  { run, part }: RunLease,
  asked: IntentEntry[],
): Promise<ReadonlyMap<IntentEntry, string>> {
  if (asked.length === 0 || (run.epoch <= 1 && !part)) return new Map()
  const rows = await tx.$queryRaw<{ key: string; input_hash: string; generation: number }[]>`
    select key, input_hash, generation from run_step
     where run_id = ${run.run_id}::uuid and key = any(${asked.map(({ intent }) => intent.step_key)})
       and (not failed or generation = ${run.generation})`
  const stored = new Set(rows.map(({ key, input_hash }) => stepAddress(key, input_hash)))
  const ofGeneration = new Map(
    rows.filter(({ generation }) => generation === run.generation).map(({ key, input_hash }) => [key, input_hash]),
  )
  return new Map(
    asked.flatMap((entry): [IntentEntry, string][] => {
      const { step_key, input_hash } = entry.intent
      const hash = stored.has(stepAddress(step_key, input_hash)) ? input_hash : ofGeneration.get(step_key)
      return hash === undefined ? [] : [[entry, hash]]
    }),
  )
}

type PartFence = { readonly held: boolean; readonly last_batch: string | null }

async function partFence(tx: Tx, { run, part }: RunLease): Promise<PartFence | null> {
  if (!part) return null
  const rows = await tx.$queryRaw<PartFence[]>`
    select epoch = ${part.epoch} and status = 'running' as held, last_batch::text from run_part
     where run_id = ${run.run_id}::uuid and generation = ${run.generation} and part = ${part.number} for update`
  return rows[0] ?? { held: false, last_batch: null }
}

async function noteCommit(tx: Tx, { run, part }: RunLease, stored: number, batchId: string): Promise<void> {
  if (!part) {
    await tx.$executeRaw`update run set steps = steps + ${stored}, last_batch = ${batchId}::uuid where id = ${run.run_id}::uuid`
    return
  }
  await tx.$executeRaw`update run set steps = steps + ${stored} where id = ${run.run_id}::uuid`
  await tx.$executeRaw`
    update run_part set steps = steps + ${stored}, last_batch = ${batchId}::uuid
     where run_id = ${run.run_id}::uuid and generation = ${run.generation} and part = ${part.number}`
}

/** A running run has the reason `PROVIDER_DOWN` from a long call without an answer until it stores a step. */
async function noteProvider(
  tx: Tx,
  { run }: RunLease,
  { silence, answers }: { silence: boolean; answers: boolean },
): Promise<void> {
  if (silence)
    await tx.$executeRaw`update run set reason_code = ${PROVIDER_DOWN} where id = ${run.run_id}::uuid and reason_code is null`
  if (answers)
    await tx.$executeRaw`update run set reason_code = null where id = ${run.run_id}::uuid and reason_code = ${PROVIDER_DOWN}`
}

async function insertSteps(tx: Tx, lease: RunLease, steps: StoredStep[]): Promise<number> {
  const { run_id, workspace_id, generation } = lease.run
  const rows = steps.map(({ key, input_hash, outcome }) => ({ key, input_hash, outcome, failed: 'error' in outcome }))
  return tx.$executeRaw`
    insert into run_step (run_id, workspace_id, generation, key, input_hash, outcome, failed)
    select ${run_id}::uuid, ${workspace_id}::uuid, ${generation}, s.key, s.input_hash, s.outcome, s.failed
      from json_to_recordset(${asJson(rows)}::json) as s(key text, input_hash text, outcome json, failed boolean)
    on conflict do nothing`
}

async function insertEvents(
  tx: Tx,
  lease: RunLease,
  lastSeq: number,
  events: { type: string; data: object }[],
): Promise<void> {
  const { run_id, workspace_id } = lease.run
  await tx.$executeRaw`
    insert into run_event (run_id, workspace_id, seq, type, data)
    select ${run_id}::uuid, ${workspace_id}::uuid, ${lastSeq} + n, e->>'type', e->'data'
      from json_array_elements(${asJson(events)}::json) with ordinality as t(e, n)`
  await tx.$executeRaw`update run set last_event_seq = ${lastSeq + events.length} where id = ${run_id}::uuid`
}
