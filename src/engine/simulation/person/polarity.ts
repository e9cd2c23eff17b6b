import { LEXICON } from '../../../data/lexicon.js'
import { CONCERNS, type Concern } from '../../../domain/simulation/concern.js'
import { ARITHMETIC } from '../../../domain/simulation/simulation.js'

/** What a clause says of a concern. `named`: it speaks of it and judges nothing. */
type Reading = 'trouble' | 'fine' | 'named'

type Clause = {
  readonly by: ReadonlyMap<Concern, Reading>
  /** Content or indifferent, of whatever it is said. */
  readonly is_fine: boolean
  readonly is_indifferent: boolean
}

/** The words of concerns. */
type Words = {
  readonly of: Readonly<Record<Concern, RegExp>>
  /** Phrases in which a concern's word is about something else. */
  readonly elsewhere: Readonly<Partial<Record<Concern, RegExp>>>
  readonly complaints: RegExp
}

/** The words that a run reads: one that began by an earlier arithmetic keeps its own. */
function wordsOf(arithmetic: number): Words {
  if (arithmetic >= LATER) {
    withLater ??= wordsWithLater()
    return withLater
  }
  const { concerns, polarity } = LEXICON.concerns()
  return { of: concerns, elsewhere: {}, complaints: polarity.complaints }
}

/** Put together once: the expressions are large, and a run reads thousands of sentences. */
let withLater: Words | undefined

function wordsWithLater(): Words {
  const { concerns, polarity, later } = LEXICON.concerns()
  const of = Object.fromEntries(
    CONCERNS.map((concern) => [concern, either(concerns[concern], later.concerns[concern])]),
  ) as Words['of']
  // Each of the later words is trouble by itself.
  const complaints = Object.values(later.concerns).reduce(either, polarity.complaints)
  return { of, elsewhere: later.elsewhere, complaints }
}

/** The arithmetic from which on the later words are read. */
const LATER = 3

const either = (first: RegExp, second: RegExp | undefined): RegExp =>
  second === undefined ? first : new RegExp(`${first.source}|${second.source}`, first.flags)

/** How far a negation reaches, in words. */
const REACH = 3
const PAUSE = /[,;:–—()]|\s-\s/u

/**
 * The concerns that trouble whoever says this sentence. Who is content with a thing ("the price is fine"), does not mind
 * it, or denies a trouble ("it never crashed", "nicht teuer") has no trouble with it; who wishes for it, or denies the
 * good of it ("not fair"), has. What is only named counts as a concern: people speak of what concerns them. Goes by
 * words, clause by clause: irony is not noticed. `arithmetic`: that of the run.
 */
export function troublesIn(sentence: string, arithmetic = ARITHMETIC): Concern[] {
  const { polarity } = LEXICON.concerns()
  const words = wordsOf(arithmetic)
  const isAsked = /\?\W*$/u.test(sentence)
  const thoughts = partsOf(sentence, polarity.contrasts).map((thought) =>
    thought
      .split(PAUSE)
      .flatMap((part) => partsOf(part, polarity.joints))
      .map((clause) => readClause(clause.trim(), isAsked, words)),
  )
  const troubles = new Set<Concern>()
  for (const [place, clauses] of thoughts.entries()) {
    // "It is dear, but I do not mind": of what was said before, as it names nothing itself.
    const after = thoughts[place + 1] ?? []
    if (after.some(({ by, is_indifferent }) => by.size === 0 && is_indifferent)) continue
    for (const concern of troublesOf(clauses)) troubles.add(concern)
  }
  return CONCERNS.filter((concern) => troubles.has(concern))
}

/** One thought: what one clause says of a thing holds for where another only names it. */
function troublesOf(clauses: readonly Clause[]): Concern[] {
  const aside = clauses.filter(({ by }) => by.size === 0)
  if (aside.some(({ is_indifferent }) => is_indifferent)) return []
  const isContent = aside.some(({ is_fine }) => is_fine)
  return CONCERNS.filter((concern) => {
    const said = clauses.flatMap(({ by }) => by.get(concern) ?? [])
    if (said.includes('trouble')) return true
    return said.includes('named') && !said.includes('fine') && !isContent
  })
}

function readClause(clause: string, isAsked: boolean, { of, elsewhere, complaints: complaining }: Words): Clause {
  const { polarity } = LEXICON.concerns()
  const found = CONCERNS.map((concern) => {
    const other = elsewhere[concern] === undefined ? [] : matchesOf(clause, elsewhere[concern])
    const words = matchesOf(clause, of[concern]).filter((word) => !other.some((phrase) => overlaps(word, phrase)))
    return { concern, words }
  })
  const named = found.filter(({ words }) => words.length > 0)
  if (polarity.indifferent.test(clause))
    return { by: new Map(named.map(({ concern }) => [concern, 'fine'])), is_fine: true, is_indifferent: true }
  const isWish = isAsked || polarity.wishes.test(clause)
  const isDenied = (word: Word): boolean => isNegated(clause, word)
  const isTooMuch = matchesOf(clause, polarity.excess).some((word) => !isDenied(word))
  const isComplaint = ({ text }: Word): boolean => complaining.test(text)
  const complaints = named.flatMap(({ words }) => words.filter(isComplaint))
  const praised = matchesOf(clause, polarity.content).filter(
    (word) => !complaints.some((complaint) => overlaps(word, complaint)),
  )
  const isTrouble = isWish || isTooMuch || praised.some(isDenied) || complaints.some((word) => !isDenied(word))
  const is_fine = !isTrouble && praised.length + complaints.length > 0
  const readingOf = (words: readonly Word[]): Reading => {
    const own = words.filter(isComplaint)
    if (own.some((word) => isWish || !isDenied(word))) return 'trouble'
    if (own.length > 0) return 'fine'
    if (isTrouble) return 'trouble'
    return is_fine ? 'fine' : 'named'
  }
  return {
    by: new Map(named.map(({ concern, words }) => [concern, readingOf(words)])),
    ...{ is_fine, is_indifferent: false },
  }
}

type Word = { readonly text: string; readonly from: number; readonly to: number }

const overlaps = (word: Word, other: Word): boolean => word.from < other.to && other.from < word.to

/** Whether an odd number of negations bears on a word: those shortly before it and, as in German, one that ends the clause. */
function isNegated(clause: string, { from, to }: Word): boolean {
  const { negations, interrupting } = LEXICON.concerns().polarity
  const bears = (between: string): boolean => wordsIn(between) <= REACH && !interrupting.test(between)
  const found = matchesOf(clause, negations)
  const before = found.filter((word) => word.to <= from && bears(clause.slice(word.to, from)))
  const last = found.filter(
    (word) => word.from >= to && wordsIn(clause.slice(word.to)) === 0 && bears(clause.slice(to, word.from)),
  )
  return (before.length + last.length) % 2 === 1
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}'’]+/gu)?.length ?? 0

const partsOf = (text: string, between: RegExp): string[] => text.split(new RegExp(between.source, 'giu'))

const matchesOf = (text: string, expression: RegExp): Word[] =>
  [...text.matchAll(new RegExp(expression.source, 'giu'))].map(({ 0: found, index }) => ({
    ...{ text: found, from: index, to: index + found.length },
  }))
