import type { Concept } from '../../../data/lexicon.js'
import type { Category, Memory, Persona } from '../../../domain/persona.js'
import type { Sentiment } from '../../../domain/response.js'
import type { ReadClaim } from '../reading/claims.js'
import { conceptsIn } from '../reading/concepts.js'
import { painOf } from '../reading/price.js'
import { cuesIn, type Reading } from '../reading/reading.js'
import { unit } from './random.js'
import { APPEAL, ASKS, CONSIDERED, CREDIBILITY, clamp, GUT, INTENT, PRICE, SENTIMENT, STANCE } from './weights.js'

export type Stance = 'believes' | 'doubts' | 'rejects'
export type JudgedClaim = { readonly claim: ReadClaim; readonly credibility: number; readonly stance: Stance }
type Recalled = { readonly memory: Memory; readonly cues: readonly string[] }

/** One persona's judgement of one text in figures. All are 0–1 except `pain` (see painOf). */
export type Judgement = {
  readonly claims: readonly JudgedClaim[]
  readonly credibility: number
  readonly appeal: number
  readonly pain: number
  readonly gut: number
  readonly intent: number
  readonly considered: number
  /** Memories whose cues the text contains, strongest first. */
  readonly recalled: readonly Recalled[]
  /** Concepts the persona cares about. */
  readonly cares: ReadonlySet<Concept>
  /** Concepts the persona cares about that the text mentions. */
  readonly fit: readonly Concept[]
}

/**
 * The behaviour model: sums of named effects (weights.ts). Figures depend on the persona and on what the text says,
 * never on chance, so that a higher price or a further proof moves them in one direction only.
 */
export function judge(persona: Persona, reading: Reading, category: Category): Judgement {
  const { traits } = persona
  const skepticism = (clamp(persona.skepticism, 1, 10) - 1) / 9
  const claims = reading.claims.map((claim) => judgeClaim(claim, persona, skepticism, reading))
  const credibility = credibilityOf(claims)
  const cares = caresOf(persona)
  const fit = [...cares].filter((concept) => reading.concepts.has(concept))
  const recalled = recall(persona, reading)
  const appeal = appealOf(persona, reading, fit.length, recalled, claims)
  const pain = painOf(reading.price, category)
  const { parts } = reading
  const absurd = reading.claims.some((claim) => claim.absurd)

  const rawIntent =
    INTENT.base.value +
    INTENT.credibility.value * (credibility - INTENT.credibility_neutral.value) +
    INTENT.appeal.value * (appeal - 0.5) -
    (INTENT.price.value + INTENT.price_sensitive.value * traits.price_sensitivity) * pain +
    (parts.guarantee.length > 0 ? INTENT.guarantee.value : 0) -
    (parts.pressure.length > 0 ? INTENT.pressure.value * skepticism : 0) -
    (parts.strings.length > 0 ? INTENT.strings.value : 0) -
    INTENT.inertia.value * (1 - traits.novelty_seeking) +
    INTENT.own.value * (2 * unit([persona.persona_id, persona.name, 'own']) - 1)
  const intent = clamp(rawIntent, 0, 1)

  const boastCount = reading.claims.reduce(
    (sum, { boasts, weakness }) => sum + boasts + (weakness === 'vague' ? 1 : 0),
    0,
  )
  const boasts = Math.min(CREDIBILITY.hype_most.value, boastCount)
  const gut =
    GUT.base.value +
    GUT.appeal.value * (appeal - 0.5) +
    boasts * (GUT.thrill.value * (1 - skepticism) - GUT.cringe.value * skepticism) -
    GUT.sticker.value * traits.price_sensitivity * (pain - PRICE.at_usual.value) -
    (absurd ? GUT.absurd.value : 0)

  return {
    claims,
    credibility,
    appeal,
    pain,
    gut: clamp(gut, 0, 1),
    intent,
    considered: CONSIDERED.intent.value * intent + CONSIDERED.credibility.value * credibility,
    recalled,
    cares,
    fit,
  }
}

