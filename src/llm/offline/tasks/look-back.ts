import type { QuestionKind } from '../../../data/lexicon.js'
import type { Life, ReplyAnswer } from '../../../domain/panel/ask.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { plural } from '../../../domain/text/words.js'
import { ANSWERS, aboutDay, aboutPlace, aboutTrouble, lastVisit } from '../looking-back/answers.js'
import { type ParsedQuestion, read } from '../looking-back/question.js'

const MAX_SENTENCES = 4
/** Most kinds of a question that are answered. */
const MAX_KINDS = 2
const REPEATS = 'As I said:'

/**
 * A person looks back on their weeks with a product: rehearsal words, whose every fact is from the record of those
 * weeks.
 */
export function lookBack({ life, earlier, question }: FactsOf<'look_back'>): ReplyAnswer {
  if (!isEnglish(question)) return { reply: ENGLISH_ONLY, mind: 'unchanged' }
  const said = [...new Set(answer(life, read(life, question)))].slice(0, MAX_SENTENCES).join(' ')
  const repeats = earlier.some((exchange) => exchange.answer.endsWith(said))
  return { reply: repeats ? `${REPEATS} ${said}` : said, mind: 'unchanged' }
}

function answer(life: Life, asked: ParsedQuestion): string[] {
  const { places, defect, day, strange } = asked
  const kinds = narrowed(asked)
  if (kinds.includes('refund')) return [nothingOf(life)]
  if (kinds.includes('trial')) return ANSWERS.trial(life, asked)
  if (defect !== null && !kinds.includes('wish')) return aboutTrouble(life, asked)
  const answers = kinds.slice(0, MAX_KINDS).flatMap((kind) => ANSWERS[kind](life, asked))
  const whole = kinds.some((kind) => WHOLE.has(kind))
  if (day !== null && !whole) return aboutDay(life, day, asked)
  if (strange && !whole) {
    const isPlain = asked.manner === null && !kinds.includes('liked')
    return isPlain ? [nothingOf(life), ...answers] : [nothingOf(life)]
  }
  if (asked.manner === 'last_time' && places.length === 0 && kinds.every((kind) => VISITS.has(kind)))
    return lastVisit(life)
  const all =
    whole || kinds.some((kind) => SORTS.has(kind))
      ? answers
      : [...places.flatMap((place) => aboutPlace(life, place, asked)), ...answers]
  if (all.length > 0) return all
  return asked.why ? ANSWERS.left(life, asked) : [nothingOf(life)]
}

/**
 * The kinds of a question without those that another kind, or a place, narrows: feelings are then about that kind or
 * place.
 */
const narrowed = ({ kinds, places }: ParsedQuestion): QuestionKind[] =>
  kinds.filter((kind) => {
    if (kind === 'remember' && (kinds.length > 1 || places.length > 0)) return false
    // Who asks what somebody was told does not ask whom they told.
    if (kind === 'told' && kinds.includes('heard')) return false
    if (kinds.includes('called') && places.length === 0) return !FELT.has(kind)
    if (places.length > 0 && UNDER_PLACE.has(kind)) return false
    // The answers about support, the guide and the price include what was good or bad about them.
    return !(FELT.has(kind) && kinds.some((other) => WHOLE.has(other)))
  })

const FELT = new Set<QuestionKind>(['liked', 'annoyed', 'unclear', 'feel', 'overall'])
const UNDER_PLACE = new Set<QuestionKind>([...FELT, 'broke', 'first', 'using', 'called', 'wish'])
const VISITS = new Set<QuestionKind>(['using', 'overall', 'first'])
/** Kinds that are answered about the product as a whole, whatever else a question names. */
const WHOLE = new Set<QuestionKind>(['wish', 'left', 'using', 'support', 'docs', 'heard', 'told', 'pay'])
/** Kinds of trouble whose answers already name the place. */
const SORTS = new Set<QuestionKind>(['lost', 'slow'])

const nothingOf = ({ days, product }: Life): string =>
  `Nothing of the kind stands in the record of my ${days} ${plural(days, 'day')} with ${product.name}.`

const ENGLISH_ONLY =
  'The offline answers are put together from English rules, and no English word was found in this question; ask in English, or with a language model.'
/** Words of which nearly every English question contains one, and questions in other languages hardly any. */
const ENGLISH =
  /\b(?:the|you|your|it|did|does|were|are|what|why|how|when|who|which|would|could|can|should|had|with|for|about|tell|that|this|there|more|think|feel|felt|used|left|stay|price|worth)\b/iu
/** Questions of up to three words are taken as English even without such a word. */
const isEnglish = (question: string): boolean =>
  ENGLISH.test(question) || (/\p{Script=Latin}/u.test(question) && (question.match(/\p{L}+/gu) ?? []).length < 4)
