/** How fast calls of one kind may follow each other: one every so often, and so far ahead of that. Milliseconds. */
export type RateLimit = { readonly every_ms: number; readonly burst_ms: number }

/** Slack's limits with a little room. Kept over all processes in the database. */
export type RateLimits = {
  /** In one conversation; Slack allows about one a second. */
  readonly post: RateLimit
  /** In one workspace. */
  readonly posts: RateLimit
  /** `chat.update` in one workspace; Slack allows 50 a minute. What has ended goes further ahead than progress. */
  readonly update: RateLimit
  readonly progress: RateLimit
  /** Between two updates of one message. */
  readonly again_ms: number
  /** After an answer that was lost, before it is looked for. */
  readonly lookup_ms: number
  /** Before the first new try where nothing at all can be said, as Slack takes the token no more. */
  readonly hold_ms: number
}

export const RATE_LIMITS: RateLimits = {
  post: { every_ms: 1_050, burst_ms: 0 },
  posts: { every_ms: 200, burst_ms: 4_000 },
  update: { every_ms: 1_500, burst_ms: 12_000 },
  progress: { every_ms: 1_500, burst_ms: 6_000 },
  again_ms: 2_000,
  lookup_ms: 2_000,
  hold_ms: 15_000,
}
