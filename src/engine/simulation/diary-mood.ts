import type { MOODS } from '../../data/diary.js'
import type { Session } from '../../domain/simulated-session.js'

export type Mood = (typeof MOODS)[number]
export const UPSET: ReadonlySet<Mood> = new Set(['furious', 'annoyed'])

/** After so many visits one may speak of a product as of something old. */
const ACQUAINTED = 4

/** On a day without a failure anger is not about that day; after one, indifference is a shrug. Fondness takes time. */
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
