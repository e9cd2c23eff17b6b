import type { Response } from '../../src/domain/response.js'
import { participantOf, pickSpeakers } from '../../src/llm/offline/model/discussion-plan.js'
import { quotable } from '../../src/llm/offline/reading/quote.js'
import {
  alike,
  analysed,
  answer,
  argument,
  discussed,
  distrustful,
  memory,
  objection,
  on,
  type Probe,
  panel,
  points,
  read,
  thinkOf,
  trusting,
  who,
} from './offline-probes.js'

const PLAIN = 'Nova is a soap made from olive oil. It costs £3.50.'
const BENEFIT = 'Nova is a soap that reduces redness. It costs £3.50.'
const plus = (sentence: string) => `${PLAIN} ${sentence}`
const costing = (price: string) => `Nova is a soap made from olive oil. It costs ${price}.`
const p = (weight: string, neutral: number, says: string, holds: () => boolean): Probe => ({
  weight,
  neutral,
  says,
  holds,
})

/** Somebody whose memory of it brings a figure of theirs as near to a value as it can. */
function tuned(text: string, figure: 'intent' | 'considered', value: number, given: Parameters<typeof who>[0] = {}) {
  const people = Array.from({ length: 41 }, (_, i) =>
    who({ ...given, memories: [memory(i / 20 - 1), memory(i / 20 - 1)] }),
  )
  const off = (persona: ReturnType<typeof who>) => Math.abs(on(text, {}, 'fmcg', persona)[figure] - value)
  return people.reduce((best, persona) => (off(persona) < off(best) ? persona : best))
}

const warns = (said: string) => /leave it/u.test(said)
const BAD = plus('It reduces wrinkles. It smells bad.')
const GOOD_OFFER = plus('Full refund within 30 days. It is healthy.')

export const ANSWER_PROBES: readonly Probe[] = [
  p('SENTIMENT.hopeless', 0, 'who sees no hope in it concedes nothing', () => {
    const text = 'Nova is the best soap. It reduces wrinkles by 40%. Full refund within 30 days. It costs £14.'
    const persona = tuned(text, 'considered', 0.15, { skepticism: 8 })
    const { considered } = on(text, {}, 'fmcg', persona)
    return considered > 0.02 && considered < 0.21 && !answer(text, persona).considered_response.includes('Full refund')
  }),
  p(
    'SOCIAL.softening',
    0,
    'who conforms does not warn others',
    () => !warns(answer(BAD, who({ conformity: 1, skepticism: 8 })).social_response),
  ),
  p(
    'SOCIAL.middle',
    0,
    'who conforms says something politely in between',
    () => !warns(answer(BAD, who({ conformity: 1, skepticism: 8 })).social_response),
  ),
  p('SOCIAL.warns_below', 0, 'who does not conform warns others', () =>
    warns(answer(BAD, who({ conformity: 0, skepticism: 5 })).social_response),
  ),
  p('SOCIAL.content_margin', 0, 'who is only just friendly still names a condition', () => {
    const persona = tuned(GOOD_OFFER, 'intent', 0.66, { skepticism: 2, cares: ['healthy days'] })
    const { intent } = on(GOOD_OFFER, {}, 'fmcg', persona)
    const { action_threshold } = answer(GOOD_OFFER, persona)
    return intent > 0.6 && intent < 0.72 && action_threshold !== answer(GOOD_OFFER, content()).action_threshold
  }),
  p('SOCIAL.talkative', 1, 'some say more than others', () => {
    const text = plus('It reduces wrinkles. Hurry, it ends on Sunday! T&Cs apply. We use synergy.')
    const quotes = alike(20, distrustful).map((persona) => answer(text, persona).considered_response.split('“').length)
    return new Set(quotes).size > 1
  }),
  p('SOCIAL.even_memories', 0, 'memories that nearly cancel out pull neither way', () => {
    const { memory_influence_notes } = answer(PLAIN, who({ memories: [memory(0.5), memory(-0.4)] }))
    return /both ways/u.test(memory_influence_notes)
  }),
  p('SOCIAL.outspoken', 0, 'who does not conform says the objection aloud', () =>
    /off/u.test(
      answer(plus('It smells bad.'), who({ conformity: 0.1 }))
        .social_response.split('”')
        .at(-1) ?? '',
    ),
  ),
]
const content = () => who({ skepticism: 1, cares: ['healthy days'], memories: [memory(1), memory(1)] })

