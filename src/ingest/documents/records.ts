import { createHmac } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { type ColumnNote, MAX_DOCUMENT_CHARACTERS, type RecordsTable, type ResearchDocument } from '../../domain/research.js'
import { sentencesIn } from '../../domain/sentences.js'
import { isAppError, refuse } from '../../errors.js'
import { plainText } from '../plain-text.js'
import { identifierOf, redactIdentifiers } from './identifiers.js'

const MAX_ROWS = 50_000
const MAX_COLUMNS = 200
const MAX_CELL_LENGTH = 20_000
/** Rows stored with the run: enough for the largest persona set. */
const MAX_SAMPLE_ROWS = 1_000
const MAX_AXES = 8
/** Levels of fewer records could identify a person, so they are merged. */
const MIN_PER_LEVEL = 3
const MAX_LEVELS = 8
/** More distinct values than this do not form groups. */
const MAX_DISTINCT_VALUES = 40
const MIN_PROSE_WORDS = 6
const OTHER_LEVEL = 'other'

export type ReadRecords = {
  readonly table: RecordsTable | null
  readonly columns: readonly ColumnNote[]
  readonly texts: readonly ResearchDocument[]
}

type Column = { readonly name: string; readonly values: readonly string[] }
type AxisColumn = {
  readonly name: string
  readonly levels: RecordsTable['axes'][number]['levels']
  readonly levelOf: (value: string) => number
}

/**
 * Reads real users' records. Columns recognized as identifying people are dropped or, where they distinguish records,
 * replaced by a keyed hash; other columns become axes with counts, or free text after `redactIdentifiers`.
 * Errors: `invalid_input`.
 */
export function readRecords(bytes: Uint8Array, name: string, hashKey: string): ReadRecords {
  const records = name.toLowerCase().endsWith('.json') ? jsonRecords(bytes, name) : csvRecords(bytes, name)
  const rows = records.map(({ cells }) => cells)
  if (rows.length === 0) refuse(`${name} has no records in it.`)
  if (rows.length > MAX_ROWS)
    refuse(
      `${name} has ${rows.length.toLocaleString('en-US')} records; at most ${MAX_ROWS.toLocaleString('en-US')} can be read: give a sample.`,
    )
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  checkColumns(names.length, name)
  const columns = names.map(
    (column): Column => ({ name: column, values: rows.map((row) => (row[column] ?? '').trim()) }),
  )
  const notes: ColumnNote[] = []
  const prose: Column[] = []
  const people: Column[] = []
  const axes: AxisColumn[] = []
  let keys: string[] = []
  for (const column of columns) {
    const filled = column.values.filter((value) => value !== '')
    const identifier = identifierOf(column.name, filled)
    const note = (treatment: ColumnNote['treatment'], why: string) =>
      notes.push({ name: publicLabel(column.name), treatment, why })
    if (identifier) {
      people.push(column)
      note(identifier.treatment, identifier.why)
      if (identifier.treatment === 'hashed' && keys.length === 0)
        keys = column.values.map((value) => hashOf(value, hashKey))
    } else if (filled.length === 0) note('dropped', 'empty')
    else if (isProse(filled)) {
      note(
        'text',
        'free text; e-mail and web addresses and telephone-like numbers were taken out; names and street addresses are not recognised',
      )
      prose.push(column)
    } else if (filled.every(isDate)) note('dropped', 'dates')
    else {
      const axis = axisOf(column)
      if (typeof axis === 'string') note('dropped', axis)
      else if (axes.length >= MAX_AXES) note('dropped', `more than ${MAX_AXES} axes thin the people out`)
      else {
        axes.push(axis)
        note('axis', axis.levels.map((level) => `${level.name} (${level.count})`).join(', '))
      }
    }
  }
  const sampledRows = sampleOf(rows.length)
  const text = documentOf(name, prose, sampledRows, records, personsOf(people, rows.length))
  if (axes.length === 0 && text === null)
    refuse(
      `${name} says nothing about groups of people: every column names somebody, is empty or holds the same everywhere.`,
    )
  return {
    columns: notes,
    texts: text === null ? [] : [text],
    table:
      axes.length === 0
        ? null
        : {
            name,
            rows: rows.length,
            columns: notes,
            axes: axes.map(({ name: axis, levels }) => ({ name: publicLabel(axis), levels })),
            sample: sampledRows.map((row) =>
              axes.map((axis) => axis.levelOf(columns.find((column) => column.name === axis.name)?.values[row] ?? '')),
            ),
            keys: keys.length === 0 ? [] : sampledRows.map((row) => keys[row] ?? ''),
          },
  }
}

