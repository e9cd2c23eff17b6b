import type { HiddenObjection, Objection } from '../../../data/lexicon.js'
import { PHRASES } from '../../../data/phrases.js'
import type { Claim } from '../../../domain/panel/claim.js'
import type { Belief, PersonaAnswer, PrivateReason } from '../../../domain/panel/response.js'
import type { ShortReaction } from '../../../domain/panel/short-reaction.js'
import type { Category, Persona } from '../../../domain/personas/persona.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { type JudgedClaim, type Judgement, judge, sentimentOf, stanceOf } from '../model/judge.js'
import { hiddenObjectionsOf, type Point, type Points, pointsOf } from '../model/points.js'
import { clamp, LIMITS, PRIVATE, SENTIMENT, SOCIAL } from '../model/weights.js'
import type { Read, Reading } from '../reading/reading.js'
import { createSpeaker, type Say } from '../voice/speaker.js'

/** One persona's answer to a stimulus: figures from the behaviour model, words from its register, quotes from the text. */
export function respond(
  { persona, stimulus, category, claims, ballot }: FactsOf<'respond'>,
  read: Read,
): PersonaAnswer {
  const reading = read(stimulus)
  const considered = considerAs(persona, reading, category, claims)
  const { judgement, points, say, purchase_intent, purchase_statement } = considered
  const gut_reaction = say(
    PHRASES.answers().gut[considered.gut_sentiment],
    firstPoint(points, considered.gut_sentiment),
  )
  const sentences = consideredSentences(considered)
  const hidden = hiddenObjectionsOf(persona, reading, judgement, category)
  const [main] = points.against
  return {
    persona_name: persona.name,
    gut_reaction,
    gut_sentiment: considered.gut_sentiment,
    considered_response: sentences.join(' '),
    considered_sentiment: considered.considered_sentiment,
    social_response: socialResponse(persona, considered),
    private_thoughts: privateThoughts(hidden, main, say),
    purchase_intent,
    action_threshold: main
      ? say(PHRASES.objections()[main.kind].threshold, main)
      : say(PHRASES.answers().no_threshold, points.inFavour[0]),
    friction_points: considered.frictions,
    memory_influence_notes: memoryNotes(judgement, say),
    key_quotes: [...new Set([gut_reaction, ...sentences])].slice(0, 3),
    purchase_statement,
    beliefs: claims.map((claim) => beliefIn(claim, considered, category, read)),
    private_reasons: ballot ? privateReasons(hidden, points, purchase_intent, say) : [],
  }
}

type Considered = ReturnType<typeof considerAs>

/** The part that the short and the long answer share. */
function considerAs(persona: Persona, reading: Reading, category: Category, claims: readonly Claim[] = []) {
  const judgement = judge(persona, reading, category, claims)
  const points = pointsOf(persona, reading, judgement)
  const say = createSpeaker(persona, reading, category)
  const purchase_intent = Math.round(1 + 9 * judgement.intent)
  const torn = points.against.length > 0 && points.inFavour.length > 0
  const frictions = points.against
    .slice(0, LIMITS.frictions.value)
    .map((point) => say(PHRASES.objections()[point.kind].friction, point))
  return {
    persona,
    judgement,
    points,
    say,
    purchase_intent,
    purchase_statement: purchaseStatement(purchase_intent, say),
    gut_sentiment: sentimentOf(judgement.gut, torn),
    considered_sentiment: sentimentOf(judgement.considered, torn),
    frictions: [...new Set(frictions)],
  }
}

/** Purchase intent 1–10 as one of five degrees of likelihood, 0 (certainly not) to 4 (certainly). */
export const levelOf = (purchaseIntent: number): number => clamp(Math.ceil(purchaseIntent / 2) - 1, 0, 4)

export const purchaseStatement = (purchaseIntent: number, say: Say): string =>
  say(PHRASES.answers().purchase[levelOf(purchaseIntent)] ?? PHRASES.answers().purchase[0])

