// `pressure-test serve` or `worker` as shipped, with other options of its worker than a user's, given as JSON: its times, and
// how many runs it works on side by side.
import { serve } from '../../build/api/main.js'
import { readConfig } from '../../build/config.js'
import { work } from '../../build/jobs/main.js'
import { createLog } from '../../build/log.js'
import { openApp } from '../../build/main.js'
import { createPrometheus } from '../../build/telemetry/prometheus.js'
import { silentTracing } from '../../build/telemetry/telemetry.js'

const [, , command, given] = process.argv
const worker = JSON.parse(given)
const config = readConfig(process.env)
const log = createLog(config.logLevel)
const metrics = createPrometheus()
const say = (line) => process.stderr.write(`${line}\n`)
const open = async () => {
  const app = await openApp(config, log, { metrics, tracing: silentTracing })
  return { ...app, startWorker: (options) => app.startWorker({ ...options, ...worker }) }
}
const deps = { config, log, metrics, say, version: '0', open }
if (command === 'serve') await serve(deps)
else await work(deps, { drain: false })
