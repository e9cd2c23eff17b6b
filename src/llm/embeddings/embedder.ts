/** Turns sentences into vectors of one length; sentences of similar meaning lie close to each other. */
export type Embedder = {
  /** Recorded in a result beside what was measured with it. */
  readonly model: string
  /** One vector per text, in the order of the texts. Errors: `provider_down`, `provider_rejected`, `configuration`. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Vector[]>
  /** Frees what is open; a later call opens it again. */
  close(): Promise<void>
}

type EmbedOptions = {
  readonly signal?: AbortSignal
  /** Calls of one lane (a run) share one turn among the lanes; without it a call goes before them. */
  readonly lane?: string
}

export type Vector = readonly number[]
