import { CATEGORIES } from '../../src/domain/persona.js'
import { sentimentOf, stanceOf } from '../../src/llm/offline/model/judge.js'
import { APPEAL, INTENT, intentBand } from '../../src/llm/offline/model/weights.js'
import { asks, average, believed, distrustful, memory, on, type Probe, pain, read, trusting } from './offline-probes.js'

const PLAIN = 'Nova is a soap made from olive oil. It costs £3.50.'
const BENEFIT = 'Nova is a soap that reduces redness. It costs £3.50.'
const PROOF = 'Tested on 300 volunteers by an independent laboratory, published in March 2024.'
const PROVEN = BENEFIT.replace('It costs', `${PROOF} It costs`)
const PLAIN_PROVEN = PLAIN.replace('It costs', `${PROOF} It costs`)
const boasting = (boasts: string) => `Nova is the ${boasts} soap. It costs £3.50.`
const ABSURD = 'Nova is a soap that cures all diseases. It costs £3.50.'
const VAGUE = 'Nova is a premium soap made from olive oil. It costs £3.50.'
const FIVE = 'Nova is a soap. It is healthy, tasty, cheap, green and safe. It costs £3.50.'
const VALUES = ['healthy days', 'tasty things', 'cheap things', 'green things', 'safe things']
const caring = (many: number) => ({ cares: VALUES.slice(0, many) })
const jargon = (many: number) =>
  ['We use synergy.', 'We use blockchain.', 'We use omnichannel.', 'We use nootropics.'].slice(0, many).join(' ') +
  ' £3.50.'
const LONG = `${'Nova is a soap made from olive oil. '.repeat(140)}It costs £3.50.`
const HARD =
  'Nova facilitates dermatological rehabilitation notwithstanding individual predispositions, necessitating comparatively insignificant quantities. It costs £3.50.'
const plus = (sentence: string) => `${PLAIN} ${sentence}`
const drop = (text: string) => believed(text, trusting) - believed(text, distrustful)
const costing = (price: string) => `Nova is a soap made from olive oil. It costs ${price}.`

const p = (weight: string, neutral: number, says: string, holds: () => boolean): Probe => ({
  weight,
  neutral,
  says,
  holds,
})

export const READING_PROBES: readonly Probe[] = [
  p('ASKS.plain', 0, 'even a plain fact asks for some belief', () => asks(PLAIN) > 0),
  p('ASKS.vague', 0, 'a vague word asks for more than a fact', () => asks(VAGUE) > asks(PLAIN)),
  p(
    'ASKS.jargon',
    0,
    'two words of jargon ask for more than a fact',
    () => asks('Nova is a quantum nootropic soap.') > asks(PLAIN),
  ),
  p('ASKS.benefit', 0, 'an effect asks for more than a fact', () => asks(BENEFIT) > asks(PLAIN)),
  p('ASKS.figure', 0, 'a bare figure asks for more than a fact', () => asks('Nova has 40% of the foam.') > asks(PLAIN)),
  p('ASKS.superlative', 0, 'a boast asks for more than a fact', () => asks(boasting('best')) > asks(PLAIN)),
  p(
    'ASKS.weak_proof',
    0,
    'a bare "proven" asks for more than a fact',
    () => asks('Nova is a clinically proven soap.') > asks(PLAIN),
  ),
  p('ASKS.absurd', 0, 'the impossible asks for more than a boast', () => asks(ABSURD) > asks(boasting('best'))),
  p(
    'EVIDENCE_WEIGHTS.neighbour',
    0,
    'a proof in the next sentence supports a claim',
    () => (read(PROVEN).claims[0]?.evidence ?? 0) > 0,
  ),
  p('EVIDENCE_WEIGHTS.stands_alone', 2, 'a good proof is a claim of its own', () => read(PROVEN).claims.length === 2),
  p(
    'EVIDENCE_WEIGHTS.weak_proof',
    0,
    'a bare "proven" is a little evidence',
    () => (read('Nova is a clinically proven soap.').claims[0]?.own_evidence ?? 0) > 0,
  ),
]