function judgeClaim(claim: ReadClaim, persona: Persona, skepticism: number, reading: Reading): JudgedClaim {
  const need = persona.traits.need_for_evidence
  const { evidence, asks } = claim
  const boasts = Math.min(CREDIBILITY.hype_most.value, claim.boasts)
  const hype =
    CREDIBILITY.hype.value *
    boasts *
    (CREDIBILITY.hype_trusting.value + (1 - CREDIBILITY.hype_trusting.value) * skepticism) *
    (1 - CREDIBILITY.hype_shield.value * evidence)
  const besideAbsurd = !claim.absurd && reading.claims.some((other) => other.absurd)
  const sum =
    CREDIBILITY.base.value -
    skepticism *
      (CREDIBILITY.skepticism_floor.value +
        CREDIBILITY.skepticism_asks.value * asks * (1 - CREDIBILITY.evidence_shields.value * evidence)) -
    CREDIBILITY.unproven.value * need * asks * (1 - evidence) +
    CREDIBILITY.evidence.value * evidence * (1 - CREDIBILITY.evidence_distrust.value * skepticism) -
    hype -
    (claim.absurd ? CREDIBILITY.absurd.value : 0) -
    (besideAbsurd ? CREDIBILITY.absurd_company.value : 0) -
    (reading.parts.pressure.length > 0 ? CREDIBILITY.company_pressure.value * skepticism : 0)
  const credibility = clamp(sum, 0, 1)
  return { claim, credibility, stance: stanceOf(credibility) }
}

export function stanceOf(credibility: number): Stance {
  if (credibility >= STANCE.believes.value) return 'believes'
  return credibility < STANCE.rejects.value ? 'rejects' : 'doubts'
}

/** The mean over the claims, drawn towards the weakest one. */
function credibilityOf(claims: readonly JudgedClaim[]): number {
  if (claims.length === 0) return CREDIBILITY.none.value
  const values = claims.map((claim) => claim.credibility)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return (1 - CREDIBILITY.worst.value) * mean + CREDIBILITY.worst.value * Math.min(...values)
}

function appealOf(
  persona: Persona,
  reading: Reading,
  fit: number,
  recalled: readonly Recalled[],
  claims: readonly JudgedClaim[],
): number {
  const { traits } = persona
  const { parts, legibility } = reading
  const further = Math.min(APPEAL.fit_most.value, Math.max(0, fit - 1))
  const memories = recalled.reduce((sum, { memory }) => sum + APPEAL.memory.value * memory.valence, 0)
  const benefitClaims = claims.filter(({ claim }) => claim.asks >= ASKS.benefit.value && !claim.absurd)
  const sum =
    APPEAL.base.value +
    APPEAL.useful.value * Math.max(0, ...benefitClaims.map(({ credibility }) => credibility)) +
    (fit > 0 ? APPEAL.fit_first.value + APPEAL.fit_more.value * further : -APPEAL.no_fit.value) +
    (parts.novelty.length > 0 ? APPEAL.novelty.value * (2 * traits.novelty_seeking - 1) : 0) +
    (parts.guarantee.length > 0 ? APPEAL.guarantee.value : 0) +
    (parts.crowd.length > 0 ? APPEAL.crowd.value * traits.conformity : 0) +
    clamp(memories, -APPEAL.memory_most.value, APPEAL.memory_most.value) -
    APPEAL.jargon.value * Math.min(APPEAL.jargon_most.value, parts.jargon.length) -
    (reading.claims.some((claim) => claim.absurd) ? APPEAL.absurd.value : 0) -
    (parts.harm.length > 0 ? APPEAL.harm.value : 0) -
    (legibility === 'clear' ? 0 : APPEAL[legibility].value) -
    readingEffort(persona, reading)
  return clamp(sum, 0, 1)
}

/** The effort of reading a hard text; people who look for evidence mind it less. 0 for a thin text. */
function readingEffort({ traits }: Persona, { ease, legibility }: Reading): number {
  if (legibility === 'thin' || legibility === 'unreadable') return 0
  const hardness = clamp((APPEAL.hard_from.value - ease) / APPEAL.hard_from.value, 0, 1)
  return hardness * (APPEAL.hard.value + APPEAL.hard_unmotivated.value * (1 - traits.need_for_evidence))
}

function caresOf({ psychographics }: Persona): ReadonlySet<Concept> {
  return conceptsIn([...psychographics.values, ...psychographics.aspirations].join(' . '))
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
