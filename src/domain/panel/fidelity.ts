import { z } from 'zod'

const Held = z.int().min(0).max(10)

/** How far one answer fits its persona, each mark from 0 (not at all) to 10 (wholly). */
export const FidelityMark = z.object({
  /** The respondent's name, as listed. */
  name: z.string(),
  skepticism_held: Held,
  values_held: Held,
  voice_held: Held,
  /** What to do differently, one sentence; '' for nothing. */
  feedback: z.string(),
})
export type FidelityMark = z.infer<typeof FidelityMark>

export const FidelityAnswer = z.object({ marks: z.array(FidelityMark).max(8) })
export type FidelityAnswer = z.infer<typeof FidelityAnswer>
