import type { EngineDeps } from './deps.js'

/** Runs steps in parallel and waits for all: what is in flight is stored before an error is thrown. */
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
