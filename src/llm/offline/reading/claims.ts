import { type ClaimWeakness, type Concept, LEXICON } from '../../../data/lexicon.js'
import { ASKS, clamp, EVIDENCE_WEIGHTS, LIMITS } from '../model/weights.js'
import { conceptsIn } from './concepts.js'
import { type Hit, hitsOf } from './lexicon.js'
import { quotable } from './quote.js'
import type { Segment, Span } from './segments.js'

export type ReadClaim = Span & {
  readonly claim_id: string
  /** The part of it a person would quote, verbatim. */
  readonly quote: string
  /** 0–1: what the text offers as proof of it. */
  readonly evidence: number
  /** The part of it that stands in the claim itself. */
  readonly own_evidence: number
  /** 0–1: how much it asks to be believed. */
  readonly asks: number
  readonly boasts: number
  readonly absurd: boolean
  /** `null` for a plain statement. */
  readonly weakness: ClaimWeakness | null
  readonly concepts: ReadonlySet<Concept>
}

type Draft = Omit<ReadClaim, 'claim_id' | 'evidence'> & { neighbour: number }

const LEAST_WORDS = 3
const HEAVY_JARGON = 2
/** Sentences that ask for an action, name a price or make an offer claim nothing about the product. */
const CALL =
  /^(?:order|buy|try|sign|subscribe|click|call|visit|get yours|shop|book|download|join|start|send|tell|pre-?order|add to|use code|hurry|not happy|questions|find us|contact)\b/u
const PROOF_ONLY =
  /^(?:\d+ (?:out )?of \d+ (?:\p{L}+ ){0,2}(?:agreed|said|say|confirmed|preferred|chose)|source|tested|proven|measured|verified|certified|audited|published|shown|confirmed|results? (?:from|of)|in (?:a|our|an|one) (?:\S+ ){0,4}(?:study|trial|test|survey|tasting)|according to|based on|see the|read the|data from|independent(?:ly)?)\b/u
/** Proof sits in clauses; what stands in such a clause asks for nothing on its own. */
const CLAUSES = /[,;:()]|\s[–—-]\s/u

