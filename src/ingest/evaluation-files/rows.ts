import { cleanDeep } from '../../domain/text/clean-text.js'
import { complexityProblem, MAX_ROWS } from './limits.js'
import { pathName, type Reading, type Where } from './read-as.js'
import { excerpt, fileName, type Problem, refuseFile, refuseLines } from './refuse.js'

/** One entry of a file: a line of CSV or JSONL, an entry of a YAML list. */
export type Row = {
  /** The line where it begins, from 1. */
  readonly line: number
  readonly value: unknown
  /** Problems found before the schema is applied; if there are any, `value` has no meaning. */
  readonly problems: readonly Problem[]
  readonly where: Where
}

export type FileOptions = {
  /** The file's name, for messages and to detect its format. */
  readonly name: string
  /** Whether an invalid row is skipped and listed; else it stops the import. */
  readonly skip_invalid?: boolean | undefined
}

/** A skipped row, and why it was skipped. */
export type SkippedRow = { readonly line: number; readonly problem: string }

/** An empty row of a file with a row per line. */
export const lineRow = (line: number): Row => ({
  line,
  value: {},
  problems: [],
  where: (path) => ({ line, name: pathName(path) }),
})

type RowsRead<T> = { readonly values: readonly T[]; readonly skipped: readonly SkippedRow[] }
type CountedNoun = { readonly singular: string; readonly plural: string; readonly max: number }

/**
 * Reads all rows. Errors: `invalid_input` with every invalid row's line; with `skip_invalid` only where no row is valid.
 * `read` is called in the order of the rows.
 */
export function readRows<T>(
  rows: Iterable<Row>,
  { name, skip_invalid = false }: FileOptions,
  { singular, plural, max }: CountedNoun,
  read: (value: unknown, row: Row) => Reading<T>,
): RowsRead<T> {
  const values: T[] = []
  const skipped: SkippedRow[] = []
  const problems: Problem[] = []
  let [total, seen] = [0, 0]
  const refuseMoreThan = (limit: number, what: string): never =>
    refuseFile(name, `has more than ${limit.toLocaleString('en-US')} ${what}; more cannot be taken at once.`)
  for (const row of rows) {
    seen++
    if (!skip_invalid && seen > max) refuseMoreThan(max, plural)
    if (seen > MAX_ROWS) refuseMoreThan(MAX_ROWS, 'rows')
    const reading =
      row.problems.length > 0 ? { problems: row.problems, total: row.problems.length } : readRow(row, read)
    if ('value' in reading) {
      values.push(reading.value)
      if (values.length > max) refuseMoreThan(max, plural)
      continue
    }
    total += reading.total
    // Collects enough problems to list; further ones are only counted.
    if (problems.length < 100) problems.push(...reading.problems)
    if (skip_invalid) skipped.push({ line: row.line, problem: summaryOf(reading.problems, reading.total) })
  }
  if (seen === 0) refuseFile(name, `has no ${plural} in it.`)
  if (problems.length > 0 && !skip_invalid) refuseLines(name, problems, total)
  if (values.length === 0) refuseLines(name, problems, total, `${fileName(name)} has no ${singular} that can be used:`)
  return { values, skipped }
}

function readRow<T>(row: Row, read: (value: unknown, row: Row) => Reading<T>): Reading<T> {
  const tangle = complexityProblem(row.value)
  if (tangle !== null) return { problems: [{ line: row.line, sentence: `This ${tangle}` }], total: 1 }
  // Cleaned in the same way as stored texts, since ids are derived from these texts.
  return read(cleanDeep(row.value), row)
}

const LISTED_PER_ROW = 3
function summaryOf(problems: readonly Problem[], total: number): string {
  const more = total - Math.min(problems.length, LISTED_PER_ROW)
  const sentences = problems.slice(0, LISTED_PER_ROW).map(({ sentence }) => sentence)
  if (more > 0) sentences.push(`… and ${more} more.`)
  return sentences.join(' ')
}

const EXTENSIONS = {
  csv: ['.csv', '.tsv'],
  jsonl: ['.jsonl', '.ndjson'],
  yaml: ['.yaml', '.yml'],
  json: ['.json'],
} as const
export type FileFormat = keyof typeof EXTENSIONS

/**
 * The declared format of a file, else the format of its name's extension; the content is not inspected. Errors:
 * `invalid_input`.
 */
export function formatOf<F extends FileFormat>(name: string, declared: F | undefined, possible: readonly F[]): F {
  if (declared !== undefined) return declared
  const found = possible.find((format) => EXTENSIONS[format].some((ending) => name.toLowerCase().endsWith(ending)))
  const endings = possible.flatMap((format) => EXTENSIONS[format])
  return found ?? refuseFile(name, `has an unknown format; a name ending in ${endings.join(', ')} says which it is.`)
}

/**
 * Registers a case's name, or returns the problem of a duplicate: names identify results, ignoring letter case. `taken`
 * maps names to their lines.
 */
export function claimName(taken: Map<string, number>, name: string, { line, where }: Row): Problem | null {
  const before = taken.get(name.toLowerCase())
  if (before === undefined) {
    taken.set(name.toLowerCase(), line)
    return null
  }
  const sentence = `The name "${excerpt(name)}" stands on line ${before} already; results are told apart by it.`
  return { line: where(['name']).line, sentence }
}
