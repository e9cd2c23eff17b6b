import { describe, expect, it } from 'vitest'
import { bytesOf, documents, matched, planted } from '../../bench/research/planted.mjs'
import type { PersonaProfile } from '../../src/domain/personas/persona-profile.js'
import type { PersonaGenerationResult } from '../../src/domain/personas/persona-set.js'
import { stems } from '../../src/engine/persona-generation/own-evidence.js'
import { readDocuments } from '../../src/engine/persona-generation/passages.js'
import { readRespondents } from '../../src/engine/persona-generation/respondents.js'
import { statedAge } from '../../src/engine/persona-generation/stated-age.js'
import { readResearch } from '../../src/ingest/documents/read-research.js'
import { createRedactor } from '../../src/ingest/personal-data/redact.js'
import { runInMemory } from '../support/engine.js'
import { fakeEmbedder } from '../support/fake-embeddings.js'

const researchOf = (name: string) => readResearch([{ name, bytes: bytesOf(name) }], 'key')

async function generate(name: string, options: Parameters<typeof runInMemory>[2] = {}) {
  const input = { name: 'my-set', ...(await researchOf(name)), count: 30 }
  const run = await runInMemory('persona_generation', input, { embedder: fakeEmbedder, ...options })
  return run.result as PersonaGenerationResult
}

/** All that is said of a person, in their words or about them; what was drawn is not said. */
const saidOf = ({
  own_words,
  role,
  pain_points,
  goals,
  fears,
  values,
  deal_breakers,
  typical_workflow,
}: PersonaProfile) =>
  [own_words, role, pain_points, goals, fears, values, deal_breakers, typical_workflow].flat().join(' ')

/** The respondent whose words a person holds, by the passages behind them; more than one would be a mixture. */
function heldBy({ sources }: PersonaProfile, { passages }: PersonaGenerationResult): string[] {
  const respondentOf = new Map(passages.map(({ passage_id, respondent }) => [passage_id, respondent]))
  const quoted = sources.filter(({ basis, passage_id }) => basis === 'quoted' && passage_id !== null)
  return [...new Set(quoted.map(({ passage_id }) => respondentOf.get(passage_id ?? '') ?? ''))]
}

/** Words of a planted fact that no other respondent's facts share. */
function ownWordsOf(fact: string, respondent: string, document: string): string[] {
  const others = planted.filter((other) => other.document === document && other.respondent !== respondent)
  const shared = new Set(others.flatMap(({ facts }) => [...stems(facts.join(' '))]))
  return [...stems(fact)].filter((word) => !shared.has(word))
}

describe.each(documents)('%s, read offline', (name) => {
  it('has every respondent found, and no fact of one in a person who stands for another', async () => {
    const result = await generate(name)
    const found = matched(name, result.respondents, createRedactor)
    const people = planted.filter(({ document }) => document === name)
    expect([...found.keys()].sort()).toEqual(people.map(({ respondent }) => respondent).sort())
    const { texts } = textsOf(result)
    for (const person of result.personas) {
      const held = heldBy(person, result)
      expect(held).toHaveLength(1)
      const words = stems(saidOf(person))
      for (const { respondent, facts } of people) {
        if (found.get(respondent) === held[0]) continue
        const own = texts.get(held[0] ?? '') ?? new Set()
        for (const fact of facts) {
          const telling = ownWordsOf(fact, respondent, name).filter((word) => !own.has(word))
          const told = telling.filter((word) => words.has(word))
          expect(told.length < 2 || told.length < telling.length / 2, `${person.name}: ${fact}`).toBe(true)
        }
      }
    }
  })

  it('cuts no sentence: passages and own words end where sentences of the document end', async () => {
    const { documents: texts } = await researchOf(name)
    const { passages } = readDocuments(texts)
    for (const { document, start, end, text } of passages) {
      const whole = texts.find((candidate) => candidate.name === document)?.text ?? ''
      expect(whole.slice(start, end)).toBe(text)
      expect(/[\p{L}\p{N}]$/u.test(text) && /^[\p{L}\p{N}]/u.test(whole.slice(end)), text).toBe(false)
    }
  })
})

function textsOf({ passages, respondents }: PersonaGenerationResult) {
  const texts = new Map(
    respondents.map(({ respondent_id }) => [
      respondent_id,
      stems(
        passages
          .filter(({ respondent }) => respondent === respondent_id)
          .map(({ text, heading }) => `${heading} ${text}`)
          .join(' '),
      ),
    ]),
  )
  return { texts }
}

