/**
 * The fake in a process of its own: `node fake-messages-api.main.mjs '{"latencyMs":4000}'` prints one line of JSON with
 * its `url`. Control: GET /__log, GET /__stats, POST /__faults {next, fault} or {always}, POST /__settings, POST /__reset.
 */
import { fakeMessagesApi } from './fake-messages-api.mjs'

const { fault, ...options } = JSON.parse(process.argv[2] ?? '{}')
const api = await fakeMessagesApi({ ...options, control: true, ...(fault === undefined ? {} : { fault: () => fault }) })
process.stdout.write(`${JSON.stringify({ url: api.url, pid: process.pid })}\n`)

const stop = () => api.close().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// A starter that dies closes the pipe: nobody leaves a fake behind.
process.stdin.on('end', stop).resume()
