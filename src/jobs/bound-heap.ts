import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Growth of the heap since the last full collection, in bytes, that triggers another one. */
const MAX_GROWTH = 24 * 2 ** 20

/**
 * Bounds the memory of work that runs for long and keeps little. V8 collects its old generation only when the heap is
 * several times what is needed, so resident memory would grow with the number of simulated people. A collection takes
 * about 50 ms, once in some thousand people.
 */
export function boundHeap(): void {
  const { used_heap_size } = getHeapStatistics()
  if (used_heap_size < lowest) lowest = used_heap_size
  if (used_heap_size - lowest < MAX_GROWTH) return
  collect ??= exposedCollector()
  collect()
  lowest = getHeapStatistics().used_heap_size
}

let lowest = Number.POSITIVE_INFINITY
let collect: (() => void) | null = null

/** A process started without V8's `--expose-gc` has no other way to collect garbage. */
function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return gc
}
