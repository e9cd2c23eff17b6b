import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type AgentClientOptions, createAgentClient } from '../../src/llm/guarded-requests/agent-client.js'

export type Heard = { readonly headers: IncomingMessage['headers']; readonly url: string; readonly body: AgentRequest }
export type AgentRequest = {
  conversation: { role: string; content: string }[]
  message: string
  case_id: string
  trial: number
  turn: number
  agent_version_id: string
  version: string
  session_id: string
}
/** Answers one request; what it gives is sent as JSON, unless it has answered itself. */
export type Behaviour = (heard: Heard, response: ServerResponse) => unknown

/** A live agent on a port of this machine, which keeps what it hears. */
export async function startLiveAgent(behave: Behaviour) {
  const heard: Heard[] = []
  let connections = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const one = { headers: request.headers, url: request.url ?? '', body: text === '' ? null : JSON.parse(text) }
    heard.push(one)
    const answer = await behave(one, response)
    if (answer !== undefined) json(response, answer)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { heard, port, url: `http://127.0.0.1:${port}/chat`, connections: () => connections }
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

/** The real agent client; hosts of this machine may be called, pauses are kept and not waited for. */
export function clientForTests(options: Partial<AgentClientOptions> = {}) {
  const pauses: number[] = []
  const client = createAgentClient({
    hostsAllowed: [{ host: '127.0.0.1', port: null }],
    tokens: [],
    keys: {},
    unboundForAll: true,
    concurrency: 50,
    version: '1.2.3',
    sleep: async (ms) => void pauses.push(ms),
    ...options,
  })
  return { client, pauses }
}
