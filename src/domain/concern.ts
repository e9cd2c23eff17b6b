/** What people are troubled by in products of any kind. */
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

/** How much of it each is in what somebody says, 0–1. */
export type Concerns = Readonly<Record<Concern, number>>
