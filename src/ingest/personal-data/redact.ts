import { extname } from 'node:path'
import type { FoundData, PersonalKind } from '../../domain/text/personal-data.js'
import { addressesIn } from './addresses.js'
import { findKnown } from './known-names.js'
import { labelledValues } from './labels.js'
import { namedSpeakers } from './named-speakers.js'
import { asSentence, findNames } from './names.js'
import { LATE_PATTERNS, PATTERNS, type Pattern } from './patterns.js'
import { plainCopy } from './plain-copy.js'
import { createPseudonyms, type Mention, mentionOf } from './pseudonyms.js'
import { transcriptSpeakers } from './transcripts.js'

export type FoundSpan = { readonly kind: PersonalKind; readonly start: number; readonly end: number }
/** `mention`: of a name; `read`: the span in the plain copy. */
type Claimed = FoundSpan & { readonly mention: Mention | null; readonly read: string }

const PLACEHOLDERS: Readonly<Record<Exclude<PersonalKind, 'name'>, string>> = {
  address: '[address]',
  phone: '[number]',
  'e-mail': '[e-mail]',
  iban: '[number]',
  account: '[number]',
  card: '[number]',
  'national id': '[number]',
  'ip address': '[address]',
  'web address': '[address]',
  handle: '[name]',
  'date of birth': '[date]',
}
const BEFORE = 64
const MAX_EXAMPLES = 3

/** Personal data in a text, as spans that do not overlap. Takes time proportional to the text. */
export const findPersonalData = (text: string): FoundSpan[] => claim(text)

/**
 * What is known of a text: `people` that it is about, as the words of each name, and `spans` of it; with `noOthers` no
 * other names are looked for.
 */
export type Known = {
  readonly people?: readonly (readonly string[])[]
  readonly spans?: readonly KnownSpan[]
  readonly noOthers?: boolean
}
export type KnownSpan = FoundSpan & { readonly words: readonly string[] }

function claim(original: string, { people = [], spans: known = [], noOthers = false }: Known = {}): Claimed[] {
  const copy = plainCopy(original)
  const { text } = copy
  const finds: { readonly kind: PersonalKind; readonly words: readonly string[] }[] = []
  /** The find that each character is taken out by; -1 for those that stay. */
  const takenBy = new Int32Array(text.length).fill(-1)
  /**
   * Of finds that overlap all is taken out: one of the same kind grows, one of another kind has what the earlier one
   * left of it.
   */
  const add = (kind: PersonalKind, start: number, end: number, words: readonly string[] = []) => {
    const span = takenBy.subarray(start, end)
    if (!span.includes(-1)) return
    const met = span.find((find) => finds[find]?.kind === kind)
    const find = met ?? finds.push({ kind, words }) - 1
    for (const [at, earlier] of span.entries()) if (earlier === -1) span[at] = find
  }
  const addMatches = (patterns: readonly Pattern[]) => {
    for (const pattern of patterns) for (const { start, end } of matchesOf(pattern, text)) add(pattern.kind, start, end)
  }
  for (const { kind, words, ...span } of known) add(kind, ...copy.copied(span.start, span.end), words)
  addMatches(PATTERNS)
  for (const { start, end } of addressesIn(text)) add('address', start, end)
  for (const { kind, start, end } of labelledValues(text)) add(kind, start, end)
  addMatches(LATE_PATTERNS)
  const speakers = noOthers ? [] : [...transcriptSpeakers(text), ...namedSpeakers(text)]
  const called = findKnown(
    text,
    people,
    speakers.map(({ words }) => words),
  )
  for (const { start, end, words } of [...speakers, ...called, ...(noOthers ? [] : findNames(text, speakers))])
    add('name', start, end, words)
  let last = 0
  return runsOf(takenBy, text).map(({ find, ...span }) => {
    const [start, end] = copy.original(span.start, span.end)
    // Two spans may begin and end within what one character of the original becomes.
    const from = Math.max(start, last)
    last = Math.max(end, from)
    const { kind, words } = finds[find] as (typeof finds)[number]
    const before = text.slice(Math.max(0, span.start - BEFORE), span.start)
    const mention = kind === 'name' ? mentionOf(words, before, text.slice(span.end, span.end + BEFORE)) : null
    return { kind, mention, start: from, end: last, read: text.slice(span.start, span.end) }
  })
}

/** What each find takes out; without blanks and marks where it goes on from another one. */
function runsOf(takenBy: Int32Array, text: string) {
  const runs: { find: number; start: number; end: number }[] = []
  for (let start = 0, end = 0; start < text.length; start = end) {
    const find = takenBy[start] ?? -1
    while (end < text.length && takenBy[end] === find) end += 1
    if (find === -1) continue
    const isCut = [takenBy[start - 1] ?? -1, takenBy[end] ?? -1].some((beside) => beside !== -1)
    const [from, to] = isCut ? wordsWithin(text, start, end) : [start, end]
    if (from < to) runs.push({ find, start: from, end: to })
  }
  return runs
}

