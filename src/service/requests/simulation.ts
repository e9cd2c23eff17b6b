import type { Product } from '../../domain/product.js'
import { DEFAULT_PEOPLE, type SimulationInput } from '../../domain/simulation.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'
import { withPanelPeople } from './panel-people.js'

/** A product as it is, or the id of one that people lived with before: `slotwise`, or `slotwise@2`. */
export type SimulationRequest = Partial<Omit<SimulationInput, 'product' | 'people'>> & {
  readonly product: Product | string
}

/** Errors: `not_found` (a product), `invalid_input`. */
export async function resolveSimulation(ctx: Context, request: SimulationRequest): Promise<unknown> {
  const { product } = request
  return withPanelPeople(ctx, {
    ...request,
    personas: request.personas ?? DEFAULT_PEOPLE,
    product: typeof product === 'string' ? await findProduct(ctx, product) : product,
  })
}

async function findProduct(ctx: Context, named: string): Promise<Product> {
  const [id = '', version] = named.trim().split('@')
  const found = await ctx.store.products.get(ctx.actor, id, /^\d{1,6}$/.test(version ?? '') ? Number(version) : null)
  if (found) return found
  const known = (await ctx.store.products.list(ctx.actor)).map(({ product_id }) => product_id)
  const names = known.length === 0 ? 'there is none yet' : `there are ${known.join(', ')}`
  throw new AppError('invalid_input', {
    problem: `There is no product "${named}" here; ${names}. Give a product file once.`,
  })
}

/** The products that people lived with in this workspace, by id. */
export async function listProducts(ctx: Context): Promise<{ id: string; name: string }[]> {
  const products = await ctx.store.products.list(ctx.actor)
  return products.map(({ product_id, name, version }) => ({ id: product_id, name: `${name}, version ${version}` }))
}

/** Stores the product, so that later runs can name it by its id. */
export async function registerProduct(ctx: Context, { product }: SimulationInput): Promise<void> {
  await ctx.store.products.register(ctx.actor, product)
}
