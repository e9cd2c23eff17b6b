import type { Claim } from '../domain/claim.js'
import type { Ballot } from '../domain/discussion.js'
import type { PressureTestResult } from '../domain/pressure-test.js'
import type { Response } from '../domain/response.js'
import { clean, cleanList, headline, truncate, worded } from './clean.js'
import { meanOf } from './scores.js'
import { capital, readable } from './words.js'

/** More cards than this nobody opens; the others stand in a table, so that a report of a thousand stays small. */
const MAX_CARDS = 24

export type Card = ReturnType<typeof cardOf>
type Panel = Pick<PressureTestResult, 'responses' | 'claims' | 'group_dynamics'>

/** The panel: the first in full, the others in a line each. */
export function peopleOf({ responses, claims, group_dynamics }: Panel) {
  const ballots = group_dynamics?.ballots ?? null
  const own = (all: readonly Ballot[] | undefined, id: string) => all?.find(({ persona_id }) => persona_id === id)
  return {
    cards: responses.slice(0, MAX_CARDS).map((one) =>
      cardOf(one, claims ?? [], [
        { when: 'Before the discussion', ballot: own(ballots?.before, one.persona_id) },
        { when: 'After it', ballot: own(ballots?.after, one.persona_id) },
      ]),
    ),
    rows: responses.slice(MAX_CARDS).map(rowOf),
  }
}

function cardOf(
  one: Response,
  claims: readonly Claim[],
  ballots: readonly { readonly when: string; readonly ballot: Ballot | undefined }[],
) {
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
    onBuying: clean(one.purchase_statement),
    rated: one.intent_pmf && `${meanOf(one.intent_pmf).toFixed(1)} of 5`,
    ballots: ballots.flatMap(({ when, ballot }) => (ballot ? [ballotOf(when, ballot)] : [])),
    beliefs: beliefsOf(one, claims),
    considered: clean(one.considered_response),
    threshold: clean(one.action_threshold),
    frictions: cleanList(one.friction_points),
    memory: clean(one.memory_influence_notes),
    quotes: quotes.filter((quote) => quote !== lead),
  }
}

function ballotOf(when: string, { leaning, stance, reasons }: Ballot) {
  return {
    when,
    mean: `${leaning.toFixed(1)} of 5`,
    stance: clean(stance),
    reasons: cleanList(reasons.map(({ quote }) => quote)),
  }
}

function beliefsOf({ beliefs }: Response, claims: readonly Claim[]) {
  const texts = new Map(claims.map(({ claim_id, text }) => [claim_id, text]))
  return (beliefs ?? []).map(({ claim_id, stance, why, proof_wanted }) => ({
    claim: truncate(worded(texts.get(claim_id) ?? claim_id), 120),
    stance,
    why: clean(why),
    proof: clean(proof_wanted),
  }))
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