const six = (change: Partial<Response>) =>
  panel(
    BENEFIT,
    Array.from({ length: 6 }, () => change),
  )
const scores = (change: Partial<Response>) => analysed(BENEFIT, six(change))
const stance = (stance: 'believes' | 'rejects') => [{ claim_id: 'claim-1', stance, why: '', proof_wanted: '' }]
const index = (gut_sentiment: Response['gut_sentiment']) => scores({ gut_sentiment }).gut_attraction_index
/** Severity of a barrier that `holders` of `of` people name, who would all buy at `intent`. */
function severity(friction: string, holders: number, of: number, intent: number): number {
  const responses = panel(
    PLAIN,
    Array.from({ length: of }, (_, i) => ({
      purchase_intent: intent,
      friction_points: i < holders ? [friction] : ['Zebras.'],
    })),
  )
  const found = analysed(PLAIN, responses).friction_points.find(({ quotes }) => quotes.includes(friction))
  return found?.severity ?? 0
}
const level = (friction: string, holders: number, intent: number) =>
  analysed(
    PLAIN,
    panel(
      PLAIN,
      Array.from({ length: 6 }, (_, i) => ({
        purchase_intent: intent,
        friction_points: i < holders ? [friction] : [`Zebra ${i}.`],
      })),
    ),
  ).key_weaknesses.find(({ quotes }) => quotes.includes(friction))?.severity

export const COUNTING_PROBES: readonly Probe[] = [
  p(
    'SCORES.credibility',
    0,
    'belief raises the pressure score',
    () =>
      scores({ beliefs: stance('believes') }).pressure_score > scores({ beliefs: stance('rejects') }).pressure_score,
  ),
  p(
    'SCORES.intent',
    0,
    'intent raises the pressure score',
    () => scores({ purchase_intent: 9 }).pressure_score > scores({ purchase_intent: 2 }).pressure_score,
  ),
  p(
    'SCORES.considered',
    0,
    'a good second thought raises the pressure score',
    () =>
      scores({ considered_sentiment: 'positive', beliefs: stance('believes') }).pressure_score >
      scores({ considered_sentiment: 'negative', beliefs: stance('believes') }).pressure_score,
  ),
  p(
    'SENTIMENT_POINTS.positive',
    0,
    'liking it at once attracts more than being torn',
    () => index('positive') > index('mixed'),
  ),
  p('SENTIMENT_POINTS.mixed', 0, 'being torn attracts more than disliking', () => index('mixed') > index('negative')),
  p(
    'SENTIMENT_POINTS.neutral',
    0,
    'indifference attracts more than disliking',
    () => index('neutral') > index('negative'),
  ),
  p(
    'SENTIMENT_POINTS.negative',
    100,
    'disliking attracts less than indifference',
    () => index('negative') < index('neutral'),
  ),
  p(
    'SEVERITY.least',
    0,
    'what one of twenty buyers says still counts',
    () => severity('Lions frighten me.', 1, 20, 10) >= 2,
  ),
  p(
    'SEVERITY.share',
    0,
    'what all say is worse than what one says',
    () => severity('It puts me off.', 6, 6, 5) > severity('It puts me off.', 1, 6, 5),
  ),
  p(
    'SEVERITY.distance',
    0,
    'what those far from buying say is worse',
    () => severity('It puts me off.', 3, 6, 1) > severity('It puts me off.', 3, 6, 10),
  ),
  p(
    'SEVERITY.kind',
    0,
    'disgust is worse than doubt about a crowd',
    () => severity('It puts me off.', 3, 6, 5) > severity('Who are these people.', 3, 6, 5),
  ),
  p('SEVERITY.high', 99, 'what disgusts all is high', () => level('It puts me off.', 6, 1) === 'high'),
  p('SEVERITY.medium', 99, 'what half dislike is medium', () => level('It is too expensive.', 3, 6) === 'medium'),
]

