import type { Objection, PrivateObjection } from '../../../data/lexicon.js'
import type { Reason, Recollection, RoomTurn } from '../../../domain/focus-group.js'
import { objectionIn, privateObjectionIn } from './objections.js'

export type Kind = Objection | PrivateObjection

/** What somebody objects to in these words; null for a friendly or empty remark. */
export const kindIn = (words: string): Kind | null => privateObjectionIn(words) ?? objectionIn(words)

/** Reasons nobody likes to say before others: about one's own purse, home, habits and name. */
export const isHidden = ({ reason, quote }: Reason): boolean =>
  privateObjectionIn(reason) !== null || privateObjectionIn(quote) !== null

/** What others have said, oldest first, without the moderator. */
export const othersIn = (heard: Recollection, name: string): RoomTurn[] =>
  heard.latest.filter(({ moderator, speaker }) => !moderator && speaker !== name)

/** Whether two objections are about the same: all of the price, or of one kind. */
export const sameSubject = (one: Kind | null, other: Kind | null): boolean =>
  one !== null && other !== null && one.split('_')[0] === other.split('_')[0]

/** How a turn sounds: it objects, it speaks for something it quotes, or neither. */
export function toneOf(text: string): 'critical' | 'friendly' | 'neutral' {
  if (kindIn(text) !== null) return 'critical'
  return text.includes('“') && !text.endsWith('?') ? 'friendly' : 'neutral'
}

/** How warm the room sounds, 0 (all object) to 1 (nobody does); null before anybody has spoken. */
export function warmthOf(turns: readonly RoomTurn[]): number | null {
  if (turns.length === 0) return null
  return turns.filter(({ text }) => kindIn(text) === null).length / turns.length
}

/** What the moderator asked last, where nobody has answered it yet and it was not put to somebody else by name. */
export function askedOf(heard: Recollection, room: readonly string[], name: string): RoomTurn | null {
  const last = heard.latest.at(-1)
  if (!last?.moderator) return null
  const called = room.filter((one) => last.text.startsWith(`${one},`))
  return called.length > 0 && !called.includes(name) ? null : last
}
