import { hash as digest } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { savePanel } from '../db/panel/respondents.js'
import { openStepReader } from '../db/run/read-steps.js'
import { AlreadyStored, openRunJournal, type RunJournal, type StepOutcome, stepAddress } from '../db/run/run-journal.js'
import type { RunLease } from '../db/run/run-leases.js'
import { NO_STEPS, storedSteps } from '../db/run/stored-steps.js'
import { deleteOtherJoiners, saveSessions } from '../db/simulation/simulations.js'
import type { Store } from '../db/store.js'
import type { Surplus } from '../domain/run/run.js'
import type { RunEventData, RunEventType } from '../domain/run/run-events.js'
import { type AnswerOf, type FactsOf, TASKS, type TaskName } from '../domain/run/tasks.js'
import type { EngineDeps } from '../engine/deps.js'
import { restoreError } from '../engine/replay.js'
import { laterVersionStep, laterVersionsIn } from '../engine/run-pipeline.js'
import { isFinalForStep } from '../engine/settle-all.js'
import { createSurplusTally } from '../engine/surplus-tally.js'
import { markOf, sealPrompt } from '../engine/untrusted-text.js'
import { isAppError } from '../errors.js'
import type { CallOutcome, Llm, Meter, Prompt } from '../llm/client.js'
import { boundHeap } from './bound-heap.js'
import { countSessions } from './count-simulation.js'
import { fanOut } from './fan-out.js'
import type { HeldLease } from './hold-lease.js'
import { COMPARED_TYPES, createToldEvents } from './told-events.js'
import { watchCalls, watchStep } from './watch-work.js'
import type { WorkerResources } from './worker-resources.js'

/** Saving a panel is delayed: nothing waits for it, and the next call of the run is sent first. */
const SAVE_PANEL_AFTER_MS = 250

export type RunDeps = EngineDeps & {
  /** Resolves when everything the pipeline has written is stored. */
  settled(): Promise<void>
}

/** A run the worker has claimed, or a part of one. */
export type ClaimedRun = {
  readonly lease: RunLease
  readonly held: HeldLease
  readonly llm: Llm
  /** Whether parts of this run have been done: their steps are in the journal, and their progress was reported. */
  readonly gathered?: boolean
}

