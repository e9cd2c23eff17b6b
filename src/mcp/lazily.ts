/** Opens something once it is wanted, once for all who want it. A failure is not kept: the next who asks tries again. */
export function lazily<T>(open: () => Promise<T>): { get(): Promise<T>; opened(): Promise<T> | null } {
  let opening: Promise<T> | null = null
  return {
    get() {
      opening ??= open().catch((error: unknown) => {
        opening = null
        throw error
      })
      return opening
    },
    opened: () => opening,
  }
}
