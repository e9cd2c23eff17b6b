import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Env } from './processes.js'

export type ReceivedSpan = {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  /** 2: failed. */
  readonly status: number
  readonly facts: Readonly<Record<string, unknown>>
  /** Tells processes apart. */
  readonly process: string
}

type Fact = { key: string; value: Record<string, unknown> }
type Sent = {
  resourceSpans: {
    resource: { attributes: Fact[] }
    scopeSpans: {
      spans: (Pick<ReceivedSpan, 'name' | 'kind' | 'traceId' | 'spanId' | 'parentSpanId'> & {
        attributes: Fact[]
        status?: { code?: number }
      })[]
    }[]
  }[]
}

/** What a collector of OpenTelemetry receives over OTLP with HTTP and JSON. */
export type FakeCollector = {
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** Everything received, as it came. */
  readonly bodies: string[]
  /** For a process that sends its spans here soon, and calls itself so. */
  env(process: string): Env
  /** Waits for a span; the test's own time limit ends the waiting. */
  span(is: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>
}

export async function fakeCollector(): Promise<FakeCollector> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    if (request.url === '/v1/traces') {
      bodies.push(body)
      spans.push(...spansOf(JSON.parse(body)))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    spans,
    bodies,
    env: (process) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_RESOURCE_ATTRIBUTES: `process=${process}`,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    }),
    async span(is) {
      for (;;) {
        const found = spans.find(is)
        if (found) return found
        await sleep(50)
      }
    },
  }
}

const spansOf = ({ resourceSpans }: Sent): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, traceId, spanId, parentSpanId, attributes, status }) => ({
        name,
        kind,
        traceId,
        spanId,
        parentSpanId,
        status: status?.code ?? 0,
        facts: factsOf(attributes),
        process: String(factsOf(resource.attributes).process),
      })),
    ),
  )

const factsOf = (attributes: Fact[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