/** The pipeline's dependencies, backed by the run's journal and the LLM client. */
export async function createRunDeps(
  { store, embedder, agentClient, version, log, telemetry, throttle }: WorkerResources,
  claimedRun: ClaimedRun,
): Promise<RunDeps> {
  const { lease, held, llm, gathered } = claimedRun
  const { database } = store
  const readStep = openStepReader(database, lease)
  const { run } = lease
  const mark = markOf(await store.installation.secret('prompt marks'), run.run_id)
  // On its first attempt a run has no stored steps; the query would be wasted.
  const fresh = run.epoch <= 1 && !lease.part && !gathered
  const stored = fresh ? NO_STEPS : await storedSteps(database, lease)
  const isTold = fresh || gathered || isFirstOfPart(lease) ? () => false : await toldBefore(store, lease)
  const opened = openRunJournal(database, lease)
  const journal = fresh ? opened : withVersion(opened, version)
  /** Steps whose stored outcome answers what another version asked. */
  const reworded = new Set<string>()
  const kept: (() => Promise<void>)[] = []
  let workspace: string | undefined
  const tally = createSurplusTally()

  const watched = <T>(step: string, reused: boolean, work: () => Promise<T>): Promise<T> =>
    watchStep(telemetry, { run_id: run.run_id, kind: run.kind, step, reused }, work)

  const recall = async (key: string, hash: string): Promise<unknown> => {
    const outcome = await readStep(key, hash)
    if ('ok' in outcome) {
      tally.note(stepAddress(key, hash), outcome.surplus)
      return outcome.ok
    }
    throw restoreError(outcome.error)
  }

  /** The outcome of a question that is never asked twice, also where another version worded its facts otherwise. */
  const recallAnswer = (key: string, asked: string, hash: string): Promise<unknown> => {
    if (hash !== asked) reworded.add(key)
    return recall(key, hash)
  }
  const answerOf = (key: string, hash: string): string | null => (stored.has(key, hash) ? hash : stored.otherHash(key))

  const tell = <T extends RunEventType>(type: T, data: RunEventData<T>): void => {
    journal
      .event(type, data)
      .catch((error) => log.debug({ run_id: run.run_id, error: String(error) }, 'progress event not stored'))
  }

  return {
    version,
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
      const known = answerOf(key, hash)
      return watched(task, known !== null, async () => {
        if (known !== null) return (await recallAnswer(key, hash, known)) as AnswerOf<T>
        const stores = meterFor(journal, held, { key, hash, task }, (surplus) =>
          tally.note(stepAddress(key, hash), surplus),
        )
        const meter = watchCalls(telemetry, run, task, stores)
        held.mayStart()
        let answer: AnswerOf<T>
        try {
          answer = await llm.answer(
            { task, facts, prompt: sealPrompt(prompt, mark), model, seed: run.seed ?? 0, lane: run.run_id },
            { meter, signal: held.signal },
          )
        } catch (error) {
          if (error instanceof AlreadyStored) return (await recallAnswer(key, hash, error.hash)) as AnswerOf<T>
          throw error
        }
        if (llm.mode === 'offline') await journal.storeStep({ key, input_hash: hash, outcome: { ok: answer } })
        return answer
      })
    },
    async step<T>(
      key: string,
      input: unknown,
      work: () => T | Promise<T>,
      { answered = false }: { readonly answered?: boolean } = {},
    ): Promise<T> {
      const hash = hashOf(input)
      const exact = stored.has(key, hash) ? hash : null
      const known = answered ? answerOf(key, hash) : exact
      return watched('computed', known !== null, async () => {
        held.signal.throwIfAborted()
        if (known !== null) return (await recallAnswer(key, hash, known)) as T
        held.mayStart()
        const outcome = await outcomeOf(work)
        await journal.storeStep({ key, input_hash: hash, outcome })
        if ('error' in outcome) throw restoreError(outcome.error)
        return outcome.ok as T
      })
    },
    fanOut,
    embedder: {
      model: embedder.model,
      embed: (texts) => embedder.embed(texts, { signal: held.signal, lane: run.run_id }),
    },
    liveAgent: {
      async say(endpoint, conversation, question) {
        workspace ??= await store.workspaces.slugOf(run.workspace_id)
        return agentClient.say(endpoint, conversation, question, {
          run_id: run.run_id,
          workspace,
          signal: held.signal,
        })
      },
    },
    storeRespondents(panel, responses) {
      let begun: Promise<void> | undefined
      const begin = () => {
        clearTimeout(timer)
        begun ??= savePanel(database, lease, panel, responses)
        return begun
      }
      // The failure is not lost: `settled` rejects with it.
      const timer = setTimeout(() => void begin().catch(() => {}), SAVE_PANEL_AFTER_MS)
      kept.push(begin)
    },
    async storeSessions(rows) {
      await saveSessions(database, lease, rows)
      countSessions(telemetry.metrics, run.model.mode, rows)
      boundHeap()
    },
    deleteOtherJoiners: (people) => deleteOtherJoiners(database, lease, people),
    async yieldToEventLoop() {
      boundHeap()
      await new Promise(setImmediate)
      // The last step of a simulation stores nothing on its way and would otherwise not notice a cancel.
      held.signal.throwIfAborted()
    },
    report(type, data) {
      if (type === 'people_lived') boundHeap()
      if (gathered || isTold(type, data)) return
      const due = throttle.take(run.run_id, type, data)
      if (due !== null) tell(type, due)
    },
    surplus: tally.total,
    reworded: () => reworded.size,
    laterVersions: () => laterVersionsIn(stored.keys()),
    settled: async () => {
      // The next attempt tells what is not stored, and these add up.
      const planned = throttle.release(run.run_id, 'sessions_planned')
      if (planned !== null) tell('sessions_planned', planned)
      await Promise.all([journal.drained(), ...kept.map((begin) => begin())])
    },
  }
}