describe('a model that mixes respondents', () => {
  const model = { mode: 'anthropic', persona: 'p', analysis: 'a', judge: 'j' } as const

  it('is shown nobody else’s findings, and what it takes from elsewhere is left out and counted', async () => {
    const foreign = 'a double buggy for twins Zayn and Mina'
    const result = await generate('interviews.md', {
      model,
      answer: ({ task, facts }, made) => {
        if (task !== 'write_persona') return made
        const { brief, evidence } = facts as { brief: { respondent: string }; evidence: { respondent: string }[] }
        expect(evidence.every(({ respondent }) => respondent === '' || respondent === brief.respondent)).toBe(true)
        const prose = made as Record<string, unknown>
        return {
          ...prose,
          // Named by its number, told in its words without a number, and told with a number of nobody.
          pain_points: [
            { text: 'waiting at the stop', evidence_id: otherThan(brief.respondent) },
            { text: foreign, evidence_id: '' },
          ],
          goals: [{ text: 'more of the same', evidence_id: '' }],
        }
      },
    })
    const byRespondent = new Map(result.evidence.map(({ evidence_id, respondent }) => [evidence_id, respondent]))
    const aisha = matched('interviews.md', result.respondents, createRedactor).get('Aisha Rahmani')
    expect([...byRespondent.values()]).toContain(aisha)
    let others = 0
    for (const person of result.personas) {
      expect(heldBy(person, result)).toHaveLength(1)
      const isAisha = heldBy(person, result)[0] === aisha
      if (!isAisha) others++
      expect(person.pain_points, person.name).toEqual(isAisha ? [foreign] : [])
      expect(person.goals).toEqual(['more of the same'])
      expect(person.sources.find(({ field }) => field === 'goals.0')?.basis).toBe('assumed')
    }
    // Both statements of everybody else, and the wrongly numbered one of those who stand for her.
    expect(result.sources.mixed).toBe(others * 2 + (result.personas.length - others))
    expect(result.sources.sentence).toContain('they told what another respondent had said')
  })

  /** The first finding is the first respondent's, the sixtieth somebody's further down. */
  const otherThan = (respondent: string) => (respondent.endsWith('-r1') ? 'e60' : 'e1')

  it('gives a respondent to one kind only, and a case of nobody’s kind becomes a kind', async () => {
    const result = await generate('forum.md', {
      model,
      answer: ({ task, facts }, made) => {
        if (task !== 'plan_personas') return made
        const { respondents, evidence } = facts as {
          respondents: { respondent_id: string }[]
          evidence: { evidence_id: string; respondent: string }[]
        }
        const ids = respondents.map(({ respondent_id }) => respondent_id)
        const kind = {
          description: 'Keeps bees.',
          weight: 50,
          ages: { from: 60, to: 90 },
          variations: [],
          rules_out: [],
        }
        const last = evidence.filter(({ respondent }) => respondent === ids[1]).map(({ evidence_id }) => evidence_id)
        return {
          axes: [],
          rationale: 'Two kinds.',
          archetypes: [
            { ...kind, name: 'Old hand', respondents: ids.slice(0, 4), evidence_ids: [] },
            // Two of these are of the other kind already, and one is nobody.
            { ...kind, name: 'Newcomer', respondents: [...ids.slice(2, 6), 'd9-r9'], evidence_ids: last.slice(0, 2) },
          ],
          edge_cases: [{ name: 'Weighs by hand', description: 'No signal.', respondents: [ids[8]], evidence_ids: [] }],
        }
      },
    })
    const { archetypes, edge_cases } = result.plan
    const all = archetypes.flatMap(({ respondents }) => respondents)
    expect(new Set(all).size).toBe(all.length)
    expect(archetypes.map(({ name, respondents }) => [name, respondents.length])).toEqual([
      ['Old hand', 4],
      ['Newcomer', 2],
      ['Weighs by hand', 1],
    ])
    // What the second kind claimed of a respondent of the first is not its own.
    expect(archetypes[1]?.evidence_ids).toEqual([])
    expect(edge_cases[0]?.count).toBeGreaterThan(0)
    expect(result.reading?.respondents).toMatchObject({ found: 9, in_set: 7 })
    expect(result.reading?.respondents.left).toHaveLength(2)
    expect(result.reading?.needs).not.toBeNull()
    expect(result.reading?.sentences.join(' ')).toContain('not in it')
    for (const { archetype, edge_case, age } of result.personas) {
      expect(edge_case).toBe(archetype === 'Weighs by hand' ? 'Weighs by hand' : null)
      if (archetype === 'Newcomer') expect(age).toBeGreaterThanOrEqual(18)
    }
  })
})

