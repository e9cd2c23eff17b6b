import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallToolResult,
  type InputRequests,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { McpExtension } from '../../src/mcp/server.js'
import { requireTasks, takesTasks } from '../../src/mcp/tasks.js'
import { type Answer, elicit, filled, text, tool } from './conformance-answers.js'

type Answers = Record<string, unknown>
type Work = (task: { signal: AbortSignal; ask(requests: InputRequests): Promise<Answers> }) => Promise<CallToolResult>
type Held = {
  status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  readonly begun: string
  readonly stop: AbortController
  open: InputRequests
  given: Answers
  answered: () => void
  end: { result: CallToolResult } | { error: { code: number; message: string } } | null
}

const MOMENT_MS = 100

/** The suite's tools that work as tasks, in memory, behind the product's own task methods. */
export function conformanceTasks(): Pick<McpExtension, 'register'> & { beside: McpExtension['tasks'] } {
  const held = new Map<string, Held>()
  const wire = (taskId: string, { status, begun, open, end }: Held) => ({
    taskId,
    status,
    createdAt: begun,
    lastUpdatedAt: new Date().toISOString(),
    ttlMs: 60_000,
    pollIntervalMs: MOMENT_MS,
    ...(status === 'input_required' ? { inputRequests: open } : {}),
    ...end,
  })

  const begin = (work: Work): CallToolResult => {
    const taskId = randomUUID()
    const task: Held = {
      status: 'working',
      begun: new Date().toISOString(),
      stop: new AbortController(),
      open: {},
      given: {},
      answered: () => {},
      end: null,
    }
    held.set(taskId, task)
    const ask = async (requests: InputRequests): Promise<Answers> => {
      Object.assign(task, { status: 'input_required', open: requests })
      await new Promise<void>((resolve) => {
        task.answered = resolve
      })
      return task.given
    }
    const ended = (status: Held['status'], end: Held['end']) => {
      if (task.status !== 'cancelled') Object.assign(task, { status, end })
    }
    void work({ signal: task.stop.signal, ask }).then(
      (result) => ended('completed', { result }),
      (error: Error) => ended('failed', { error: { code: -32603, message: error.message } }),
    )
    return { resultType: 'task', ...wire(taskId, task), content: [] }
  }

  return {
    register: (server) => register(server, begin),
    beside: (runs) => ({
      async get(taskId) {
        const task = held.get(taskId)
        return task ? wire(taskId, task) : runs.get(taskId)
      },
      async cancel(taskId) {
        const task = held.get(taskId)
        if (!task) return runs.cancel(taskId)
        if (task.end === null) task.status = 'cancelled'
        task.stop.abort()
      },
      async update(taskId, inputResponses) {
        const task = held.get(taskId)
        if (!task) return runs.update(taskId, inputResponses)
        for (const [key, answer] of Object.entries(inputResponses)) {
          if (!(key in task.open)) continue
          task.given[key] = answer
          const { [key]: _, ...open } = task.open
          task.open = open
        }
        if (task.status !== 'input_required' || Object.keys(task.open).length > 0) return
        task.status = 'working'
        task.answered()
      },
    }),
  }
}

function register(server: McpServer, begin: (work: Work) => CallToolResult): void {
  const taking = <I extends z.ZodObject>(
    name: string,
    inputSchema: I,
    run: (given: z.infer<I>, ctx: ServerContext) => Answer | Promise<Answer>,
  ) =>
    server.registerTool(
      name,
      { description: `Asked for by the conformance suite: ${name}.`, inputSchema: inputSchema as z.ZodObject },
      (given, ctx) => run(given as z.infer<I>, ctx),
    )
  const asTask = (name: string, work: Work) => tool(server, name, () => begin(work))

  taking('greet', z.object({ name: z.string() }), ({ name }) => text(`Hello, ${name}!`))
  taking('slow_compute', z.object({ seconds: z.number(), label: z.string() }), async ({ seconds, label }, ctx) => {
    const work: Work = async ({ signal }) => {
      await sleep(seconds * 1_000, undefined, { signal, ref: false })
      return text(`${label} is computed`)
    }
    return takesTasks(server, ctx) && seconds > 0
      ? begin(work)
      : work({ signal: ctx.mcpReq.signal, ask: async () => ({}) })
  })
  asTask('failing_job', async () => {
    await sleep(MOMENT_MS)
    return { ...text('The job failed.'), isError: true }
  })
  asTask('protocol_error_job', async () => {
    await sleep(MOMENT_MS)
    throw new Error('The job crashed.')
  })
  taking('confirm_delete', z.object({ filename: z.string() }), ({ filename }) =>
    begin(async ({ ask }) => text(JSON.stringify(await ask({ confirm: elicit(`Delete ${filename}?`, 'confirm') })))),
  )
  asTask('multi_input', async ({ ask }) => {
    const answers = await ask({ first: elicit('First name?', 'name'), second: elicit('Second name?', 'name') })
    return text(JSON.stringify(answers))
  })
  tool(server, 'test_tool_with_task', (ctx) => {
    const name = filled(ctx, 'user_name', 'name')
    return typeof name === 'string'
      ? begin(async () => text(`Hello, ${name}!`))
      : inputRequired({ inputRequests: { user_name: elicit('What is your name?', 'name') } })
  })
  refuseWithoutTasks(server)
}

/** These only work as tasks. */
const ONLY_AS_TASKS = ['failing_job', 'protocol_error_job', 'confirm_delete', 'multi_input', 'test_tool_with_task']
type Handlers = Map<string, (request: { params?: { name?: string } }, ctx: ServerContext) => Promise<unknown>>

/** The library makes a result of whatever a tool throws; here it has to be an error of the protocol. */
function refuseWithoutTasks(server: McpServer): void {
  const { _requestHandlers: handlers } = server.server as unknown as { _requestHandlers: Handlers }
  const inner = handlers.get('tools/call')
  if (!inner) throw new Error('The library keeps its handlers elsewhere now.')
  handlers.set('tools/call', async (request, ctx) => {
    if (ONLY_AS_TASKS.includes(request.params?.name ?? '')) requireTasks(server, ctx)
    return inner(request, ctx)
  })
}
