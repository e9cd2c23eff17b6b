import { JUDGING } from '../../data/judging.js'
import { isForm } from '../../domain/text/word-forms.js'
import { plural } from '../../domain/text/words.js'
import { findSpan } from '../panel/find-span.js'
import { newFigure } from './figures.js'

const DATE_WORDS =
  /\b(?:January|February|April|June|July|August|September|October|November|December)\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|\b(?:today|tomorrow|yesterday|tonight)\b/giu
const LINK =
  /\bhttps?:\/\/\S+|\bwww\.\S+|(?<![^\s@])[^\s@]+@[^\s@]+\.\S+|\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:com|org|net|io|co|eu|uk|de|dk|example|shop|app)\b\S*/giu
const QUOTATION = /["“„«]([^"“”„«»]{3,})["“”»]/gu
const SPEECH = /(?<!\p{L})(?:says|said|told us|tells us|according to|in the words of)(?!\p{L})/iu
const MIN_QUOTED_WORDS = 3
const SUPERLATIVE = /(?<!\p{L})\p{L}{3,}est(?!\p{L})/giu

/**
 * The first thing a replacement asserts that the original does not, as one sentence; `null` where it invents nothing.
 * `lead`: the text before the replacement, which decides where sentences begin. Deliberately strict: a fact that is not
 * in the original text counts as invented.
 */
export function inventedFact(replacement: string, original: string, lead: string): string | null {
  const figure = newFigure(replacement, original)
  if (figure !== null) return `It brings in the figure “${figure}”, which the text does not have.`
  const inOriginal = (word: string) => original.toLowerCase().includes(word.toLowerCase())
  const link = replacement.match(LINK)?.find((match) => !inOriginal(match.replace(/(?<![.,;:!?)])[.,;:!?)]+$/, '')))
  if (link) return `It brings in the address “${link}”, which the text does not have.`
  const date = replacement.match(DATE_WORDS)?.find((match) => !inOriginal(match))
  if (date) return `It brings in the date “${date}”, which the text does not have.`
  const quoted = [...replacement.matchAll(QUOTATION)].map(([, words = '']) => words)
  const invented = quoted.find(
    (words) => words.trim().split(/\s+/).length >= MIN_QUOTED_WORDS && findSpan(original, words) === null,
  )
  if (invented || (SPEECH.test(replacement) && !SPEECH.test(original)))
    return 'It lets somebody speak who says nothing in the text.'
  const superlative = replacement
    .match(SUPERLATIVE)
    ?.find((word) => !JUDGING.no_superlatives().has(word.toLowerCase()) && !inOriginal(word))
  if (superlative) return `It brings in the superlative “${superlative}”, which the text does not have.`
  const assertion = JUDGING.assertions().find((words) => words.test(replacement) && !words.test(original))
  if (assertion) return `It speaks of “${assertion.exec(replacement)?.[0]}”; the text says nothing of the kind.`
  const name = newName(replacement, original, lead)
  if (name !== null) return `It names “${name}”, which the text does not.`
  const words = newWords(replacement, original)
  if (words.length > 0)
    return `It claims what the text does not: ${words.map((word) => `“${word}”`).join(', ')} ${plural(words.length, 'is', 'are')} new.`
  const moved = movedFigure(replacement, original)
  if (moved !== null) return `It says “${moved}”, and the text says that figure of something else.`
  return null
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? []
/** A word with its inner apostrophes: don’t. A hyphen separates words. */
const WORD = /\p{L}[\p{L}\p{M}]*(?:[’'][\p{L}\p{M}]+)*/gu

/** Words that the original has in no form and that are not neutral. */
function newWords(replacement: string, original: string): string[] {
  const known = [...new Set(wordsOf(original))]
  const neutral = JUDGING.neutral_words()
  const isNew = (word: string) => !neutral.has(word) && !known.some((other) => isForm(word, other))
  return [...new Set(wordsOf(replacement))].filter(isNew)
}

/** Sentences with their figures; a decimal point ends no sentence. */
const SENTENCE = /[^.!?\n]+(?:[.!?](?=\p{L}|\p{N})[^.!?\n]*)*/gu
const FIGURE_WITH_NOUN =
  /\p{N}+(?:[.,]\p{N}+)*\s?(?:%|per cent)?\s(?:(?:of|the|more|less|fewer|our|all)\s){0,2}(\p{L}{3,})/giu

/** A figure with its noun, where no sentence of the original contains both. */
function movedFigure(replacement: string, original: string): string | null {
  const neutral = JUDGING.neutral_words()
  const sentences = original.match(SENTENCE) ?? []
  for (const [said, noun = ''] of replacement.matchAll(FIGURE_WITH_NOUN)) {
    if (neutral.has(noun.toLowerCase())) continue
    const figure = figureIn(said)
    const together = sentences.some(
      (sentence) =>
        newFigure(figure, sentence) === null && wordsOf(sentence).some((word) => isForm(noun.toLowerCase(), word)),
    )
    if (!together) return said.trim()
  }
  return null
}

const figureIn = (said: string): string => /\p{N}+(?:[.,]\p{N}+)*/u.exec(said)?.[0] ?? ''

const MARKS_BEFORE_A_SENTENCE = /(?<![ \t*_#>"“”„'‘’([•–—-])[ \t*_#>"“”„'‘’([•–—-]+$/u
/** A word with a capital letter anywhere in it. */
const CAPITALISED = /(?<![\p{L}\p{N}])[\p{L}\p{M}]*\p{Lu}[\p{L}\p{M}]*/gu
/** Words that are no names, capitalised or not. */
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
    // An acronym or an inner capital makes a name in any position.
    const ordinary = /^\p{Lu}[\p{Ll}\p{M}]*$/u.test(word)
    if (!startsSentence || !ordinary) return word
  }
  return null
}
