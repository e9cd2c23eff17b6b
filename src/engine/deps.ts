import type { AgentEndpoint } from '../domain/evaluation/agent.js'
import type { ChatQuestion, LiveAnswer, LiveQuestion } from '../domain/evaluation/conversation.js'
import type { Response } from '../domain/panel/response.js'
import type { Persona } from '../domain/personas/persona.js'
import type { Surplus } from '../domain/run/run.js'
import type { RunEventData, RunEventType } from '../domain/run/run-events.js'
import type { AnswerOf, FactsOf, TaskName } from '../domain/run/tasks.js'
import type { SessionRows } from '../domain/simulation/session-rows.js'
import type { AppError } from '../errors.js'
import type { Prompt } from '../llm/client.js'

type Vector = readonly number[]

/** The outcome of one item of a fan-out: its value, or the error that is final for it. */
export type Settled<I, O> = { item: I; value: O } | { item: I; error: AppError }

/** Everything a pipeline may do outside itself: it is a function of these dependencies and its input only. */
export type EngineDeps = {
  /**
   * Asks a model once: a stored answer under the same key is returned and not bought again, also where another version
   * worded its facts otherwise. So a key names one question of a run.
   */
  ask<T extends TaskName>(
    key: string,
    task: T,
    facts: FactsOf<T>,
    prompt: Prompt,
    /** Replaces the model of the task's role. */
    options?: { readonly model?: string | undefined },
  ): Promise<AnswerOf<T>>
  /**
   * Memoises costly or unrepeatable work under its key and input. `answered`: somebody outside answers, and is asked once
   * as a model is.
   */
  step<T>(
    key: string,
    input: unknown,
    work: () => T | Promise<T>,
    options?: { readonly answered?: boolean },
  ): Promise<T>
  /**
   * Runs `work` for all items side by side. An error that is final for an item (refused, cut off, wrong shape) settles
   * that item. Other errors, such as provider trouble, reject the whole fan-out after everything in flight has been
   * stored.
   */
  fanOut<I, O>(items: readonly I[], work: (item: I, index: number) => Promise<O>): Promise<Settled<I, O>[]>
  /** Stores panel and responses for questions after the run. Does not wait for the write. */
  storeRespondents(panel: readonly Persona[], responses: readonly Response[]): void
  /** Stores simulated sessions; resolves when they are committed. Storing the same sessions again changes nothing. */
  storeSessions(rows: SessionRows): Promise<void>
  /** Deletes everybody stored as joining by invitation but these: an attempt of another version may have let others join. */
  deleteOtherJoiners(people: readonly number[]): Promise<void>
  /** Publishes an event of the run to its followers. */
  report<T extends RunEventType>(type: T, data: RunEventData<T>): void
  /** Yields to other work of the process and lets memory be bounded; long computations call it now and then. */
  yieldToEventLoop?(): Promise<void>
  /** Sentences as vectors. Results depend on the encoder's `model`: call it inside a `step` whose input holds that name. */
  readonly embedder: { readonly model: string; embed(texts: readonly string[]): Promise<readonly Vector[]> }
  /**
   * Sends a message to a live agent; `conversation` names the conversation within the run. A live agent may answer the
   * same message differently, so call it inside a `step`. Rejects with `agent_failed`, which is final for the step.
   */
  readonly liveAgent: {
    say(endpoint: AgentEndpoint, conversation: string, question: LiveQuestion | ChatQuestion): Promise<LiveAnswer>
  }
  /** What was cut off or clipped in the answers received so far. */
  surplus(): Surplus
  /** How many answers received so far were given to the wording of another version. */
  reworded(): number
  /** The versions that stored steps in attempts after a run's first. */
  laterVersions(): readonly string[]
  /** Version of the program. */
  readonly version: string
  /** Equal in every attempt of a run. */
  readonly seed: number
  readonly model: {
    readonly mode: 'offline' | 'anthropic'
    readonly persona: string
    readonly analysis: string
    readonly judge: string
  }
}
