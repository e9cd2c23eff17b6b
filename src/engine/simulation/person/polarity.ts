import { LEXICON } from '../../../data/lexicon.js'
import { CONCERNS, type Concern } from '../../../domain/simulation/concern.js'
import { ARITHMETIC } from '../../../domain/simulation/simulation.js'
import { type ConcernWords, concernWords } from './concern-words.js'

/** What a clause says of a concern. `named`: it speaks of it and judges nothing. */
type Reading = 'trouble' | 'fine' | 'named'

type Clause = {
  readonly by: ReadonlyMap<Concern, Reading>
  /** What somebody else says, who is no concern of whoever tells it. */
  readonly of_other: ReadonlyMap<Concern, Reading>
  /** Whether what somebody else says is still to come. */
  readonly reports: boolean
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
 * words, clause by clause: irony is not noticed. `arithmetic`: that of the run.
 */
export function troublesIn(sentence: string, arithmetic = ARITHMETIC): Concern[] {
  const { polarity } = LEXICON.concerns()
  const words = concernWords(arithmetic)
  const isAsked = /\?\W*$/u.test(sentence)
  let before: Clause | undefined
  const thoughts = partsOf(sentence, polarity.contrasts).map((thought) =>
    thought
      .split(PAUSE)
      .flatMap((part) => partsOf(part, polarity.joints))
      .map((clause) => clause.trim())
      .filter((clause) => clause !== '')
      .map((clause) => {
        before = ofSpeaker(clause, readClause(clause, isAsked, words), before, words)
        return before
      }),
  )
  const troubles = new Set<Concern>()
  for (const [place, clauses] of thoughts.entries()) {
    // "It is dear, but I do not mind": of what was said before, as it names nothing itself.
    const after = thoughts[place + 1] ?? []
    if (after.some(({ by, is_indifferent }) => by.size === 0 && is_indifferent)) continue
    for (const concern of troublesOf(clauses)) troubles.add(concern)
  }
  return CONCERNS.filter((concern) => troubles.has(concern) && words.settled[concern]?.test(sentence) !== true)
}

const NOTHING: ReadonlyMap<Concern, Reading> = new Map()

/**
 * A clause as it is about whoever says it: nothing of what is told of somebody else, and all of it where it only says
 * "I do, too", or, of what somebody else is content with, "I am not".
 */
function ofSpeaker(clause: string, read: Clause, before: Clause | undefined, words: ConcernWords): Clause {
  if (words.others === undefined) return read
  const of_other = before?.of_other ?? NOTHING
  const troubling = (readings: readonly Reading[]): Clause => {
    const concerns = [...of_other].flatMap(([concern, reading]) => (readings.includes(reading) ? [concern] : []))
    return { ...read, by: new Map(concerns.map((concern) => [concern, 'trouble'])) }
  }
  if (words.echo_denied?.test(clause)) return troubling(['fine'])
  if (words.echo_shared?.test(clause)) return troubling(['trouble', 'named'])
  const [subject] = words.others.exec(clause) ?? []
  const goesOn = before?.reports === true || (of_other.size > 0 && words.own_subject?.test(clause) !== true)
  const rest = subject === undefined ? clause : clause.slice(clause.indexOf(subject) + subject.length)
  if ((subject === undefined && !goesOn) || words.myself?.test(rest)) return read
  const reports = subject !== undefined && words.reports?.test(clause) === true
  return {
    by: NOTHING,
    reports,
    of_other: goesOn ? new Map([...of_other, ...read.by]) : read.by,
    is_fine: false,
    is_indifferent: false,
  }
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

function readClause(clause: string, isAsked: boolean, words: ConcernWords): Clause {
  const { of, elsewhere, complaints: complaining, indifferent, wishes } = words
  const { polarity } = LEXICON.concerns()
  const found = CONCERNS.map((concern) => {
    const other = elsewhere[concern] === undefined ? [] : matchesOf(clause, elsewhere[concern])
    const own = matchesOf(clause, of[concern]).filter((word) => !other.some((phrase) => overlaps(word, phrase)))
    return { concern, words: own }
  })
  const named = found.filter(({ words }) => words.length > 0)
  if (indifferent.test(clause)) {
    const by = new Map(named.map(({ concern }) => [concern, 'fine' as const]))
    return { by, of_other: NOTHING, reports: false, is_fine: true, is_indifferent: true }
  }
  const isDenied = (word: Word): boolean => isNegated(clause, word, words)
  const isTooMuch = matchesOf(clause, polarity.excess).some((word) => !isDenied(word))
  const isComplaint = ({ text }: Word): boolean => complaining.test(text)
  const complaints = named.flatMap(({ words }) => words.filter(isComplaint))
  // "They did not want my number" is no wish of whoever says it.
  const isOwn = (wish: Word): boolean => !complaints.some((complaint) => overlaps(wish, complaint))
  const isWish = isAsked || (words.wishes_apart ? matchesOf(clause, wishes).some(isOwn) : wishes.test(clause))
  const praised = matchesOf(clause, words.content).filter(
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
    ...{ of_other: NOTHING, reports: false, is_fine, is_indifferent: false },
  }
}

type Word = { readonly text: string; readonly from: number; readonly to: number }

const overlaps = (word: Word, other: Word): boolean => word.from < other.to && other.from < word.to

/** Whether an odd number of negations bears on a word: those shortly before it and, as in German, one that ends the clause. */
function isNegated(clause: string, { from, to }: Word, { fronted, never_last }: ConcernWords): boolean {
  const { negations, interrupting } = LEXICON.concerns().polarity
  const bears = (between: string): boolean => wordsIn(between) <= REACH && !interrupting.test(between)
  const found = matchesOf(clause, negations)
  const before = found.filter((word) => word.to <= from && bears(clause.slice(word.to, from)))
  const isLast = (word: Word): boolean =>
    wordsIn(clause.slice(word.to)) === 0 && bears(clause.slice(to, word.from)) && never_last?.test(word.text) !== true
  const isFronted = from === 0 && fronted?.test(clause.slice(to)) === true
  const after = found.filter((word) => word.from >= to && (isFronted || isLast(word)))
  return (before.length + after.length) % 2 === 1
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}'’]+/gu)?.length ?? 0

const partsOf = (text: string, between: RegExp): string[] => text.split(new RegExp(between.source, 'giu'))

const matchesOf = (text: string, expression: RegExp): Word[] =>
  [...text.matchAll(new RegExp(expression.source, 'giu'))].map(({ 0: found, index }) => ({
    ...{ text: found, from: index, to: index + found.length },
  }))
