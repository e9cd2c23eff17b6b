import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { METRICS, type MetricName, type Reading, type ShownMetrics } from './telemetry.js'

/** Models are configured, so they are few; more than this in one process's life become "other". */
const MAX_MODELS = 20

const definitions = Object.entries(METRICS) as [MetricName, (typeof METRICS)[MetricName]][]

/** The metrics of this process, its event loop and memory included, in the text format of Prometheus. */
export function createPrometheus(): ShownMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counters = new Map<MetricName, Counter>()
  const gauges = new Map<MetricName, Gauge>()
  const histograms = new Map<MetricName, Histogram>()
  for (const [name, metric] of definitions) {
    const common = { name, help: metric.help, labelNames: [...metric.labels], registers: [registry] }
    if (metric.type === 'counter') counters.set(name, new Counter(common))
    if (metric.type === 'gauge') gauges.set(name, new Gauge(common))
    if (metric.type === 'histogram') histograms.set(name, new Histogram({ ...common, buckets: [...metric.buckets] }))
  }
  const models = new Set<string>()
  const bounded = (labels: Readonly<Record<string, string>>): Record<string, string> => {
    const { model } = labels
    if (model === undefined || models.has(model)) return labels
    if (models.size >= MAX_MODELS) return { ...labels, model: 'other' }
    models.add(model)
    return labels
  }

  return {
    count: (name, labels, by = 1) => counters.get(name)?.inc(bounded(labels), by),
    add: (name, labels, by) => gauges.get(name)?.inc(bounded(labels), by),
    observe: (name, labels, seconds) => histograms.get(name)?.observe(bounded(labels), seconds),
    contentType: registry.contentType,
    text: async (readings) => `${await registry.metrics()}\n${await shownReadings(readings)}`,
  }
}

/** In a registry of their own, so that nothing is left of what was read earlier. */
function shownReadings(readings: readonly Reading[]): Promise<string> {
  const registry = new Registry()
  for (const [name, { type, help, labels }] of definitions) {
    if (type !== 'reading') continue
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
    // One without labels begins at 0, as if that had been read.
    if (labels.length === 0) gauge.remove()
    for (const reading of readings) if (reading.name === name) gauge.set(reading.labels, reading.value)
  }
  return registry.metrics()
}
