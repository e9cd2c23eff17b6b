// Words for scripted people: sentences nobody else says, and answers about buying whose point on the scale is known.
import { readFileSync } from 'node:fs'

const ROWS = readFileSync(new URL('../../data/readers/intent.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const VOCABULARY = [...new Set(ROWS.flatMap(({ text }) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []))]

const pick = (list, random) => list[Math.floor(random() * list.length)]

/** Ten words that nobody else says in a row. What they say is nothing; the coder and the judges do not read them. */
export function ownSentence(random) {
  const words = Array.from({ length: 10 }, () => pick(VOCABULARY, random)).join(' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

export const ownSentences = (count, random) => Array.from({ length: count }, () => ownSentence(random)).join(' ')

const votes = new Map(ROWS.filter(({ text }) => text.length >= 30).map(({ vote, text }) => [text, vote]))
const BANK = [1, 2, 3, 4, 5].map((point) => [...votes].filter(([, vote]) => vote === point).map(([text]) => text))

/** An answer about buying that stands for a point from 1 to 5. */
export const aboutBuying = (vote, random) => pick(BANK[vote - 1], random)

/** How a competent coder reads an answer about buying; what is none hardly says anything. */
export const codeOf = (statement) => (votes.has(statement) ? String(votes.get(statement)) : '3??')
