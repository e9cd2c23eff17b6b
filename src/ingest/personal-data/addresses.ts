import { LEXICON } from '../../data/lexicon.js'
import { NAMED_THINGS } from '../../data/named-things.js'

/**
 * Patterns of postal addresses: streets with numbers and the places after them, in German and English. All repetitions
 * are bounded.
 */

const WORD = String.raw`\p{Lu}[\p{L}.'’-]{0,30}`
/**
 * A part of a street's name, or of a person's in it ("Dr.", "E. T. A."). A hyphen ends it, so that a name can be divided
 * into parts in only one way.
 */
const PART = String.raw`(?:\p{Lu}\p{Ll}{0,2}\.|Prof\.|(?:\p{Lu}\.){2,3}|\p{Lu}[\p{L}'’]{0,30})`
/** A word of a town's name. A full stop ends it and the sentence, but for the one of "St. Gallen". */
const NAME = String.raw`(?:(?:Ste?|Skt|Gr|Kl|Nd|Ob|Mt|Ft)\. ?)?\p{Lu}[\p{L}'’-]{0,30}`
/** What a town lies at: "am Main", "a. M.", "v. d. Höhe". */
const LIES_AT = String.raw` (?:(?:am|an|auf|im|in|ob|bei|vor)(?: der| dem)? |(?:\p{Ll}\. ?){1,3})\p{Lu}[\p{L}'’-]{0,30}`
const TOWN = String.raw`${NAME}(?: ${NAME}){0,4}(?:${LIES_AT})?`
/** A word of a place's name, but not the letters of a postcode. */
const PLACE = String.raw`(?:D\.C\.|${NAME})(?![\p{L}\d])`
const HOUSE = String.raw`\d{1,4}(?: ?[a-zA-Z](?![\p{L}]))?(?: ?[-/] ?\d{1,4})?`
const PLACE_BEHIND = String.raw`,? {0,2}\n? ?(?:D-|A-|CH-)?\d{4,5} ${TOWN}`
const PLACE_DE = String.raw`(?:${PLACE_BEHIND})?`
const STREET_DE = String.raw`(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|ufer|damm|chaussee|steig|pfad|markt|graben|berg|hof|stieg|promenade|zeile|kamp|bogen)`
const STREET_EN = String.raw`(?:Street|St\.?|Avenue|Ave\.?|Road|Rd\.?|Lane|Ln\.?|Drive|Dr\.?|Boulevard|Blvd\.?|Way|Court|Ct\.?|Close|Crescent|Terrace|Place|Pl\.?|Square|Sq\.?|Gardens|Grove|Mews|Row|Hill|Parkway|Pkwy\.?|Highway|Hwy\.?|Walk|Quay|Parade|Circle|Trail|Rise|View)`
/** Street types of France, Spain, Italy, Portugal and Poland, where the type comes first. */
const STREET_SOUTH = String.raw`(?:[Cc]alle|[Aa]venida|[Rr]ue|Via|Viale|[Pp]iazza|[Pp]laza|[Cc]arrer|[Rr]ua|[Uu]l\.)`
const POSTCODE_GB = String.raw`[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}`
const PLACE_EN = String.raw`(?: (?:[NS][EW]|[NSEW])(?![\p{L}\d.]))?(?:,? (?:(?:Apt\.?|Apartment|Flat|Unit|Suite|Ste\.?|Floor|#) ?[\p{L}\d]{1,5}|\d{1,3}(?:st|nd|rd|th) [Ff]loor))?(?:, ${PLACE}(?: ${PLACE}){0,3})?(?:,? (?:[A-Z]{2} \d{5}(?:-\d{4})?|${POSTCODE_GB}))?`

/** Houses with a name instead of a number, followed by the place. */
const HOUSE_EN = String.raw`(?:Cottage|Farm|Farmhouse|Lodge|Barn|Rectory|Vicarage|Manor|Grange|Bungalow)`
const HOUSE_DE = String.raw`(?:Hof|Gut|Haus|Villa|Schloss|Forsthaus|Pfarrhaus|Gehöft)`

