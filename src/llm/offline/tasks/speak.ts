import { type Move, type PerRegister, PHRASES } from '../../../data/phrases.js'
import type { Reason, RoomTurn, SpokenTurn } from '../../../domain/panel/focus-group.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { unit } from '../model/random.js'
import { clamp, ROOM } from '../model/weights.js'
import {
  anyObjectionIn,
  isHidden,
  openQuestion,
  sameSubject,
  toneOf,
  turnsOfOthers,
  warmthOf,
} from '../reading/discussion-turns.js'
import type { Read } from '../reading/reading.js'
import { quotedIn, sentencesOf } from '../reading/sentences.js'
import { expresses, isHeard, publicUtterances, saidBefore, sharedWords, wordCount } from '../reading/utterances.js'
import { createSpeaker, registerOf } from '../voice/speaker.js'
import { fill, type Vars } from '../voice/template.js'
import { levelOf, purchaseStatement } from './respond.js'

type Facts = FactsOf<'speak'>
type Position = SpokenTurn['position']

const MIN_WORDS = 10
const MAX_WORDS = 45

/**
 * One turn of a discussion: the turn that it answers, the reason that it states, and its position. Uses only the
 * speaker's own words.
 */
export function speak(facts: Facts, read: Read): SpokenTurn {
  const { persona, heard } = facts
  const others = turnsOfOthers(heard, persona.name)
  const public_intent = publicIntent(facts, warmthOf(others))
  if (facts.closing) return { ...closingTurn(facts, read, public_intent), voices: [], public_intent }
  const turn = others.length === 0 ? openingTurn(facts) : laterTurn(facts, others)
  const voices = facts.reasons.filter((reason) => expresses(turn.text, reason)).map(({ reason_id }) => reason_id)
  return { ...turn, voices, public_intent }
}

type TurnDraft = Omit<SpokenTurn, 'voices' | 'public_intent'>

/** The answer to the last question: the written purchase statement, or one that matches the speaker's public intent. */
function closingTurn(facts: Facts, read: Read, public_intent: number): TurnDraft {
  const { persona, response, stimulus, category } = facts
  const intent = Math.round(1 + (9 * (public_intent - 1)) / 4)
  const draft = { addressed_to: '', about_turn: 0, position: 'adds' } as const
  if (levelOf(intent) === levelOf(response.purchase_intent)) return { ...draft, text: response.purchase_statement }
  return { ...draft, text: purchaseStatement(intent, createSpeaker(persona, read(stimulus), category)) }
}

/** A turn of the first round: the social response, and for outspoken people the strongest reason. */
function openingTurn(facts: Facts): TurnDraft {
  const { persona, response, reasons } = facts
  const social = sentencesOf(response.social_response).slice(0, 2)
  const [mainReason] = outspoken(persona) ? reasons.filter((reason) => !isHidden(reason)).sort(byStrength) : []
  const addsReason =
    mainReason && !expresses(social.join(' '), mainReason) && !repeatsSpan(social[0] ?? '', mainReason.quote)
  const text = addsReason ? [social[0] ?? '', mainReason.quote] : social
  return { text: fitLength(text, facts), addressed_to: '', about_turn: 0, position: 'adds' }
}

function laterTurn(facts: Facts, others: readonly RoomTurn[]): TurnDraft {
  const { persona } = facts
  const question = openQuestion(facts.heard, facts.room, persona.name)
  const target = question ? null : turnToTakeUp(others, facts)
  const { core, voiced, shared } = whatToSay(facts, others, question, target)
  const sides = core === '' && shared !== null && target !== null && expresses(target.text, shared)
  const position = sides ? 'agrees' : positionOf(facts, core, voiced, target)
  const move = sides && !question ? 'agree' : moveOf(position, core, question)
  const vars = { name: target?.speaker ?? '', q: aboutWhat(target, facts) }
  const link = sayIn(PHRASES.answers().links[move], vars, facts)
  return {
    text: fitLength(core === '' || move === 'ask' ? [link] : [link, core], facts),
    addressed_to: target?.speaker ?? '',
    about_turn: target?.turn ?? 0,
    position,
  }
}