function firstPoint({ against, inFavour }: Points, sentiment: PersonaAnswer['gut_sentiment']) {
  const worst = against.find(({ quote }) => quote !== '')
  return sentiment === 'negative' ? (worst ?? inFavour[0]) : (inFavour[0] ?? worst)
}

/** Arguments, standpoint and objections; the weightier side comes first. */
function consideredSentences({ persona, judgement, points, say }: Considered): string[] {
  const friendly = judgement.considered >= SENTIMENT.negative.value
  const against = firstOfEachKind(points.against)
    .slice(0, friendly ? 1 : 2)
    .map((point) => say(PHRASES.objections()[point.kind].spoken, point))
  const inFavour = firstOfEachKind(points.inFavour)
    .slice(0, friendly ? 2 : 1)
    .map((point) => say(PHRASES.answers().arguments[point.kind].spoken, point))
  // Prefers a quotation that was not just used.
  const standpoint = say(PHRASES.answers().standpoint, points.inFavour[inFavour.length] ?? points.inFavour[0])
  const isLong = persona.traits.need_for_evidence >= 0.5
  const middle = isLong || against.length + inFavour.length < 2 ? [standpoint] : []
  return friendly ? [...inFavour, ...middle, ...against] : [...against, ...middle, ...inFavour]
}

/** The strongest point of each kind, so that no kind is repeated. */
function firstOfEachKind<K extends string>(points: readonly Point<K>[]): Point<K>[] {
  return points.filter(({ kind }, i) => points.findIndex((other) => other.kind === kind) === i)
}

function socialResponse({ traits }: Persona, { judgement, points, say }: Considered): string {
  const { intent } = judgement
  const publicIntent = intent + SOCIAL.softening.value * traits.conformity * (SOCIAL.middle.value - intent)
  let stance: 'recommend' | 'shrug' | 'warn' = 'shrug'
  if (publicIntent >= SENTIMENT.positive.value) stance = 'recommend'
  else if (publicIntent < SOCIAL.warns_below.value) stance = 'warn'
  const candidates: readonly Point<string>[] = stance === 'warn' ? points.against : points.inFavour
  const line = say(
    PHRASES.answers().social[stance],
    candidates.find(({ quote }) => quote !== ''),
  )
  const [main] = points.against
  if (!main || stance === 'recommend' || traits.conformity >= SOCIAL.outspoken.value) return line
  return `${line} ${say(PHRASES.objections()[main.kind].spoken, main)}`
}

function privateThoughts(hidden: readonly HiddenObjection[], main: Point<Objection> | undefined, say: Say): string {
  const kept = hidden.slice(0, main ? 1 : 2).map((kind) => say(PHRASES.answers().hidden[kind].thought))
  const blunt = main ? [`${say(PHRASES.objections()[main.kind].friction, main)}.`] : []
  const thoughts = [...blunt, ...kept]
  return thoughts.length > 0 ? thoughts.join(' ') : say(PHRASES.answers().nothing_hidden)
}

/** A self-description (valence 0) counts as neither good nor bad. */
function leaning(valence: number): 'bad' | 'good' | 'said' {
  if (valence === 0) return 'said'
  return valence < 0 ? 'bad' : 'good'
}

/** Names every memory that influenced the response, verbatim, with the cue that recalled it. */
function memoryNotes({ recalled }: Judgement, say: Say): string {
  if (recalled.length === 0) return say(PHRASES.answers().memories.none)
  return recalled
    .map(({ memory, cues: [cue = ''] }) =>
      say(PHRASES.answers().memories[leaning(memory.valence)], undefined, { cue, memory: memory.text }),
    )
    .join(' ')
}

