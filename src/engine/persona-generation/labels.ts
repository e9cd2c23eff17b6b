import { LEXICON } from '../../data/lexicon.js'

const LOCALES = ['en', 'de', 'fr', 'es', 'da']

/** Names of days and months in the languages the reader knows. */
const CALENDAR = new Set(
  LOCALES.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((form) => [
      ...Array.from({ length: 7 }, (_, day) => named(locale, { weekday: form }, new Date(Date.UTC(2024, 0, 1 + day)))),
      ...Array.from({ length: 12 }, (_, month) => named(locale, { month: form }, new Date(Date.UTC(2024, month, 1)))),
    ]),
  ),
)

function named(locale: string, form: Intl.DateTimeFormatOptions, date: Date): string {
  return new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' }).format(date).toLowerCase().replace(/\.$/, '')
}

/** Whether a label is a time: "Day 3", "Monday", "Week 2 (14–20 May)", "3. März". */
export function isTime(label: string): boolean {
  const words = label.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? []
  if (words.length === 0) return /\d/.test(label)
  return CALENDAR.has(words[0] ?? '') || (words[0] !== undefined && atStart(LEXICON.research().times, words[0]))
}

const atStart = (phrases: RegExp, word: string): boolean => phrases.exec(word)?.[0] === word

/** The word before a label's number, '' for none: "Interview 3: …", "1. Maureen Tasker", "P4"; `null` without a number. */
export function countedBy(label: string): string | null {
  const counted = /^(?:(\p{L}+)\.?\s+)?(?:#|[Nn][ro]\.?\s*)?(\p{L}{0,2})\d{1,5}\b/u.exec(label)
  if (!counted || /^\d{1,5}\s*(?:%|\p{L})/u.test(label)) return null
  return (counted[1] ?? counted[2] ?? '').toLowerCase()
}

const COUNTED_PERSON = /^(\p{L}+)(?:[ _-]?\d{1,4}|[ _-]\p{Lu}{1,2})$/u

/** Labels that count or letter people by the same word, the one that most do: "Person A", "Participant 3", "P1". */
export function countedPeople(labels: readonly string[]): string[] {
  const byWord = new Map<string, string[]>()
  for (const label of labels) {
    const word = COUNTED_PERSON.exec(label)?.[1]?.toLowerCase() ?? ''
    if (word !== '' && atStart(LEXICON.research().counted_people, word))
      byWord.set(word, [...(byWord.get(word) ?? []), label])
  }
  return [...byWord.values()].sort((a, b) => b.length - a.length)[0] ?? []
}

const PARTICLES = 'de|van|von|der|den|la|le|al|af|und|&'
const NAME = new RegExp(String.raw`^\p{Lu}[\p{L}.'’-]*(?: (?:(?:${PARTICLES}) )*\p{Lu}[\p{L}.'’-]*){0,3}$`, 'u')

/** The name in a label, without number, brackets and everything after the first comma or dash: "Ines Holm". */
const nameOf = (label: string): string =>
  withoutCount(label)
    .split(/\s*[(,;:–—|·]|\s-\s/)[0]
    ?.trim() ?? ''

/** A label without its count: "Ward manager, 34 nurses". */
export const withoutCount = (label: string): string =>
  label
    .replace(/^(?:\p{L}+\.?\s+)?(?:#|[Nn][ro]\.?\s*)?\p{L}{0,2}\d{1,5}\b\s*[:.)–—|·-]?\s*/u, '')
    .replace(/^[\s:–—-]+/, '')
    .trim()

/** Whether a heading looks like a person's name, with or without an age. */
export const isName = (label: string): boolean => NAME.test(nameOf(label)) || /[,(]\s*\d{2}\s*(?:[,)]|$)/.test(label)

/** The description in a label that is more than a name: "Ward manager, surgical ward"; '' for a name or a bare number. */
export function descriptionIn(label: string): string {
  const rest = withoutCount(label)
  // "Speaking: Ines Holm" says no more than a name.
  if (rest === '' || NAME.test(rest.split(': ').at(-1)?.trim() ?? '')) return ''
  const name = nameOf(label)
  // "Ticket 7: Founder, startup of 3": a single counted word without an age is a role, not a name.
  const isRole = rest !== label && !name.includes(' ') && !/^\s*[,(]\s*\d{2}\b/.test(rest.slice(name.length))
  if (!NAME.test(name) || (isRole && rest !== name)) return rest
  return rest
    .slice(nameOf(label).length)
    .replace(/^[\s(,;:–—|·-]+|[\s)]+$/g, '')
    .trim()
}
