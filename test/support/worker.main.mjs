// `pressure-test worker` with other times than a user's, given as JSON: a process that tests can kill without waiting long.
import { readConfig } from '../../dist/config.js'
import { work } from '../../dist/jobs/main.js'
import { createLog } from '../../dist/log.js'
import { openApp } from '../../dist/main.js'
import { createPrometheus } from '../../dist/telemetry/prometheus.js'
import { silentTracing } from '../../dist/telemetry/telemetry.js'

const config = readConfig(process.env)
const say = (line) => process.stderr.write(`${line}\n`)
const version = '0'
const metrics = createPrometheus()
// The SDK of traces is loaded where they go somewhere, as the command line does.
const tracingOf = async (url) =>
  url === null ? silentTracing : (await import('../../dist/telemetry/otlp.js')).openTracing({ url, version })
const tracing = await tracingOf(config.tracesUrl)
await work(
  { version, metrics, say, open: () => openApp(config, createLog(config.logLevel), { metrics, tracing }) },
  { drain: false, times: JSON.parse(process.argv[2]) },
)
