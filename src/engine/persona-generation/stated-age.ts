import { LEXICON } from '../../data/lexicon.js'
import { type Ages, USUAL_AGES } from '../../domain/panel/audience.js'
import { sentencesIn } from '../../domain/text/sentences.js'
import { isFirstPerson } from './speech.js'

type Said = { readonly heading: string; readonly text: string }

/** Possible ages of a respondent: research asks children too. */
export const KNOWN_AGES: Ages = { from: 5, to: 99 }
const OLDEST = 95
/** Minimum age at which years of work, of a hobby, or of a dated memory can begin. */
const STARTS_AT = 15
/** Latest year assumed for a statement. */
const TOLD_IN = 2024
const ROUGH_STAGE = 40

/** Youngest and oldest possible age by the label, the columns and the person's own sentences; `null` where these state none. */
export function statedAge(label: string, said: readonly Said[]): Ages | null {
  const inLabel = /[,(]\s*(\d{2})\s*(?:[,)]|$)/.exec(label)?.[1]
  if (inLabel) return exactly(Number(inLabel))
  for (const { heading, text } of said) {
    if (LEXICON.research().age_asked.test(heading)) {
      const range = rangeIn(text) ?? numberAlone(text)
      if (range) return range
    }
  }
  const sentences = said.flatMap(({ text }) => sentencesIn(text))
  for (const sentence of sentences) {
    const age = numberAfter(LEXICON.research().age_told, sentence)
    if (age !== null && age >= 5 && age <= OLDEST) return exactly(age)
  }
  const least = Math.max(0, ...sentences.map(leastAge))
  if (least === 0) return null
  return { from: Math.min(least, OLDEST - 5), to: Math.max(USUAL_AGES.to, Math.min(OLDEST, least + ROUGH_STAGE / 2)) }
}

const exactly = (age: number): Ages => ({ from: age, to: age })

/** Reads "35–44", "75+", "under 18", "over 55", "55 und älter"; `null` for a text without a range of ages. */
export function rangeIn(text: string): Ages | null {
  const pair = /\b(\d{1,2})\s*(?:[-–—]|to|bis|à|a|til)\s*(\d{1,2})\b/iu.exec(text)
  if (pair) return { from: Number(pair[1]), to: Number(pair[2]) }
  const [number] = /\b\d{2}\b/.exec(text) ?? []
  if (number === undefined) return null
  if (/\d\s*\+|\b(?:over|above|from|older|über|ab|älter|plus de|más de|over|ældre)\b/iu.test(text))
    return { from: Number(number), to: OLDEST }
  if (/<|\b(?:under|below|younger|unter|jünger|moins de|menos de|yngre)\b/iu.test(text))
    return { from: 10, to: Number(number) - 1 }
  return null
}

/** An answer that begins with a number and says little else: "Seventeen.", "34". */
function numberAlone(text: string): Ages | null {
  const [first = ''] = sentencesIn(text)
  const age = numberOf(first.replace(/[^\p{L}\p{N}-]+$/u, ''))
  return age !== null && age >= 5 && age <= OLDEST ? exactly(age) : null
}

function leastAge(sentence: string): number {
  const { life_stages, since_told, years_told } = LEXICON.research()
  const ages = [life_stages.find(({ heard }) => heard.test(sentence))?.from ?? 0]
  const [year] = /\b(?:19[3-9]|20[0-2])\d\b/.exec(sentence) ?? []
  if (year && (since_told.test(sentence) || isFirstPerson(sentence))) ages.push(TOLD_IN - Number(year) + STARTS_AT)
  const years = numberAfter(years_told, sentence) ?? 0
  if (years >= 5) ages.push(years + STARTS_AT)
  return Math.max(...ages)
}

const NUMBER = String.raw`([\p{L}\p{N}]+(?:-\p{L}+)?)`
const compiled = new Map<string, RegExp>()

/** The number at # in the first of these phrases that a sentence contains. */
function numberAfter(phrases: readonly string[], sentence: string): number | null {
  for (const phrase of phrases) {
    const pattern =
      compiled.get(phrase) ??
      new RegExp(
        `(?<![\\p{L}\\p{N}])${phrase.replaceAll("'", "['’]").replace(/ /g, '[\\s-]+').replace('#', NUMBER)}(?![\\p{L}\\p{N}])`,
        'giu',
      )
    compiled.set(phrase, pattern)
    for (const found of sentence.matchAll(pattern)) {
      const number = numberOf(found[1] ?? '')
      if (number !== null && isWhole(sentence, found)) return number
    }
  }
  return null
}

/** Whether the match is complete: "I am 12 kilos" and "I'm two minutes away" state no age, as a unit follows the number. */
const isWhole = (sentence: string, { index = 0, 0: words }: RegExpExecArray | RegExpMatchArray): boolean =>
  (/\p{L}$/u.test(words) && !endsInNumber(words)) ||
  /^\s*(?:[.,;:!?)–—-]|$|and\b|with\b|mit\b|und\b|et\b|y\b|og\b|in\b|now\b)/iu.test(
    sentence.slice(index + words.length),
  )

const endsInNumber = (words: string): boolean => numberOf(/[\p{L}\p{N}]+(?:-\p{L}+)?$/u.exec(words)?.[0] ?? '') !== null

const numberOf = (word: string): number | null =>
  /^\d{1,3}$/.test(word) ? Number(word) : (LEXICON.research().numbers.get(word.toLowerCase()) ?? null)
