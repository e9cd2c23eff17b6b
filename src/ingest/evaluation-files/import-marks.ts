import { z } from 'zod'
import { caseIds } from '../../domain/evaluation/case-id.js'
import { HumanMark } from '../../domain/evaluation/evaluation.js'
import { type Reading, readAs } from './read-as.js'
import { readCsv } from './read-csv.js'
import { readJsonl } from './read-json.js'
import { excerpt } from './refuse.js'
import { type FileOptions, formatOf, type Row, readRows, type SkippedRow } from './rows.js'

export type ImportMarksOptions = FileOptions & {
  /** Default: derived from the name's extension. */
  readonly format?: 'csv' | 'jsonl' | undefined
  /** Names of the evaluation's cases in their order; a mark of any other case is then an error. */
  readonly cases?: readonly string[] | undefined
}

const PASSED = new Map([
  ['true', true],
  ['yes', true],
  ['pass', true],
  ['false', false],
  ['no', false],
  ['fail', false],
])
const WRITE_PASSED = 'Write true or false, yes or no, pass or fail.'

const MarkRow = z
  .object({
    case_id: z.string().trim().min(1).optional(),
    /** The case's name, in place of its id. */
    case: z.string().trim().min(1).optional(),
    trial: HumanMark.shape.trial.default(1),
    passed: z.preprocess(
      (input) => (typeof input === 'string' ? PASSED.get(input.trim().toLowerCase()) : input),
      z.boolean(WRITE_PASSED),
    ),
    score: HumanMark.shape.score,
    by: z.string().trim().default(''),
  })
  .superRefine(({ case_id, case: name }, context) => {
    if ((case_id === undefined) === (name === undefined))
      context.addIssue({ code: 'custom', message: 'A mark needs a `case_id`, or in its place the name as `case`.' })
  })

const TABLE = { columns: MarkRow.shape, required: ['passed'] }
const MARKS_NOUN = { singular: 'mark', plural: 'marks', max: 30_000 }

/**
 * Reads people's marks, CSV or JSONL: `case_id` (or `case`, the name), `passed` (true or false, yes or no, pass or fail),
 * and optionally `trial` (default 1), `score` (0–10) and `by`. With `cases` a name becomes its case's id, ignoring letter
 * case. Without them `case_id` holds the name and the caller resolves it: names whose ids differ only in a number cannot be
 * resolved here.
 *
 * Errors: `invalid_input` with every invalid line, or, with `skip_invalid`, only where no mark is valid.
 */
export function importMarks(text: string, options: ImportMarksOptions): { marks: HumanMark[]; skipped: SkippedRow[] } {
  const find = caseFinder(options.cases)
  const taken = new Map<string, number>()
  const { values, skipped } = readRows(rowsOf(text, options), options, MARKS_NOUN, (value, row): Reading<HumanMark> => {
    const reading = readAs(MarkRow, value, row.where)
    if (!('value' in reading)) return reading
    const wrong = (sentence: string) => ({ problems: [{ line: row.line, sentence }], total: 1 })
    const { case: name, case_id: givenId, ...rest } = reading.value
    const case_id = find(givenId, name)
    if (case_id === undefined) return wrong(`There is no case "${excerpt(givenId ?? name ?? '')}" in this evaluation.`)
    const mark = { ...rest, case_id }
    const key = JSON.stringify([case_id, mark.trial, mark.by]).toLowerCase()
    const before = taken.get(key)
    if (before !== undefined) {
      const by = mark.by === '' ? '' : ` by "${excerpt(mark.by)}"`
      return wrong(`Trial ${mark.trial} of "${excerpt(case_id)}" is marked${by} on line ${before} already.`)
    }
    taken.set(key, row.line)
    return { value: mark }
  })
  return { marks: [...values], skipped: [...skipped] }
}

type Finder = (case_id: string | undefined, name: string | undefined) => string | undefined

function caseFinder(names: readonly string[] | undefined): Finder {
  if (names === undefined) return (case_id, name) => case_id ?? name
  const ids = caseIds(names)
  const known = new Set(ids)
  const byName = new Map(names.map((name, index) => [name.toLowerCase(), ids[index]]))
  return (case_id, name) => {
    if (case_id === undefined) return byName.get((name ?? '').toLowerCase())
    return known.has(case_id) ? case_id : undefined
  }
}

function rowsOf(text: string, { name, format }: ImportMarksOptions): Iterable<Row> {
  return formatOf(name, format, ['csv', 'jsonl']) === 'csv' ? readCsv(text, name, TABLE) : readJsonl(text, name)
}
