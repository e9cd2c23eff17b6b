import { upperFirst } from '../../../domain/text/words.js'
import type { Draws } from '../random.js'
import type { Values } from './values.js'

export type PickPhrase = (lines: readonly string[], values: Values) => string

/** A quotation that ends a sentence and has no full stop itself. */
const UNENDED_QUOTE = /([^.!?…”])”(?=$|\s+[\p{Lu}\d“])/gu

/**
 * Picks lines by this person's draws. Each line of a list is used before any is repeated, and a line can be used only
 * where all its variables have a value.
 */
export function createPhrasePicker(draws: Draws): PickPhrase {
  const unused = new Map<readonly string[], string[]>()
  const lastUsed = new Map<readonly string[], string>()
  let picked = 0
  return (lines, values) => {
    const hasAllValues = (line: string): boolean =>
      [...line.matchAll(/\{(\w+)\}/g)].every(([, variable = '']) => values[variable] !== undefined)
    let candidates = (unused.get(lines) ?? []).filter(hasAllValues)
    if (candidates.length === 0) {
      unused.set(lines, [...lines])
      const last = lastUsed.get(lines)
      const all = lines.filter(hasAllValues)
      candidates = all.length > 1 ? all.filter((line) => line !== last) : all
    }
    const line = candidates[Math.floor(draws.uniform('words', 0, 100 + picked++) * candidates.length)] ?? ''
    lastUsed.set(lines, line)
    unused.set(
      lines,
      (unused.get(lines) ?? []).filter((other) => other !== line),
    )
    const text = line.replace(/\{(\w+)\}/g, (_, variable: string) => values[variable] ?? '')
    return upperFirst(text.replaceAll(UNENDED_QUOTE, '$1”.'))
  }
}
