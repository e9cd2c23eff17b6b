import { GIVEN_NAMES } from '../../data/given-names.js'
import { LEXICON } from '../../data/lexicon.js'
import { upperFirst } from '../../domain/text/words.js'
import { isModel, isOfProduct, namedThings } from './named-things.js'
import { isIn, oneCapital, SAINT, type Word, wordKinds } from './word-kinds.js'

export type NameSpan = { readonly start: number; readonly end: number; readonly words: readonly string[] }

const WORD = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’]{1,30}(?:-\p{Lu}[\p{L}'’]{1,30})?(?![\p{L}\p{N}])/gu
const MAX_WORDS = 4
/** Characters of context before a word in which cues of a name are searched. */
export const BEFORE = 48

/**
 * Names of people in a text, found by name lists, titles, relations, greetings and signatures; the words of a found
 * name are also found elsewhere in the text. `speakers`: who speaks in it.
 */
export function findNames(text: string, speakers: readonly NameSpan[] = []): NameSpan[] {
  const { also_words } = GIVEN_NAMES.given()
  const cues = LEXICON.name_cues()
  const words = [...text.matchAll(WORD)].flatMap(({ 0: found, index }): Word[] => {
    const word = found.replace(/['’]s?$/, '')
    const end = index + word.length
    const isNone =
      (cues.abbreviations.has(word) && NUMBERED.test(text.slice(end, end + BEFORE))) ||
      (cues.orders.has(word) && isOrder(text, index, end))
    return isNone ? [] : [{ text: asWritten(word), start: index, end }]
  })
  const { isGiven, isLone, isSurname, isBoth, isWord, isNoName, isTown, isNobody } = wordKinds(text)
  const spans = [...reversed(text, words, isGiven), ...speakers]
  const things = namedThings(text)
  /** End of the last name in a list of names that followed a label; -1 before any. */
  let listed = -1
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    if (cues.nobody.has(word.text) || NO_PERSON.test(text.slice(word.end, word.end + BEFORE))) continue
    const before = text.slice(Math.max(0, word.start - BEFORE), word.start)
    const behind = text.slice(word.end, word.end + BEFORE)
    const owns = !isGiven(word) && isOwner(text, word)
    const length = owns ? 1 : lengthOf(text, words, at)
    const particle = cues.particle.exec(before)?.[0] ?? ''
    const lead = before.slice(0, before.length - particle.length)
    const isListed = listed >= 0 && /^(?:,|;| ?&| and| und)\s{1,2}$/u.test(text.slice(listed, word.start))
    const next = words[at + 1]
    const last = words[at + length - 1] ?? word
    const isNoun = cues.before_noun.test(before)
    const isNamed = length > 1 && next !== undefined && !isNoName(next) && !isTown(next)
    /** Whether the word can be the first of a name whose second is a surname. */
    const isFirst = isBoth(word)
      ? !isNoun || isNamed
      : isGiven(word) || (!isWord(word) && !/ von $/.test(text.slice(word.end, next?.start)))
    const labelled =
      ((cues.label.test(lead) || isListed) &&
        ((length > 1 && (!isWord(word) || isGiven(next))) || isGiven(word) || isSurname(word))) ||
      (cues.sure_label.test(lead) && !/^ ?:/.test(behind))
    const titled =
      cues.title.test(lead) || cues.noble_title.test(before) || (cues.related.test(lead) && !isNoName(word)) || labelled
    const initial = INITIAL.exec(before)?.[1] ?? ''
    const isName =
      titled ||
      (cues.called.test(before) && !isNoName(word)) ||
      (initial !== '' && word.text.length > 2 && !isNoName(word)) ||
      (length > 1 && isSurname(next) && isFirst) ||
      answers(text, words.slice(at, at + length), isNoName) ||
      isGiven(word) ||
      owns ||
      (isLone(word) && !isNoun && isIn('english', text, word)) ||
      (isBoth(word) && !isNoun && isSpokenOf(text, word, last, isNamed)) ||
      (cues.greeting.test(before) && /^(?:[,.!?\n]|$)/.test(behind) && !isNobody(word)) ||
      signsAtEnd(text, word.start, last.end)
    if (!isName) continue
    const parts = words.slice(at, at + length)
    const spelt = owns ? [word.text.slice(0, -1)] : parts.map((part) => part.text)
    const isTold = cues.related.test(lead) || labelled
    if (!isTold && isThing(text, parts, things, lead, isGiven(word))) {
      at += length - 1
      continue
    }
    const ahead = titled ? particle : initial
    const after = length === 1 && !owns ? (LETTER_BEHIND.exec(behind)?.[0] ?? '') : ''
    const end = (parts.at(-1) as Word).end + after.length
    const initials = (between: string) => between.match(/\p{Lu}\./gu) ?? []
    spans.push({ start: word.start - ahead.length, end, words: [...initials(ahead), ...spelt, ...initials(after)] })
    if (labelled) listed = end
    at += length - 1
  }
  const { again, unnamed } = besidesThings(text, words, things, spans)
  return [...spans, ...again, ...inSmallLetters(text), ...repeated(text, unnamed, spans, also_words)]
}

/** Things that somebody was found to be called like, where they stand again, and the words that are of no other thing. */
function besidesThings(
  text: string,
  words: readonly Word[],
  things: ReturnType<typeof namedThings>,
  spans: readonly NameSpan[],
) {
  const isTaken = ({ start, end }: Pick<Word, 'start' | 'end'>) =>
    spans.some((span) => span.start < end && start < span.end)
  const people = new Set(things.filter(isTaken).map(({ start, end }) => text.slice(start, end)))
  const again = things
    .filter((thing) => people.has(text.slice(thing.start, thing.end)) && !isTaken(thing))
    .map(({ start, end }) => ({ start, end, words: text.slice(start, end).match(/[\p{L}'’-]{2,}/gu) ?? [] }))
  const others = things.filter(({ start, end }) => !people.has(text.slice(start, end)))
  const unnamed = words.filter(({ start, end }) => !others.some((thing) => thing.start <= start && end <= thing.end))
  return { again, unnamed }
}

/**
 * Whether a name that is a word as well, up to its last word, is of somebody who speaks, is told something or said to
 * be so old, or whose whole name stands there: within a sentence, or before a colon.
 */
function isSpokenOf(text: string, word: Word, last: Word, isNamed: boolean): boolean {
  const before = text.slice(Math.max(0, word.start - BEFORE), word.start)
  const behind = text.slice(word.end, word.end + BEFORE)
  if (speaks(behind) || TOLD.test(before) || AGED.test(behind)) return true
  return isNamed && (isLabelled(text, word.start, last.end) || !beginsSentence(before))
}

/**
 * Whether a name is of a thing or a product, and of nobody who has a title or is addressed; `lead`: what stands before
 * it.
 */
function isThing(
  text: string,
  parts: readonly Word[],
  things: ReturnType<typeof namedThings>,
  lead: string,
  isGiven: boolean,
): boolean {
  const [first] = parts as readonly [Word]
  const isWithin = (thing: (typeof things)[number]) => thing.start < first.start && first.end <= thing.end
  if (LEXICON.name_cues().title.test(lead) && !things.some(isWithin)) return false
  const isNamed = things.some(({ start, end }) => start <= first.start && first.end <= end)
  return (isNamed || isProduct(text, parts, isGiven)) && !isAddressed(text, parts)
}

/** Whether somebody of the name speaks, is spoken to or said to be so old. */
function isAddressed(text: string, parts: readonly Word[]): boolean {
  const { called, greeting, spoken_with } = LEXICON.name_cues()
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
  const before = text.slice(Math.max(0, start - BEFORE), start)
  const behind = text.slice(end, end + BEFORE)
  return (
    [called, greeting, TOLD].some((cue) => cue.test(before)) ||
    // "Von Jil Sander", "bei Peek & Cloppenburg": of things as well.
    (spoken_with.test(before) && !/(?<!\p{L})(?:mit|von|bei|an) $/iu.test(before)) ||
    speaks(behind) ||
    AGED.test(behind) ||
    isLabelled(text, start, end) ||
    signsAtEnd(text, start, end)
  )
}

/** Whether a name is the label of a turn: at the beginning of a line, before a colon. */
const isLabelled = (text: string, start: number, end: number): boolean =>
  /(?:^|\n)[\s>*_#•[\]()-]{0,6}$/.test(text.slice(Math.max(0, start - 8), start)) &&
  /^[*_]{0,2} ?:/.test(text.slice(end, end + 4))

/** Whether a name is of a product, by the number of its model or what is sold under it. */
function isProduct(text: string, parts: readonly Word[], isGiven: boolean): boolean {
  const [first, last] = [parts[0] as Word, parts.at(-1) as Word]
  const before = text.slice(Math.max(0, first.start - BEFORE), first.start)
  const behind = text.slice(last.end, last.end + BEFORE)
  const hasModel = parts.some(({ end }) => isModel(text.slice(end, end + BEFORE)))
  if (hasModel && (parts.length === 1 || !isGiven || !/^ \p{Lu}{1,3}-?\d/u.test(behind))) return true
  return parts.length > 1 && isOfProduct(before, last.text, behind)
}

/** Converts names in capitals, as in lists of people: "HELEN" becomes "Helen". */
export const asWritten = (word: string): string =>
  word.length > 2 && word === word.toUpperCase() ? word.split('-').map(oneCapital).join('-') : word

/** An age after a name: "Rose, 34," and "Rose (34)". */
const AGED = /^(?:, ?| \()(?:1[89]|[2-9]\d)[,);]/u
/** Whether two words or more are in brackets behind one for who answers: "Participant 4 (Kwabena Asante, 34)". */
function answers(text: string, parts: readonly Word[], isNoName: (word: Word) => boolean): boolean {
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
  const before = text.slice(Math.max(0, start - BEFORE), start)
  const role = /(\p{L}{4,30})(?: \d{1,3})? \($/u.exec(before)?.[1] ?? ''
  const isEnded = /^(?:\)|, ?[1-9]\d(?!\d))/.test(text.slice(end, end + BEFORE))
  if (parts.length < 2 || !isEnded || parts.some(isNoName)) return false
  return LEXICON.name_cues().respondent_heading.test(role.toLowerCase())
}
/** A German genitive before a noun: "Marias Konto". */
const OWNED = /^ \p{Lu}\p{Ll}/u
const isOwner = (text: string, word: Word): boolean =>
  word.text.endsWith('s') &&
  GIVEN_NAMES.given().names.has(word.text.slice(0, -1)) &&
  OWNED.test(text.slice(word.end, word.end + BEFORE)) &&
  isIn('german', text, word)
/** Of things: "Yoga sagt mir nichts". */
const SAYS_LITTLE = /^ sagt (?:mir|dir|uns|ihm|ihr|euch|ihnen) (?:nichts|etwas|was|viel|wenig|gar|zu)(?!\p{L})/u
const speaks = (behind: string): boolean => LEXICON.name_cues().speaks.test(behind) && !SAYS_LITTLE.test(behind)
/** Before a name: "let Hope know". */
const TOLD = /(?:^|[^\p{L}])(?:let|thank|remind|danke?) $/iu
/** Words that mark a place or a company: "Victoria Street", "Park GmbH". */
const NO_PERSON =
  /^(?: \p{Lu}[\p{L}-]{1,30})? (?:Street|Road|Avenue|Lane|Square|Station|Airport|Hospital|University|Bridge|GmbH|AG|KG|UG|Ltd|Limited|Inc|LLC|plc|PLC|Corp)(?!\p{L})/u
/** Whether a name after a dash is the last line of the text, a signature. */
const signsAtEnd = (text: string, start: number, end: number): boolean =>
  /\n\s{0,3}[-–—~] ?$/u.test(text.slice(Math.max(0, start - 6), start)) && /^\s{0,3}$/u.test(text.slice(end, end + 4))

const SMALL = /(?<![\p{L}\p{N}@._-])\p{Ll}[\p{L}'’]{2,30}(?:-\p{Ll}[\p{L}]{1,30})?(?![\p{L}\p{N}@_])/gu

/**
 * Names in lower case: "i talked to declan oduya". A given name that is no common word, next to a listed surname or
 * where a person is addressed or mentioned.
 */
function inSmallLetters(text: string): NameSpan[] {
  const { names, surnames, lone_surnames, also_words, german_words } = GIVEN_NAMES.given()
  const { follows, spoken_with, greeting, related, title } = LEXICON.name_cues()
  const isSurname = (word: string) => surnames.has(upperFirst(word)) || lone_surnames.has(upperFirst(word))
  const small = [...text.matchAll(SMALL)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }))
  return small.flatMap(({ word, start, end }, at) => {
    const before = text.slice(Math.max(0, start - BEFORE), start)
    if (title.test(before) && isSurname(word) && !follows.has(word)) return [{ start, end, words: [upperFirst(word)] }]
    const given = word.split('-').map(upperFirst)
    const isKnown = names.has(given.join('-')) || names.has(given[0] ?? '')
    if (word.length < 4 || !isKnown || also_words.has(given[0] ?? '') || follows.has(word)) return []
    if (german_words.has(given[0] ?? '') && isIn('german', text, { text: word, start, end })) return []
    const next = small[at + 1]
    const after = next && text.slice(end, next.start) === ' ' && !follows.has(next.word) ? next : undefined
    const listed = after !== undefined && isSurname(after.word)
    const behind = text.slice(end, end + BEFORE)
    const spoken = [spoken_with, greeting, related].some((cue) => cue.test(before)) || speaks(behind)
    if (!listed && !spoken) return []
    if (!after) return [{ start, end, words: [upperFirst(word)] }]
    return [{ start, end: after.end, words: [upperFirst(word), upperFirst(after.word)] }]
  })
}

/**
 * A file name as it would stand in a sentence, every character in its place: blanks for what stands between words, and
 * capitals for given names, what follows one, and what follows a title.
 */
export function asSentence(stem: string): string {
  const { names, also_words } = GIVEN_NAMES.given()
  const { title } = LEXICON.name_cues()
  const words = stem.replace(/_|(?<!\d)-|-(?!\d)/g, ' ')
  let behindName = false
  return words.replace(/(?<![\p{L}\p{M}\p{N}])\p{L}[\p{L}'’]{0,30}/gu, (word, at: number) => {
    const isGiven = names.has(oneCapital(word)) && !also_words.has(oneCapital(word))
    const isCapital = isGiven || behindName || title.test(words.slice(Math.max(0, at - BEFORE), at))
    behindName = isGiven
    const written = upperFirst(word)
    return isCapital && written.length === word.length ? written : word
  })
}

/** The number of words from this one on that form one name. */
function lengthOf(text: string, words: readonly Word[], at: number): number {
  const { nobody, between: mayStand } = LEXICON.name_cues()
  let length = 1
  while (length < MAX_WORDS) {
    const [last, next] = [words[at + length - 1], words[at + length]]
    if (!last || !next || nobody.has(next.text)) break
    const between = text.slice(last.end, next.start)
    if (!mayStand.test(between) && !(SAINT.test(last.text) && between === '. ')) break
    length += 1
  }
  return length
}

/** Initials before a surname: "M. Delacroix", "J. R. Okafor"; not "z. B.", "u. U.", "o. Ä.". */
const INITIAL = /(?<![\p{L}\p{N}.]|(?<!\p{L})[zuo]\. )((?:\p{Lu}\. ){1,3})$/u
/** The letter of a surname behind a given name: "Anna B.: …". */
const LETTER_BEHIND = /^ \p{Lu}\.(?=[*_]{0,2}(?:\s{0,3}[:,;)\n]|\s{0,3}$| \p{Ll}))/u

/** A number, or the word for one, after its abbreviation. */
const NUMBERED =
  /^(?:['’]?s)?(?: ?[:#=] ?| )(?:(?:is|ist|lautet) )?(?:(?:no|nr|number|address|adresse)\b|[A-Z\d:-]{0,12}\d)/iu
/** What an order is about: "Bill the client;", "Sue nobody". After "Bill the plumber" a verb would follow. */
const ORDERED =
  /^ (?:(?:the|an?|my|our|your|his|her|their|this|that|each|every) \p{Ll}{2,20}(?=[.;:!?\n]|$| (?:for|if|when|now|first|today|by|before|after|again)\b)|(?:nobody|no one|anybody|anyone|everybody|everyone|them|him|us|it|me|you|her|ich|mich|mir|dich|es|sie|ihn)(?!\p{L}))/u
const isOrder = (text: string, start: number, end: number): boolean => {
  const before = text.slice(Math.max(0, start - 6), start)
  return (beginsSentence(before) || /;\s{1,3}$/.test(before)) && ORDERED.test(text.slice(end, end + BEFORE))
}

export const beginsSentence = (before: string): boolean => /(?:^|[.!?:\n>*#-]\s{0,3}["“„]?)$/.test(before)

/** Names in the order "Meyer, Anna", as in lists. */
function reversed(text: string, words: readonly Word[], isGiven: (word: Word) => boolean): NameSpan[] {
  const cues = LEXICON.name_cues()
  return words.flatMap((word, at) => {
    const next = words[at + 1]
    if (
      !next ||
      !isGiven(next) ||
      next.text === word.text ||
      text.slice(word.end, next.start) !== ', ' ||
      cues.nobody.has(word.text) ||
      cues.greeting.test(text.slice(Math.max(0, word.start - BEFORE), next.start))
    )
      return []
    const behind = /^(?: \p{Lu}\.)?(?=\s{0,2}(?:$|[\n;|,().:"<]))/u.exec(text.slice(next.end, next.end + 8))
    const alone = /(?:^|[\n;|:"])\s{0,3}(?:[-*•] )?$/.test(text.slice(Math.max(0, word.start - 6), word.start))
    // After other words, two names with a comma may be two people, a place and a person, or "Thanks, Anna".
    const begins = beginsSentence(text.slice(Math.max(0, word.start - 6), word.start))
    const ends = alone || (!begins && /^(?: \p{Lu}\.|\.?$|[;)."]| <)/u.test(text.slice(next.end, next.end + 3)))
    if (!behind || !ends) return []
    return [{ start: word.start, end: next.end + behind[0].length, words: [next.text, word.text] }]
  })
}

/**
 * German words before a noun and never before somebody: "mein Ziel", "im Ziel", where a Petra Ziel speaks. Not those
 * that letters end with ("Ihre Wolkersdorfer"), and no "das" that points back ("das, das Wolkersdorfer sagte").
 */
export const NOUN_FOLLOWS = /(?<!\p{L})(?:(?:mein|kein)(?:e[mnrs]?)?|im|ins|(?<!,\s{0,2})das|dieses|jedes) $/iu

const SMALL_WORD = /(?<![\p{L}\p{N}@._-])\p{Ll}[\p{Ll}'’-]{3,30}(?![@._-]?[\p{L}\p{N}])(?!@)/gu

/** Occurrences of single words of found names elsewhere in the text. */
function repeated(
  text: string,
  words: readonly Word[],
  spans: readonly NameSpan[],
  alsoWords: ReadonlySet<string>,
): NameSpan[] {
  const { names, surnames, lone_surnames } = GIVEN_NAMES.given()
  const isListed = (word: string) => [names, surnames, lone_surnames].some((list) => list.has(word))
  const known = new Set(spans.flatMap((span) => span.words).filter((word) => word.length > 3 && !alsoWords.has(word)))
  const small = new Set(known.size > 0 ? text.match(SMALL_WORD) : [])
  return words.flatMap(({ text: word, start, end }) => {
    if (!known.has(word)) return []
    const before = text.slice(Math.max(0, start - BEFORE), start)
    const isWord = NOUN_FOLLOWS.test(before) || (beginsSentence(before) && small.has(word.toLowerCase()))
    return isWord && !isListed(word) ? [] : [{ start, end, words: [word] }]
  })
}
