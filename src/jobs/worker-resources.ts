import type { Store } from '../db/store.js'
import type { Run } from '../domain/run/run-state.js'
import type { Llm } from '../llm/client.js'
import type { Embedder } from '../llm/embeddings/embedder.js'
import type { AgentClient } from '../llm/guarded-requests/agent-client.js'
import type { Log } from '../log.js'
import type { Telemetry } from '../telemetry/telemetry.js'
import type { RunQueue } from './queue.js'
import type { EventThrottle } from './throttle-events.js'
import type { Times } from './worker-times.js'

/** Resources a worker process has open, shared by every run it works on. */
export type WorkerResources = {
  readonly store: Store
  readonly embedder: Embedder
  readonly agentClient: AgentClient
  /** Version of this program. */
  readonly version: string
  readonly log: Log
  readonly telemetry: Telemetry
  readonly times: Times
  /** Merges and rate-limits progress events of simulations, over all parts this process works on. */
  readonly throttle: EventThrottle
}

/** The language models a worker can call. A worker claims only runs whose mode is among them. */
export type LlmProviders = { readonly offline: Llm; readonly anthropic: Llm | null }

/** Modes of runs that these providers can answer. */
export const modesOf = ({ anthropic }: LlmProviders): readonly Run['model']['mode'][] =>
  anthropic ? ['offline', 'anthropic'] : ['offline']

/** What the handlers of jobs need. */
export type HandlerDeps = WorkerResources & {
  readonly llmProviders: LlmProviders
  readonly runQueue: RunQueue
  readonly worker_id: string
}
