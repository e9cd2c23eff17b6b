import { CONCERNS, type Concern } from '../../../domain/simulation/concern.js'
import { HOURS_A_DAY } from '../../../domain/simulation/daily-minutes.js'
import { ACTIONS, type Action } from '../../../domain/simulation/product-screen.js'
import type { Cause } from '../../../domain/simulation/simulated-session.js'
import type { ProductState, ResolvedDefect } from '../product-state.js'
import type { BehaviourWeights } from './behaviour-weights.js'
import type { SimulatedPerson, Traits } from './person.js'

/** A person's contribution to the utility of an action, by trait. */
type Leaning = { readonly base: number; readonly effort: number; readonly never_done: number }

/** A person's traits as the machine uses them, computed once. */
export type Disposition = {
  readonly leanings: Readonly<Record<Action, Leaning>>
  /** How well the product's documentation fits the person's way of learning, 0–1. */
  readonly docs_fit: number
  /** Weights of confusion on reading and of frustration on asking, by learning style. */
  readonly docs_when_confused: number
  readonly help_when_frustrated: number
  /** Scale of the Gumbel term in every choice. */
  readonly noise: number
  /** Exponent of the power law of practice. */
  readonly learning_rate: number
  readonly max_actions: number
  /** 1 for a neutral person. */
  readonly share_weight: number
  /** How strongly each concern is felt; 1 for all where nothing is known. */
  readonly felt: Readonly<Record<Concern, number>>
  /** By screen: factor on its value, above 1 for a screen the person mentions. */
  readonly worth: Float64Array
}

const FIT = { Documentation: 1, Video: 0.2, 'Peer learning': 0.3, 'Trial-error': 0.2 } as const

export function dispositionOf(person: SimulatedPerson, product: ProductState, weights: BehaviourWeights): Disposition {
  const { traits } = person
  const { learning, time } = traits
  const leanings = Object.fromEntries(ACTIONS.map((action) => [action, leaningOf(action, traits, weights)])) as Record<
    Action,
    Leaning
  >
  const add = (action: Action, base: number) => {
    leanings[action] = { ...leanings[action], base: leanings[action].base + base }
  }
  if (learning === 'Trial-error') {
    add('use_feature', 0.5)
    add('read_docs', -1)
    add('seek_help', -0.5)
  }
  if (learning === 'Peer learning') add('share', 0.3)
  add('seek_help', -0.2 * (product.support.wait_hours / HOURS_A_DAY) * time)
  return {
    leanings,
    docs_fit: learning === 'Video' && product.docs.video ? 1 : FIT[learning],
    docs_when_confused: docsWhenConfused(learning, product),
    help_when_frustrated: learning === 'Peer learning' ? 5 : 0,
    noise: 0.5 + 4 * traits.irrationality,
    learning_rate: 0.2 + 0.25 * traits.experience,
    max_actions: Math.min(10, 2 + Math.round(8 * (0.3 + 0.7 * time))),
    share_weight: Math.exp(leanings.share.base),
    felt: concernWeights(person, weights),
    worth: Float64Array.from(product.screens, ({ id }) =>
      person.spoken_of?.includes(id) === true ? 1 + weights.concerns.spoken_of : 1,
    ),
  }
}

/**
 * exp(w · (s − s̄)), s̄ the mean of the person's concerns: a concern above the mean is felt more and the others less,
 * so a person with many concerns is not more sensitive to everything.
 */
function concernWeights({ concerns }: SimulatedPerson, { concerns: { felt } }: BehaviourWeights): Disposition['felt'] {
  const mean = concerns ? CONCERNS.reduce((sum, concern) => sum + concerns[concern], 0) / CONCERNS.length : 0
  return Object.fromEntries(
    CONCERNS.map((concern) => [concern, concerns ? Math.exp(felt * (concerns[concern] - mean)) : 1]),
  ) as Record<Concern, number>
}

const CONCERN_OF: Readonly<Record<Exclude<Cause, 'defect'>, Concern>> = {
  unclear: 'clarity',
  effort: 'effort',
  limit: 'price',
  price: 'price',
  not_in_docs: 'learning',
  wait: 'waiting',
}

/** How much a failure at a place concerns a person: by the strongest of the concerns it touches. */
export function failureWeight(
  { felt }: Disposition,
  { defect, cause }: { readonly defect: ResolvedDefect | null; readonly cause: Cause | null },
  place: readonly Concern[],
): number {
  let weight = 0
  for (const concern of place) weight = Math.max(weight, felt[concern])
  for (const concern of defect?.concerns ?? []) weight = Math.max(weight, felt[concern])
  if (cause !== null && cause !== 'defect') weight = Math.max(weight, felt[CONCERN_OF[cause]])
  return weight === 0 ? 1 : weight
}

function docsWhenConfused(learning: Traits['learning'], product: ProductState): number {
  if (learning === 'Documentation') return 1.5
  return learning === 'Video' && product.docs.video ? 0.8 : 0
}

function leaningOf(action: Action, traits: Traits, weights: BehaviourWeights): Leaning {
  const leaning = { base: 0, effort: 0, never_done: 0 }
  for (const [trait, weight] of Object.entries(weights.traits[action])) {
    const centred = traits[trait as keyof BehaviourWeights['traits'][Action]] - 0.5
    leaning.base += (weight.base ?? 0) * centred
    leaning.effort += (weight.effort ?? 0) * centred
    leaning.never_done += (weight.never_done ?? 0) * centred
  }
  return leaning
}