/** What stands before the name of somebody quoted: “…” — */
const SIGNS = /[”"]\s*[–—-]\s/u
const LONGEST_SIGN = 8

/**
 * The claims of a text in its order: every declarative sentence, bullet or heading that says something about the
 * product. `lower` is the whole text in lower case, same offsets.
 */
export function readClaims(segments: readonly Segment[], lower: string): ReadClaim[] {
  const drafts: Draft[] = []
  // A claim and the proofs that follow it; a further proof serves all of them, so none can come between.
  let row: Draft[] = []
  for (const segment of segments) {
    if (drafts.length === LIMITS.claims.value) break
    const evidence = evidenceIn(segment.lower)
    const alone = evidence >= EVIDENCE_WEIGHTS.stands_alone.value
    const supports = row.length > 0 && evidence > 0 && (alone || PROOF_ONLY.test(segment.lower))
    if (supports) for (const claim of row) claim.neighbour = Math.max(claim.neighbour, evidence)
    if (!isClaim(segment) || (supports && !alone) || signs(segment, lower)) continue
    const claim = draft(segment, evidence)
    drafts.push(claim)
    row = supports ? [...row, claim] : [claim]
  }
  return drafts.map(({ neighbour, ...claim }, i) => ({
    ...claim,
    claim_id: `claim-${i + 1}`,
    evidence: clamp(claim.own_evidence + neighbour * EVIDENCE_WEIGHTS.neighbour.value, 0, 1),
  }))
}

const signs = ({ start }: Segment, lower: string): boolean =>
  SIGNS.test(lower.slice(Math.max(0, start - LONGEST_SIGN), start + 2))

function isClaim({ lower, tokens }: Segment): boolean {
  const words = tokens.filter(({ text }) => /^\p{L}/u.test(text)).length
  if (words < 2 || lower.endsWith('?') || CALL.test(lower)) return false
  const promises =
    asksOf(lower) > ASKS.plain.value ||
    [LEXICON.claims().figure, ...LEXICON.claims().absurd].some((pattern) => hitsOf(pattern, lower).length > 0)
  if (promises) return true
  if (words < LEAST_WORDS) return false
  if (
    [LEXICON.claims().guarantee, LEXICON.claims().pressure, LEXICON.claims().crowd].some(
      (pattern) => hitsOf(pattern, lower).length > 0,
    )
  )
    return false
  if (/(?:£|\$|€|¥)\s?\d|\d\s?(?:€|eur|usd|gbp|pence)/u.test(lower)) return false
  return tokens.some(({ pos }) => pos === 'VERB' || pos === 'AUX') || /^(?:no|zero|without|made)\b/u.test(lower)
}

function draft(segment: Segment, own: number): Draft {
  const { lower } = segment
  const claimed = withoutProof(lower)
  const absurd = LEXICON.claims().absurd.flatMap((pattern) => hitsOf(pattern, lower))
  const boasts = hitsOf(LEXICON.claims().superlative, claimed)
  const figures = own > 0 ? [] : hitsOf(LEXICON.claims().figure, lower)
  const vague = hitsOf(LEXICON.claims().vague, claimed)
  const benefits = hitsOf(LEXICON.claims().benefit, claimed)
  const weak = hitsOf(LEXICON.claims().weak_proof, lower)
  const counted =
    own > 0 ? [...hitsOf(LEXICON.claims().figure, lower), ...hitsOf(LEXICON.claims().evidence.sample.heard, lower)] : []
  const jargon = hitsOf(LEXICON.claims().jargon, claimed)
  const weaknesses: [Draft['weakness'], boolean][] = [
    ['absurd', absurd.length > 0],
    ['superlative', boasts.length > 0],
    ['figure', figures.length + weak.length > 0],
    ['promise', benefits.length > 0],
    ['vague', vague.length > 0 || jargon.length >= HEAVY_JARGON],
  ]
  const focus = [absurd, boasts, figures, counted, weak, benefits, vague].find((hits) => hits.length > 0)?.[0]
  return {
    text: segment.text,
    start: segment.start,
    end: segment.end,
    quote: quotable(segment.text, focus && focusIn(lower, focus)),
    asks: absurd.length > 0 ? ASKS.absurd.value : asksOf(lower),
    boasts: boasts.length,
    absurd: absurd.length > 0,
    weakness: weaknesses.find(([, found]) => found)?.[0] ?? null,
    concepts: conceptsIn(lower),
    own_evidence: weak.length > 0 ? Math.max(own, EVIDENCE_WEIGHTS.weak_proof.value) : own,
    neighbour: 0,
  }
}

/** The exact place of a hit: it may have been found in a shortened text. */
function focusIn(lower: string, hit: Hit): number {
  return Math.max(0, lower.indexOf(hit.text))
}

/** So many of so many: a count that was made. */
const RESULT = /\bn ?= ?\d|\d (?:out )?of \d/u

/** 0–1, the points of every kind of evidence found, each kind once. */
function evidenceIn(lower: string): number {
  const { evidence } = LEXICON.claims()
  const found = Object.values(evidence).filter(({ heard }) => hitsOf(heard, lower).length > 0)
  // "For shops with 5 to 80 people" counts nobody who was asked.
  const [only] = found
  if (found.length === 1 && only === evidence.sample && !RESULT.test(lower)) return 0
  return clamp(
    found.reduce((sum, { points }) => sum + points, 0),
    0,
    1,
  )
}

/** The claim less its proof, so that a proof added to it never makes it ask for more belief. */
function withoutProof(lower: string): string {
  if (evidenceIn(lower) === 0) return lower
  const clauses = lower.split(CLAUSES).filter((clause) => evidenceIn(clause) === 0 && clause.trim() !== '')
  return clauses.length === 0 ? lower : clauses.join(' , ')
}

function asksOf(lower: string): number {
  const claimed = withoutProof(lower)
  const figures = evidenceIn(lower) > 0 ? 0 : hitsOf(LEXICON.claims().figure, lower).length
  const found = [
    ASKS.plain.value,
    hitsOf(LEXICON.claims().vague, claimed).length > 0 ? ASKS.vague.value : 0,
    hitsOf(LEXICON.claims().jargon, claimed).length >= HEAVY_JARGON ? ASKS.jargon.value : 0,
    hitsOf(LEXICON.claims().benefit, claimed).length > 0 ? ASKS.benefit.value : 0,
    figures > 0 ? ASKS.figure.value : 0,
    hitsOf(LEXICON.claims().weak_proof, claimed).length > 0 ? ASKS.weak_proof.value : 0,
    hitsOf(LEXICON.claims().superlative, claimed).length > 0 ? ASKS.superlative.value : 0,
  ]
  return Math.max(...found)
}
