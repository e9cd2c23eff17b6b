import { PHRASES } from '../../../data/phrases.js'
import { clamp } from '../model/weights.js'
import type { Say } from './say.js'

/** How sure somebody is about buying, from 0 (certainly not) to 4 (certainly). */
export type PurchaseLevel = 0 | 1 | 2 | 3 | 4

/** 1–10 as one of five degrees of likelihood. */
export const levelOf = (purchaseIntent: number): PurchaseLevel =>
  clamp(Math.ceil(purchaseIntent / 2) - 1, 0, 4) as PurchaseLevel

/** What somebody says when asked how likely they are to buy it. */
export const purchaseStatement = (purchaseIntent: number, say: Say, slot = 'purchase'): string =>
  say(PHRASES.purchase()[levelOf(purchaseIntent)], slot)
