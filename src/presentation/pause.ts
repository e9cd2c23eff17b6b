import type { Run } from '../domain/run/run-state.js'
import { clean, truncate } from './clean.js'
import { ended } from './words.js'

/** A pause ends at `resume_at`, or, where that is null, by a person. */
type Pausable = Pick<Run, 'status' | 'reason' | 'resume_at'>

/** Why a run is paused and until when, as whole sentences; `null` for a run that is not paused. */
export function pauseSentences({ status, reason, resume_at }: Pausable): string | null {
  if (status !== 'paused') return null
  const why = reason === null ? '' : ` ${ended(truncate(clean(reason.message), 600))}`
  return `Paused, ${pauseEnd(resume_at)}.${why}`
}

/** "until 2026-12-01 00:00:05 UTC, and goes on by itself then". */
export const pauseEnd = (resume_at: Date | null): string =>
  resume_at === null ? 'until a person resumes it' : `until ${utcTime(resume_at)}, and goes on by itself then`

/** "2026-12-01 00:00:05 UTC". */
export const utcTime = (time: Date): string => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