const main = (text: string, persona: ReturnType<typeof who>) => points(text, persona).against[0]
const kinds = (text: string, given: Parameters<typeof who>[0] = {}) =>
  points(text, who(given)).against.map(({ kind }) => kind)
const reasons = (text: string, given: Parameters<typeof who>[0] = {}) =>
  points(text, who(given)).inFavour.map(({ kind }) => kind)
const HURRY = plus('Hurry, it ends on Sunday!')
const LONG = `${'Nova is a soap made from olive oil. '.repeat(140)}It costs £3.50.`
const PROVEN = plus('It reduces redness, measured in an independent trial with 240 people at Leeds University in 2023.')
const HEALTHY = plus('It is healthy.')
const EVERYTHING = ['honest labels', 'savings', 'comfort', 'the planet', 'ease']

export const POINT_PROBES: readonly Probe[] = [
  p(
    'POINTS.doubt',
    0,
    'the less a claim is believed, the more it matters',
    () => objection('promise', BENEFIT, distrustful) > objection('promise', BENEFIT, { skepticism: 7 }) + 0.01,
  ),
  p(
    'POINTS.nagging',
    0,
    'believers too see which claim asks for most',
    () => objection('promise', BENEFIT, trusting) > 0.1,
  ),
  p(
    'POINTS.care',
    0,
    'a doubt about something one cares about matters more',
    () =>
      objection('promise', plus('It improves your health.'), { ...distrustful, cares: ['healthy days'] }) >
      objection('promise', plus('It improves your health.'), distrustful) + 0.01,
  ),
  p(
    'POINTS.topic_care',
    0,
    'an open question about something one cares about matters more',
    () => objection('missing', PLAIN, { cares: EVERYTHING }) > objection('missing', PLAIN) + 0.01,
  ),
  p(
    'POINTS.harm',
    0,
    'disgust comes before every doubt',
    () => main(plus('It smells bad. It reduces wrinkles.'), who(distrustful))?.kind === 'harm',
  ),
  p(
    'POINTS.illegible',
    0,
    'who is told too little says that first',
    () => main('Best soap ever.', who(distrustful))?.kind === 'thin',
  ),
  p(
    'POINTS.long',
    0,
    'the length of a wall of text weighs more than an open question',
    () => objection('long', LONG) > objection('missing', LONG),
  ),
  p(
    'POINTS.irrelevant',
    0,
    'having no use for it weighs more than an open question',
    () => objection('irrelevant', PLAIN) > objection('missing', PLAIN),
  ),
  p('POINTS.indifferent', 0, 'who is cold and finds nothing of theirs says so', () =>
    kinds(PLAIN).includes('irrelevant'),
  ),
  p(
    'POINTS.missing',
    0,
    'an open question matters even to who does not care for the topic',
    () => objection('missing', PLAIN) > 0.25,
  ),
  p('POINTS.topic_taste', 0, 'people miss different things', () => {
    const missed = alike(20).map(
      (persona) => points(PLAIN, persona).against.find(({ kind }) => kind === 'missing')?.topic,
    )
    return new Set(missed).size > 1
  }),
  p(
    'POINTS.offer',
    0,
    'small print matters even to people who do not count',
    () => objection('strings', plus('T&Cs apply.'), { price_sensitivity: 0 }) > 0.15,
  ),
  p(
    'POINTS.by_skepticism',
    0,
    'pressure matters more to skeptics',
    () => objection('pressure', HURRY, distrustful) > objection('pressure', HURRY),
  ),
  p(
    'POINTS.by_price',
    0,
    'small print matters more to people who count',
    () =>
      objection('strings', plus('T&Cs apply.'), { price_sensitivity: 1 }) >
      objection('strings', plus('T&Cs apply.'), { price_sensitivity: 0 }),
  ),
  p(
    'POINTS.by_need',
    0,
    'proof speaks more to people who need it',
    () =>
      argument('proof', PROVEN, { ...trusting, need_for_evidence: 1 }) >
      argument('proof', PROVEN, { ...trusting, need_for_evidence: 0 }),
  ),
  p(
    'POINTS.tight',
    0,
    'a tight budget objects to a price that others pass over',
    () =>
      kinds(costing('£4.50'), { price_sensitivity: 1 }).includes('price_high') &&
      !kinds(costing('£4.50'), { price_sensitivity: 0 }).includes('price_high'),
  ),
  p('PRICE.high', 99, 'a high price is objected to', () => kinds(costing('£40')).includes('price_high')),
  p('PRICE.low', -99, 'a low price is an argument', () => reasons(costing('£1')).includes('value')),
  p(
    'POINTS.careful_with_money',
    0,
    'people who do not count pass over a cheaper rival',
    () =>
      !kinds(costing('£3.50, while the leading brand costs £3.40'), { price_sensitivity: 0.1 }).includes(
        'price_dearer',
      ) &&
      kinds(costing('£3.50, while the leading brand costs £3.40'), { price_sensitivity: 0.9 }).includes('price_dearer'),
  ),
  p('POINTS.wary', 0, 'the trusting do not notice pressure', () => !kinds(HURRY, trusting).includes('pressure')),
  p(
    'POINTS.sheep',
    0,
    'popularity is no argument to the independent',
    () => !reasons(plus('Loved by many.'), { conformity: 0.2 }).includes('crowd_good'),
  ),
  p(
    'POINTS.thorough',
    0,
    'only the thorough ask a second question',
    () => kinds(PLAIN, { need_for_evidence: 0.3 }).filter((kind) => kind === 'missing').length === 1,
  ),
  p(
    'POINTS.argument',
    0,
    'a believed claim about something one cares for is a strong argument',
    () => argument('fit', HEALTHY, { ...trusting, cares: ['healthy days'] }) > 0.3,
  ),
  p(
    'POINTS.proof',
    0,
    'proof speaks even to people who do not need it',
    () => argument('proof', PROVEN, { ...trusting, need_for_evidence: 0 }) > 0.2,
  ),
  p('POINTS.whim', 0, 'people alike do not all like the same best', () => {
    const best = alike(20, trusting).map((persona) => points(plus('The box is blue.'), persona).inFavour[0]?.quote)
    return new Set(best).size > 1
  }),
  p('POINTS.plain', 0, 'a plain statement one believes is an argument', () => argument('plain', PLAIN, trusting) > 0.2),
  p(
    'POINTS.guarantee',
    0,
    'a way back is a stronger argument than a plain statement',
    () => argument('guarantee', plus('Full refund.'), trusting) > argument('plain', plus('Full refund.'), trusting),
  ),
  p(
    'POINTS.proven',
    0,
    'a bare "proven" is not praised as proof',
    () => !reasons('Nova is a soap proven to reduce redness. It costs £3.50.', trusting).includes('proof'),
  ),
  p('POINTS.taste', 0, 'people alike do not all begin with the same doubt', () => {
    const text = plus('It reduces wrinkles. It reduces redness.')
    const first = alike(20, distrustful).map(
      (persona) => points(text, persona).against.find(({ quote }) => quote.includes('reduces'))?.quote,
    )
    return new Set(first).size > 1
  }),
]

