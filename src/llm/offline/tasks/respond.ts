import type { Argument, Objection, PrivateObjection } from '../../../data/lexicon.js'
import { type GutLevel, PHRASES } from '../../../data/phrases.js'
import type { Persona } from '../../../domain/persona.js'
import type { PersonaAnswer } from '../../../domain/response.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { type Judgement, judge, sentimentOf } from '../model/judge.js'
import { EMPTY_POINT, type Point, type Points, pointsOf, privatePointsOf } from '../model/points.js'
import { unit } from '../model/random.js'
import { clamp, intentBand, LIMITS, SENTIMENT, SOCIAL } from '../model/weights.js'
import type { Read } from '../reading/reading.js'
import { listOf } from '../reading/sentences.js'
import { beliefSentence } from '../voice/belief.js'
import { beliefsOf } from '../voice/beliefs.js'
import { privateReasons } from '../voice/private-reasons.js'
import { purchaseStatement } from '../voice/purchase-statement.js'
import { createSpeaker, type Say } from '../voice/speaker.js'
import { joinBanks, withLeads } from '../voice/template.js'
import { voiceOf } from '../voice/voice.js'

/** One persona's answer to a stimulus: figures from the behaviour model, words from its voice, quotes from the text. */
export function respond(
  { persona, stimulus, category, claims, ballot }: FactsOf<'respond'>,
  read: Read,
  seed: number,
): PersonaAnswer {
  const reading = read(stimulus)
  const judgement = judge(persona, reading, category)
  const points = pointsOf(persona, reading, judgement, category)
  const purchase_intent = Math.round(1 + 9 * judgement.intent)
  const say = createSpeaker(persona, reading, category, points, seed)
  const torn = points.against.length > 0 && points.inFavour.length > 0
  const gut_sentiment = sentimentOf(judgement.gut, torn)
  const gut_reaction = gutReaction(gut_sentiment, points, say)
  const illegible = points.against.find(({ kind }) => kind === 'unreadable' || kind === 'thin')
  const considered = illegible
    ? [
        say(
          withLeads(PHRASES.objections()[illegible.kind], PHRASES.standpoint().against_leads),
          'considered',
          illegible,
        ),
        say(PHRASES.standpoint().considered, 'standpoint'),
        say(withLeads(PHRASES.reactions().lost, PHRASES.standpoint().close_leads), 'close'),
      ]
    : consideredResponse(persona, judgement, points, purchase_intent, say)
  const frictions = points.against.slice(0, LIMITS.frictions.value)
  const [main] = points.against
  const hidden = illegible ? [] : privatePointsOf(persona, reading, judgement, category)

  return {
    persona_name: persona.name,
    gut_reaction,
    gut_sentiment,
    considered_response: considered.join(' '),
    considered_sentiment: sentimentOf(judgement.considered, torn),
    social_response: illegible
      ? say(PHRASES.reactions().said_aloud[illegible.kind], 'aloud', illegible)
      : socialResponse(persona, judgement, points, say),
    private_thoughts: privateThoughts(hidden, judgement, points, say),
    purchase_intent,
    action_threshold: say(PHRASES.thresholds()[main && !isContent(judgement) ? main.kind : 'none'], 'threshold', main),
    friction_points: [...new Set(frictions.map((point) => say(PHRASES.frictions()[point.kind], 'friction', point)))],
    memory_influence_notes: memoryNotes(judgement, say),
    key_quotes: keyQuotes(gut_reaction, considered),
    purchase_statement: purchaseStatement(purchase_intent, say),
    beliefs: beliefsOf(persona, judgement, claims, category, read),
    private_reasons: ballot ? privateReasons(hidden, points, purchase_intent, say) : [],
  }
}

const isContent = ({ intent }: Judgement): boolean => intent >= SENTIMENT.positive.value + SOCIAL.content_margin.value

function gutReaction(
  sentiment: PersonaAnswer['gut_sentiment'],
  { against, inFavour: forIt }: Points,
  say: Say,
): string {
  const lost = against.some(({ kind }) => kind === 'unreadable' || kind === 'thin')
  const absurd = against.find(({ kind }) => kind === 'absurd')
  let level: GutLevel = sentiment
  if (absurd && sentiment !== 'positive') level = 'absurd'
  if (lost) level = 'lost'
  const worst = against.find(({ quote }) => quote !== '')
  // Proof convinces on second thought; the first reaction is to something the person wants.
  const best = forIt.find(({ kind, quote }) => quote !== '' && kind !== 'proof') ?? forIt[0]
  let point = best ?? worst
  if (level === 'negative' || level === 'lost') point = worst ?? best
  if (level === 'absurd') point = absurd
  return say(joinBanks(PHRASES.reactions().gut[level], PHRASES.standpoint().gut), 'gut', point)
}

