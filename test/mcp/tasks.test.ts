import { describe, expect, it } from 'vitest'
import { OAT_DRINK, startWorkerIn } from '../support/app.js'
import { sharedMcp, stranger, tokenOf } from '../support/mcp.js'
import { sharedApp } from '../support/shared-app.js'

const TASKS = 'io.modelcontextprotocol/tasks'
const META = 'io.modelcontextprotocol'

/** Requests of the newer protocol as they go over the wire. */
function wire(url: string, token: string, extensions: object = { [TASKS]: {} }) {
  let id = 0
  return async (method: string, params: Record<string, unknown>) => {
    id += 1
    const name = String(params.name ?? params.taskId ?? '')
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(name ? { 'mcp-name': name } : {}),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        method,
        params: {
          ...params,
          _meta: {
            [`${META}/protocolVersion`]: '2026-07-28',
            [`${META}/clientInfo`]: { name: 'wire', version: '1' },
            [`${META}/clientCapabilities`]: { extensions },
          },
        },
      }),
    })
    return (await response.json()) as { result?: Record<string, unknown>; error?: { code: number; message: string } }
  }
}

describe('a run as a task', () => {
  const app = sharedApp({ works: false })
  const url = sharedMcp(app)
  const order = { name: 'run_pressure_test', arguments: { proposition: OAT_DRINK, focus_group: 'quick' } }

  it('is returned at once, can be polled to its end, and carries the tool’s result', async () => {
    const send = wire(url(), await tokenOf(app().local))
    const { result: task } = await send('tools/call', order)
    expect(task).toMatchObject({
      resultType: 'task',
      status: 'working',
      ttlMs: null,
      pollIntervalMs: expect.any(Number),
    })
    startWorkerIn(app())
    const taskId = task?.taskId
    await expect
      .poll(async () => (await send('tasks/get', { taskId })).result?.status, { timeout: 30_000 })
      .toBe('completed')
    const { result } = await send('tasks/get', { taskId })
    expect(result).toMatchObject({
      resultType: 'complete',
      taskId,
      result: { structuredContent: { run_id: taskId, status: 'completed' } },
    })
    expect((await send('tasks/update', { taskId, inputResponses: {} })).result).toMatchObject({
      resultType: 'complete',
    })
  })

  it('can be cancelled, also twice', async () => {
    const send = wire(url(), await tokenOf(app().local))
    const taskId = (await send('tools/call', order)).result?.taskId
    for (const _ of ['once', 'twice'])
      expect((await send('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' })
    expect((await send('tasks/get', { taskId })).result).toMatchObject({ status: 'cancelled' })
  })

  it('is not found by other workspaces, and refused to a client without the tasks extension', async () => {
    const send = wire(url(), await tokenOf(app().local))
    const taskId = String((await send('tools/call', order)).result?.taskId)
    const foreign = wire(url(), await tokenOf(await stranger(app())))
    const unknown = '7b0f9d4e-6a4b-4a43-9a77-0a8f5f3d2c11'
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      const [theirs, nobodys] = [await foreign(method, { taskId }), await foreign(method, { taskId: unknown })]
      expect(theirs.error?.code).toBe(-32602)
      expect(theirs.error?.message.replace(taskId, 'ID')).toBe(nobodys.error?.message.replace(unknown, 'ID'))
    }
    const plain = wire(url(), await tokenOf(app().local), {})
    expect((await plain('tasks/get', { taskId })).error?.code).toBe(-32021)
    const { result } = await plain('tools/call', { ...order, arguments: { ...order.arguments, wait_seconds: 0 } })
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { status: 'queued' } })
  })
})
