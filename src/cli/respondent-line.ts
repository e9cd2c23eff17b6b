import { column, type Mood, type Screen, shorten } from './screen.js'

/** What a respondent's answer comes down to in one line. */
export type Voice = {
  readonly name: string
  readonly archetype: string
  readonly sentiment: string
  readonly intent: number
  readonly says: string
}

const MOODS: Readonly<Record<string, Mood>> = { positive: 'good', negative: 'bad' }
const moodOf = (sentiment: string): Mood => MOODS[sentiment] ?? 'middling'

const WORDS_QUOTED = 4
/** Columns from which a line has room for the archetype, and from which for the bar too. */
const WIDE = 72
const WIDEST = 92
const NARROW = 44

/** Who, how they feel, how likely they are to buy, and the first words that came to mind. */
export function respondentLine(voice: Voice, screen: Screen, columns: number): string {
  const { name, archetype, sentiment, intent, says } = voice
  const feeling = screen.tinted(column(sentiment, 8), moodOf(sentiment))
  const figure = `${String(intent).padStart(2)}/10`
  const who = columns >= WIDE ? column(`${name}, ${archetype.toLowerCase()}`, 32) : column(name, 12)
  const bar = columns >= WIDEST ? `${screen.bar(intent / 10, 10)}  ` : ''
  if (columns < NARROW) return `  ${column(name, columns - 19)} ${feeling} ${figure}`
  const room = columns - 2 - (columns >= WIDE ? 32 : 12) - (columns >= WIDEST ? 12 : 0) - 18
  return `  ${who} ${feeling} ${figure}  ${bar}${screen.faint(shorten(firstWords(says), room))}`
}

function firstWords(text: string): string {
  const words = text.split(' ').filter(Boolean)
  const first = words.slice(0, WORDS_QUOTED).join(' ')
  return words.length > WORDS_QUOTED ? `${first.replace(/[.,;:!?–]+$/u, '')}…` : first
}

/** The mood of a large panel so far. */
export function sentimentLine(voices: readonly Voice[], total: number): string {
  const counts = ['positive', 'mixed', 'neutral', 'negative']
    .map((sentiment) => [voices.filter((voice) => voice.sentiment === sentiment).length, sentiment] as const)
    .filter(([count]) => count > 0)
    .map(([count, sentiment]) => `${count} ${sentiment}`)
  const mean = voices.reduce((sum, { intent }) => sum + intent, 0) / voices.length
  return `${voices.length} of ${total}: ${counts.join(', ')}; mean intent ${mean.toFixed(1)} of 10`
}
