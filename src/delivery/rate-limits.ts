/** Rate limit of one kind of call, in milliseconds: the interval between calls, and the lead that a burst may take. */
export type RateLimit = { readonly every_ms: number; readonly burst_ms: number }

/** Slack's limits with a margin. The database counts calls over all processes. */
export type RateLimits = {
  /** Posts in one conversation; Slack allows about one a second. */
  readonly post: RateLimit
  /** Posts in one workspace. */
  readonly posts: RateLimit
  /**
   * `chat.update` in one workspace; Slack allows 50 a minute. Updates of ended runs may burst further than progress.
   */
  readonly update: RateLimit
  readonly progress: RateLimit
  /** Milliseconds between two updates of one message. */
  readonly again_ms: number
  /** Milliseconds between a lost response and the search for its post. */
  readonly lookup_ms: number
  /** Milliseconds between the two searches that both have to be empty, because Slack’s history may lag. */
  readonly second_lookup_ms: number
  /** Milliseconds before the first new attempt while Slack refuses the token. */
  readonly hold_ms: number
}

export const RATE_LIMITS: RateLimits = {
  post: { every_ms: 1_050, burst_ms: 0 },
  posts: { every_ms: 200, burst_ms: 4_000 },
  update: { every_ms: 1_500, burst_ms: 12_000 },
  progress: { every_ms: 1_500, burst_ms: 6_000 },
  again_ms: 2_000,
  lookup_ms: 2_000,
  second_lookup_ms: 5_000,
  hold_ms: 15_000,
}
