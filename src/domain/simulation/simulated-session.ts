import type { Action } from './product-screen.js'

export const FEELINGS = ['frustration', 'confidence', 'delight', 'confusion'] as const
/** Value of each feeling, 0–1. */
export type Feelings = Record<(typeof FEELINGS)[number], number>

export const OUTCOMES = ['ok', 'blocked', 'wrong', 'slow', 'loss', 'not_available', 'limit'] as const
export type Outcome = (typeof OUTCOMES)[number]
/** Why an action did not work. */
export const CAUSES = ['defect', 'unclear', 'effort', 'limit', 'price', 'wait', 'not_in_docs'] as const
export type Cause = (typeof CAUSES)[number]

/** Why an action was tried, for the text. */
export const WHYS = [
  'planned',
  'pointed_at',
  'try_again',
  'curious',
  'due',
  'at_hand',
  'confused',
  'stuck',
  'enough',
  'blocked',
] as const
export type Why = (typeof WHYS)[number]

/** One action and its outcome; the feelings are those after it. */
export type SessionEvent = Readonly<Feelings> & {
  readonly seq: number
  readonly action: Action
  /** A screen, `docs`, `support` or `product`. */
  readonly target: string
  readonly outcome: Outcome
  readonly defect: string | null
  readonly cause: Cause | null
  readonly why: Why
  readonly minutes: number
  /** A model's reason for this step; absent where it gave none. */
  readonly said?: string
}

/** What the figures of a simulation are: none is fitted to real users, and those of arithmetic are a rehearsal. */
export const SIMULATION_LABELS = ['rehearsal, uncalibrated', 'uncalibrated'] as const
export type SimulationLabel = (typeof SIMULATION_LABELS)[number]

/** How a session ended: the first that holds. */
export const SESSION_OUTCOMES = [
  'churned',
  'referred',
  'frustrated',
  'delighted',
  'no_engagement',
  'continued',
] as const
export type SessionOutcome = (typeof SESSION_OUTCOMES)[number]

/** Why a person told others: a delightful session, something they had meant to tell, or the product's sharing action. */
export const TRIGGERS = ['delight', 'value_moment', 'share'] as const
export type Trigger = (typeof TRIGGERS)[number]

export type SessionWords = {
  /** `quote` and `why` are '' where they were left out because they named something that is in no record. */
  readonly look_back: (Readonly<Feelings> & { readonly quote: string }) | null
  readonly why: string
  /** Number of sentences left out; absent for none. */
  readonly left_out?: number
  /** Number of sentences checked; absent in runs of earlier versions, which checked `quote` and `why`. */
  readonly checked?: number
  /** What they expected of the session; absent in runs of earlier versions. */
  readonly expects?: string
  /** What they told others; absent where they told nobody. */
  readonly to_others?: string
}

/** A model's words for a person who left, or whose weeks are over; '' where left out. */
export type ExitWords = {
  /** Of the last session. */
  readonly look_back: Readonly<Feelings> & { readonly quote: string }
  /** Why they left or stayed. */
  readonly why: string
  readonly left_out: number
}

export type Session = {
  /** Days since joining, from 0. */
  readonly day: number
  /** The virtual hour at which the session begins. */
  readonly hour: number
  /** The product's strongest notification of the day, which caused the session; `null` where there was none. */
  readonly message: string | null
  readonly before: Readonly<Feelings>
  readonly after: Readonly<Feelings>
  readonly events: readonly SessionEvent[]
  readonly minutes: number
  readonly outcome: SessionOutcome
  /** Why others were told, and which contacts of the person. */
  readonly trigger: Trigger | null
  readonly told: readonly number[]
  /** A model's words for this person: how the last session felt, and why this one; absent where arithmetic planned it. */
  readonly said?: SessionWords
  /** They have no plan and used nothing, whether or not they met the price. */
  readonly shut_out?: true
  /** Arithmetic planned the session because the model returned no plan. */
  readonly planned_offline?: true
}

/**
 * Why a person left, the first reason that applies: `dissatisfied` where their feelings spoke against staying,
 * `drifted` where they did not and there was no other reason.
 */
export const LEAVING_REASONS = [
  'uninstalled',
  'deal_breaker',
  'price',
  'limit',
  'lapsed',
  'dissatisfied',
  'drifted',
] as const
export type LeavingReason = (typeof LEAVING_REASONS)[number]

/** The target under which a planned step is stored that names nothing the product has. */
export const ELSEWHERE = 'elsewhere'

/** The targets and defects that the sessions of one simulation can name; the targets include `ELSEWHERE`. */
export type SessionNames = { readonly targets: readonly string[]; readonly defects: readonly string[] }
