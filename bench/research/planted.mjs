// Which respondents with planted facts (bench/data/research/facts.json) the reader of research finds in a document.
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

const FOLDER = new URL('../data/research/', import.meta.url)
const jsonOf = (name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))

export const planted = jsonOf('facts.json')
export const kinds = jsonOf('kinds.json')
export const documents = [...new Set(planted.map(({ document }) => document))]
export const bytesOf = (name) => readFileSync(new URL(name, FOLDER))

/** Rows of a table as they stand in the file; null for a text. */
function rowsOf(name) {
  const text = bytesOf(name).toString('utf8')
  if (name.endsWith('.csv')) return parse(text, { columns: true, relax_column_count: true })
  if (!name.endsWith('.json')) return null
  const value = JSON.parse(text)
  return Array.isArray(value) ? value : Object.values(value).find(Array.isArray)
}

const folded = (text) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * The respondent the reader found for each one of whom facts were planted: by the row, else by the name in the label, or by
 * what stands there for it (`createRedactor` of the program).
 */
export function matched(name, respondents, createRedactor) {
  const rows = rowsOf(name)
  const redactor = createRedactor()
  redactor.redact(bytesOf(name).toString('utf8'))
  const found = new Map()
  for (const { respondent } of planted.filter(({ document }) => document === name)) {
    const wanted = folded(respondent)
    // As whoever speaks in a transcript.
    const pseudonym = folded(
      redactor
        .redact(`[00:00:01] ${respondent}: Yes.`)
        .slice(10)
        .replace(/: Yes\.$/, ''),
    )
    const own = respondents.find(({ label, record, row }) => {
      const at = record?.row ?? row
      if (rows && at !== undefined) return folded(JSON.stringify(Object.values(rows[at] ?? {}))).includes(wanted)
      if (pseudonym !== wanted && ` ${folded(label)} `.includes(` ${pseudonym} `)) return true
      return folded(label).includes(wanted) || wanted.includes(folded(label))
    })
    if (own) found.set(respondent, own.respondent_id)
  }
  return found
}
