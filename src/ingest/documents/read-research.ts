import { extname } from 'node:path'
import { cleanText } from '../../domain/clean-text.js'
import type { FoundData } from '../../domain/personal-data.js'
import { MAX_DOCUMENT_CHARACTERS, type RecordsTable, type ResearchDocument } from '../../domain/research.js'
import { refuse } from '../../errors.js'
import { createRedactor } from '../personal-data/redact.js'
import { plainText } from '../plain-text.js'
import { docxText } from './docx.js'
import { htmlText } from './html.js'
import { pdfText } from './pdf.js'
import { readRecords } from './records.js'

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
}

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
  const documents: ResearchDocument[] = []
  const records: RecordsTable[] = []
  const found: FoundData[] = []
  for (const { name, bytes } of files) {
    const redactor = createRedactor(name)
    checkResearchFile(name, bytes.length)
    const ending = extname(name).toLowerCase()
    if (ending === '.csv' || ending === '.json') {
      const { table, texts } = readRecords(bytes, name, hashKey, redactor)
      if (table) records.push(table)
      documents.push(...texts)
    } else documents.push({ name, text: redactor.redact(await documentText(bytes, name, ending)) })
    found.push(...redactor.found())
  }
  return { documents, records, found }
}

/** The text of one document, such as notes for a discussion. Errors: `invalid_input`. */
export async function readDocument({ name, bytes }: ResearchFile): Promise<string> {
  checkResearchFile(name, bytes.length)
  return documentText(bytes, name, extname(name).toLowerCase())
}

async function documentText(bytes: Buffer, name: string, ending: string): Promise<string> {
  const text = cleanText((await TEXT_READERS[ending]?.(bytes, name)) ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (text === '') refuse(`${name} has no text in it.`)
  if (text.length > MAX_DOCUMENT_CHARACTERS) {
    refuse(
      `${name} has ${text.length.toLocaleString('en-US')} characters of text; at most ${MAX_DOCUMENT_CHARACTERS.toLocaleString('en-US')} can be read: split it or give the parts that matter.`,
    )
  }
  return text
}

const TEXT_READERS: Readonly<Record<string, (bytes: Buffer, name: string) => string | Promise<string>>> = {
  '.md': plainText,
  '.txt': plainText,
  '.html': (bytes, name) => htmlText(plainText(bytes, name), name),
  '.htm': (bytes, name) => htmlText(plainText(bytes, name), name),
  '.pdf': pdfText,
  '.docx': docxText,
}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_000_000))} MB`
