import type { NotTaken } from './not-taken.js'
import { excerpt } from './refuse.js'

/** State of the conversion of another tool's file into cases. */
export type ForeignFile = {
  readonly name: string
  readonly notTaken: NotTaken
  /** Returns a name that no other case of this file has; names identify results. */
  unique(wanted: string): string
}

/** A case's name has at most 200 characters; this leaves room for a number. */
const MAX_NAME_LENGTH = 180

export function createForeignFile(name: string, notTaken: NotTaken): ForeignFile {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return {
    name,
    notTaken,
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
