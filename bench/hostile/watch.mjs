// A thread that watches a server while files are sent to it: how late it answers, and how much memory it and the processes
// below it hold. `workerData`: its process id and the address of its health; `null`: only memory.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { pid, health } = workerData
const SEEN_EVERY_MS = 5
const ASKED_EVERY_MS = 50

const megabytes = (process) => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1] ?? 0) / 1_000
  } catch {
    return 0
  }
}
/** Processes that read a file; beside Slack a server also has a worker. */
const childrenOf = (process) => {
  try {
    const threads = readdirSync(`/proc/${process}/task`)
    return threads
      .flatMap((thread) => readFileSync(`/proc/${process}/task/${thread}/children`, 'utf8').split(' '))
      .filter((child) => child !== '' && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('ingest'))
  } catch {
    return []
  }
}

const fresh = () => ({ server_mb: 0, reader_mb: 0, answers: [], unanswered: 0 })
let seen = fresh()
setInterval(() => {
  seen.server_mb = Math.max(seen.server_mb, megabytes(pid))
  for (const child of childrenOf(pid)) seen.reader_mb = Math.max(seen.reader_mb, megabytes(child))
}, SEEN_EVERY_MS)

parentPort.on('message', (wanted) => {
  if (wanted === 'children') return parentPort.postMessage(childrenOf(pid).length)
  parentPort.postMessage(seen)
  seen = fresh()
})

while (health !== null) {
  const began = performance.now()
  const answered = await fetch(health).then(
    (answer) => answer.arrayBuffer().then(() => answer.ok),
    () => false,
  )
  if (answered) seen.answers.push(performance.now() - began)
  else seen.unanswered += 1
  await sleep(ASKED_EVERY_MS)
}
