/** Turns sentences into vectors of one length; sentences that mean much the same lie close to each other. */
export type Embedder = {
  /** Stands in a result beside what was measured with it. */
  readonly model: string
  /** One vector per text, in their order. Errors: `provider_down`, `provider_rejected`. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Vector[]>
}

export type Vector = readonly number[]
