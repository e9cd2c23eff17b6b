import type { Response } from '../../domain/response.js'
import { clean, cleanList, headline, worded } from '../clean.js'
import { capital, readable } from './wording.js'

/** More cards than this nobody opens; the others stand in a table, so that a report of a thousand stays small. */
const MOST_CARDS = 24

export type Card = ReturnType<typeof cardOf>
export type Row = ReturnType<typeof rowOf>

/** The panel: the first in full, the others in a line each. */
export function peopleOf(responses: readonly Response[]) {
  return { cards: responses.slice(0, MOST_CARDS).map(cardOf), rows: responses.slice(MOST_CARDS).map(rowOf) }
}

function cardOf(one: Response) {
  const quotes = cleanList(one.key_quotes)
  const shown = [one.gut_reaction, one.social_response, one.private_thoughts].map(clean)
  // Many people's best line is their first reaction, which stands below anyhow.
  const lead = quotes.find((quote) => !shown.some((text) => text.includes(quote)))
  return {
    name: worded(one.persona_name),
    kind: readable(one.archetype),
    influence: readable(one.influence_type),
    intent: one.purchase_intent,
    mood: moodOf(one),
    lead: lead ?? '',
    gut: clean(one.gut_reaction),
    inCompany: clean(one.social_response),
    inPrivate: clean(one.private_thoughts),
    considered: clean(one.considered_response),
    threshold: clean(one.action_threshold),
    frictions: cleanList(one.friction_points),
    memory: clean(one.memory_influence_notes),
    quotes: quotes.filter((quote) => quote !== lead),
  }
}

const moodOf = ({ gut_sentiment: from, considered_sentiment: to }: Response): string =>
  from === to ? `${capital(to)} at first and on second thought` : `${capital(from)} at first, ${to} on second thought`

function rowOf(one: Response) {
  return {
    name: worded(one.persona_name),
    kind: readable(one.archetype),
    sentiment: one.considered_sentiment,
    intent: one.purchase_intent,
    quote: headline(one.key_quotes[0] ?? one.gut_reaction, 110),
  }
}
