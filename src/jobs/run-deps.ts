import { hash as digest } from 'node:crypto'
import { openRunJournal, type RunJournal, type StepOutcome, stepAddress } from '../db/run-journal.js'
import type { Claim } from '../db/run-leases.js'
import { keepPanel } from '../db/run-panel.js'
import type { Store } from '../db/store.js'
import type { Surplus } from '../domain/run.js'
import { type AnswerOf, type FactsOf, TASKS, type TaskName } from '../domain/tasks.js'
import type { EngineDeps, Settled } from '../engine/deps.js'
import { revive } from '../engine/replay.js'
import { isFinalForStep, settle } from '../engine/settled.js'
import { createSurplusTally } from '../engine/surplus-tally.js'
import type { AgentClient } from '../llm/agent-endpoint/agent-client.js'
import type { CallOutcome, Llm, Meter, Prompt } from '../llm/client.js'
import type { Embedder } from '../llm/embeddings/embedder.js'
import type { Log } from '../log.js'
import type { Lease, Times } from './lease.js'

/** Items a fan-out prepares before it lets the process do other things. */
const LAUNCH_AT_ONCE = 50
/** Nothing waits for a panel to be kept: the next call of the run goes out first. */
const KEEP_AFTER_MS = 250

export type RunDeps = EngineDeps & {
  /** Resolves when everything the pipeline caused is stored. */
  settled(): Promise<void>
}

/** What this process has open, for every run it works on. */
export type World = {
  readonly store: Store
  readonly embedder: Embedder
  readonly agentDoor: AgentClient
  readonly log: Log
  readonly times: Times
}
/** What it holds of the run it works on now. */
export type Holding = {
  readonly claim: Claim
  readonly lease: Lease
  readonly llm: Llm
  /** Whether parts of this run have been done: their steps are recalled, and their progress has been told. */
  readonly gathered?: boolean
}

/** What a pipeline may do, backed by the run's journal and the model door. */
export async function createRunDeps({ store, embedder, agentDoor, log }: World, holding: Holding): Promise<RunDeps> {
  const { claim, lease, llm, gathered } = holding
  const { database } = store
  const journal = openRunJournal(database, claim)
  const { run } = claim
  // A run's first attempt has nothing stored; asking would only cost a query.
  const fresh = run.epoch <= 1 && !claim.part && !gathered
  const stored = fresh ? new Set<string>() : await journal.storedKeys()
  const kept: (() => Promise<void>)[] = []
  const tally = createSurplusTally()

  const recall = async (key: string, hash: string): Promise<unknown> => {
    const outcome = await journal.readStep(key, hash)
    if ('ok' in outcome) {
      tally.note(stepAddress(key, hash), outcome.surplus)
      return outcome.ok
    }
    throw revive(outcome.error)
  }

  return {
    seed: run.seed ?? 0,
    model: run.model,
    async ask<T extends TaskName>(
      key: string,
      task: T,
      facts: FactsOf<T>,
      prompt: Prompt,
      { model = run.model[TASKS[task].role] }: { readonly model?: string | undefined } = {},
    ): Promise<AnswerOf<T>> {
      const hash = hashOf([task, model, facts])
      if (stored.has(stepAddress(key, hash))) return (await recall(key, hash)) as AnswerOf<T>
      const meter = meterFor(journal, lease, { key, hash, task }, (surplus) =>
        tally.note(stepAddress(key, hash), surplus),
      )
      lease.mayStart()
      const answer = await llm.answer(
        { task, facts, prompt, model, seed: run.seed ?? 0, lane: run.run_id },
        { meter, signal: lease.signal },
      )
      if (llm.mode === 'offline') await journal.storeStep({ key, input_hash: hash, outcome: { ok: answer } })
      return answer
    },
    async step<T>(key: string, input: unknown, work: () => T | Promise<T>): Promise<T> {
      const hash = hashOf(input)
      if (stored.has(stepAddress(key, hash))) return (await recall(key, hash)) as T
      lease.mayStart()
      const outcome = await outcomeOf(work)
      await journal.storeStep({ key, input_hash: hash, outcome })
      if ('error' in outcome) throw revive(outcome.error)
      return outcome.ok as T
    },
    fanOut: (items, work) => fanOut(items, work),
    embedder: { model: embedder.model, embed: (texts) => embedder.embed(texts, lease.signal) },
    liveAgent: {
      say: (endpoint, conversation, question) =>
        agentDoor.say(endpoint, conversation, question, { run_id: run.run_id, signal: lease.signal }),
    },
    keep(panel, responses) {
      let begun: Promise<void> | undefined
      const begin = () => {
        clearTimeout(timer)
        begun ??= keepPanel(database, run, panel, responses)
        return begun
      }
      // A failure is heard by `settled`.
      const timer = setTimeout(() => void begin().catch(() => {}), KEEP_AFTER_MS)
      kept.push(begin)
    },
    report(type, data) {
      if (gathered) return
      journal
        .event(type, data)
        .catch((error) => log.debug({ run_id: run.run_id, error: String(error) }, 'progress not written'))
    },
    surplus: tally.total,
    settled: async () => {
      await Promise.all([journal.drained(), ...kept.map((begin) => begin())])
    },
  }
}

