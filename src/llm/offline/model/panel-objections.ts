import type { Objection } from '../../../data/lexicon.js'
import type { Response } from '../../../domain/panel/response.js'
import { objectionIn } from '../reading/objections.js'
import { quotedIn, sentencesOf } from '../reading/sentences.js'
import { clamp, SEVERITY } from './weights.js'

/** A respondent and the friction point in which they state the objection. */
type Holder = { readonly response: Response; readonly friction: string }

/** The same objection to the same part of the stimulus, with all respondents who hold it. */
export type PanelObjection = {
  /** `other`: an objection in words that this model does not recognise. */
  readonly kind: Objection | 'other'
  /** The part of the stimulus that it concerns, verbatim; '' for none. */
  readonly quote: string
  readonly holders: readonly Holder[]
  /** 1–10 */
  readonly severity: number
}

/**
 * Groups the friction points of a panel by objection and quote, most severe first. Linear in the number of responses.
 */
export function panelObjections(responses: readonly Response[]): PanelObjection[] {
  const found = new Map<string, { kind: Objection | 'other'; quote: string; holders: Map<string, Holder> }>()
  for (const response of responses) {
    for (const friction of response.friction_points) {
      const kind = objectionIn(friction) ?? 'other'
      const quote = quotedIn(friction) ?? ''
      const key = `${kind}:${kind === 'other' ? friction : quote}`
      const known = found.get(key) ?? { kind, quote, holders: new Map() }
      known.holders.set(response.persona_id, { response, friction })
      found.set(key, known)
    }
  }
  return [...found.values()]
    .map(({ kind, quote, holders }) => ({ kind, quote, holders: [...holders.values()] }))
    .map((objection) => ({ ...objection, severity: severityOf(objection.holders, responses.length) }))
    .sort((a, b) => b.severity - a.severity || b.holders.length - a.holders.length)
}

function severityOf(held: readonly Holder[], panel: number): number {
  const distance = 1 - mean(held.map(({ response }) => intentShare(response)))
  const sum = SEVERITY.least.value + (SEVERITY.share.value * held.length) / panel + SEVERITY.distance.value * distance
  return Math.round(clamp(sum, 1, 10))
}

/** 0–1 */
export const intentShare = ({ purchase_intent }: Response): number => (purchase_intent - 1) / 9

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

const MAX_QUOTES = 2

/**
 * Verbatim quotes of different holders, starting with those furthest from buying: the sentence that states the
 * objection, else the friction point.
 */
export function quotesFor({ kind, quote, holders }: PanelObjection): string[] {
  const furthestFirst = holders
    .slice(0, MAX_QUOTES * MAX_QUOTES)
    .sort((a, b) => a.response.purchase_intent - b.response.purchase_intent)
  const quotes = furthestFirst.map(
    ({ response, friction }) =>
      sentencesOf(response.considered_response).find(
        (spoken) => objectionIn(spoken) === kind && (quotedIn(spoken) ?? '') === quote,
      ) ?? friction,
  )
  return [...new Set(quotes)].slice(0, MAX_QUOTES)
}
