import { fileURLToPath } from 'node:url'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { hasEnded } from '../domain/run/run.js'
import type { Run } from '../domain/run/run-state.js'
import { mayRead } from '../domain/workspace/token-scopes.js'
import { isAppError } from '../errors.js'
import { cancelRun } from '../service/run/cancel-run.js'
import { findRun, getRun } from '../service/run/get-run.js'
import { readReport } from '../service/run/read-report.js'
import type { ContextSource } from './define-tool.js'
import { Reply } from './reply.js'
import { toolResult } from './reply-text.js'
import { viewRun, viewUnfinished } from './view/view-run.js'

/** Id of the extension by which a client takes a run as a task and polls it. A task's id is the id of its run. */
export const TASKS = 'io.modelcontextprotocol/tasks'
const POLL_MS = 2_000

const TaskParams = z.object({ taskId: z.string().min(1).max(64) })

/** Tasks that can be polled. Every verb fails with `not_found` where there is no such task. */
export type TaskSource = {
  /** The current state of the task, with its result, error or questions. */
  get(taskId: string): Promise<object>
  cancel(taskId: string): Promise<void>
  /** Takes the answers to a task's questions. */
  update(taskId: string, inputResponses: Record<string, unknown>): Promise<void>
}

/** Whether the client declared with this request that it takes tasks; only the newer protocol has them. */
export const takesTasks = (server: McpServer, request: ServerContext): boolean =>
  request.mcpReq.envelope !== undefined && clientCapabilities(server, request)?.extensions?.[TASKS] !== undefined

function statusOf({ status }: Pick<Run, 'status'>) {
  if (status === 'cancelled') return 'cancelled'
  return status === 'completed' || status === 'failed' ? 'completed' : 'working'
}

const taskFields = (run: Run) => ({
  taskId: run.run_id,
  status: statusOf(run),
  createdAt: run.created_at.toISOString(),
  lastUpdatedAt: (run.completed_at ?? run.started_at ?? run.created_at).toISOString(),
  // Runs never expire.
  ttlMs: null,
  pollIntervalMs: POLL_MS,
})

/**
 * An unfinished run as a task for the client to poll; null for a final reply, and for a token that may read no task.
 */
export async function taskOf(deps: ContextSource, reply: Reply): Promise<CallToolResult | null> {
  const { run_id, status } = reply
  if (run_id === null || status === null || status === 'not_started' || hasEnded({ status })) return null
  const ctx = await deps.context()
  if (!mayRead(ctx.grant)) return null
  const run = await findRun(ctx, run_id)
  return { resultType: 'task', ...taskFields(run), content: [], structuredContent: reply }
}

/** Task source in which every run is a task. */
export function runTasks({ context }: ContextSource): TaskSource {
  return {
    async get(taskId) {
      const ctx = await context()
      const run = await findRun(ctx, taskId)
      const task = taskFields(run)
      if (task.status !== 'completed') return task
      const document = await getRun(ctx, { run_id: taskId })
      const view = run.status === 'completed' ? viewRun(await readReport(ctx, document)) : viewUnfinished(document)
      return { ...task, result: { resultType: 'complete', ...toolResult(Reply.parse(view)) } }
    },
    async cancel(taskId) {
      await cancelRun(await context(), { run_id: taskId })
    },
    // No run asks questions while it works; the extension requires such answers to be accepted and ignored.
    async update(taskId) {
      await findRun(await context(), taskId)
    },
  }
}

/** Refuses a request whose client did not declare that it takes tasks. */
export function requireTasks(server: McpServer, request: ServerContext): void {
  if (takesTasks(server, request)) return
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } })
}

/** Registers `tasks/get`, `tasks/cancel` and `tasks/update`. */
export function registerTasks(server: McpServer, source: TaskSource): void {
  const handle = (method: string, work: (taskId: string, request: ServerContext) => Promise<unknown>) =>
    server.server.setRequestHandler(method, { params: TaskParams }, async ({ taskId }, request: ServerContext) => {
      requireTasks(server, request)
      try {
        return { ...((await work(taskId, request)) as object | undefined) }
      } catch (error) {
        if (!isAppError(error, 'not_found')) throw error
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${taskId}.`)
      }
    })

  handle('tasks/get', (taskId) => source.get(taskId))
  handle('tasks/cancel', (taskId) => source.cancel(taskId))
  // The library moves the answers from the request's parameters to `mcpReq`.
  handle('tasks/update', (taskId, { mcpReq }) => source.update(taskId, mcpReq.inputResponses ?? {}))
}

/** Capabilities of the client. Newer clients send them with each request, older ones once, with `initialize`. */
function clientCapabilities(server: McpServer, { mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope = mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities()
}

/** Whether a person at the client can be asked with a form. */
export function canAsk(server: McpServer, request: ServerContext): boolean {
  const elicitation = clientCapabilities(server, request)?.elicitation
  // Older clients declare elicitation without naming a mode, which means forms.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

const MAX_ROOTS_MS = 5_000

/**
 * Lists the roots of a client of the older protocol; in the newer protocol, paths are parameters instead. `null` where
 * the client has no roots.
 */
export function openFoldersOf(server: McpServer, request: ServerContext): (() => Promise<string[]>) | null {
  if (request.mcpReq.envelope !== undefined || !clientCapabilities(server, request)?.roots) return null
  return async () => {
    const { roots } = await server.server.listRoots(undefined, { timeout: MAX_ROOTS_MS })
    return roots.filter(({ uri }) => uri.startsWith('file:')).map(({ uri }) => fileURLToPath(uri))
  }
}
