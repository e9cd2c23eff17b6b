import { PHRASES } from '../../../data/phrases.js'
import type { ReplyAnswer } from '../../../domain/ask.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { type JudgedClaim, type Judgement, judge } from '../model/judge.js'
import { POINT_OF_NOTHING, pointsOf } from '../model/points.js'
import { pick, unit } from '../model/random.js'
import { PRICE } from '../model/weights.js'
import { objectionIn } from '../reading/objections.js'
import type { Read, Reading } from '../reading/reading.js'
import { sentencesOf, utterancesOf } from '../reading/sentences.js'
import { sharedWords } from '../reading/words.js'
import { type Say, sayer } from '../voice/say.js'

type Facts = FactsOf<'reply'>
/** The person, what it made of the text, and its voice. */
type Asked = { facts: Facts; reading: Reading; judgement: Judgement; say: Say }
type Topic = { readonly asks: RegExp; readonly answer: (asked: Asked) => string[] }

/** What a question may be about, the narrower first, and where the answer stands in what the person has said or thought. */
const TOPICS: readonly Topic[] = [
  {
    asks: /\bnot (?:say|tell|said)\b|\bkeep\w* (?:to yourself|back)\b|\bprivate\w*\b|\bhonest\w*\b|\breally think\b|\bunsaid\b/iu,
    answer: ({ facts: { response } }) => utterancesOf(response.private_thoughts),
  },
  { asks: /\b(?:others? (?:said|say)|discussion|the room|the group|somebody sa(?:y|id))\b/iu, answer: heardFromOthers },
  {
    asks: /\b(?:change|convince|persuade|take for you|would it take|make you|what if|win you)\b/iu,
    answer: ({ facts: { response } }) => [response.action_threshold, response.purchase_statement],
  },
  {
    asks: /\b(?:compared?|instead|already (?:have|use)|use now|have now|usual|alternative|switch\w*|better than)\b/iu,
    answer: (asked) => [
      ...about(asked, /\busual\b|\balready\b|\bhabit|what i (?:have|use|know)|\bdearer\b|\bcheaper\b|instead/iu),
      ...sentencesOf(asked.facts.response.memory_influence_notes).slice(0, 1),
    ],
  },
  { asks: /\b(?:price|costs?|pay|expensive|cheap|money|worth|afford)\b/iu, answer: onThePrice },
  {
    asks: /\b(?:proof|prove|evidence|test|source)\b/iu,
    answer: (asked) => [
      ...leastBelieved(asked),
      ...about(asked, /proof|prove|believe|trust|test|source|figure|measured/iu),
    ],
  },
  { asks: /\b(?:believe|trust|true|claim|credible)\b/iu, answer: leastBelieved },
  {
    asks: /\b(?:buy|purchase|order|likely|try)\b/iu,
    answer: ({ facts: { response } }) => [response.purchase_statement, response.action_threshold],
  },
  {
    asks: /\b(?:remember|experience|before|past|remind)\b/iu,
    answer: ({ facts: { response } }) => sentencesOf(response.memory_influence_notes),
  },
  {
    asks: /\b(?:friends?|family|colleagues?|others|tell people|recommend)\b/iu,
    answer: ({ facts: { response } }) => utterancesOf(response.social_response),
  },
  {
    asks: /\b(?:like|good|best|appeal|attract)\b/iu,
    answer: ({ facts: { response } }) => utterancesOf(response.gut_reaction),
  },
]
/** Why, or anything else: what weighs most, then the rest of what was thought. */
const OTHERWISE: Topic = {
  asks: /^/u,
  answer: ({ facts: { reasons, response } }) => [
    ...[...reasons].sort((a, b) => b.strength - a.strength).map(({ quote }) => quote),
    ...utterancesOf(response.considered_response),
  ],
}

const MOST_UTTERANCES = 2

