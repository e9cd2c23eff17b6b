import type { RunKind } from '../../src/domain/run/kinds.js'
import type { RunOutcome } from '../../src/domain/run/run-end.js'
import { type AnswerOf, type FactsOf, TASKS, type TaskName } from '../../src/domain/run/tasks.js'
import type { EngineDeps } from '../../src/engine/deps.js'
import { type RecordedStep, restoreError } from '../../src/engine/replay.js'
import { runPipeline } from '../../src/engine/run-pipeline.js'
import { isFinalForStep, settleAll } from '../../src/engine/settle-all.js'
import type { Prompt } from '../../src/llm/client.js'
import { createBundledEmbedder } from '../../src/llm/embeddings/bundled.js'
import type { Embedder } from '../../src/llm/embeddings/embedder.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'

export type AskedInMemory = { key: string; task: TaskName; facts: FactsOf<TaskName>; prompt: Prompt; answer: unknown }

const llm = createOfflineLlm()
const bundled = createBundledEmbedder()
const vectors = new Map<string, readonly number[]>()

/** The encoder, which reads each sentence once however many runs contain it. */
const encoder: Embedder = {
  model: bundled.model,
  async embed(texts) {
    const fresh = [...new Set(texts)].filter((text) => !vectors.has(text))
    const found = await bundled.embed(fresh)
    fresh.forEach((text, i) => {
      vectors.set(text, found[i] ?? [])
    })
    return texts.map((text) => vectors.get(text) ?? [])
  },
  close: () => bundled.close(),
}

type Options = {
  readonly seed?: number
  readonly answer?: (asked: Omit<AskedInMemory, 'answer'>, made: unknown) => unknown
  readonly liveAgent?: EngineDeps['liveAgent']
  /** The models that the answers are taken for; by default the offline one, which makes them. */
  readonly model?: EngineDeps['model']
  /** By default the encoder, which takes most of the time of a set of people. */
  readonly embedder?: Embedder
  /** Steps and answers of an earlier attempt, which are not asked for again; new ones are added. */
  readonly stored?: RecordedStep[]
}

/** What `stored` steps are found by; a replay of them takes the same function. */
export const hashInMemory = (value: unknown): string => JSON.stringify(value ?? null)

const NO_LIVE_AGENT: EngineDeps['liveAgent'] = { say: () => Promise.reject(new Error('there is no live agent')) }

/** A pipeline run in memory with the offline model. Everything asked is handed back; what is stored is `stored`. */
export async function runInMemory<K extends RunKind>(
  kind: K,
  input: unknown,
  {
    seed = 1,
    answer,
    liveAgent = NO_LIVE_AGENT,
    model = { mode: 'offline', ...llm.models },
    embedder = encoder,
    stored,
  }: Options = {},
): Promise<RunOutcome<K> & { asked: AskedInMemory[] }> {
  const asked: AskedInMemory[] = []
  const meter = {
    open: () => Promise.reject(new Error('the offline model sends nothing')),
    close: () => Promise.reject(new Error('the offline model sends nothing')),
  }
  const once = async <T>(key: string, input: unknown, work: () => T | Promise<T>): Promise<T> => {
    if (!stored) return work()
    const input_hash = hashInMemory(input)
    const known = stored.find((one) => one.key === key && one.input_hash === input_hash)?.outcome
    if (known && 'error' in known) throw restoreError(known.error)
    if (known) return known.ok as T
    try {
      const ok = await work()
      stored.push({ key, input_hash, outcome: { ok } })
      return ok
    } catch (error) {
      if (isFinalForStep(error)) stored.push({ key, input_hash, outcome: { error } })
      throw error
    }
  }
  const deps: EngineDeps = {
    seed,
    model,
    embedder,
    async ask<T extends TaskName>(key: string, task: T, facts: FactsOf<T>, prompt: Prompt): Promise<AnswerOf<T>> {
      return once(key, [task, llm.models[TASKS[task].role], facts], async () => {
        const options = { meter, signal: new AbortController().signal }
        const made = await llm.answer({ task, facts, prompt, seed, lane: 'test' }, options)
        const given = (answer?.({ key, task, facts, prompt }, made) ?? made) as AnswerOf<T>
        asked.push({ key, task, facts, prompt, answer: given })
        return given
      })
    },
    step: once,
    liveAgent,
    fanOut: (items, work) => settleAll(items, items.map(work)),
    storeRespondents() {},
    async storeSessions() {},
    async deleteOtherJoiners() {},
    surplus: () => ({ cut: 0, clipped: 0 }),
    reworded: () => 0,
    laterVersions: () => [],
    version: '0',
    report() {},
  }
  return { ...(await runPipeline(deps, kind, input)), asked }
}
