import type { MOODS } from '../../../data/diary.js'
import type { Session } from '../../../domain/simulation/simulated-session.js'

export type Mood = (typeof MOODS)[number]
export const UPSET: ReadonlySet<Mood> = new Set(['furious', 'annoyed'])

/** Number of visits after which a person speaks of the product as something familiar. */
const ACQUAINTED = 4

/**
 * The mood as a diary words it: anger without a failure is `worn`, indifference after one `shrug`, liking after many
 * visits `fond`.
 */
export function spokenMood(mood: Mood, { events }: Session, visits: number): Mood {
  if (visits > ACQUAINTED && mood === 'delighted') return 'fond'
  if (visits > ACQUAINTED && mood === 'pleased') return 'content'
  const failed = events.some(({ outcome }) => outcome !== 'ok')
  if (UPSET.has(mood) && !failed) return 'worn'
  return mood === 'flat' && failed ? 'shrug' : mood
}

export function moodOf({ after, events }: Session): Mood {
  if (events.length === 0) return 'flat'
  if (after.frustration > 0.8) return 'furious'
  if (after.frustration > 0.55) return 'annoyed'
  if (after.confusion > 0.4) return 'confused'
  const failed = events.some(({ outcome }) => outcome !== 'ok')
  if (after.delight > 0.5 && failed) return 'in_spite'
  if (after.delight > 0.7) return 'delighted'
  return after.delight > 0.5 ? 'pleased' : 'flat'
}
