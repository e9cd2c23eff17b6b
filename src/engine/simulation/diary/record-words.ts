import { quantitiesIn } from '../../evaluation/checks/quantities.js'
import { namesIn, stemsOf } from '../../evaluation/checks/stems.js'

/** Everything a person was told: what their words may name. */
export type KnownFacts = {
  readonly numbers: readonly number[]
  /** The prices among the numbers. */
  readonly prices: readonly number[]
  /** The words in lower case. */
  readonly words: ReadonlySet<string>
}

/** `text`: the model's prompt; `prices`: prices it names without a currency. */
export function knownFactsIn(text: string, prices: readonly number[]): KnownFacts {
  const quantities = quantitiesIn(text, 'en')
  return {
    numbers: quantities.map(({ value }) => value),
    prices: [...prices, ...quantities.filter(({ unit }) => unit === 'money').map(({ value }) => value)],
    words: new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu)),
  }
}

/** Shares and statements about real people: no single person's weeks can hold them. */
const STATISTICS =
  /%|\bper ?cent\b|\bp\s*[<=>]\s*0?\.|\b(?:real|actual|paying) (?:users?|customers?|people|buyers?)\b|\bstatistic|\bretention\b|\bproven\b/iu
const CALENDAR =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/iu
/** Largest number word that is no checkable figure: "one thing", "two tries". */
const SMALL = 3

/** Whether a sentence contains a number, price, share or name that this person was not told. */
export function namesUnknownFact(sentence: string, { numbers, prices, words }: KnownFacts): boolean {
  if (STATISTICS.test(sentence)) return true
  const strange = quantitiesIn(sentence, 'en').some(({ value, unit, written }) => {
    if (unit === 'money') return !prices.includes(value)
    const isSmallWord = written === 'words' && value <= SMALL && (unit === null || unit === 'times')
    return !isSmallWord && !numbers.includes(value)
  })
  return strange || namesIn(sentence).some((name) => !CALENDAR.test(name) && !isKnownName(name, words))
}

const isKnownName = (name: string, words: KnownFacts['words']): boolean =>
  name
    .toLowerCase()
    .split(/[&-]/)
    .every((part) => words.has(part))

/** Words anybody can use about any product: how it felt, that they tried, when. */
const PLAIN = new Set(
  stemsOf(`
    about actually after again ages alone already also although always amount annoyed annoying anything anyway around asked
    away awkward back bad bare because been before began being better bit bored boring bother bothered calm came cannot
    clear clearly close come comes confused confusing could couldn course cross dead decent delighted did didn different
    difficult disappointed does doesn doing done down dull each easily easy either else end ended enough even every
    everything exactly expected fail failed fair fairly fast feel feeling feels felt figure figured fine finally find first
    flat for found fresh frustrated frustrating fuss gave getting gets give given giving glad goes going gone good gotten
    great guess had half happened happy hard hardly have having help helped here honestly hope hoped hour idea into
    irritated irritating just keep kept kind knew know last later learned leave leaving left less let like liked little
    long look looked looking loop lost lot love loved made make making maybe mean mess might mind minute minutes moment
    more morning most much must nearly need needed needs never nice nobody normal nothing now odd often okay once only
    open opened other otherwise over part patience patient people place plain pleasant pleased point possible pretty
    probably problem properly proud quick quickly quiet quite rather read ready really relief relieved right round routine
    run same satisfied second seem seemed seems send sent sense session several shame should shouldn showed silly simple simply
    since slow slowly small smooth smoothly some somebody something somewhat soon special spend spent stay step still stop
    stopped straight strange stuck stupid such sure surprised take takes taken tedious than that them then there these
    they thing things think third this those though thought three through throughout time times tired tiring today
    together told tomorrow tonight took tried tries trouble trust trying turned twice under unclear understand understood
    until unsure upset used useful useless using usual usually very visit waited waiting walked want wanted wants wasn
    waste wasted watch well went were what when where whether which while whole will wish with without wonderful
    wonderfully work worked working works worried worse worth would wouldn wrong year yesterday your evening week weeks
    days silently mildly terrible horrible awful lovely brilliant maddening fed furious angry pointless
  `),
)

/** The beginnings of a text's words without those that anybody uses about any product. */
export const topicsOf = (text: string): string[] => stemsOf(text).filter((stem) => !PLAIN.has(stem))

/** Share of a sentence's topic words that must be exceeded by those in the record. */
const KNOWN_SHARE = 0.5

/** Whether more than half of a sentence's topic words are in `record`; a sentence of plain feeling has no topic words. */
export function isAboutRecord(sentence: string, record: ReadonlySet<string>): boolean {
  const about = topicsOf(sentence)
  return about.length === 0 || about.filter((stem) => record.has(stem)).length / about.length > KNOWN_SHARE
}

/** Whether a sentence contains a topic word of `record`. */
export const mentionsRecord = (sentence: string, record: ReadonlySet<string>): boolean =>
  topicsOf(sentence).some((stem) => record.has(stem))
