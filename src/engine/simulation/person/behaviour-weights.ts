import type { Action } from '../../../domain/simulation/product-screen.js'

/** A trait's weights on the utility of an action: by itself, with the action's effort, and where it was never done. */
type Weight = { readonly base?: number; readonly effort?: number; readonly never_done?: number }
type ScaledTrait = 'patience' | 'risk' | 'adoption' | 'experience' | 'time' | 'collaboration'

/**
 * Judgements that are no numbers of the product and that a sensitivity run varies. Weights of feelings, choices,
 * outcomes and prices are defined where they apply. None is fitted to people; docs/simulation.md gives the source of
 * each.
 */
export type BehaviourWeights = {
  /** Traits are centred on .5 before weighting. */
  readonly traits: Readonly<Record<Action, Readonly<Partial<Record<ScaledTrait, Weight>>>>>
  readonly staying: {
    /** Daily hazard of everybody without a calibration. */
    readonly hazard: number
    /** θ_R: how strongly the retention score moves the hazard. */
    readonly score: number
    readonly gap: number
    readonly habit: number
    readonly price: number
    /** Whether people can uninstall at all. */
    readonly uninstall: boolean
  }
  readonly coming_back: {
    readonly intercept: number
    readonly time: number
    readonly habit: number
    readonly delight: number
    readonly frustration: number
    readonly due: number
    readonly weekday: number
    readonly gap: number
  }
  readonly concerns: {
    /** Log factor by which a person feels a concern that exceeds the mean of their concerns by 1. */
    readonly felt: number
    /** Share by which a screen is worth more to a person who mentions it. */
    readonly spoken_of: number
  }
  /** Probability that a person with something to tell tells a given contact, at a neutral share weight. */
  readonly invitation: number
}

/** A neutral person with a need due who was there yesterday comes back on half of the days. */
const NEUTRAL_INTERCEPT = -2 + 0.25 * Math.LN2

export const BEHAVIOUR_WEIGHTS: BehaviourWeights = {
  traits: {
    install: { patience: { base: 0.3 }, risk: { base: 0.8 }, adoption: { base: 1 }, experience: { base: 0.2 } },
    configure: {
      patience: { effort: 1 },
      risk: { base: -0.2 },
      adoption: { base: 0.3 },
      experience: { effort: 0.7 },
      time: { base: 0.5 },
    },
    use_feature: { patience: { effort: 0.5 }, risk: { never_done: 0.3 }, adoption: { never_done: 0.8 } },
    read_docs: {
      patience: { base: 0.5 },
      risk: { base: -0.4 },
      adoption: { base: -0.2 },
      experience: { base: -0.8 },
      time: { base: 0.4 },
    },
    seek_help: {
      patience: { base: 0.6 },
      risk: { base: -0.2 },
      adoption: { base: -0.2 },
      experience: { base: -0.6 },
    },
    customize: {
      patience: { effort: 0.8 },
      risk: { base: 0.4 },
      adoption: { base: 0.6 },
      experience: { base: 0.8 },
      time: { base: 0.8 },
    },
    share: {
      risk: { base: 0.5 },
      adoption: { base: 0.5 },
      experience: { base: 0.2 },
      collaboration: { base: 0.5 },
    },
    uninstall: { risk: { base: 0.2 }, time: { base: -0.3 } },
  },
  staying: { hazard: 0.03, score: 1, gap: 0.15, habit: 1, price: 0.9, uninstall: true },
  coming_back: {
    intercept: NEUTRAL_INTERCEPT,
    time: 1.2,
    habit: 2.2,
    delight: 1.6,
    frustration: 1.8,
    due: 1,
    weekday: 1,
    gap: 0.25,
  },
  concerns: { felt: 1.6, spoken_of: 0.3 },
  invitation: 0.01,
}

/** The weights with another strength of feelings on staying; 1 is assumed. */
export const withFeelingStrength = (score: number): BehaviourWeights => ({
  ...BEHAVIOUR_WEIGHTS,
  staying: { ...BEHAVIOUR_WEIGHTS.staying, score },
})
