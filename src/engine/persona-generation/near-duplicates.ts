import type { PersonaProse } from '../../domain/personas/persona-profile.js'
import type { EngineDeps } from '../deps.js'
import { mean } from '../statistics/descriptive.js'
import { dot, pack, unitVector, unpack } from '../statistics/packed-vectors.js'

/**
 * Minimum cosine of two descriptions that count as near-duplicates. Measured with the bundled encoder on the 24
 * built-in archetypes: different ones reach at most 0.77; a person with a third of the statements left out and the rest
 * reordered lies at 0.88 to 0.98 of the original, half of them at 0.94 or more (docs/personas.md).
 */
export const NEAR_DUPLICATE_THRESHOLD = 0.94
/** Rows compared before the function yields to the event loop. */
const ROWS_PER_TURN = 50
const DIGITS = 4

export type Written = { readonly id: string; readonly prose: PersonaProse; readonly own_words: readonly string[] }
type NearDuplicate = { readonly id: string; readonly like: string; readonly similarity: number }
export type SimilarityReport = { readonly twins: NearDuplicate[]; readonly mean_nearest: number }

/** Fields that distinguish people best. Encoding time grows with the text, and a set may have a thousand people. */
const COMPARED = ['pain_points', 'goals', 'fears', 'deal_breakers', 'delight_triggers'] as const
const MAX_STATEMENT_LENGTH = 60

/** The text to compare: short forms of a person's prose and own words; '' for a person with drawn traits only. */
function descriptionOf({ prose, own_words }: Written): string {
  const said = [...COMPARED.flatMap((field) => prose[field]).map(({ text }) => text), ...own_words]
  if (said.length === 0) return ''
  return [prose.role.text, ...said].map((text) => text.trim().slice(0, MAX_STATEMENT_LENGTH)).join('. ')
}

/** Descriptions embedded per stored step, so that an interrupted run loses little. */
const TEXTS_PER_STEP = 40

/**
 * People whose description nearly repeats an earlier person's. `known` caches vectors, so that a later round embeds
 * only new prose.
 */
export async function findNearDuplicates(
  deps: EngineDeps,
  key: string,
  people: readonly Written[],
  known: Map<string, Float32Array>,
): Promise<SimilarityReport> {
  const texts = people.map(descriptionOf)
  const embedder = deps.embedder.model
  const unseen = [...new Set(texts)].filter((text) => text !== '' && !known.has(text))
  for (let at = 0; at < unseen.length; at += TEXTS_PER_STEP) {
    const batch = unseen.slice(at, at + TEXTS_PER_STEP)
    const packed = await deps.step(`${key}:embed:${at}`, { texts: batch, embedder }, async () =>
      (await deps.embedder.embed(batch)).map((vector) => pack(unitVector(vector))),
    )
    for (const [index, text] of batch.entries()) known.set(text, unpack(packed[index] ?? ''))
  }
  const ids = people.map(({ id }) => id)
  return deps.step(key, { ids, texts, embedder, threshold: NEAR_DUPLICATE_THRESHOLD }, () =>
    compareAll(
      ids,
      texts.map((text) => known.get(text) ?? new Float32Array()),
    ),
  )
}

/** Compares every pair. The later person of a pair is the near-duplicate, reported with the most similar earlier person. */
async function compareAll(ids: readonly string[], vectors: readonly Float32Array[]): Promise<SimilarityReport> {
  const nearest = new Array<number>(ids.length).fill(-1)
  const nearDuplicates: NearDuplicate[] = []
  for (const [later, vector] of vectors.entries()) {
    if (later % ROWS_PER_TURN === ROWS_PER_TURN - 1) await new Promise(setImmediate)
    let best = -1
    let like = -1
    for (let earlier = 0; earlier < later; earlier++) {
      const similarity = dot(vector, vectors[earlier] as Float32Array)
      if (similarity > (nearest[earlier] ?? -1)) nearest[earlier] = similarity
      if (similarity > best) [best, like] = [similarity, earlier]
    }
    nearest[later] = Math.max(nearest[later] ?? -1, best)
    if (best >= NEAR_DUPLICATE_THRESHOLD)
      nearDuplicates.push({ id: ids[later] as string, like: ids[like] as string, similarity: rounded(best) })
  }
  return { twins: nearDuplicates, mean_nearest: rounded(mean(nearest)) }
}

const rounded = (value: number): number => Number(value.toFixed(DIGITS))
