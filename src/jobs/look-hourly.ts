const LOOK_EVERY_MS = 60 * 60_000

/** Calls `work` at once and every hour, never twice at the same time; `stop` aborts it and waits for its end. */
export function lookHourly(
  work: (stopping: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let working: Promise<void> | null = null
  const look = () => {
    working ??= work(stopping.signal)
      .catch(onError)
      .finally(() => {
        working = null
      })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  look()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await working
    },
  }
}
