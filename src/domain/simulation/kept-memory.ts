import { z } from 'zod'

export const MEMORY_KINDS = ['episodic', 'semantic', 'social', 'emotional'] as const

/** Something a person remembers of their weeks with a product, or was told before them. */
export const KeptMemory = z.object({
  /** `social`: heard from somebody; `semantic`: concluded; `emotional`: felt strongly; `episodic`: lived through. */
  kind: z.enum(MEMORY_KINDS),
  /** The last day of it, from 1. */
  day: z.int(),
  /** A sentence of this person. */
  text: z.string(),
  times: z.int(),
})
export type KeptMemory = z.infer<typeof KeptMemory>
