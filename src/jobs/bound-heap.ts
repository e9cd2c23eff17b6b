import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Growth of the heap since it was last collected whole that makes it be collected again. */
const MAX_GROWTH = 24 * 2 ** 20

/**
 * Bounds the memory of work that goes on for long and keeps little: V8 lets dead objects that survived twice lie until the
 * heap is several times what is needed, so that resident memory would grow with how many people live. Collecting takes about
 * 50 ms, once in some thousand people.
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

/** Node gives no other way to collect within a process that was not started with a flag of V8. */
function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return gc
}
