import type { LEARNING_STYLES } from '../../../domain/personas/persona-profile.js'
import type { Concerns } from '../../../domain/simulation/concern.js'

/** A person's traits for the arithmetic; each number is 0–1. */
export type Traits = {
  readonly patience: number
  readonly risk: number
  /** Novice .15, Intermediate .5, Expert .85. */
  readonly experience: number
  /** Laggard .15, Late majority .4, Early majority .6, Early adopter .85. */
  readonly adoption: number
  /** log₂(minutes a day ÷ 15) ÷ 3: 15 minutes 0, 120 minutes 1. */
  readonly time: number
  readonly learning: (typeof LEARNING_STYLES)[number]
  /** Solo 0, Team .5, Community-driven 1. */
  readonly collaboration: number
  /** Weight of chance in choices: .05–.15. */
  readonly irrationality: number
  /** Probability that a session is cut short: .05–.20. */
  readonly distraction: number
}

export type SimulatedPerson = {
  /** Key of the person's draws. */
  readonly id: string
  /** Id of the persona that this person is a copy of; absent where there is only one. */
  readonly source?: string
  readonly name: string
  readonly traits: Traits
  /** Defects that this person would not put up with. */
  readonly deal_breakers: readonly string[]
  /** Screens whose value this person would tell others about. */
  readonly referral_triggers: readonly string[]
  /** The person's concerns from their statements; `null` where none was recognised, absent where there are no statements. */
  readonly concerns?: Concerns | null
  /** Screens whose names this person mentions. */
  readonly spoken_of?: readonly string[]
}
