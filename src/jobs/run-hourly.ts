const INTERVAL_MS = 60 * 60_000

/** Calls `work` at once and every hour, never twice at the same time; `stop` aborts it and waits for its end. */
export function runHourly(
  work: (stopping: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let working: Promise<void> | null = null
  const runOnce = () => {
    working ??= work(stopping.signal)
      .catch(onError)
      .finally(() => {
        working = null
      })
  }
  const timer = setInterval(runOnce, INTERVAL_MS)
  runOnce()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await working
    },
  }
}