/** Patterns of German streets, which also fit what is counted. */
const STREETS: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\p{L}-])(?!(?:Der|Die|Das|Den|Dem|Des|Ein|Erste|Zweite|Dritte|Letzte) )(?:${PART}[ -]){1,2}(?:Reihe|Twiete|Wall|Deich|Anger|Kai|Esplanade|Promenade|Brink|Stiege|Höhe) ${HOUSE}${PLACE_DE}`,
    'gu',
  ),
  new RegExp(String.raw`(?<![\p{L}-])(?:${PART}[ -]){0,3}\p{Lu}[\p{L}.]{1,30}?${STREET_DE} ${HOUSE}${PLACE_DE}`, 'gu'),
]
/** Anything with a number before a postcode and its town: "Schlossgarten 2, 70173 Stuttgart". */
const BEFORE_POSTCODE = new RegExp(
  String.raw`(?<![\p{L}-])(?:${PART}[ -]){0,2}\p{Lu}[\p{L}'’]{2,30} ${HOUSE}, ?\n?(?:D-)?\d{5} ${TOWN}`,
  'gu',
)
const STREET_IN_WORDS = new RegExp(
  String.raw`(?<![\p{L}-])(?!(?:Der|Die|Das|Den|Dem|Des|Ein|Vom|Im|Am) )(?:${PART}[ -]){1,3}(?:Straße|Strasse|Str\.|Weg|Platz|Allee|Gasse|Ring|Ufer|Damm|Chaussee|Markt|Berg|Hof) ${HOUSE}${PLACE_DE}`,
  'gu',
)
const BEHIND_PREPOSITION = new RegExp(
  String.raw`(?<![\p{L}])(?:Am|An der|An den|Auf der|Auf dem|Im|In der|Zum|Zur|Unter den|Hinter der|Vor dem|Straße des|Platz der|Alte|Neue|Beim) (?:\p{Ll}{2,14} )?(?:${WORD} |\d{1,2}\. ){1,3}${HOUSE}${PLACE_DE}`,
  'gu',
)
const NUMBER_FIRST = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?:(?:Flat|Apt\.?|Unit) \d{1,4}[a-zA-Z]?,? )?\d{1,5}[a-zA-Z]?,? (?:${WORD} ){1,4}${STREET_EN}(?![\p{L}])${PLACE_EN}`,
  'gu',
)
/** A house that has a name, before its street: "Flat 7, The Old Maltings, Quay Street, Ipswich". */
const NAMED_HOUSE = String.raw`${WORD}(?: ${WORD}){0,3}, `
/** The same before what has a number. */
const NAMED_BEFORE = String.raw`(?:${NAMED_HOUSE}){0,2}`
const STREET_AND_PLACE = String.raw`(?:${WORD} ){1,4}${STREET_EN}(?![\p{L}])${PLACE_EN}`
const LIVES_AT = String.raw`(?:liv(?:es?|ed|ing)|mov(?:ed?|ing)|stay(?:s|ed|ing)?|based|address is|(?:I|[Ww]e)(?:['’]m|['’]re| am| are)) (?:at|to|in) `
const ROOM = String.raw`(?:(?:Unit|Plot|Flat|Suite|Office|Block|Studio|Room|Apt\.?|Apartment) [\p{L}\d]{1,5},? )`
const OTHERS: readonly RegExp[] = [
  // "The Laurels, 9 Wellsway, Bath BA2 4QR", "Unit 7, Riverside Business Park, Leeds LS10 1AB".
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${NAMED_HOUSE})?(?:${ROOM}|${ROOM}?\d{1,5}[a-zA-Z]?,? )${WORD}(?: ${WORD}){0,3}(?:, ${PLACE}(?: ${PLACE}){0,3}){0,2},? ${POSTCODE_GB}(?![\p{L}\p{N}])`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}])(?:Flat|Apt\.?|Apartment|Unit) \d{1,4}[a-zA-Z]?,? (?:${NAMED_HOUSE}){0,2}${STREET_AND_PLACE}`,
    'gu',
  ),
  new RegExp(String.raw`(?<=(?<!\p{L})${LIVES_AT})(?:${NAMED_HOUSE}){1,2}${STREET_AND_PLACE}`, 'gu'),
  new RegExp(String.raw`(?<![\p{L}])(?:${WORD} ){1,3}${HOUSE_EN}(?:, ${PLACE}(?: ${PLACE}){0,2}){1,2}`, 'gu'),
  new RegExp(String.raw`(?<![\p{L}])${HOUSE_DE} ${WORD}(?: ${WORD}){0,2}, \d{4,5} ${TOWN}`, 'gu'),
  new RegExp(
    String.raw`(?<![\p{L}])${STREET_SOUTH} (?:\p{Ll}{2,4} ){0,2}${WORD}(?: (?:\p{Ll}{2,4} )?${WORD}){0,2},? ${HOUSE}${PLACE_DE}`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])${HOUSE},? ${STREET_SOUTH} (?:\p{Ll}{2,4} ){0,2}${WORD}(?: (?:\p{Ll}{2,4} )?${WORD}){0,2}${PLACE_DE}`,
    'gu',
  ),
  new RegExp(String.raw`(?<![\p{L}\p{N}])${POSTCODE_GB}(?![\p{L}\p{N}])`, 'gu'),
  new RegExp(String.raw`(?<![\p{L}])(?:P\.? ?O\.? Box|Postfach|Post-?fach) (?:\d[\d ]{0,8}\d|\d)${PLACE_DE}`, 'gu'),
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:D|A|CH)-\d{4,5} (?:Bad )?${NAME}(?:${LIES_AT})?`, 'gu'),
]

/**
 * Behind a label any street with its number counts, and a postcode with its town: "Hinter dem Zwinger 3", "Lange Reihe
 * 5, Hinterhaus, 24937 Flensburg", "24937 Flensburg".
 */
const BEHIND_LABEL: readonly RegExp[] = [
  new RegExp(
    String.raw`${NAMED_BEFORE}\d{1,5}[a-zA-Z]?,? (?:${WORD} ){0,4}${WORD}(?=[,\n]|$|(?<=${STREET_EN}))${PLACE_EN}`,
    'uy',
  ),
  new RegExp(
    String.raw`${NAMED_BEFORE}(?:\p{Lu}|\d{1,2}\. (?=\p{Lu}))[\p{L}.'’-]{0,30}(?: [\p{L}\d][\p{L}\d.'’-]{0,30}){0,6}?,? ?(?<=[ .,])${HOUSE}(?![\p{L}\d])(?!\.? \p{Lu}\p{Ll}+ \d)(?:(?:, [^\n,;:|]{2,30})?${PLACE_BEHIND})?`,
    'uy',
  ),
  new RegExp(String.raw`(?:(?:D|A|CH)-)?(?!(?:19|20)\d\d )\d{4,5},? ${TOWN}`, 'uy'),
  new RegExp(
    String.raw`(?:(?:${WORD} ){1,3}${STREET_EN}|\p{Lu}[\p{L}-]{2,30}(?:${STREET_DE}))(?=[ \t]{0,3}(?:[,;|\n]|$))`,
    'uy',
  ),
  new RegExp(String.raw`(?:${POSTCODE_GB}|(?!(?:19|20)\d\d(?!\d))\d{4,5}(?:-\d{4})?)(?=[ \t]{0,3}(?:[,;|\n]|$))`, 'uy'),
]

/** The length of the address that stands at a place of a text behind a label; 0 for none. */
export function labelledAddress(text: string, at: number): number {
  for (const pattern of BEHIND_LABEL) {
    pattern.lastIndex = at
    const match = pattern.exec(text)?.[0] ?? ''
    const behind = text.slice(at + match.length, at + match.length + BEHIND)
    if (match !== '' && (HAS_PLACE.test(match) || !isCounted(match, behind))) return match.length
  }
  return 0
}

/** The length of the name of a place that is all of a line's rest. */
export function labelledPlace(text: string, at: number): number {
  ALL_OF_A_LINE.lastIndex = at
  return ALL_OF_A_LINE.exec(text)?.[0].length ?? 0
}
const ALL_OF_A_LINE = new RegExp(String.raw`${PLACE}(?: ${PLACE}){0,3}(?=[ \t]{0,3}(?:\n|$))`, 'uy')

/** A postcode and a town, which make an address sure; "2024 Teilnehmer" are none. */
const HAS_PLACE = /(?:\d{5}|(?:D|A|CH)-\d{4}|(?!(?:19|20)\d\d )\d{4}) \p{Lu}/u
const NUMBER_BEHIND = new RegExp(String.raw` ${HOUSE}(?:[, \n]{1,3}\d{4} ${TOWN})?$`, 'u')
const IS_YEAR = /(?<!\d)(?:19|20)\d\d$/
/** "3 m", "20 l": behind a street's own ending a letter belongs to the house. */
const IS_MEASURE = /(?<!str(?:aße|asse|\.)) \d{1,4} [mlghsx]$/iu
const BEFORE = 24
const BEHIND = 24
/** What says that somebody lives there, at the beginning of a line. */
const LIVES = /(?:adresse|anschrift|wohnhaft|wohnort|address)\s?:\s{1,3}$/iu

/** Postal addresses in a text, as spans. */
export function* addressesIn(text: string): Generator<{ readonly start: number; readonly end: number }> {
  const isStreet = (match: string, behind: string) => HAS_PLACE.test(match) || !isCounted(match, behind)
  for (const pattern of STREETS) yield* spansOf(pattern, text, isStreet)
  yield* spansOf(
    BEFORE_POSTCODE,
    text,
    (match) =>
      !isCounted(match.replace(/,.*$/s, ''), '') &&
      isTown(/ \d{5} (.*)$/su.exec(match.replace(/,\s?/, ' '))?.[1] ?? ''),
  )
  yield* spansOf(
    STREET_IN_WORDS,
    text,
    (match, behind) => isStreet(match, behind) && !LEXICON.addresses().before_noun.test(match),
  )
  yield* spansOf(
    BEHIND_PREPOSITION,
    text,
    (match, behind, before) =>
      isStreet(match, behind) && (HAS_PLACE.test(match) || isMeantAsName(before, match === text)),
  )
  yield* spansOf(NUMBER_FIRST, text, (match) => !LEXICON.addresses().counted_first.test(match))
  for (const pattern of OTHERS) yield* spansOf(pattern, text, () => true)
}

function* spansOf(
  pattern: RegExp,
  text: string,
  isAddress: (match: string, behind: string, before: string) => boolean,
): Generator<{ readonly start: number; readonly end: number }> {
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const end = index + match.length
    if (isAddress(match, text.slice(end, end + BEHIND), text.slice(Math.max(0, index - BEFORE), index)))
      yield { start: index, end: index + match.replace(/\.$/, '').length }
  }
}

/** Whether a number behind something like a street counts or measures: "Fragebogen 3", "Am Markt 20 Prozent billiger". */
function isCounted(match: string, behind: string): boolean {
  const { no_street, counted, unit } = LEXICON.addresses()
  const street = match.replace(NUMBER_BEHIND, '')
  return (
    [no_street, counted].some((words) => words.test(street)) ||
    IS_YEAR.test(match) ||
    IS_MEASURE.test(match) ||
    unit.test(behind)
  )
}

/** Whether words can name a town, and no quantity ("3, 45000 Euro"): not all are of everyday language. */
function isTown(words: string): boolean {
  const { towns } = NAMED_THINGS.things()
  const isWord = (word: string) => LEXICON.everyday_words().has(word.toLowerCase().replace(/(?<=\p{L}{4})s$/u, ''))
  return words
    .split(' ')
    .some((word) => towns.has(word) || !(isWord(word) || LEXICON.everyday_words().has(word.toLowerCase())))
}

/** Whether "Im …" has its capital as the name of a street, and not as the beginning of a sentence. */
const isMeantAsName = (before: string, isAll: boolean): boolean =>
  isAll || LIVES.test(before) || !/(?:^|[.!?:;\n>*#|·•–-]\s{0,3}["“„(]?)$/u.test(before)
