import type { Run } from '../domain/run/run-state.js'
import type { Llm } from '../llm/client.js'

/** The language models a worker can call. A worker claims only runs whose mode is among them. */
export type LlmProviders = { readonly offline: Llm; readonly anthropic: Llm | null }

/** Modes of runs that these providers can answer. */
export const modesOf = ({ anthropic }: LlmProviders): readonly Run['model']['mode'][] =>
  anthropic ? ['offline', 'anthropic'] : ['offline']
