import type { AgentEndpoint } from '../domain/agent.js'
import type { ChatQuestion, LiveAnswer, LiveQuestion } from '../domain/conversation.js'
import type { Persona } from '../domain/persona.js'
import type { Response } from '../domain/response.js'
import type { Surplus } from '../domain/run.js'
import type { RunEventData, RunEventType } from '../domain/run-events.js'
import type { SessionRows } from '../domain/session-rows.js'
import type { AnswerOf, FactsOf, TaskName } from '../domain/tasks.js'
import type { AppError } from '../errors.js'
import type { Prompt } from '../llm/client.js'

type Vector = readonly number[]

/** One item of a fan-out: what it gave, or the reason why it will never give anything. */
export type Settled<I, O> = { item: I; value: O } | { item: I; error: AppError }

/** Everything a pipeline can do outside itself: it is a function of these and of its input, nothing else. */
export type EngineDeps = {
  /** Asks a model once and for all: a stored answer to the same facts under the same key is returned, not bought again. */
  ask<T extends TaskName>(
    key: string,
    task: T,
    facts: FactsOf<T>,
    prompt: Prompt,
    /** Another model than the one of the task's role. */
    options?: { readonly model?: string | undefined },
  ): Promise<AnswerOf<T>>
  /** Memoises costly or unrepeatable work under its key and input. */
  step<T>(key: string, input: unknown, work: () => T | Promise<T>): Promise<T>
  /**
   * Runs `work` for all items side by side. An answer that is final for its item (refused, cut off, of the wrong shape)
   * settles that item; provider trouble and the like reject the whole, after everything in flight has been stored.
   */
  fanOut<I, O>(items: readonly I[], work: (item: I, index: number) => Promise<O>): Promise<Settled<I, O>[]>
  /** Stores panel and responses for questions after the run. Does not wait for the write. */
  storeRespondents(panel: readonly Persona[], responses: readonly Response[]): void
  /** Stores what simulated people did; resolves when it is safe. The same sessions again change nothing. */
  storeSessions(rows: SessionRows): Promise<void>
  /** Tells whoever follows the run what just happened. */
  report<T extends RunEventType>(type: T, data: RunEventData<T>): void
  /** Lets whatever else waits have its turn, and memory be bounded; long computing calls it now and then. */
  breathe?(): Promise<void>
  /** Sentences as vectors. Results depend on the encoder's `model`: use it inside a `step`, with that name in its input. */
  readonly embedder: { readonly model: string; embed(texts: readonly string[]): Promise<readonly Vector[]> }
  /**
   * Says a message to a live agent; `conversation` names the conversation within the run. An agent cannot be asked the same
   * twice: use it inside a `step`. Rejects with `agent_failed`, which is final for the step.
   */
  readonly liveAgent: {
    say(endpoint: AgentEndpoint, conversation: string, question: LiveQuestion | ChatQuestion): Promise<LiveAnswer>
  }
  /** What was cut or clipped of the answers given so far. */
  surplus(): Surplus
  /** The same in every attempt of a run. */
  readonly seed: number
  readonly model: {
    readonly mode: 'offline' | 'anthropic'
    readonly persona: string
    readonly analysis: string
    readonly judge: string
  }
}
