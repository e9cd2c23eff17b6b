import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RefinementResult } from '../../src/domain/panel/refinement.js'
import { createReader } from '../../src/llm/offline/reading/reading.js'
import { analysed } from '../support/analysed.js'
import { runInMemory } from '../support/engine.js'

type Boastful = { id: string; language: string; text: string; facts: string[] }
const SET = new URL('../../bench/data/refinement/boasts.json', import.meta.url)
const english = (JSON.parse(readFileSync(SET, 'utf8')) as Boastful[]).filter(({ language }) => language === 'en')
const read = await createReader()()

/** Refines a text by what a rehearsal finds in it. */
async function refine(stimulus: string): Promise<RefinementResult> {
  const setting = { stimulus, category: 'fmcg', personas: 6 } as const
  const tested = analysed((await runInMemory('pressure_test', { ...setting, focus_group: 'off' })).result)
  const { recommended_refinements, ...analysis } = tested.analysis
  const { result } = await runInMemory('refinement', {
    ...setting,
    panel: [],
    skepticism: 'medium',
    intent: 'ssr',
    seed: 1,
    ballot: false,
    findings: recommended_refinements.map(({ recommendation, addresses, priority }, i) => ({
      finding_id: `f${i + 1}`,
      finding: addresses,
      fix: recommendation,
      priority,
    })),
    before: { claims: tested.claims, responses: tested.responses, scores: analysis },
  })
  return result as RefinementResult
}

const boastsIn = (text: string) => read(text).claims.flatMap(({ boasts }) => boasts.map(({ quote }) => quote))

describe('a boastful text', () => {
  it.each(english)('$id loses no fact, and each boast that stays is named with a reason', async ({ text, facts }) => {
    const { refined, sentence } = await refine(text)
    for (const fact of facts) expect(refined.toLowerCase()).toContain(fact.toLowerCase())
    // Where the edited text was measured as worse, the original stands with all it says.
    if (sentence.startsWith('No edit helps')) return expect(refined).toBe(text)
    for (const quote of boastsIn(refined)) expect(sentence).toContain(`“${quote}” (`)
  })

  it.each([
    [
      'Whitening brush for £79. Results in one day, 100% risk-free. Two-year guarantee, made in Ulm.',
      'Whitening brush for £79. Results in one day. Two-year guarantee, made in Ulm.',
    ],
    [
      'A truly revolutionary idea! Pay the plumber when the tap works. £5 a month.',
      'Pay the plumber when the tap works. £5 a month.',
    ],
    [
      'Absolutely everyone loves Pip. It is a planner for teams of five. £6 a month.',
      'Pip is a planner for teams of five. £6 a month.',
    ],
    [
      'Insanely simple, honestly magical. Pip is a planner for teams of five. £6 a month.',
      'Pip is a planner for teams of five. £6 a month.',
    ],
    [
      'Simply the last one you will ever buy. A steel tin opener, made in Solingen. £19.',
      'A steel tin opener, made in Solingen. £19.',
    ],
    [
      "Nestegg pays 4.1% AER on balances up to £20,000, and it's 100% risk-free.",
      'Nestegg pays 4.1% AER on balances up to £20,000.',
    ],
    ["Invest from £1,000, so you're totally risk-free.", 'Invest from £1,000.'],
    [
      'Solar panels from £4,000, and the system is unbeatable. Fitted in 3 days.',
      'Solar panels from £4,000. Fitted in 3 days.',
    ],
    ['The tent sleeps four and is unbeatable. $199.', 'The tent sleeps four. $199.'],
    // The words that a lower figure of the text check kept, or that no rule knew.
    ["A candle of soy wax for £12, and it's magic.", 'A candle of soy wax for £12.'],
    [
      'An unforgettable, once-in-a-lifetime experience on the Danube for £900.',
      'An experience on the Danube for £900.',
    ],
    ['Best-in-class headphones with 30 hours of battery. £199.', 'Headphones with 30 hours of battery. £199.'],
    [
      "The world's quietest headphones, with 30 hours of battery. £199.",
      'Our headphones, with 30 hours of battery. £199.',
    ],
    ["The world's most loved oat bar. 40 g of oats and dates. £2.", 'Our oat bar: 40 g of oats and dates. £2.'],
    [
      'Our cream wipes ten years off your face overnight, guaranteed! 50 ml for £24.',
      'Our cream aims to wipe ten years off your face. 50 ml for £24.',
    ],
    [
      'Hurry, June is nearly full! Sailing lessons in Cowes, £90 a day.',
      'June is nearly full. Sailing lessons in Cowes, £90 a day.',
    ],
    ["The world's lightest tent weighs 480 g and costs £310.", 'Our tent weighs 480 g and costs £310.'],
    ["Get 20 GB for £8 a month and it's unbeatable!", 'Get 20 GB for £8 a month.'],
    ["Don't wait. The course starts on 3 May and costs £180.", 'The course starts on 3 May and costs £180.'],
  ])('loses its boast with all that belongs to it: %s', async (text, refined) => {
    expect((await refine(text)).refined).toBe(refined)
  })

  it('names a boast with a figure that nothing supports, and what to write instead', async () => {
    const { sentence } = await refine('Our cream wipes ten years off your face overnight, guaranteed! 50 ml for £24.')
    expect(sentence).toMatch(
      /“Our cream aims to wipe ten years off your face” \(nothing can keep it; write instead what/,
    )
  })

  it('goes on as a list: no edit takes the “and” of its last part', async () => {
    const text = 'The bike goes 120 km on a charge, is built in Porto, and is world-class. £900.'
    expect((await refine(text)).refined).not.toMatch(/charge, is built in Porto\./)
  })

  it('keeps the only words that say what is offered, wonder or not', async () => {
    const text = 'A miracle in a tube. A miracle in a jar. Two miracles for £30! No miracles in the fridge.'
    const { refined, sentence } = await refine(text)
    for (const thing of ['tube', 'jar']) expect(refined).toContain(thing)
    expect(sentence).toContain('“A miracle in a jar” (')
  })

  it('is found to boast, nearly always', () => {
    expect(english.filter(({ text }) => boastsIn(text).length > 0).length).toBeGreaterThanOrEqual(english.length - 3)
  })
})
