import { describe, expect, it } from 'vitest'
import { archetypes } from '../../src/data/archetypes.js'
import { HIDDEN_OBJECTIONS, OBJECTIONS } from '../../src/data/lexicon.js'
import { PHRASES } from '../../src/data/phrases.js'
import type { AnalystAnswer } from '../../src/domain/panel/analysis.js'
import { Response } from '../../src/domain/panel/response.js'
import { MAX_STIMULUS } from '../../src/domain/panel/stimulus.js'
import { CATEGORIES, type Persona } from '../../src/domain/personas/persona.js'
import { TASKS } from '../../src/domain/run/tasks.js'
import { seatPanel } from '../../src/engine/personas/seat-panel.js'
import type { LlmRequest } from '../../src/llm/client.js'
import { judge } from '../../src/llm/offline/model/judge.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'
import { objectionIn, privateObjectionIn } from '../../src/llm/offline/reading/objections.js'
import { createReader } from '../../src/llm/offline/reading/reading.js'
import { fill } from '../../src/llm/offline/voice/template.js'
import { ABSURD, ALL, CORPUS, GOOD, OAT, type Proposition } from './offline-corpus.js'
import {
  ASKED,
  around,
  claimsOf,
  everybody,
  fieldsOf,
  LEVELS,
  noMeter,
  options,
  type Panel,
  READ,
  respondAll,
  seats,
  sit,
} from './offline-panel.js'

const llm = createOfflineLlm()
const spansIn = (text: string): string[] => [...text.matchAll(/“([^”]*)”/g)].map(([, span]) => span ?? '')
const findingsOf = (analysis: AnalystAnswer) => [
  ...analysis.key_weaknesses,
  ...analysis.credibility_gaps,
  ...analysis.friction_points,
  ...analysis.competitive_vulnerabilities,
  ...analysis.recommended_refinements,
]

it('has enough propositions of every sort', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(64)
  expect(Math.min(GOOD.length, ABSURD.length)).toBeGreaterThanOrEqual(10)
  expect(new Set(CORPUS.map(({ category }) => category))).toEqual(new Set(CATEGORIES))
  expect(new Set(ALL.map(({ text }) => text)).size).toBe(ALL.length)
  expect(ALL.every(({ text }) => text.length <= MAX_STIMULUS)).toBe(true)
})

