import { type CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { nearest } from '../../domain/text/nearest.js'
import { MAX_ROWS, refuseBySize } from './limits.js'
import { unwrapSchema } from './read-as.js'
import { readJson } from './read-json.js'
import { excerpt, type Problem, refuseFile, refuseLines } from './refuse.js'
import { lineRow, type Row } from './rows.js'

/** The columns that a file may have, each with the schema of its values, and the required columns. */
export type Table = {
  readonly columns: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
}

const DELIMITERS = [',', ';', '\t']
/** Characters of the file in which the delimiter is detected. */
const MAX_HEADER_LENGTH = 10_000
/** Stray quotes above which a file is refused; each costs a copy of its row. */
const MAX_STRAY_QUOTES = 1_000
const MAX_ROW_LENGTH = 1_000_000
const MAX_COLUMNS = 100

/** A record with the line where it begins. */
type CsvRecord = { readonly cells: readonly string[]; readonly line: number }

/**
 * Rows of a CSV file by its header. The delimiter is the comma, semicolon or tab that yields most known columns in the
 * header. An empty cell is a missing field; a row of empty cells is skipped. Line breaks are read as \n.
 *
 * Errors that affect more than their row stop the import even with `skip_invalid`: an unknown column, or an unclosed quote
 * that swallows the rows after it.
 */
export function readCsv(source: string, name: string, table: Table): Row[] {
  refuseBySize(source, name, 'rows')
  // Normalised to one kind of line break; otherwise lines inside quotes would be counted twice.
  const text = source.replace(/\r\n?/g, '\n')
  const delimiter = delimiterOf(text, Object.keys(table.columns))
  const records: CsvRecord[] = []
  const broken: Problem[] = []
  let [last, stray] = [0, 0]
  parse(text, {
    bom: true,
    delimiter,
    max_record_size: MAX_ROW_LENGTH,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    // One row above the limit, to detect files that are too long.
    to: MAX_ROWS + 2,
    on_record: (cells, { lines }) => {
      records.push({ cells, line: lines - cells.join('').split('\n').length + 1 })
      last = lines
      return null
    },
    on_skip: (error) => {
      const line = Number(error?.lines)
      if (error?.code !== 'INVALID_OPENING_QUOTE') refuseLines(name, [quoteProblem(error, text, last, line)])
      if (++stray > MAX_STRAY_QUOTES) refuseFile(name, 'has quotes in too many of its cells; save it as CSV again.')
      if (broken.at(-1)?.line !== line) broken.push({ line, sentence: STRAY_QUOTE })
      last = line
      return undefined
    },
  })
  const [header, ...rest] = records
  if (!header) refuseFile(name, 'has no header; name the columns in its first line.')
  // Where the header has a stray quote, the first row must not be taken for the header.
  const [first] = broken
  if (first && first.line < header.line) refuseLines(name, [first])
  const names = columnsOf(header, name, table)
  const rows = rest
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map((record) => rowOf(record, names, table))
  const brokenRows = broken.map((problem): Row => ({ ...lineRow(problem.line), problems: [problem] }))
  return [...rows, ...brokenRows].sort((a, b) => a.line - b.line)
}

const STRAY_QUOTE = 'A quote stands inside a cell; put the whole cell in quotes and write the inner quote twice ("").'

function quoteProblem(error: CsvError | undefined, text: string, last: number, line: number): Problem {
  if (error?.code === 'CSV_INVALID_CLOSING_QUOTE')
    return { line, sentence: 'Behind a closing quote the cell has to end; write a quote inside a cell twice ("").' }
  const sentence =
    error?.code === 'CSV_MAX_RECORD_SIZE'
      ? 'This row is longer than 1 MB; look for a quote that is opened and never closed.'
      : 'A quote is opened in this row and never closed.'
  // The row begins on the first line with content after the last good row.
  const firstLine = text.split('\n').findIndex((content, index) => index >= last && content.trim() !== '')
  return { line: firstLine + 1, sentence }
}

function delimiterOf(text: string, known: readonly string[]): string {
  const scored = DELIMITERS.map((delimiter) => {
    const header = (parse(text.slice(0, MAX_HEADER_LENGTH), {
      bom: true,
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      to: 1,
    })[0] ?? []) as string[]
    const hits = header.filter((cell) => known.includes(cell.trim()) || nearest(cell, known) !== undefined)
    return { delimiter, hits: hits.length, cells: header.length }
  })
  const [best] = scored.sort((a, b) => b.hits - a.hits || b.cells - a.cells)
  return best?.delimiter ?? ','
}

function columnsOf({ cells, line }: CsvRecord, name: string, { columns, required }: Table): string[] {
  if (cells.length > MAX_COLUMNS)
    refuseFile(
      name,
      `has a header of ${cells.length.toLocaleString('en-US')} columns; there are at most ${MAX_COLUMNS}.`,
    )
  const known = Object.keys(columns)
  const names = cells.map((cell) => cell.trim())
  const problems = names.flatMap((column, index) => {
    if (column === '') return [`Column ${index + 1} has no name; name it or take it out.`]
    if (names.indexOf(column) !== index) return [`The column "${excerpt(column)}" stands here twice.`]
    if (known.includes(column)) return []
    const suggestion = nearest(column, known)
    const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`
    return [`The column "${excerpt(column)}" is not known.${hint} Known are ${known.join(', ')}.`]
  })
  const missing = required.filter((column) => !names.includes(column))
  if (problems.length > 0 || missing.length > 0)
    refuseLines(
      name,
      [...problems, ...missing.map((column) => `There is no column "${column}", and every row needs it.`)].map(
        (sentence) => ({ line, sentence }),
      ),
    )
  return names
}

function rowOf({ cells, line }: CsvRecord, names: readonly string[], { columns }: Table): Row {
  const row = lineRow(line)
  if (cells.length !== names.length) {
    const has = `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}`
    const sentence = `This row has ${has}, the header ${names.length}; put a cell in quotes that holds a delimiter or a line break.`
    return { ...row, problems: [{ line, sentence }] }
  }
  const read = names.flatMap((column, index) => {
    const cell = cells[index] ?? ''
    return cell.trim() === '' ? [] : [{ column, ...readCell(cell, columns[column]) }]
  })
  return {
    ...row,
    value: Object.fromEntries(read.flatMap(({ column, value }) => (value === undefined ? [] : [[column, value]]))),
    problems: read.flatMap(({ column, problem }) =>
      problem === undefined ? [] : [{ line, sentence: `${column}: ${problem}` }],
    ),
  }
}

type Cell = { readonly value?: unknown; readonly problem?: string }

const BOOLEANS = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
])
/** Separates the entries of a list in one cell. */
const LIST_SEPARATOR = /\s\|\s/

/** The value of a CSV cell that is not empty, by the schema of its column: text, number, yes or no, list, or JSON. */
function readCell(cell: string, schema: unknown): Cell {
  const of = unwrapSchema(schema)
  const text = cell.trim()
  if (of instanceof z.ZodBoolean) {
    const value = BOOLEANS.get(text.toLowerCase())
    return value === undefined ? { problem: `Write true or false, yes or no, not "${excerpt(text, 30)}".` } : { value }
  }
  if (of instanceof z.ZodNumber) {
    if (/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return { value: Number(text) }
    return { problem: `Write a number such as 3 or 7.5, not "${excerpt(text, 30)}".` }
  }
  if (of instanceof z.ZodArray && of.element instanceof z.ZodString) {
    if (text.startsWith('[')) return jsonCell(text, 'a JSON list; write ["one", "two"], or one | two')
    return { value: cell.split(LIST_SEPARATOR) }
  }
  if (of instanceof z.ZodArray) return jsonCell(text, 'a JSON list')
  if (of instanceof z.ZodObject) return jsonCell(text, 'a JSON object')
  return { value: cell }
}

function jsonCell(text: string, expected: string): Cell {
  const read = readJson(text)
  return 'value' in read ? read : { problem: read.problem ?? `This cell is not ${expected}.` }
}
