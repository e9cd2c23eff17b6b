import type { EngineDeps } from './deps.js'

/** Runs parts side by side and waits for all: what is in flight is stored before an error is thrown. */
export async function sideBySide<T extends readonly unknown[]>(
  deps: Pick<EngineDeps, 'fanOut'>,
  parts: { readonly [K in keyof T]: () => Promise<T[K]> },
): Promise<T> {
  const settled = await deps.fanOut(parts as readonly (() => Promise<unknown>)[], (part) => part())
  return settled.map((one) => {
    if ('error' in one) throw one.error
    return one.value
  }) as unknown as T
}
