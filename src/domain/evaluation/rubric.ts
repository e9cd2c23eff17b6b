import { z } from 'zod'

/** Tolerance for the sum of the weights, which people type: a sum this close to 1 counts as 1. */
const ROUNDING = 1e-6

export const Dimension = z.object({
  dimension_id: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, 'A dimension’s id is lower case letters, digits and _.')
    .max(60),
  name: z.string().trim().min(1).max(80),
  weight: z.number().positive('A weight is more than 0; leave a dimension out that counts for nothing.').max(1),
  /** The dimension's meaning, for the judge. */
  description: z.string().trim().min(1).max(2_000),
  /** What a 0, a 3 and a 5 look like; `null` where the general scale suffices. */
  anchors: z.object({ low: z.string(), middle: z.string(), high: z.string() }).nullable().default(null),
})
export type Dimension = z.infer<typeof Dimension>

/** Two to ten dimensions whose weights sum to one. */
export const Rubric = z.object({
  dimensions: z
    .array(Dimension)
    .min(2, 'A rubric has at least 2 dimensions.')
    .max(10, 'A rubric has at most 10 dimensions.')
    .superRefine((dimensions, context) => {
      const sum = dimensions.reduce((total, { weight }) => total + weight, 0)
      if (Math.abs(sum - 1) > ROUNDING)
        context.addIssue({
          code: 'custom',
          message: `The weights must sum to 1; they sum to ${Number(sum.toFixed(6))} (${dimensions.map(({ dimension_id, weight }) => `${dimension_id} ${weight}`).join(' + ')}).`,
        })
      const ids = dimensions.map(({ dimension_id }) => dimension_id)
      const twice = ids.find((id, index) => ids.indexOf(id) !== index)
      if (twice !== undefined)
        context.addIssue({ code: 'custom', message: `The dimension "${twice}" stands in the rubric twice.` })
    }),
})
export type Rubric = z.infer<typeof Rubric>
