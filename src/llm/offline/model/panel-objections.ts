import { LEXICON, type Objection } from '../../../data/lexicon.js'
import type { Category } from '../../../domain/persona.js'
import type { Response } from '../../../domain/response.js'
import type { ReadClaim } from '../reading/claims.js'
import { objectionIn } from '../reading/objections.js'
import type { Reading } from '../reading/reading.js'
import { quotedIn, utterancesOf } from '../reading/sentences.js'
import { clamp, SEVERITY } from './weights.js'

/** A respondent and the friction point in which they state the objection. */
type Holder = { readonly response: Response; readonly friction: string }

/** The same objection to the same part of the stimulus, with all respondents who hold it. */
export type PanelObjection = {
  readonly kind: Objection | 'other'
  /** The part of the stimulus it is about, verbatim; '' when it is about something missing. */
  readonly quote: string
  /** The missing topic, in the respondents' words; '' for all other kinds. */
  readonly topic: string
  readonly claim: ReadClaim | null
  readonly holders: readonly Holder[]
  /** 1–10 */
  readonly severity: number
}

const OTHER_WEIGHT = 0.5

/** Groups the friction points of a panel by what they object to, most severe first. Linear in the number of responses. */
export function panelObjections(
  responses: readonly Response[],
  reading: Reading,
  category: Category,
): PanelObjection[] {
  const found = new Map<
    string,
    { kind: Objection | 'other'; quote: string; topic: string; claim: ReadClaim | null; holders: Holder[] }
  >()
  for (const response of responses) {
    const seen = new Set<string>()
    for (const friction of response.friction_points) {
      const kind = objectionIn(friction) ?? 'other'
      const quote = quotedIn(friction) ?? ''
      const topic =
        kind === 'missing'
          ? (LEXICON.topics()[category].find((known) => friction.includes(known.topic))?.topic ?? '')
          : ''
      const claim = quote === '' ? null : (reading.claims.find(({ text }) => text.includes(quote)) ?? null)
      let subject = claim?.claim_id ?? ''
      if (kind === 'other') subject = friction
      if (kind === 'missing') subject = topic
      const key = [kind, subject].join(':')
      if (seen.has(key)) continue
      seen.add(key)
      const known = found.get(key) ?? { kind, quote, topic, claim, holders: [] }
      known.holders.push({ response, friction })
      found.set(key, known)
    }
  }
  return [...found.values()]
    .map((objection) => ({ ...objection, severity: severityOf(objection.kind, objection.holders, responses.length) }))
    .sort((a, b) => b.severity - a.severity || b.holders.length - a.holders.length)
}

function severityOf(kind: Objection | 'other', held: readonly Holder[], panel: number): number {
  const weight = kind === 'other' ? OTHER_WEIGHT : LEXICON.objections().spoken[kind].weight
  const distance = 1 - mean(held.map(({ response }) => intentShare(response)))
  const sum =
    SEVERITY.least.value +
    (SEVERITY.share.value * held.length) / panel +
    SEVERITY.distance.value * distance +
    SEVERITY.kind.value * weight
  return Math.round(clamp(sum, 1, 10))
}

/** 0–1 */
export const intentShare = ({ purchase_intent }: Response): number => (purchase_intent - 1) / 9

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

const MAX_QUOTES = 2
const MIN_SENTENCE_LENGTH = 30

/** Verbatim quotes of different holders: a whole sentence that states the objection where there is one, else the friction point. */
export function quotesFor({ kind, quote, topic, holders: held }: PanelObjection): string[] {
  const furthestFirst = held
    .slice(0, MAX_QUOTES * MAX_QUOTES)
    .sort((a, b) => a.response.purchase_intent - b.response.purchase_intent)
  const quotes = furthestFirst.map(({ response, friction }) => {
    const sentence = utterancesOf(response.considered_response).find(
      (spoken) =>
        spoken.length >= MIN_SENTENCE_LENGTH &&
        objectionIn(spoken) === kind &&
        spoken.includes(topic) &&
        (quotedIn(spoken) ?? '') === (quotedIn(friction) ?? quote),
    )
    return sentence ?? friction
  })
  return [...new Set(quotes)].slice(0, MAX_QUOTES)
}