/** What is final for a step is stored like its result: a run that goes on does not try it again, and a replay finds it. */
async function outcomeOf(work: () => unknown): Promise<StepOutcome> {
  try {
    return { ok: await work() }
  } catch (error) {
    if (!isFinalForStep(error)) throw error
    const { code, message, facts } = error
    return { error: { code, message, facts } }
  }
}

/** Facts are built in one place each, so their keys stand in one order; text hashes as it is stored. */
export function hashOf(value: unknown): string {
  return digest('sha256', JSON.stringify(value ?? null)).slice(0, 40)
}

async function fanOut<I, O>(
  items: readonly I[],
  work: (item: I, index: number) => Promise<O>,
): Promise<Settled<I, O>[]> {
  const started: Promise<O>[] = []
  for (let at = 0; at < items.length; at += LAUNCH_AT_ONCE) {
    // Between groups the first calls can leave while the next are being prepared.
    if (at > 0) await new Promise(setImmediate)
    for (let index = at; index < Math.min(at + LAUNCH_AT_ONCE, items.length); index++) {
      const one = work(items[index] as I, index)
      one.catch(() => {})
      started.push(one)
    }
  }
  return settle(items, started)
}

type StepAddress = { key: string; hash: string; task: TaskName }

/** The ledger for one step: an intent before each request, its outcome after it, the answer stored with its price. */
function meterFor(
  journal: RunJournal,
  lease: Lease,
  { key, hash, task }: StepAddress,
  onSurplus: (surplus: Surplus) => void,
): Meter {
  return {
    open: async ({ model, reserve_usd }) => {
      lease.mayStart()
      return journal.open({ step_key: key, input_hash: hash, task, model, reserve_usd })
    },
    close: (call_id, outcome) => {
      const step = stepOutcome(outcome)
      if (outcome.surplus) onSurplus(outcome.surplus)
      return journal.close(
        {
          call_id,
          status: outcome.status,
          input_tokens: outcome.usage?.input_tokens ?? 0,
          output_tokens: outcome.usage?.output_tokens ?? 0,
          cache_read_tokens: outcome.usage?.cache_read_tokens ?? 0,
          cache_write_tokens: outcome.usage?.cache_write_tokens ?? 0,
          cost_usd: outcome.usage ? outcome.usage.cost_usd : 0,
          stop_reason: outcome.stop_reason,
          request_id: outcome.request_id,
          error_code: outcome.error?.code ?? null,
          error_message: outcome.error?.message ?? null,
          duration_ms: Math.round(outcome.duration_ms),
        },
        step && { key, input_hash: hash, outcome: step },
      )
    },
  }
}

function stepOutcome(outcome: CallOutcome): StepOutcome | null {
  if (outcome.status === 'answered') return { ok: outcome.answer, ...(outcome.surplus && { surplus: outcome.surplus }) }
  if (outcome.status === 'final' && outcome.error) return { error: outcome.error }
  return null
}
