import type { Run } from '../domain/run-state.js'
import type { Llm } from '../llm/client.js'

/** The doors a worker can ask. A run is asked with the door and the models it was submitted with, or not by this worker. */
export type Doors = { readonly offline: Llm; readonly anthropic: Llm | null }

/** Ways of answering that these doors allow. */
export const modesOf = ({ anthropic }: Doors): readonly Run['model']['mode'][] =>
  anthropic ? ['offline', 'anthropic'] : ['offline']
