import { beforeAll, describe, expect, it } from 'vitest'
import type { Response } from '../../src/domain/panel/response.js'
import {
  CATEGORIES,
  type Category,
  type Memory,
  type Persona,
  type SkepticismLevel,
} from '../../src/domain/personas/persona.js'
import { type Judgement, judge } from '../../src/llm/offline/model/judge.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'
import { createReader } from '../../src/llm/offline/reading/reading.js'
import { ABSURD, ALL, CORPUS, GOOD, type Proposition } from './offline-corpus.js'
import { everybody, LEVELS, mean, respondAll, seats, sitInSilence } from './offline-panel.js'

const llm = createOfflineLlm()
const read = await createReader()()
const falling = (values: readonly number[]) => [...values].sort((a, b) => b - a)

describe.each(CORPUS)('$name: more skepticism', ({ text, category }) => {
  const panels = LEVELS.map((skepticism) =>
    [...seats({ text, category, skepticism }), ...everybody(text, category, skepticism)].map((persona) =>
      judge(persona, read(text), category),
    ),
  )
  const means = (figure: (judgement: Judgement) => number) => panels.map((panel) => mean(panel.map(figure)))

  it('never raises credibility', () => {
    const credibility = means((judgement) => judgement.credibility)
    expect(credibility).toEqual(falling(credibility))
  })

  it('never raises intent', () => {
    const intent = means((judgement) => judgement.intent)
    expect(intent).toEqual(falling(intent))
  })
})

it.each(ALL)('$name: more skepticism never raises the scores of the report', async ({ text, category }) => {
  const panels = await Promise.all(LEVELS.map((skepticism) => sitInSilence(llm, { text, category, skepticism })))
  const credibility = panels.map(({ analysis }) => analysis.credibility_score)
  expect(credibility).toEqual(falling(credibility))
  const intents = panels.map(({ responses }) => mean(responses.map(({ purchase_intent }) => purchase_intent)))
  expect(intents).toEqual(falling(intents))
})

/** Proofs as a sentence of their own behind a claim, and inside it before its full stop. */
const PROOF_SENTENCES = [
  'Tested on 300 volunteers by an independent laboratory, published in March 2024.',
  'In a blind test by the Consumer Association, 82 of 100 people agreed.',
  'Measured by TÜV on 120 households; read the full report at proof.example.',
  'A randomised trial with 180 adults at Leeds University in 2023 showed it.',
  '9 out of 10 people agreed in 2024.',
]
const PROOF_CLAUSES = [
  ', measured in an independent trial with 240 people at Leeds University in 2023',
  ' (tested by TÜV on 120 households; read the full report at proof.example)',
  ' – in a survey of 400 families published in 2024',
]

/** Where a claim begins says which it is: proof is only ever put behind its first word. */
const credibilityAt = ({ claims }: Judgement, start: number) =>
  claims.find((claim) => claim.start === start)?.credibility

describe.each(CORPUS)('$name: a concrete proof', ({ text, category }) => {
  it('never lowers the credibility of the claim it is added to, for anybody', () => {
    const bare = read(text)
    const people = [...everybody(text, category, 'low'), ...everybody(text, category, 'extreme')].map((persona) => ({
      persona,
      before: judge(persona, bare, category),
    }))
    for (const [i, { text: claim, start, end }] of bare.claims.entries()) {
      const sentence = `${text.slice(0, end)}${/[.!?]$/u.test(claim) ? '' : '.'} `
      const inside = claim.replace(/[.!]+$/u, '')
      const proven = [
        ...PROOF_SENTENCES.map((proof) => `${sentence}${proof}${text.slice(end)}`),
        ...PROOF_CLAUSES.map((proof) => `${text.slice(0, start)}${inside}${proof}.${text.slice(end)}`),
      ]
      // Every claim with two of them, all of them over the corpus.
      for (const changed of [proven[i % proven.length], proven[(i + text.length) % proven.length]]) {
        if (changed === undefined) continue
        const reading = read(changed)
        for (const { persona, before } of people) {
          const after = credibilityAt(judge(persona, reading, category), start)
          expect(after, `the claim is still read as one in: ${changed}`).toBeDefined()
          expect(after, `${persona.archetype}: ${changed}`).toBeGreaterThanOrEqual(credibilityAt(before, start) ?? 1)
        }
      }
    }
  })
})

const AMOUNTS = ['0.50', '1.99', '9', '45', '299', '1,800', '25,000']

/** The text at another price: its own price rewritten, or one put at its end. */
function priced(text: string, amount: string): string {
  const { price } = read(text)
  if (price === null) return `${text} It costs £${amount}.`
  return `${text.slice(0, price.start)}£${amount}${text.slice(price.end)}`
}

describe.each(CORPUS)('$name: a higher price', ({ text, category }) => {
  it('never raises what price-sensitive people would pay', () => {
    // Where the text names another amount above it, that one is the price.
    const readings = AMOUNTS.map((amount) => read(priced(text, amount))).filter(
      ({ price }, i) => price?.text === `£${AMOUNTS[i]}` && price.start >= (read(text).price?.start ?? 0),
    )
    expect(readings.length).toBeGreaterThan(1)
    const people = everybody(text, category).filter(({ traits }) => traits.price_sensitivity >= 0.5)
    expect(people.length).toBeGreaterThan(2)
    for (const persona of people) {
      const intents = readings.map((reading) => judge(persona, reading, category).intent)
      expect(intents, persona.archetype).toEqual(falling(intents))
    }
  })
})

