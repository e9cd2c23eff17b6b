import type { Argument, Concept, Objection, PrivateObjection, Topic } from '../../../data/lexicon.js'
import type { Category, Persona } from '../../../domain/persona.js'
import { conceptsIn, unmentionedTopics } from '../reading/concepts.js'
import type { Reading } from '../reading/reading.js'
import type { Judgement } from './judge.js'
import { unit } from './random.js'
import { LIMITS, POINTS, PRICE, PRIVATE, STANCE } from './weights.js'

/** One objection or argument of a persona: its kind, what it is about, and how much it matters to them. */
export type Point<K extends string> = {
  readonly kind: K
  /** Verbatim span of the stimulus, or '' when the point is about something missing. */
  readonly quote: string
  readonly topic: string
  readonly value: string
  readonly strength: number
}

/** A point about nothing in particular. */
export const EMPTY_POINT = { quote: '', topic: '', value: '', strength: 0 } as const

export type Points = { readonly against: readonly Point<Objection>[]; readonly inFavour: readonly Point<Argument>[] }

/** A persona's objections to a text and arguments for it, strongest first. */
export function pointsOf(persona: Persona, reading: Reading, judgement: Judgement, category: Category): Points {
  const source = [persona.persona_id, persona.name, reading.fingerprint]
  // A small individual preference, so that similar personas do not always begin with the same point. It affects words, not figures.
  const strongestFirst = <K extends string>(points: Point<K>[], taste: number) =>
    points
      .map((point) => ({
        ...point,
        strength: point.strength + taste * unit([...source, point.kind, point.quote, point.topic]),
      }))
      .sort((a, b) => b.strength - a.strength)
      .filter(({ quote }, i, sorted) => quote === '' || sorted.findIndex((other) => other.quote === quote) === i)
  const objections = [...claimDoubts(judgement), ...offerObjections(persona, reading, judgement)]
  // A person who is repelled raises no minor points.
  const repelled = objections.some(({ kind }) => kind === 'harm' || kind === 'absurd')
  const against = repelled ? objections : [...objections, ...missingPoints(persona, reading, judgement, category)]
  return {
    against: strongestFirst(against, POINTS.taste.value),
    inFavour: strongestFirst(argumentsFor(persona, reading, judgement), POINTS.whim.value),
  }
}

type Draft<K extends string> = { kind: K; strength: number; quote?: string; topic?: string; value?: string }
const createPoint = <K extends string>({ kind, strength, quote = '', topic = '', value = '' }: Draft<K>): Point<K> => ({
  kind,
  strength,
  quote,
  topic,
  value,
})

/** The claims that are not believed, most doubted first; where all are believed, the least credible claim without evidence. */
function claimDoubts({ claims, cares }: Judgement): Point<Objection>[] {
  if (claims.length > 0 && claims.every(({ stance }) => stance === 'believes')) {
    const [least] = claims
      .filter(({ claim }) => claim.weakness !== null && claim.own_evidence === 0)
      .sort((a, b) => a.credibility - b.credibility)
    return least
      ? [
          createPoint({
            kind: least.claim.weakness ?? 'promise',
            quote: least.claim.quote,
            strength: POINTS.nagging.value,
          }),
        ]
      : []
  }
  return claims
    .filter(({ stance }) => stance !== 'believes')
    .sort((a, b) => a.credibility - b.credibility)
    .slice(0, LIMITS.doubted.value)
    .map(({ claim, credibility }) =>
      createPoint({
        kind: claim.weakness ?? 'promise',
        quote: claim.quote,
        strength:
          POINTS.doubt.value * (STANCE.believes.value - credibility) +
          ([...claim.concepts].some((concept) => cares.has(concept)) ? POINTS.care.value : 0),
      }),
    )
}

