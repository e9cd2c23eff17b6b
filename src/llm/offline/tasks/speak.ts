import { type PerVoice, PHRASES, type TurnMove } from '../../../data/phrases.js'
import type { Reason, RoomTurn, SpokenTurn } from '../../../domain/focus-group.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { unit } from '../model/random.js'
import { clamp, ROOM } from '../model/weights.js'
import { askedOf, isHidden, kindIn, othersIn, sameSubject, toneOf, warmthOf } from '../reading/listening.js'
import { quotedIn, sentencesOf } from '../reading/sentences.js'
import { publicWords, saidBefore, says, sharedWords, wordsIn } from '../reading/words.js'
import { fill } from '../voice/template.js'
import { voiceOf } from '../voice/voice.js'

type Facts = FactsOf<'speak'>
type Position = SpokenTurn['position']

const FEWEST_WORDS = 10
const MOST_WORDS = 45

/** One turn: whom to take up, what to say of one's own, and how it sounds. Only the speaker's own words are used. */
export function speak(facts: Facts, _read: unknown, seed: number): SpokenTurn {
  const { persona, heard } = facts
  const others = othersIn(heard, persona.name)
  const public_intent = publicIntent(facts, warmthOf(others))
  const turn = others.length === 0 ? opening(facts, seed) : later(facts, others, seed)
  const voices = facts.reasons.filter((reason) => says(turn.text, reason)).map(({ reason_id }) => reason_id)
  return { ...turn, voices, public_intent }
}

type Drafted = Omit<SpokenTurn, 'voices' | 'public_intent'>

/** The first round: what one says in company, and for the outspoken the reason that weighs most. */
function opening(facts: Facts, seed: number): Drafted {
  const { persona, response, reasons } = facts
  const social = sentencesOf(response.social_response).slice(0, 2)
  const [loud] = outspoken(persona) ? [...reasons].filter((one) => !isHidden(one)).sort(byStrength) : []
  const said = loud && !says(social.join(' '), loud) && !repeatsSpan(social[0] ?? '', loud.quote)
  const text = said ? [social[0] ?? '', loud.quote] : social
  return { text: fitted(text, facts, seed), addressed_to: '', about_turn: 0, position: 'adds' }
}

function later(facts: Facts, others: readonly RoomTurn[], seed: number): Drafted {
  const { persona } = facts
  const asked = askedOf(facts.heard, facts.room, persona.name)
  const target = asked ? null : turnToTakeUp(others, facts)
  const { core, voiced } = whatToSay(facts, others, asked, target)
  const position = positionOf(facts, core, voiced, target)
  const move = moveOf(position, core, asked)
  const vars = { name: target?.speaker ?? '', q: aboutWhat(target, facts) }
  const link = unsaidFill(PHRASES.turns().links[move], vars, facts, seed)
  return {
    text: fitted(core === '' || move === 'ask' ? [link] : [link, core], facts, seed),
    addressed_to: target?.speaker ?? '',
    about_turn: target?.turn ?? 0,
    position,
  }
}

/** Who spoke to one last and has had no answer; else whoever spoke last. */
function turnToTakeUp(others: readonly RoomTurn[], { persona, heard }: Facts): RoomTurn | null {
  const ownLast = heard.latest.findLast(({ speaker, moderator }) => !moderator && speaker === persona.name)?.turn ?? 0
  const addressed = others.findLast(({ text, turn }) => turn > ownLast && text.includes(persona.name))
  return addressed ?? others.at(-1) ?? null
}

/** A reason of one's own that fits best and may be said; else something else of one's own; '' for neither. */
function whatToSay(facts: Facts, others: readonly RoomTurn[], asked: RoomTurn | null, target: RoomTurn | null) {
  const { persona, reasons, voiced, topic, heard, response } = facts
  const called = asked?.text.includes(persona.name) ?? false
  const warmth = warmthOf(others)
  const fresh = reasons.filter(
    (reason) => !voiced.includes(reason.reason_id) && !saidBefore(reason.quote, facts) && !alreadySaid(reason, facts),
  )
  const sayable = fresh.filter((reason) => wouldSay(facts, reason, warmth, called))
  const about = `${asked?.text ?? ''} ${topic} ${target?.text ?? ''}`
  const subject = kindIn(asked?.text ?? target?.text ?? '') ?? kindIn(topic)
  const fits = ({ quote, reason, strength }: Reason) =>
    strength + sharedWords(`${quote} ${reason}`, about) + (sameSubject(kindIn(quote), subject) ? FITS : 0)
  const [best] = [...sayable].sort((a, b) => fits(b) - fits(a))
  if (best) return { core: best.quote, voiced: best }
  const keptBack = fresh.filter((reason) => !sayable.includes(reason))
  const threshold = asked && PROBES.test(asked.text) ? [response.action_threshold] : []
  const pool = [...threshold, ...publicWords(facts, keptBack)].filter(
    (words) => words !== '' && !saidBefore(words, facts) && !keptBack.some((reason) => says(words, reason)),
  )
  const leastHeard = pool.find((words) => heard.latest.every(({ text }) => !text.includes(words)))
  return { core: leastHeard ?? '', voiced: null }
}
/** How much more an answer to what was just said matters than how strongly it is felt (1–5). */
const FITS = 3
const PROBES = /\b(?:different for you|prove it|would it take|convince)\b/u

