import { LEXICON, type Unit } from '../../../data/lexicon.js'
import type { Language } from '../../../data/word-list.js'
import { sentencesOf } from './check.js'
import { followsFrom, isFactorOf, isNear, type Known } from './derive.js'
import { type Quantity, quantitiesIn } from './quantities.js'

/** A sentence that may state something invented, and the words in question. */
export type Finding = { readonly quote: string; readonly what: string }

/** Maximum number of figures read in a message: beyond it, figures can be derived from nearly anything. */
const MAX_NUMBERS = 30
const IDIOM =
  /100\s?(?:%|percent|prozent|pour cent|procent|por ciento) (?:honest|sure|certain|transparent|clear|fair|open|right|agree|understand|with you|ehrlich|sicher|franc\p{L}*|sûr\p{L}*|sincer\p{L}*|ærlig\p{L}*|sikker\p{L}*)|24\/7|\b(?:one|two) of (?:us|our)\b/giu

/**
 * Figures of one message that are not in `known` and cannot be derived from it. Figures the message has derived count
 * as known in the rest of the message.
 */
export function inventedFigures(text: string, known: Known, language: Language): Finding[] {
  const plain = text.replace(IDIOM, (idiom) => ' '.repeat(idiom.length))
  const all = quantitiesIn(plain, language)
  const own = all.slice(0, MAX_NUMBERS)
  const accepted: Quantity[] = []
  const findings: Finding[] = []
  let from = 0
  for (const quote of sentencesOf(plain)) {
    const start = plain.indexOf(quote, from)
    from = start + quote.length
    const spoken = text.slice(start, from)
    const within = own.filter((quantity) => quantity.start >= start && quantity.end <= from)
    for (const figure of within) {
      const before = plain.slice(Math.max(start, figure.start - 24), figure.start)
      const about = LEXICON.agents().about.test(before)
      if (figure.value === 1 && figure.unit !== 'money') continue
      const given = { ...known, numbers: [...known.numbers, ...accepted] }
      const isKnown = given.numbers.some(
        (number) => isNear(figure, number.value, { about, divided: false }) && fits(number, figure.unit),
      )
      const others = own.filter((other) => other !== figure)
      if (isKnown || followsFrom(figure, given, others.filter(isFactor), about) || isFactorOf(figure, given, others)) {
        accepted.push(figure)
        continue
      }
      if (isStated(figure, spoken)) findings.push({ quote: spoken, what: figure.text.trim() })
    }
  }
  const next = all[MAX_NUMBERS]
  return next ? [...findings, { quote: text.slice(next.start), what: next.text }] : findings
}

/** Whether a number may be a multiplier without having been given: "two seats", "for twelve months". */
const isFactor = ({ unit, value, label }: Quantity): boolean =>
  !label && unit !== 'money' && unit !== 'percent' && unit !== 'times' && Number.isInteger(value) && value <= 100

/** Whether a known number may stand for a figure with unit `asked`: the 2 of "SOC 2" is no price, nor are two minutes. */
const fits = ({ unit, label }: Quantity, asked: Quantity['unit']): boolean =>
  asked === null || (unit === null ? !(label && asked === 'money') : kindOf(unit) === kindOf(asked))
const kindOf = (unit: Unit): string => (unit === 'money' || unit === 'percent' ? unit : 'count')

/** Whether a sentence states the figure: it does not where it asks for one, or says "one or two" of something. */
function isStated({ value, unit, written, label }: Quantity, sentence: string): boolean {
  const { asks, concession } = LEXICON.agents()
  const isQuestion = sentence.trimEnd().endsWith('?')
  if (isQuestion && !concession.test(sentence)) return !asks.test(sentence) && value >= 4
  const isSmallWord = (unit === null || unit === 'times') && written === 'words' && value >= 1 && value <= 3
  return label || !isSmallWord
}
