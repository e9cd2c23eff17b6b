import type { InputRequiredResult, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { SurfaceContext } from '../service/surface-context.js'
import { type Progress, Reply } from './reply.js'

/** How long a tool waits and how often it speaks. Tests shorten it. */
export type Pace = {
  /** The wait when the caller names none, and the longest there is, in seconds. */
  readonly waitSeconds: number
  readonly longestSeconds: number
  /** The same once a person was asked within the call: nobody knows how long they took. */
  readonly afterQuestionSeconds: number
  readonly progressMs: number
}

/** Gives the context of whoever is at the other end. May take a while, and fail, where storage is still being opened. */
export type ContextSource = { context(): Promise<SurfaceContext> }

/** What a tool works with, for one call. */
export type Call = {
  readonly ctx: SurfaceContext
  readonly pace: Pace
  /** When the call has to be answered, by `performance.now()`: what went before it began is part of a host's patience. */
  readonly answerBy: number
  /** Aborted when the client gives up on the call; a run does not end with it. */
  readonly signal: AbortSignal
  onProgress(progress: Progress): void
  /** Above this price in dollars a person has to say yes. */
  readonly confirmAboveUsd: number
  /** Asks the person at the client; null where the client cannot. `asked`: what they said, once they were asked. */
  readonly person: { readonly asked: 'yes' | 'no' | null; ask(question: string): InputRequiredResult } | null
  /** Whether the client takes a run as a task and polls it; then a tool does not wait. */
  readonly asTask: boolean
}

export type ToolDefinition<I extends z.ZodObject = z.ZodObject> = {
  readonly name: string
  readonly title: string
  /** For a model that has never seen this: when, what it costs and takes, what comes back, what next. */
  readonly description: string
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly input: I
  /** Shown with the interactive view where a host has one. */
  readonly app?: boolean
  run(call: Call, input: z.infer<I>): Promise<Reply | InputRequiredResult>
}

/** Ties a tool's schema to what its `run` gets; the list keeps all of them as data. */
export const defineTool = <I extends z.ZodObject>(tool: ToolDefinition<I>): ToolDefinition =>
  tool as unknown as ToolDefinition

type Json = Record<string, unknown>

/** Passes everything through: our own parse says what is wrong with arguments and what to do about it. */
const asIs = (json: Json): StandardSchemaWithJSON => ({
  '~standard': {
    version: 1,
    vendor: 'pressure-test',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => json, output: () => json },
  },
})

/** A tool's input schema as clients see it. */
export function inputJson(tool: Pick<ToolDefinition, 'input'>): Json {
  const { $schema: _, ...json } = z.toJSONSchema(tool.input, { io: 'input' })
  return json
}

const { $schema: _, ...replyJson } = z.toJSONSchema(Reply)

export const inputSchemaOf = (tool: ToolDefinition): StandardSchemaWithJSON => asIs(inputJson(tool))

/** Every tool's answers have this one schema; a reply is parsed by it before it is sent. */
export const outputSchema: StandardSchemaWithJSON = asIs(replyJson)
