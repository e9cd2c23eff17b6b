import type { Argument, Objection, PrivateObjection } from '../../../data/lexicon.js'
import { type GutLevel, PHRASES } from '../../../data/phrases.js'
import type { Persona } from '../../../domain/persona.js'
import type { PersonaAnswer } from '../../../domain/response.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { type Judgement, judge, sentimentOf } from '../model/judge.js'
import { POINT_OF_NOTHING, type Point, type Points, pointsOf, privatePointsOf } from '../model/points.js'
import { unit } from '../model/random.js'
import { clamp, intentBand, LIMITS, SENTIMENT, SOCIAL } from '../model/weights.js'
import type { Read } from '../reading/reading.js'
import { listOf } from '../reading/sentences.js'
import { beliefSentence } from '../voice/belief.js'
import { beliefsOf } from '../voice/beliefs.js'
import { privateReasons } from '../voice/private-reasons.js'
import { purchaseStatement } from '../voice/purchase-statement.js'
import { type Say, sayer } from '../voice/say.js'
import { followed, varied } from '../voice/standpoint.js'
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
  const say = sayer(persona, reading, category, points, seed)
  const torn = points.against.length > 0 && points.forIt.length > 0
  const gut_sentiment = sentimentOf(judgement.gut, torn)
  const gut_reaction = gutReaction(gut_sentiment, points, say)
  const lost = points.against.find(({ kind }) => kind === 'unreadable' || kind === 'thin')
  const considered = lost
    ? [
        say(varied(PHRASES.objections()[lost.kind], PHRASES.standpoint().against_leads), 'considered', lost),
        say(PHRASES.standpoint().considered, 'standpoint'),
        say(varied(PHRASES.reactions().lost, PHRASES.standpoint().close_leads), 'close'),
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
    social_response: lost
      ? say(PHRASES.reactions().said_aloud[lost.kind], 'aloud', lost)
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

function gutReaction(sentiment: PersonaAnswer['gut_sentiment'], { against, forIt }: Points, say: Say): string {
  const lost = against.some(({ kind }) => kind === 'unreadable' || kind === 'thin')
  const absurd = against.find(({ kind }) => kind === 'absurd')
  let level: GutLevel = sentiment
  if (absurd && sentiment !== 'positive') level = 'absurd'
  if (lost) level = 'lost'
  const worst = against.find(({ quote }) => quote !== '')
  // Proof convinces on second thought; what strikes first is something one wants.
  const best = forIt.find(({ kind, quote }) => quote !== '' && kind !== 'proof') ?? forIt[0]
  let struck = best ?? worst
  if (level === 'negative' || level === 'lost') struck = worst ?? best
  if (level === 'absurd') struck = absurd
  return say(followed(PHRASES.reactions().gut[level], PHRASES.standpoint().gut), 'gut', struck)
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
      : [say(PHRASES.standpoint().belief_leads, 'belief') + beliefSentence(voiceOf(persona), judgement.credibility)]
  const standpoint = say(PHRASES.standpoint().considered, 'standpoint')
  const friendly = judgement.considered >= SENTIMENT.negative.value
  const talkative = unit([persona.persona_id, persona.name, 'talkative']) > SOCIAL.talkative.value
  const more = talkative ? 1 : 0
  const against = oneOfAKind(points.against)
    .slice(0, (friendly ? 1 : 2) + more)
    .map((point, i) => {
      const bank = PHRASES.objections()[point.kind]
      return say(
        varied(bank, i === 0 ? PHRASES.standpoint().against_leads : PHRASES.standpoint().more_leads),
        'considered',
        point,
      )
    })
  const hopeful = judgement.considered > SENTIMENT.hopeless.value ? 1 : 0
  const wanted = friendly ? 1 + more : hopeful
  const forIt = oneOfAKind(points.forIt)
    .slice(0, wanted)
    .map((point, i) => {
      const bank = PHRASES.arguments().sentences[point.kind]
      const led = friendly
        ? varied(bank, PHRASES.standpoint().for_leads)
        : followed(PHRASES.arguments().concessions, bank)
      return say(i === 0 ? led : varied(bank, PHRASES.standpoint().more_leads), 'considered', point)
    })
  const close = say(varied(PHRASES.reactions().intent[intentBand(intent)], PHRASES.standpoint().close_leads), 'close')
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
  let stance: 'recommend' | 'warn' | 'shrug' = 'shrug'
  if (shown < SOCIAL.warns_below.value) stance = 'warn'
  if (shown >= SENTIMENT.positive.value) stance = 'recommend'
  const told: Point<Argument | Objection> | undefined =
    stance === 'warn'
      ? points.against.find(({ quote }) => quote !== '')
      : points.forIt.find(({ quote }) => quote !== '')
  const line = say(PHRASES.reactions().social[stance], 'social', told)
  const [main] = points.against
  if (!main || stance === 'recommend' || conformity >= SOCIAL.outspoken.value) return line
  return `${line} ${say(PHRASES.reactions().said_aloud[main.kind], 'aloud', main)}`
}

function privateThoughts(kept: readonly PrivateObjection[], judgement: Judgement, points: Points, say: Say): string {
  const shared = points.against[0]
  // The second objection is the one that found no place above; the first is told without manners when it is the only one.
  const blunt = points.against[1] && isContent(judgement) ? undefined : shared
  const sentences = kept
    .slice(0, blunt ? 1 : 2)
    .map((kind) => say(PHRASES.private().thoughts[kind], 'private', { ...POINT_OF_NOTHING, kind }))
  if (blunt) sentences.unshift(say(PHRASES.private().blunt[blunt.kind], 'private', blunt))
  else if (shared) sentences.push(say(PHRASES.private().blunt[shared.kind], 'private', shared))
  return sentences.length > 0 ? sentences.join(' ') : say(PHRASES.arguments().sentences.plain, 'private')
}

/** Names every memory that had a say, in its own words. */
function memoryNotes({ recalled }: Judgement, say: Say): string {
  if (recalled.length === 0) return say(PHRASES.memories().none, 'memory')
  const told = recalled.map(({ memory }) => `“${memory.text}”`).join(' And: ')
  const pull = recalled.reduce((sum, { memory }) => sum + memory.valence, 0)
  const sign = pull > 0 ? 'good' : 'bad'
  const effect = Math.abs(pull) < SOCIAL.even_memories.value ? 'even' : sign
  const clue = listOf([...new Set(recalled.flatMap(({ cues }) => cues))].slice(0, 3))
  return `${say(PHRASES.memories().leads, 'memory')} ${told} (The text says ${clue}.) ${say(PHRASES.memories().effects[effect], 'memory')}`
}

/** Two or three things the person really said: the first reaction and the sharpest sentences after it. */
function keyQuotes(gut: string, considered: readonly string[]): string[] {
  const spoken = considered.filter((sentence) => sentence.includes('“'))
  return [...new Set([gut, ...spoken, ...considered])].slice(0, clamp(1 + spoken.length, 2, 3))
}
