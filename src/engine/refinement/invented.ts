import { JUDGING } from '../../data/judging.js'
import { findSpan } from '../panel/find-span.js'
import { newFigure } from './figures.js'

const DATE_WORDS =
  /\b(?:January|February|April|June|July|August|September|October|November|December)\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|\b(?:today|tomorrow|yesterday|tonight)\b/giu
const LINK =
  /\bhttps?:\/\/\S+|\bwww\.\S+|(?<![^\s@])[^\s@]+@[^\s@]+\.\S+|\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:com|org|net|io|co|eu|uk|de|dk|example|shop|app)\b\S*/giu
const QUOTATION = /["“„«]([^"“”„«»]{3,})["“”»]/gu
const SPEECH = /(?<!\p{L})(?:says|said|told us|tells us|according to|in the words of)(?!\p{L})/iu
const MIN_QUOTED_WORDS = 3

/**
 * What a replacement asserts that the text before the edit does not, as one sentence; null where it invents nothing.
 * `lead`: the text in front of it, which decides where its sentences begin. Deliberately strict: a fact that does not
 * stand in the original text counts as invented.
 */
export function inventedFact(replacement: string, original: string, lead: string): string | null {
  const figure = newFigure(replacement, original)
  if (figure !== null) return `It brings in the figure “${figure}”, which the text does not have.`
  const inOriginal = (word: string) => original.toLowerCase().includes(word.toLowerCase())
  const link = replacement.match(LINK)?.find((match) => !inOriginal(match.replace(/(?<![.,;:!?)])[.,;:!?)]+$/, '')))
  if (link) return `It brings in the address “${link}”, which the text does not have.`
  const date = replacement.match(DATE_WORDS)?.find((match) => !inOriginal(match))
  if (date) return `It brings in the date “${date}”, which the text does not have.`
  const assertion = JUDGING.assertions().find((words) => words.test(replacement) && !words.test(original))
  if (assertion) return `It speaks of “${assertion.exec(replacement)?.[0]}”; the text says nothing of the kind.`
  const quoted = [...replacement.matchAll(QUOTATION)].map(([, words = '']) => words)
  const invented = quoted.find(
    (words) => words.trim().split(/\s+/).length >= MIN_QUOTED_WORDS && findSpan(original, words) === null,
  )
  if (invented || (SPEECH.test(replacement) && !SPEECH.test(original)))
    return 'It lets somebody speak who says nothing in the text.'
  const name = newName(replacement, original, lead)
  if (name !== null) return `It names “${name}”, which the text does not.`
  const words = newWords(replacement, original)
  if (words.length <= MAX_NEW_WORDS) return null
  return `It claims what the text does not: ${words.map((word) => `“${word}”`).join(', ')} are new.`
}

/** A rewritten sentence needs a word or two of its own; with more it says something else. */
const MAX_NEW_WORDS = 2
/** Words that claim nothing by themselves. */
const PLAIN_WORDS = new Set(
  'about after again also another around because been before being between both build built comes could daily designed does doing done down each even every everyday from give gives given have having help helps here hold holds intended into just keep keeps less like look looks made make makes many meant might more most much need needs only ordinary other over rather same says should simple since some still such take takes than that their them then there these they thing things this those through under used uses using usual very want well were what when where which while will with within without would your'.split(
    ' ',
  ),
)
const STEM_LENGTH = 5

/** Words of substance, of four letters and more, that the original has in no form. */
function newWords(replacement: string, original: string): string[] {
  const stem = (word: string): string => word.slice(0, STEM_LENGTH)
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}\p{M}]{3,}/gu) ?? []
  const known = new Set(wordsOf(original).map(stem))
  return [...new Set(wordsOf(replacement))].filter((word) => !PLAIN_WORDS.has(word) && !known.has(stem(word)))
}

const MARKS_BEFORE_A_SENTENCE = /(?<![ \t*_#>"“”„'‘’([•–—-])[ \t*_#>"“”„'‘’([•–—-]+$/u
/** A word with a capital letter anywhere in it. */
const CAPITALISED = /(?<![\p{L}\p{N}])[\p{L}\p{M}]*\p{Lu}[\p{L}\p{M}]*/gu
/** Written with a capital or not, these name nobody. */
const NO_NAMES = new Set(
  'i a an the it its this that these those we our us you your they their he she his her and or but for with from in on at to of as if so no not when what who how where why more most less'.split(
    ' ',
  ),
)

/** A capitalised word that is not merely the first of a sentence and that the original does not have in any spelling. */
function newName(replacement: string, original: string, lead: string): string | null {
  const known = new Set(original.toLowerCase().match(/[\p{L}\p{M}]+/gu))
  for (const { 0: word, index } of replacement.matchAll(CAPITALISED)) {
    if (known.has(word.toLowerCase()) || NO_NAMES.has(word.toLowerCase())) continue
    const before = `${lead}${replacement.slice(0, index)}`.replace(MARKS_BEFORE_A_SENTENCE, '')
    const startsSentence = before === '' || /[.!?:…\n]$/.test(before)
    // An acronym or a brand's inner capital is a name wherever it stands.
    const ordinary = /^\p{Lu}[\p{Ll}\p{M}]*$/u.test(word)
    if (!startsSentence || !ordinary) return word
  }
  return null
}