/** The last unanswered turn that names the speaker, else the last turn of another person. */
function turnToTakeUp(others: readonly RoomTurn[], { persona, heard }: Facts): RoomTurn | null {
  const ownLast = heard.latest.findLast(({ speaker, moderator }) => !moderator && speaker === persona.name)?.turn ?? 0
  const addressed = others.findLast(({ text, turn }) => turn > ownLast && text.includes(persona.name))
  return addressed ?? others.at(-1) ?? null
}

/**
 * The speaker's best fitting reason that may be said aloud and that nobody has said in these words; else other words of
 * the speaker; '' for neither. `shared`: the best fitting reason that somebody has said already.
 */
function whatToSay(facts: Facts, others: readonly RoomTurn[], question: RoomTurn | null, target: RoomTurn | null) {
  const { persona, reasons, voiced, topic, heard, response } = facts
  const called = question?.text.includes(persona.name) ?? false
  const warmth = warmthOf(others)
  const fresh = reasons.filter(
    (reason) => !voiced.includes(reason.reason_id) && !saidBefore(reason.quote, facts) && !alreadySaid(reason, facts),
  )
  const sayableReasons = fresh.filter((reason) => wouldSay(facts, reason, warmth, called))
  const about = `${question?.text ?? ''} ${topic} ${target?.text ?? ''}`
  const subject = anyObjectionIn(question?.text ?? target?.text ?? '') ?? anyObjectionIn(topic)
  const fits = ({ quote, reason, strength }: Reason) =>
    strength +
    sharedWords(`${quote} ${reason}`, about) +
    (sameSubject(anyObjectionIn(quote), subject) ? SUBJECT_BONUS : 0)
  const ranked = [...sayableReasons].sort((a, b) => fits(b) - fits(a))
  const best = ranked.find(({ quote }) => !isHeard(quote, heard))
  const shared = ranked.find(({ quote }) => isHeard(quote, heard)) ?? null
  if (best) return { core: best.quote, voiced: best, shared }
  const keptBack = fresh.filter((reason) => !sayableReasons.includes(reason))
  const threshold = question && PROBING_QUESTION.test(question.text) ? [response.action_threshold] : []
  const pool = [...threshold, ...publicUtterances(facts, keptBack)].filter(
    (words) => words !== '' && !saidBefore(words, facts) && !keptBack.some((reason) => expresses(words, reason)),
  )
  return { core: pool.find((words) => !isHeard(words, heard)) ?? '', voiced: null, shared }
}
/** Added to a reason's strength (1–5) when it is about the current subject. */
const SUBJECT_BONUS = 3
const PROBING_QUESTION = /\b(?:different for you|prove it|would it take|convince)\b/u

/** Whether the speaker stated this reason, also in other words, in a recent turn. */
const alreadySaid = (reason: Reason, { persona, heard }: Facts): boolean =>
  heard.latest.some(({ speaker, moderator, text }) => !moderator && speaker === persona.name && expresses(text, reason))

/** Leaders, contrarians and people of low conformity say what they think. */
const outspoken = ({ influence_type, traits }: Facts['persona']): boolean =>
  influence_type === 'leader' || influence_type === 'contrarian' || traits.conformity < ROOM.outspoken.value

/**
 * Whether a speaker says a reason aloud. Only the least conforming contrarians state hidden reasons; conforming people
 * and observers keep back reasons that go against the room, unless the moderator asks them by name.
 */
function wouldSay({ persona }: Facts, reason: Reason, warmth: number | null, called: boolean): boolean {
  const { conformity } = persona.traits
  if (isHidden(reason)) return persona.influence_type === 'contrarian' && conformity < ROOM.unembarrassed.value
  if (called || outspoken(persona)) return true
  const critical = anyObjectionIn(reason.quote) !== null
  const against = critical ? (warmth ?? 0.5) : 1 - (warmth ?? 0.5)
  const courage = unit([persona.persona_id, reason.quote, 'courage'])
  const timid = conformity >= ROOM.timid.value || persona.influence_type === 'observer'
  return timid ? against < courage / 2 : against * conformity < courage
}

