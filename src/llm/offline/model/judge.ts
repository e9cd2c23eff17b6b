import type { Claim } from '../../../domain/panel/claim.js'
import type { Sentiment } from '../../../domain/panel/response.js'
import type { Category, Memory, Persona } from '../../../domain/personas/persona.js'
import type { ReadClaim } from '../reading/claims.js'
import { painOf } from '../reading/price.js'
import { cuesIn, type Reading } from '../reading/reading.js'
import { unit } from './random.js'
import { APPEAL, CONSIDERED, CREDIBILITY, clamp, GUT, INTENT, SENTIMENT, STANCE } from './weights.js'

export type Stance = 'believes' | 'doubts' | 'rejects'
/** `meaning`: −1 a harm … 1 a clear benefit; the lower of the values from the claims' reader and from the rules. */
export type JudgedClaim = ReadClaim & { readonly credibility: number; readonly stance: Stance }
type Recalled = { readonly memory: Memory; readonly cues: readonly string[] }

/** One persona's judgement of one text in figures. All are 0–1 except `pain` (see painOf). */
export type Judgement = {
  readonly claims: readonly JudgedClaim[]
  readonly credibility: number
  readonly appeal: number
  readonly gut: number
  readonly pain: number
  readonly intent: number
  readonly considered: number
  /** Memories whose cues the text contains, strongest first. */
  readonly recalled: readonly Recalled[]
}

/**
 * The behaviour model: sums of named effects (weights.ts). Figures depend on the persona and on the content of the
 * text, never on chance, so that a higher price or a further proof moves them in one direction only. `given`: claims
 * whose meaning a reader has judged; without them harm is found by the rules alone.
 */
export function judge(
  persona: Persona,
  reading: Reading,
  category: Category,
  given: readonly Pick<Claim, 'text' | 'meaning'>[] = [],
): Judgement {
  const { traits } = persona
  const skepticism = (clamp(persona.skepticism, 1, 10) - 1) / 9
  const claims = reading.claims
    .map((claim) => ({ ...claim, meaning: Math.min(claim.meaning, givenMeaning(claim, given)) }))
    .map((claim) => judgeClaim(claim, persona, skepticism, reading))
  const credibility = credibilityOf(claims)
  const recalled = recall(persona, reading)
  const appeal = appealOf(reading, recalled, claims)
  const pain = painOf(reading.price, category)
  const { parts } = reading

  const rawIntent =
    INTENT.base.value +
    INTENT.credibility.value * (credibility - INTENT.credibility_neutral.value) +
    INTENT.appeal.value * (appeal - APPEAL.base.value) -
    (INTENT.price.value + INTENT.price_sensitive.value * traits.price_sensitivity) * pain -
    (parts.pressure.length > 0 ? INTENT.pressure.value * skepticism : 0) -
    (parts.strings.length > 0 ? INTENT.strings.value : 0) -
    INTENT.inertia.value * (1 - traits.novelty_seeking) +
    INTENT.own.value * (2 * unit([persona.persona_id, persona.name, 'own']) - 1)
  const intent = clamp(rawIntent, 0, 1)
  const considered = CONSIDERED.intent.value * intent + CONSIDERED.credibility.value * credibility
  const gut = clamp(appeal + GUT.curious.value * (traits.novelty_seeking - 0.5), 0, 1)
  return { claims, credibility, appeal, gut, pain, intent, considered, recalled }
}

/** The meaning of the listed claims that overlap a claim of the reading; 1 for none. */
const givenMeaning = ({ text }: ReadClaim, given: readonly Pick<Claim, 'text' | 'meaning'>[]): number =>
  Math.min(1, ...given.filter((claim) => text.includes(claim.text) || claim.text.includes(text)).map(meaningOf))
const meaningOf = ({ meaning }: Pick<Claim, 'meaning'>): number => meaning

function judgeClaim(claim: ReadClaim, persona: Persona, skepticism: number, { claims }: Reading): JudgedClaim {
  const { evidence, asks } = claim
  const faith = asks * (1 - evidence)
  const isAbsurd = claim.weakness === 'absurd'
  const besideAbsurd = !isAbsurd && claims.some(({ weakness }) => weakness === 'absurd')
  const sum =
    CREDIBILITY.base.value -
    skepticism * (CREDIBILITY.skepticism_floor.value + CREDIBILITY.skepticism_asks.value * faith) -
    CREDIBILITY.unproven.value * persona.traits.need_for_evidence * faith +
    CREDIBILITY.evidence.value * evidence -
    (isAbsurd ? CREDIBILITY.absurd.value : 0) -
    (besideAbsurd ? CREDIBILITY.absurd_company.value : 0)
  const credibility = claim.meaning < 0 ? CREDIBILITY.admitted.value : clamp(sum, 0, 1)
  return { ...claim, credibility, stance: stanceOf(credibility) }
}

export function stanceOf(credibility: number): Stance {
  if (credibility >= STANCE.believes.value) return 'believes'
  return credibility < STANCE.rejects.value ? 'rejects' : 'doubts'
}

/** The mean credibility of the supporting claims, reduced by each believed harm, as in the panel's score. */
function credibilityOf(claims: readonly JudgedClaim[]): number {
  const support = claims.filter(({ meaning }) => meaning >= 0)
  const believed =
    support.length === 0
      ? CREDIBILITY.none.value
      : support.reduce((sum, { credibility }) => sum + credibility, 0) / support.length
  return claims.filter(({ meaning }) => meaning < 0).reduce((left, { meaning }) => left * (1 - meaning ** 2), believed)
}

function appealOf(
  { parts, legibility }: Reading,
  recalled: readonly Recalled[],
  claims: readonly JudgedClaim[],
): number {
  const memories = recalled.reduce((sum, { memory }) => sum + APPEAL.memory.value * memory.valence, 0)
  const worst = Math.min(0, ...claims.map(({ meaning }) => meaning))
  const sum =
    APPEAL.base.value +
    clamp(memories, -APPEAL.memory_most.value, APPEAL.memory_most.value) +
    (parts.guarantee.length > 0 ? APPEAL.guarantee.value : 0) -
    (parts.jargon.length > 0 ? APPEAL.jargon.value : 0) -
    (claims.some(({ weakness }) => weakness === 'absurd') ? APPEAL.absurd.value : 0) -
    APPEAL.harm.value * worst ** 2 -
    (legibility === 'thin' || legibility === 'unreadable' ? APPEAL.thin.value : 0)
  return clamp(sum, 0, 1)
}

function recall(persona: Persona, reading: Reading): Recalled[] {
  return persona.memories
    .map((memory) => ({ memory, cues: cuesIn(memory.cues, reading.wordline) }))
    .filter(({ cues }) => cues.length > 0)
    .sort((a, b) => Math.abs(b.memory.valence) - Math.abs(a.memory.valence))
}

/** The sentiment of a value 0–1; between the thresholds it is `mixed` for people with reasons on both sides, else `neutral`. */
export function sentimentOf(value: number, torn: boolean): Sentiment {
  if (value >= SENTIMENT.positive.value) return 'positive'
  if (value < SENTIMENT.negative.value) return 'negative'
  return torn ? 'mixed' : 'neutral'
}
