import type { InputRequiredResult, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Scope } from '../domain/workspace/token-scopes.js'
import type { ReportReading } from '../service/run/read-report.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { type Progress, Reply } from './reply.js'

/** How long a tool waits and how often it reports progress. Tests shorten it. */
export type Pace = {
  /** Seconds of the wait without `wait_seconds`, and longest duration of a call. */
  readonly waitSeconds: number
  readonly maxSeconds: number
  /** Longest duration of a call, in seconds, after it asked a person: how long they took is not known. */
  readonly maxSecondsAfterQuestion: number
  readonly progressMs: number
}

/** The context of the client. It may take a while, or fail, while storage is being opened. */
export type ContextSource = { context(): Promise<SurfaceContext> }

/** The person at the client, who is asked about a price; consent holds for that price only. */
export type Person = {
  /** `null` until the person was asked about this price. */
  answer(price: string): 'yes' | 'no' | null
  ask(price: string, question: string): InputRequiredResult
}

export type WriteReport = (reading: ReportReading) => Promise<string | null>

/** Dependencies of a tool, for one call. */
export type Call = {
  readonly ctx: SurfaceContext
  readonly pace: Pace
  /** Deadline of the answer, by `performance.now()`: opening storage counts against the host's timeout. */
  readonly answerBy: number
  /** Aborted when the client gives up on the call; the run continues. */
  readonly signal: AbortSignal
  onProgress(progress: Progress): void
  /** Writes a report for a client on this machine and returns its path; `null` where there is no such client. */
  writeReport: WriteReport | null
  /** Above this price in dollars a person has to agree. */
  readonly confirmAboveUsd: number
  /** Asks the person at the client; null where the client cannot ask. */
  readonly person: Person | null
  /** Folders that the client opened to servers; null where it names none, as clients of the newest protocol do. */
  readonly openFolders: (() => Promise<readonly string[]>) | null
  /** Whether the client takes the run as a task and polls it; the tool then does not wait. */
  readonly asTask: boolean
}

export type ToolDefinition<I extends z.ZodObject = z.ZodObject> = {
  readonly name: string
  /** Scope that a token needs to call the tool. */
  readonly scope: Scope
  readonly title: string
  /** For a model that does not know the tool: when to call it, its cost and duration, its result, and the next step. */
  readonly description: string
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly input: I
  /** Whether hosts with interactive views show the result in one. */
  readonly app?: boolean
  run(call: Call, input: z.infer<I>): Promise<Reply | InputRequiredResult>
}

/** Longest wait of one call in seconds: hosts give up at 60 s. */
export const MAX_WAIT = 50
export const waitSeconds = z.int().min(0).max(MAX_WAIT)
export const runId = z.string().min(1).max(64).describe('Id of a run')
export const pageNumber = z.int().min(1).max(10_000).describe('Default 1')

/** Annotations of a tool that only reads stored data. */
export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const

/** Checks a tool's `run` against its schema, and drops the schema types for lists of tools. */
export const defineTool = <I extends z.ZodObject>(tool: ToolDefinition<I>): ToolDefinition =>
  tool as unknown as ToolDefinition

type Json = Record<string, unknown>

/**
 * A schema that accepts every value, for the library. `parseArguments` validates instead, since its errors say what to
 * do.
 */
const unchecked = (json: Json): StandardSchemaWithJSON => ({
  '~standard': {
    version: 1,
    vendor: 'pressure-test',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => json, output: () => json },
  },
})

/** Whether a bound goes without saying: nothing is given as an empty text, no count is below none, no name is that long. */
const UNSAID: Readonly<Record<string, (bound: number) => boolean>> = {
  minLength: (bound) => bound === 1,
  minimum: (bound) => bound === 0,
  maximum: (bound) => bound === Number.MAX_SAFE_INTEGER,
  maxLength: (bound) => bound <= 200,
}

/**
 * A tool's input schema as clients see it, without the bounds that go without saying: models read it with every message.
 * `parseArguments` holds to all of them.
 */
export function inputJson(tool: Pick<ToolDefinition, 'input'>): Json {
  const { $schema: _, ...json } = z.toJSONSchema(tool.input, {
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const [name, isUnsaid] of Object.entries(UNSAID)) {
        const bound: unknown = Reflect.get(jsonSchema, name)
        if (typeof bound === 'number' && isUnsaid(bound)) Reflect.deleteProperty(jsonSchema, name)
      }
    },
  })
  return json
}

const { $schema: _, ...replyJson } = z.toJSONSchema(Reply)

export const inputSchemaOf = (tool: ToolDefinition): StandardSchemaWithJSON => unchecked(inputJson(tool))

/** The output schema of all tools; each reply is parsed by it before it is sent. */
export const outputSchema: StandardSchemaWithJSON = unchecked(replyJson)
