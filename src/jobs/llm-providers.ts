import type { Run } from '../domain/run-state.js'
import type { Llm } from '../llm/client.js'

/** The language models a worker can ask. A run is answered by those it was submitted with, or not by this worker. */
export type LlmProviders = { readonly offline: Llm; readonly anthropic: Llm | null }

/** Modes of runs that these providers can answer. */
export const modesOf = ({ anthropic }: LlmProviders): readonly Run['model']['mode'][] =>
  anthropic ? ['offline', 'anthropic'] : ['offline']