it('a higher price lowers intent somewhere in most of the corpus', () => {
  const moved = CORPUS.filter(({ text, category }) => {
    const [persona] = everybody(text, category).filter(({ traits }) => traits.price_sensitivity >= 0.7)
    const [cheap, dear] = ['1.99', '1,800'].map((amount) =>
      judge(persona as Persona, read(priced(text, amount)), category),
    )
    return (dear?.intent ?? 1) < (cheap?.intent ?? 0)
  })
  expect(moved.length).toBeGreaterThan(CORPUS.length / 2)
})

describe('before every panel', () => {
  type Scores = { readonly name: string; readonly score: number; readonly credibility: number }
  const scores = new Map<string, Scores[]>()
  const keyOf = (sort: string, category: Category, skepticism: SkepticismLevel) =>
    [sort, category, skepticism].join(' ')

  beforeAll(async () => {
    const sorts = Object.entries({ good: GOOD, absurd: ABSURD })
    // Text by text: each is read once for all panels.
    for (const [sort, propositions] of sorts)
      for (const { name, text } of propositions)
        for (const category of CATEGORIES)
          for (const skepticism of LEVELS) {
            const { analysis } = await sitInSilence(llm, { text, category, skepticism })
            const key = keyOf(sort, category, skepticism)
            const found = { name, score: analysis.pressure_score, credibility: analysis.credibility_score }
            scores.set(key, [...(scores.get(key) ?? []), found])
          }
  })

  describe.each(CATEGORIES)('for %s', (category) => {
    it.each(LEVELS)('every absurd proposition scores below every good one, skepticism %s', (skepticism) => {
      const [good = [], absurd = []] = ['good', 'absurd'].map((sort) => scores.get(keyOf(sort, category, skepticism)))
      expect([good.length, absurd.length]).toEqual([GOOD.length, ABSURD.length])
      const worst = good.reduce((min, result) => (result.score < min.score ? result : min))
      for (const result of absurd) {
        expect(result.score, `${result.name} against ${worst.name}`).toBeLessThan(worst.score)
        expect(result.credibility, result.name).toBeLessThan(30)
      }
    })
  })
})

it('no two propositions get the same responses, from anybody', async () => {
  const seen = new Map<string, string>()
  for (const { name, text } of ALL) {
    for (const response of await respondAll(llm, seats({ text, category: 'fmcg' }), { text, category: 'fmcg' })) {
      const words = JSON.stringify(response)
      expect(seen.get(words), `${response.persona_name} on ${name}`).toBeUndefined()
      seen.set(words, name)
    }
  }
})

const distinct = <T>(values: readonly T[]): number => new Set(values).size

const panels = new Map<string, ReturnType<typeof sitInSilence>>()
/** The panel of a proposition in its own category. */
function panelOf(proposition: Proposition) {
  const known = panels.get(proposition.text) ?? sitInSilence(llm, proposition)
  panels.set(proposition.text, known)
  return known
}

describe.each(CORPUS)('$name: people', (proposition) => {
  it('of one panel do not all consider it in the same words', async () => {
    const { responses } = await panelOf(proposition)
    expect(distinct(responses.map(({ considered_response }) => considered_response))).toBeGreaterThanOrEqual(4)
  })
})

it.each(CORPUS.filter((proposition) => !ABSURD.includes(proposition)))(
  '$name: the six would not all buy it alike',
  async (proposition) => {
    if (read(proposition.text).claims.some(({ meaning }) => meaning < 0)) return
    const { responses } = await panelOf(proposition)
    expect(distinct(responses.map(({ purchase_intent }) => purchase_intent))).toBeGreaterThan(1)
  },
)

describe.each(CORPUS)('$name: a memory', ({ text, category }) => {
  const [base] = everybody(text, category)
  const word = /\p{L}{4,}/u.exec(read(text).wordline)?.[0] ?? ''
  const memory: Memory = {
    memory_id: 'bearing',
    category,
    text: 'I once stood in the rain for something like it.',
    valence: -0.8,
    cues: [word],
  }
  const idle: Memory = { ...memory, memory_id: 'idle', cues: ['motorcyclist'], text: 'A motorcyclist waved at me.' }
  const remembering = async (...memories: Memory[]) =>
    (await respondAll(llm, [{ ...(base as Persona), memories }], { text, category }))[0] as Response

  it('that bears on it changes the response and is named; flipped, reworded or removed it changes it again', async () => {
    const reworded = { ...memory, text: 'I once queued for hours and it was gone.' }
    const flipped = { ...memory, valence: 0.8 }
    const [bad, good, other, none] = await Promise.all([
      remembering(memory),
      remembering(flipped),
      remembering(reworded),
      remembering(),
    ])
    expect(bad?.memory_influence_notes).toContain(memory.text)
    expect(good?.memory_influence_notes).toContain(memory.text)
    expect(other?.memory_influence_notes).toContain(reworded.text)
    expect(none?.memory_influence_notes).not.toContain(memory.text)
    expect(distinct([bad, good, other, none].map((response) => JSON.stringify(response)))).toBe(4)
    const appeal = (memories: Memory[]) => judge({ ...(base as Persona), memories }, read(text), category).appeal
    expect(appeal([flipped])).toBeGreaterThanOrEqual(appeal([memory]))
  })

  it('that does not bear on it changes nothing', async () => {
    expect(await remembering(idle)).toEqual(await remembering())
    expect(await remembering(memory, idle)).toEqual(await remembering(memory))
  })
})
