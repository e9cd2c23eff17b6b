import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { JUDGING } from '../../src/data/judging.js'
import { PHRASES } from '../../src/data/phrases.js'
import { TEXT_READERS } from '../../src/data/text-readers.js'
import type { Claim } from '../../src/domain/panel/claim.js'
import type { Finding } from '../../src/domain/panel/refinement.js'
import type { Category } from '../../src/domain/personas/persona.js'
import { gradedPmf } from '../../src/engine/panel/intent/rate-intent.js'
import { meanOf, rateBySimilarity } from '../../src/engine/panel/intent/similarity-rating.js'
import { applyEdits } from '../../src/engine/refinement/apply-edits.js'
import { checkEdits } from '../../src/engine/refinement/check-edit.js'
import { createBundledEmbedder } from '../../src/llm/embeddings/bundled.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'
import { createReader } from '../../src/llm/offline/reading/reading.js'
import { checkFidelity } from '../../src/llm/offline/tasks/check-fidelity.js'
import { rateIntent } from '../../src/llm/offline/tasks/rate-intent.js'
import { rewrite as rewriteWith } from '../../src/llm/offline/tasks/rewrite.js'
import { fill } from '../../src/llm/offline/voice/template.js'
import { ALL, CORPUS } from './offline-corpus.js'
import {
  ASKED,
  around,
  asResponse,
  everybody,
  LEVELS,
  mean,
  options,
  READ,
  respondAll,
  seats,
  sit,
} from './offline-panel.js'
import { holdRoom, wordsIn } from './offline-room.js'

const read = await createReader()()
const rewrite = (facts: Parameters<typeof rewriteWith>[0]) => rewriteWith(facts, read)

const llm = createOfflineLlm()
/** Every second proposition of the corpus: at least thirty. */
const SOME = CORPUS.filter((_, i) => i % 2 === 0)

describe('claims', () => {
  it('are verbatim, do not overlap, and are as many as can be asked about', async () => {
    for (const { text: stimulus, category } of ALL) {
      const { claims } = await llm.answer(
        { task: 'claims', facts: { stimulus, about: '', category }, seed: 1, ...around },
        options(),
      )
      let at = 0
      for (const { text: claim } of claims) {
        const start = stimulus.indexOf(claim, at)
        expect(start, claim).toBeGreaterThanOrEqual(at)
        at = start + claim.length
      }
      expect(claims.length).toBeLessThanOrEqual(8)
    }
  })

  it.each(['Order now!', 'What is it?', '🙂', 'Preis 3 €'])('are none in %j', async (stimulus) => {
    const request = {
      task: 'claims' as const,
      facts: { stimulus, about: '', category: 'fmcg' as const },
      seed: 1,
      ...around,
    }
    expect(await llm.answer(request, options())).toMatchObject({ claims: [] })
  })
})

