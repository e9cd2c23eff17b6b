import { extname } from 'node:path'
import {
  type ColumnNote,
  MAX_DOCUMENT_CHARACTERS,
  type RecordsTable,
  type ResearchDocument,
} from '../../domain/personas/research.js'
import { cleanText } from '../../domain/text/clean-text.js'
import type { FoundData } from '../../domain/text/personal-data.js'
import { refuse } from '../../errors.js'
import { createRedactor, type Redactor } from '../personal-data/redact.js'
import { plainText } from '../plain-text.js'
import { readMarks, type TextWithTables } from './cell-marks.js'
import { markedDocx } from './docx.js'
import { markedHtml } from './html.js'
import { markedPdf } from './pdf/pdf.js'
import { readRecords } from './records.js'
import { knownFromTables } from './table-cells.js'
import { markedText } from './text-tables.js'

/** Maximum file sizes in bytes by extension, checked before the file is read. */
const MAX_BYTES: Readonly<Record<string, number>> = {
  '.md': 2_000_000,
  '.txt': 2_000_000,
  '.html': 3_000_000,
  '.htm': 3_000_000,
  '.pdf': 20_000_000,
  '.docx': 20_000_000,
  '.csv': 10_000_000,
  '.json': 10_000_000,
}
const RESEARCH_EXTENSIONS = Object.keys(MAX_BYTES)

/** A research file as received, from a disk, a message or a request. */
export type ResearchFile = { readonly name: string; readonly bytes: Buffer }
export type Research = {
  readonly documents: ResearchDocument[]
  readonly records: RecordsTable[]
  /** Personal data that was recognised and removed. */
  readonly found: FoundData[]
  /** Columns of records that are not kept as they are, of a file without groups of people as well. */
  readonly left_out: LeftOut[]
  /** The name of each file, and the one that its documents and records have: without recognised personal data. */
  readonly names: FileName[]
}
type LeftOut = ColumnNote & { readonly file: string }
type FileName = { readonly given: string; readonly stored: string }

/** Refuses a file by its name and size, before it is read. Errors: `invalid_input`. */
export function checkResearchFile(name: string, size: number): void {
  const ending = extname(name).toLowerCase()
  const max = MAX_BYTES[ending]
  if (max === undefined)
    refuse(`${name} is not one of ${RESEARCH_EXTENSIONS.join(', ')}; save it as one of these first.`)
  if (size === 0) refuse(`${name} is empty.`)
  if (size > max)
    refuse(
      `${name} has ${megabytes(size)}; a ${ending} file may have at most ${megabytes(max)}: give the part that matters, or a sample.`,
    )
}

/**
 * Reads research: documents as plain text, and records without columns that identify people. Recognised personal data
 * is removed. Stores nothing. `hashKey`: the installation's secret for record numbers. Errors: `invalid_input`, one
 * sentence about the first unreadable file.
 */
export async function readResearch(files: readonly ResearchFile[], hashKey: string): Promise<Research> {
  const each: Research[] = []
  for (const file of files) each.push(await readFile(file, hashKey))
  return together(each)
}

/** The research of several files. Where two have the same name without its people, a number tells them apart. */
export function together(each: readonly Research[]): Research {
  const taken = new Set<string>()
  const named = each.map((research) => {
    const [name] = research.names
    if (!name) return research
    const stored = name.stored === name.given ? name.stored : untaken(name.stored, taken)
    taken.add(stored)
    return storedAs(stored, research)
  })
  return {
    documents: named.flatMap(({ documents }) => documents),
    records: named.flatMap(({ records }) => records),
    found: named.flatMap(({ found }) => found),
    left_out: named.flatMap(({ left_out }) => left_out),
    names: named.flatMap(({ names }) => names),
  }
}

function untaken(name: string, taken: ReadonlySet<string>): string {
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${stem} ${number}${ending}`
  return free
}

async function readFile({ name, bytes }: ResearchFile, hashKey: string): Promise<Research> {
  const redactor = createRedactor()
  redactor.keepLabels(name)
  checkResearchFile(name, bytes.length)
  const ending = extname(name).toLowerCase()
  const { table, columns, texts } =
    ending === '.csv' || ending === '.json'
      ? readRecords(bytes, name, hashKey, redactor)
      : { table: null, columns: [], texts: [{ name, text: redacted(await documentOf(bytes, name, ending), redactor) }] }
  const stored = redactor.redactFileName(name)
  return storedAs(stored, {
    documents: [...texts],
    records: table ? [table] : [],
    found: redactor.found().map((of) => ({ file: stored, ...of })),
    left_out: columns
      .filter(({ treatment }) => treatment === 'dropped' || treatment === 'hashed')
      .map((column) => ({ file: stored, ...column })),
    names: [{ given: name, stored }],
  })
}

const storedAs = (stored: string, { documents, records, found, left_out, names }: Research): Research => ({
  documents: documents.map((document) => ({ ...document, name: stored })),
  records: records.map((table) => ({ ...table, name: stored })),
  found: found.map((of) => ({ ...of, file: stored })),
  left_out: left_out.map((column) => ({ ...column, file: stored })),
  names: names.map(({ given }) => ({ given, stored })),
})

/** The text of one document, such as notes for a discussion. Errors: `invalid_input`. */
export async function readDocument({ name, bytes }: ResearchFile): Promise<string> {
  checkResearchFile(name, bytes.length)
  return (await documentOf(bytes, name, extname(name).toLowerCase())).text
}

const redacted = ({ text, tables }: TextWithTables, redactor: Redactor): string =>
  redactor.redact(text, knownFromTables(tables))

async function documentOf(bytes: Buffer, name: string, ending: string): Promise<TextWithTables> {
  const { text, tables } = readMarks(cleanText((await MARKED_TEXTS[ending]?.(bytes, name)) ?? ''))
  if (text === '') refuse(`${name} has no text in it.`)
  if (text.length > MAX_DOCUMENT_CHARACTERS) {
    refuse(
      `${name} has ${text.length.toLocaleString('en-US')} characters of text; at most ${MAX_DOCUMENT_CHARACTERS.toLocaleString('en-US')} can be read: split it or give the parts that matter.`,
    )
  }
  return { text, tables }
}

/** The texts of documents by their extensions, with marks around the cells of tables. */
const MARKED_TEXTS: Readonly<Record<string, (bytes: Buffer, name: string) => string | Promise<string>>> = {
  '.md': (bytes, name) => markedText(plainText(bytes, name)),
  '.txt': (bytes, name) => markedText(plainText(bytes, name)),
  '.html': (bytes, name) => markedHtml(plainText(bytes, name), name),
  '.htm': (bytes, name) => markedHtml(plainText(bytes, name), name),
  '.pdf': markedPdf,
  '.docx': (bytes, name) => markedDocx(bytes, name, 'cells'),
}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_000_000))} MB`