export const CREDIBILITY_PROBES: readonly Probe[] = [
  p('CREDIBILITY.base', 0, 'a trusting reader believes a plain statement', () => believed(PLAIN, trusting) > 0.6),
  p(
    'CREDIBILITY.skepticism_floor',
    0,
    'distrust takes a tenth and more off even a plain statement',
    () => drop(PLAIN) > 0.1,
  ),
  p(
    'CREDIBILITY.skepticism_asks',
    0,
    'distrust takes more off what asks for more',
    () => drop(BENEFIT) > drop(PLAIN) + 0.01,
  ),
  p('CREDIBILITY.evidence_shields', 0, 'evidence narrows what distrust takes off', () => drop(PROVEN) < drop(BENEFIT)),
  p(
    'CREDIBILITY.unproven',
    0,
    'who needs evidence misses it',
    () => believed(BENEFIT, { need_for_evidence: 1 }) < believed(BENEFIT, { need_for_evidence: 0 }),
  ),
  p(
    'CREDIBILITY.evidence',
    0,
    'evidence convinces even a trusting reader who does not ask for it',
    () =>
      believed(PROVEN, { skepticism: 1, need_for_evidence: 0 }) >
      believed(BENEFIT, { skepticism: 1, need_for_evidence: 0 }),
  ),
  p('CREDIBILITY.evidence_distrust', 0, 'the distrustful take less from a proof of a plain statement', () => {
    const gain = (skepticism: number) =>
      believed(PLAIN_PROVEN, { skepticism, need_for_evidence: 0 }) -
      believed(PLAIN, { skepticism, need_for_evidence: 0 })
    return gain(10) < gain(1)
  }),
  p(
    'CREDIBILITY.hype',
    0,
    'each boast costs credibility',
    () => believed(boasting('best, finest')) < believed(boasting('best')),
  ),
  p(
    'CREDIBILITY.hype_most',
    99,
    'the fourth boast costs nothing more',
    () =>
      believed(boasting('best, finest, ultimate, perfect'), trusting) ===
      believed(boasting('best, finest, ultimate'), trusting),
  ),
  p(
    'CREDIBILITY.hype_trusting',
    0,
    'boasts cost even with trusting readers',
    () => believed(boasting('best, finest'), trusting) < believed(boasting('best'), trusting),
  ),
  p('CREDIBILITY.hype_shield', 0, 'a boast with evidence costs less', () => {
    const proven = (boasts: string) => believed(boasting(boasts).replace('It costs', `${PROOF} It costs`))
    return (
      proven('best') - proven('best, finest') < believed(boasting('best')) - believed(boasting('best, finest')) - 0.001
    )
  }),
  p(
    'CREDIBILITY.absurd',
    0,
    'not even a trusting reader believes the impossible',
    () => believed(ABSURD, { skepticism: 1, need_for_evidence: 0 }) < 0.2,
  ),
  p(
    'CREDIBILITY.absurd_company',
    0,
    'the impossible spoils a plain claim beside it',
    () => believed(plus('It cures all diseases.')) < believed(PLAIN),
  ),
  p(
    'CREDIBILITY.company_pressure',
    0,
    'a seller in a hurry is believed less',
    () => believed(plus('Hurry!'), distrustful) < believed(PLAIN, distrustful),
  ),
  p('CREDIBILITY.worst', 0, 'the weakest claim pulls the whole below the mean', () => {
    const { credibility, claims } = on(plus('It reduces wrinkles.'))
    return credibility < average(claims.map((claim) => claim.credibility)) - 0.001
  }),
  p(
    'CREDIBILITY.none',
    0,
    'a text without claims is neither believed nor rejected',
    () => stanceOf(on('What about a soap for £3.50, for you and me?').credibility) === 'doubts',
  ),
  p('STANCE.believes', 0, 'an even chance of being true is not belief', () => stanceOf(0.5) !== 'believes'),
  p('STANCE.rejects', 0, 'one chance in five is rejection', () => stanceOf(0.2) === 'rejects'),
]

