import type { ProductSummary } from '../../db/simulation/products.js'
import type { Product } from '../../domain/simulation/product.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import { auditActor, type Context } from '../context.js'

/** The newest version of every product of the workspace, by id. */
export const savedProducts = (ctx: Context): Promise<ProductSummary[]> => ctx.store.products.list(ctx.actor)

/** A product: its newest version, or the one in `slotwise@2`. Errors: `not_found`. */
export async function getProduct(ctx: Context, { product }: { readonly product: string }): Promise<Product> {
  const found = await lookUpProduct(ctx, product)
  if (!found) throw new AppError('not_found', { what: 'product', id: product })
  return found.product
}

/** As `getProduct`, with the version; `null` where there is no such product. */
export async function lookUpProduct(
  ctx: Context,
  named: string,
): Promise<{ product: Product; version: number } | null> {
  const [, id = '', version] = /^([\w-]{1,80})(?:@(\d{1,6}))?$/.exec(named.trim()) ?? []
  return id === '' ? null : ctx.store.products.get(ctx.actor, id, version === undefined ? null : Number(version))
}

/**
 * Stores a product, so that simulations can refer to it by id; changed content becomes another version. Returns the
 * version.
 */
export const saveProduct = (ctx: Context, product: Product): Promise<number> =>
  ctx.store.products.register(ctx.actor, product)

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