const APP = plus('It comes with an app.')
const COMPANY = 'buys for a company'
const FAMILY = 'two children at home'

export const PRIVATE_PROBES: readonly Probe[] = [
  p(
    'PRIVATE.career',
    0,
    'who buys for a company fears blame',
    () => thinkOf('career', PLAIN, { ...trusting, lifestage: COMPANY }) > 20,
  ),
  p(
    'PRIVATE.career_skeptic',
    0,
    'distrust makes the fear of blame as pressing as the motive',
    () => thinkOf('career', PLAIN, { ...distrustful, lifestage: COMPANY }, 'motive') > 5,
  ),
  p(
    'PRIVATE.household',
    0,
    'parents think of those at home',
    () => thinkOf('household', PLAIN, { lifestage: FAMILY, novelty_seeking: 0.2 }) > 20,
  ),
  p('PRIVATE.household_novelty', 0, 'the curious think less of those at home', () => {
    const first = (novelty_seeking: number) =>
      thinkOf('household', PLAIN, { lifestage: FAMILY, novelty_seeking, conformity: 0.75 }, 'conformity')
    return first(0) > first(1) + 5
  }),
  p(
    'PRIVATE.habit',
    0,
    'people who like the old expect to go back to it',
    () => thinkOf('habit', PLAIN, { novelty_seeking: 0 }) > 20,
  ),
  p(
    'PRIVATE.image',
    0,
    'who conforms fears to look foolish with the new',
    () => thinkOf('image', plus('It is new.'), { conformity: 1 }) > 20,
  ),
  p(
    'PRIVATE.image_intent',
    1,
    'who would buy it thinks of being seen with it',
    () =>
      thinkOf('image', GOOD_OFFER, {
        ...trusting,
        conformity: 1,
        cares: ['healthy days'],
        memories: [memory(1), memory(1)],
      }) > 20,
  ),
  p('PRIVATE.hassle', 0, 'an app is a hassle', () => thinkOf('hassle', APP, { novelty_seeking: 0 }) > 20),
  p('PRIVATE.hassle_novelty', 0, 'an app is less of a hassle to the curious', () => {
    const first = (novelty_seeking: number) =>
      thinkOf('hassle', APP, { novelty_seeking, conformity: 0.75 }, 'conformity')
    return first(0) > first(1) + 5
  }),
  p(
    'PRIVATE.regret',
    0,
    'the curious know their drawers',
    () => thinkOf('regret', PLAIN, { ...trusting, novelty_seeking: 1, memories: [memory(1)] }) > 20,
  ),
  p(
    'PRIVATE.regret_intent',
    0,
    'who would not buy it regrets nothing',
    () => thinkOf('regret', PLAIN, { skepticism: 5, novelty_seeking: 1, memories: [memory(-1)] }) === 0,
  ),
  p(
    'PRIVATE.conformity',
    0,
    'who conforms would not spoil the mood',
    () => thinkOf('conformity', PLAIN, { conformity: 1 }) > 20,
  ),
  p('PRIVATE.taste', 0, 'people alike do not all think of the same first', () => {
    const first = thinkOf('conformity', PLAIN, { conformity: 0.6, novelty_seeking: 0.4333 }, 'habit')
    return first > 5 && first < 35
  }),
  p(
    'PRIVATE.least',
    0,
    'a faint worry is not thought of',
    () => thinkOf('habit', PLAIN, { novelty_seeking: 0.9 }) === 0,
  ),
]