/** A person's belief in a listed claim; a claim that the reading missed is read by itself. */
function beliefIn(claim: Claim, { judgement, persona, say }: Considered, category: Category, read: Read): Belief {
  const { claim_id, text } = claim
  const judged = overlapping(judgement, text) ?? leastBelieved(judge(persona, read(text), category, [claim]).claims)
  const stance = judged?.stance ?? (claim.meaning < 0 ? 'believes' : 'doubts')
  if (stance === 'believes') return { claim_id, stance, why: '', proof_wanted: '' }
  const { why_not, proof_wanted } = PHRASES.objections()[judged?.weakness ?? 'unproven']
  return { claim_id, stance, why: say(why_not), proof_wanted: say(proof_wanted) }
}

function overlapping({ claims }: Judgement, text: string): JudgedClaim | undefined {
  const same = claims.filter((claim) => text.includes(claim.quote) || claim.text.includes(text))
  return same.find(({ quote }) => quote === text) ?? leastBelieved(same)
}

const leastBelieved = (claims: readonly JudgedClaim[]): JudgedClaim | undefined =>
  [...claims].sort((a, b) => a.credibility - b.credibility)[0]

const MAX_REASONS = { against: 2, hidden: 1, inFavour: 1 } as const
const MIN_REASONS = 2
/** From this purchase intent (1–10) a person also has a reason in favour. */
const MIN_WARM_INTENT = 5

/** The reasons of the secret ballot: objections first, a hidden one among them, two to four in all. */
function privateReasons(
  hidden: readonly HiddenObjection[],
  points: Points,
  purchaseIntent: number,
  say: Say,
): PrivateReason[] {
  const distance = (10 - purchaseIntent) / 9
  const against = points.against.map((point) => ({
    side: 'against' as const,
    reason: say(PHRASES.objections()[point.kind].friction, point),
    quote: say(PHRASES.objections()[point.kind].spoken, point),
    strength: strengthOf((distance + Math.min(1, point.strength)) / 2),
  }))
  // A hidden objection weighs more the further its holder is from buying.
  const unspoken = hidden.map((kind) => ({
    side: 'against' as const,
    reason: say(PHRASES.answers().hidden[kind].reason),
    quote: say(PHRASES.answers().hidden[kind].thought),
    strength: strengthOf((distance + PRIVATE.strength.value) / 2),
  }))
  const inFavour = points.inFavour.map((point) => ({
    side: 'for' as const,
    reason: say(PHRASES.answers().arguments[point.kind].reason, point),
    quote: say(PHRASES.answers().arguments[point.kind].spoken, point),
    strength: strengthOf((1 - distance + Math.min(1, point.strength)) / 2),
  }))
  const reasons = [
    ...against.slice(0, MAX_REASONS.against),
    ...unspoken.slice(0, MAX_REASONS.hidden),
    ...(purchaseIntent >= MIN_WARM_INTENT ? inFavour.slice(0, MAX_REASONS.inFavour) : []),
  ]
  // A person without a second reason states what they looked for.
  const { reason, spoken } = PHRASES.answers().arguments.plain
  const plain = [spoken, PHRASES.answers().standpoint].map((bank) => ({
    side: 'for' as const,
    reason: say(reason),
    quote: say(bank),
    strength: 1,
  }))
  const rest = [...against, ...inFavour, ...unspoken, ...plain].filter(
    ({ quote }) => !reasons.some((other) => other.quote === quote),
  )
  return [...reasons, ...rest.slice(0, Math.max(0, MIN_REASONS - reasons.length))]
}

/** Maps 0–1 to a strength from 1 (minor) to 5 (decisive). */
const strengthOf = (share: number): number => Math.round(clamp(1 + 4 * share, 1, 5))

/** The short form of a response: the same judgement in fewer words, without a list of claims. */
export function react({ persona, stimulus, category }: FactsOf<'react'>, read: Read): ShortReaction {
  const { judgement, gut_sentiment, considered_sentiment, purchase_statement, frictions } = considerAs(
    persona,
    read(stimulus),
    category,
  )
  const stance = stanceOf(judgement.credibility)
  return { gut_sentiment, considered_sentiment, stance, purchase_statement, obstacle: frictions[0] ?? '' }
}
