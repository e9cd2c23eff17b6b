import type { Category, Persona } from '../../domain/persona.js'
import type { PersonaAnswer } from '../../domain/response.js'
import type { FactsOf } from '../../domain/tasks.js'
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
import { fill, type Vars } from './phrases/template.js'
import { THRESHOLDS } from './phrases/thresholds.js'
import { type PerVoice, voiceOf } from './phrases/voice.js'
import { type Point, type Points, pointsOf, privatePointsOf } from './points.js'
import { type Source, unit } from './random.js'
import type { Read, Reading } from './reading/reading.js'
import { listOf } from './sentences.js'
import { clamp, intentBand, LIMITS, SENTIMENT, SOCIAL } from './weights.js'

type Say = (bank: PerVoice, slot: string, point?: Point<string>) => string

/** One persona's answer to a stimulus: figures from the behaviour model, words from its voice, quotes from the text. */
export function respond({ persona, stimulus, category }: FactsOf<'respond'>, read: Read, seed: number): PersonaAnswer {
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
    ? [say(OBJECTION_SENTENCES[lost.kind], 'considered', lost), say(LOST_SENTENCES, 'close')]
    : consideredResponse(persona, judgement, points, purchase_intent, say)
  const frictions = points.against.slice(0, LIMITS.frictions.value)
  const [main] = points.against

  return {
    persona_name: persona.name,
    gut_reaction,
    gut_sentiment,
    considered_response: considered.join(' '),
    considered_sentiment: sentimentOf(judgement.considered, torn),
    social_response: lost ? say(SAID_ALOUD[lost.kind], 'aloud', lost) : socialResponse(persona, judgement, points, say),
    private_thoughts: privateThoughts(
      lost ? [] : privatePointsOf(persona, reading, judgement, category),
      judgement,
      points,
      say,
    ),
    purchase_intent,
    action_threshold: say(THRESHOLDS[main && !isContent(judgement) ? main.kind : 'none'], 'threshold', main),
    friction_points: [...new Set(frictions.map((point) => say(FRICTIONS[point.kind], 'friction', point)))],
    memory_influence_notes: memoryNotes(judgement, say),
    key_quotes: keyQuotes(gut_reaction, considered),
  }
}

/** What buying is called where there is nothing to carry home. */
const BUY: Readonly<Record<Category, string>> = {
  fmcg: 'buy it',
  beauty: 'buy it',
  food_drink: 'buy it',
  tech: 'buy it',
  saas: 'sign up for it',
  finance: 'sign up for it',
  travel: 'book it',
  health: 'buy it',
}

/** Speaks in the persona's voice: which words are chosen depends on who speaks, about what, and on the seed. */
function sayer(persona: Persona, reading: Reading, category: Category, points: Points, seed: number): Say {
  const voice = voiceOf(persona)
  const source: Source = [persona.persona_id, persona.name, reading.fingerprint, seed]
  const it = reading.thing === null ? 'this' : `this ${reading.thing}`
  const fallback = points.against.find(({ quote }) => quote !== '') ?? points.forIt.find(({ quote }) => quote !== '')
  const price = reading.price?.text ?? 'that price'
  const value = persona.psychographics.values[0] ?? 'peace and quiet'
  return (bank, slot, point) => {
    const quote = point?.quote || fallback?.quote || reading.opening
    const vars: Vars = {
      q: quote === '' ? 'this' : `“${quote}”`,
      it,
      price,
      buy: BUY[category],
      other: reading.price?.compared_text || 'the other one',
      value: asNoun(point?.value || value),
      topic: point?.topic ?? '',
    }
    return fill(bank[voice], vars, [...source, slot, point?.kind ?? '', quote])
  }
}

/** "Honest labels" in the middle of a sentence; abbreviations and names keep their capital. */
function asNoun(value: string): string {
  return /^\p{Lu}\p{Ll}/u.test(value) ? value.charAt(0).toLowerCase() + value.slice(1) : value
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
  return say(GUT_SENTENCES[level], 'gut', struck)
}

/** Three to six sentences: what is believed, what speaks for it and against it, and where that leaves the speaker. */
function consideredResponse(
  persona: Persona,
  judgement: Judgement,
  points: Points,
  intent: number,
  say: Say,
): string[] {
  const belief = judgement.claims.length === 0 ? [] : [beliefSentence(voiceOf(persona), judgement.credibility)]
  const friendly = judgement.considered >= SENTIMENT.negative.value
  const talkative = unit([persona.persona_id, persona.name, 'talkative']) > SOCIAL.talkative.value
  const more = talkative ? 1 : 0
  const against = oneOfAKind(points.against)
    .slice(0, (friendly ? 1 : 2) + more)
    .map((point) => say(OBJECTION_SENTENCES[point.kind], 'considered', point))
  const wanted = friendly ? 1 + more : judgement.considered > SENTIMENT.hopeless.value ? 1 : 0
  const forIt = oneOfAKind(points.forIt)
    .slice(0, wanted)
    .map((point) => say(ARGUMENT_SENTENCES[point.kind], 'considered', point))
  if (!friendly && forIt[0]) forIt[0] = `${say(CONCESSIONS, 'concession')} ${forIt[0]}`
  const close = say(INTENT_SENTENCES[intentBand(intent)], 'close')
  return friendly ? [...forIt, ...belief, ...against, close] : [...against, ...belief, ...forIt, close]
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
    .map((kind) => say(PRIVATE_SENTENCES[kind], 'private', { ...NOTHING, kind }))
  if (blunt) sentences.unshift(say(BLUNT_OBJECTIONS[blunt.kind], 'private', blunt))
  else if (shared) sentences.push(say(BLUNT_OBJECTIONS[shared.kind], 'private', shared))
  return sentences.length > 0 ? sentences.join(' ') : say(ARGUMENT_SENTENCES.plain, 'private')
}

const NOTHING = { quote: '', topic: '', value: '', strength: 0 } as const

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