function offerObjections(
  persona: Persona,
  { parts, price, legibility }: Reading,
  { pain }: Judgement,
): Point<Objection>[] {
  const { price_sensitivity, conformity, novelty_seeking } = persona.traits
  const skeptic = (persona.skepticism - 1) / 9
  const found: Point<Objection>[] = []
  const addObjection = (kind: Objection, quote: string | undefined, strength: number) => {
    if (quote !== undefined) found.push(createPoint({ kind, quote, strength }))
  }
  addObjection('harm', parts.harm[0], POINTS.harm.value)
  if (skeptic >= POINTS.wary.value)
    addObjection('pressure', parts.pressure[0], POINTS.offer.value + POINTS.by_skepticism.value * skeptic)
  if (skeptic >= POINTS.wary.value && conformity < POINTS.sheep.value)
    addObjection('crowd', parts.crowd[0], POINTS.by_skepticism.value * skeptic)
  if (novelty_seeking < POINTS.sheep.value) addObjection('jargon', parts.jargon[0], POINTS.offer.value)
  addObjection('strings', parts.strings[0], POINTS.offer.value + POINTS.by_price.value * price_sensitivity)
  const dearer =
    price?.compared != null && price.amount > price.compared && price_sensitivity >= POINTS.careful_with_money.value
  const hurts = pain >= PRICE.high.value - POINTS.tight.value * price_sensitivity
  if (price && (dearer || hurts))
    addObjection(
      dearer ? 'price_dearer' : 'price_high',
      price.text,
      POINTS.offer.value + POINTS.by_price.value * price_sensitivity * (1 + Math.max(0, pain)),
    )
  if (!price && (legibility === 'clear' || legibility === 'long'))
    addObjection('price_missing', '', POINTS.by_price.value * price_sensitivity)
  return found
}

/** Points about what is missing: a topic of the category, anything the persona cares about, or a readable text. */
function missingPoints(
  persona: Persona,
  reading: Reading,
  { cares, fit, intent }: Judgement,
  category: Category,
): Point<Objection>[] {
  const { legibility } = reading
  if (legibility === 'unreadable' || legibility === 'thin') {
    return [createPoint({ kind: legibility, quote: reading.opening, strength: POINTS.illegible.value })]
  }
  const found: Point<Objection>[] = []
  if (legibility === 'long') found.push(createPoint({ kind: 'long', strength: POINTS.long.value }))
  if (fit.length === 0 && intent < POINTS.indifferent.value)
    found.push(
      createPoint({
        kind: 'irrelevant',
        strength: POINTS.irrelevant.value,
        value: persona.psychographics.values[0] ?? '',
      }),
    )
  const source = [persona.persona_id, persona.name, reading.fingerprint, 'topic']
  const topicStrength = (topic: Topic) =>
    (cares.has(topic.matters_to) ? POINTS.topic_care.value : 0) +
    POINTS.topic_taste.value * unit([...source, topic.topic])
  const topics = unmentionedTopics(reading.lower, category)
    .map((topic) => ({ topic, strength: POINTS.missing.value + topicStrength(topic) }))
    .sort((a, b) => b.strength - a.strength)
  const [first, second] = topics
  if (first) found.push(createPoint({ kind: 'missing', topic: first.topic.topic, strength: first.strength }))
  if (second && persona.traits.need_for_evidence >= POINTS.thorough.value) {
    found.push(
      createPoint({ kind: 'missing', topic: second.topic.topic, strength: second.strength - POINTS.topic_care.value }),
    )
  }
  return found
}