const liked = (text: string, given = {}) => on(text, given).appeal

export const APPEAL_PROBES: readonly Probe[] = [
  p('APPEAL.base', 0, 'a thing that matters to nobody still has some appeal', () => liked(PLAIN) > 0.2),
  p(
    'APPEAL.fit_first',
    0,
    'the first shared value weighs far more than the second',
    () => liked(FIVE, caring(1)) - liked(FIVE) > 3 * (liked(FIVE, caring(2)) - liked(FIVE, caring(1))),
  ),
  p('APPEAL.fit_more', 0, 'a second shared value adds appeal', () => liked(FIVE, caring(2)) > liked(FIVE, caring(1))),
  p(
    'APPEAL.fit_most',
    99,
    'the fifth shared value adds nothing',
    () => liked(FIVE, caring(5)) === liked(FIVE, caring(4)),
  ),
  p(
    'APPEAL.useful',
    0,
    'an effect appeals to those who believe it',
    () => liked(BENEFIT, trusting) > liked(BENEFIT, distrustful),
  ),
  p(
    'APPEAL.no_fit',
    0,
    'who finds nothing they care about is cooler than the base',
    () => liked(PLAIN) < APPEAL.base.value,
  ),
  p(
    'APPEAL.novelty',
    0,
    'the new appeals to the curious',
    () => liked(plus('It is new.'), { novelty_seeking: 1 }) > liked(plus('It is new.'), { novelty_seeking: 0 }),
  ),
  p('APPEAL.guarantee', 0, 'a way back adds appeal', () => liked(plus('Full refund.')) > liked(PLAIN)),
  p(
    'APPEAL.crowd',
    0,
    'popularity appeals to who conforms',
    () => liked(plus('Loved by many.'), { conformity: 1 }) > liked(plus('Loved by many.'), { conformity: 0 }),
  ),
  p(
    'APPEAL.memory',
    0,
    'a good memory makes it more appealing than a bad one',
    () => liked(PLAIN, { memories: [memory(1)] }) > liked(PLAIN, { memories: [memory(-1)] }),
  ),
  p(
    'APPEAL.memory_most',
    99,
    'a third good memory adds nothing',
    () => liked(PLAIN, { memories: [1, 1, 1].map(memory) }) === liked(PLAIN, { memories: [1, 1].map(memory) }),
  ),
  p('APPEAL.jargon', 0, 'words to look up cost appeal', () => liked(plus('We use synergy.')) < liked(PLAIN)),
  p(
    'APPEAL.jargon_most',
    99,
    'the fourth word to look up costs nothing more',
    () => liked(jargon(4)) === liked(jargon(3)),
  ),
  p(
    'APPEAL.absurd',
    0,
    'the impossible does not appeal',
    () => liked(plus('It cures all diseases.'), trusting) < liked(PLAIN, trusting),
  ),
  p('APPEAL.harm', 0, 'what disgusts does not appeal', () => liked(plus('It smells bad.')) < liked(PLAIN)),
  p('APPEAL.thin', 0, 'a handful of words does not appeal', () => liked('Nova soap, £3.') < liked(PLAIN)),
  p(
    'APPEAL.unreadable',
    0,
    'what cannot be read does not appeal',
    () => liked('صابون جديد من زيت الزيتون') < liked(PLAIN),
  ),
  p('APPEAL.long', 0, 'a wall of text does not appeal', () => liked(LONG) < liked(PLAIN)),
  p(
    'APPEAL.hard_from',
    999,
    'an easy text costs nobody any effort',
    () => liked(PLAIN, { need_for_evidence: 0 }) === liked(PLAIN, { need_for_evidence: 1 }),
  ),
  p(
    'APPEAL.hard',
    0,
    'effort costs appeal even with people who look for evidence',
    () => liked(HARD, { need_for_evidence: 1 }) < liked(PLAIN, { need_for_evidence: 1 }),
  ),
  p('APPEAL.hard_unmotivated', 0, 'effort costs more with people who do not look for evidence', () => {
    const cost = (need_for_evidence: number) => liked(PLAIN, { need_for_evidence }) - liked(HARD, { need_for_evidence })
    return cost(0) > cost(1) + 0.01
  }),
]

