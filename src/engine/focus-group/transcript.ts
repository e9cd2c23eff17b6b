import type { Recollection, RoomTurn } from '../../domain/panel/focus-group.js'
import { fence, inLine } from '../untrusted-text.js'

/** Number of latest turns shown word for word; earlier turns are kept as a line per speaker, which bounds a turn's cost. */
const VERBATIM_TURNS = 8
const LINE_WORDS = 22
const MAX_LINES = 12

/** The discussion as a participant has it in mind: earlier parts in short, the latest turns in full. */
export function recollect(turns: readonly RoomTurn[]): Recollection {
  const latest = turns.slice(-VERBATIM_TURNS)
  const lastWords = new Map<string, string>()
  for (const { speaker, text, moderator } of turns.slice(0, -VERBATIM_TURNS)) {
    if (moderator) continue
    lastWords.delete(speaker)
    lastWords.set(speaker, firstWords(text))
  }
  const earlier = [...lastWords].slice(-MAX_LINES).map(([speaker, words]) => `${speaker}: ${words}`)
  return { earlier, latest: latest.map(({ turn, speaker, text, moderator }) => ({ turn, speaker, text, moderator })) }
}

function firstWords(text: string): string {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length <= LINE_WORDS) return words.join(' ')
  return `${words.slice(0, LINE_WORDS).join(' ')} …`
}

/** The recollection in a frame, each turn on one line, with its number so that a speaker can refer to it. */
export function renderRecollection({ earlier, latest }: Recollection): string {
  const lines = latest.map(renderTurn)
  if (earlier.length === 0) return fence('heard', lines.join('\n'))
  return fence('heard', `Earlier, in short:\n${earlier.map(inLine).join('\n')}\n\nThen:\n${lines.join('\n')}`)
}

export const renderTurn = ({ turn, speaker, text }: Pick<RoomTurn, 'turn' | 'speaker' | 'text'>): string =>
  `[${turn}] ${inLine(`${speaker}: ${text}`)}`
