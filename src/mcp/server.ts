import {
  inputRequired,
  inputResponse,
  isInputRequiredResult,
  McpServer,
  type McpServerOptions,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { AppError } from '../errors.js'
import type { Log } from '../log.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { APP_URI, readApp } from './app/app.js'
import {
  type Call,
  type ContextSource,
  inputSchemaOf,
  outputSchema,
  type Pace,
  type ToolDefinition,
} from './define-tool.js'
import { INSTRUCTIONS } from './instructions.js'
import { problemOf } from './problem.js'
import { type Progress, Reply, replyOf } from './reply.js'
import { registerPersonas, registerPrompts, registerResources } from './resources.js'
import { sayReply } from './say-reply.js'
import { canAsk, registerTasks, runTasks, TASKS, type TaskSource, takesTasks, taskOf } from './tasks.js'
import { TOOLS } from './tools.js'

export type McpDeps = ContextSource & {
  readonly version: string
  readonly log: Log
  readonly pace: Pace
  readonly confirmAboveUsd: number
  /** More than the product has: the tools and resources that the official conformance suite asks for. */
  readonly extension?: McpExtension | undefined
}

export type McpExtension = {
  readonly options: McpServerOptions
  register(server: McpServer): void
  /** Tasks of its own, beside the runs. */
  tasks(runs: TaskSource): TaskSource
}

/** What hosts are patient with: they give up on a call after 60 s. */
export const USUAL_PACE: Pace = {
  waitSeconds: 45,
  longestSeconds: 50,
  afterQuestionSeconds: 10,
  progressMs: 2_500,
}

const HOUR_MS = 3_600_000
const LISTED = { ttlMs: HOUR_MS, cacheScope: 'public' } as const

/** The MCP server as a function of its dependencies; it opens nothing and does no I/O before it is asked. */
export function createMcpServer(deps: McpDeps): McpServer {
  const more = deps.extension?.options
  const server = new McpServer(
    {
      name: 'pressure-test',
      title: 'Pressure test',
      version: deps.version,
    },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: true, listChanged: false },
        prompts: { listChanged: false },
        completions: {},
        extensions: { [TASKS]: {}, 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
        ...more?.capabilities,
      },
      ...(more?.requestState ? { requestState: more.requestState } : {}),
      cacheHints: {
        'tools/list': LISTED,
        'prompts/list': LISTED,
        'resources/templates/list': LISTED,
        'server/discover': LISTED,
      },
    },
  )
  for (const tool of TOOLS) registerTool(server, deps, tool)
  registerResources(server, deps, readApp)
  registerPersonas(server, deps)
  registerPrompts(server, deps)
  const runs = runTasks(deps)
  registerTasks(server, deps.extension?.tasks(runs) ?? runs)
  deps.extension?.register(server)
  return server
}

function registerTool(server: McpServer, deps: McpDeps, tool: ToolDefinition): void {
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.description,
      annotations: { title: tool.title, ...tool.annotations },
      inputSchema: inputSchemaOf(tool),
      outputSchema,
      ...(tool.app ? { _meta: { ui: { resourceUri: APP_URI }, 'ui/resourceUri': APP_URI } } : {}),
    },
    async (given, request) => {
      const asTask = takesTasks(server, request)
      const answer = await answerOf(server, deps, tool, given, request, asTask)
      if (isInputRequiredResult(answer)) return answer
      const reply = Reply.parse(answer)
      const task = asTask ? await taskOf(deps, reply) : null
      if (task) return task
      return {
        content: [{ type: 'text' as const, text: sayReply(reply) }],
        structuredContent: reply,
        ...(reply.error ? { isError: true } : {}),
      }
    },
  )
}

async function answerOf(
  server: McpServer,
  deps: McpDeps,
  tool: ToolDefinition,
  given: unknown,
  request: ServerContext,
  asTask: boolean,
) {
  const answerBy = performance.now() + patienceOf(deps.pace, request) * 1_000
  try {
    const input = parseArguments(tool, given)
    const ctx = await deps.context()
    return await tool.run(callOf(server, deps, ctx, request, asTask, answerBy), input)
  } catch (error) {
    return replyOf({ headline: `${tool.name} did not work.`, error: problemOf(error, deps.log) })
  }
}

/** How long a call may take, in seconds. In the older protocol a question is put while the call stays open. */
function patienceOf({ longestSeconds, afterQuestionSeconds }: Pace, { mcpReq }: ServerContext): number {
  const asked = mcpReq.envelope === undefined && inputResponse(mcpReq.inputResponses, 'price').kind !== 'missing'
  return asked ? afterQuestionSeconds : longestSeconds
}

const ISSUES = 5

/** The arguments, or `invalid_input` with everything that is wrong with them. */
function parseArguments(tool: ToolDefinition, given: unknown): Record<string, unknown> {
  const parsed = tool.input.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.slice(0, ISSUES).map(({ path, message }) => {
    const field = path.join('.')
    const missing = /received undefined$/.test(message) ? 'it is missing' : message
    return field ? `${field}: ${missing}` : missing
  })
  throw new AppError('invalid_input', { problem: `${problems.join('. ')}.`.replace(/\.+$/, '.') })
}

function callOf(
  server: McpServer,
  deps: McpDeps,
  ctx: SurfaceContext,
  request: ServerContext,
  asTask: boolean,
  answerBy: number,
): Call {
  return {
    ctx,
    pace: deps.pace,
    answerBy,
    signal: request.mcpReq.signal,
    onProgress: progressTo(request),
    confirmAboveUsd: deps.confirmAboveUsd,
    person: canAsk(server, request) ? personAt(request) : null,
    asTask,
  }
}

/** Sends progress where the client asked for it. Its figure only ever rises, as the protocol wants. */
function progressTo({ mcpReq }: ServerContext): (progress: Progress) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let last = 0
  return ({ sentence, percent }) => {
    last = Math.min(99.9, Math.max(last + 0.01, percent))
    const params = { progressToken, progress: Number(last.toFixed(2)), total: 100, message: sentence }
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

const Yes = z.object({ start: z.boolean() })

function personAt({ mcpReq }: ServerContext): NonNullable<Call['person']> {
  const answer = inputResponse(mcpReq.inputResponses, 'price')
  const agreed =
    answer.kind === 'elicit' && answer.action === 'accept' && Yes.safeParse(answer.content).data?.start === true
  const said = agreed ? 'yes' : 'no'
  return {
    asked: answer.kind === 'missing' ? null : said,
    ask: (message) =>
      inputRequired({
        inputRequests: {
          price: inputRequired.elicit({
            message,
            requestedSchema: {
              type: 'object',
              properties: { start: { type: 'boolean', title: 'Start it at this price' } },
              required: ['start'],
            },
          }),
        },
      }),
  }
}
