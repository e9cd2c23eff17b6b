// Is a text an offer that can be judged? 200 ordinary offers, 60 of them headlines, and 130 other texts, by a writer who saw
// neither the reader nor its training texts.
import { readFileSync } from 'node:fs'
import { createBundledEmbedder } from '../../build/llm/embeddings/bundled.js'
import { createOfferReader } from '../../build/llm/offline/reading/offer.js'

const MAX_REFUSED = 2

export async function offers() {
  const read = createOfferReader(createBundledEmbedder())
  const rows = readFileSync(new URL('../data/trust/offers-heldout.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const tally = new Map()
  for (const { offer, kind, text } of rows) {
    const key = `${offer ? 'offer' : 'no offer'}, ${kind}`
    const counts = tally.get(key) ?? { right: 0, all: 0 }
    counts.all++
    if (((await read(text)).kind === 'offer') === offer) counts.right++
    tally.set(key, counts)
  }
  for (const [key, { right, all }] of tally) console.log(`${key.padEnd(24)} ${right} of ${all} told`)
  const refused = [...tally].filter(([key]) => key.startsWith('offer')).reduce((sum, [, c]) => sum + c.all - c.right, 0)
  console.log(`offers refused: ${refused} of 200 (bar ${MAX_REFUSED}); a constant refuses none and tells no other text`)
  return refused > MAX_REFUSED ? [`offers: ${refused} of 200 refused`] : []
}
