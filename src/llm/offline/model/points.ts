import type { Argument, HiddenObjection, Objection } from '../../../data/lexicon.js'
import type { Category, Persona } from '../../../domain/personas/persona.js'
import type { Reading } from '../reading/reading.js'
import type { Judgement } from './judge.js'
import { LIMITS, POINTS, PRICE, PRIVATE, STANCE } from './weights.js'

/**
 * An objection or argument of a persona: its kind, the words of the text that it concerns, and how much it matters to
 * the persona.
 */
export type Point<K extends string> = { readonly kind: K; readonly quote: string; readonly strength: number }

export type Points = { readonly against: readonly Point<Objection>[]; readonly inFavour: readonly Point<Argument>[] }

/**
 * A persona's objections to a text and arguments for it, strongest first; only the strongest point about a quote is
 * kept.
 */
export function pointsOf(persona: Persona, reading: Reading, judgement: Judgement): Points {
  const strongestFirst = <K extends string>(points: Point<K>[]) =>
    points
      .sort((a, b) => b.strength - a.strength)
      .filter(({ quote }, i, sorted) => quote === '' || sorted.findIndex((other) => other.quote === quote) === i)
  if (reading.legibility === 'thin' || reading.legibility === 'unreadable')
    return { against: [{ kind: 'thin', quote: reading.opening, strength: POINTS.thin.value }], inFavour: [] }
  return {
    against: strongestFirst([...claimObjections(judgement), ...offerObjections(persona, reading, judgement)]),
    inFavour: strongestFirst(argumentsFor(persona, reading, judgement)),
  }
}

/** Admitted harms and weaknesses, and the claims that are not believed, most doubted first. */
function claimObjections({ claims }: Judgement): Point<Objection>[] {
  const admitted = claims
    .filter(({ meaning }) => meaning < 0)
    .map(({ quote, meaning }) => ({
      kind: meaning <= HARM_FROM ? ('harm' as const) : ('no_better' as const),
      quote,
      strength: POINTS.harm.value * meaning ** 2,
    }))
  const doubted = claims
    .filter(({ stance, meaning }) => stance !== 'believes' && meaning >= 0)
    .sort((a, b) => a.credibility - b.credibility)
    .slice(0, LIMITS.doubted.value)
    .map(({ weakness, quote, credibility }) => ({
      kind: weakness ?? ('unproven' as const),
      quote,
      strength: POINTS.doubt.value * (STANCE.believes.value - credibility),
    }))
  return [...admitted, ...doubted]
}
const HARM_FROM = -0.75

function offerObjections(persona: Persona, { parts, price }: Reading, { pain }: Judgement): Point<Objection>[] {
  const { price_sensitivity } = persona.traits
  const skeptic = (persona.skepticism - 1) / 9
  const found: Point<Objection>[] = []
  const add = (kind: Objection, quote: string | undefined, strength: number) => {
    if (quote !== undefined) found.push({ kind, quote, strength })
  }
  if (skeptic >= POINTS.wary.value)
    add('pressure', parts.pressure[0], POINTS.offer.value + POINTS.by_skepticism.value * skeptic)
  add('jargon', parts.jargon[0], POINTS.offer.value)
  add('strings', parts.strings[0], POINTS.offer.value + POINTS.by_price.value * price_sensitivity)
  const dearer = price?.compared != null && price.amount > price.compared
  if (price && !price.is_open && (dearer || pain >= PRICE.high.value - POINTS.tight.value * price_sensitivity))
    add(
      'price_high',
      price.text,
      POINTS.offer.value + POINTS.by_price.value * price_sensitivity * (1 + Math.max(0, pain)),
    )
  if (!price) add('price_missing', '', POINTS.by_price.value * price_sensitivity)
  return found
}

function argumentsFor({ traits }: Persona, { parts, price }: Reading, { claims, pain }: Judgement): Point<Argument>[] {
  const found: Point<Argument>[] = claims
    .filter(({ stance, meaning }) => stance === 'believes' && meaning >= 0)
    .map(({ quote, own_evidence, credibility }) =>
      own_evidence >= POINTS.proven.value
        ? { kind: 'proof', quote, strength: POINTS.proof.value }
        : { kind: 'plain', quote, strength: POINTS.argument.value * credibility },
    )
  for (const quote of parts.guarantee) found.push({ kind: 'guarantee', quote, strength: POINTS.argument.value })
  if (price && !price.is_open && pain <= PRICE.low.value)
    found.push({ kind: 'value', quote: price.text, strength: POINTS.by_price.value * traits.price_sensitivity })
  return found
}

/** Categories without a physical product. */
const SERVICES: ReadonlySet<Category> = new Set<Category>(['saas', 'finance', 'travel'])

/** Objections that a persona would not say aloud about this text, strongest first. */
export function hiddenObjectionsOf(
  persona: Persona,
  reading: Reading,
  { pain }: Judgement,
  category: Category,
): HiddenObjection[] {
  const { traits, demographics, description } = persona
  const life = `${demographics.lifestage} ${description}`
    .toLowerCase()
    .replace(/\b(?:no|without) (?:child\w*|kids|family|partner)\b/gu, '')
  const inBusiness = /\b(?:team|company|firm|procure\w*|buyer|business|clients|department|staff|colleagues)\b/u.test(
    life,
  )
  const atHome = /\b(?:child\w*|kids?|famil\w*|parents?|partner|married|couple|teen\w*|toddlers?|grand\w*)\b/u.test(
    life,
  )
  const weighted: [HiddenObjection, number][] = [
    ['money', reading.price && !inBusiness && pain > 0 ? traits.price_sensitivity * (1 + pain) : 0],
    ['career', inBusiness ? PRIVATE.career.value : 0],
    ['household', !SERVICES.has(category) && atHome && !inBusiness ? PRIVATE.household.value : 0],
    ['habit', PRIVATE.habit.value * (1 - traits.novelty_seeking)],
    ['motive', (persona.skepticism - 1) / 9],
  ]
  return weighted
    .filter(([, weight]) => weight >= PRIVATE.least.value)
    .sort((a, b) => b[1] - a[1])
    .map(([kind]) => kind)
}
