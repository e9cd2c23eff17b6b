import type { Persona } from '../../domain/persona.js'
import type { PersonaAnswer } from '../../domain/response.js'
import type { FactsOf } from '../../domain/tasks.js'
import { beliefsOf } from './beliefs.js'
import { type Judgement, judge, sentimentOf } from './judge.js'
import type { Argument, Objection, PrivateObjection } from './kinds.js'
import { ARGUMENT_SENTENCES, CONCESSIONS } from './phrases/arguments.js'
import { beliefSentence } from './phrases/belief.js'
import { FRICTIONS } from './phrases/frictions.js'
import { MEMORY_EFFECTS, MEMORY_LEADS, NO_MEMORY } from './phrases/memories.js'
import { OBJECTION_SENTENCES } from './phrases/objections.js'
import { BLUNT_OBJECTIONS, PRIVATE_SENTENCES } from './phrases/private.js'
import {
  GUT_SENTENCES,
  type GutLevel,
  INTENT_SENTENCES,
  LOST_SENTENCES,
  SAID_ALOUD,
  SOCIAL_SENTENCES,
} from './phrases/reactions.js'
import {
  AGAINST_LEADS,
  BELIEF_LEADS,
  CLOSE_LEADS,
  FOR_LEADS,
  followed,
  GUT_STANDPOINTS,
  MORE_LEADS,
  STANDPOINTS,
  varied,
} from './phrases/standpoint.js'
import { THRESHOLDS } from './phrases/thresholds.js'
import { voiceOf } from './phrases/voice.js'
import { POINT_OF_NOTHING, type Point, type Points, pointsOf, privatePointsOf } from './points.js'
import { privateReasons } from './private-reasons.js'
import { purchaseStatement } from './purchase-statement.js'
import { unit } from './random.js'
import type { Read } from './reading/reading.js'
import { type Say, sayer } from './say.js'
import { listOf } from './sentences.js'
import { clamp, intentBand, LIMITS, SENTIMENT, SOCIAL } from './weights.js'

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
  const say = sayer(persona, reading, category, points, seed)
  const torn = points.against.length > 0 && points.forIt.length > 0
  const gut_sentiment = sentimentOf(judgement.gut, torn)
  const gut_reaction = gutReaction(gut_sentiment, points, say)
  const lost = points.against.find(({ kind }) => kind === 'unreadable' || kind === 'thin')
  const considered = lost
    ? [
        say(varied(OBJECTION_SENTENCES[lost.kind], AGAINST_LEADS), 'considered', lost),
        say(STANDPOINTS, 'standpoint'),
        say(varied(LOST_SENTENCES, CLOSE_LEADS), 'close'),
      ]
    : consideredResponse(persona, judgement, points, purchase_intent, say)
  const frictions = points.against.slice(0, LIMITS.frictions.value)
  const [main] = points.against
  const hidden = lost ? [] : privatePointsOf(persona, reading, judgement, category)

  return {
    persona_name: persona.name,
    gut_reaction,
    gut_sentiment,
    considered_response: considered.join(' '),
    considered_sentiment: sentimentOf(judgement.considered, torn),
    social_response: lost ? say(SAID_ALOUD[lost.kind], 'aloud', lost) : socialResponse(persona, judgement, points, say),
    private_thoughts: privateThoughts(hidden, judgement, points, say),
    purchase_intent,
    action_threshold: say(THRESHOLDS[main && !isContent(judgement) ? main.kind : 'none'], 'threshold', main),
    friction_points: [...new Set(frictions.map((point) => say(FRICTIONS[point.kind], 'friction', point)))],
    memory_influence_notes: memoryNotes(judgement, say),
    key_quotes: keyQuotes(gut_reaction, considered),
    purchase_statement: purchaseStatement(purchase_intent, say),
    beliefs: beliefsOf(persona, judgement, claims, category, read),
    private_reasons: ballot ? privateReasons(hidden, points, purchase_intent, say) : [],
  }
}

const isContent = ({ intent }: Judgement): boolean => intent >= SENTIMENT.positive.value + SOCIAL.content_margin.value

function gutReaction(sentiment: PersonaAnswer['gut_sentiment'], { against, forIt }: Points, say: Say): string {
  const lost = against.some(({ kind }) => kind === 'unreadable' || kind === 'thin')
  const absurd = against.find(({ kind }) => kind === 'absurd')
  const level: GutLevel = lost ? 'lost' : absurd && sentiment !== 'positive' ? 'absurd' : sentiment
  const worst = against.find(({ quote }) => quote !== '')
  // Proof convinces on second thought; what strikes first is something one wants.
  const best = forIt.find(({ kind, quote }) => quote !== '' && kind !== 'proof') ?? forIt[0]
  const struck =
    level === 'absurd' ? absurd : level === 'negative' || level === 'lost' ? (worst ?? best) : (best ?? worst)
  return say(followed(GUT_SENTENCES[level], GUT_STANDPOINTS), 'gut', struck)
}

