/** Turns sentences into vectors of one length; sentences of similar meaning lie close to each other. */
export type Embedder = {
  /** Recorded in a result beside what was measured with it. */
  readonly model: string
  /** One vector per text, in the order of the texts. Errors: `provider_down`, `provider_rejected`. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Vector[]>
}

export type Vector = readonly number[]
