import { type ClaimWeakness, type Concept, LEXICON } from '../../../data/lexicon.js'
import { ASKS, clamp, EVIDENCE_WEIGHTS, LIMITS } from '../model/weights.js'
import { conceptsIn } from './concepts.js'
import { type Hit, hitsOf } from './hits.js'
import { quotable } from './quote.js'
import type { Segment, Span } from './segments.js'

export type ReadClaim = Span & {
  readonly claim_id: string
  /** The part of the claim that a person would quote, verbatim. */
  readonly quote: string
  /** 0–1: the evidence that the text offers for it. */
  readonly evidence: number
  /** The part of that evidence that stands in the claim itself. */
  readonly own_evidence: number
  /** 0–1: how much belief it asks for. */
  readonly asks: number
  readonly boasts: number
  readonly absurd: boolean
  /** `null` for a plain statement. */
  readonly weakness: ClaimWeakness | null
  readonly concepts: ReadonlySet<Concept>
}

type ClaimDraft = Omit<ReadClaim, 'claim_id' | 'evidence'> & { neighbour: number }

const MIN_WORDS = 3
const MIN_JARGON_WORDS = 2
/** The beginning of a call to action. Calls to action, prices and offers are not claims about the product. */
const CALL_TO_ACTION =
  /^(?:order|buy|try|sign|subscribe|click|call|visit|get yours|shop|book|download|join|start|send|tell|pre-?order|add to|use code|hurry|not happy|questions|find us|contact)\b/u
const PROOF_ONLY =
  /^(?:\d+ (?:out )?of \d+ (?:\p{L}+ ){0,2}(?:agreed|said|say|confirmed|preferred|chose)|source|tested|proven|measured|verified|certified|audited|published|shown|confirmed|results? (?:from|of)|in (?:a|our|an|one) (?:\S+ ){0,4}(?:study|trial|test|survey|tasting)|according to|based on|see the|read the|data from|independent(?:ly)?)\b/u
/** Boundaries of clauses. A clause with proof in it does not itself ask to be believed. */
const CLAUSES = /[,;:()]|\s[–—-]\s/u

/** The end of a quotation before the name of its source: “…” — */
const SIGNATURE = /[”"]\s*[–—-]\s/u
const MAX_SIGNATURE_PREFIX = 8

/**
 * The claims of a text in reading order: every declarative sentence, bullet or heading that says something about the
 * product. `lower` is the whole text in lower case, same offsets.
 */
export function readClaims(segments: readonly Segment[], lower: string): ReadClaim[] {
  const drafts: ClaimDraft[] = []
  // A claim and the proofs that follow it; each further proof supports all of them.
  let currentRow: ClaimDraft[] = []
  for (const segment of segments) {
    if (drafts.length === LIMITS.claims.value) break
    const evidence = evidenceIn(segment.lower)
    const alone = evidence >= EVIDENCE_WEIGHTS.stands_alone.value
    const supports = currentRow.length > 0 && evidence > 0 && (alone || PROOF_ONLY.test(segment.lower))
    if (supports) for (const claim of currentRow) claim.neighbour = Math.max(claim.neighbour, evidence)
    if (!isClaim(segment) || (supports && !alone) || isSignature(segment, lower)) continue
    const claim = draftClaim(segment, evidence)
    drafts.push(claim)
    currentRow = supports ? [...currentRow, claim] : [claim]
  }
  return drafts.map(({ neighbour, ...claim }, i) => ({
    ...claim,
    claim_id: `claim-${i + 1}`,
    evidence: clamp(claim.own_evidence + neighbour * EVIDENCE_WEIGHTS.neighbour.value, 0, 1),
  }))
}

const isSignature = ({ start }: Segment, lower: string): boolean =>
  SIGNATURE.test(lower.slice(Math.max(0, start - MAX_SIGNATURE_PREFIX), start + 2))

function isClaim({ lower, tokens }: Segment): boolean {
  const words = tokens.filter(({ text }) => /^\p{L}/u.test(text)).length
  if (words < 2 || lower.endsWith('?') || CALL_TO_ACTION.test(lower)) return false
  const promises =
    asksOf(lower) > ASKS.plain.value ||
    [LEXICON.claims().figure, ...LEXICON.claims().absurd].some((pattern) => hitsOf(pattern, lower).length > 0)
  if (promises) return true
  if (words < MIN_WORDS) return false
  if (
    [LEXICON.claims().guarantee, LEXICON.claims().pressure, LEXICON.claims().crowd].some(
      (pattern) => hitsOf(pattern, lower).length > 0,
    )
  )
    return false
  if (/(?:£|\$|€|¥)\s?\d|\d\s?(?:€|eur|usd|gbp|pence)/u.test(lower)) return false
  return tokens.some(({ pos }) => pos === 'VERB' || pos === 'AUX') || /^(?:no|zero|without|made)\b/u.test(lower)
}

function draftClaim(segment: Segment, own: number): ClaimDraft {
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
  const focus = [absurd, boasts, figures, counted, weak, benefits, vague].find((hits) => hits.length > 0)?.[0]
  const jargon = hitsOf(LEXICON.claims().jargon, claimed)
  // The first that applies is the claim's weakness.
  const weaknesses: readonly (readonly [ClaimWeakness, boolean])[] = [
    ['absurd', absurd.length > 0],
    ['superlative', boasts.length > 0],
    ['figure', figures.length + weak.length > 0],
    ['promise', benefits.length > 0],
    ['vague', vague.length > 0 || jargon.length >= MIN_JARGON_WORDS],
  ]
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

/** The offset of a hit in the whole segment: it may have been found in a shortened text. */
function focusIn(lower: string, hit: Hit): number {
  return Math.max(0, lower.indexOf(hit.text))
}

/** The result of a count: "n = 40", "7 of 10". */
const RESULT = /\bn ?= ?\d|\d (?:out )?of \d/u

/** The points of all kinds of evidence found, 0–1; each kind counts once. */
function evidenceIn(lower: string): number {
  const { evidence } = LEXICON.claims()
  const found = Object.values(evidence).filter(({ heard }) => hitsOf(heard, lower).length > 0)
  // "For shops with 5 to 80 people" is not a sample.
  const [only] = found
  if (found.length === 1 && only === evidence.sample && !RESULT.test(lower)) return 0
  return clamp(
    found.reduce((sum, { points }) => sum + points, 0),
    0,
    1,
  )
}

/** The claim without its proof, so that an added proof never makes it ask for more belief. */
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
    hitsOf(LEXICON.claims().jargon, claimed).length >= MIN_JARGON_WORDS ? ASKS.jargon.value : 0,
    hitsOf(LEXICON.claims().benefit, claimed).length > 0 ? ASKS.benefit.value : 0,
    figures > 0 ? ASKS.figure.value : 0,
    hitsOf(LEXICON.claims().weak_proof, claimed).length > 0 ? ASKS.weak_proof.value : 0,
    hitsOf(LEXICON.claims().superlative, claimed).length > 0 ? ASKS.superlative.value : 0,
  ]
  return Math.max(...found)
}