/** The position of a turn towards its target: the same tone agrees, the opposite tone disagrees, except for connectors. */
function positionOf({ persona }: Facts, core: string, voiced: Reason | null, target: RoomTurn | null): Position {
  if (target === null) return 'adds'
  if (core === '') return outspoken(persona) || toneOf(target.text) !== 'critical' ? 'asks' : 'agrees'
  const [own, theirs] = [toneOf(voiced?.quote ?? core), toneOf(target.text)]
  if (theirs === 'neutral' || own === 'neutral') return 'adds'
  if (own === theirs)
    return own === 'friendly' || sameSubject(anyObjectionIn(core), anyObjectionIn(target.text)) ? 'agrees' : 'adds'
  if (persona.influence_type === 'connector') return 'adds'
  return voiced === null && !outspoken(persona) ? 'adds' : 'disagrees'
}

function moveOf(position: Position, core: string, question: RoomTurn | null): Move {
  if (question) return 'answer'
  if (position === 'agrees') return core === '' ? 'concede' : 'agree'
  if (position === 'disagrees') return 'object'
  return position === 'asks' ? 'ask' : 'add'
}

/** The quotation for a question: that of the target, else of the most recent turn with one. */
function aboutWhat(target: RoomTurn | null, { heard }: Facts): string {
  const quoted = [target, ...heard.latest.toReversed()].map((turn) => turn && quotedIn(turn.text)).find(Boolean)
  return quoted ? `“${quoted}”` : 'it'
}

const repeatsSpan = (text: string, otherText: string): boolean => {
  const span = quotedIn(text)
  return span !== null && otherText.includes(span)
}

/**
 * A phrase in the speaker's register. Where it was said recently another register's is used, and last one without the
 * quotation.
 */
function sayIn(bank: PerRegister, vars: Vars, { persona, heard }: Facts): string {
  const inOrder = [bank[registerOf(persona)], ...Object.values(bank)]
  const phrases = [vars, { ...vars, q: 'it' }].flatMap((said) => inOrder.map((phrase) => fill(phrase, said)))
  return phrases.find((phrase) => !isHeard(phrase, heard)) ?? phrases[0] ?? ''
}

/** Fits a turn to the length of spoken turns: between MIN_WORDS and MAX_WORDS. */
function fitLength(parts: readonly string[], facts: Facts): string {
  const spoken = parts.filter((part) => part !== '')
  const sentences = spoken.flatMap((part) => (wordCount(spoken.join(' ')) > MAX_WORDS ? sentencesOf(part) : [part]))
  // The last part is the reason, so sentences are removed from the front.
  while (sentences.length > 1 && wordCount(sentences.join(' ')) > MAX_WORDS) sentences.shift()
  const text = cutToMaxWords(sentences.join(' '))
  if (wordCount(text) >= MIN_WORDS) return text
  const longer = `${text} ${sayIn(PHRASES.answers().tail, { q: aboutWhat(null, facts) }, facts)}`
  const { purchase_statement } = facts.response
  return wordCount(longer) >= MIN_WORDS || isHeard(purchase_statement, facts.heard)
    ? longer
    : `${longer} ${purchase_statement}`
}

const cutToMaxWords = (text: string): string => {
  const words = text.split(/\s+/u)
  return words.length <= MAX_WORDS ? text : `${words.slice(0, MAX_WORDS - 1).join(' ')} …`
}

const byStrength = (a: Reason, b: Reason): number => b.strength - a.strength

/** 1–5: the speaker's own intent, pulled towards the mood of the room by conformity. */
function publicIntent({ persona, response }: Facts, warmth: number | null): number {
  const own = 1 + (4 * (response.purchase_intent - 1)) / 9
  const room = warmth === null ? own : 1.5 + 3 * warmth
  return Math.round(clamp(own + ROOM.pull.value * persona.traits.conformity * (room - own), 1, 5))
}