export const PRICE_PROBES: readonly Probe[] = [
  p('PRICE.at_usual', 0, 'an ordinary price is felt', () => pain(PLAIN) > 0.1),
  p('PRICE.per_doubling', 0, 'twice the price hurts more', () => pain(costing('£7')) > pain(PLAIN)),
  p('PRICE.least', -99, 'below a bargain nothing gets better', () => pain(costing('£0.02')) === pain(costing('£0.01'))),
  p(
    'PRICE.most',
    99,
    'above the absurd nothing gets worse',
    () => pain(costing('£10 million')) === pain(costing('£1 million')),
  ),
  p(
    'PRICE.unknown',
    0,
    'no price hurts more than an ordinary one',
    () => pain('Nova is a soap made from olive oil.') > pain(PLAIN),
  ),
  p('PRICE.saving', 0, 'a saving eases the price', () => pain(costing('£3.50 instead of £5')) < pain(PLAIN)),
  ...CATEGORIES.flatMap((category) =>
    (['once', 'monthly'] as const).map((period) => {
      const ordinary = {
        fmcg: { once: '£3.50', monthly: '£12' },
        food_drink: { once: '£2.50', monthly: '£20' },
        beauty: { once: '£18', monthly: '£20' },
        tech: { once: '£120', monthly: '£10' },
        saas: { once: '£300', monthly: '£25' },
        finance: { once: '£50', monthly: '£6' },
        travel: { once: '£450', monthly: '£1,500' },
        health: { once: '£20', monthly: '£20' },
      }[category][period]
      const text = costing(period === 'once' ? ordinary : `${ordinary} a month`)
      return p(
        `PRICE.usual.${category}.${period}`,
        1,
        `${ordinary} is an ordinary price, ${period}, for ${category}`,
        () => {
          const felt = pain(text, category)
          return felt > 0.15 && felt < 0.3
        },
      )
    }),
  ),
]

const wanted = (text: string, given = {}) => on(text, given).intent
const gut = (text: string, given = {}) => on(text, given).gut
const considered = (text: string, given = {}) => on(text, given).considered
const fond = (valence: number) => ({ memories: [memory(valence)] })

