import type { Problem } from './refuse.js'
import type { Row } from './rows.js'
import { shown } from './shown.js'

/**
 * Takes a case's name, or says why it cannot be had: results are told apart by it, without letter case, so that of two
 * rows with one name the second is wrong. `taken` holds the lines of the names.
 */
export function takeName(taken: Map<string, number>, name: string, { line, where }: Row): Problem | null {
  const before = taken.get(name.toLowerCase())
  if (before === undefined) {
    taken.set(name.toLowerCase(), line)
    return null
  }
  const sentence = `The name "${shown(name)}" stands on line ${before} already; results are told apart by it.`
  return { line: where(['name']).line, sentence }
}
