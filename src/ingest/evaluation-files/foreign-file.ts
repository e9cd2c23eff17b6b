import { excerpt, refuseFile } from './refuse.js'

/** State of the conversion of another tool's file into cases. */
export type ForeignFile = {
  readonly name: string
  readonly notTaken: NotTaken
  /** Returns a name that no other case of this file has; names identify results. */
  unique(wanted: string): string
}

/** A case's name has at most 200 characters; this leaves room for a number. */
const MAX_NAME_LENGTH = 180

export function createForeignFile(name: string): ForeignFile {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return {
    name,
    notTaken: createNotTaken(name),
    unique(wanted) {
      const short = excerpt(wanted, MAX_NAME_LENGTH) || 'Case'
      let unique = short
      while (taken.has(unique.toLowerCase())) {
        const count = (counts.get(short.toLowerCase()) ?? 1) + 1
        counts.set(short.toLowerCase(), count)
        unique = `${short} (${count})`
      }
      taken.add(unique.toLowerCase())
      return unique
    },
  }
}

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

function createNotTaken(fileName: string): NotTaken {
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

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text, number or boolean as text; `null` for anything else and for blank texts. */
export function plainText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

export const quotedList = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(', ')
