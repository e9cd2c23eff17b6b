import { archetypes } from '../../src/data/archetypes.js'
import type { AnalystAnswer } from '../../src/domain/panel/analysis.js'
import type { Claim } from '../../src/domain/panel/claim.js'
import type { DiscussionScript } from '../../src/domain/panel/discussion.js'
import { type PersonaAnswer, QUOTE_SOURCES, type Response } from '../../src/domain/panel/response.js'
import type { Category, Persona, SkepticismLevel } from '../../src/domain/personas/persona.js'
import { locateClaims } from '../../src/engine/panel/claims/claims.js'
import { type SeatPanelInput, seatPanel } from '../../src/engine/personas/seat-panel.js'
import type { Llm, Meter } from '../../src/llm/client.js'

export const LEVELS: readonly SkepticismLevel[] = ['low', 'medium', 'high', 'extreme']

/** A ledger nobody may touch: the offline model sends nothing. */
export const noMeter: Meter = {
  open: () => Promise.reject(new Error('the offline model must not open a call')),
  close: () => Promise.reject(new Error('the offline model must not close a call')),
}
export const options = () => ({ meter: noMeter, signal: new AbortController().signal })
export const around = { prompt: { rules: '', shared: '', own: '' }, lane: 'test' }

/** A plain question: no claims listed, no secret ballot, nothing seen before. */
export const ASKED = { about: '', claims: [], ballot: false, variant: 0, seen: [], feedback: '' }
/** What an analyst reads where no live discussion was held. */
export const READ = { about: '', claims: [], turns: [], suppressed: [] }

export type Panel = {
  personas: Persona[]
  responses: Response[]
  discussion: DiscussionScript
  analysis: AnalystAnswer
}
export type Sitting = Partial<SeatPanelInput> & { text: string; category: Category }

export function seats({ text, category, ...given }: Sitting): Persona[] {
  return seatPanel({ panel: [], count: 6, skepticism: 'medium', seed: 1, ...given, category, stimulus: text })
}

/** One person of every archetype. */
export function everybody(text: string, category: Category, skepticism: SkepticismLevel = 'medium'): Persona[] {
  const panel = archetypes().map(({ archetype_id }) => archetype_id)
  return seats({ text, category, skepticism, panel, count: panel.length })
}

export function asResponse(persona: Persona, answer: PersonaAnswer): Response {
  const { persona_id, archetype, influence_type } = persona
  const { private_reasons: _, ...rest } = answer
  return { ...rest, persona_id, archetype, influence_type, intent_pmf: null, intent_method: null }
}

/** The claims of a text with what its reader says they mean. */
export async function claimsOf(llm: Llm, { text: stimulus, category }: Sitting): Promise<Claim[]> {
  const facts = { stimulus, about: '', category }
  const { claims } = await llm.answer({ task: 'claims', facts, seed: 1, ...around }, options())
  return locateClaims(stimulus, claims)
}

export async function respondAll(
  llm: Llm,
  personas: readonly Persona[],
  sitting: Sitting,
  claims: readonly Claim[] = [],
): Promise<Response[]> {
  const { text: stimulus, category, skepticism = 'medium', seed = 1 } = sitting
  const shared = { ...ASKED, stimulus, about: '', category, skepticism, claims: [...claims] }
  const answers = await Promise.all(
    personas.map((persona) =>
      llm.answer({ task: 'respond', facts: { ...shared, persona }, seed, ...around }, options()),
    ),
  )
  return answers.map((answer, i) => asResponse(personas[i] as Persona, answer))
}

export async function sit(llm: Llm, sitting: Sitting): Promise<Panel> {
  const { seed = 1 } = sitting
  const answered = await answersTo(llm, sitting)
  const { personas, responses } = answered
  const discussion = await llm.answer(
    { task: 'discuss_quick', facts: { ...sharedFacts(sitting), personas, responses }, seed, ...around },
    options(),
  )
  return { personas, responses, discussion, analysis: await analysisOf(llm, sitting, answered, discussion) }
}

/** A panel that only answers, for its scores: what is said in a discussion is no part of them. */
export async function sitInSilence(llm: Llm, sitting: Sitting): Promise<Omit<Panel, 'discussion'>> {
  const answered = await answersTo(llm, sitting)
  const { personas, responses } = answered
  return { personas, responses, analysis: await analysisOf(llm, sitting, answered, null) }
}

const sharedFacts = ({ text: stimulus, category, skepticism = 'medium' }: Sitting) => ({
  ...{ stimulus, about: '', category, skepticism },
})

type Answered = { personas: Persona[]; claims: Claim[]; responses: Response[] }

async function answersTo(llm: Llm, sitting: Sitting): Promise<Answered> {
  const personas = seats(sitting)
  const claims = await claimsOf(llm, sitting)
  return { personas, claims, responses: await respondAll(llm, personas, sitting, claims) }
}

function analysisOf(
  llm: Llm,
  sitting: Sitting,
  { claims, responses }: Answered,
  discussion: DiscussionScript | null,
): Promise<AnalystAnswer> {
  const facts = { ...sharedFacts(sitting), ...READ, claims, responses, discussion }
  return llm.answer({ task: 'analyse', facts, seed: sitting.seed ?? 1, ...around }, options())
}

export const fieldsOf = (response: Response): string[] => QUOTE_SOURCES.flatMap((source) => response[source])
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
