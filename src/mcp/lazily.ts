/** Opens a resource at the first `get`, once for all callers. After a failure the next `get` opens it again. */
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
