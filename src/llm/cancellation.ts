import { AppError } from '../errors.js'

/** The error that a cancelled call rejects with: the caller's own, or `cancelled` where the caller gave none. */
export function cancelReason(signal: AbortSignal): Error {
  const { reason } = signal
  // `abort()` without an argument creates the platform's own AbortError, which carries no reason.
  const unnamed = reason instanceof DOMException && reason.name === 'AbortError'
  return reason instanceof Error && !unnamed ? reason : new AppError('cancelled')
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelReason(signal)
}

/** Settles like the promise that `start` returns, or rejects with the signal's reason as soon as it fires. */
export function abortable<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    throwIfCancelled(signal)
    const stop = () => reject(cancelReason(signal))
    signal.addEventListener('abort', stop, { once: true })
    start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const elapsed = () =>
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
  return abortable(signal, elapsed).finally(() => clearTimeout(timer))
}

export type Cancellation = {
  /** Returns a signal for one call that fires with the caller's signal; `end` unregisters the call. */
  begin(signal: AbortSignal): { signal: AbortSignal; end(): void }
  cancelAll(reason: Error): void
}

/** Adds one listener to a caller's signal, however many calls share it: Node warns from the eleventh listener on. */
export function createCancellation(): Cancellation {
  const callers = new Map<AbortSignal, { calls: Set<AbortController>; listener: () => void }>()

  const follow = (signal: AbortSignal) => {
    const calls = new Set<AbortController>()
    const listener = () => {
      for (const call of calls) call.abort(signal.reason)
    }
    signal.addEventListener('abort', listener, { once: true })
    const caller = { calls, listener }
    callers.set(signal, caller)
    return caller
  }

  return {
    begin(signal) {
      const call = new AbortController()
      const { calls, listener } = callers.get(signal) ?? follow(signal)
      calls.add(call)
      if (signal.aborted) call.abort(signal.reason)
      const end = () => {
        calls.delete(call)
        if (calls.size > 0) return
        signal.removeEventListener('abort', listener)
        callers.delete(signal)
      }
      return { signal: call.signal, end }
    },
    cancelAll(reason) {
      for (const { calls } of callers.values()) for (const call of calls) call.abort(reason)
    },
  }
}