/** Whether the speaker said this in other words in a turn that is still in the ear. */
const alreadySaid = (reason: Reason, { persona, heard }: Facts): boolean =>
  heard.latest.some(({ speaker, moderator, text }) => !moderator && speaker === persona.name && says(text, reason))

/** Leaders and contrarians say what they think, others the less the more they conform. */
const outspoken = ({ influence_type, traits }: Facts['persona']): boolean =>
  influence_type === 'leader' || influence_type === 'contrarian' || traits.conformity < ROOM.outspoken.value

/**
 * Whether somebody says a reason aloud. Hidden reasons stay hidden, but for the least conforming contrarian; a conforming
 * or observing person keeps back what goes against the room, unless the moderator asks them by name.
 */
function wouldSay({ persona }: Facts, reason: Reason, warmth: number | null, called: boolean): boolean {
  const { conformity } = persona.traits
  if (isHidden(reason)) return persona.influence_type === 'contrarian' && conformity < ROOM.unembarrassed.value
  if (called || outspoken(persona)) return true
  const critical = kindIn(reason.quote) !== null
  const against = critical ? (warmth ?? 0.5) : 1 - (warmth ?? 0.5)
  const courage = unit([persona.persona_id, reason.quote, 'courage'])
  const timid = conformity >= ROOM.timid.value || persona.influence_type === 'observer'
  return timid ? against < courage / 2 : against * conformity < courage
}

/** Friendly words answer friendly ones, doubts answer doubts; what goes the other way contradicts, but for a connector. */
function positionOf({ persona }: Facts, core: string, voiced: Reason | null, target: RoomTurn | null): Position {
  if (target === null) return 'adds'
  if (core === '') return outspoken(persona) || toneOf(target.text) !== 'critical' ? 'asks' : 'agrees'
  const [own, theirs] = [toneOf(voiced?.quote ?? core), toneOf(target.text)]
  if (theirs === 'neutral' || own === 'neutral') return 'adds'
  if (own === theirs) return own === 'friendly' || sameSubject(kindIn(core), kindIn(target.text)) ? 'agrees' : 'adds'
  if (persona.influence_type === 'connector') return 'adds'
  return voiced === null && !outspoken(persona) ? 'adds' : 'disagrees'
}

function moveOf(position: Position, core: string, asked: RoomTurn | null): TurnMove {
  if (asked) return 'answer'
  if (position === 'agrees') return core === '' ? 'concede' : 'agree'
  if (position === 'disagrees') return 'object'
  return position === 'asks' ? 'ask' : 'add'
}

/** What a turn was about, for a question back: the words it quoted. */
function aboutWhat(target: RoomTurn | null, { heard }: Facts): string {
  const quoted = [target, ...heard.latest.toReversed()].map((turn) => turn && quotedIn(turn.text)).find(Boolean)
  return quoted ? `“${quoted}”` : 'it'
}

const repeatsSpan = (one: string, other: string): boolean => {
  const span = quotedIn(one)
  return span !== null && other.includes(span)
}

/** The next variant that this speaker has not used in anything still in the ear. */
function unsaidFill(bank: PerVoice, vars: Record<string, string>, facts: Facts, seed: number): string {
  const { persona, heard } = facts
  const template = bank[voiceOf(persona)]
  const number = heard.latest.at(-1)?.turn ?? 0
  const variant = (at: number) => fill(template, vars, [persona.persona_id, seed, vars.name ?? ''], number + at)
  const variants = [0, 1, 2, 3].map(variant)
  return variants.find((words) => !saidBefore(words, facts)) ?? variant(0)
}

/** As one says it aloud: long enough to be heard, short enough for a room. */
function fitted(parts: readonly string[], facts: Facts, seed: number): string {
  const spoken = parts.filter((part) => part !== '')
  const sentences = spoken.flatMap((part) => (wordsIn(spoken.join(' ')) > MOST_WORDS ? sentencesOf(part) : [part]))
  // The last part is the reason: what comes before it goes first.
  while (sentences.length > 1 && wordsIn(sentences.join(' ')) > MOST_WORDS) sentences.shift()
  const text = cut(sentences.join(' '))
  if (wordsIn(text) >= FEWEST_WORDS) return text
  const longer = `${text} ${unsaidFill(PHRASES.turns().tails, {}, facts, seed)}`
  return wordsIn(longer) >= FEWEST_WORDS ? longer : `${longer} ${facts.response.purchase_statement}`
}

const cut = (text: string): string => {
  const words = text.split(/\s+/u)
  return words.length <= MOST_WORDS ? text : `${words.slice(0, MOST_WORDS - 1).join(' ')} …`
}

const byStrength = (a: Reason, b: Reason): number => b.strength - a.strength

/** 1–5: one's own leaning, drawn to how the room sounds by conformity. */
function publicIntent({ persona, response }: Facts, warmth: number | null): number {
  const own = 1 + (4 * (response.purchase_intent - 1)) / 9
  const room = warmth === null ? own : 1.5 + 3 * warmth
  return Math.round(clamp(own + ROOM.pull.value * persona.traits.conformity * (room - own), 1, 5))
}