function checkColumns(count: number, name: string): void {
  if (count > MAX_COLUMNS)
    refuse(
      `${name} has ${count.toLocaleString('en-US')} columns; at most ${MAX_COLUMNS} can be read: leave out those that do not matter.`,
    )
}

type Row = Record<string, string>
type Message = { readonly body: string; readonly isRespondent: boolean }
/** A record's columns, and the messages inside it, in their order. */
type RecordRow = { readonly cells: Row; readonly messages: readonly Message[] }

function csvRecords(bytes: Uint8Array, name: string): RecordRow[] {
  const text = plainText(bytes, name)
  const head = text.slice(0, text.indexOf('\n') + 1 || undefined)
  const delimiter = [';', '\t', ','].reduce((best, candidate) =>
    head.split(candidate).length > head.split(best).length ? candidate : best,
  )
  try {
    const rows: Row[] = parse(text, {
      bom: true,
      columns: (heads: string[]) => {
        checkColumns(heads.length, name)
        return heads
      },
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_CELL_LENGTH * 10,
      to: MAX_ROWS + 1,
    })
    return rows.map((cells) => ({ cells, messages: [] }))
  } catch (error) {
    if (isAppError(error)) throw error
    const line = (error as { lines?: number }).lines
    return refuse(
      `${name} cannot be read as CSV${line ? `: something is wrong at line ${line}` : ''}; save it again with quotes around text.`,
    )
  }
}

function jsonRecords(bytes: Uint8Array, name: string): RecordRow[] {
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
  return (list as object[]).slice(0, MAX_ROWS + 1).map((row) => ({ cells: cellsOf(row), messages: messagesOf(row) }))
}

/** Figures and words of a record, those of objects inside it under both keys. */
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

/** Messages in a list inside a record. Whoever wrote the first is the respondent; everybody else answers. */
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

const isDate = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}/.test(value) || /^\d{1,2}[./]\d{1,2}[./]\d{2,4}/.test(value)
const isNumber = (value: string): boolean => /^-?\d{1,15}(?:[.,]\d+)?$/.test(value)

function isProse(values: readonly string[]): boolean {
  const words = values.reduce((sum, value) => sum + value.split(/\s+/).length, 0) / values.length
  return words >= MIN_PROSE_WORDS
}

/** A column as an axis, or the reason why it is not one. */
function axisOf({ name, values }: Column): AxisColumn | string {
  const filled = values.filter((value) => value !== '')
  const distinct = new Set(filled)
  if (distinct.size === 1) return 'the same everywhere'
  if (filled.every(isNumber) && distinct.size > MAX_LEVELS) return thirdsOf(name, filled)
  if (distinct.size > MAX_DISTINCT_VALUES)
    return `${distinct.size.toLocaleString('en-US')} different values form no groups`
  const counts = [...distinct].map((value) => ({
    value,
    count: filled.filter((candidate) => candidate === value).length,
  }))
  const common = counts
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .filter(({ count }, index) => count >= MIN_PER_LEVEL && index < MAX_LEVELS - 1)
  const rest = filled.length - common.reduce((sum, { count }) => sum + count, 0)
  const levels = common.map(({ value, count }) => ({ name: publicLabel(value), count }))
  if (rest >= MIN_PER_LEVEL) levels.push({ name: OTHER_LEVEL, count: rest })
  if (levels.length < 2) return 'fewer than two groups of at least three records'
  return {
    name,
    levels,
    levelOf: (value) => {
      if (value === '') return -1
      const level = common.findIndex((counted) => counted.value === value)
      if (level >= 0) return level
      return rest >= MIN_PER_LEVEL ? common.length : -1
    },
  }
}

