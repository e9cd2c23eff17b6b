import type { Argument, Objection } from '../../src/data/lexicon.js'
import type { AnalystAnswer } from '../../src/domain/analysis.js'
import type { Category, Memory, Persona, Traits } from '../../src/domain/persona.js'
import type { PersonaAnswer, Response } from '../../src/domain/response.js'
import { type Judgement, judge } from '../../src/llm/offline/model/judge.js'
import { type Point, pointsOf, privatePointsOf } from '../../src/llm/offline/model/points.js'
import { painOf } from '../../src/llm/offline/reading/price.js'
import { createReader, type Read, type Reading } from '../../src/llm/offline/reading/reading.js'
import { analyse } from '../../src/llm/offline/tasks/analyse.js'
import { discussQuick } from '../../src/llm/offline/tasks/discuss-quick.js'
import { respond } from '../../src/llm/offline/tasks/respond.js'
import { ASKED, asResponse, READ } from './offline-panel.js'

/** A weight, the value at which it has no effect, and what would then no longer be so. */
export type Probe = {
  readonly weight: string
  readonly neutral: number
  readonly says: string
  readonly holds: () => boolean
}

let reader: Read = await createReader()()
/** Forgets what was read: some weights act while a text is being read. */
export async function readAfresh(): Promise<void> {
  reader = await createReader()()
}
export const read: Read = (text) => reader(text)

type Who = Partial<Traits> & {
  id?: string
  skepticism?: number
  cares?: string[]
  memories?: Memory[]
  lifestage?: string
  influence?: Persona['influence_type']
}

/** Somebody in the middle of every scale who cares about nothing that a text of these probes speaks of. */
export function who(given: Who = {}): Persona {
  const { id = 'probe-1', skepticism = 5.5, cares = ['zebras'], memories = [], lifestage = 'lives alone' } = given
  return {
    persona_id: id,
    name: id,
    archetype: 'probe',
    archetype_name: 'Probe',
    description: 'Somebody.',
    demographics: { age: 40, lifestage, income_bracket: 'average' },
    psychographics: { values: cares, tensions: [], aspirations: [] },
    communication_tone: 'Blunt',
    decision_style: '',
    influence_type: given.influence ?? 'observer',
    traits: {
      price_sensitivity: given.price_sensitivity ?? 0.5,
      novelty_seeking: given.novelty_seeking ?? 0.5,
      need_for_evidence: given.need_for_evidence ?? 0.5,
      conformity: given.conformity ?? 0.5,
    },
    skepticism,
    memories,
    memory_narrative: '',
  }
}
export const trusting: Who = { skepticism: 1 }
export const distrustful: Who = { skepticism: 10 }
/** As many people who differ in nothing but who they are. */
export const alike = (count: number, given: Who = {}): Persona[] =>
  Array.from({ length: count }, (_, i) => who({ ...given, id: `probe-${i + 1}` }))

let remembered = 0
/** A memory that every text of these probes with a soap in it calls up. */
export function memory(valence: number): Memory {
  return { memory_id: `m${remembered++}`, category: 'fmcg', text: `Soap, ${valence}.`, valence, cues: ['soap'] }
}

export const on = (text: string, given: Who = {}, category: Category = 'fmcg', persona = who(given)): Judgement =>
  judge(persona, read(text), category)
/** Credibility of the first claim. */
export const believed = (text: string, given: Who = {}): number => on(text, given).claims[0]?.credibility ?? Number.NaN
export const asks = (text: string): number => read(text).claims[0]?.asks ?? Number.NaN
export const pain = (text: string, category: Category = 'fmcg'): number => painOf(read(text).price, category)

export const points = (text: string, persona: Persona, category: Category = 'fmcg') => {
  const reading: Reading = read(text)
  return pointsOf(persona, reading, judge(persona, reading, category), category)
}
const strongest = (found: readonly Point<string>[], kind: string) =>
  found.find((point) => point.kind === kind)?.strength
/** Mean strength of an objection over people who are alike, so that their whims cancel out; 0 for who has none. */
export const objection = (kind: Objection, text: string, given: Who = {}): number =>
  average(alike(40, given).map((persona) => strongest(points(text, persona).against, kind) ?? 0))
export const argument = (kind: Argument, text: string, given: Who = {}): number =>
  average(alike(40, given).map((persona) => strongest(points(text, persona).inFavour, kind) ?? 0))

export const unspoken = (text: string, persona: Persona, category: Category = 'fmcg'): string[] => {
  const reading = read(text)
  return privatePointsOf(persona, reading, judge(persona, reading, category), category)
}
/** How many of forty who are alike think of the one before the other, or of the one at all. */
export const thinkOf = (kind: string, text: string, given: Who, before?: string): number =>
  alike(40, given).filter((persona) => {
    const thoughts = unspoken(text, persona)
    if (!thoughts.includes(kind)) return false
    return before === undefined || !thoughts.includes(before) || thoughts.indexOf(kind) < thoughts.indexOf(before)
  }).length

export const answer = (text: string, persona: Persona, category: Category = 'fmcg'): PersonaAnswer =>
  respond({ ...ASKED, persona, stimulus: text, category, skepticism: 'medium' }, read, 1)

/** The answers of a panel, changed by hand where a probe is about counting them. */
export function panel(
  text: string,
  changes: readonly Partial<Response>[],
  people: readonly Persona[] = alike(changes.length),
): Response[] {
  return changes.map((change, i) => {
    const persona = people[i] ?? who()
    return { ...asResponse(persona, answer(text, persona)), ...change }
  })
}
export const analysed = (text: string, responses: Response[]): AnalystAnswer =>
  analyse({ ...READ, stimulus: text, category: 'fmcg', skepticism: 'medium', responses, discussion: null }, read)
export const discussed = (text: string, personas: Persona[], responses: Response[]) =>
  discussQuick({ stimulus: text, category: 'fmcg', skepticism: 'medium', personas, responses }, read, 1)

export const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
