import { MAX_CASES } from '../../domain/evaluation.js'
import { TestCase } from '../../domain/test-case.js'
import { suggestInstead } from './nearest.js'
import { pathName, readAs } from './read-as.js'
import { readCsv } from './read-csv.js'
import { readJsonl } from './read-jsonl.js'
import { readYaml } from './read-yaml.js'
import { excerpt, refuseLines } from './refuse.js'
import { claimName, type FileFormat, type FileOptions, formatOf, type Row, readRows, type SkippedRow } from './rows.js'

export type ImportCasesOptions = FileOptions & {
  /** Default: by the name's extension. */
  readonly format?: FileFormat | undefined
}

const TABLE = { columns: TestCase.shape, required: ['name'] }
const CASES_NOUN = { singular: 'case', plural: 'cases', max: MAX_CASES }

/**
 * Reads test cases. CSV: a column for each field of a case; lists as JSON or separated by ` | `, objects as JSON, an empty
 * cell for a missing field. JSONL: one case per line. YAML or JSON: a list of cases, at the top level or below `test_cases`.
 * Errors: `invalid_input` with every invalid row's line, or, with `skip_invalid`, only where no case is valid.
 */
export function importCases(text: string, options: ImportCasesOptions): { cases: TestCase[]; skipped: SkippedRow[] } {
  const taken = new Map<string, number>()
  const { values, skipped } = readRows(rowsOf(text, options), options, CASES_NOUN, (value, row) => {
    const reading = readAs(TestCase, value, row.where)
    if (!('value' in reading)) return reading
    const problem = claimName(taken, reading.value.name, row)
    return problem === null ? reading : { problems: [problem], total: 1 }
  })
  return { cases: [...values], skipped: [...skipped] }
}

function rowsOf(text: string, { name, format }: ImportCasesOptions): Iterable<Row> {
  switch (formatOf(name, format, ['csv', 'jsonl', 'yaml', 'json'])) {
    case 'csv':
      return readCsv(text, name, TABLE)
    case 'jsonl':
      return readJsonl(text, name)
    default:
      return listRows(text, name)
  }
}

function listRows(text: string, name: string): Row[] {
  const { value, lineOf } = readYaml(text, name)
  const wrong = (line: number, sentence: string): never => refuseLines(name, [{ line, sentence }])
  const below = typeof value === 'object' && value !== null && !Array.isArray(value)
  const other = below ? Object.keys(value).find((key) => key !== 'test_cases') : undefined
  if (other !== undefined)
    wrong(lineOf([other]), `The key "${excerpt(other)}" is not known here; ${suggestInstead(other, ['test_cases'])}`)
  const list = below ? (value as Record<string, unknown>).test_cases : value
  if (!Array.isArray(list)) return wrong(1, 'A list of cases is expected here, each beginning with "- name:".')
  const root = below ? ['test_cases'] : []
  return list.map((item: unknown, index) => ({
    line: lineOf([...root, index]),
    value: item,
    problems: [],
    where: (path) => ({ line: lineOf([...root, index, ...path]), name: pathName(path) }),
  }))
}