describe('people of one surname', () => {
  const SAID = [
    ['Anna Brandt', 'Ich nutze die App jeden Tag.'],
    ['Jens Brandt', 'Mir fehlt dafür die Zeit.'],
    ['Frau Brandt', 'Ich finde den Preis gut.'],
    ['Herr Brandt', 'Ich finde ihn zu hoch.'],
  ] as const
  const [anna, jens] = [0, 1].map((at) => `${SAID[at]?.[1]} ${SAID[at + 2]?.[1]}`)
  const form = (heading: string, label: (name: string) => string, between: string) =>
    `${heading}${SAID.map(([name, said]) => `${label(name)} ${said}`).join(between)}`
  it.each([
    ['plain labels', form('', (name) => `${name}:`, '\n')],
    ['plain labels under a heading', form('# Interview\n\n', (name) => `${name}:`, '\n')],
    ['bold labels', form('# Gespräch\n\n', (name) => `**${name}:**`, '\n\n')],
    ['bold names', form('## Familie\n\n', (name) => `**${name}**:`, '\n\n')],
    [
      'degrees',
      form('', (name) => `${name.replace(/^(Frau|Herr)/, '$1 Prof. Dr.').replace(/^(Anna|Jens)/, 'Dr. $1')}:`, '\n'),
    ],
  ])('are as many respondents, each with their own words: %s', async (_, text) => {
    const { documents: read } = await readResearch([{ name: 'two.md', bytes: Buffer.from(text) }], 'key')
    const { respondents, passages } = readDocuments(read)
    const words = respondents.map(({ respondent_id }) =>
      passages
        .filter(({ respondent }) => respondent === respondent_id)
        .map((passage) => passage.text)
        .join(' '),
    )
    expect(respondents.map(({ label }) => label)).toEqual(['Person A', 'Person B'])
    expect(words).toEqual([anna, jens])
  })

  it('keep what each of them says out of a person whom a heading names', () => {
    const essay = ['# Ines Holm', 'I visited a family.', 'I took notes.', 'I went home.', 'I slept.']
    const { stretches } = readRespondents(
      [...essay, 'Person A: noisy.', 'Person B: fine.', 'It was late.'].join('\n\n'),
    )
    expect(stretches.slice(-3).map(({ speaker }) => speaker)).toEqual(['Person A', 'Person B', null])
  })
})

describe('lines with one turn each', () => {
  it.each([
    ['Person A: It is noisy.\nPerson B: I like it.\nPerson C: Too dear.', 3],
    ['Participant 1: It is noisy.\nParticipant 2: Fine.\nParticipant 3: Gone.\nParticipant 4: Again.', 4],
    ['- **P1:** I live alone.\n- **P2:** Fine.\n- **P3:** Too dear.', 3],
    ['Teilnehmerin 1 (34): Zu laut.\n\nTeilnehmerin 2 (51): Passt.\n\nTeilnehmerin 3 (28): Zu teuer.', 3],
    ['Moderator: And you?\nPerson A: Noisy.\nPerson B: I like it.\nPerson C: Too dear.\nModerator: Thank you.', 3],
    ['Price: I find it dear.\nNote: I would wait.\nMonday: I called.\nDelivery: I waited.', 1],
    ['Day 1: I unpacked it.\nDay 2: I called.\nDay 3: I gave up.', 1],
    ['Question 1: I like it.\nQuestion 2: I do not.\nQuestion 3: I may.', 1],
    ['A1: I like it.\nA2: I do not.\nA3: I may.', 1],
    ['Option A: I like it.\nOption B: I do not.\nOption C: I may.', 1],
    ['P1: The login crashes.\nP2: The logo is small.\nP3: A typo.', 0],
    ['I spoke at length.\n\nI was alone.\n\nPerson A: noisy.\nPerson B: fine.', 2],
    ['# Two\n\nPerson A: I use it daily.\nPerson B: I never do.', 2],
    ['Interviewer: How is it?\nPerson A: I use it daily.', 1],
  ])('%j: %i respondents', (text, count) => {
    const stretches = readRespondents(text).stretches.filter(({ speaker }) => speaker !== null)
    expect(new Set(stretches.map(({ speaker }) => speaker)).size).toBe(count)
  })
})

describe('ages', () => {
  it.each([
    ['Ines Holm, 43', [], { from: 43, to: 43 }],
    ['1. Maureen', [{ heading: '', text: "I'm seventy-four. I was the cook." }], { from: 74, to: 74 }],
    ['', [{ heading: 'Which age group are you in?', text: '35-44' }], { from: 35, to: 44 }],
    ['', [{ heading: 'Wie alt sind Sie?', text: 'Dreiundvierzig.' }], { from: 43, to: 43 }],
    ['', [{ heading: '', text: 'Ich bin 58 und müde.' }], { from: 58, to: 58 }],
    ['', [{ heading: '', text: 'I am 12 kilos lighter and I am two minutes away.' }], null],
    ['', [{ heading: '', text: 'The bus is late.' }], null],
  ])('%s %j: %j', (label, said, age) => {
    expect(statedAge(label, said)).toEqual(age)
  })

  it('that somebody has lived through are a lower bound', () => {
    expect(statedAge('', [{ heading: '', text: "I've kept bees since 1968." }])?.from).toBeGreaterThanOrEqual(60)
    expect(statedAge('', [{ heading: '', text: 'I am the landlord, nineteen years in May.' }])?.from).toBe(34)
  })
})