describe('beliefs and private reasons', () => {
  it('name exactly the claims asked about, in few words, and cost no other field', async () => {
    for (const [at, proposition] of SOME.entries()) {
      const skepticism = LEVELS[at % LEVELS.length] as (typeof LEVELS)[number]
      const { claims, people } = await holdRoom(llm, proposition, skepticism)
      for (const { persona, answer } of people) {
        expect(answer.beliefs.map(({ claim_id }) => claim_id)).toEqual(claims.map(({ claim_id }) => claim_id))
        for (const { stance, why, proof_wanted } of answer.beliefs) {
          expect(wordsIn(why)).toBeLessThanOrEqual(12)
          expect([why === '', proof_wanted === '']).toEqual(stance === 'believes' ? [true, true] : [false, false])
        }
        expect(answer.private_reasons.length).toBeGreaterThanOrEqual(2)
        expect(new Set(answer.private_reasons.map(({ quote }) => quote)).size).toBe(answer.private_reasons.length)
        const facts = { ...ASKED, stimulus: proposition.text, category: proposition.category, skepticism, persona }
        const plain = await llm.answer({ task: 'respond', facts, seed: 1, ...around }, options())
        expect({ ...plain, beliefs: [], private_reasons: [] }).toEqual({ ...answer, beliefs: [], private_reasons: [] })
        const other = {
          ...facts,
          variant: 2,
          seen: [{ stimulus: 'Another.', purchase_statement: 'No.' }],
          feedback: 'Doubt.',
        }
        expect(await llm.answer({ task: 'respond', facts: other, seed: 1, ...around }, options())).toEqual(plain)
      }
    }
  })

  it('judge a span that the reader passed over by its own words', async () => {
    const stimulus = 'Nova is a soap. Made from olive oil. It cures every disease overnight.'
    const claimed = (text: string, claim_id: string): Claim => ({
      claim_id,
      text,
      start: 0,
      end: text.length,
      meaning: 1,
    })
    const claims = [claimed('It cures every disease overnight', 'c1'), claimed('Nova has 63 percent fewer germs', 'c2')]
    const [skeptic] = seats({
      text: stimulus,
      category: 'fmcg',
      panel: ['label-reader'],
      count: 1,
      skepticism: 'extreme',
    })
    if (!skeptic) throw new Error('nobody')
    const facts = {
      ...ASKED,
      stimulus,
      category: 'fmcg' as const,
      skepticism: 'extreme' as const,
      persona: skeptic,
      claims,
    }
    const { beliefs } = await llm.answer({ task: 'respond', facts, seed: 1, ...around }, options())
    expect(beliefs.map(({ stance }) => stance)).toEqual(['rejects', 'rejects'])
    expect(beliefs[0]?.why).not.toBe(beliefs[1]?.why)
  })

  it('who would buy has a reason for it too', async () => {
    const { people } = await holdRoom(llm, CORPUS[0] as (typeof CORPUS)[number], 'low')
    const buyers = people.filter(({ response }) => response.purchase_intent >= 7)
    expect(buyers.length).toBeGreaterThan(0)
    for (const { answer } of buyers) expect(answer.private_reasons.at(-1)?.strength).toBeGreaterThanOrEqual(2)
  })
})

describe('words about buying', () => {
  const statements = ['buy', 'book'].map((buy) => PHRASES.answers().purchase.map((template) => fill(template, { buy })))

  it('sound surer the surer they are to both raters that read sentences', async () => {
    const embedder = createBundledEmbedder()
    const anchors = await Promise.all(JUDGING.intent_anchors().map((set) => embedder.embed([...set])))
    for (const words of statements) {
      const vectors = await embedder.embed(words)
      const graded = words.map((text, i) => meanOf(gradedPmf(TEXT_READERS.intent(), text, vectors[i] ?? [])))
      const similar = vectors.map((vector) => meanOf(rateBySimilarity(vector, anchors)))
      for (const means of [graded, similar]) expect(means, words[0]).toEqual([...means].sort((a, b) => a - b))
    }
  })

  it('are read as the point they were said at by whoever reads the words alone', () => {
    for (const [level, words] of statements.flatMap((five) => [...five.entries()])) {
      const { probabilities } = rateIntent({ purchase_statement: words })
      expect(probabilities.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 12)
      expect([words, probabilities.indexOf(Math.max(...probabilities))]).toEqual([words, level])
    }
  })

  it.each([
    ['No way, never.', 0],
    ['Unlikely, I have one already.', 1],
    ['Perhaps. It depends on the price.', 2],
    ['Yes, I would like to try it.', 3],
    ['I will certainly order one.', 4],
  ])('%s is point %i', (purchase_statement, point) => {
    const { probabilities } = rateIntent({ purchase_statement })
    expect(probabilities.indexOf(Math.max(...probabilities))).toBe(point)
  })

  it('of the short form say the same as those of the whole response', async () => {
    for (const { text: stimulus, category } of SOME) {
      for (const persona of seats({ text: stimulus, category })) {
        const facts = { stimulus, about: '', category, skepticism: 'medium' as const, persona }
        const short = await llm.answer({ task: 'react', facts, seed: 1, ...around }, options())
        const whole = await llm.answer(
          { task: 'respond', facts: { ...ASKED, ...facts }, seed: 1, ...around },
          options(),
        )
        expect(short).toMatchObject({
          gut_sentiment: whole.gut_sentiment,
          considered_sentiment: whole.considered_sentiment,
          purchase_statement: whole.purchase_statement,
          obstacle: whole.friction_points[0] ?? '',
        })
      }
    }
  })
})

