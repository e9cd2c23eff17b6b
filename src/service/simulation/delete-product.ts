import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import { auditActor, type Context } from '../context.js'

/**
 * Deletes a product with all its versions, and unstarted drafts that include it. Runs that used it keep their own copy.
 * Returns how many of each were deleted. Errors: `forbidden`, `not_found`.
 */
export async function deleteProduct(
  ctx: Context,
  { product }: { readonly product: string },
): Promise<{ versions: number; drafts: number }> {
  requireScope(ctx.grant, 'write')
  const deleted = await ctx.store.erasure.deleteProduct(auditActor(ctx), product)
  if (!deleted) throw new AppError('not_found', { what: 'product', id: product })
  return deleted
}
