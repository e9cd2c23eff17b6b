import { PURCHASE_STATEMENTS, type PurchaseLevel } from './phrases/purchase.js'
import type { Say } from './say.js'
import { clamp } from './weights.js'

/** 1–10 as one of five degrees of likelihood. */
export const levelOf = (purchaseIntent: number): PurchaseLevel =>
  clamp(Math.ceil(purchaseIntent / 2) - 1, 0, 4) as PurchaseLevel

/** What somebody says when asked how likely they are to buy it. */
export const purchaseStatement = (purchaseIntent: number, say: Say, slot = 'purchase'): string =>
  say(PURCHASE_STATEMENTS[levelOf(purchaseIntent)], slot)
