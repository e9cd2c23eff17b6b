import { z } from 'zod'
import { readJson } from './read-json.js'
import { shown } from './shown.js'
import { inner } from './unknown-keys.js'

type Cell = { readonly value?: unknown; readonly problem?: string }

const YES = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
])
/** Between the entries of a list in one cell. */
const BAR = /\s\|\s/

/** The value of a CSV cell that is not empty, by the schema of its column: text, number, yes or no, list, or JSON. */
export function readCell(cell: string, schema: unknown): Cell {
  const of = inner(schema)
  const text = cell.trim()
  if (of instanceof z.ZodBoolean) {
    const value = YES.get(text.toLowerCase())
    return value === undefined ? { problem: `Write true or false, yes or no, not "${shown(text, 30)}".` } : { value }
  }
  if (of instanceof z.ZodNumber)
    return /^-?\d{1,15}(\.\d{1,15})?$/.test(text)
      ? { value: Number(text) }
      : { problem: `Write a number such as 3 or 7.5, not "${shown(text, 30)}".` }
  if (of instanceof z.ZodArray && of.element instanceof z.ZodString)
    return text.startsWith('[')
      ? json(text, 'a JSON list; write ["one", "two"], or one | two')
      : { value: cell.split(BAR) }
  if (of instanceof z.ZodArray) return json(text, 'a JSON list')
  if (of instanceof z.ZodObject) return json(text, 'a JSON object')
  return { value: cell }
}

function json(text: string, wanted: string): Cell {
  const read = readJson(text)
  return 'value' in read ? read : { problem: read.problem ?? `This cell is not ${wanted}.` }
}
