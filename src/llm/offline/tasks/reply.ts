import { PHRASES } from '../../../data/phrases.js'
import type { ReplyAnswer } from '../../../domain/panel/ask.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { type JudgedClaim, type Judgement, judge } from '../model/judge.js'
import { unit } from '../model/random.js'
import { PRICE } from '../model/weights.js'
import type { Read, Reading } from '../reading/reading.js'
import { sentencesOf } from '../reading/sentences.js'
import { sharedWords } from '../reading/utterances.js'
import { createSpeaker, type Say } from '../voice/speaker.js'

type Facts = FactsOf<'reply'>
type ReplyContext = { facts: Facts; reading: Reading; judgement: Judgement; say: Say }
type Topic = { readonly asks: RegExp; readonly answer: (context: ReplyContext) => string[] }

/** Topics of questions, narrower ones first, each with the person's own words that answer it. */
const TOPICS: readonly Topic[] = [
  {
    asks: /\bnot (?:say|tell|said)\b|\bkeep\w* (?:to yourself|back)\b|\bprivate\w*\b|\bhonest\w*\b|\breally think\b|\bunsaid\b/iu,
    answer: ({ facts: { response } }) => sentencesOf(response.private_thoughts),
  },
  { asks: /\b(?:others? (?:said|say)|discussion|the room|the group|somebody sa(?:y|id))\b/iu, answer: heardFromOthers },
  {
    asks: /\b(?:change|convince|persuade|take for you|would it take|make you|what if|win you)\b/iu,
    answer: ({ facts: { response } }) => [response.action_threshold, response.purchase_statement],
  },
  {
    asks: /\b(?:remember|experience|before|past|remind|instead|already (?:have|use)|use now|have now)\b/iu,
    answer: ({ facts: { response } }) => sentencesOf(response.memory_influence_notes),
  },
  { asks: /\b(?:price|costs?|pay|expensive|cheap|money|worth|afford)\b/iu, answer: onThePrice },
  { asks: /\b(?:proof|prove|evidence|test|source|believe|trust|true|claim|credible)\b/iu, answer: leastBelieved },
  {
    asks: /\b(?:buy|purchase|order|likely|try)\b/iu,
    answer: ({ facts: { response } }) => [response.purchase_statement, response.action_threshold],
  },
  {
    asks: /\b(?:friends?|family|colleagues?|others|tell people|recommend)\b/iu,
    answer: ({ facts: { response } }) => sentencesOf(response.social_response),
  },
  {
    asks: /\b(?:like|good|best|appeal|attract)\b/iu,
    answer: ({ facts: { response } }) => sentencesOf(response.gut_reaction),
  },
]
/** For any other question: the strongest reasons, then the considered response. */
const DEFAULT_TOPIC: Topic = {
  asks: /^/u,
  answer: ({ facts: { reasons, response } }) => [
    ...[...reasons].sort((a, b) => b.strength - a.strength).map(({ quote }) => quote),
    ...sentencesOf(response.considered_response),
  ],
}

const MAX_UTTERANCES = 2

/** A respondent answers a follow-up question in its own words; asked again, it adds words not used so far. */
export function reply(facts: Facts, read: Read): ReplyAnswer {
  const { persona, response, question, earlier, stimulus, category } = facts
  const reading = read(stimulus)
  const judgement = judge(persona, reading, category)
  const context = { facts, reading, judgement, say: createSpeaker(persona, reading, category) }
  const claim = claimNamed(question, judgement)
  const answers = claim ? onTheClaim(claim, context) : topicOf(question).answer(context)
  const pool = [...new Set(answers.length > 0 ? answers : [response.purchase_statement])].map(asSentence)
  const alreadySaid = earlier.map(({ answer }) => answer).join('\n')
  const fresh = pool.filter((words) => !alreadySaid.includes(words))
  const lead = fresh.length === 0 ? [PHRASES.answers().replies.repeats] : []
  const words = (fresh.length > 0 ? fresh : pool).slice(0, MAX_UTTERANCES)
  return { reply: [...lead, ...words].join(' '), mind: mindOf(facts) }
}

const topicOf = (question: string): Topic => TOPICS.find(({ asks }) => asks.test(question)) ?? DEFAULT_TOPIC

const asSentence = (words: string): string => (/[.!?…”]$/u.test(words) ? words : `${words}.`)

const ABOUT_TRUTH = /\b(?:believe|trust|true|claim|credible|convinc\w+|think of)\b/iu
const MIN_SHARED_WORDS = 2

/** The claim whose words a question repeats often enough. */
function claimNamed(question: string, { claims }: Judgement): JudgedClaim | null {
  if (!ABOUT_TRUTH.test(question)) return null
  const [best] = claims
    .map((claim) => ({ claim, shared: sharedWords(claim.text, question) }))
    .sort((a, b) => b.shared - a.shared)
  return best && best.shared >= MIN_SHARED_WORDS ? best.claim : null
}

function onTheClaim(claim: JudgedClaim, { say }: ReplyContext): string[] {
  if (claim.stance === 'believes') return [say(PHRASES.answers().replies.believed, claim)]
  const { spoken, threshold } = PHRASES.objections()[claim.weakness ?? 'unproven']
  return [`${say(PHRASES.answers().replies.not_believed, claim)} ${say(spoken, claim)}`, say(threshold, claim)]
}

/** The answer about the claim that is believed least. */
function leastBelieved(context: ReplyContext): string[] {
  const [least] = [...context.judgement.claims].sort((a, b) => a.credibility - b.credibility)
  return least ? onTheClaim(least, context) : []
}

function onThePrice({ reading, judgement, say }: ReplyContext): string[] {
  const { price_missing, price_high, price_fair } = PHRASES.answers().replies
  if (reading.price === null) return [say(price_missing)]
  if (reading.price.is_open) return []
  return [say(judgement.pain >= PRICE.high.value ? price_high : price_fair)]
}

/** The turn of others that the person remembers: the last one that named the person, else the last one. */
function heardFromOthers({ facts: { persona, heard } }: ReplyContext): string[] {
  const others = heard.latest.filter(({ moderator, speaker }) => !moderator && speaker !== persona.name)
  const turn = others.findLast(({ text }) => text.includes(persona.name)) ?? others.at(-1)
  return turn ? [`What stayed with me is what ${turn.speaker} said: ${turn.text}`] : []
}

/** A hypothetical offer makes open-minded people a little warmer; other questions change no mind. */
function mindOf({ persona, question }: Facts): ReplyAnswer['mind'] {
  const offers = /\b(?:what if|if (?:it|we|they|there)|suppose|imagine)\b/iu.test(question)
  if (!offers) return 'unchanged'
  return unit([persona.persona_id, question]) * 10 > persona.skepticism ? 'warmer' : 'unchanged'
}
