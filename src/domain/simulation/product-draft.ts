import type { Product } from './product.js'

/** The path of a value in a product: `['screens', 'signup', 'effort']`. */
export type ProductPlace = readonly (string | number)[]

/** How much one number of a product changes the mean days of a few people. */
export type Influence = {
  readonly place: ProductPlace
  readonly value: number
  /** Mean days with the number as it is. */
  readonly usual: number
  /** Mean days with the number 30 % lower and 30 % higher. */
  readonly with_less: number
  readonly with_more: number
  /** Whether the two means differ by more than chance. */
  readonly beyond_luck: boolean
}

/** A screen, and the share of all entrants that a funnel counted there. */
export type FunnelTarget = { readonly screen: string; readonly share: number }
/** A product fitted to a funnel, and the shares that it gives. */
export type FunnelFit = { readonly product: Product; readonly reached: readonly number[] }

/** The simulations with which a draft of a product is checked and fitted. */
export type Drafting = {
  /** The numbers at these places that change mean days, most influential first. */
  mostInfluential(product: Product, places: readonly ProductPlace[]): Influence[]
  fitFunnel(product: Product, targets: readonly FunnelTarget[]): FunnelFit
}
