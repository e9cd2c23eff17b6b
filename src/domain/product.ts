import type { z } from 'zod'
import { unknownNames } from './product-names.js'
import { senselessParts } from './product-sense.js'
import { ProductShape } from './product-shape.js'

/**
 * A product as synthetic people meet it. Every number is an assumption of whoever wrote the file. With names that do not
 * exist (a screen, a variable, a flag, a defect), or parts that cannot be meant, it is refused.
 */
export const Product = ProductShape.superRefine((product, context) => {
  const unknown = unknownNames(product)
  const problems = unknown.length > 0 ? unknown : senselessParts(product)
  for (const { path, message } of problems) context.addIssue({ code: 'custom', path, message })
})
export type Product = z.infer<typeof Product>
