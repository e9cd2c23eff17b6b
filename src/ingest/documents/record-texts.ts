import { MAX_DOCUMENT_CHARACTERS, type ResearchDocument } from '../../domain/personas/research.js'
import { sentencesIn } from '../../domain/text/sentences.js'
import type { Redactor } from '../personal-data/redact.js'
import type { RecordRow } from './json-records.js'

const MAX_CELL_LENGTH = 20_000

/** A column of a table: its heading and its cells, trimmed. */
export type Column = { readonly name: string; readonly values: readonly string[] }

/** The people that the left-out columns of a row name, each as the words of a name or as a login. */
export type RowNames = readonly (readonly string[])[]

/** Headings of columns that a company writes about its customers. */
const BY_THE_COMPANY = /\b(?:reply|resolution|internal|agent|staff|assignee|moderator|interviewer)\b/

/**
 * The free texts of records, a paragraph a cell, each with its row and column and without the names of its row; rows
 * are sampled evenly where there is too much.
 */
export function documentOf(
  name: string,
  columns: readonly Column[],
  sampledRows: readonly number[],
  records: readonly RecordRow[],
  { names, persons }: { readonly names: readonly RowNames[]; readonly persons: readonly number[] },
  redactor: Redactor,
): ResearchDocument | null {
  const rows = sampledRows.map((row, place) => ({
    place,
    cells: [
      ...columns.map(({ name: heading, values }) => ({
        heading: publicLabel(heading, redactor),
        text: values[row] ?? '',
        person: BY_THE_COMPANY.test(heading.toLowerCase().replace(/[_.-]/g, ' ')) ? -1 : (persons[row] ?? row),
      })),
      ...(records[row]?.messages ?? []).map(({ body, isRespondent }) => ({
        heading: '',
        text: body,
        person: isRespondent ? (persons[row] ?? row) : -1,
      })),
    ]
      .map((cell) => ({
        ...cell,
        text: wholeSentences(redactor.redact(cell.text, { people: names[row] }).replace(/\s+/g, ' ').trim()),
      }))
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

/** As many whole sentences from the start of a text as a cell may hold. */
function wholeSentences(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text
  let kept = ''
  for (const sentence of sentencesIn(text)) {
    if (kept !== '' && kept.length + sentence.length > MAX_CELL_LENGTH) break
    kept += `${sentence} `
  }
  return kept.trim()
}

/**
 * The author of each row, as the author's first row: by the column that distinguishes most people and repeats some of
 * them; else every row has an author of its own.
 */
export function personsOf(columns: readonly Column[], rows: number): number[] {
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

/**
 * A heading or value for prompts and reports: short, and without recognised personal data. `isThing`: only these people
 * are looked for in it, as it may be called after somebody.
 */
export const publicLabel = (
  text: string,
  { redact }: Redactor,
  people: Iterable<readonly string[]> = [],
  isThing = false,
): string =>
  redact(text, { people: [...people], noOthers: isThing })
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60) || '(no name)'
