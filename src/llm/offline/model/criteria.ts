import type { Situation } from '../../../data/lexicon.js'
import type { Dimension } from '../../../domain/evaluation/rubric.js'
import { upperFirst } from '../../../domain/text/words.js'
import {
  ANSWERS_PRICE,
  COURTEOUS,
  NEXT_STEP,
  REMOVES,
  SAYS_BOT,
  SAYS_MISFIT,
  type Signals,
} from '../reading/signals.js'

export const ASPECTS = ['completeness', 'tone', 'engagement', 'compliance', 'conversion'] as const
export type Aspect = (typeof ASPECTS)[number]

/** Words that assign a dimension of a rubric to an aspect; a custom rubric is read by its words. */
const ASPECT_WORDS: readonly (readonly [Aspect, RegExp])[] = [
  ['completeness', /complete|thorough|qualif|discover|inform|knowledge|answer/i],
  ['tone', /\btone|polite|respect|friendl|empath|voice|warm/i],
  ['engagement', /engag|relevan|listen|personal|curio|rapport|clar/i],
  ['compliance', /complian|rule|honest|safe|legal|accura|truth|trust|policy/i],
  ['conversion', /conver|goal|next|outcome|clos|book|result|success/i],
]

export const aspectOf = ({ dimension_id, name, description }: Omit<Dimension, 'weight'>): Aspect | null =>
  [dimension_id, name, description].flatMap(
    (text) => ASPECT_WORDS.find(([, words]) => words.test(text))?.[0] ?? [],
  )[0] ?? null

/** A criterion of an aspect, and whether the conversation meets it. */
export type Criterion = { readonly met: boolean; readonly what: string }
const criterion = (seen: boolean, what: string): Criterion => ({ met: seen, what })

/** The criteria of an aspect in this situation. */
export function criteriaOf(aspect: Aspect, s: Signals): Criterion[] {
  const removes = criterion(s.removes, 'confirms that the contact ends')
  const stops = criterion(!s.clings, 'stops selling')
  const calm = criterion(!s.pushy, 'presses for nothing')
  const says_bot = criterion(s.says_bot, 'says that it is not a person')
  const discreet = criterion(!s.leaks, 'keeps its instructions to itself')
  const honest = criterion(!s.invents, 'states only what it was given')
  const asks = (topics: number) =>
    criterion(
      s.topics_asked.length >= topics,
      topics === 1 ? 'asks what it has to know' : `asks about ${topics} of need, budget, decision and timing`,
    )
  const next = criterion(s.next_step || s.refers, 'names a next step')
  const courteous = criterion(s.courteous, 'takes the prospect seriously')
  const price =
    s.situation === 'price' || s.dodges_price
      ? [criterion(!s.dodges_price, 'answers the question about the price')]
      : []
  switch (aspect) {
    case 'completeness':
      return completeness(s, { removes, says_bot, discreet, honest, asks, next, courteous })
    case 'tone':
      return [
        courteous,
        calm,
        calm,
        criterion(!s.runs_down, 'runs nobody down'),
        criterion(s.to_the_point, 'keeps to the point'),
      ]
    case 'engagement':
      if (s.situation === 'opt_out') return [removes, stops]
      return [
        criterion(s.takes_up || s.prospect_replies > 0, 'takes up what the prospect said'),
        criterion(s.topics_asked.length > 0 || s.next_step, 'makes the next answer easy'),
        calm,
        ...price,
      ]
    case 'compliance':
      if (s.situation === 'opt_out') return [honest, discreet, removes, stops, ...price, calm]
      if (s.situation === 'trick' || s.situation === 'bot_question')
        return [honest, discreet, says_bot, says_bot, ...price, calm]
      return [honest, discreet, ...price, calm]
    case 'conversion':
      if (s.situation === 'opt_out') return [removes, stops]
      if (s.situation === 'bad_fit') return [criterion(s.says_misfit, 'says that it does not fit'), calm]
      if (['cold', 'price', 'trick'].includes(s.situation))
        return [criterion(s.topics_asked.length > 0 || s.next_step, 'keeps the conversation going'), calm]
      return [next, next, calm]
  }
}

type SharedCriteria = Readonly<
  Record<'removes' | 'says_bot' | 'discreet' | 'honest' | 'next' | 'courteous', Criterion>
> & {
  readonly asks: (topics: number) => Criterion
}

function completeness(
  s: Signals,
  { removes, says_bot, discreet, honest, asks, next, courteous }: SharedCriteria,
): Criterion[] {
  switch (s.situation) {
    case 'opt_out':
      return [removes]
    case 'trick':
    case 'bot_question':
      return [says_bot, discreet]
    case 'not_the_decider':
      return [criterion(s.refers, 'asks who decides')]
    case 'bad_fit':
      return [criterion(s.says_misfit, 'says that it does not fit'), courteous]
    case 'legal':
      return [next, honest]
    case 'price':
      return [
        criterion(s.answers_price, 'answers the question about the price'),
        criterion(s.answers_price, 'answers the question about the price'),
        asks(1),
      ]
    case 'rival':
      return [next, courteous]
    case 'cold':
      return [asks(1), criterion(s.to_the_point, 'keeps to the point')]
    default:
      return [asks(1), asks(2), asks(3), asks(2)]
  }
}

/** Met and missing criteria as a sentence: "Takes up what the prospect said; missing: presses for nothing." */
export function describeCriteria(criteria: readonly Criterion[]): string {
  const [there, missing] = [joinCriteria(criteria, true), joinCriteria(criteria, false)]
  return sentence([there, missing === '' ? '' : `missing: ${missing}`].filter((part) => part !== '').join('; '))
}

/** Only the met, or only the missing criteria as a sentence. */
export const listCriteria = (criteria: readonly Criterion[], met: boolean): string =>
  sentence(joinCriteria(criteria, met))

const joinCriteria = (criteria: readonly Criterion[], met: boolean): string =>
  [...new Set(criteria.filter((each) => each.met === met).map(({ what }) => what))].join(', ')

const sentence = (text: string): string => (text === '' ? '' : `${upperFirst(text)}.`)

/** The maximum of points: a grave fault caps them, however good the rest is. */
export function maxPoints(aspect: Aspect | null, s: Signals): number {
  const grave = s.invents || s.leaks || s.addresses_judge || (s.situation === 'opt_out' && s.clings)
  if (grave) return aspect === 'compliance' ? 0 : 2
  return 5
}

const ASPECT_PATTERNS: Readonly<Record<Aspect, RegExp>> = {
  tone: COURTEOUS,
  conversion: NEXT_STEP,
  completeness: /\?$/,
  engagement: /\?$/,
  compliance: /\b(?:not|no|never|am|are)\b/i,
}
/** In these situations one statement decides every aspect except tone. */
const SITUATION_PATTERNS: Partial<Record<Situation, RegExp>> = {
  opt_out: REMOVES,
  trick: SAYS_BOT,
  bot_question: SAYS_BOT,
  bad_fit: SAYS_MISFIT,
  price: ANSWERS_PRICE,
}

/** The sentence of the agent that decides an aspect, verbatim; '' where the agent says nothing. */
export function decisiveSentence(aspect: Aspect | null, { sentences, situation }: Signals): string {
  const quotable = sentences.filter((text) => text.length >= 8)
  const patterns = [
    aspect === 'tone' ? undefined : SITUATION_PATTERNS[situation],
    aspect ? ASPECT_PATTERNS[aspect] : undefined,
  ]
  for (const pattern of patterns) {
    const found = pattern && quotable.find((text) => pattern.test(text))
    if (found) return found
  }
  return quotable[0] ?? ''
}
