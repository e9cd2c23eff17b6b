import type { Passage, RecordsTable, ResearchDocument, Respondent } from '../../domain/personas/research.js'
import { sentenceSpans } from '../../domain/text/sentences.js'
import { descriptionIn } from './labels.js'
import { type ReadText, readRespondents, type Structure } from './respondents.js'
import { statedAge } from './stated-age.js'

/** Longer paragraphs are split after a sentence, so that a source is easy to find. */
const MAX_PASSAGE_LENGTH = 700

/** The content of a document, counted in sentences. */
export type DocumentReading = {
  readonly name: string
  readonly structure: Structure
  readonly respondents: number
  readonly sentences: number
  /** Sentences of respondents, and of interviewers, sellers or quoted sources. */
  readonly attached: number
  readonly others: number
}

type ResearchReading = {
  readonly passages: Passage[]
  /** Respondents with at least one sentence. */
  readonly respondents: Respondent[]
  readonly documents: DocumentReading[]
}

/** Splits documents into passages with ids and offsets, each with its respondent or none. */
export function readDocuments(
  documents: readonly ResearchDocument[],
  records: readonly RecordsTable[] = [],
): ResearchReading {
  const read = documents.map((document, index) => readDocument(document, `d${index + 1}`, records))
  return {
    passages: read.flatMap(({ passages }) => passages),
    respondents: read.flatMap(({ respondents }) => respondents),
    documents: read.map(({ reading }) => reading),
  }
}

function readDocument(document: ResearchDocument, document_id: string, records: readonly RecordsTable[]) {
  const { name, text } = document
  const { structure, stretches } = document.speakers ? rowsOf(document) : readRespondents(text)
  const ids = new Map<string, string>()
  for (const { speaker } of stretches)
    if (speaker !== null && !ids.has(speaker)) ids.set(speaker, `${document_id}-r${ids.size + 1}`)
  const passages: Passage[] = []
  const counts = { sentences: 0, attached: 0, others: 0 }
  for (const { start, end, speaker, others, heading } of stretches) {
    const respondent = speaker === null ? '' : (ids.get(speaker) ?? '')
    const sentences = sentenceSpans(text.slice(start, end))
    counts.sentences += sentences.length
    if (respondent !== '') counts.attached += sentences.length
    else if (others) counts.others += sentences.length
    for (const part of partsOfSentences(sentences)) {
      const span = { start: start + part.start, end: start + part.end }
      const passage_id = `${document_id}-p${passages.length + 1}`
      passages.push({
        passage_id,
        document: name,
        heading,
        respondent,
        text: text.slice(span.start, span.end),
        ...span,
      })
    }
  }
  const table = records.findIndex((candidate) => candidate.name === name)
  const respondents = [...ids].map(([label, respondent_id]): Respondent => {
    const row = document.speakers ? Number(label) : -1
    const own = passages.filter(({ respondent }) => respondent === respondent_id)
    const cells = levelsOfRow(records[table], row)
    return {
      respondent_id,
      document: name,
      label: row >= 0 ? `row ${row + 1}` : label,
      description: structure === 'posts' ? '' : descriptionIn(label),
      record: row >= 0 && table >= 0 ? { table, row } : null,
      age: statedAge(row >= 0 ? '' : label, [...cells, ...own]),
    }
  })
  return { passages, respondents, reading: { name, structure, respondents: respondents.length, ...counts } }
}

/** Cells of free text as stretches; a person with several rows is identified by the first row. */
function rowsOf({ speakers = [] }: ResearchDocument): ReadText {
  const firstRow = new Map<number, number>()
  for (const { person, row } of speakers) if (person >= 0 && !firstRow.has(person)) firstRow.set(person, row)
  const stretches = speakers.map(({ person, heading, start, end }) => ({
    start,
    end,
    heading,
    speaker: person < 0 ? null : String(firstRow.get(person)),
    others: person < 0,
  }))
  return { structure: 'rows', stretches }
}

/** A record's levels, by axis. */
const levelsOfRow = (table: RecordsTable | undefined, row: number): { heading: string; text: string }[] =>
  (table?.axes ?? []).flatMap(({ name, levels }, axis) => {
    const level = levels[table?.sample[row]?.[axis] ?? -1]
    return level ? [{ heading: name, text: level.name }] : []
  })

type Part = { readonly start: number; readonly end: number }

/** Joins sentences up to `MAX_PASSAGE_LENGTH`; a longer sentence stays whole. */
function partsOfSentences(sentences: readonly Part[]): Part[] {
  const parts: { start: number; end: number }[] = []
  for (const { start, end } of sentences) {
    const last = parts.at(-1)
    if (last && end - last.start <= MAX_PASSAGE_LENGTH) last.end = end
    else parts.push({ start, end })
  }
  return parts
}
