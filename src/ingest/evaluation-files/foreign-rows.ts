import type { ForeignFile } from './foreign-file.js'
import { inspectRow, isInspectLog, isInspectSample } from './inspect-cases.js'
import { complexityProblem } from './limits.js'
import { isPromptfooConfig, isPromptfooTest, promptfooConfigRows, promptfooTestRows } from './promptfoo-cases.js'
import type { LocatedDocument } from './read-yaml.js'
import { refuseFile } from './refuse.js'
import { lineRow, type Row } from './rows.js'

/** The cases of a promptfoo configuration or an Inspect log; `null` for any other document. */
export function foreignDocument(document: LocatedDocument, file: ForeignFile): Iterable<Row> | null {
  const { value } = document
  if (isPromptfooConfig(value)) return orNothingLeft(promptfooConfigRows(value, document, file), file)
  if (!isInspectLog(value)) return null
  const samples = value.samples.map(
    (sample, index): Row => ({ ...lineRow(document.lineOf(['samples', index])), value: sample }),
  )
  return orNothingLeft(inspectRows(samples, file), file)
}

/** Rows as cases; where the first row is a promptfoo test or an Inspect sample, all rows are read as such. */
export function* foreignRows(rows: Iterable<Row>, file: ForeignFile): Generator<Row> {
  let translate: ((row: Row) => Iterable<Row>) | null | undefined
  let [seen, left] = [0, 0]
  for (const row of rows) {
    seen++
    if (row.problems.length === 0 && translate === undefined) translate = translatorFor(row.value, file)
    // A row that is nested too deeply is passed on, and refused with all other invalid rows.
    const whole = !translate || row.problems.length > 0 || complexityProblem(row.value) !== null
    for (const made of whole ? [row] : (translate?.(row) ?? [])) {
      left++
      yield made
    }
  }
  if (seen > 0 && left === 0) refuseNothingLeft(file)
}

function translatorFor(value: unknown, file: ForeignFile): ((row: Row) => Iterable<Row>) | null {
  if (isPromptfooTest(value)) return (row) => promptfooTestRows(row, file)
  if (isInspectSample(value)) return (row) => inspectRow(row, file)
  return null
}

function* inspectRows(rows: readonly Row[], file: ForeignFile): Generator<Row> {
  for (const row of rows) yield* inspectRow(row, file)
}

function* orNothingLeft(rows: Iterable<Row>, file: ForeignFile): Generator<Row> {
  let left = 0
  for (const row of rows) {
    left++
    yield row
  }
  if (left === 0) refuseNothingLeft(file)
}

function refuseNothingLeft({ name, notTaken }: ForeignFile): never {
  return refuseFile(name, `has no case that can be used here. ${notTaken.sentence() ?? ''}`.trim())
}
