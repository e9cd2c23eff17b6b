import { upperFirst } from '../../../domain/text/words.js'
import type { Draws } from '../random.js'
import type { Values } from './values.js'

export type Say = (lines: readonly string[], values: Values) => string

/** A quotation that ends a sentence and has no full stop itself. */
const UNENDED_QUOTE = /([^.!?…”])”(?=$|\s+[\p{Lu}\d“])/gu

/**
 * Picks lines by this person's draws. Each line of a list is used before any is repeated, and a line can be used only
 * where all its variables have a value.
 */
export function phrasesOf(draws: Draws): Say {
  const left = new Map<readonly string[], string[]>()
  const said = new Map<readonly string[], string>()
  let picked = 0
  return (lines, values) => {
    const sayable = (line: string): boolean =>
      [...line.matchAll(/\{(\w+)\}/g)].every(([, variable = '']) => values[variable] !== undefined)
    let rest = (left.get(lines) ?? []).filter(sayable)
    if (rest.length === 0) {
      left.set(lines, [...lines])
      const last = said.get(lines)
      const all = lines.filter(sayable)
      rest = all.length > 1 ? all.filter((line) => line !== last) : all
    }
    const line = rest[Math.floor(draws.uniform('words', 0, 100 + picked++) * rest.length)] ?? ''
    said.set(lines, line)
    left.set(
      lines,
      (left.get(lines) ?? []).filter((other) => other !== line),
    )
    const text = line.replace(/\{(\w+)\}/g, (_, variable: string) => values[variable] ?? '')
    return upperFirst(text.replaceAll(UNENDED_QUOTE, '$1”.'))
  }
}