describe('the offline LLM client', () => {
  it('is offline, free and names one model', () => {
    expect(llm.mode).toBe('offline')
    expect(new Set(Object.values(llm.models))).toEqual(new Set(['offline-behaviour-model']))
    expect(llm.price('offline-behaviour-model', { count: 1, input_tokens: 1_000_000, output_tokens: 1_000_000 })).toBe(
      0,
    )
  })

  it('answers nothing once it is cancelled', async () => {
    const [persona] = seatPanel({ panel: [], category: 'fmcg', count: 1, skepticism: 'medium', stimulus: OAT, seed: 1 })
    const facts = {
      stimulus: OAT,
      category: 'fmcg' as const,
      skepticism: 'medium' as const,
      persona: persona as Persona,
      ...ASKED,
    }
    const request: LlmRequest<'respond'> = { task: 'respond', facts, seed: 1, ...around }
    await expect(llm.answer(request, { meter: noMeter, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    })
    const stop = new AbortController()
    const answer = createOfflineLlm().answer(request, { meter: noMeter, signal: stop.signal })
    stop.abort()
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('closes without complaint, twice', async () => {
    const own = createOfflineLlm()
    await own.close()
    await expect(own.close()).resolves.toBeUndefined()
  })
})

const sittings = new Map<string, Promise<Panel>>()
/** The panel of a proposition in its own category, which says the same whenever it sits. */
function sitting({ text, category }: Proposition): Promise<Panel> {
  const known = sittings.get(text) ?? sit(llm, { text, category })
  sittings.set(text, known)
  return known
}

describe.each(ALL)('$name', (proposition) => {
  const { text, category } = proposition

  it('gets answers of the asked shape, from people who are there, in words that were said', async () => {
    const { personas, responses, discussion, analysis } = await sitting(proposition)
    const names = personas.map(({ name }) => name)

    for (const [i, response] of responses.entries()) {
      expect(() => Response.parse(response)).not.toThrow()
      expect(response.persona_name).toBe(names[i])
      expect(response.key_quotes.length).toBeGreaterThanOrEqual(2)
      for (const field of fieldsOf(response)) {
        expect(field.trim()).not.toBe('')
        expect(field, 'a gap in a sentence was not filled').not.toMatch(
          /undefined|null|NaN|\{(?:it|other|topic|value|buy)\}/,
        )
      }
    }

    TASKS.discuss_quick.answer.parse(discussion)
    expect(discussion.discussion_flow.length).toBeGreaterThanOrEqual(6)
    expect(discussion.discussion_flow.length).toBeLessThanOrEqual(10)
    const { primary_influencer, followers, contrarians } = discussion.influence_patterns
    const mentioned = [
      primary_influencer,
      ...followers,
      ...contrarians,
      ...discussion.opinion_shifts.map(({ participant }) => participant),
    ]
    for (const name of [...mentioned, ...discussion.discussion_flow.map(({ speaker }) => speaker)])
      expect(names).toContain(name)

    TASKS.analyse.answer.parse(analysis)
    for (const { personas_affected } of analysis.friction_points) {
      expect(personas_affected.length).toBeGreaterThan(0)
      for (const name of personas_affected) expect(names).toContain(name)
    }
  })

  it('is quoted verbatim by respondents, and they by the analyst', async () => {
    const { personas, responses, discussion, analysis } = await sitting(proposition)
    for (const [i, response] of responses.entries()) {
      const memories = (personas[i] as Persona).memories.map((memory) => memory.text)
      for (const span of fieldsOf(response).flatMap(spansIn)) {
        expect(memories.includes(span) || text.includes(span), `not in the stimulus: ${span}`).toBe(true)
        expect(span).not.toMatch(/\p{Cs}/u)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
        expect(span).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
      }
    }
    const said = responses.flatMap(fieldsOf)
    const findings = findingsOf(analysis)
    for (const { quotes, ...finding } of findings) {
      const isOfTheRule = JSON.stringify(finding).includes('no synthetic respondent names it')
      if (!isOfTheRule) expect(quotes.length).toBeGreaterThan(0)
      for (const quote of quotes)
        expect(
          said.some((field) => field.includes(quote)),
          quote,
        ).toBe(true)
    }
    const spoken = [
      ...responses.map(({ social_response }) => social_response),
      ...discussion.discussion_flow.map(({ statement }) => statement),
    ]
    for (const { quotes } of analysis.unsaid_objections) {
      expect(quotes.length).toBeGreaterThan(0)
      for (const quote of quotes) {
        expect(
          responses.some(({ private_thoughts }) => private_thoughts.includes(quote)),
          quote,
        ).toBe(true)
        expect(spoken.some((statement) => statement.includes(quote))).toBe(false)
      }
    }
    const weaknesses = new Set([...analysis.key_weaknesses.map(({ weakness }) => weakness)])
    for (const { addresses, quotes } of analysis.recommended_refinements)
      if (quotes.length > 0) expect(weaknesses).toContain(addresses)
    for (const { claim } of analysis.credibility_gaps) expect(text).toContain(claim)
  })

  it('is answered the same, byte for byte, whoever asks and in whatever order', async () => {
    const first = await sitting(proposition)
    const fresh = createOfflineLlm()
    await sit(fresh, { text: OAT, category: 'food_drink', seed: 9 })
    const claims = await claimsOf(fresh, { text, category })
    const backwards = await respondAll(fresh, [...first.personas].reverse(), { text, category }, claims)
    expect(JSON.stringify(backwards.reverse())).toBe(JSON.stringify(first.responses))
    expect(JSON.stringify(await sit(fresh, { text, category }))).toBe(JSON.stringify(first))
  })
})

describe('what the model promises', () => {
  it('gives no two propositions the same responses, not even two that differ in one character', async () => {
    const pairs = ALL.flatMap(({ text, category }) =>
      [text, `${text.slice(0, MAX_STIMULUS - 1)}!`].map((variant) => ({ text: variant, category })),
    )
    const panels = await Promise.all(
      pairs.map(async ({ text }) => {
        const fmcg = { text, category: 'fmcg' as const }
        return respondAll(llm, seats(fmcg), fmcg, await claimsOf(llm, fmcg))
      }),
    )
    const words = panels.map((responses) => JSON.stringify(responses))
    expect(new Set(words).size).toBe(new Set(pairs.map(({ text }) => text)).size)
  })

  it('tells buyers apart in figures where there is something to decide', async () => {
    for (const proposition of GOOD) {
      const { responses } = await sitting(proposition)
      const intents = responses.map(({ purchase_intent }) => purchase_intent)
      expect(Math.max(...intents) - Math.min(...intents), intents.join()).toBeGreaterThanOrEqual(1)
    }
  })

  const CLAIMS = [
    'This cream reduces wrinkles.',
    'Keeps you full until lunch.',
    'Saves managers 6 hours a week.',
    'The best night’s sleep you can buy.',
    'Contains oats and water.',
    'Clinically proven to boost immunity.',
    'Cuts your energy bill by 40%.',
    'Natural goodness for the whole family.',
    'Our battery never runs out.',
  ]
  const PROOFS = [
    (claim: string) =>
      `${claim.slice(0, -1)}, measured in an independent trial with 240 people at Leeds University in 2023.`,
    (claim: string) =>
      `${claim.slice(0, -1)} (tested by TÜV on 120 households; read the full report at proof.example).`,
    (claim: string) => `${claim} Tested on 300 volunteers by an independent laboratory, published in March 2024.`,
    (claim: string) => `In a randomised study with 180 adults: ${claim}`,
    (claim: string) => `${claim.slice(0, -1)} – in a blind test by the Consumer Association, 82 of 100 testers agreed.`,
    (claim: string) => `${claim.slice(0, -1)} (9 out of 10 people agreed in 2024).`,
  ]

  it('never believes a claim less for a concrete proof', async () => {
    const read = await createReader()()
    let raised = 0
    for (const claim of CLAIMS) {
      const bare = read(`Meet Nova. ${claim} It costs £5.`)
      const people = archetypes().flatMap(({ archetype_id }) =>
        LEVELS.map((skepticism) => {
          const seat = {
            panel: [archetype_id],
            category: 'fmcg' as const,
            count: 1,
            skepticism,
            stimulus: claim,
            seed: 1,
          }
          const persona = seatPanel(seat)[0] as Persona
          return { persona, skepticism, before: judge(persona, bare, 'fmcg').claims[0]?.credibility ?? 1 }
        }),
      )
      for (const proof of PROOFS) {
        const proven = read(`Meet Nova. ${proof(claim)} It costs £5.`)
        for (const { persona, skepticism, before } of people) {
          const after = judge(persona, proven, 'fmcg').claims[0]?.credibility ?? 0
          expect(after, `${persona.archetype}, ${skepticism}: ${proof(claim)}`).toBeGreaterThanOrEqual(before)
          if (after > before) raised++
        }
      }
    }
    expect(raised).toBeGreaterThan(1_000)
  })

  it('does not miss the source of a figure that has one', async () => {
    const text =
      'Rota plans shifts for clinics. In a pilot with 14 wards at Mercy Hospital in 2024, unfilled shifts fell from 9% to 4%. £4 a month.'
    const asked = async (stimulus: string) => {
      const { responses } = await sit(llm, { text: stimulus, category: 'saas', skepticism: 'high' })
      return responses
        .flatMap(({ friction_points }) => friction_points)
        .filter((friction) => objectionIn(friction) === 'figure')
    }
    expect(await asked(text)).toEqual([])
    expect(
      (await asked(text.replace('In a pilot with 14 wards at Mercy Hospital in 2024, u', 'U'))).length,
    ).toBeGreaterThan(2)
  })

  it('shows a proof in the panel’s score', async () => {
    for (const proof of PROOFS.slice(0, 5)) {
      const claim = 'This cream reduces wrinkles.'
      const [bare, proven] = await Promise.all(
        [claim, proof(claim)].map((text) =>
          sit(llm, { text: `Nova is a face cream. ${text} £12.`, category: 'beauty', skepticism: 'high' }),
        ),
      )
      expect(proven?.analysis.credibility_score).toBeGreaterThan(bare?.analysis.credibility_score ?? 100)
    }
  })

  it.each([
    'Nova costs PRICE.',
    'Nova costs PRICE a month.',
    'Was £30, now PRICE.',
    'Only PRICE, cheaper than the leading brand at £5.',
  ])('never wants a dearer thing more: %s', async (offer) => {
    const asked = ['£0.50', '£1', '£2.35', '£9.99', '£40', '£250', '£1,200', '£9,000', '£80,000']
    const texts = asked.map(
      (price) => `Nova is a new help for busy families. It saves time every day. ${offer.replace('PRICE', price)}`,
    )
    for (const category of CATEGORIES) {
      const panels = await Promise.all(
        texts.map((text) => respondAll(llm, everybody(text, category), { text, category })),
      )
      for (const [i, archetype] of archetypes().entries()) {
        const intents = panels.map((responses) => responses[i]?.purchase_intent ?? 0)
        expect(intents, `${archetype.archetype_id}, ${category}`).toEqual([...intents].sort((a, b) => b - a))
        if (archetype.traits.price_sensitivity >= 0.6) expect(intents[0]).toBeGreaterThan(intents.at(-1) ?? 0)
      }
    }
  })

  it('names every memory that was called up', async () => {
    for (const persona of everybody(OAT, 'food_drink')) {
      const [response] = await respondAll(llm, [persona], { text: OAT, category: 'food_drink' })
      const bearing = persona.memories.filter(({ cues }) =>
        cues.some((cue) => new RegExp(`\\b${cue}\\b`, 'i').test(OAT)),
      )
      for (const { text } of bearing) expect(response?.memory_influence_notes).toContain(text)
    }
  })

  it('says what broke in the example', async () => {
    const { responses, analysis } = await sit(llm, { text: OAT, category: 'food_drink' })
    const doubted = analysis.credibility_gaps.map(({ claim }) => claim)
    expect(doubted).toEqual(
      expect.arrayContaining(['40% less sugar', 'The most sustainable milk alternative on the planet']),
    )
    expect(doubted.join()).not.toContain('baristas')
    expect(responses.flatMap(fieldsOf).join(' ')).toContain('41 of 60 baristas')
    expect(analysis.pressure_score).toBeGreaterThan(30)
    expect(analysis.pressure_score).toBeLessThan(71)
    expect(analysis.unsaid_objections.length).toBeGreaterThan(0)
  })
})

describe('large and partial panels', () => {
  it('answers for a thousand and lets eight of them talk', async () => {
    const { personas, responses, discussion, analysis } = await sit(llm, {
      text: OAT,
      category: 'food_drink',
      count: 1_000,
    })
    expect(responses).toHaveLength(1_000)
    expect(new Set(discussion.discussion_flow.map(({ speaker }) => speaker)).size).toBeLessThanOrEqual(8)
    expect(new Set(personas.map(({ name }) => name)).size).toBe(1_000)
    expect(analysis.key_weaknesses.length).toBeGreaterThan(2)
    const most = analysis.friction_points.map(({ personas_affected }) => personas_affected.length)
    expect(Math.max(...most)).toBeGreaterThan(100)
    expect(new Set(responses.map(({ considered_response }) => considered_response)).size).toBeGreaterThan(50)
  })

  it('analyses three people who never talked', async () => {
    const personas = seatPanel({
      panel: [],
      category: 'food_drink',
      count: 3,
      skepticism: 'high',
      stimulus: OAT,
      seed: 4,
    })
    const responses = await respondAll(llm, personas, { text: OAT, category: 'food_drink', skepticism: 'high' })
    const facts = {
      stimulus: OAT,
      category: 'food_drink' as const,
      skepticism: 'high' as const,
      responses,
      discussion: null,
      ...READ,
    }
    const analysis = await llm.answer({ task: 'analyse', facts, seed: 1, ...around }, options())
    expect(analysis.why_they_matter).not.toContain('discussion')
    expect(analysis.key_weaknesses.length).toBeGreaterThan(0)
  })

  it('lets only those talk who answered, and nobody if none did', async () => {
    const personas = seatPanel({
      panel: [],
      category: 'food_drink',
      count: 6,
      skepticism: 'medium',
      stimulus: OAT,
      seed: 1,
    })
    const [only] = await respondAll(llm, personas.slice(0, 1), { text: OAT, category: 'food_drink' })
    const ask = (responses: Response[]) =>
      llm.answer(
        {
          task: 'discuss_quick',
          facts: { stimulus: OAT, about: '', category: 'food_drink', skepticism: 'medium', personas, responses },
          seed: 1,
          ...around,
        },
        options(),
      )
    const script = await ask([only as Response])
    expect(new Set(script.discussion_flow.map(({ speaker }) => speaker))).toEqual(new Set([only?.persona_name]))
    await expect(ask([])).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('scores by stated beliefs where there are any, and reads a stranger’s words as they are', async () => {
    const personas = seatPanel({
      panel: [],
      category: 'food_drink',
      count: 3,
      skepticism: 'medium',
      stimulus: OAT,
      seed: 1,
    })
    const responses = await respondAll(llm, personas, { text: OAT, category: 'food_drink' })
    const analysed = async (changed: Response[]) =>
      llm.answer(
        {
          task: 'analyse',
          facts: {
            stimulus: OAT,
            category: 'food_drink',
            skepticism: 'medium',
            responses: changed,
            discussion: null,
            ...READ,
          },
          seed: 1,
          ...around,
        },
        options(),
      )
    const belief = { claim_id: 'claim-1', stance: 'rejects' as const, why: '', proof_wanted: '' }
    expect((await analysed(responses.map((response) => ({ ...response, beliefs: [belief] })))).credibility_score).toBe(
      0,
    )
    const strange = await analysed(
      responses.map((response) => ({ ...response, friction_points: ['Zebras frighten me.'] })),
    )
    expect(strange.friction_points).toHaveLength(1)
    expect(strange.friction_points[0]).toMatchObject({
      barrier: 'Zebras frighten me.',
      quotes: ['Zebras frighten me.'],
    })
  })
})

describe('the analyst recognises what the respondents say', () => {
  const vars = {
    q: '“some words”',
    it: 'Nova',
    product: 'Nova',
    price: '£2.35',
    own: 'fair dealing',
    buy: 'buy',
    name: 'Ada',
  }

  it.each(OBJECTIONS)('%s as what it is, in every sentence about it', (kind) => {
    const { friction, spoken, finding, fix } = PHRASES.objections()[kind]
    for (const template of [friction, ...Object.values(spoken), finding, fix])
      expect([template, objectionIn(fill(template, vars))]).toEqual([template, kind])
  })

  it.each(HIDDEN_OBJECTIONS)('%s as what it is, and as nothing that is said aloud', (kind) => {
    for (const template of Object.values(PHRASES.answers().hidden[kind])) {
      expect([template, privateObjectionIn(fill(template, vars))]).toEqual([template, kind])
      expect(objectionIn(fill(template, vars))).toBeNull()
    }
  })

  it('nothing in words that object to nothing', () => {
    const { arguments: inFavour, gut, social, links, standpoint, purchase } = PHRASES.answers()
    const banks = [...Object.values(inFavour).map(({ spoken }) => spoken), ...Object.values(gut), standpoint]
    const calm = [...banks, ...Object.values(social), ...Object.values(links)].flatMap((bank) => Object.values(bank))
    for (const template of [...calm, ...purchase])
      expect([template, objectionIn(fill(template, vars)), privateObjectionIn(fill(template, vars))]).toEqual([
        template,
        null,
        null,
      ])
  })
})
