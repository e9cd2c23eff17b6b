import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Span as ApiSpan,
  SpanKind as ApiSpanKind,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { isAppError } from '../errors.js'
import type { Span, SpanKind, SpanOptions, Tracing } from './telemetry.js'

/** Longest time to send the last spans, so that an unreachable collector does not delay the end of a process. */
const MAX_CLOSE_MS = 3_000

const KINDS: Readonly<Record<SpanKind, ApiSpanKind>> = {
  internal: ApiSpanKind.INTERNAL,
  server: ApiSpanKind.SERVER,
  client: ApiSpanKind.CLIENT,
  producer: ApiSpanKind.PRODUCER,
  consumer: ApiSpanKind.CONSUMER,
}

/**
 * Exports spans to a collector, over OTLP with HTTP and JSON. The SDK reads its other standard variables itself:
 * OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER, OTEL_BSP_*, OTEL_EXPORTER_OTLP_HEADERS. To be
 * called once per process, because the current span is global to it.
 */
export function openTracing({ url, version }: { url: string; version: string }): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'pressure-test', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  provider.register()
  const tracer = provider.getTracer('pressure-test', version)

  const start = (name: string, { kind = 'internal', facts = {}, parent }: SpanOptions) => {
    const around = parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: parent })
    const span = tracer.startSpan(name, { kind: KINDS[kind] }, around)
    const ours = spanOf(span)
    ours.note(facts)
    return { span, ours, inside: trace.setSpan(around, span) }
  }

  return {
    within: (name, options, work) => {
      const { span, ours, inside } = start(name, options)
      return context.with(inside, async () => {
        try {
          return await work(ours)
        } catch (error) {
          ours.fail(isAppError(error) ? error.code : 'internal')
          throw error
        } finally {
          span.end()
        }
      })
    },
    begin: (name, options) => {
      const { span, ours } = start(name, options)
      return { ...ours, end: () => span.end() }
    },
    apart: (begin) => context.with(ROOT_CONTEXT, begin),
    traceparent: () => {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    close: () => Promise.race([provider.shutdown().catch(() => {}), sleep(MAX_CLOSE_MS, undefined, { ref: false })]),
  }
}

function spanOf(span: ApiSpan): Span {
  return {
    note: (facts) => {
      for (const [name, fact] of Object.entries(facts))
        if (fact !== null && fact !== undefined) span.setAttribute(name, fact)
    },
    rename: (name) => void span.updateName(name),
    fail: (code) => void span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR }),
  }
}