/** Four to seven sentences: what is believed, where the speaker stands, what speaks for it and against it, and where that leaves the speaker. */
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
      : [say(BELIEF_LEADS, 'belief') + beliefSentence(voiceOf(persona), judgement.credibility)]
  const standpoint = say(STANDPOINTS, 'standpoint')
  const friendly = judgement.considered >= SENTIMENT.negative.value
  const talkative = unit([persona.persona_id, persona.name, 'talkative']) > SOCIAL.talkative.value
  const more = talkative ? 1 : 0
  const against = oneOfAKind(points.against)
    .slice(0, (friendly ? 1 : 2) + more)
    .map((point, i) => {
      const bank = OBJECTION_SENTENCES[point.kind]
      return say(varied(bank, i === 0 ? AGAINST_LEADS : MORE_LEADS), 'considered', point)
    })
  const wanted = friendly ? 1 + more : judgement.considered > SENTIMENT.hopeless.value ? 1 : 0
  const forIt = oneOfAKind(points.forIt)
    .slice(0, wanted)
    .map((point, i) => {
      const bank = ARGUMENT_SENTENCES[point.kind]
      const led = friendly ? varied(bank, FOR_LEADS) : followed(CONCESSIONS, bank)
      return say(i === 0 ? led : varied(bank, MORE_LEADS), 'considered', point)
    })
  const close = say(varied(INTENT_SENTENCES[intentBand(intent)], CLOSE_LEADS), 'close')
  return friendly
    ? [...forIt, ...belief, standpoint, ...against, close]
    : [...against, ...belief, standpoint, ...forIt, close]
}

/** The strongest point of each kind, so that nobody says the same sort of thing twice. */
function oneOfAKind<K extends string>(points: readonly Point<K>[]): Point<K>[] {
  return points.filter(({ kind }, i) => points.findIndex((other) => other.kind === kind) === i)
}

function socialResponse(persona: Persona, { intent }: Judgement, points: Points, say: Say): string {
  const { conformity } = persona.traits
  const shown = intent + SOCIAL.softening.value * conformity * (SOCIAL.middle.value - intent)
  const stance = shown >= SENTIMENT.positive.value ? 'recommend' : shown < SOCIAL.warns_below.value ? 'warn' : 'shrug'
  const told: Point<Argument | Objection> | undefined =
    stance === 'warn'
      ? points.against.find(({ quote }) => quote !== '')
      : points.forIt.find(({ quote }) => quote !== '')
  const line = say(SOCIAL_SENTENCES[stance], 'social', told)
  const [main] = points.against
  if (!main || stance === 'recommend' || conformity >= SOCIAL.outspoken.value) return line
  return `${line} ${say(SAID_ALOUD[main.kind], 'aloud', main)}`
}

function privateThoughts(kept: readonly PrivateObjection[], judgement: Judgement, points: Points, say: Say): string {
  const shared = points.against[0]
  // The second objection is the one that found no place above; the first is told without manners when it is the only one.
  const blunt = points.against[1] && isContent(judgement) ? undefined : shared
  const sentences = kept
    .slice(0, blunt ? 1 : 2)
    .map((kind) => say(PRIVATE_SENTENCES[kind], 'private', { ...POINT_OF_NOTHING, kind }))
  if (blunt) sentences.unshift(say(BLUNT_OBJECTIONS[blunt.kind], 'private', blunt))
  else if (shared) sentences.push(say(BLUNT_OBJECTIONS[shared.kind], 'private', shared))
  return sentences.length > 0 ? sentences.join(' ') : say(ARGUMENT_SENTENCES.plain, 'private')
}

/** Names every memory that had a say, in its own words. */
function memoryNotes({ recalled }: Judgement, say: Say): string {
  if (recalled.length === 0) return say(NO_MEMORY, 'memory')
  const told = recalled.map(({ memory }) => `“${memory.text}”`).join(' And: ')
  const pull = recalled.reduce((sum, { memory }) => sum + memory.valence, 0)
  const effect = Math.abs(pull) < SOCIAL.even_memories.value ? 'even' : pull > 0 ? 'good' : 'bad'
  const clue = listOf([...new Set(recalled.flatMap(({ cues }) => cues))].slice(0, 3))
  return `${say(MEMORY_LEADS, 'memory')} ${told} (The text says ${clue}.) ${say(MEMORY_EFFECTS[effect], 'memory')}`
}

/** Two or three things the person really said: the first reaction and the sharpest sentences after it. */
function keyQuotes(gut: string, considered: readonly string[]): string[] {
  const spoken = considered.filter((sentence) => sentence.includes('“'))
  return [...new Set([gut, ...spoken, ...considered])].slice(0, clamp(1 + spoken.length, 2, 3))
}