/** A respondent talks on: its own words to what was asked; asked the same again, it says so and goes on from there. */
export function reply(facts: Facts, read: Read, seed: number): ReplyAnswer {
  const { persona, response, question, earlier, stimulus, category } = facts
  const reading = read(stimulus)
  const judgement = judge(persona, reading, category)
  const say = sayer(persona, reading, category, pointsOf(persona, reading, judgement, category), seed)
  const asked = { facts, reading, judgement, say }
  const topic = topicOf(question)
  const claim = claimNamed(question, judgement)
  const answers = claim ? onTheClaim(claim, asked) : topic.answer(asked)
  const pool = [...new Set(answers.length > 0 ? answers : [response.purchase_statement])].map(asSentence)
  const said = earlier.map(({ answer }) => answer).join('\n')
  const fresh = pool.filter((words) => !said.includes(words))
  const again = earlier.some((one) =>
    claim ? claimNamed(one.question, judgement) === claim : topicOf(one.question) === topic && topic !== OTHERWISE,
  )
  const lead = say(
    again || fresh.length === 0 ? PHRASES.replies().repeats : PHRASES.replies().leads,
    `reply ${earlier.length} ${question}`,
  )
  const words = (fresh.length > 0 ? fresh : pool).slice(0, MOST_UTTERANCES)
  return { reply: [lead, ...words].join(' '), mind: mindOf(facts) }
}

const topicOf = (question: string): Topic => TOPICS.find(({ asks }) => asks.test(question)) ?? OTHERWISE

const asSentence = (words: string): string => (/[.!?…”]$/u.test(words) ? words : `${words}.`)

const ABOUT_TRUTH = /\b(?:believe|trust|true|claim|credible|convinc\w+|think of)\b/iu
const LEAST_SHARED = 2

/** The claim that a question speaks of, in enough of its words. */
function claimNamed(question: string, { claims }: Judgement): JudgedClaim | null {
  if (!ABOUT_TRUTH.test(question)) return null
  const [best] = claims
    .map((judged) => ({ judged, shared: sharedWords(judged.claim.text, question) }))
    .sort((a, b) => b.shared - a.shared)
  return best && best.shared >= LEAST_SHARED ? best.judged : null
}

function onTheClaim({ claim, stance }: JudgedClaim, { facts: { persona }, say }: Asked): string[] {
  const point = { ...POINT_OF_NOTHING, kind: 'claim', quote: claim.quote }
  if (stance === 'believes') return [say(PHRASES.replies().believed, 'believed', point)]
  const kind = claim.weakness ?? 'promise'
  const wanted = pick(PHRASES.doubts().proof_wanted[kind], [persona.persona_id, claim.quote])
  return [
    say(PHRASES.replies().not_believed, 'not believed', point),
    say(PHRASES.doubts().why_not[kind], 'why', point),
    claim.absurd ? '' : `I would want ${wanted}.`,
  ].reduce(
    (all: string[], words) => (words === '' ? all : [...all.slice(0, 1), [...all.slice(1), words].join(' ')]),
    [],
  )
}

/** What is believed least, and what would help; that all is believed, where it is. */
function leastBelieved(asked: Asked): string[] {
  const [least] = [...asked.judgement.claims].sort((a, b) => a.credibility - b.credibility)
  return least ? onTheClaim(least, asked) : []
}

function onThePrice(asked: Asked): string[] {
  const { reading, judgement, say } = asked
  const own = about(asked, /./u).filter((words) => (objectionIn(words) ?? '').startsWith('price'))
  if (own.length > 0) return own
  const { missing, high, fair } = PHRASES.replies().price
  if (reading.price === null) return [say(missing, 'price')]
  return [say(judgement.pain >= PRICE.high.value ? high : fair, 'price')]
}

/** What stayed with the person of the others: the last turn that spoke to it, else the last one. */
function heardFromOthers({ facts: { persona, heard } }: Asked): string[] {
  const others = heard.latest.filter(({ moderator, speaker }) => !moderator && speaker !== persona.name)
  const turn = others.findLast(({ text }) => text.includes(persona.name)) ?? others.at(-1)
  return turn ? [`What stayed with me is what ${turn.speaker} said: ${turn.text}`] : []
}

/** Everything of one's own that is about something, considered words first. */
const about = ({ facts: { response, reasons } }: Asked, topic: RegExp): string[] =>
  [
    ...utterancesOf(response.considered_response),
    ...reasons.map(({ quote }) => quote),
    ...utterancesOf(response.private_thoughts),
    ...response.friction_points,
  ].filter((words) => topic.test(words))

/** A question that promises something moves the open-minded a little; most questions move nobody. */
function mindOf({ persona, question }: Facts): ReplyAnswer['mind'] {
  const offers = /\b(?:what if|if (?:it|we|they|there)|suppose|imagine)\b/iu.test(question)
  if (!offers) return 'unchanged'
  return unit([persona.persona_id, question]) * 10 > persona.skepticism ? 'warmer' : 'unchanged'
}