function argumentsFor(
  persona: Persona,
  { parts, price }: Reading,
  { claims, cares, pain }: Judgement,
): Point<Argument>[] {
  const { price_sensitivity, conformity, novelty_seeking, need_for_evidence } = persona.traits
  const found: Point<Argument>[] = []
  for (const { claim, stance } of claims) {
    if (stance !== 'believes') continue
    const shared = [...claim.concepts].find((concept) => cares.has(concept))
    const value = shared && valueFor(persona, shared)
    if (claim.own_evidence >= POINTS.proven.value) {
      found.push(
        createPoint({
          kind: 'proof',
          quote: claim.quote,
          strength: POINTS.proof.value + POINTS.by_need.value * need_for_evidence,
        }),
      )
    } else if (value)
      found.push(createPoint({ kind: 'fit', quote: claim.quote, value, strength: POINTS.argument.value }))
    else found.push(createPoint({ kind: 'plain', quote: claim.quote, strength: POINTS.plain.value }))
  }
  const [guarantee] = parts.guarantee
  if (guarantee) found.push(createPoint({ kind: 'guarantee', quote: guarantee, strength: POINTS.guarantee.value }))
  if (price && pain <= PRICE.low.value)
    found.push(createPoint({ kind: 'value', quote: price.text, strength: POINTS.by_price.value * price_sensitivity }))
  const [crowd] = parts.crowd
  if (crowd && conformity >= POINTS.sheep.value)
    found.push(createPoint({ kind: 'crowd_good', quote: crowd, strength: POINTS.argument.value * conformity }))
  const [novel] = parts.novelty
  if (novel && novelty_seeking >= POINTS.sheep.value)
    found.push(createPoint({ kind: 'novel', quote: novel, strength: POINTS.argument.value * novelty_seeking }))
  return found
}

function valueFor({ psychographics }: Persona, concept: Concept): string | undefined {
  return [...psychographics.values, ...psychographics.aspirations].find((value) => conceptsIn(value).has(concept))
}

/** Categories without a physical product. */
const SERVICES: ReadonlySet<Category> = new Set<Category>(['saas', 'finance', 'travel'])

/** Objections that a persona would not say aloud about this text, strongest first. */
export function privatePointsOf(
  persona: Persona,
  reading: Reading,
  { pain, intent }: Judgement,
  category: Category,
): PrivateObjection[] {
  const { traits, demographics, description } = persona
  const { parts, price } = reading
  const life = `${demographics.lifestage} ${description}`
    .toLowerCase()
    .replace(/\b(?:no|without) (?:child\w*|kids|family|partner)\b/gu, '')
  const inBusiness = /\b(?:team|company|firm|procure\w*|buyer|business|clients|department|staff|colleagues)\b/u.test(
    life,
  )
  const atHome = /\b(?:child\w*|kids?|famil\w*|parents?|partner|married|couple|teen\w*|toddlers?|grand\w*)\b/u.test(
    life,
  )
  const skeptic = (persona.skepticism - 1) / 9
  const isPhysical = !SERVICES.has(category)
  const isHassle =
    /\b(?:app|account|sign up|install|set-?up|subscription|refill|daily|every day|login|connect|migrat\w+)\b/u.test(
      reading.lower,
    )
  const curious = traits.novelty_seeking
  const weighted: [PrivateObjection, number][] = [
    ['money', price && !inBusiness && pain > 0 ? traits.price_sensitivity * (1 + pain) : 0],
    ['career', inBusiness ? PRIVATE.career.value + PRIVATE.career_skeptic.value * skeptic : 0],
    [
      'household',
      isPhysical && atHome && !inBusiness ? PRIVATE.household.value - PRIVATE.household_novelty.value * curious : 0,
    ],
    ['habit', PRIVATE.habit.value * (1 - curious)],
    [
      'image',
      parts.novelty.length > 0 || intent > PRIVATE.image_intent.value ? PRIVATE.image.value * traits.conformity : 0,
    ],
    ['hassle', isHassle ? PRIVATE.hassle.value - PRIVATE.hassle_novelty.value * curious : 0],
    ['motive', skeptic],
    ['regret', isPhysical && intent > PRIVATE.regret_intent.value ? PRIVATE.regret.value * curious : 0],
    ['conformity', PRIVATE.conformity.value * traits.conformity],
  ]
  const source = [persona.persona_id, persona.name, reading.fingerprint, 'private']
  return weighted
    .map(([kind, weight]) => ({
      kind,
      weight: weight === 0 ? 0 : weight + PRIVATE.taste.value * unit([...source, kind]),
    }))
    .filter(({ weight }) => weight >= PRIVATE.least.value)
    .sort((a, b) => b.weight - a.weight)
    .map(({ kind }) => kind)
}
