import { refuse } from '../../errors.js'
import { plainText } from '../plain-text.js'

export type Row = Record<string, string>
type Message = { readonly body: string; readonly isRespondent: boolean }
/** A record's columns, and the messages inside it in order. */
export type RecordRow = { readonly cells: Row; readonly messages: readonly Message[] }

/** Records of a JSON file, at most `most` of them. Errors: `invalid_input`. */
export function jsonRecords(bytes: Uint8Array, name: string, most: number): RecordRow[] {
  let value: unknown
  try {
    value = JSON.parse(plainText(bytes, name))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refuse(`${name} is not valid JSON.`)
  }
  const list = Array.isArray(value) ? value : Object.values((value ?? {}) as object).find(Array.isArray)
  if (!list?.every((row) => row !== null && typeof row === 'object' && !Array.isArray(row))) {
    return refuse(`${name} is no list of records; give an array of objects.`)
  }
  return (list as object[]).slice(0, most).map((row) => ({ cells: cellsOf(row), messages: messagesOf(row) }))
}

/** Scalar values of a record; those of nested objects are named by both keys. */
function cellsOf(row: object, under = '', depth = 0): Row {
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, cell]): [string, string][] => {
      const name = under === '' ? key : `${under} ${key}`
      if (cell === null || cell === undefined) return []
      if (Array.isArray(cell))
        return cell.every((item) => typeof item === 'string') && cell.length > 0 ? [[name, cell.join(', ')]] : []
      if (typeof cell !== 'object') return [[name, String(cell)]]
      return depth < 2 ? Object.entries(cellsOf(cell, name, depth + 1)) : []
    }),
  )
}

const BY_WHOM = /\b(?:from|author|by|sender|who|role|speaker|user|name|type|direction|side)\b/

/** Messages in a list inside a record. The author of the first message is the respondent; all others reply. */
function messagesOf(row: object): Message[] {
  const lists = Object.values(row).filter(
    (cell): cell is object[] =>
      Array.isArray(cell) && cell.length > 0 && cell.every((item) => item !== null && typeof item === 'object'),
  )
  return lists.flatMap((list) => {
    const items = list.map((item) => cellsOf(item))
    const keys = [...new Set(items.flatMap((item) => Object.keys(item)))]
    const words = (key: string) => items.reduce((sum, item) => sum + (item[key] ?? '').split(/\s+/).length, 0)
    const body = [...keys].sort((a, b) => words(b) - words(a))[0] ?? ''
    const author = keys.find((key) => key !== body && BY_WHOM.test(key.toLowerCase().replace(/[_.-]/g, ' ')))
    const first = author === undefined ? '' : (items[0]?.[author] ?? '')
    return items
      .map((item) => ({
        body: item[body] ?? '',
        isRespondent: author === undefined || (item[author] ?? '') === first,
      }))
      .filter(({ body: text }) => text.trim() !== '')
  })
}
