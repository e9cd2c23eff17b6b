import type { BallotAnswer, Reason, RoomTurn } from '../../../domain/focus-group.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { judge } from '../judge.js'
import { pointsOf } from '../points.js'
import { purchaseStatement } from '../purchase-statement.js'
import { unit } from '../random.js'
import type { Read } from '../reading/reading.js'
import { sayer } from '../say.js'
import { utterancesOf } from '../sentences.js'
import { clamp } from '../weights.js'
import { isHidden, kindIn, othersIn } from './listening.js'

type Facts = FactsOf<'ballot'>

/** From this conformity on somebody takes an objection over that they hear and had not thought of. */
const TAKES_OVER = 0.45
/** Points of intent (1–10) that one new objection costs, times conformity; friendly words give as much back. */
const WEIGHT = 2.2
const LONGEST_WORDS = 22

/** The secret ballot after the discussion. Most people stay where they were; the conforming are moved by what is new to them. */
export function ballot(
  { persona, response, reasons, heard, stimulus, category }: Facts,
  read: Read,
  seed: number,
): BallotAnswer {
  const others = othersIn(heard, persona.name)
  const known = new Set(reasons.map(({ quote }) => kindIn(quote)))
  const fresh = others.find(({ text }) => {
    const kind = kindIn(text)
    return kind !== null && !known.has(kind)
  })
  const { conformity } = persona.traits
  const moved = fresh && conformity * (1.2 - persona.skepticism / 20) >= TAKES_OVER ? fresh : null
  const friendly = others.filter(({ text }) => kindIn(text) === null).length / Math.max(1, others.length)
  const pull = moved
    ? -WEIGHT * conformity
    : friendly > 0.6 && conformity >= TAKES_OVER
      ? WEIGHT * conformity * friendly
      : 0
  const intent = Math.round(clamp(response.purchase_intent + pull, 1, 10))
  const turn = moved ?? (pull > 0 ? (others.findLast(({ text }) => kindIn(text) === null) ?? null) : null)

  const reading = read(stimulus)
  const judgement = judge(persona, reading, category)
  const say = sayer(persona, reading, category, pointsOf(persona, reading, judgement, category), seed)
  const stays = intent === response.purchase_intent
  return {
    purchase_statement: stays ? response.purchase_statement : purchaseStatement(intent, say, 'purchase after'),
    reasons: [...kept(reasons, others, conformity, seed), ...(moved ? [takenOver(moved)] : [])],
    moved_by_turn: stays ? 0 : (turn?.turn ?? 0),
  }
}

/** A weak reason that others spoke against may be given up; hidden ones never are: nobody knew of them. */
function kept(reasons: readonly Reason[], others: readonly RoomTurn[], conformity: number, seed: number): Reason[] {
  const friendly = others.filter(({ text }) => kindIn(text) === null).length > others.length / 2
  return reasons.filter((reason) => {
    if (reasons.length === 1 || isHidden(reason) || reason.strength > 2 || !friendly) return true
    return unit([reason.quote, seed, 'kept']) > conformity / 2
  })
}

/** Somebody else's point in their words, as one's own from now on. */
function takenOver({ text }: RoomTurn): Reason {
  const point = utterancesOf(text).find((words) => kindIn(words) !== null) ?? text
  const words = point.split(/\s+/)
  const reason = words.length <= LONGEST_WORDS ? point : `${words.slice(0, LONGEST_WORDS).join(' ')} …`
  return { reason_id: '', reason: reason.replace(/[.!?]+$/u, ''), quote: point, strength: 2 }
}
