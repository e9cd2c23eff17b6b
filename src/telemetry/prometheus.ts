import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { METRICS, type MetricName, type Reading, type ShownMetrics } from './telemetry.js'

/** Models are configured, so there are few of them; beyond this number they are labelled "other". */
const MAX_MODELS = 20

const definitions = Object.entries(METRICS) as [MetricName, (typeof METRICS)[MetricName]][]

/** The metrics of this process, with its event loop and memory, in the text format of Prometheus. */
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

/** Readings have a registry of their own, so that no earlier reading remains. */
function shownReadings(readings: readonly Reading[]): Promise<string> {
  const registry = new Registry()
  for (const [name, { type, help, labels }] of definitions) {
    if (type !== 'reading') continue
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
    // A gauge without labels starts at 0, which would look like a reading.
    if (labels.length === 0) gauge.remove()
    for (const reading of readings) if (reading.name === name) gauge.set(reading.labels, reading.value)
  }
  return registry.metrics()
}
