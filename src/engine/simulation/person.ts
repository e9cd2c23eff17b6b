import type { Concerns } from '../../domain/concern.js'
import type { LEARNING_STYLES } from '../../domain/persona-profile.js'

/** What the arithmetic knows of a person; each number is 0–1. */
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
  /** How much chance there is in choices: .05–.15. */
  readonly irrationality: number
  /** How often a session is cut short: .05–.20. */
  readonly distraction: number
}

export type SimulatedPerson = {
  /** Their draws are keyed by it. */
  readonly id: string
  /** Id of the persona that this is a copy of; left out where there is none other of it. */
  readonly source?: string
  readonly name: string
  readonly traits: Traits
  /** Defects that this person would not put up with. */
  readonly deal_breakers: readonly string[]
  /** Screens whose value this person would tell others about. */
  readonly referral_triggers: readonly string[]
  /** What troubles this person, by what they said; `null` where nothing was recognised, left out where nobody was asked. */
  readonly concerns?: Concerns | null
  /** Screens of whose name this person spoke. */
  readonly spoken_of?: readonly string[]
}