describe('persona fidelity', () => {
  const total = (marks: ReturnType<typeof checkFidelity>['marks']) =>
    marks.map(({ skepticism_held, values_held, voice_held }) => (skepticism_held + values_held + voice_held) / 3)

  it('finds the model’s own answers in character', async () => {
    const found: number[] = []
    for (const [at, { text, category }] of SOME.entries()) {
      const skepticism = LEVELS[at % LEVELS.length] as (typeof LEVELS)[number]
      const people = seats({ text, category, skepticism })
      const responses = await respondAll(llm, people, { text, category, skepticism })
      const { marks } = checkFidelity({
        people: people.map((persona, i) => ({ persona, response: responses[i] as (typeof responses)[number] })),
      })
      expect(marks.map(({ name }) => name)).toEqual(people.map(({ name }) => name))
      found.push(...total(marks))
    }
    expect(found.filter((mark) => mark >= 6).length / found.length).toBeGreaterThanOrEqual(0.95)
  })

  it('marks down a skeptic who answers like somebody who is won over, and says what to do', async () => {
    const held: number[] = []
    const foreign: number[] = []
    for (const { text, category } of CORPUS) {
      const people = everybody(text, category)
      const responses = await respondAll(llm, people, { text, category })
      const convinced = people.findIndex(
        ({ skepticism }, i) =>
          skepticism <= 4 &&
          (responses[i]?.purchase_intent ?? 0) >= 7 &&
          responses[i]?.considered_sentiment === 'positive',
      )
      const answer = responses[convinced]
      if (!answer) continue
      for (const [i, persona] of people.entries()) {
        const response = responses[i]
        if (persona.skepticism < 7.5 || !response) continue
        const [own, other] = checkFidelity({
          people: [
            { persona, response },
            { persona, response: answer },
          ],
        }).marks
        held.push(own?.skepticism_held ?? Number.NaN)
        foreign.push(other?.skepticism_held ?? Number.NaN)
        if ((other?.skepticism_held ?? 0) < 7) expect(other?.feedback).toContain('doubt')
        if ((own?.skepticism_held ?? 0) >= 7 && (own?.values_held ?? 0) >= 7 && (own?.voice_held ?? 0) >= 7)
          expect(own?.feedback).toBe('')
      }
    }
    expect(held.length).toBeGreaterThan(20)
    expect(mean(held) - mean(foreign)).toBeGreaterThan(4)
  })

  it('marks down a trusting person who believes nothing', () => {
    const [text, category] = [(CORPUS[0] as (typeof CORPUS)[number]).text, 'food_drink' as const]
    for (const persona of everybody(text, category, 'low').filter(({ skepticism }) => skepticism <= 3)) {
      const words = 'I believe none of it. Prove it. I do not need it. No.'
      const answer = {
        persona_name: persona.name,
        gut_reaction: words,
        gut_sentiment: 'negative',
        considered_response: words,
      } as const
      const rest = {
        considered_sentiment: 'negative',
        social_response: words,
        private_thoughts: words,
        purchase_intent: 1,
      } as const
      const last = {
        action_threshold: words,
        friction_points: [words],
        memory_influence_notes: '',
        key_quotes: [words],
      }
      const none = [{ claim_id: 'c1', stance: 'rejects' as const, why: words, proof_wanted: words }]
      const response = asResponse(persona, {
        ...answer,
        ...rest,
        ...last,
        purchase_statement: words,
        beliefs: none,
        private_reasons: [],
      })
      const [mark] = checkFidelity({ people: [{ persona, response }] }).marks
      expect(mark?.skepticism_held).toBeLessThan(9)
    }
  })
})