const twenty = () => alike(20).map((persona) => participantOf(persona, panel(PLAIN, [{}], [persona])[0] as Response))
/** A leader at five of ten and somebody who conforms, at another intent. */
const talk = (intent: number) => {
  const people = [
    who({ id: 'leader', influence: 'leader', conformity: 0 }),
    who({ id: 'follower', influence: 'follower', conformity: 1 }),
  ]
  return discussed(PLAIN, people, panel(PLAIN, [{ purchase_intent: 5 }, { purchase_intent: intent }], people))
}
const objecting = (holders: number) => {
  const people = alike(6)
  const changes = people.map((_, i) => ({
    purchase_intent: 5,
    friction_points: [i < holders ? 'It puts me off.' : `Zebra ${i}.`],
  }))
  return discussed(PLAIN, people, panel(PLAIN, changes, people))
}
const CLAUSES = 'A soap that was made in a shed, out of olive oil and sea salt and not much else at all'

export const LIMIT_PROBES: readonly Probe[] = [
  p('LIMITS.claims', 999, 'a catalogue is not read to its end', () => {
    const text = Array.from({ length: 40 }, (_, i) => `The soap is made in town ${i}.`).join(' ')
    return read(text).claims.length === 24
  }),
  p('LIMITS.quote_wanted', 999, 'people quote a clause, not the sentence', () => quotable(CLAUSES).length <= 62),
  p(
    'LIMITS.quote',
    999,
    'what has no clauses is cut',
    () => quotable('soap and '.repeat(3) + 'soap '.repeat(30)).length <= 84,
  ),
  p('LIMITS.thin_words', 0, 'three words are too few', () => read('Nova soap, £3.').legibility === 'thin'),
  p('LIMITS.long_words', 9_999, 'a thousand words are too many', () => read(LONG).legibility === 'long'),
  p(
    'LIMITS.unknown_share',
    2,
    'words of no language cannot be read',
    () => read('snibbled grumpling thorbits wendled').legibility === 'unreadable',
  ),
  p(
    'LIMITS.other_language',
    9,
    'a text in another language cannot be read',
    () => read('Susu oat tanpa gula').legibility === 'unreadable',
  ),
  p(
    'LIMITS.sure_language',
    9,
    'a short text in another language cannot be read',
    () => read('Die neue Kollektion ist da').legibility === 'unreadable',
  ),
  p(
    'LIMITS.english_near',
    9,
    'a list of English words like those of another language can be read',
    () => read('Magnesium bisglycinate gummies').legibility !== 'unreadable',
  ),
  p(
    'LIMITS.unknown_least',
    0,
    'two unknown words are not a foreign language',
    () => read('Havermelk crisps').legibility === 'thin',
  ),
  p(
    'LIMITS.foreign_letters',
    2,
    'a script without blanks cannot be read',
    () => read('初回限定、送料無料でお届けします').legibility === 'unreadable',
  ),
  p('LIMITS.doubted', 99, 'nobody lists more than three doubted claims', () => {
    const text = ['wrinkles', 'redness', 'scars', 'spots', 'itches'].map((what) => `It reduces ${what}.`).join(' ')
    return points(text, who(distrustful)).against.filter(({ kind }) => kind === 'promise').length === 3
  }),
  p('LIMITS.frictions', 99, 'nobody lists more than five barriers', () => {
    const text = plus(
      'It reduces wrinkles. It heals scars. It prevents colds. Hurry, it ends on Sunday! T&Cs apply. We use synergy.',
    )
    return answer(text, who(distrustful)).friction_points.length === 5
  }),
  p('LIMITS.speakers', 99, 'no more than eight people talk', () => pickSpeakers(twenty()).length === 8),
  p(
    'LIMITS.opinion_gap',
    0,
    'nobody moves for a single point',
    () => talk(6).opinion_shifts.length === 0 && talk(9).opinion_shifts.length === 1,
  ),
  p('LIMITS.majority', 0, 'one of six is no consensus', () => objecting(1).consensus_points.length === 0),
  p(
    'LIMITS.contested',
    0,
    'a single point of intent is no contest',
    () => !talk(6).contentious_points.some((point) => /buy it at all/u.test(point)),
  ),
  p('LIMITS.cached_readings', 0, 'a text that was just read is not read again', () => {
    const first = read(PLAIN)
    read(BENEFIT)
    return read(PLAIN) === first
  }),
]
