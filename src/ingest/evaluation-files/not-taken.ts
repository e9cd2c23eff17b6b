import { excerpt, refuseFile } from './refuse.js'

/** Parts of another tool's file that cases cannot hold, counted by kind. */
export type NotTaken = {
  add(singular: string, plural?: string): void
  /**
   * "Not taken over from x.yaml: 4 `javascript` assertions, 1 `threshold` of a test."; `null` where everything was
   * taken over.
   */
  sentence(): string | null
}

const MAX_KINDS = 20
const MAX_PARTS = 100_000

export function createNotTaken(fileName: string): NotTaken {
  let parts = 0
  const kinds = new Map<string, { count: number; plural: string }>()
  return {
    add(singular, plural = `${singular}s`) {
      if (++parts > MAX_PARTS) refuseFile(fileName, 'holds too much that a case has no place for; split it.')
      const kind = kinds.get(singular) ?? { count: 0, plural }
      kind.count++
      kinds.set(singular, kind)
    },
    sentence() {
      if (kinds.size === 0) return null
      const ranked = [...kinds].sort(([, a], [, b]) => b.count - a.count)
      const listed = ranked.slice(0, MAX_KINDS).map(([singular, { count, plural }]) => {
        return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`
      })
      const rest = ranked.slice(MAX_KINDS)
      const more = rest.reduce((sum, [, { count }]) => sum + count, 0)
      if (more > 0) listed.push(`${more.toLocaleString('en-US')} of ${rest.length} other kinds`)
      return `Not taken over from ${excerpt(fileName, 120)}: ${listed.join(', ')}.`
    },
  }
}

/** A name from the file, for use in a kind. */
export const quoted = (name: string): string => `\`${excerpt(name, 40)}\``
