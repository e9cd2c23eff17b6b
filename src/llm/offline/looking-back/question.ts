import { LEXICON, QUESTION_KINDS, type QuestionKind } from '../../../data/lexicon.js'
import type { Life } from '../../../domain/panel/ask.js'

type Screen = Life['lived']['screens'][number]
type Manner = 'first_time' | 'last_time' | 'how_often' | 'when' | 'in_a_row' | 'ever' | null

export type ParsedQuestion = {
  /** Kinds of question that it matches, in the order of their answers. */
  readonly kinds: readonly QuestionKind[]
  /** Places of the product that the question names. */
  readonly places: readonly string[]
  /** A trouble of the product that the question names. */
  readonly defect: string | null
  readonly manner: Manner
  /** A day that the question names. */
  readonly day: number | null
  /** Figures in the question. */
  readonly figures: readonly number[]
  /** Whether it is about something that the product does not have. */
  readonly strange: boolean
  /** Whether it asks what somebody would do, which no record holds. */
  readonly supposed: boolean
  /** Whether it asks for a reason. */
  readonly why: boolean
  /** Whether it asks how a day felt. */
  readonly mood: boolean
}

/** Parses a question by its words alone: its kinds, and what it names of the product. */
export function read({ product, lived }: Life, question: string): ParsedQuestion {
  const { kinds, ...manners } = LEXICON.asked()
  const called = productNouns(product)
  const asksFor = QUESTION_KINDS.filter((kind) => kinds[kind].test(question))
  // "The game" is the product, not its place "start the game", in a question that asks for more than a place.
  const named = placesIn(lived.screens, question)
  const bare = wordsIn(question).filter((word) => !called.has(stem(word)))
  const places =
    asksFor.length === 0 ? named : named.filter((place) => placesIn(lived.screens, bare.join(' ')).includes(place))
  const defect = defectIn(lived.screens, question, called)
  const order = ['in_a_row', 'first_time', 'last_time', 'how_often', 'when', 'ever'] as const
  const day = /\bday (\d+)\b/iu.exec(question)?.[1]
  return {
    kinds: asksFor,
    places,
    defect,
    manner: order.find((manner) => manners[manner].test(question)) ?? null,
    day: day === undefined ? null : Number(day),
    figures: (question.match(/\d+(?:[.,]\d+)?/g) ?? []).map((figure) => Number(figure.replace(',', '.'))),
    supposed: /^\W*(?:and |so |but )?would\b/iu.test(question),
    why: /\b(?:why|how come)\b/iu.test(question),
    mood: asksFor.includes('feel') || (/\bhow\b/iu.test(question) && FEELING.test(question)),
    strange: places.length === 0 && defect === null && isOffTopic(product, lived.screens, question),
  }
}

/** The words by which people call the product itself: those of its name, and of a summary "A farming game on …" its "game". */
function productNouns({ name, summary }: Life['product']): ReadonlySet<string> {
  const kind =
    /^\W*(?:an?|the)\s+(?:[\p{L}-]+\s+)*?([\p{L}-]+)(?=[,.;:]|\s+(?:on|in|for|of|to|from|with|by|at|that|which|who|whose|where)\b)/iu.exec(
      summary,
    )
  return new Set([...wordsIn(name), ...wordsIn(kind?.[1] ?? '')].map(stem))
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? []
/** Stems a word: "bookings" matches "booking". */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ings?|ed|e?s|e)$/u, '') : word)

/** Stems of the words in a text that can name a place, with their synonyms. */
function namesIn(text: string): Set<string> {
  const { common, also_called } = LEXICON.asked()
  const words = wordsIn(text).filter((word) => word.length > 2 && !common.has(word))
  const others = also_called.filter((called) => called.some((word) => words.some((own) => stem(own) === stem(word))))
  return new Set([...words, ...others.flat()].map(stem))
}

