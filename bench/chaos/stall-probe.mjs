// Loaded before a worker (`--import`): writes to the file CHAOS_STALLS the longest time that its thread did nothing else, in
// ms. The time in which the thread was ready and the machine gave it no core is left out, and so is a time in which the
// whole process was stopped: neither is the program's. Linux only.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const TICK_MS = 20
const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`
const file = process.env.CHAOS_STALLS
if (file && isMainThread && existsSync(SCHEDULED)) {
  const busyMs = () => Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6
  let longest = 0
  let busyBefore = busyMs()
  const look = () => {
    const busy = busyMs()
    if (busy - busyBefore > longest) {
      longest = busy - busyBefore
      writeFileSync(file, String(longest))
    }
    busyBefore = busy
  }
  // What is computed between two looks holds up everything else in the process.
  setTimeout(() => {
    busyBefore = busyMs()
    setInterval(look, TICK_MS).unref()
  }, 3_000).unref()
}
