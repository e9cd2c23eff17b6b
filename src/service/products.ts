import type { ProductSummary } from '../db/products.js'
import type { Product } from '../domain/product.js'
import { AppError } from '../errors.js'
import type { Context } from './context.js'

/** The newest version of every product of the workspace, by id. */
export const savedProducts = (ctx: Context): Promise<ProductSummary[]> => ctx.store.products.list(ctx.actor)

/** A product: its newest version, or `slotwise@2`. Errors: `not_found`. */
export async function getProduct(ctx: Context, { product }: { readonly product: string }): Promise<Product> {
  const found = await lookUpProduct(ctx, product)
  if (!found) throw new AppError('not_found', { what: 'product', id: product })
  return found.product
}

/** The same with its version, `null` where there is none. */
export async function lookUpProduct(
  ctx: Context,
  named: string,
): Promise<{ product: Product; version: number } | null> {
  const [, id = '', version] = /^([\w-]{1,80})(?:@(\d{1,6}))?$/.exec(named.trim()) ?? []
  return id === '' ? null : ctx.store.products.get(ctx.actor, id, version === undefined ? null : Number(version))
}

/** Keeps a product, so that simulations can name it by its id; what it says anew is another version. Gives its version. */
export const saveProduct = (ctx: Context, product: Product): Promise<number> =>
  ctx.store.products.register(ctx.actor, product)
