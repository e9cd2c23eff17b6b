import { z } from 'zod'
import { MAX_CASES } from '../../domain/evaluation/evaluation.js'
import { TestCase } from '../../domain/evaluation/test-case.js'
import { suggestInstead } from '../../domain/text/nearest.js'
import { createForeignFile, type ForeignFile } from './foreign-file.js'
import { foreignDocument, foreignRows } from './foreign-rows.js'
import { pathName, readAs } from './read-as.js'
import { readCsv } from './read-csv.js'
import { readJsonl } from './read-json.js'
import { type LocatedDocument, readYaml } from './read-yaml.js'
import { excerpt, refuseLines } from './refuse.js'
import { claimName, type FileFormat, type FileOptions, formatOf, type Row, readRows, type SkippedRow } from './rows.js'

export type ImportCasesOptions = FileOptions & {
  /** Default: derived from the name's extension. */
  readonly format?: FileFormat | undefined
}

const TABLE = { columns: TestCase.shape, required: ['name'] }
const CASES_NOUN = { singular: 'case', plural: 'cases', max: MAX_CASES }

/** Cases of a file; `note` lists the parts of another tool's file that were not taken over. */
export type ImportedCases = { readonly cases: TestCase[]; readonly skipped: SkippedRow[]; readonly note: string | null }

/**
 * Reads test cases. CSV: a column for each field of a case; lists as JSON or separated by ` | `, objects as JSON, an
 * empty cell for a missing field. JSONL: one case per line. YAML or JSON: a list of cases, at the top level or below
 * `test_cases`.
 *
 * A promptfoo configuration or list of its tests, and samples or a log of Inspect, are recognised by their content;
 * docs/evaluation.md describes how each of their parts is converted.
 *
 * Errors: `invalid_input` with every invalid row's line, or, with `skip_invalid`, only where no case is valid.
 */
export function importCases(text: string, options: ImportCasesOptions): ImportedCases {
  const taken = new Map<string, number>()
  const file = createForeignFile(options.name)
  const { values, skipped } = readRows(rowsOf(text, options, file), options, CASES_NOUN, (value, row) => {
    const reading = readAs(TestCase, value, row.where)
    if (!('value' in reading)) return reading
    const problem = claimName(taken, reading.value.name, row)
    return problem === null ? reading : { problems: [problem], total: 1 }
  })
  return { cases: [...values], skipped: [...skipped], note: file.notTaken.sentence() }
}

function rowsOf(text: string, { name, format }: ImportCasesOptions, file: ForeignFile): Iterable<Row> {
  switch (formatOf(name, format, ['csv', 'jsonl', 'yaml', 'json'])) {
    case 'csv':
      return hasSampleColumns(text) ? foreignRows(readCsv(text, name, SAMPLE_TABLE), file) : readCsv(text, name, TABLE)
    case 'jsonl':
      return foreignRows(readJsonl(text, name), file)
    default: {
      const document = readYaml(text, name)
      return foreignDocument(document, file) ?? foreignRows(listRows(document, name), file)
    }
  }
}

/** Columns of Inspect's samples. */
const SAMPLE_COLUMNS = ['input', 'target', 'choices', 'id', 'metadata', 'sandbox', 'files', 'setup']
const SAMPLE_TABLE = {
  columns: { ...Object.fromEntries(SAMPLE_COLUMNS.map((column) => [column, z.string()])), metadata: z.object({}) },
  required: ['input'],
}

/** Whether the header has the columns that every file of samples has, and no column that only cases have. */
function hasSampleColumns(text: string): boolean {
  const header = /^\s*([^\r\n]{0,1000})/.exec(text)?.[1] ?? ''
  const columns = header.split(/[,;\t]/).map((cell) => cell.replaceAll('"', '').trim())
  return columns.includes('input') && columns.includes('target') && !columns.includes('name')
}

function listRows({ value, lineOf }: LocatedDocument, name: string): Row[] {
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
