import { z } from 'zod'
import { Product } from '../domain/simulation/product.js'
import { refuse } from '../errors.js'
import { deleteProduct, getProduct, savedProducts, saveProduct } from '../service/simulation/products.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { answer, defineRoute, ok, type Route } from './route.js'

const tag = 'Products'

const Saved = z.object({ product_id: z.string(), version: z.int(), name: z.string() })

const save = async (ctx: SurfaceContext, product: Product) => ({
  product_id: product.id,
  version: await saveProduct(ctx, product),
  name: product.name,
})

const addProduct = defineRoute({
  method: 'post',
  path: '/products',
  scope: 'write',
  id: 'addProduct',
  tag,
  summary: 'Keeps a product, which simulations can then name by its id. What it says anew is another version.',
  body: Product,
  answers: { 201: Saved },
  async handle({ ctx, body }) {
    const saved = await save(ctx, body)
    return answer(201, saved, { location: `/products/${saved.product_id}` })
  },
})

const putProduct = defineRoute({
  method: 'put',
  path: '/products/{id}',
  scope: 'write',
  id: 'putProduct',
  tag,
  summary: 'The same under the id of the address.',
  body: Product,
  answers: { 200: Saved },
  async handle({ ctx, params, body }) {
    if (body.id !== params.id) refuse(`id: The product calls itself "${body.id}"; the address says otherwise.`)
    return ok(await save(ctx, body))
  },
})

const listAllProducts = defineRoute({
  method: 'get',
  path: '/products',
  scope: 'read',
  id: 'listProducts',
  tag,
  summary: 'The newest version of every product, by id.',
  answers: { 200: z.object({ products: z.array(Saved.extend({ created_at: z.iso.datetime() })) }) },
  async handle({ ctx }) {
    const products = await savedProducts(ctx)
    return ok({ products: products.map((product) => ({ ...product, created_at: product.created_at.toISOString() })) })
  },
})

const readProduct = defineRoute({
  method: 'get',
  path: '/products/{id}',
  scope: 'read',
  id: 'getProduct',
  tag,
  summary: 'A product as it was handed in: its newest version, or `slotwise@2`.',
  answers: { 200: Product },
  handle: async ({ ctx, params }) => ok(await getProduct(ctx, { product: params.id })),
})

const removeProduct = defineRoute({
  method: 'delete',
  path: '/products/{id}',
  scope: 'write',
  id: 'deleteProduct',
  tag,
  summary:
    'Deletes a product with all its versions, and unstarted drafts that carry it. Runs that took it keep their own copy, which goes with them.',
  answers: { 200: z.object({ versions: z.int(), drafts: z.int() }) },
  handle: async ({ ctx, params }) => ok(await deleteProduct(ctx, { product: params.id })),
})

export const PRODUCT_ROUTES = [
  addProduct,
  putProduct,
  listAllProducts,
  readProduct,
  removeProduct,
] as const satisfies readonly Route[]
