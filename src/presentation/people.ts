import type { Claim } from '../domain/panel/claim.js'
import type { Ballot } from '../domain/panel/discussion.js'
import type { JudgedResult } from '../domain/panel/pressure-test.js'
import type { Response } from '../domain/panel/response.js'
import { upperFirst } from '../domain/text/words.js'
import { clean, cleanList, displayText, headline, truncate } from './clean.js'
import { meanOf } from './scores.js'
import { readable } from './words.js'

/** Most respondents with a card. Others get a table row, so that the report of a thousand people stays small. */
const MAX_CARDS = 24

export type Card = ReturnType<typeof cardOf>
type Panel = Pick<JudgedResult, 'responses' | 'claims' | 'group_dynamics'>

/** The panel: the first respondents in full, the others in a row each. */
export function peopleOf({ responses, claims, group_dynamics }: Panel) {
  const ballots = group_dynamics?.ballots ?? null
  const own = (all: readonly Ballot[] | undefined, id: string) => all?.find(({ persona_id }) => persona_id === id)
  return {
    cards: responses.slice(0, MAX_CARDS).map((response) =>
      cardOf(response, claims ?? [], [
        { when: 'Before the discussion', ballot: own(ballots?.before, response.persona_id) },
        { when: 'After it', ballot: own(ballots?.after, response.persona_id) },
      ]),
    ),
    rows: responses.slice(MAX_CARDS).map(rowOf),
  }
}

function cardOf(
  response: Response,
  claims: readonly Claim[],
  ballots: readonly { readonly when: string; readonly ballot: Ballot | undefined }[],
) {
  const quotes = cleanList(response.key_quotes)
  const answers = [response.gut_reaction, response.social_response, response.private_thoughts].map(clean)
  // Leads with another quote than the first reaction, which the card shows below.
  const lead = quotes.find((quote) => !answers.some((text) => text.includes(quote)))
  return {
    name: displayText(response.persona_name),
    kind: readable(response.archetype),
    influence: readable(response.influence_type),
    intent: response.purchase_intent,
    mood: moodOf(response),
    lead: lead ?? '',
    gut: clean(response.gut_reaction),
    inCompany: clean(response.social_response),
    inPrivate: clean(response.private_thoughts),
    onBuying: clean(response.purchase_statement),
    rated: response.intent_pmf && `${meanOf(response.intent_pmf).toFixed(1)} of 5`,
    ballots: ballots.flatMap(({ when, ballot }) => (ballot ? [ballotOf(when, ballot)] : [])),
    beliefs: beliefsOf(response, claims),
    considered: clean(response.considered_response),
    threshold: clean(response.action_threshold),
    frictions: cleanList(response.friction_points),
    memory: clean(response.memory_influence_notes),
    quotes: quotes.filter((quote) => quote !== lead),
  }
}

function ballotOf(when: string, { leaning, stance, reasons }: Ballot) {
  return {
    when,
    mean: leaning === null ? 'not rated' : `${leaning.toFixed(1)} of 5`,
    stance: clean(stance),
    reasons: cleanList(reasons.map(({ quote }) => quote)),
  }
}

function beliefsOf({ beliefs }: Response, claims: readonly Claim[]) {
  const texts = new Map(claims.map(({ claim_id, text }) => [claim_id, text]))
  return (beliefs ?? []).map(({ claim_id, stance, why, proof_wanted }) => ({
    claim: truncate(displayText(texts.get(claim_id) ?? claim_id), 120),
    stance,
    why: clean(why),
    proof: clean(proof_wanted),
  }))
}

function moodOf({ gut_sentiment: from, considered_sentiment: to }: Response): string {
  if (from === to) return `${upperFirst(to)} at first and on second thought`
  return `${upperFirst(from)} at first, ${to} on second thought`
}

function rowOf(response: Response) {
  return {
    name: displayText(response.persona_name),
    kind: readable(response.archetype),
    sentiment: response.considered_sentiment,
    intent: response.purchase_intent,
    quote: headline(response.key_quotes[0] ?? response.gut_reaction, 110),
  }
}
