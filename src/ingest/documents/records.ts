import { createHmac } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import type { ColumnNote, RecordsTable, ResearchDocument } from '../../domain/personas/research.js'
import { isAppError, refuse } from '../../errors.js'
import { nameWords } from '../personal-data/listed-names.js'
import type { Redactor } from '../personal-data/redact.js'
import { plainText } from '../plain-text.js'
import {
  type Identifier,
  identifiersOf,
  isDate,
  isFullName,
  isNamedAfterPeople,
  isNamedForThings,
  MAX_DISTINCT_VALUES,
  MIN_PER_LEVEL,
} from './identifiers.js'
import { jsonRecords, type RecordRow, type Row } from './json-records.js'
import { isMadeFromNames, namesOfRows, type PersonalColumn, peopleOfRows } from './named-people.js'
import { type Column, documentOf, personsOf, publicLabel, type RowNames } from './record-texts.js'

const MAX_ROWS = 50_000
const MAX_COLUMNS = 200
const MAX_CELL_LENGTH = 20_000
/** Most rows stored with the run: enough for the largest persona set. */
const MAX_SAMPLE_ROWS = 1_000
const MAX_AXES = 8
const MAX_LEVELS = 8
const MIN_PROSE_WORDS = 6
const OTHER_LEVEL = 'other'

export type ReadRecords = {
  readonly table: RecordsTable | null
  readonly columns: readonly ColumnNote[]
  readonly texts: readonly ResearchDocument[]
}

type AxisColumn = {
  readonly name: string
  readonly levels: RecordsTable['axes'][number]['levels']
  readonly levelOf: (value: string) => number
}

/**
 * Reads records of real users. Columns recognised as identifying people are dropped or, where they distinguish records,
 * replaced by a keyed hash; other columns become axes with counts, or free text without recognised personal data.
 * Errors: `invalid_input`.
 */
export function readRecords(bytes: Uint8Array, name: string, hashKey: string, redactor: Redactor): ReadRecords {
  const records = name.toLowerCase().endsWith('.json')
    ? jsonRecords(bytes, name, MAX_ROWS + 1)
    : csvRecords(bytes, name)
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
  for (const { cells, messages } of records)
    redactor.keepLabels([...Object.values(cells), ...messages.map(({ body }) => body)].join('\n'))
  const notes: ColumnNote[] = []
  const prose: Column[] = []
  const axes: AxisColumn[] = []
  let keys: string[] = []
  const personal = personalColumns(columns, rows.length)
  const identifiers = new Map(personal.map(({ name: column, identifier }) => [column, identifier]))
  const known: KnownPeople = {
    names: namesOfRows(personal, rows.length),
    persons: peopleOfRows(personal, rows.length),
  }
  for (const column of columns) {
    const filled = column.values.filter((value) => value !== '')
    const identifier = identifiers.get(column.name)
    const note = (treatment: ColumnNote['treatment'], why: string) =>
      notes.push({ name: publicLabel(column.name, redactor), treatment, why })
    if (identifier) {
      note(identifier.treatment, identifier.why)
      if (identifier.treatment === 'hashed' && identifier.of !== 'relations' && keys.length === 0)
        keys = column.values.map((value) => hashOf(value, hashKey))
    } else if (filled.length === 0) note('dropped', 'empty')
    else if (isProse(filled)) {
      note(
        'text',
        'free text; the personal data that was recognised in it was taken out, which is not all that there may be',
      )
      prose.push(column)
    } else if (filled.every(isDate)) note('dropped', 'dates')
    else {
      const axis = axisOf(column, known, redactor)
      if (typeof axis === 'string') note('dropped', axis)
      else if (axes.length >= MAX_AXES) note('dropped', `more than ${MAX_AXES} axes thin the people out`)
      else {
        axes.push(axis)
        note('axis', axis.levels.map((level) => `${level.name} (${level.count})`).join(', '))
      }
    }
  }
  const sampledRows = sampleOf(rows.length)
  const persons = personsOf(personal, rows.length)
  const text = documentOf(name, prose, sampledRows, records, { names: known.names, persons }, redactor)
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
            axes: axes.map(({ name: axis, levels }) => ({ name: publicLabel(axis, redactor), levels })),
            sample: sampledRows.map((row) =>
              axes.map((axis) => axis.levelOf(columns.find((column) => column.name === axis.name)?.values[row] ?? '')),
            ),
            keys: keys.length === 0 ? [] : sampledRows.map((row) => keys[row] ?? ''),
          },
  }
}

/** What the columns that identify people say of each row: whom it names, and which rows are of one person. */
type KnownPeople = { readonly names: readonly RowNames[]; readonly persons: readonly (string | number)[] }

const MADE_FROM_NAMES: Identifier = {
  treatment: 'dropped',
  why: 'logins or nicknames, as they are made from names',
  of: 'people',
}

