import { z } from 'zod'

const Held = z.int().min(0).max(10)

/** How far one answer fits the person it was given for, each 0 (not at all) … 10 (wholly). */
export const FidelityMark = z.object({
  /** The respondent's name, as listed. */
  name: z.string(),
  skepticism_held: Held,
  values_held: Held,
  voice_held: Held,
  /** What to do differently, one sentence; '' where nothing. */
  feedback: z.string(),
})
export type FidelityMark = z.infer<typeof FidelityMark>

export const FidelityAnswer = z.object({ marks: z.array(FidelityMark).max(8) })
export type FidelityAnswer = z.infer<typeof FidelityAnswer>
