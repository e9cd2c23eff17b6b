import type { HiddenObjection, Objection } from '../../../data/lexicon.js'
import type { Reason, Recollection, RoomTurn } from '../../../domain/panel/focus-group.js'
import { objectionIn, privateObjectionIn } from './objections.js'

export type AnyObjection = Objection | HiddenObjection

/** The objection in a text, private or spoken; null for a friendly or empty remark. */
export const anyObjectionIn = (words: string): AnyObjection | null => privateObjectionIn(words) ?? objectionIn(words)

/** Whether a reason is embarrassing: about the holder's money, household or habits. */
export const isHidden = ({ reason, quote }: Reason): boolean =>
  privateObjectionIn(reason) !== null || privateObjectionIn(quote) !== null

/** The turns of other participants, oldest first, without the moderator. */
export const turnsOfOthers = (heard: Recollection, name: string): RoomTurn[] =>
  heard.latest.filter(({ moderator, speaker }) => !moderator && speaker !== name)

/** Whether two objections are about the same subject: the same kind, or both about the price. */
export const sameSubject = (a: AnyObjection | null, b: AnyObjection | null): boolean =>
  a !== null && b !== null && a.split('_')[0] === b.split('_')[0]

/** The tone of a turn: critical when it objects, friendly when it quotes without asking, else neutral. */
export function toneOf(text: string): 'critical' | 'friendly' | 'neutral' {
  if (anyObjectionIn(text) !== null) return 'critical'
  return text.includes('“') && !text.endsWith('?') ? 'friendly' : 'neutral'
}

/** The share of turns without an objection, 0 to 1; null before the first turn. */
export function warmthOf(turns: readonly RoomTurn[]): number | null {
  if (turns.length === 0) return null
  return turns.filter(({ text }) => anyObjectionIn(text) === null).length / turns.length
}

/** The moderator's unanswered question, unless it names other participants only. */
export function openQuestion(heard: Recollection, room: readonly string[], name: string): RoomTurn | null {
  const last = heard.latest.at(-1)
  if (!last?.moderator) return null
  const addressed = room.filter((participant) => last.text.startsWith(`${participant},`))
  return addressed.length > 0 && !addressed.includes(name) ? null : last
}
