import type { EngineDeps } from './deps.js'

/** Runs steps in parallel and waits for all of them: steps in flight are stored before an error is thrown. */
export async function parallelSteps<T extends readonly unknown[]>(
  deps: Pick<EngineDeps, 'fanOut'>,
  parts: { readonly [K in keyof T]: () => Promise<T[K]> },
): Promise<T> {
  const outcomes = await deps.fanOut(parts as readonly (() => Promise<unknown>)[], (part) => part())
  return outcomes.map((outcome) => {
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }) as unknown as T
}

/** The dependencies with at most `atOnce` questions in flight; further questions wait. */
export function withAtMost(deps: EngineDeps, atOnce: number): EngineDeps {
  const waiting: (() => void)[] = []
  let inFlight = 0
  return {
    ...deps,
    async ask(...question) {
      if (inFlight >= atOnce) await new Promise<void>((proceed) => waiting.push(proceed))
      inFlight += 1
      try {
        return await deps.ask(...question)
      } finally {
        inFlight -= 1
        waiting.shift()?.()
      }
    },
  }
}