/** Four to seven sentences: belief, standpoint, arguments for and against, and a conclusion. */
function consideredResponse(
  persona: Persona,
  judgement: Judgement,
  points: Points,
  intent: number,
  say: Say,
): string[] {
  const belief =
    judgement.claims.length === 0
      ? []
      : [say(PHRASES.standpoint().belief_leads, 'belief') + beliefSentence(voiceOf(persona), judgement.credibility)]
  const standpoint = say(PHRASES.standpoint().considered, 'standpoint')
  const friendly = judgement.considered >= SENTIMENT.negative.value
  const talkative = unit([persona.persona_id, persona.name, 'talkative']) > SOCIAL.talkative.value
  const more = talkative ? 1 : 0
  const against = firstOfEachKind(points.against)
    .slice(0, (friendly ? 1 : 2) + more)
    .map((point, i) => {
      const bank = PHRASES.objections()[point.kind]
      return say(
        withLeads(bank, i === 0 ? PHRASES.standpoint().against_leads : PHRASES.standpoint().more_leads),
        'considered',
        point,
      )
    })
  let argumentCount = judgement.considered > SENTIMENT.hopeless.value ? 1 : 0
  if (friendly) argumentCount = 1 + more
  const forIt = firstOfEachKind(points.inFavour)
    .slice(0, argumentCount)
    .map((point, i) => {
      const bank = PHRASES.arguments().sentences[point.kind]
      const led = friendly
        ? withLeads(bank, PHRASES.standpoint().for_leads)
        : joinBanks(PHRASES.arguments().concessions, bank)
      return say(i === 0 ? led : withLeads(bank, PHRASES.standpoint().more_leads), 'considered', point)
    })
  const close = say(
    withLeads(PHRASES.reactions().intent[intentBand(intent)], PHRASES.standpoint().close_leads),
    'close',
  )
  return friendly
    ? [...forIt, ...belief, standpoint, ...against, close]
    : [...against, ...belief, standpoint, ...forIt, close]
}

/** The strongest point of each kind, so that no kind of point is made twice. */
function firstOfEachKind<K extends string>(points: readonly Point<K>[]): Point<K>[] {
  return points.filter(({ kind }, i) => points.findIndex((other) => other.kind === kind) === i)
}

function socialResponse(persona: Persona, { intent }: Judgement, points: Points, say: Say): string {
  const { conformity } = persona.traits
  const publicIntent = intent + SOCIAL.softening.value * conformity * (SOCIAL.middle.value - intent)
  let stance: 'recommend' | 'shrug' | 'warn' = 'shrug'
  if (publicIntent >= SENTIMENT.positive.value) stance = 'recommend'
  else if (publicIntent < SOCIAL.warns_below.value) stance = 'warn'
  const candidates: readonly Point<Argument | Objection>[] = stance === 'warn' ? points.against : points.inFavour
  const point = candidates.find(({ quote }) => quote !== '')
  const line = say(PHRASES.reactions().social[stance], 'social', point)
  const [main] = points.against
  if (!main || stance === 'recommend' || conformity >= SOCIAL.outspoken.value) return line
  return `${line} ${say(PHRASES.reactions().said_aloud[main.kind], 'aloud', main)}`
}

function privateThoughts(kept: readonly PrivateObjection[], judgement: Judgement, points: Points, say: Say): string {
  const shared = points.against[0]
  // A content person with several objections puts the blunt one last, after the hidden thoughts.
  const blunt = points.against[1] && isContent(judgement) ? undefined : shared
  const sentences = kept
    .slice(0, blunt ? 1 : 2)
    .map((kind) => say(PHRASES.private().thoughts[kind], 'private', { ...EMPTY_POINT, kind }))
  if (blunt) sentences.unshift(say(PHRASES.private().blunt[blunt.kind], 'private', blunt))
  else if (shared) sentences.push(say(PHRASES.private().blunt[shared.kind], 'private', shared))
  return sentences.length > 0 ? sentences.join(' ') : say(PHRASES.arguments().sentences.plain, 'private')
}

/** Names every memory that influenced the response, verbatim. */
function memoryNotes({ recalled }: Judgement, say: Say): string {
  if (recalled.length === 0) return say(PHRASES.memories().none, 'memory')
  const told = recalled.map(({ memory }) => `“${memory.text}”`).join(' And: ')
  const pull = recalled.reduce((sum, { memory }) => sum + memory.valence, 0)
  let effect: 'even' | 'good' | 'bad' = pull > 0 ? 'good' : 'bad'
  if (Math.abs(pull) < SOCIAL.even_memories.value) effect = 'even'
  const clue = listOf([...new Set(recalled.flatMap(({ cues }) => cues))].slice(0, 3))
  return `${say(PHRASES.memories().leads, 'memory')} ${told} (The text says ${clue}.) ${say(PHRASES.memories().effects[effect], 'memory')}`
}

/** Two or three verbatim quotes: the first reaction and the considered sentences that quote the stimulus. */
function keyQuotes(gut: string, considered: readonly string[]): string[] {
  const spoken = considered.filter((sentence) => sentence.includes('“'))
  return [...new Set([gut, ...spoken, ...considered])].slice(0, clamp(1 + spoken.length, 2, 3))
}
