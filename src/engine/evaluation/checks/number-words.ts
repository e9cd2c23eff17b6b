import { toWords as danish } from 'n2words/da'
import { toWords as german } from 'n2words/de'
import { toWords as english } from 'n2words/en'
import { toWords as spanish } from 'n2words/es'
import { toWords as french } from 'n2words/fr'
import { LEXICON } from '../../../data/lexicon.js'
import type { Language } from '../../../data/word-list.js'

const WRITERS: Record<Language, (value: number) => string> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  da: danish,
}
/** Words that join the parts of a number and have no value themselves. */
const JOINTS: Record<Language, readonly string[]> = {
  en: ['and'],
  de: ['und'],
  fr: ['et'],
  es: ['y'],
  da: ['og'],
}
const MAX_PARTS = 8
const EVERY_NUMBER_UP_TO = 2_000
const ROUND = [100, 1_000] as const
const MAX_ROUND = 100_000

type NumberWord = { readonly value: number; readonly start: number; readonly end: number }

const tables = new Map<Language, ReadonlyMap<string, number>>()

/** Every spelling of a number without spaces, hyphens and joints. Built once per language on first use. */
function tableOf(language: Language): ReadonlyMap<string, number> {
  const known = tables.get(language)
  if (known) return known
  const write = WRITERS[language]
  const table = new Map<string, number>()
  const add = (words: string, value: number) => table.set(compact(words.toLowerCase().split(/[\s-]+/), language), value)
  for (let value = EVERY_NUMBER_UP_TO; value >= 2; value--) add(write(value), value)
  for (const step of ROUND) for (let value = step; value <= MAX_ROUND; value += step) add(write(value), value)
  if (language === 'en' || language === 'es') add(write(1), 1)
  if (language === 'en') for (let value = 11; value < 100; value++) add(`${write(value)} hundred`, value * 100)
  for (const [words, value] of Object.entries(LEXICON.agents().amounts[language])) add(words, value)
  tables.set(language, table)
  return table
}

const compact = (parts: readonly string[], language: Language): string =>
  parts.filter((part) => part !== '' && !JOINTS[language].includes(part)).join('')

/** Numbers written as words, the longest reading first: "two hundred and four", "zweihundertvier", "soixante-douze". */
export function numberWords(text: string, language: Language): NumberWord[] {
  const table = tableOf(language)
  const parts = [...text.matchAll(/\p{L}+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))
  const found: NumberWord[] = []
  for (let at = 0; at < parts.length; ) {
    const length = longestAt(parts, at, text, language, table)
    const [first, last] = [parts[at], parts[at + length - 1]]
    const value = table.get(
      compact(
        parts.slice(at, at + length).map(({ word }) => word),
        language,
      ),
    )
    if (first && last && value !== undefined) found.push({ value, start: first.start, end: last.end })
    at += Math.max(1, length)
  }
  return found
}

function longestAt(
  parts: readonly { word: string; start: number; end: number }[],
  at: number,
  text: string,
  language: Language,
  table: ReadonlyMap<string, number>,
): number {
  const words: string[] = []
  let longest = 0
  for (let next = at; next < Math.min(parts.length, at + MAX_PARTS); next++) {
    const part = parts[next]
    const before = parts[next - 1]
    if (!part || (next > at && before && !/^(?:\s|-)$/.test(text.slice(before.end, part.start)))) break
    words.push(part.word)
    const isJoint = JOINTS[language].includes(part.word)
    if (isJoint && next === at) break
    if (!isJoint && table.has(compact(words, language))) longest = next - at + 1
  }
  return longest
}