function wordsWithin(text: string, start: number, end: number): readonly [number, number] {
  const piece = text.slice(start, end)
  const lead = /^[\s.,;:/-]*/.exec(piece)?.[0].length ?? 0
  return [start + lead, start + Math.max(lead, piece.search(/[\s.,;:/-]*$/))]
}

function* matchesOf({ pattern, keep, again }: Pattern, text: string) {
  const search = new RegExp(pattern)
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const [{ length }, start] = [match[0], match.index]
    const kept = keep ? keep(match[0], text.slice(Math.max(0, start - BEFORE), start)) : length
    if (kept > 0) yield { start, end: start + kept }
    if (again) search.lastIndex = start + Math.max(1, kept)
  }
}

/** Between the words of one name, which may be found one by one: "Carter, Susan". */
const IN_A_NAME = /^,? {1,2}$/

export type Redactor = ReturnType<typeof createRedactor>

/** Removes personal data from the texts of one file; a person has the same pseudonym (`Person A`) in all of them. */
export function createRedactor() {
  const pseudonyms = createPseudonyms()
  const found = new Map<PersonalKind, { count: number; examples: string[] }>()

  const note = (kind: PersonalKind, words: string) => {
    const of = found.get(kind) ?? { count: 0, examples: [] }
    const example = masked(words)
    of.count += 1
    if (of.examples.length < MAX_EXAMPLES && !of.examples.includes(example)) of.examples.push(example)
    found.set(kind, of)
  }

  /** `spans`: of the text, or of one of the same length. */
  const without = (text: string, spans: readonly Claimed[]): string => {
    let redacted = ''
    let at = 0
    const speakers = speakersAmong(text, spans)
    pseudonyms.introduce(spans.flatMap(({ mention }) => mention ?? []))
    let last = { person: '', read: '' }
    for (const span of spans) {
      const { kind, start, end, mention, read } = span
      note(kind, read)
      const speaker = mention ?? speakers.get(span)
      const person = speaker ? pseudonyms.of(speaker) : ''
      const between = text.slice(at, start)
      if (person === '') redacted += between + PLACEHOLDERS[kind as keyof typeof PLACEHOLDERS]
      else if (person !== last.person || !IN_A_NAME.test(between) || read === last.read) redacted += between + person
      last = { person, read }
      at = end
    }
    return redacted + text.slice(at)
  }

  return {
    /** No letter of a label in the text ("Person B: …") becomes somebody else's, here or in a text before it. */
    keepLabels: pseudonyms.keepLabels,
    redact(text: string, known?: Known): string {
      pseudonyms.keepLabels(text)
      return without(text, claim(text, known))
    },
    /** A file name without personal data. */
    redactFileName(name: string): string {
      const ending = extname(name)
      const stem = name.slice(0, name.length - ending.length)
      return without(stem, claim(asSentence(stem))) + ending
    },
    /** The personal data that was removed so far. */
    found: (): Omit<FoundData, 'file'>[] => [...found].map(([kind, of]) => ({ kind, ...of })),
  }
}

/** What may stand before the speaker of a line: marks, a date, a time. */
const LINE_BEGINS = /(?:^|\n)[\s\d.,:/|>*_#•[\]()-]{0,40}$/u

/**
 * Numbers and addresses that tell speakers apart, as in an exported chat ("+49 171 …: Hello"), as the words of names:
 * with one placeholder for all of them they would be one person.
 */
function speakersAmong(text: string, spans: readonly Claimed[]): Map<Claimed, Mention> {
  const speakers = spans.filter(
    ({ kind, start, end }) =>
      kind !== 'name' &&
      LINE_BEGINS.test(text.slice(Math.max(0, start - BEFORE), start)) &&
      /^[*_]{0,2} ?:(?!\/\/)/.test(text.slice(end, end + 5)),
  )
  const named = new Map(
    speakers.map((span) => [span, mentionOf([span.read.replace(/\s+/g, '').toLowerCase()], '', '')]),
  )
  return new Set([...named.values()].flatMap(({ words }) => words)).size > 1 ? named : new Map()
}

/** The first letter of each word; the others are masked: "A••• M••••". */
const masked = (words: string): string =>
  words
    .slice(0, 40)
    .replace(/\s+/g, ' ')
    .replace(/(?<=[\p{L}\p{N}])[\p{L}\p{N}]/gu, '•')
