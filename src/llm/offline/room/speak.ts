import type { Reason, SpokenTurn } from '../../../domain/focus-group.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { LINKS, type Move } from '../phrases/discussion.js'
import { fill } from '../phrases/template.js'
import { voiceOf } from '../phrases/voice.js'
import { unit } from '../random.js'
import { sentencesOf, utterancesOf } from '../sentences.js'
import { clamp } from '../weights.js'
import { askedLast, isHidden, kindIn, othersIn, warmthOf } from './listening.js'

type Facts = FactsOf<'speak'>

/** One turn: whom to take up, what to say of one's own, and how it sounds. Only the speaker's own words are used. */
export function speak(facts: Facts, _read: unknown, seed: number): SpokenTurn {
  const { persona, heard } = facts
  const others = othersIn(heard, persona.name)
  const warmth = warmthOf(others)
  const public_intent = publicIntent(facts, warmth)
  if (others.length === 0) return opening(facts, public_intent)

  const asked = askedLast(heard)
  const target = asked ? null : (others.findLast(({ text }) => text.includes(persona.name)) ?? others.at(-1) ?? null)
  const targetKind = target && kindIn(target.text)
  const fresh = freshReasons(facts)
  const shared = target && fresh.find((reason) => kindIn(reason.quote) !== null && kindIn(reason.quote) === targetKind)
  const sayable = fresh.filter((reason) => wouldSay(facts, reason, warmth, asked?.text.includes(persona.name) ?? false))
  const reason = shared && sayable.includes(shared) ? shared : sayable[0]
  const position = positionOf(facts, targetKind ?? null, reason ?? null, target !== null)
  const words = reason ? reason.quote : unsaidWords(facts)
  const link = fill(LINKS[MOVES[position]][voiceOf(persona)], { name: target?.speaker ?? '' }, [
    persona.persona_id,
    seed,
    heard.latest.length,
  ])
  return {
    text: words === '' ? link : `${link} ${words}`,
    addressed_to: target?.speaker ?? '',
    about_turn: target?.turn ?? 0,
    position,
    voices: reason ? [reason.reason_id] : voicedIn(words, facts),
    public_intent,
  }
}

const MOVES: Readonly<Record<SpokenTurn['position'], Move>> = {
  agrees: 'agree',
  disagrees: 'object',
  asks: 'add',
  adds: 'add',
}

/** The first round: what one says in company, and for the outspoken the reason that weighs most. */
function opening(facts: Facts, public_intent: number): SpokenTurn {
  const { persona, response, reasons } = facts
  const social = sentencesOf(response.social_response).slice(0, 2).join(' ')
  const [loud] = outspoken(persona) ? reasons.filter((reason) => !isHidden(reason)) : []
  const text = loud && !social.includes(loud.quote) ? `${sentencesOf(social)[0] ?? social} ${loud.quote}` : social
  return {
    text,
    addressed_to: '',
    about_turn: 0,
    position: 'adds',
    voices: loud ? [loud.reason_id] : voicedIn(text, facts),
    public_intent,
  }
}

/** Leaders and contrarians say what they think, others the less the more they conform. */
const outspoken = ({ influence_type, traits }: Facts['persona']): boolean =>
  influence_type === 'leader' || influence_type === 'contrarian' || traits.conformity < OUTSPOKEN
const OUTSPOKEN = 0.3
const EMBARRASSED_ABOVE = 0.2
const TIMID = 0.6

const freshReasons = ({ reasons, voiced }: Facts): Reason[] =>
  reasons.filter(({ reason_id }) => !voiced.includes(reason_id)).sort((a, b) => b.strength - a.strength)

/**
 * Whether somebody says a reason aloud. Hidden reasons stay hidden, but for the least conforming contrarian; a conforming
 * person keeps an objection back in a warm room, unless the moderator asks them by name.
 */
function wouldSay({ persona }: Facts, reason: Reason, warmth: number | null, called: boolean): boolean {
  const { conformity } = persona.traits
  if (isHidden(reason)) return persona.influence_type === 'contrarian' && conformity < EMBARRASSED_ABOVE
  if (called || outspoken(persona)) return true
  const critical = kindIn(reason.quote) !== null
  const against = critical ? (warmth ?? 0.5) : 1 - (warmth ?? 0.5)
  const courage = unit([persona.persona_id, reason.quote, 'courage'])
  return conformity < TIMID ? against * conformity < courage : against < courage / 2
}

function positionOf(
  { persona, response }: Facts,
  targetKind: string | null,
  reason: Reason | null,
  answers: boolean,
): SpokenTurn['position'] {
  if (!answers) return 'adds'
  const critical = reason !== null && kindIn(reason.quote) !== null
  if (reason === null) return persona.traits.conformity >= OUTSPOKEN ? 'agrees' : 'asks'
  if (critical && targetKind !== null) return kindIn(reason.quote) === targetKind ? 'agrees' : 'adds'
  if (critical || targetKind !== null) {
    return persona.influence_type === 'connector' || response.purchase_intent === MIDDLE ? 'adds' : 'disagrees'
  }
  return 'agrees'
}
const MIDDLE = 5

/** Something of one's own answer that was not said yet and gives nothing hidden away. */
function unsaidWords({ persona, response, heard }: Facts): string {
  const own = heard.latest.filter(({ speaker }) => speaker === persona.name).map(({ text }) => text)
  const pool = [
    ...utterancesOf(response.social_response),
    ...utterancesOf(response.gut_reaction),
    response.purchase_statement,
  ]
  return pool.find((words) => own.every((said) => !said.includes(words))) ?? ''
}

/** Reasons whose words stand in what was said anyway. */
const voicedIn = (text: string, { reasons }: Facts): string[] =>
  reasons.filter(({ quote }) => text.includes(quote)).map(({ reason_id }) => reason_id)

/** 1–5: one's own leaning, drawn to how the room sounds by conformity. */
function publicIntent({ persona, response }: Facts, warmth: number | null): number {
  const own = 1 + (4 * (response.purchase_intent - 1)) / 9
  const room = warmth === null ? own : 1.5 + 3 * warmth
  return Math.round(clamp(own + PULL * persona.traits.conformity * (room - own), 1, 5))
}
const PULL = 0.8
