import { LEXICON, type Objection } from '../../../data/lexicon.js'
import { CURRENCY_BEFORE, CURRENCY_BEHIND } from '../../../domain/text/currencies.js'
import { ASKS, clamp, EVIDENCE_WEIGHTS, LIMITS } from '../model/weights.js'
import { type Hit, hitsOf } from './hits.js'
import { tellsPlainPrice } from './price.js'
import { quotable } from './quote.js'
import type { Segment, Span } from './segments.js'

/** Rules that classify a claim, the gravest first; each is a list of data/lexicon/claims.yaml. */
const CLAIM_RULES = ['harm', 'no_better', 'absurd', 'superlative', 'figure', 'vague'] as const
type ClaimRule = (typeof CLAIM_RULES)[number]

export type ReadClaim = Span & {
  /** The part of the claim that a person would quote, verbatim. */
  readonly quote: string
  /** 0–1: the evidence for the claim in the whole text. */
  readonly evidence: number
  /** The part of that evidence in the claim itself. */
  readonly own_evidence: number
  /** 0–1: how much belief the claim asks for. */
  readonly asks: number
  /** Its weakness: the rule that matched, else `unproven` without evidence, else none. */
  readonly weakness: Objection | null
  /** The words of it that no text can stand for, each with the part a person would quote. */
  readonly boasts: readonly Boast[]
  /** Its meaning for the buyer by the rules: −1 a harm, −0.5 no gain, else 1. */
  readonly meaning: number
}

const BOASTS = ['absurd', 'superlative'] as const satisfies readonly ClaimRule[]
type Boast = { readonly kind: (typeof BOASTS)[number]; readonly quote: string }

type ClaimDraft = Omit<ReadClaim, 'evidence' | 'weakness'> & { rule: ClaimRule | null; neighbour: number }

const MIN_WORDS = 3
/** Beginnings of calls to action. Calls to action, prices and offers are not claims about the product. */
const CALL_TO_ACTION =
  /^(?:order|buy|try|sign|subscribe|click|call|visit|get yours|shop|book|download|join|start|send|tell|pre-?order|add to|use code|hurry|not happy|questions|find us|contact|come|ask|choose|pick)\b/u
const PROOF_ONLY =
  /^(?:\d+ (?:out )?of \d+ (?:\p{L}+ ){0,2}(?:agreed|said|say|confirmed|preferred|chose)|source|tested|proven|measured|verified|certified|audited|published|shown|confirmed|results? (?:from|of)|in (?:a|our|an|one) (?:\S+ ){0,4}(?:study|trial|test|survey|tasting)|according to|based on|see the|read the|data from|independent(?:ly)?)\b/u
/** A price. “20 pounds” may be a weight; “EUR 9”, “9 $” and “9 dollars” are left as claims, so that scores stay what they were. */
const TELLS_PRICE = new RegExp(
  String.raw`(?!eur|usd|gbp)${CURRENCY_BEFORE}\s?\d|\d\s?(?:eur|pence|(?![$£]|dollar|pound)${CURRENCY_BEHIND})`,
  'iu',
)
/** Boundaries of clauses. A clause with proof in it asks for no belief itself. */
const CLAUSES = /[,;:()]|\s[–—-]\s/u