export const INTENT_PROBES: readonly Probe[] = [
  p('INTENT.base', 0, 'an ordinary thing is not refused out of hand', () => wanted(PLAIN) > 0.15),
  p(
    'INTENT.credibility',
    0,
    'what is believed is wanted more',
    () => wanted(PLAIN, trusting) > wanted(PLAIN, distrustful),
  ),
  p('INTENT.credibility_neutral', 0, 'being believed alone sells nothing', () => wanted(PLAIN) < 0.5),
  p('INTENT.appeal', 0, 'what is liked is wanted more', () => wanted(PLAIN, fond(1)) > wanted(PLAIN, fond(-1))),
  p(
    'INTENT.price',
    0,
    'a price counts even for people who do not look at it',
    () => wanted(costing('£14'), { price_sensitivity: 0 }) < wanted(PLAIN, { price_sensitivity: 0 }),
  ),
  p('INTENT.price_sensitive', 0, 'a price counts more for people who look at it', () => {
    const lost = (price_sensitivity: number) =>
      wanted(PLAIN, { price_sensitivity }) - wanted(costing('£5'), { price_sensitivity })
    return lost(1) > lost(0) + 0.001
  }),
  p('INTENT.guarantee', 0, 'a way back sells more than it appeals', () => {
    const [with_, without] = [on(plus('Full refund.')), on(PLAIN)]
    return with_.intent - without.intent > INTENT.appeal.value * (with_.appeal - without.appeal) + 0.001
  }),
  p('INTENT.pressure', 0, 'being hurried lowers a skeptic’s intent by more than the lost belief', () => {
    const [hurried, calm] = [plus('Hurry!'), PLAIN].map((text) => on(text, { skepticism: 8, ...fond(1) }))
    if (!hurried || !calm) return false
    return calm.intent - hurried.intent > INTENT.credibility.value * (calm.credibility - hurried.credibility) + 0.001
  }),
  p(
    'INTENT.inertia',
    0,
    'people who like the old stay with it',
    () => wanted(PLAIN, { novelty_seeking: 0 }) < wanted(PLAIN, { novelty_seeking: 1 }),
  ),
  p('INTENT.strings', 0, 'small print lowers intent', () => wanted(plus('T&Cs apply.')) < wanted(PLAIN)),
  p(
    'INTENT.own',
    0,
    'two people alike do not want it alike',
    () => wanted(PLAIN, { id: 'probe-1' }) !== wanted(PLAIN, { id: 'probe-2' }),
  ),
  p('INTENT_BANDS.yes', 0, 'a six is not yet a yes', () => intentBand(6) !== 'yes' && intentBand(7) === 'yes'),
  p('INTENT_BANDS.maybe', 0, 'a four is not a maybe', () => intentBand(4) === 'unlikely' && intentBand(5) === 'maybe'),
  p('INTENT_BANDS.unlikely', 0, 'a two is a no', () => intentBand(2) === 'no' && intentBand(3) === 'unlikely'),
]

export const SENTIMENT_PROBES: readonly Probe[] = [
  p('GUT.base', 0, 'an ordinary thing does not repel at first sight', () => gut(PLAIN) > 0.1),
  p('GUT.appeal', 0, 'the first reaction follows liking', () => gut(PLAIN, fond(1)) > gut(PLAIN, fond(-1))),
  p('GUT.thrill', 0, 'fine words thrill the trusting', () => gut(VAGUE, trusting) > gut(PLAIN, trusting)),
  p('GUT.cringe', 0, 'fine words make the skeptical cringe', () => gut(VAGUE, distrustful) < gut(PLAIN, distrustful)),
  p(
    'GUT.sticker',
    0,
    'a high price is felt at once',
    () => gut(costing('£14'), { price_sensitivity: 1 }) < gut(PLAIN, { price_sensitivity: 1 }),
  ),
  p('GUT.absurd', 0, 'the impossible raises an eyebrow before it is weighed', () => {
    const given = { skepticism: 1, memories: [memory(1), memory(1)], cares: ['healthy days'] }
    const [plain, absurd] = [
      on(plus('It is healthy.'), given),
      on(plus('It is healthy. It cures all diseases.'), given),
    ]
    return plain.gut - absurd.gut > 1.1 * (plain.appeal - absurd.appeal) + 0.05
  }),
  p(
    'CONSIDERED.intent',
    0,
    'what somebody would do colours what they think',
    () => considered(PLAIN, fond(1)) > considered(PLAIN, fond(-1)),
  ),
  p(
    'CONSIDERED.credibility',
    0,
    'what somebody believes colours what they think',
    () => considered(PLAIN, trusting) > 0.6 * wanted(PLAIN, trusting) + 0.1,
  ),
  p('SENTIMENT.positive', 0, 'the middle is not positive', () => sentimentOf(0.5, false) === 'neutral'),
  p('SENTIMENT.negative', 0, 'a third is negative', () => sentimentOf(0.33, true) === 'negative'),
]