/** The places that best match a question: a word that names only one place counts in full. */
function placesIn(screens: readonly Screen[], question: string): string[] {
  const asked = new Set(
    wordsIn(question)
      .filter((word) => !LEXICON.asked().common.has(word))
      .map(stem),
  )
  const joined = wordsIn(question).map((word, at, all) => `${word}${all[at + 1] ?? ''}`)
  const named = screens.map((screen) => namesIn(`${screen.id.replaceAll(/[_-]+/g, ' ')} ${screen.to} ${screen.did}`))
  const scores = screens.map(({ id }, index) => {
    const own = [...(named[index] ?? [])].filter((word) => asked.has(word))
    const weight = (word: string): number => 1 / named.filter((names) => names.has(word)).length
    return own.reduce((sum, word) => sum + weight(word), joined.includes(id.replaceAll(/[_-]+/g, '')) ? 1 : 0)
  })
  const best = Math.max(...scores)
  if (best > 0) return screens.filter((_, index) => scores[index] === best).map(({ id }) => id)
  return screens.filter(({ to, did }) => [to, did].some((words) => saysAlmost(words, question))).map(({ id }) => id)
}

/** Whether a question has two words of a place side by side that would not name it alone: "share your week". */
function saysAlmost(words: string, question: string): boolean {
  const longer = (text: string): string[] => wordsIn(text).filter((word) => word.length > 3 && !FILLERS.has(word))
  const asked = longer(question).map(stem)
  const own = longer(words).map(stem)
  return own.some((word, at) => {
    const next = own[at + 1]
    return next !== undefined && asked.some((other, place) => other === word && asked[place + 1] === next)
  })
}
const FEELING = /\b(?:frustrat|confiden|delight|confus|happ(?:y|ily)|angr|annoyed|upset|pleased|content)\p{L}*/iu
const FILLERS = new Set(['your', 'with', 'somebody', 'that', 'this', 'from', 'have'])

/**
 * Finds a trouble whose name the question contains in full, or of whose message it contains two words in a row, of which
 * one is no word for the product itself (`called`).
 */
function defectIn(screens: readonly Screen[], question: string, called: ReadonlySet<string>): string | null {
  const asked = wordsIn(question).map(stem)
  const pairs = asked.map((word, at) => `${word} ${asked[at + 1] ?? ''}`)
  const isNamed = ({ id, message }: Screen['troubles'][number]): boolean => {
    const named = wordsIn(id.replaceAll(/[_-]+/g, ' ')).map(stem)
    if (named.some((word) => !called.has(word)) && named.every((word) => asked.includes(word))) return true
    const said = wordsIn(message).map(stem)
    const long = (word: string): boolean => word.length > 3 && !called.has(word)
    return said.some((word, at) => {
      const next = said[at + 1] ?? ''
      return (long(word) || long(next)) && next !== '' && pairs.includes(`${word} ${next}`)
    })
  }
  return screens.flatMap(({ troubles }) => troubles).find(isNamed)?.id ?? null
}

/** Whether the words left after removing those of the question kinds are about something other than this product. */
function isOffTopic({ name, summary }: Life['product'], screens: readonly Screen[], question: string): boolean {
  const { kinds, ...manners } = LEXICON.asked()
  const lists = [...Object.values(kinds), manners.how_often, manners.when, manners.in_a_row]
  const rest = lists.reduce((text, list) => text.replaceAll(new RegExp(list.source, 'giu'), ' '), question)
  const vocabulary = screens.map(
    ({ to, did, troubles }) => `${to} ${did} ${troubles.map(({ message }) => message).join(' ')}`,
  )
  const plain = new Set(beginningsOf([...LEXICON.asked().plain].join(' ')))
  const known = new Set(beginningsOf([name, summary, ...vocabulary].join(' ')))
  const about = beginningsOf(rest).filter((word) => !plain.has(word))
  return about.length > 0 && about.filter((word) => known.has(word)).length / about.length <= KNOWN_SHARE
}

/** Share of a question's words above which the product is its subject. */
const KNOWN_SHARE = 0.5
/** The first five letters of each longer word: enough to see what a question is about. */
const beginningsOf = (text: string): string[] =>
  wordsIn(text)
    .filter((word) => word.length > 3)
    .map((word) => word.slice(0, 5))
