import { GIVEN_NAMES } from '../../data/given-names.js'

export type NameSpan = { readonly start: number; readonly end: number; readonly words: readonly string[] }
type Word = { readonly text: string; readonly start: number; readonly end: number }

const WORD = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’]{1,30}(?:-\p{Lu}[\p{L}'’]{1,30})?(?![\p{L}\p{N}])/gu
/** Between the words of one name. */
const BETWEEN = /^ (?:(?:\p{Lu}\.|van|von|der|den|de|la|le|al|el|da|dos|di|zu|bin|ter|ten|du|del|O) ){0,2}$/u
const MAX_WORDS = 4
/** As much text before a word as tells that it is a name. */
const BEFORE = 48

const TITLE =
  /(?:^|[^\p{L}])(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Dame|Herrn?|Frau|Fräulein|Hr|Fr|Señora?|Mme|Monsieur|Madame|Schwester|Nurse)\.? (?:Dr\. |Prof\. ){0,2}$/u
const CALLED =
  /(?:my (?:full )?name(?: is|['’]s)|(?:his|her) name is|(?:i am|i['’]m|is|was) called|call me|named|ich hei(?:ß|ss)e|(?:er|sie) hei(?:ß|ss)t|(?:mein|ihr|sein) name ist|namens|unterzeichnet|signed(?: by)?|(?:kind |best |warm )?regards|sincerely|yours(?: truly)?|cheers|viele grü(?:ß|ss)e|(?:mit )?(?:freundlichen|besten|lieben|herzlichen) grü(?:ß|ss)en|liebe grü(?:ß|ss)e|beste grü(?:ß|ss)e|\blg|\bmfg|(?:^|\n)(?:name|kontakt|contact|customer|kunde|kundin|patient|patientin|ansprechpartner(?:in)?|respondent|participant|teilnehmer(?:in)?|interviewee))[,:]?\s{1,3}$/iu
const GREETED =
  /(?:^|[^\p{L}])(?:dear|hi|hello|hey|hallo|lieber?|guten tag|servus|moin|thanks|thank you|danke)[, ]\s{0,2}$/iu
/** Whom letters greet who is nobody, and what stands where a name could. */
const NOBODY = new Set(
  'Dr Prof Mr Mrs Ms Mx Sir Madam Customer Customers Team All Everyone Support Service Kunde Kunden Kundin Damen Herren Leser Kollegen Kolleginnen Friends Freunde Sirs Folks Zusammen Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December Januar Februar März Mai Juni Juli Oktober Dezember Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag Interview Interviewer Interviewerin Moderator Moderatorin Question Answer Frage Antwort The And But Und Aber The This That I Ich Sie Wir Doktor Professor Frau Herr Manager Nurse Doctor'.split(
    ' ',
  ),
)

/** Names of people in a text: by lists, titles, greetings, signatures; and their words wherever else they stand. */
export function findNames(text: string): NameSpan[] {
  const { names, surnames, also_words } = GIVEN_NAMES.given()
  const words = [...text.matchAll(WORD)].map(({ 0: found, index }): Word => {
    const word = found.replace(/['’]s?$/, '')
    return { text: word, start: index, end: index + word.length }
  })
  const first = (word: string) => word.split('-')[0] ?? ''
  const isGiven = ({ text: word }: Word) => names.has(word) || (word.includes('-') && names.has(first(word)))
  const isSurname = (word: Word | undefined) => word !== undefined && surnames.has(first(word.text))
  const isBoth = ({ text: word }: Word) => also_words.has(first(word))
  const spans = reversed(text, words, isGiven)
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    if (NOBODY.has(word.text)) continue
    const before = text.slice(Math.max(0, word.start - BEFORE), word.start)
    const length = lengthOf(text, words, at)
    const particle = PARTICLE.exec(before)?.[0] ?? ''
    const titled = TITLE.test(before.slice(0, before.length - particle.length))
    const initial = INITIAL.exec(before)?.[1] ?? ''
    const isName =
      titled ||
      CALLED.test(before) ||
      (initial !== '' && word.text.length > 2) ||
      (length > 1 && isSurname(words[at + 1]) && !isArticle(word.text)) ||
      isGiven(word) ||
      (isBoth(word) && length > 1 && !beginsSentence(before)) ||
      (GREETED.test(before) && /^[,!\n]/.test(text.slice(word.end, word.end + 1)))
    if (!isName) continue
    const parts = words.slice(at, at + length)
    const lead = titled ? particle.length : initial.length
    spans.push({ start: word.start - lead, end: (parts.at(-1) as Word).end, words: parts.map((part) => part.text) })
    at += length - 1
  }
  return [...spans, ...repeated(words, spans, also_words)]
}

/** How many words from here on make one name. */
function lengthOf(text: string, words: readonly Word[], at: number): number {
  let length = 1
  while (length < MAX_WORDS) {
    const [last, next] = [words[at + length - 1], words[at + length]]
    if (!last || !next || NOBODY.has(next.text) || !BETWEEN.test(text.slice(last.end, next.start))) break
    length += 1
  }
  return length
}

/** "M. Delacroix", "J. R. Okafor". */
const INITIAL = /(?<![\p{L}\p{N}.])((?:\p{Lu}\. ){1,3})$/u
const PARTICLE = /(?<=\s)(?:von|van|vom|zu|de|del|di|al) (?:(?:der|den|dem|la|los) )?$/u
const isArticle = (word: string): boolean =>
  /^(?:Der|Die|Das|Den|Dem|The|An?|In|Im|Our|Unser\p{L}*|Mein\p{L}*)$/u.test(word)

const beginsSentence = (before: string): boolean => /(?:^|[.!?:\n>*#-]\s{0,3}["“„]?)$/.test(before)

/** "Meyer, Anna" in lists. */
function reversed(text: string, words: readonly Word[], isGiven: (word: Word) => boolean): NameSpan[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1]
    if (!next || !isGiven(next) || text.slice(word.end, next.start) !== ', ' || NOBODY.has(word.text)) return []
    const alone = /(?:^|[\n;|:])\s{0,3}(?:[-*•] )?$/.test(text.slice(Math.max(0, word.start - 6), word.start))
    if (!alone || !/^\s{0,2}(?:$|[\n;|,().:])/.test(text.slice(next.end, next.end + 4))) return []
    return [{ start: word.start, end: next.end, words: [next.text, word.text] }]
  })
}

/** The words of a name by themselves, elsewhere in the text. */
function repeated(words: readonly Word[], spans: readonly NameSpan[], alsoWords: ReadonlySet<string>): NameSpan[] {
  const known = new Set(spans.flatMap((span) => span.words).filter((word) => word.length > 3 && !alsoWords.has(word)))
  return words.flatMap(({ text, start, end }) => (known.has(text) ? [{ start, end, words: [text] }] : []))
}
