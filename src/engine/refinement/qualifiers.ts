import { JUDGING } from '../../data/judging.js'
import { isForm } from '../../domain/text/word-forms.js'

/**
 * What a rewritten passage turns round or hardens, as one sentence: a denial added or taken away, a figure or claim
 * without its “up to” or “may”, or a condition or denial that is gone; `null` where it keeps them all. `before`, `after`: the whole
 * sentences around an edit; `text`: everything, for words that come from elsewhere in it. English and German.
 */
export function lostQualifier(before: string, after: string, text: string): string | null {
  const [then, now] = [read(before), read(after)]
  return turnedRound(then, now, read(text)) ?? hardened(then, now) ?? unconditional(then, now) ?? untold(then, now)
}

type Term = { readonly written: string; readonly start: number; readonly end: number }
type Qualified = Term & { readonly isQualified: boolean }

const TERM = /\p{N}+(?:[.,:]\p{N}+)*|\p{L}[\p{L}\p{M}]*(?:[’'][\p{L}\p{M}]+)*/gu
/** Where what a word qualifies ends. */
const BORDER =
  /[.!?;:,()–—](?!\p{N})|\n|(?<!\p{L})(?:and|but|how|that|because|und|aber|sondern|dass|weil|wie)(?!\p{L})/giu

const everywhere = (words: RegExp, text: string): Term[] =>
  [...text.matchAll(new RegExp(words.source, 'giu'))].map(({ 0: written, index }) => ({
    written,
    start: index,
    end: index + written.length,
  }))

/** The figures and words of substance; words that only join, and those that qualify, are left out. */
function termsIn(text: string): Term[] {
  const { not, no_such, at_most, at_least, about } = JUDGING.qualifiers()
  const qualifying = [not, no_such, at_most, at_least, about].flatMap((words) => everywhere(words, text))
  const neutral = JUDGING.neutral_words()
  return everywhere(TERM, text).filter(
    ({ written, start, end }) =>
      !neutral.has(written.toLowerCase()) && !qualifying.some((word) => start < word.end && end > word.start),
  )
}

const isSame = (term: Term, other: Term): boolean =>
  /^\p{N}/u.test(term.written)
    ? term.written.replaceAll(',', '') === other.written.replaceAll(',', '')
    : isForm(term.written.toLowerCase(), other.written.toLowerCase())

/** A text with its terms and where its clauses end. */
type Read = { readonly text: string; readonly terms: readonly Term[]; readonly borders: readonly Term[] }
const read = (text: string): Read => ({ text, terms: termsIn(text), borders: everywhere(BORDER, text) })

/** Terms of a text; qualified are the next `reach` of them behind each of the words, within its clause. */
function qualifiedBy(words: RegExp, reach: number, { text, terms, borders }: Read, denies = false): Qualified[] {
  const qualified = new Set(
    everywhere(words, text).flatMap(({ start, end }) => {
      const to = borders.find((border) => border.start >= end)?.start ?? text.length
      const from = borders.findLast((border) => border.end <= start)?.end ?? 0
      const behind = terms.filter((term) => term.start >= end && term.end <= to)
      // At the end of a clause they deny what it begins with: “Sugary it is not.”, “Milch enthält es nicht.”
      if (behind.length === 0 && denies)
        return terms.filter((term) => term.start >= from && term.end <= start).slice(0, 1)
      return behind.slice(0, reach)
    }),
  )
  return terms.map((term) => ({ ...term, isQualified: qualified.has(term) }))
}

function deniedIn(text: Read): Qualified[] {
  const { not, no_such } = JUDGING.qualifiers()
  const such = qualifiedBy(no_such, 2, text, true)
  return qualifiedBy(not, 1, text, true).map((term, index) => ({
    ...term,
    isQualified: term.isQualified || such[index]?.isQualified === true,
  }))
}

function turnedRound(before: Read, after: Read, text: Read): string | null {
  const [here, everything] = [deniedIn(before), deniedIn(text)]
  const denied = deniedIn(after)
  for (const term of denied) {
    const inPlace = here.filter((other) => isSame(term, other))
    const known = inPlace.length > 0 ? inPlace : everything.filter((other) => isSame(term, other))
    if (known.length === 0 || known.some(({ isQualified }) => isQualified === term.isQualified)) continue
    return term.isQualified
      ? `It denies “${term.written}”, which the text does not deny.`
      : `It asserts “${term.written}”, which the text denies.`
  }
  return turnedRoundWhole(before.text, after.text, here, denied)
}

/** “It is not for you” has no word of substance that could be looked at. */
function turnedRoundWhole(before: string, after: string, here: Term[], there: Term[]): string | null {
  const { not, no_such } = JUDGING.qualifiers()
  const denies = (text: string) => not.test(text) || no_such.test(text)
  const isKept = here.length === there.length && here.every((term) => there.some((other) => isSame(term, other)))
  if (!isKept || !/\p{L}/u.test(after) || denies(before) === denies(after)) return null
  return denies(before) ? 'It takes the “not” out of what the text denies.' : 'It denies what the text does not deny.'
}

/** A figure or claim that is kept without what limits it. */
function hardened(before: Read, after: Read): string | null {
  const { at_most, at_least, about } = JUDGING.qualifiers()
  for (const words of [at_most, at_least, about]) {
    const limited = qualifiedBy(words, 1, before)
    for (const term of qualifiedBy(words, 1, after)) {
      const known = limited.filter((other) => isSame(term, other))
      if (term.isQualified || known.length === 0 || !known.every(({ isQualified }) => isQualified)) continue
      return `It says “${term.written}” without the “${wordBefore(words, before.text, known[0]?.start ?? 0)}” of the text.`
    }
  }
  return null
}

const wordBefore = (words: RegExp, text: string, start: number): string =>
  everywhere(words, text).findLast(({ end }) => end <= start)?.written ?? ''

/** A text without its “if …”, “until …”, “only for …” or “plus …”. */
function unconditional(before: Read, after: Read): string | null {
  const { conditions, while_it_lasts } = JUDGING.qualifiers()
  const clauses = clausesOf(conditions, before.text)
  const [lost] = clauses
  const limits = new RegExp(`${conditions.source}|${while_it_lasts.source}`, 'iu')
  if (lost === undefined || clausesOf(limits, after.text).length >= clauses.length) return null
  return `It leaves out the condition “${lost.written}”.`
}

/** What the text denies and a reader would no longer be told: “Not for use on marble.” A boast denies nothing. */
function untold(before: Read, after: Read): string | null {
  const boasted = new RegExp(JUDGING.qualifiers().boasted.source, 'giu')
  const told = before.text.replace(boasted, '')
  const denied = deniedIn(read(told))
  const lost = denied.find((term) => term.isQualified && !after.terms.some((other) => isSame(term, other)))
  return lost === undefined ? null : `It takes out “${denialOf(lost, told)}”, which tells readers what is not so.`
}

/** The clause that denies a word: “Not tested on animals”. */
function denialOf({ start, end }: Term, text: string): string {
  const ends = everywhere(CLAUSE_END, text)
  const from = ends.findLast((mark) => mark.end <= start)?.end ?? 0
  return text.slice(from, ends.find((mark) => mark.start >= end)?.start ?? text.length).trim()
}

const CLAUSE_END = /[.!?;:,()–—](?!\p{N})|\n/gu

/** Clauses that begin with one of the words; one inside another is part of it. */
function clausesOf(words: RegExp, text: string): Term[] {
  const ends = everywhere(CLAUSE_END, text)
  const clauses: Term[] = []
  for (const { start, end: behind } of everywhere(words, text)) {
    const end = ends.find((mark) => mark.start >= behind)?.start ?? text.length
    if ((clauses.at(-1)?.end ?? -1) < end) clauses.push({ written: text.slice(start, end).trim(), start, end })
  }
  return clauses
}
