import type { Product } from './product.js'

/** Where a value stands in a product: `['screens', 'signup', 'effort']`. */
export type ProductPlace = readonly (string | number)[]

/** How much the mean days of a few people move with one number of a product. */
export type Influence = {
  readonly place: ProductPlace
  readonly value: number
  /** Mean days with 30 % less and with 30 % more of it. */
  readonly with_less: number
  readonly with_more: number
  /** Whether the two differ by more than luck does. */
  readonly beyond_luck: boolean
}

/** A screen, and the share of all who came that a funnel counted there. */
export type FunnelTarget = { readonly screen: string; readonly share: number }
/** A product fitted to a funnel, and the shares that it gives. */
export type FunnelFit = { readonly product: Product; readonly reached: readonly number[] }

/** What a draft lets people live with the product for. */
export type Drafting = {
  /** The numbers at these places that move mean days, what moves them most first. */
  mostInfluential(product: Product, places: readonly ProductPlace[]): Influence[]
  fitFunnel(product: Product, targets: readonly FunnelTarget[]): FunnelFit
}
