import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy that hands each request on as it came, with `headers` added, to the server that `pick` names. Returns its address. */
export async function proxyTo(pick: () => string, headers: Record<string, string> = {}): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const own = (proxy.address() as AddressInfo).port
    const { hostname, port } = new URL(pick())
    const sent = { ...incoming.headers, ...headers }
    if (sent.host === `127.0.0.1:${own}`) sent.host = `127.0.0.1:${port}`
    const onward = forward({ hostname, port, path: incoming.url, method: incoming.method, headers: sent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
