import { LEXICON } from '../../data/lexicon.js'
import { wordsOf } from '../word-runs.js'
import type { Block } from './blocks.js'

const QUOTED = /“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»|(?<![\p{L}\p{N}])"[^"\n]+"/gu
/** Minimum number of words of a quotation; a shorter one is a term, not a statement. */
const MIN_QUOTED_WORDS = 3
/**
 * Interviewers and sellers say "you" where respondents say "I". A speaker counts as one from this share of "you" in
 * both words, with this lead over the next speaker; the first speaker needs a smaller lead.
 */
const ADDRESSES = 0.5
const LEAD = 1.5
const LEAD_OF_FIRST = 1.2
const MIN_TURNS = 3

/** Whether a text is in the first person outside quotation marks. */
export const isFirstPerson = (text: string): boolean =>
  LEXICON.research().first_person.test(text.replace(QUOTED, ' ').replace(/`[^`]*`/g, ' '))

/** Spans of the quotations in a text, without their marks. */
export function quotations(text: string): { start: number; end: number }[] {
  return [...text.matchAll(QUOTED)]
    .map(({ index, 0: quote }) => ({ start: index + 1, end: index + quote.length - 1 }))
    .filter(({ start, end }) => text.slice(start, end).split(/\s+/).length >= MIN_QUOTED_WORDS)
}

/** Whether blocks are an author's own prose that reports statements in quotation marks. */
export const isReport = (blocks: readonly Block[]): boolean =>
  !blocks.some(({ text }) => isFirstPerson(text)) && blocks.some(({ text }) => quotations(text).length > 0)

/** Whether a label says that somebody asks, leads or sells. */
export const isRole = (words: string): boolean => {
  const bare = words.trim().toLowerCase()
  const found = LEXICON.research().not_respondents.exec(bare)
  return found !== null && found.index === 0
}

/**
 * Speakers who ask, lead or sell: those whose label, note or entry in a list of participants says so, else the speaker
 * who most addresses the others.
 */
export function notRespondents(turns: readonly Block[], before: readonly Block[]): ReadonlySet<string> {
  const labels = [...new Set(turns.map(({ speaker }) => speaker))]
  const called = labels.filter(
    (label) =>
      isRole(label) ||
      turns.some(({ speaker, note }) => speaker === label && isRole(note)) ||
      before.some(({ text }) => presentAs(text, label)),
  )
  if (called.length > 0) return new Set(called)
  const addressing = labels
    .map((label) => {
      const own = turns.filter(({ speaker }) => speaker === label)
      const words = own.flatMap(({ text }) => text.match(/[\p{L}'’]+/gu) ?? [])
      const of = (list: RegExp) => words.filter((word) => list.exec(word)?.[0] === word).length
      const [you, self] = [of(LEXICON.research().second_person), of(LEXICON.research().first_person)]
      return { label, turns: own.length, share: you / Math.max(1, you + self) }
    })
    .sort((a, b) => b.share - a.share)
  const [first, second] = addressing
  const lead = first?.label === turns[0]?.speaker ? LEAD_OF_FIRST : LEAD
  if (first && second && first.turns >= MIN_TURNS && first.share >= ADDRESSES && first.share >= lead * second.share)
    return new Set([first.label])
  return new Set()
}

/** "Present: Tom Baker (sales), Ines Holm": whether the entry with this label names such a role. */
function presentAs(text: string, label: string): boolean {
  const entries = text.split(/[;\n]|,(?![^(]*\))|(?:^|\s)(?:and|und|et|y|og)\s/)
  const named = wordsOf(label).filter((word) => word.length > 1)
  return entries.some(
    (entry) => named.some((word) => wordsOf(entry).includes(word)) && LEXICON.research().not_respondents.test(entry),
  )
}
