// Constructed rooms: private reasons and stances, what was said, and what became of each reason, as their author saw it.
// The authors had not seen the program. A reason's turns are counted from 0 in the files and from 1 here.
import { readFileSync } from 'node:fs'
import { createBundledEmbedder } from '../../build/llm/embeddings/bundled.js'

const readData = (name) => readFileSync(new URL(`../data/trust/${name}`, import.meta.url), 'utf8')
export const readRooms = (set) => JSON.parse(readData(`rooms-${set}.json`))
export const readPairs = (set) =>
  readData(`view-turn-${set}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** What the engine would have after such a discussion. */
export function roomAsDiscussed(room) {
  return {
    stimulus: room.offer,
    participants: room.people.map(({ name, before }) => ({
      persona: { persona_id: name, name },
      response: { purchase_statement: '' },
      reasons: before.reasons.map(({ id, side, text }) => asReason(id, side, text)),
      leaning: before.intent,
    })),
    after: room.people.map(({ after }) => ({
      statement: '',
      moved_by: null,
      reasons: after.reasons.map(({ id, side, text, same_as }) => asReason(same_as ?? id, side, text)),
    })),
    record: room.turns.map(({ speaker, text }, index) => ({
      turn: index + 1,
      speaker,
      text,
      moderator: false,
      persona_id: speaker,
      spoken: null,
      closing: false,
    })),
  }
}
const asReason = (reason_id, side, text) => ({ reason_id, side, reason: text, quote: text, strength: 3 })

const embedder = createBundledEmbedder()
const vectors = new Map()
/** The encoder, which reads each sentence once. */
async function embed(texts) {
  const fresh = [...new Set(texts)].filter((text) => !vectors.has(text))
  const found = await embedder.embed(fresh)
  fresh.forEach((text, index) => {
    vectors.set(text, found[index])
  })
  return texts.map((text) => vectors.get(text))
}

/** As much of the engine's dependencies as these parts need; `answer` plays the model. */
export const benchDeps = (answer = null, seed = 1) => ({
  seed,
  model: { mode: answer === null ? 'offline' : 'anthropic' },
  embedder: { model: embedder.model, embed },
  step: async (_key, _input, work) => work(),
  ask: async (_key, task, facts) => answer(task, facts),
  fanOut: (items, work) => Promise.all(items.map(async (item, index) => ({ item, value: await work(item, index) }))),
})

export function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
export const share = (part, whole) => (whole === 0 ? '  –' : (part / whole).toFixed(2))