describe('the analysis of a live discussion', () => {
  it('names the claims its findings are about, and explains the suppressed views without touching them', async () => {
    let [named, gaps] = [0, 0]
    for (const proposition of SOME.slice(0, 12)) {
      const { text: stimulus, category } = proposition
      const { claims, people, transcript } = await holdRoom(llm, proposition)
      const responses = people.map(({ response }) => response)
      const holders = people.slice(0, 2).map(({ persona }) => persona.name)
      const facts = { ...READ, stimulus, category, skepticism: 'medium' as const, claims, responses, discussion: null }
      const suppressed = [{ view: 'the people at home would not have it', holders }]
      const request = { task: 'analyse' as const, seed: 1, ...around }
      const heard = await llm.answer({ ...request, facts: { ...facts, turns: transcript, suppressed } }, options())
      const ids = ['', ...claims.map(({ claim_id }) => claim_id)]
      for (const { claim_id, claim } of heard.credibility_gaps) {
        expect(ids).toContain(claim_id)
        const about = claims.find((claim) => claim.claim_id === claim_id)
        if (about) expect(about.text.includes(claim) || claim.includes(about.text)).toBe(true)
        named += claim_id === '' ? 0 : 1
        gaps += 1
      }
      for (const { claim_id } of heard.competitive_vulnerabilities) expect(ids).toContain(claim_id)
      expect(heard.unsaid_objections).toEqual([])
      expect(heard.why_they_matter).toContain(`2 of ${people.length}`)
      const quiet = await llm.answer({ ...request, facts: { ...facts, turns: transcript } }, options())
      expect(quiet.why_they_matter).not.toBe(heard.why_they_matter)
    }
    // The others are about a claim that is not on the list of the weightiest.
    expect(named / gaps).toBeGreaterThan(0.5)
  })
})

describe('a rewrite', () => {
  const EXAMPLES = readdirSync('examples')
    .filter((name) => name.endsWith('.md') && !name.startsWith('guide-'))
    .map((name) => ({
      name,
      text: readFileSync(`examples/${name}`, 'utf8').trim(),
      category: 'food_drink' as Category,
    }))

  async function findingsFor(text: string, category: Category): Promise<Finding[]> {
    const { analysis } = await sit(llm, { text, category })
    return analysis.recommended_refinements.map(({ recommendation, addresses, priority }, at) => ({
      finding_id: `f${at + 1}`,
      finding: addresses,
      fix: recommendation,
      priority,
    }))
  }

  it('copies what it replaces, answers a finding, never overlaps, and nothing in it is invented', async () => {
    let applied = 0
    for (const { text, category } of [...SOME, ...EXAMPLES]) {
      const findings = await findingsFor(text, category)
      const { edits } = rewrite({ stimulus: text, category, findings })
      expect(rewrite({ stimulus: text, category, findings }).edits).toEqual(edits)
      let after = -1
      for (const { original, replacement, finding_id } of edits) {
        const at = text.indexOf(original)
        expect(at).toBeGreaterThanOrEqual(after)
        expect(text.indexOf(original, at + 1)).toBe(-1)
        expect(findings.map((finding) => finding.finding_id)).toContain(finding_id)
        expect(replacement.match(/\d+/g)?.filter((figure) => !text.includes(figure)) ?? []).toEqual([])
        after = at + original.length
      }
      for (const { problem } of checkEdits(text, findings, edits)) {
        expect(problem).not.toMatch(/names|speaks of|brings in|speak who|finding|touches/)
        applied += problem === '' ? 1 : 0
      }
    }
    expect(applied).toBeGreaterThan(15)
  })

  // In the launch no rule can mend a sentence that a finding quotes.
  it.each(EXAMPLES.filter(({ name }) => name !== 'saas-launch.md'))(
    'finds something to change in $name, and leaves whole sentences behind',
    async ({ text, category }) => {
      const findings = await findingsFor(text, category)
      const checked = checkEdits(text, findings, rewrite({ stimulus: text, category, findings }).edits)
      const refined = applyEdits(
        text,
        checked.flatMap(({ place }) => place ?? []),
      )
      expect(refined).not.toBe(text)
      expect(refined).not.toMatch(/ {2,}\S|\s[,.;!?](?:\s|$)|,\s*[.,]|\b(?:a|an|the) (?:a|an|the)\b|^\s*[-*]\s*$/m)
      for (const [, first = ''] of refined.matchAll(/[.!?] (\p{L})/gu)) expect(first).toBe(first.toUpperCase())
    },
  )

  it('makes no edit for what only the owner could supply', () => {
    const text = 'Nova is the best soap in the world. It is made from olive oil.'
    const missing: Finding = {
      finding_id: 'f1',
      finding: 'The text says nothing on what it costs (4 of 6 synthetic respondents).',
      fix: 'Add one plain sentence on what it costs.',
      priority: 'high',
    }
    expect(rewrite({ stimulus: text, category: 'fmcg', findings: [missing] }).edits).toEqual([])
  })
})
