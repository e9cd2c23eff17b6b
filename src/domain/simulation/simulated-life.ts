import type { KeptMemory } from './kept-memory.js'
import type { FEELINGS, Feelings, LeavingReason, SessionOutcome, Trigger } from './simulated-session.js'

/** One thing that happened, with the field names of the SUTS specification. Timestamps are virtual. */
export type SimulationEventRecord = {
  readonly id: string
  readonly persona_id: string
  readonly timestamp: string
  /** `emotion`: a feeling passed the bound of a friction or value moment; `decision`: they bought a plan, or left. */
  readonly event_type: 'action' | 'emotion' | 'decision'
  /** For an emotion `frustrated` or `delighted`, for a decision `buy` or `leave`. */
  readonly action: string
  /** Where it happened, in which state of the product, and which plan they had on that morning. */
  readonly context: {
    readonly target: string
    readonly product_version: string
    readonly day: number
    readonly plan: 'trial' | 'paid' | 'free' | 'none'
    /** The bought plan and its price a month, once one is bought and where it is known which. */
    readonly bought?: BoughtPlan
    readonly flags_on: readonly string[]
  }
  /**
   * Why, from what happened; where a model planned the step, its reason for it as a quotation, and in runs of earlier
   * versions its words for the session.
   */
  readonly reasoning: string
  readonly emotional_state: Readonly<Feelings>
  readonly metadata: {
    readonly seq: number
    readonly outcome: string
    readonly defect: string | null
    readonly cause: string | null
    readonly minutes: number
    /** Of a `buy`: the plan and its price, where it is known which. */
    readonly plan?: BoughtPlan
  }
}

type BoughtPlan = { readonly id: string; readonly per_month: number; readonly currency?: string }

export type SimulationSessionRecord = {
  readonly id: string
  readonly persona_id: string
  /** From 1. */
  readonly session_number: number
  readonly start_time: string
  readonly end_time: string
  /** In order. A decision stands with the last session before it, and may be later than its end. */
  readonly events: readonly SimulationEventRecord[]
  readonly outcome: SessionOutcome
  /**
   * Rehearsal text made from templates; where a model planned it, or rows are all there is, the steps and what came of
   * them, and as a quotation what the model set out to do.
   */
  readonly summary: string
  /**
   * A model's words, '' where left out: what they set out to do, expected and told others, and what they said of it when
   * they came again or were asked at the end; `null` without a model.
   */
  readonly said: {
    readonly why: string
    readonly expects?: string
    readonly to_others?: string
    readonly looking_back: string
  } | null
}

/** One synthetic person of a simulation with everything that happened to them. */
export type SimulatedLife = {
  readonly persona_id: string
  readonly name: string
  readonly kind: string
  readonly synthetic: true
  /**
   * `computed`: all of it again, equal to what is stored. `stored`: read from rows, as this version computes other weeks;
   * without traits, words and memories, and with the session's minutes shared equally among its events.
   */
  readonly source: 'computed' | 'stored'
  readonly traits: Readonly<Record<string, number | string>>
  /** `joined`: day of the window, from 0; `days`: until they left or the window ended. */
  readonly joined: number
  /** Id of the user whose invitation they accepted; `null` for the cohort. */
  readonly by: string | null
  readonly days: number
  readonly left: LeavingReason | null
  readonly emotional_trajectory: readonly ({ readonly day: number } & Readonly<
    Record<(typeof FEELINGS)[number], number>
  >)[]
  readonly sessions: readonly SimulationSessionRecord[]
  /** What they remember at the end. */
  readonly memories: readonly KeptMemory[]
  /** A model's words when they had left or their weeks were over, '' where left out; `null` where it was not asked. */
  readonly exit_interview: {
    readonly why: string
    readonly looking_back: string
    readonly felt: Readonly<Feelings>
  } | null
}

/** An invitation that reached somebody who was no user. Days of the window, from 0. */
export type SimulationReferral = {
  readonly record: 'referral'
  readonly from: string
  readonly to: string
  readonly sent: number
  /** `null`: not accepted. */
  readonly joined: number | null
  readonly trigger: Trigger
}
