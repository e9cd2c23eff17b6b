import type { RunKind } from '../domain/run/kinds.js'
import type { Surplus } from '../domain/run/run.js'
import type { RunOutcome } from '../domain/run/run-end.js'
import { TASKS, type TaskName } from '../domain/run/tasks.js'
import { AppError } from '../errors.js'
import type { Prompt } from '../llm/client.js'
import type { EngineDeps } from './deps.js'
import { FIRST_VERSION_STEP, LAST_VERSION_STEP, laterVersionsIn, runPipeline } from './run-pipeline.js'
import { settleAll } from './settle-all.js'
import { createSurplusTally } from './surplus-tally.js'
import { sealPrompt } from './untrusted-text.js'

/** A stored step: its outcome under its key and the hash of its input. */
export type RecordedStep = { readonly key: string; readonly input_hash: string; readonly outcome: RecordedOutcome }
type RecordedOutcome =
  | { readonly ok?: unknown; readonly surplus?: Surplus | undefined }
  | { readonly error: { readonly code: string; readonly message: string; readonly facts?: unknown } }

export type RecordedRun = {
  readonly kind: RunKind
  readonly input: unknown
  readonly seed: number
  readonly model: EngineDeps['model']
  readonly steps: readonly RecordedStep[]
}

type ReplayedCall = {
  readonly key: string
  readonly input_hash: string
  readonly task: TaskName
  readonly model: string
  readonly prompt: Prompt
}
type Replayed = { readonly outcome: RunOutcome; readonly calls: readonly ReplayedCall[] }

/**
 * Computes a run again from its stored steps: no model, no network, no clock. `hash` is the function its steps were
 * stored with. Rejects with `conflict` where a step is missing, which means that this version asks something else.
 */
export async function replay(run: RecordedRun, hash: (value: unknown) => string): Promise<Replayed> {
  const { deps, calls } = replayDeps(run, hash)
  return { outcome: await runPipeline(deps, run.kind, run.input), calls }
}

/** Dependencies that answer everything from stored steps. `calls`: the recalled model calls, in order. */
export function replayDeps(
  run: Omit<RecordedRun, 'kind' | 'input'>,
  hash: (value: unknown) => string,
): { readonly deps: EngineDeps; readonly calls: readonly ReplayedCall[] } {
  const stored = new Map(run.steps.map((step) => [`${step.key}\n${step.input_hash}`, step.outcome]))
  const calls: ReplayedCall[] = []
  const tally = createSurplusTally()
  const latest = new Map(run.steps.map(({ key, input_hash }) => [key, input_hash]))
  const reworded = new Set<string>()
  /** The hash under which a question is answered: that of its facts, or of those another version worded otherwise. */
  const answerOf = (key: string, input_hash: string): string => {
    if (stored.has(`${key}\n${input_hash}`)) return input_hash
    const known = latest.get(key)
    if (known !== undefined) reworded.add(key)
    return known ?? input_hash
  }
  const recall = (key: string, input_hash: string): unknown => {
    const address = `${key}\n${input_hash}`
    const outcome = stored.get(address)
    if (!outcome) throw missingStep(key)
    if ('error' in outcome) throw restoreError(outcome.error)
    tally.note(address, outcome.surplus)
    return outcome.ok
  }
  const deps: EngineDeps = {
    version: lastVersionOf(run.steps),
    seed: run.seed,
    model: run.model,
    async ask(key, task, facts, prompt, { model = run.model[TASKS[task].role] } = {}) {
      const input_hash = answerOf(key, hash([task, model, facts]))
      // Pictures are part of the run's input.
      const { rules, shared, own } = sealPrompt(prompt, EXPORTED_MARK)
      calls.push({ key, input_hash, task, model, prompt: { rules, shared, own } })
      return recall(key, input_hash) as never
    },
    async step(key, input, work, options) {
      // Without an input it is what the run began with; what an older version did not store is this version's.
      if (input === null && !stored.has(`${key}\n${hash(null)}`)) return work()
      return recall(key, options?.answered ? answerOf(key, hash(input)) : hash(input)) as never
    },
    fanOut: (items, work) => settleAll(items, items.map(work)),
    storeRespondents() {},
    async storeSessions() {},
    async deleteOtherJoiners() {},
    report() {},
    surplus: tally.total,
    reworded: () => reworded.size,
    laterVersions: () => laterVersionsIn(latest.keys()),
    embedder: {
      model: embedderOf(run.steps),
      embed: () => Promise.reject(missingStep('a sentence that was not embedded')),
    },
    liveAgent: { say: () => Promise.reject(missingStep('an answer of the live agent')) },
  }
  return { deps, calls }
}

/** The version that ended the run; '' where older versions stored none. */
const lastVersionOf = (steps: readonly RecordedStep[]): string => {
  const last =
    steps.findLast(({ key }) => key === LAST_VERSION_STEP) ?? steps.find(({ key }) => key === FIRST_VERSION_STEP)
  return last && 'ok' in last.outcome ? String(last.outcome.ok) : ''
}

/** The name of the run's encoder, stored with its first rating; '' where nothing was embedded. */
const embedderOf = (steps: readonly RecordedStep[]): string => {
  const stored = steps.find(({ key }) => key === 'embedder')?.outcome
  if (stored && 'ok' in stored) return String(stored.ok)
  return ''
}

/** Replaces the run's mark, which only this installation can compute. */
const EXPORTED_MARK = 'mark-of-the-run'

const missingStep = (what: string): AppError =>
  new AppError('conflict', {
    problem: `The result cannot be computed again by this version: “${what}” is not among what was stored.`,
  })

/** A stored failure as the original error. */
export function restoreError(error: { code: string; message: string; facts?: unknown }): AppError {
  const revived = new AppError(error.code as 'model_refused', (error.facts ?? { task: '' }) as { task: string })
  return Object.assign(revived, { message: error.message })
}
