import { z } from 'zod'

/** Longest research document, all of them together, and how many, after reading: what a few model calls can hold. */
export const MAX_DOCUMENT_CHARACTERS = 200_000
export const MAX_RESEARCH_CHARACTERS = 400_000
export const MAX_DOCUMENTS = 20

/** A cell of free text, and whose it is. */
const RecordedSpeaker = z.object({
  /** Number of the row in the file, from 0. */
  row: z.int().min(0),
  /** Whoever wrote several rows has one number for all of them; −1 for somebody who answers for the company. */
  person: z.int().min(-1),
  /** The column, which asks what this answers. */
  heading: z.string(),
  /** Offsets in the document's text. */
  start: z.int(),
  end: z.int(),
})

/** A research document as text, whatever it was before. */
export const ResearchDocument = z.object({
  name: z.string().min(1).max(200),
  text: z
    .string()
    .min(1, 'A research document is empty.')
    .max(
      MAX_DOCUMENT_CHARACTERS,
      `A research document has more than ${MAX_DOCUMENT_CHARACTERS.toLocaleString('en-US')} characters; split it or give the parts that matter.`,
    ),
  /** Of a table only. */
  speakers: z.array(RecordedSpeaker).max(10_000).optional(),
})
export type ResearchDocument = z.infer<typeof ResearchDocument>

/** What became of a column of real users' records before anything was stored. */
export const ColumnNote = z.object({
  name: z.string(),
  treatment: z.enum([
    /** Values were thrown away: they name somebody, or say nothing about groups. */
    'dropped',
    /** Values were replaced by a keyed hash: the same person can be found again, not recognised. */
    'hashed',
    /** Became an axis along which personas differ. */
    'axis',
    /** Free text, kept as passages without the addresses and numbers that were recognised. */
    'text',
  ]),
  why: z.string(),
})
export type ColumnNote = z.infer<typeof ColumnNote>

/** Real users' records after recognised columns were taken out: how often each level of each axis occurs, and a sample of rows. */
export const RecordsTable = z.object({
  name: z.string().min(1).max(200),
  rows: z.int().min(1),
  columns: z.array(ColumnNote),
  axes: z
    .array(
      z.object({ name: z.string(), levels: z.array(z.object({ name: z.string(), count: z.int().min(1) })).min(2) }),
    )
    .max(8),
  /** Rows as level numbers, one per axis; −1 where the record says nothing. */
  sample: z.array(z.array(z.int().min(-1))).max(1_000),
  /** Keyed hashes of the sample's records, where a column identified them; in the sample's order. */
  keys: z.array(z.string()).max(1_000),
})
export type RecordsTable = z.infer<typeof RecordsTable>

/** A piece of a document that claims can point to: a paragraph or a part of a long one. */
export const Passage = z.object({
  /** d2-p14: the second document's fourteenth passage. */
  passage_id: z.string(),
  document: z.string(),
  /** Nearest heading above it, or the question it answers; '' where there is none. */
  heading: z.string(),
  /** Who said it: the id of a respondent, '' for whoever asks, sells or reports. */
  respondent: z.string().default(''),
  text: z.string(),
  /** Offsets in the document's text. */
  start: z.int(),
  end: z.int(),
})
export type Passage = z.infer<typeof Passage>

/** One person whom the research asked or read: the unit that evidence belongs to. */
export const Respondent = z.object({
  /** d2-r3: the second document's third respondent. */
  respondent_id: z.string(),
  document: z.string(),
  /** What the document calls them: a heading, a speaker, an author, the number of a row. */
  label: z.string(),
  /** What the label says of them beside a name or a number, such as "Ward manager, 34 nurses"; '' where it says nothing. */
  description: z.string(),
  /** Their row among the records, where they are one. */
  record: z.object({ table: z.int(), row: z.int() }).nullable(),
  /** The youngest and the oldest they can be by what they say of themselves; null where they say nothing. */
  age: z.object({ from: z.int(), to: z.int() }).nullable(),
})
export type Respondent = z.infer<typeof Respondent>

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
  /** What it says about the people, in one plain sentence. */
  statement: z.string().min(1),
  /** Word for word from one passage. */
  quote: z.string().min(1),
  /** The kind of person it is about, such as "ward manager"; '' where it is everybody. */
  who: z.string(),
}

export const MAX_FINDINGS = 80

/** What a model reads out of one part of the research. */
export const SynthesisAnswer = z.object({ findings: z.array(z.object(finding)).max(MAX_FINDINGS) })
export type SynthesisAnswer = z.infer<typeof SynthesisAnswer>

/** A finding whose quote was found in a passage. */
export const Evidence = z.object({
  evidence_id: z.string(),
  ...finding,
  passage_id: z.string(),
  /** Whose words they are: the passage's respondent. */
  respondent: z.string().default(''),
})
export type Evidence = z.infer<typeof Evidence>