/** A numeric column as an axis of three levels, each a third of the records. */
function thirdsOf(name: string, values: readonly string[]): AxisColumn | string {
  const number = (value: string) => Number(value.replace(',', '.'))
  const sorted = values.map(number).sort((a, b) => a - b)
  const [low = 0, high = 0] = [1 / 3, 2 / 3].map((share) => sorted[Math.floor(share * sorted.length)])
  if (low === high) return 'most records have the same figure'
  const levelOf = (value: number) => {
    if (value < low) return 0
    return value < high ? 1 : 2
  }
  const names = [`under ${low}`, `${low} to ${high}`, `${high} or more`]
  const counts = names.map((_, level) => sorted.filter((value) => levelOf(value) === level).length)
  if (counts.some((count) => count < MIN_PER_LEVEL)) return 'too few records for thirds'
  return {
    name,
    levels: names.map((level, index) => ({ name: level, count: counts[index] ?? 0 })),
    levelOf: (value) => (value === '' ? -1 : levelOf(number(value))),
  }
}

/** Columns that a company writes about its customers. */
const BY_THE_COMPANY = /\b(?:reply|resolution|internal|agent|staff|assignee|moderator|interviewer)\b/

/** What people wrote, a paragraph a cell, each with the row and the column; rows evenly taken where there is too much. */
function documentOf(
  name: string,
  columns: readonly Column[],
  sampledRows: readonly number[],
  records: readonly RecordRow[],
  persons: readonly number[],
): ResearchDocument | null {
  const rows = sampledRows.map((row, place) => ({
    place,
    cells: [
      ...columns.map(({ name: heading, values }) => ({
        heading: publicLabel(heading),
        text: values[row] ?? '',
        person: BY_THE_COMPANY.test(heading.toLowerCase().replace(/[_.-]/g, ' ')) ? -1 : (persons[row] ?? row),
      })),
      ...(records[row]?.messages ?? []).map(({ body, isRespondent }) => ({
        heading: '',
        text: body,
        person: isRespondent ? (persons[row] ?? row) : -1,
      })),
    ]
      .map((cell) => ({ ...cell, text: wholeSentences(redactIdentifiers(cell.text).replace(/\s+/g, ' ').trim()) }))
      .filter(({ text }) => text !== ''),
  }))
  const lengths = rows.map(({ cells }) => cells.reduce((sum, { text }) => sum + text.length + 2, 0))
  const step = Math.max(1, (1.1 * lengths.reduce((sum, length) => sum + length, 0)) / MAX_DOCUMENT_CHARACTERS)
  const speakers: NonNullable<ResearchDocument['speakers']> = []
  let text = ''
  for (const { place, cells } of rows) {
    const isTaken = place === 0 || Math.floor(place / step) !== Math.floor((place - 1) / step)
    if (!isTaken || text.length + (lengths[place] ?? 0) > MAX_DOCUMENT_CHARACTERS) continue
    for (const cell of cells) {
      const start = text.length
      text += `${cell.text}\n\n`
      speakers.push({
        row: place,
        person: cell.person,
        heading: cell.heading,
        start,
        end: start + cell.text.length,
      })
    }
  }
  return text === '' ? null : { name, text: text.trimEnd(), speakers }
}

/** The first sentences of a text, as many as a cell may have, none of them cut. */
function wholeSentences(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text
  let kept = ''
  for (const sentence of sentencesIn(text)) {
    if (kept !== '' && kept.length + sentence.length > MAX_CELL_LENGTH) break
    kept += `${sentence} `
  }
  return kept.trim()
}

/** Whoever wrote several rows, by the column that tells most people apart and has some of them twice; else every row is somebody. */
function personsOf(columns: readonly Column[], rows: number): number[] {
  const each = Array.from({ length: rows }, (_, row) => row)
  const best = columns
    .map(({ values }) => ({ values, distinct: new Set(values).size }))
    .filter(({ values, distinct }) => distinct < rows && distinct >= rows / 2 && values.every((value) => value !== ''))
    .sort((a, b) => b.distinct - a.distinct)[0]
  if (!best) return each
  const first = new Map<string, number>()
  for (const [row, value] of best.values.entries()) if (!first.has(value)) first.set(value, row)
  return best.values.map((value) => first.get(value) ?? 0)
}

/** A heading or value for prompts and reports: short, and passed through `redactIdentifiers`. */
const publicLabel = (text: string): string =>
  redactIdentifiers(text).replace(/\s+/g, ' ').trim().slice(0, 60) || '(no name)'

const hashOf = (value: string, key: string): string =>
  value === '' ? '' : createHmac('sha256', key).update(value).digest('hex').slice(0, 16)

function sampleOf(rows: number): number[] {
  const count = Math.min(MAX_SAMPLE_ROWS, rows)
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) / count) * rows))
}
