import type { Objection } from '../../../data/lexicon.js'
import { PHRASES } from '../../../data/phrases.js'
import type { BallotAnswer, Reason, RoomTurn } from '../../../domain/focus-group.js'
import type { Category } from '../../../domain/persona.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { judge } from '../model/judge.js'
import { EMPTY_POINT, pointsOf } from '../model/points.js'
import { unit } from '../model/random.js'
import { clamp, ROOM } from '../model/weights.js'
import { unmentionedTopics } from '../reading/concepts.js'
import { anyObjectionIn, isHidden, turnsOfOthers, warmthOf } from '../reading/discussion-turns.js'
import { objectionIn } from '../reading/objections.js'
import type { Read, Reading } from '../reading/reading.js'
import { quotedIn, utterancesOf } from '../reading/sentences.js'
import { levelOf, purchaseStatement } from '../voice/purchase-statement.js'
import { createSpeaker, type Say } from '../voice/speaker.js'

type Facts = FactsOf<'ballot'>

const MAX_WORDS = 22

/**
 * The secret ballot after the discussion. Only conforming people with little skepticism change their mind, because of an
 * objection that is new to them or because of a warm room.
 */
export function ballot(facts: Facts, read: Read, seed: number): BallotAnswer {
  const { persona, response, reasons, heard, stimulus, category } = facts
  const others = turnsOfOthers(heard, persona.name)
  const reading = read(stimulus)
  const points = pointsOf(persona, reading, judge(persona, reading, category), category)
  const say = createSpeaker(persona, reading, category, points, seed)

  const swayed = susceptibility(persona) >= ROOM.takes_over.value
  const newObjection = swayed ? objectionNewTo(reasons, others) : null
  const warm = (warmthOf(others) ?? 0) >= ROOM.mood.value
  const friendlyTurn = others.findLast(({ text }) => anyObjectionIn(text) === null)
  const movedBy = newObjection ?? (swayed && warm && friendlyTurn !== undefined ? friendlyTurn : null)
  const pull = movedBy === null ? 0 : ROOM.moved.value * persona.traits.conformity * (movedBy === newObjection ? -1 : 1)
  const intent = Math.round(clamp(response.purchase_intent + pull, 1, 10))
  const kept = keptReasons(reasons, warm, persona.traits.conformity, seed)
  const stays = movedBy === null || levelOf(intent) === levelOf(response.purchase_intent)
  return {
    purchase_statement: stays ? response.purchase_statement : purchaseStatement(intent, say, 'purchase after'),
    reasons: newObjection ? [...kept, adoptedReason(newObjection, reading, category, say)] : kept,
    moved_by_turn: stays ? 0 : movedBy.turn,
  }
}

/** 0–1: conformity, less a share for skepticism. */
const susceptibility = ({ traits, skepticism }: Facts['persona']): number => traits.conformity * (1.2 - skepticism / 20)

/** The first turn with an objection that is not among the voter's reasons. */
function objectionNewTo(reasons: readonly Reason[], others: readonly RoomTurn[]): RoomTurn | null {
  const known = new Set(reasons.flatMap(({ reason, quote }) => [anyObjectionIn(quote), anyObjectionIn(reason)]))
  return (
    others.find(({ text }) => {
      const kind = objectionIn(text)
      return kind !== null && anyObjectionIn(text) === kind && !known.has(kind)
    }) ?? null
  )
}

/** In a warm room a voter may drop a weak objection, but never a hidden one, which nobody could answer. */
function keptReasons(reasons: readonly Reason[], warm: boolean, conformity: number, seed: number): Reason[] {
  const staying = reasons.filter((reason) => {
    if (!warm || isHidden(reason) || anyObjectionIn(reason.quote) === null || reason.strength > ROOM.passing.value)
      return true
    return unit([reason.quote, seed, 'kept']) > conformity / 2
  })
  return staying.length > 0 ? staying : [...reasons]
}

const PRICES: ReadonlySet<Objection> = new Set<Objection>(['price_high', 'price_dearer', 'price_missing'])

/** Another speaker's objection as a reason of the voter: in the voter's voice where its subject is clear, else as it was said. */
function adoptedReason({ text }: RoomTurn, reading: Reading, category: Category, say: Say): Reason {
  const heard = utterancesOf(text).find((words) => objectionIn(words) !== null) ?? text
  const kind = objectionIn(heard)
  const quote = quotedIn(heard) ?? quotedIn(text) ?? ''
  const topic = unmentionedTopics(reading.lower, category).find((missing) => heard.includes(missing.topic))?.topic ?? ''
  const clear = kind === 'missing' ? topic !== '' : quote !== '' || (kind !== null && PRICES.has(kind))
  if (kind === null || !clear)
    return { side: 'against', reason_id: '', reason: shortened(heard), quote: heard, strength: 2 }
  const point = { ...EMPTY_POINT, kind, quote, topic }
  return {
    side: 'against',
    reason_id: '',
    reason: say(PHRASES.frictions()[kind], 'friction', point),
    quote: say(PHRASES.private().blunt[kind], 'heard', point),
    strength: 2,
  }
}

function shortened(words: string): string {
  const all = words.split(/\s+/)
  const short = all.length <= MAX_WORDS ? words : `${all.slice(0, MAX_WORDS).join(' ')} …`
  return short.replace(/(?<![.!?])[.!?]+$/u, '')
}
