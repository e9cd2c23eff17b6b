import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebhookEvent } from '../../src/domain/workspace/webhook.js'

export type Arrival = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly event: WebhookEvent }
/** The status to answer with; `null` for no answer at all. */
type Answer = (arrival: Arrival, index: number, response: ServerResponse) => number | null | Promise<number | null>

/** A receiver of webhooks on a port of this machine, which keeps all that arrives, refused or not. */
export async function startReceiver(answer: Answer = () => 204, port = 0) {
  const arrivals: Arrival[] = []
  const accepted: Arrival[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    // What a sender gave up on half way has not arrived.
    if (!request.complete) return
    const body = Buffer.concat(chunks).toString()
    const arrival = { headers: request.headers, body, event: WebhookEvent.parse(JSON.parse(body)) }
    const status = await answer(arrival, arrivals.push(arrival) - 1, response)
    if (status === null) return
    if (status < 300) accepted.push(arrival)
    response.writeHead(status).end('thank you')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(stop)
  const address = server.address() as AddressInfo
  return { arrivals, accepted, port: address.port, url: `http://127.0.0.1:${address.port}/hook`, stop }
}
