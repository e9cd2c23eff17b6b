import { z } from 'zod'

/** One line of a run's history, in order of `seq`. */
export const RunEvent = z.object({
  seq: z.int(),
  at: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
})
export type RunEvent = z.infer<typeof RunEvent>
