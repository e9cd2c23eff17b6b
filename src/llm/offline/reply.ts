import type { ReplyAnswer } from '../../domain/ask.js'
import type { Reason } from '../../domain/focus-group.js'
import type { FactsOf } from '../../domain/tasks.js'
import { judge } from './judge.js'
import { REPLY_LEADS, REPLY_REPEATS } from './phrases/replies.js'
import { pointsOf } from './points.js'
import { unit } from './random.js'
import type { Read } from './reading/reading.js'
import { sayer } from './say.js'
import { sentencesOf, utterancesOf } from './sentences.js'

type Facts = FactsOf<'reply'>

/** What a question is about, and where the answer stands in what the person has already said. */
const TOPICS: readonly { asks: RegExp; answer: (facts: Facts) => string[] }[] = [
  {
    asks: /\bnot (?:say|tell|said)\b|\bkeep\w* (?:to yourself|back)\b|\bprivate\w*\b|\bhonest\w*\b|\breally think\b/iu,
    answer: ({ response }) => utterancesOf(response.private_thoughts),
  },
  {
    asks: /\b(?:change|convince|persuade|take for you|need|would it take|make you)\b/iu,
    answer: ({ response }) => [response.action_threshold],
  },
  {
    asks: /\b(?:price|cost|pay|expensive|cheap|money|worth)\b/iu,
    answer: (facts) => about(facts, /price|cost|pay|money|afford|[£$€]\d/iu),
  },
  {
    asks: /\b(?:proof|prove|evidence|believe|trust|true|claim|test)\b/iu,
    answer: (facts) => [...doubted(facts), ...about(facts, /proof|prove|believe|trust|test|source|figure/iu)],
  },
  {
    asks: /\b(?:buy|purchase|order|likely|try)\b/iu,
    answer: ({ response }) => [response.purchase_statement, response.action_threshold],
  },
  {
    asks: /\b(?:remember|experience|before|past|remind)\b/iu,
    answer: ({ response }) => sentencesOf(response.memory_influence_notes),
  },
  {
    asks: /\b(?:friends?|family|colleagues?|others|tell people|recommend)\b/iu,
    answer: ({ response }) => utterancesOf(response.social_response),
  },
  { asks: /\b(?:like|good|best|appeal|attract)\b/iu, answer: ({ response }) => [response.gut_reaction] },
  {
    asks: /\b(?:why|what|how|which|problem|dislike|worry|bother|wrong|stop)\w*\b/iu,
    answer: ({ response, reasons }) => [...strongest(reasons), ...utterancesOf(response.considered_response)],
  },
]

/** A respondent talks on: its own words to what was asked, and not the same twice. */
export function reply(facts: Facts, read: Read, seed: number): ReplyAnswer {
  const { persona, response, question, earlier, stimulus, category } = facts
  const reading = read(stimulus)
  const judgement = judge(persona, reading, category)
  const say = sayer(persona, reading, category, pointsOf(persona, reading, judgement, category), seed)
  const said = earlier.map(({ answer }) => answer).join('\n')
  const named = utterancesOf(response.considered_response).filter((words) => sharesWords(words, question))
  const pool = [
    ...named,
    ...TOPICS.filter(({ asks }) => asks.test(question)).flatMap(({ answer }) => answer(facts)),
    ...utterancesOf(response.considered_response),
    response.purchase_statement,
  ].filter((words) => words !== '')
  const fresh = [...new Set(pool)].filter((words) => !said.includes(words))
  const repeated = fresh.length === 0
  const words = (repeated ? [...new Set(pool)] : fresh).slice(0, 2)
  const lead = say(repeated ? REPLY_REPEATS : REPLY_LEADS, `reply ${earlier.length} ${question}`)
  return { reply: [lead, ...words].join(' '), mind: mindOf(facts) }
}

const about = ({ response, reasons }: Facts, topic: RegExp): string[] =>
  [
    ...utterancesOf(response.considered_response),
    ...utterancesOf(response.private_thoughts),
    ...reasons.map(({ quote }) => quote),
    ...response.friction_points,
  ].filter((words) => topic.test(words))

const doubted = ({ response }: Facts): string[] =>
  (response.beliefs ?? [])
    .filter(({ why }) => why !== '')
    .map(({ why, proof_wanted }) => `${why} I would want ${proof_wanted}.`)
    .slice(0, 1)

const strongest = (reasons: readonly Reason[]): string[] =>
  [...reasons].sort((a, b) => b.strength - a.strength).map(({ quote }) => quote)

const LONG_WORD = 5
function sharesWords(words: string, question: string): boolean {
  const asked = question.toLowerCase().match(/\p{L}+/gu) ?? []
  const own = new Set(words.toLowerCase().match(/\p{L}+/gu) ?? [])
  return asked.some((word) => word.length >= LONG_WORD && own.has(word) && !COMMON.has(word))
}
const COMMON = new Set([
  'would',
  'could',
  'think',
  'about',
  'which',
  'there',
  'their',
  'really',
  'should',
  'still',
  'other',
])

/** A question that promises something moves the open-minded a little; most questions move nobody. */
function mindOf({ persona, question }: Facts): ReplyAnswer['mind'] {
  const offers = /\b(?:what if|if (?:it|we|they|there)|suppose|imagine)\b/iu.test(question)
  if (!offers) return 'unchanged'
  return unit([persona.persona_id, question]) * 10 > persona.skepticism ? 'warmer' : 'unchanged'
}
