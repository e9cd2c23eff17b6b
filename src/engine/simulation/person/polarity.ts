import { LEXICON } from '../../../data/lexicon.js'
import { CONCERNS, type Concern } from '../../../domain/simulation/concern.js'

/** What a clause says of a concern. `named`: it speaks of it and judges nothing. */
type Reading = 'trouble' | 'fine' | 'named'

type Clause = {
  readonly by: ReadonlyMap<Concern, Reading>
  /** Content or indifferent, of whatever it is said. */
  readonly is_fine: boolean
  readonly is_indifferent: boolean
}

/** How far a negation reaches, in words. */
const REACH = 3
const PAUSE = /[,;:–—()]|\s-\s/u

/**
 * The concerns that trouble whoever says this sentence. Who is content with a thing ("the price is fine"), does not mind
 * it, or denies a trouble ("it never crashed", "nicht teuer") has no trouble with it; who wishes for it, or denies the
 * good of it ("not fair"), has. What is only named counts as a concern: people speak of what concerns them. Goes by
 * words, clause by clause: irony is not noticed.
 */
export function troublesIn(sentence: string): Concern[] {
  const { polarity } = LEXICON.concerns()
  const isAsked = /\?\W*$/u.test(sentence)
  const thoughts = partsOf(sentence, polarity.contrasts).map((thought) =>
    thought
      .split(PAUSE)
      .flatMap((part) => partsOf(part, polarity.joints))
      .map((clause) => readClause(clause.trim(), isAsked)),
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

function readClause(clause: string, isAsked: boolean): Clause {
  const { concerns, polarity } = LEXICON.concerns()
  const found = CONCERNS.map((concern) => ({ concern, words: matchesOf(clause, concerns[concern]) }))
  const named = found.filter(({ words }) => words.length > 0)
  if (polarity.indifferent.test(clause))
    return { by: new Map(named.map(({ concern }) => [concern, 'fine'])), is_fine: true, is_indifferent: true }
  const isWish = isAsked || polarity.wishes.test(clause)
  const isDenied = (word: Word): boolean => isNegated(clause, word)
  const isTooMuch = matchesOf(clause, polarity.excess).some((word) => !isDenied(word))
  const isComplaint = ({ text }: Word): boolean => polarity.complaints.test(text)
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
