/** Concerns people have about products of any kind. */
export const CONCERNS = [
  'price',
  'effort',
  'clarity',
  'loss',
  'waiting',
  'messages',
  'privacy',
  'setup',
  'learning',
] as const
export type Concern = (typeof CONCERNS)[number]

/** Strength of each concern in a text, 0–1. */
export type Concerns = Readonly<Record<Concern, number>>