/** Columns that identify people, by themselves or as they repeat the names of others. */
function personalColumns(columns: readonly Column[], rows: number): PersonalColumn[] {
  const identifiers = identifiersOf(columns)
  const judged = columns.map((column, at) => ({ ...column, identifier: identifiers[at] ?? null }))
  const isPersonal = (column: (typeof judged)[number]): column is PersonalColumn => column.identifier !== null
  const names = namesOfRows(judged.filter(isPersonal), rows)
  return judged
    .map((column) => {
      const isRepeated =
        column.identifier === null &&
        !isProse(column.values.filter((value) => value !== '')) &&
        isMadeFromNames(column.values, names)
      return isRepeated ? { ...column, identifier: MADE_FROM_NAMES } : column
    })
    .filter(isPersonal)
}

function checkColumns(count: number, name: string): void {
  if (count > MAX_COLUMNS)
    refuse(
      `${name} has ${count.toLocaleString('en-US')} columns; at most ${MAX_COLUMNS} can be read: leave out those that do not matter.`,
    )
}

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

const isNumber = (value: string): boolean => /^-?\d{1,15}(?:[.,]\d+)?$/.test(value)

function isProse(values: readonly string[]): boolean {
  const words = values.reduce((sum, value) => sum + value.split(/\s+/).length, 0) / values.length
  return words >= MIN_PROSE_WORDS
}

/** A column as an axis, or the reason why it is not one. Each level holds at least three records, of three people. */
function axisOf({ name, values }: Column, { names, persons }: KnownPeople, redactor: Redactor): AxisColumn | string {
  const filled = values.filter((value) => value !== '')
  const distinct = new Set(filled)
  if (distinct.size === 1) return 'the same everywhere'
  if (filled.every(isNumber) && distinct.size > MAX_LEVELS) return thirdsOf({ name, values }, persons)
  if (distinct.size > MAX_DISTINCT_VALUES)
    return `${distinct.size.toLocaleString('en-US')} different values form no groups`
  const rowsOf = new Map<string, number[]>([...distinct].map((value) => [value, []]))
  for (const [row, value] of values.entries()) rowsOf.get(value)?.push(row)
  const peopleIn = (rows: readonly number[]) => new Set(rows.map((row) => persons[row])).size
  const counts = [...distinct].map((value) => {
    const rows = rowsOf.get(value) ?? []
    return { value, rows, count: rows.length }
  })
  const common = counts
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .filter(({ rows }, index) => peopleIn(rows) >= MIN_PER_LEVEL && index < MAX_LEVELS - 1)
  const rest = counts.filter((counted) => !common.includes(counted)).flatMap(({ rows }) => rows)
  const hasRest = peopleIn(rest) >= MIN_PER_LEVEL
  const called = (value: string) => (isNamedAfterPeople(name) || !isFullName(value) ? [] : [nameWords(value)])
  const levels = common.map(({ value, rows, count }) => ({
    name: publicLabel(
      value,
      redactor,
      new Set([...called(value), ...rows.flatMap((row) => names[row] ?? [])]),
      isNamedForThings(name, filled),
    ),
    count,
  }))
  if (hasRest) levels.push({ name: OTHER_LEVEL, count: rest.length })
  if (levels.length < 2) return 'fewer than two groups of at least three people'
  return {
    name,
    levels,
    levelOf: (value) => {
      if (value === '') return -1
      const level = common.findIndex((counted) => counted.value === value)
      if (level >= 0) return level
      return hasRest ? common.length : -1
    },
  }
}

/** A numeric column as an axis of three levels, each a third of the records. */
function thirdsOf({ name, values }: Column, persons: KnownPeople['persons']): AxisColumn | string {
  const number = (value: string) => Number(value.replace(',', '.'))
  const filled = [...values.keys()].filter((row) => values[row] !== '')
  const sorted = filled.map((row) => number(values[row] ?? '')).sort((a, b) => a - b)
  const [low = 0, high = 0] = [1 / 3, 2 / 3].map((share) => sorted[Math.floor(share * sorted.length)])
  if (low === high) return 'most records have the same figure'
  const levelOf = (value: number) => {
    if (value < low) return 0
    return value < high ? 1 : 2
  }
  const names = [`under ${low}`, `${low} to ${high}`, `${high} or more`]
  const rowsIn = names.map((_, level) => filled.filter((row) => levelOf(number(values[row] ?? '')) === level))
  if (rowsIn.some((rows) => new Set(rows.map((row) => persons[row])).size < MIN_PER_LEVEL))
    return 'too few people for thirds'
  return {
    name,
    levels: names.map((level, index) => ({ name: level, count: rowsIn[index]?.length ?? 0 })),
    levelOf: (value) => (value === '' ? -1 : levelOf(number(value))),
  }
}

const hashOf = (value: string, key: string): string =>
  value === '' ? '' : createHmac('sha256', key).update(value).digest('hex').slice(0, 16)

function sampleOf(rows: number): number[] {
  const count = Math.min(MAX_SAMPLE_ROWS, rows)
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) / count) * rows))
}
