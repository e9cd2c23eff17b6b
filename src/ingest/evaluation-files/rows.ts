import { cleanDeep } from '../../domain/clean-text.js'
import { MAX_ROWS, tangleOf } from './limits.js'
import { nameOf, type Reading, type Where } from './read-as.js'
import { excerpt, fileName, type Problem, refuseFile, refuseLines } from './refuse.js'

/** One entry of a file: a line of CSV or JSONL, an entry of a YAML list. */
export type Row = {
  /** Where it begins, from 1. */
  readonly line: number
  readonly value: unknown
  /** What is wrong with it before its schema is asked; with any, `value` says nothing. */
  readonly problems: readonly Problem[]
  readonly where: Where
}

export type FileOptions = {
  /** The file's name, for messages and its format. */
  readonly name: string
  /** Whether a bad row is left out and listed; else it stops the import. */
  readonly skip_invalid?: boolean | undefined
}

/** A row that was left out, and why. */
export type SkippedRow = { readonly line: number; readonly problem: string }

/** A row with nothing in it yet, of a file whose rows are lines. */
export const lineRow = (line: number): Row => ({
  line,
  value: {},
  problems: [],
  where: (path) => ({ line, name: nameOf(path) }),
})

type Settled<T> = { readonly values: readonly T[]; readonly skipped: readonly SkippedRow[] }
type Counted = { readonly one: string; readonly many: string; readonly most: number }

/**
 * Reads row after row. Errors: `invalid_input` with every bad row's line; with `skip_invalid` only where no row is good.
 * `read` is called in the order of the rows.
 */
export function settleRows<T>(
  rows: Iterable<Row>,
  { name, skip_invalid = false }: FileOptions,
  { one, many, most }: Counted,
  read: (value: unknown, row: Row) => Reading<T>,
): Settled<T> {
  const values: T[] = []
  const skipped: SkippedRow[] = []
  const problems: Problem[] = []
  let [total, seen] = [0, 0]
  const refuseMoreThan = (limit: number, what: string): never =>
    refuseFile(name, `has more than ${limit.toLocaleString('en-US')} ${what}; more cannot be taken at once.`)
  for (const row of rows) {
    seen++
    if (!skip_invalid && seen > most) refuseMoreThan(most, many)
    if (seen > MAX_ROWS) refuseMoreThan(MAX_ROWS, 'rows')
    const reading =
      row.problems.length > 0 ? { problems: row.problems, total: row.problems.length } : checked(row, read)
    if ('value' in reading) {
      values.push(reading.value)
      if (values.length > most) refuseMoreThan(most, many)
      continue
    }
    total += reading.total
    // Enough to list; the rest is only counted.
    if (problems.length < 100) problems.push(...reading.problems)
    if (skip_invalid) skipped.push({ line: row.line, problem: summed(reading.problems, reading.total) })
  }
  if (seen === 0) refuseFile(name, `has no ${many} in it.`)
  if (problems.length > 0 && !skip_invalid) refuseLines(name, problems, total)
  if (values.length === 0) refuseLines(name, problems, total, `${fileName(name)} has no ${one} that can be used:`)
  return { values, skipped }
}

function checked<T>(row: Row, read: (value: unknown, row: Row) => Reading<T>): Reading<T> {
  const tangle = tangleOf(row.value)
  if (tangle !== null) return { problems: [{ line: row.line, sentence: `This ${tangle}` }], total: 1 }
  // As it will be stored: ids are made from these very texts.
  return read(cleanDeep(row.value), row)
}

const LISTED_PER_ROW = 3
function summed(problems: readonly Problem[], total: number): string {
  const more = total - Math.min(problems.length, LISTED_PER_ROW)
  const listed = problems.slice(0, LISTED_PER_ROW).map(({ sentence }) => sentence)
  return [...listed, ...(more > 0 ? [`… and ${more} more.`] : [])].join(' ')
}

const ENDINGS = {
  csv: ['.csv', '.tsv'],
  jsonl: ['.jsonl', '.ndjson'],
  yaml: ['.yaml', '.yml'],
  json: ['.json'],
} as const
export type FileFormat = keyof typeof ENDINGS

/** The format a file is said to have, or else the one its name ends in; nothing is guessed from what stands in it. */
export function formatOf<F extends FileFormat>(name: string, said: F | undefined, possible: readonly F[]): F {
  if (said !== undefined) return said
  const found = possible.find((format) => ENDINGS[format].some((ending) => name.toLowerCase().endsWith(ending)))
  const endings = possible.flatMap((format) => ENDINGS[format])
  return found ?? refuseFile(name, `has an unknown format; a name ending in ${endings.join(', ')} says which it is.`)
}

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
  const sentence = `The name "${excerpt(name)}" stands on line ${before} already; results are told apart by it.`
  return { line: where(['name']).line, sentence }
}