/** Whether no earlier attempt can have told of a part of the run. */
const isFirstOfPart = ({ run, part }: RunLease): boolean => part !== undefined && run.epoch <= 1 && part.epoch <= 1

/** A journal that stores the version which makes its steps with the first of them. */
function withVersion(journal: RunJournal, version: string): RunJournal {
  let noted = false
  const noteVersion = (): void => {
    if (noted) return
    noted = true
    const step = { key: laterVersionStep(version), input_hash: hashOf(null), outcome: { ok: version } }
    journal.storeStep(step).catch(() => {
      noted = false
    })
  }
  return {
    ...journal,
    close(call, step) {
      if (step) noteVersion()
      return journal.close(call, step)
    },
    storeStep(step) {
      noteVersion()
      return journal.storeStep(step)
    },
  }
}

/**
 * Where earlier versions have stored planned sessions without their ids, readers tell those of a new attempt from those
 * before by its stage, so such a run tells everything again.
 */
async function toldBefore({ runQueries }: Store, { run }: RunLease) {
  const stored = await runQueries.eventsOf(run, COMPARED_TYPES)
  const isNameless = stored.some(
    ({ type, data }) => type === 'sessions_planned' && !Object.hasOwn(data as object, 'ids'),
  )
  return createToldEvents(isNameless ? [] : stored)
}

/**
 * Errors that are final for a step are stored like results: a resumed run does not try the step again, and a replay
 * finds it.
 */
async function outcomeOf(work: () => unknown): Promise<StepOutcome> {
  try {
    return { ok: await work() }
  } catch (error) {
    if (!isFinalForStep(error)) throw error
    const { code, message, facts } = error
    return { error: { code, message, facts } }
  }
}

/** Each kind of facts is built in one place, so the order of its keys is stable. Text is hashed as it is stored. */
export function hashOf(value: unknown): string {
  return digest('sha256', JSON.stringify(value ?? null)).slice(0, 40)
}

type StepAddress = { key: string; hash: string; task: TaskName }

/** How soon a call is tried again when reservations of other calls of its run exhaust the budget. */
const ROOM_MS = 200

/** Outcomes that are billed, even if the server reports no usage. */
const BILLED: readonly CallOutcome['status'][] = ['answered', 'unusable', 'final']

/**
 * The ledger of one step: an intent before each request, its outcome after it, and the answer stored with its price.
 */
function meterFor(
  journal: RunJournal,
  held: HeldLease,
  { key, hash, task }: StepAddress,
  onSurplus: (surplus: Surplus) => void,
): Meter {
  const reserved = new Map<string, number | null>()
  /** A billed call of unknown cost counts with its reservation, the most it can cost: a budget is never exceeded. */
  const costOf = (call_id: string, { status, usage }: CallOutcome): number | null => {
    if (usage) return usage.cost_usd
    return BILLED.includes(status) ? (reserved.get(call_id) ?? null) : 0
  }
  return {
    open: async ({ model, reserve_usd }) => {
      for (;;) {
        held.mayStart()
        try {
          const call_id = await journal.open({ step_key: key, input_hash: hash, task, model, reserve_usd })
          reserved.set(call_id, reserve_usd)
          return call_id
        } catch (error) {
          if (!isAppError(error, 'budget_exceeded') || error.facts.until !== 'own_calls') throw error
        }
        await sleep(ROOM_MS)
      }
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
          cost_usd: costOf(call_id, outcome),
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
  if (outcome.status === 'answered') {
    const { answer, surplus } = outcome
    return surplus ? { ok: answer, surplus } : { ok: answer }
  }
  if (outcome.status === 'final' && outcome.error) return { error: outcome.error }
  return null
}
