import { PHRASES } from '../../../data/phrases.js'
import type { BallotAnswer, Reason, RoomTurn } from '../../../domain/panel/focus-group.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { unit } from '../model/random.js'
import { clamp, ROOM } from '../model/weights.js'
import { anyObjectionIn, isHidden, turnsOfOthers, warmthOf } from '../reading/discussion-turns.js'
import { objectionIn } from '../reading/objections.js'
import type { Read } from '../reading/reading.js'
import { quotedIn, sentencesOf } from '../reading/sentences.js'
import { createSpeaker, type Say } from '../voice/speaker.js'
import { levelOf, purchaseStatement } from './respond.js'

type Facts = FactsOf<'ballot'>

const MAX_WORDS = 22

/**
 * The secret ballot after the discussion. Only conforming people with little skepticism change their mind, because of an
 * objection that is new to them or because of a warm room.
 */
export function ballot(facts: Facts, read: Read, seed: number): BallotAnswer {
  const { persona, response, reasons, heard, stimulus, category } = facts
  const others = turnsOfOthers(heard, persona.name)
  const say = createSpeaker(persona, read(stimulus), category)

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
    purchase_statement: stays ? response.purchase_statement : purchaseStatement(intent, say),
    reasons: newObjection ? [...kept, adoptedReason(newObjection, say)] : kept,
    moved_by_turn: stays ? 0 : movedBy.turn,
  }
}

/** 0–1: conformity, reduced by a share of skepticism. */
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

/** In a warm room a voter may drop a weak objection, but never a hidden one: nobody could have answered it. */
function keptReasons(reasons: readonly Reason[], warm: boolean, conformity: number, seed: number): Reason[] {
  const staying = reasons.filter((reason) => {
    if (!warm || isHidden(reason) || anyObjectionIn(reason.quote) === null || reason.strength > ROOM.passing.value)
      return true
    return unit([reason.quote, seed, 'kept']) > conformity / 2
  })
  return staying.length > 0 ? staying : [...reasons]
}

/**
 * Another speaker's objection as a reason of the voter: in the voter's register where its subject is clear, else
 * verbatim.
 */
function adoptedReason({ text }: RoomTurn, say: Say): Reason {
  const heard = sentencesOf(text).find((words) => objectionIn(words) !== null) ?? text
  const kind = objectionIn(heard)
  const quote = quotedIn(heard) ?? ''
  const clear = kind !== null && (quote !== '' || kind === 'price_missing')
  if (!clear) return { side: 'against', reason_id: '', reason: shortened(heard), quote: heard, strength: 2 }
  const { friction, spoken } = PHRASES.objections()[kind]
  return {
    side: 'against',
    reason_id: '',
    reason: say(friction, { quote }),
    quote: say(spoken, { quote }),
    strength: 2,
  }
}

function shortened(words: string): string {
  const all = words.split(/\s+/)
  const short = all.length <= MAX_WORDS ? words : `${all.slice(0, MAX_WORDS).join(' ')} …`
  return short.replace(/(?<![.!?])[.!?]+$/u, '')
}
