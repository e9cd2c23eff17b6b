import { GIVEN_NAMES } from '../../data/given-names.js'

export type NameSpan = { readonly start: number; readonly end: number; readonly words: readonly string[] }
type Word = { readonly text: string; readonly start: number; readonly end: number }

const WORD = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’]{1,30}(?:-\p{Lu}[\p{L}'’]{1,30})?(?![\p{L}\p{N}])/gu
/** "St. John": the one abbreviation within surnames. */
const SAINT = /^St$/
/** Between the words of one name. */
const BETWEEN = /^ (?:(?:\p{Lu}\.|van|von|der|den|de|la|le|al|el|da|dos|di|zu|bin|ter|ten|du|del|O) ){0,2}$/u
const MAX_WORDS = 4
/** As much text before a word as tells that it is a name. */
const BEFORE = 48

const TITLE =
  /(?:^|[^\p{L}])(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Dame|Herrn?|Frau|Fräulein|Hr|Fr|Señora?|Mme|Monsieur|Madame|Schwester|Nurse)\.? (?:Dr\. |Prof\. ){0,2}$/u
const CALLED =
  /(?:my (?:full )?name(?: is|['’]s)|(?:his|her) name is|(?:i am|i['’]m|is|was) called|call me|named|ich hei(?:ß|ss)e|(?:er|sie) hei(?:ß|ss)t|(?:mein|ihr|sein) name ist|namens|unterzeichnet|signed(?: by)?|(?:kind |best |warm )?regards|sincerely|yours(?: truly)?|cheers|viele grü(?:ß|ss)e|(?:mit )?(?:freundlichen|besten|lieben|herzlichen) grü(?:ß|ss)en|liebe grü(?:ß|ss)e|beste grü(?:ß|ss)e|\blg|\bmfg|(?:^|\n)(?:name|kontakt|contact|customer|kunde|kundin|patient|patientin|ansprechpartner(?:in)?|respondent|participant|teilnehmer(?:in)?|interviewee))[,:]?\s{1,3}$/iu
/** Whose name follows: "our neighbour Okafor", "mein Kollege Brandl". */
const RELATED =
  /(?:^|[^\p{L}])(?:(?:my|our|his|her|their) (?:\p{Ll}{2,12} )?(?:neighbour|neighbor|colleague|friend|boss|brother|sister|son|daughter|husband|wife|mother|father|uncle|aunt|cousin|landlord|teacher|doctor|nurse|manager|supervisor|flatmate)|(?:mein|unser|sein|ihr)(?:e|en|em|er|es)? (?:\p{Ll}{2,12} )?(?:Nachbarn?|Nachbarin|Kollegen?|Kollegin|Freund|Freundin|Chef|Chefin|Bruder|Schwester|Sohn|Tochter|Mann|Mutter|Vater|Onkel|Tante|Cousin|Cousine|Vermieter|Vermieterin|Lehrer|Lehrerin|Hausarzt|Hausärztin|Azubi)) $/u
/** A line that says who spoke or wrote: "Caller: …", "Interview 4: …", "Sachbearbeiterin: …". */
const LABELLED =
  /(?:^|\n)\s{0,3}(?:(?:full |first |last |nach|vor|familien)?name|author|from|caller|signature|interview(?:ee|partner(?:in)?)?(?: \d{1,3})?|verfasser(?:in)?|autor(?:in)?|anrufer(?:in)?|unterschrift|sachbearbeiter(?:in)?|mitarbeiter(?:in)?|gesprächspartner(?:in)?|zeug(?:e|in))\s?:\s{1,3}$/iu
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
    const lead = before.slice(0, before.length - particle.length)
    const titled = TITLE.test(lead) || RELATED.test(lead) || (LABELLED.test(lead) && (length > 1 || isGiven(word)))
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
    const ahead = titled ? particle.length : initial.length
    spans.push({ start: word.start - ahead, end: (parts.at(-1) as Word).end, words: parts.map((part) => part.text) })
    at += length - 1
  }
  return [...spans, ...inSmallLetters(text), ...repeated(words, spans, also_words)]
}

const SMALL = /(?<![\p{L}\p{N}@._-])\p{Ll}[\p{L}'’]{2,30}(?:-\p{Ll}[\p{L}]{1,30})?(?![\p{L}\p{N}@_])/gu
/** What somebody is spoken to, of or with by. */
const SPOKEN_WITH =
  /(?:^|[^\p{L}])(?:talked to|talking to|spoke (?:to|with)|met|asked|told|called|named|emailed|rang|mit|von|bei|an|fragte|traf|namens|hei(?:ß|ss)t) $/iu
const FOLLOWS = new Set(
  'and about who that why when where what how for from with the this was were has had but not yesterday today again und über warum dass wenn wann was wie der die das den dem hat ist war sind aber nicht gestern heute wieder oder auch noch schon sehr sich beim zum zur aus nach vor'.split(
    ' ',
  ),
)
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** "i talked to declan oduya": a given name that is no other word, beside a surname of the list or where somebody is spoken with. */
function inSmallLetters(text: string): NameSpan[] {
  const { names, surnames, also_words } = GIVEN_NAMES.given()
  const small = [...text.matchAll(SMALL)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }))
  return small.flatMap(({ word, start, end }, at) => {
    const given = word.split('-').map(capital)
    const isKnown = names.has(given.join('-')) || names.has(given[0] ?? '')
    if (word.length < 4 || !isKnown || also_words.has(given[0] ?? '') || FOLLOWS.has(word)) return []
    const next = small[at + 1]
    const after = next && text.slice(end, next.start) === ' ' && !FOLLOWS.has(next.word) ? next : undefined
    const listed = after !== undefined && surnames.has(capital(after.word))
    if (!listed && !SPOKEN_WITH.test(text.slice(Math.max(0, start - BEFORE), start))) return []
    if (!after) return [{ start, end, words: [capital(word)] }]
    return [{ start, end: after.end, words: [capital(word), capital(after.word)] }]
  })
}

/** How many words from here on make one name. */
function lengthOf(text: string, words: readonly Word[], at: number): number {
  let length = 1
  while (length < MAX_WORDS) {
    const [last, next] = [words[at + length - 1], words[at + length]]
    if (!last || !next || NOBODY.has(next.text)) break
    const between = text.slice(last.end, next.start)
    if (!BETWEEN.test(between) && !(SAINT.test(last.text) && between === '. ')) break
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
