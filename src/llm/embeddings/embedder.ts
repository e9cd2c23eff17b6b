/** Turns sentences into vectors of equal length; sentences of similar meaning lie close to each other. */
export type Embedder = {
  /** Name of the embedding model, stored in results that were measured with it. */
  readonly model: string
  /** One vector per text, in the order of the texts. Errors: `provider_down`, `provider_rejected`, `configuration`. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Vector[]>
  /** Frees resources; a later call acquires them again. */
  close(): Promise<void>
}

type EmbedOptions = {
  readonly signal?: AbortSignal
  /** Calls of one lane (a run) share a turn among the lanes; calls without a lane are served first. */
  readonly lane?: string
}

export type Vector = readonly number[]
