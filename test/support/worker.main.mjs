// `pressure-test worker` with other times than a user's, given as JSON: a process that tests can kill without waiting long.
import { readConfig } from '../../dist/config.js'
import { work } from '../../dist/jobs/main.js'
import { createLog } from '../../dist/log.js'
import { openApp } from '../../dist/main.js'

const config = readConfig(process.env)
const say = (line) => process.stderr.write(`${line}\n`)
await work(
  { say, open: () => openApp(config, createLog(config.logLevel)) },
  { drain: false, times: JSON.parse(process.argv[2]) },
)
