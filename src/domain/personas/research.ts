import { z } from 'zod'

/** Maximum length of a research document and of all together, in characters, and their number: what a few calls can hold. */
export const MAX_DOCUMENT_CHARACTERS = 200_000
export const MAX_RESEARCH_CHARACTERS = 400_000
export const MAX_DOCUMENTS = 20

/** A cell of free text with its respondent. */
const RecordedSpeaker = z.object({
  /** Number of the row in the file, from 0. */
  row: z.int().min(0),
  /** Rows by one person share a number; −1 for a person who answers for the company. */
  person: z.int().min(-1),
  /** The column's heading, which is the question. */
  heading: z.string(),
  /** Offsets in the document's text. */
  start: z.int(),
  end: z.int(),
})

/** A research document as text, whatever its original format. */
export const ResearchDocument = z.object({
  name: z.string().min(1).max(200),
  text: z
    .string()
    .min(1, 'A research document is empty.')
    .max(
      MAX_DOCUMENT_CHARACTERS,
      `A research document has more than ${MAX_DOCUMENT_CHARACTERS.toLocaleString('en-US')} characters; split it or give the parts that matter.`,
    ),
  /** Present for a table only. */
  speakers: z.array(RecordedSpeaker).max(10_000).optional(),
})
export type ResearchDocument = z.infer<typeof ResearchDocument>

/** How a column of real users' records was treated before anything was stored. */
export const ColumnNote = z.object({
  name: z.string(),
  treatment: z.enum([
    /** Values were discarded: they identify people, or say nothing about groups. */
    'dropped',
    /** Values were replaced by a keyed hash: a person can be matched, but not recognised. */
    'hashed',
    /** Became an axis along which personas differ. */
    'axis',
    /** Free text, kept as passages without the recognised addresses and numbers. */
    'text',
  ]),
  why: z.string(),
})
export type ColumnNote = z.infer<typeof ColumnNote>

const MAX_NAMED_COLUMNS = 20
/** Names of columns as a list; of very many the first ones, and how many more there are. */
export const columnNames = (columns: readonly Pick<ColumnNote, 'name'>[]): string => {
  const named = columns.slice(0, MAX_NAMED_COLUMNS).map(({ name }) => name)
  const more = columns.length - named.length
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** A column along which personas will differ, with how many records have each value. */
export const RecordsAxis = z.object({
  name: z.string(),
  levels: z.array(z.object({ name: z.string(), count: z.int().min(1) })).min(2),
})

/** Real users' records without identifying columns: the frequency of each level of each axis, and a sample of rows. */
export const RecordsTable = z.object({
  name: z.string().min(1).max(200),
  rows: z.int().min(1),
  columns: z.array(ColumnNote),
  axes: z.array(RecordsAxis).max(8),
  /** Rows as level numbers, one per axis; −1 for a missing value. */
  sample: z.array(z.array(z.int().min(-1))).max(1_000),
  /** Keyed hashes of the sample's records, in the sample's order; empty where no column identified the records. */
  keys: z.array(z.string()).max(1_000),
})
export type RecordsTable = z.infer<typeof RecordsTable>

/** A piece of a document that statements can cite: a paragraph, or a part of a long one. */
export const Passage = z.object({
  /** d2-p14: the second document's fourteenth passage. */
  passage_id: z.string(),
  document: z.string(),
  /** Nearest heading above the passage, or the question it answers; '' where there is none. */
  heading: z.string(),
  /** Id of the respondent who said it; '' for an interviewer, seller or reporter. */
  respondent: z.string().default(''),
  text: z.string(),
  /** Offsets in the document's text. */
  start: z.int(),
  end: z.int(),
})
export type Passage = z.infer<typeof Passage>

/** One person the research asked or read: the unit that evidence belongs to. */
export const Respondent = z.object({
  /** d2-r3: the second document's third respondent. */
  respondent_id: z.string(),
  document: z.string(),
  /** The document's name for them: a heading, a speaker, an author, the number of a row. */
  label: z.string(),
  /** What the label states besides a name or number, such as "Ward manager, 34 nurses"; '' where it states nothing else. */
  description: z.string(),
  /** The respondent's row in the records; `null` where there is none. */
  record: z.object({ table: z.int(), row: z.int() }).nullable(),
  /** Youngest and oldest possible age by their own statements; `null` where they state none. */
  age: z.object({ from: z.int(), to: z.int() }).nullable(),
})
export type Respondent = z.infer<typeof Respondent>

/** What a respondent said that a set still holds after a deletion: ids of passages, and of the people who cite them. */
export const StayingWords = z.object({
  respondent: z.string(),
  passages: z.array(z.string()),
  personas: z.array(z.string()),
})
export type StayingWords = z.infer<typeof StayingWords>

export const EVIDENCE_KINDS = [
  'segment',
  'pain_point',
  'goal',
  'fear',
  'value',
  'criterion',
  'deal_breaker',
  'delight',
  'referral',
  'workflow',
  'time',
  'alternative',
  'edge_case',
  'context',
] as const

const finding = {
  kind: z.enum(EVIDENCE_KINDS),
  /** What it states about the people, in one plain sentence. */
  statement: z.string().min(1),
  /** Word for word from one passage. */
  quote: z.string().min(1),
  /** The kind of person it is about, such as "ward manager"; '' for everybody. */
  who: z.string(),
}

export const MAX_FINDINGS = 80

/** The findings a model reads in one part of the research. */
export const SynthesisAnswer = z.object({ findings: z.array(z.object(finding)).max(MAX_FINDINGS) })
export type SynthesisAnswer = z.infer<typeof SynthesisAnswer>

/** A finding whose quote was found in a passage. */
export const Evidence = z.object({
  evidence_id: z.string(),
  ...finding,
  passage_id: z.string(),
  /** The respondent of the quote's passage. */
  respondent: z.string().default(''),
})
export type Evidence = z.infer<typeof Evidence>
