import type { Objection } from '../../../data/lexicon.js'
import { PHRASES } from '../../../data/phrases.js'
import type { BallotAnswer, Reason, RoomTurn } from '../../../domain/focus-group.js'
import type { Category } from '../../../domain/persona.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { judge } from '../model/judge.js'
import { POINT_OF_NOTHING, pointsOf } from '../model/points.js'
import { unit } from '../model/random.js'
import { clamp, ROOM } from '../model/weights.js'
import { isHidden, kindIn, othersIn, warmthOf } from '../reading/listening.js'
import { objectionIn } from '../reading/objections.js'
import type { Read, Reading } from '../reading/reading.js'
import { quotedIn, utterancesOf } from '../reading/sentences.js'
import { silentTopics } from '../reading/topics.js'
import { levelOf, purchaseStatement } from '../voice/purchase-statement.js'
import { type Say, sayer } from '../voice/say.js'

type Facts = FactsOf<'ballot'>

const LONGEST_WORDS = 22

/**
 * The secret ballot after the discussion. Most people stay where they were: only who conforms, and distrusts little, is
 * moved, by an objection that is new to them or by a warm room.
 */
export function ballot(facts: Facts, read: Read, seed: number): BallotAnswer {
  const { persona, response, reasons, heard, stimulus, category } = facts
  const others = othersIn(heard, persona.name)
  const reading = read(stimulus)
  const points = pointsOf(persona, reading, judge(persona, reading, category), category)
  const say = sayer(persona, reading, category, points, seed)

  const swayed = susceptibility(persona) >= ROOM.takes_over.value
  const fresh = swayed ? objectionNewTo(reasons, others) : null
  const warm = (warmthOf(others) ?? 0) >= ROOM.mood.value
  const kind = others.findLast(({ text }) => kindIn(text) === null)
  const by = fresh ?? (swayed && warm && kind !== undefined ? kind : null)
  const pull = by === null ? 0 : ROOM.moved.value * persona.traits.conformity * (by === fresh ? -1 : 1)
  const intent = Math.round(clamp(response.purchase_intent + pull, 1, 10))
  const stays = by === null || levelOf(intent) === levelOf(response.purchase_intent)
  return {
    purchase_statement: stays ? response.purchase_statement : purchaseStatement(intent, say, 'purchase after'),
    reasons: [
      ...kept(reasons, warm, persona.traits.conformity, seed),
      ...(fresh ? [takenOver(fresh, reading, category, say)] : []),
    ],
    moved_by_turn: stays ? 0 : by.turn,
  }
}

/** 0–1: conformity, less a share for distrust. */
const susceptibility = ({ traits, skepticism }: Facts['persona']): number => traits.conformity * (1.2 - skepticism / 20)

/** The first turn with an objection that is none of one's own. */
function objectionNewTo(reasons: readonly Reason[], others: readonly RoomTurn[]): RoomTurn | null {
  const known = new Set(reasons.flatMap(({ reason, quote }) => [kindIn(quote), kindIn(reason)]))
  return (
    others.find(({ text }) => {
      const kind = objectionIn(text)
      return kind !== null && kindIn(text) === kind && !known.has(kind)
    }) ?? null
  )
}

/** In a warm room a weak objection may be given up; hidden ones never are: nobody knew of them, so nobody answered them. */
function kept(reasons: readonly Reason[], warm: boolean, conformity: number, seed: number): Reason[] {
  const staying = reasons.filter((reason) => {
    if (!warm || isHidden(reason) || kindIn(reason.quote) === null || reason.strength > ROOM.passing.value) return true
    return unit([reason.quote, seed, 'kept']) > conformity / 2
  })
  return staying.length > 0 ? staying : [...reasons]
}

const PRICES: ReadonlySet<Objection> = new Set<Objection>(['price_high', 'price_dearer', 'price_missing'])

/** Somebody else's objection as one's own: in one's own voice where it is clear what it is about, else as it was heard. */
function takenOver({ text }: RoomTurn, reading: Reading, category: Category, say: Say): Reason {
  const heard = utterancesOf(text).find((words) => objectionIn(words) !== null) ?? text
  const kind = objectionIn(heard)
  const quote = quotedIn(heard) ?? quotedIn(text) ?? ''
  const topic = silentTopics(reading.lower, category).find((one) => heard.includes(one.topic))?.topic ?? ''
  const clear = kind === 'missing' ? topic !== '' : quote !== '' || (kind !== null && PRICES.has(kind))
  if (kind === null || !clear) return { reason_id: '', reason: shortened(heard), quote: heard, strength: 2 }
  const point = { ...POINT_OF_NOTHING, kind, quote, topic }
  return {
    reason_id: '',
    reason: say(PHRASES.frictions()[kind], 'friction', point),
    quote: say(PHRASES.private().blunt[kind], 'heard', point),
    strength: 2,
  }
}

function shortened(words: string): string {
  const all = words.split(/\s+/)
  const short = all.length <= LONGEST_WORDS ? words : `${all.slice(0, LONGEST_WORDS).join(' ')} …`
  return short.replace(/(?<![.!?])[.!?]+$/u, '')
}
