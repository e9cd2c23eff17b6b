import type { PersonaProfile } from '../personas/persona-profile.js'
import { keyedShare } from '../statistics/keyed-share.js'
import { derivedMinutes } from './daily-minutes.js'

const EXPERIENCE: Readonly<Record<PersonaProfile['experience_level'], number>> = {
  Novice: 0.15,
  Intermediate: 0.5,
  Expert: 0.85,
}
const ADOPTION: Readonly<Record<PersonaProfile['tech_adoption'], number>> = {
  Laggard: 0.15,
  'Late majority': 0.4,
  'Early majority': 0.6,
  'Early adopter': 0.85,
}
const COLLABORATION: Readonly<Record<PersonaProfile['collaboration_style'], number>> = {
  Solo: 0,
  Team: 0.5,
  'Community-driven': 1,
}
/** Range of the share of chance in a person's choices, and of the share of sessions that are cut short. */
const IRRATIONALITY = { from: 0.05, to: 0.15 } as const
const DISTRACTION = { from: 0.05, to: 0.2 } as const

/** A person as the numbers a simulated user of a product acts by, each 0–1. */
type SimulatedTraits = {
  readonly patience: number
  readonly risk: number
  readonly experience: number
  readonly adoption: number
  /** log₂(minutes a day / 15) / 3: 0 for 15 minutes, 1 for 120. */
  readonly time: number
  /** 1 for the person's own way of learning, 0 for the others. */
  readonly learning: Readonly<Record<PersonaProfile['learning_style'], number>>
  readonly collaboration: number
  /** Weight of chance beside preference, 0.05–0.15. */
  readonly irrationality: number
  /** Chance that a session is cut short, 0.05–0.2. */
  readonly distraction: number
}

type Extras = Required<Pick<PersonaProfile, 'minutes_per_day' | 'irrationality' | 'distraction'>>

const between = ({ from, to }: { from: number; to: number }, position: number): number =>
  Math.round((from + position * (to - from)) * 1_000) / 1_000

/** Values of both extras at positions in [0, 1) of their ranges. */
export const drawnExtras = (irrationality: number, distraction: number) => ({
  irrationality: between(IRRATIONALITY, irrationality),
  distraction: between(DISTRACTION, distraction),
})

/** Minutes a day and the extras of a profile; where the profile lacks them, derived from its id and its text. */
export function extrasOf(profile: PersonaProfile): Extras {
  const { id, minutes_per_day, irrationality, distraction } = profile
  const derived = drawnExtras(keyedShare(`${id}/irrationality`), keyedShare(`${id}/distraction`))
  return {
    minutes_per_day: minutes_per_day ?? derivedMinutes(profile),
    irrationality: irrationality ?? derived.irrationality,
    distraction: distraction ?? derived.distraction,
  }
}

/** The traits of a simulated user from a profile. Levels have fixed numbers, which are assumptions (docs/personas.md). */
export function simulatedTraitsOf(profile: PersonaProfile): SimulatedTraits {
  const { minutes_per_day, irrationality, distraction } = extrasOf(profile)
  return {
    patience: profile.patience_level,
    risk: profile.risk_tolerance,
    experience: EXPERIENCE[profile.experience_level],
    adoption: ADOPTION[profile.tech_adoption],
    time: Math.log2(minutes_per_day / 15) / 3,
    learning: oneHot(profile.learning_style),
    collaboration: COLLABORATION[profile.collaboration_style],
    irrationality,
    distraction,
  }
}

function oneHot(style: PersonaProfile['learning_style']): SimulatedTraits['learning'] {
  const learning = { 'Trial-error': 0, Documentation: 0, Video: 0, 'Peer learning': 0 }
  learning[style] = 1
  return learning
}
