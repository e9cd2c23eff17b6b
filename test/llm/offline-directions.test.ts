import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { TEXT_READERS } from '../../src/data/text-readers.js'
import type { Category, SkepticismLevel } from '../../src/domain/personas/persona.js'
import { gradedPmf } from '../../src/engine/panel/intent/rate-intent.js'
import { meanOf } from '../../src/engine/panel/intent/similarity-rating.js'
import { personScores } from '../../src/engine/panel/scores.js'
import { signFlipP } from '../../src/engine/statistics/sign-flip.js'
import { createBundledEmbedder } from '../../src/llm/embeddings/bundled.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'
import { around, claimsOf, LEVELS, mean, options, respondAll, seats } from './offline-panel.js'

type Variants = Record<'product' | 'base' | 'harm' | 'no_better' | 'price_8' | 'paraphrase' | 'paraphrase_2', string>

/** Ten offers and their variants by somebody who had not seen this model. */
const OFFERS: Variants[] = JSON.parse(
  readFileSync(new URL('../../bench/data/trust/offer-variants-dev.json', import.meta.url), 'utf8'),
)
const CATEGORIES: Readonly<Record<string, Category>> = {
  'Monday Roast coffee subscription': 'food_drink',
  'Billbird invoicing software': 'saas',
  'Glimmer bicycle light': 'tech',
  'Pawsafe pet insurance': 'finance',
  'Fulmar down jacket': 'fmcg',
  'Open String guitar lessons': 'fmcg',
  'Highline gutter cleaning': 'fmcg',
  'Dustin robot vacuum': 'tech',
  'Stillwater herbal tea': 'food_drink',
  'Slow Ghent city break': 'travel',
}

const llm = createOfflineLlm()
const embedder = createBundledEmbedder()
const PEOPLE = 12

type Outcome = { readonly scores: number[]; readonly intents: number[]; readonly rated: number[] }

/** What the same people make of a text. `meaning`: what a claims' reader says of the claims that the base does not have. */
async function asked(
  offer: Variants,
  text: string,
  { meaning = 1, skepticism = 'medium' as SkepticismLevel, count = PEOPLE } = {},
): Promise<Outcome> {
  const category = CATEGORIES[offer.product] ?? 'fmcg'
  const found = await claimsOf(llm, { text, category })
  const claims = found.map((claim) =>
    offer.base.includes(claim.text) ? claim : { ...claim, meaning: Math.min(meaning, claim.meaning) },
  )
  const people = seats({ text: offer.base, category, skepticism, count })
  const responses = await respondAll(llm, people, { text, category, skepticism }, claims)
  const statements = responses.map(({ purchase_statement }) => purchase_statement)
  const vectors = await embedder.embed(statements)
  const pmfs = statements.map((statement, i) => [...gradedPmf(TEXT_READERS.intent(), statement, vectors[i] ?? [])])
  const rated = responses.map((response, i) => ({ ...response, intent_pmf: pmfs[i] ?? null }))
  return {
    scores: rated.map((response) => personScores(response, claims, { low: 1, high: 5 }).pressure),
    intents: responses.map(({ purchase_intent }) => purchase_intent),
    rated: pmfs.map(meanOf),
  }
}

describe.each(OFFERS)('$product', (offer) => {
  let base: Outcome
  beforeAll(async () => {
    base = await asked(offer, offer.base)
  })
  const falls = (changed: Outcome) => {
    expect(mean(changed.scores)).toBeLessThan(mean(base.scores))
    expect(mean(changed.intents)).toBeLessThan(mean(base.intents))
    expect(mean(changed.rated)).toBeLessThan(mean(base.rated))
  }

  it('is bought less, never more, by every person the more skeptical it is made', async () => {
    const levels = await Promise.all(LEVELS.map((skepticism) => asked(offer, offer.base, { skepticism })))
    for (const [i, harder] of levels.entries()) {
      const softer = levels[i - 1]
      if (!softer) continue
      for (const [person, intent] of harder.intents.entries()) {
        expect(intent).toBeLessThanOrEqual(softer.intents[person] ?? 0)
        expect(harder.rated[person]).toBeLessThanOrEqual((softer.rated[person] ?? 0) + 1e-9)
      }
      expect(mean(harder.scores)).toBeLessThan(mean(softer.scores))
    }
    expect(mean(levels.at(-1)?.rated ?? [])).toBeLessThan(mean(levels[0]?.rated ?? []))
  })

  it('falls with a harm that the claims’ reader recognises, for everybody', async () => {
    const harmed = await asked(offer, offer.harm, { meaning: -1 })
    falls(harmed)
    for (const [person, score] of harmed.scores.entries()) expect(score).toBeLessThan(base.scores[person] ?? 0)
  })

  it('never rises with a harm that nothing recognises', async () => {
    const harmed = await asked(offer, offer.harm)
    expect(mean(harmed.scores)).toBeLessThanOrEqual(mean(base.scores))
  })

  it('falls where it is no better than its rival', async () => {
    falls(await asked(offer, offer.no_better, { meaning: -0.5 }))
  })

  it('falls at eight times the price', async () => {
    falls(await asked(offer, offer.price_8))
  })
})

it('a paraphrase is seen as different in at most one comparison of ten, at 6 and at 12 people', async () => {
  for (const count of [6, 12]) {
    const seen: string[] = []
    for (const offer of OFFERS) {
      const base = await asked(offer, offer.base, { count })
      for (const text of [offer.paraphrase, offer.paraphrase_2]) {
        const { scores } = await asked(offer, text, { count })
        const differences = scores.map((score, person) => score - (base.scores[person] ?? 0))
        if (signFlipP(differences, offer.product) < 0.05) seen.push(`${offer.product}: ${mean(differences).toFixed(1)}`)
      }
    }
    expect(seen.length, seen.join(', ')).toBeLessThanOrEqual(2)
  }
}, 120_000)

it.each([
  'No lead, no arsenic, no cadmium: a glaze for plates.',
  'The glaze contains no lead, arsenic or mercury.',
  'It never loses a file and never catches fire.',
  'A poison-free paint for cots.',
  'Protects you from burglars and deletes nothing.',
])('a harm that is denied is none: %s', async (text) => {
  const request = { task: 'claims' as const, facts: { stimulus: text, about: '', category: 'fmcg' as const } }
  const { claims } = await llm.answer({ ...request, seed: 1, ...around }, options())
  for (const { meaning } of claims) expect(meaning).toBeGreaterThanOrEqual(0)
})
