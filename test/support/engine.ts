import type { ExistingKind } from '../../src/domain/kinds.js'
import type { AnswerOf, FactsOf, TaskName } from '../../src/domain/tasks.js'
import type { EngineDeps } from '../../src/engine/deps.js'
import type { PipelineOutcome } from '../../src/engine/pipeline.js'
import { runPipeline } from '../../src/engine/run-pipeline.js'
import { settle } from '../../src/engine/settled.js'
import type { Prompt } from '../../src/llm/client.js'
import { createBundledEmbedder } from '../../src/llm/embeddings/bundled.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'

export type AskedInMemory = { key: string; task: TaskName; facts: FactsOf<TaskName>; prompt: Prompt; answer: unknown }

const llm = createOfflineLlm()
const embedder = createBundledEmbedder()
const vectors = new Map<string, readonly number[]>()

/** The encoder, which reads each sentence once however many runs contain it. */
async function embed(texts: readonly string[]) {
  const fresh = [...new Set(texts)].filter((text) => !vectors.has(text))
  const found = await embedder.embed(fresh)
  fresh.forEach((text, i) => {
    vectors.set(text, found[i] ?? [])
  })
  return texts.map((text) => vectors.get(text) ?? [])
}

/** A pipeline run in memory with the offline model: nothing is stored, everything asked is handed back. */
export async function runInMemory(
  kind: ExistingKind,
  input: unknown,
  {
    seed = 1,
    answer,
  }: { seed?: number; answer?: (asked: Omit<AskedInMemory, 'answer'>, made: unknown) => unknown } = {},
): Promise<PipelineOutcome & { asked: AskedInMemory[] }> {
  const asked: AskedInMemory[] = []
  const meter = {
    open: () => Promise.reject(new Error('the offline model sends nothing')),
    close: () => Promise.reject(new Error('the offline model sends nothing')),
  }
  const deps: EngineDeps = {
    seed,
    model: { mode: 'offline', ...llm.models },
    embedder: { model: embedder.model, embed },
    async ask<T extends TaskName>(key: string, task: T, facts: FactsOf<T>, prompt: Prompt): Promise<AnswerOf<T>> {
      const options = { meter, signal: new AbortController().signal }
      const made = await llm.answer({ task, facts, prompt, seed, lane: 'test' }, options)
      const given = (answer?.({ key, task, facts, prompt }, made) ?? made) as AnswerOf<T>
      asked.push({ key, task, facts, prompt, answer: given })
      return given
    },
    step: async (_key, _input, work) => work(),
    fanOut: (items, work) => settle(items, items.map(work)),
    keep() {},
    report() {},
  }
  return { ...(await runPipeline(deps, kind, input)), asked }
}