/** The end of a quotation before the name of its source: “…” — */
const SIGNATURE = /[”"]\s*[–—-]\s/u
const MAX_SIGNATURE_PREFIX = 8

/**
 * The claims of a text in reading order: every declarative sentence, bullet or heading about the product. `lower` is
 * the whole text in lower case, same offsets.
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
  return drafts.map(({ neighbour, rule, ...claim }) => {
    const evidence = clamp(claim.own_evidence + neighbour * EVIDENCE_WEIGHTS.neighbour.value, 0, 1)
    return { ...claim, evidence, weakness: rule ?? (evidence > 0 ? null : 'unproven') }
  })
}

const isSignature = ({ start }: Segment, lower: string): boolean =>
  SIGNATURE.test(lower.slice(Math.max(0, start - MAX_SIGNATURE_PREFIX), start + 2))

function isClaim({ lower, tokens }: Segment): boolean {
  const words = tokens.filter(({ text }) => /^\p{L}/u.test(text)).length
  if (words < 1 || lower.endsWith('?') || CALL_TO_ACTION.test(lower)) return false
  // “Unbelievable.”
  if (words < 2) return ruleIn(lower)?.rule === 'superlative'
  if (ruleIn(lower) !== null || evidenceIn(lower) >= EVIDENCE_WEIGHTS.stands_alone.value) return true
  if (words < MIN_WORDS) return false
  const { guarantee, pressure, disclaimer, around } = LEXICON.claims()
  if ([guarantee, pressure, disclaimer, around].some((pattern) => hitsOf(pattern, lower).length > 0)) return false
  if (TELLS_PRICE.test(lower) || tellsPlainPrice(lower)) return false
  return tokens.some(({ pos }) => pos === 'VERB' || pos === 'AUX') || /^(?:no|zero|without|made)\b/u.test(lower)
}

/** The first rule that matches a claim. Proof excuses a figure; within a proof no words count as boasting. */
function ruleIn(lower: string): { rule: ClaimRule; hit: Hit } | null {
  const lists = LEXICON.claims()
  const claimed = withoutProof(lower)
  for (const rule of CLAIM_RULES) {
    const excused = rule === 'figure' && evidenceIn(lower) > 0
    const text = rule === 'superlative' || rule === 'vague' ? claimed : lower
    const patterns = rule === 'figure' ? [lists.figure, lists.weak_proof] : [lists[rule]]
    const [hit] = excused ? [] : patterns.flatMap((pattern) => hitsOf(pattern, text))
    if (hit) return { rule, hit }
  }
  return null
}

const MEANINGS: Readonly<Partial<Record<ClaimRule, number>>> = { harm: -1, no_better: -0.5 }
const RULE_ASKS: Readonly<Partial<Record<ClaimRule, number>>> = {
  absurd: ASKS.absurd.value,
  superlative: ASKS.superlative.value,
  figure: ASKS.figure.value,
  vague: ASKS.vague.value,
}

function draftClaim(segment: Segment, own: number): ClaimDraft {
  const { lower } = segment
  const found = ruleIn(lower)
  const [sample] = own > 0 ? hitsOf(LEXICON.claims().evidence.sample.heard, lower) : []
  const focus = found?.hit ?? sample
  return {
    text: segment.text,
    start: segment.start,
    end: segment.end,
    quote: quotable(segment.text, focus && focusIn(lower, focus)),
    asks: (found && RULE_ASKS[found.rule]) ?? ASKS.plain.value,
    boasts: boastsIn(segment),
    rule: found?.rule ?? null,
    meaning: (found && MEANINGS[found.rule]) ?? 1,
    own_evidence: own,
    neighbour: 0,
  }
}

function boastsIn({ text, lower }: Segment): Boast[] {
  const found = new Map<string, Boast>()
  for (const kind of BOASTS)
    for (const hit of hitsOf(LEXICON.claims()[kind], kind === 'superlative' ? withoutProof(lower) : lower)) {
      const quote = quotable(text, focusIn(lower, hit))
      if (!found.has(quote)) found.set(quote, { kind, quote })
    }
  return [...found.values()]
}

/** The offset of a hit in the whole segment: the hit may be from a shortened text. */
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

/** The claim without its proof, so that added proof never makes it ask for more belief. */
function withoutProof(lower: string): string {
  if (evidenceIn(lower) === 0) return lower
  const clauses = lower.split(CLAUSES).filter((clause) => evidenceIn(clause) === 0 && clause.trim() !== '')
  return clauses.length === 0 ? lower : clauses.join(' , ')
}
