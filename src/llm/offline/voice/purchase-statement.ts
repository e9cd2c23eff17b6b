import { PHRASES } from '../../../data/phrases.js'
import { clamp } from '../model/weights.js'
import type { Say } from './speaker.js'

/** Likelihood of buying, from 0 (certainly not) to 4 (certainly). */
export type PurchaseLevel = 0 | 1 | 2 | 3 | 4

/** Maps purchase intent 1–10 to five levels. */
export const levelOf = (purchaseIntent: number): PurchaseLevel =>
  clamp(Math.ceil(purchaseIntent / 2) - 1, 0, 4) as PurchaseLevel

/** The answer to the question how likely the person is to buy it. */
export const purchaseStatement = (purchaseIntent: number, say: Say, slot = 'purchase'): string =>
  say(PHRASES.purchase()[levelOf(purchaseIntent)], slot)
