import type { PersonaPlan } from '../../domain/personas/persona-plan.js'
import type { PersonaProfile } from '../../domain/personas/persona-profile.js'
import type { PersonaGenerationInput, ReadingReport } from '../../domain/personas/persona-set.js'
import type { Evidence } from '../../domain/personas/research.js'
import type { RunModel } from '../../domain/run/run.js'
import { AppError } from '../../errors.js'
import type { EvidenceIndex } from './own-evidence.js'
import { type DocumentReading, readDocuments } from './passages.js'
import { percent, round } from './reports.js'
import type { Structure } from './respondents.js'

/**
 * Minimum share of sentences with a respondent, interviewers' not counted, for people made offline. With less than
 * half, the set would represent the smaller part of the document (docs/personas.md).
 */
const MIN_READ_SHARE = 0.5

const NEEDS: ReadonlySet<Evidence['kind']> = new Set(['pain_point', 'goal', 'fear', 'criterion', 'deal_breaker'])
/** Maximum number of missing things that are named; the rest are counted. */
const MAX_NAMED = 12
/** Maximum number of them in a sentence. */
const MAX_SAID = 4

const STRUCTURES: Readonly<Record<Structure, string>> = {
  rows: 'a row a person',
  turns: 'speakers before a colon',
  posts: 'authors of posts',
  headings: 'a heading a person',
  quotes: 'quotes with a name behind them',
  'one person': 'one person throughout',
  none: 'no respondent found',
}

type Counts = Pick<DocumentReading, 'sentences' | 'attached' | 'others'>

/** Share of sentences with a respondent, not counting those of interviewers and sellers; 0 where there are none. */
function readShare(documents: readonly Counts[]): number {
  const sum = (of: (document: Counts) => number) => documents.reduce((all, document) => all + of(document), 0)
  const own = sum(({ sentences, others }) => sentences - others)
  return sum(({ attached }) => attached) / Math.max(1, own)
}

/** Refuses documents in which the offline reader cannot tell the respondents apart. Errors: `invalid_input`. */
export function refuseUnread({ documents, records }: Pick<PersonaGenerationInput, 'documents' | 'records'>): void {
  if (documents.length === 0) return
  const unread = readDocuments(documents, records).documents.find((document) => readShare([document]) < MIN_READ_SHARE)
  if (!unread) return
  const { name, respondents } = unread
  const found =
    respondents === 0
      ? 'whose words stand where'
      : `whose words ${percent(1 - readShare([unread]))} of the sentences are`
  throw new AppError('invalid_input', {
    problem: `Offline nobody can tell from the form of ${name} ${found}: give each person a row, a heading, posts under a name or turns that begin with “Name:”, or set a key (ANTHROPIC_API_KEY) so that a language model reads who is spoken of, what they need and which kinds of people there are.`,
  })
}

/** How much of the research was read, and how much of it is in the set; `null` without documents. */
export function readingReport(
  mode: RunModel['mode'],
  {
    readings,
    list,
    respondents,
  }: EvidenceIndex & { readonly readings: readonly DocumentReading[]; readonly list: readonly Evidence[] },
  plan: PersonaPlan,
  personas: readonly PersonaProfile[],
  seated: ReadonlySet<string>,
): ReadingReport | null {
  if (readings.length === 0) return null
  const held = new Set(
    personas.flatMap(({ sources }) => sources.map(({ passage_id, quote }) => `${passage_id} ${quote}`)),
  )
  const isHeld = ({ passage_id, quote }: Evidence) => held.has(`${passage_id} ${quote}`)
  const needs = list.filter(({ kind, passage_id }) => NEEDS.has(kind) && passage_id.startsWith('d'))
  const said = personas.flatMap(({ sources }) => sources)
  const share = (of: typeof said) => of.length / Math.max(1, said.length)
  const report = {
    documents: readings.map((document) => ({ ...document })),
    read: round(readShare(readings)),
    quoted: round(share(said.filter(({ basis }) => basis === 'quoted' || basis === 'given'))),
    assumed: round(
      share(
        said.filter(({ basis, passage_id }) => basis === 'assumed' || (basis === 'sampled' && passage_id === null)),
      ),
    ),
    respondents: split(
      [...respondents.values()],
      ({ respondent_id }) => seated.has(respondent_id),
      ({ label, document }) => `${label} (${document})`,
    ),
    kinds: split(
      plan.archetypes.filter(({ origin }) => origin === 'research'),
      ({ count }) => count > 0,
      ({ name }) => name,
    ),
    edge_cases: split(
      plan.edge_cases,
      ({ count }) => count > 0,
      ({ name }) => name,
    ),
    needs: mode === 'offline' ? null : split(needs, isHeld, ({ statement }) => statement),
  }
  return { ...report, sentences: sentencesOf(mode, report) }
}

function split<T>(items: readonly T[], isInSet: (item: T) => boolean, name: (item: T) => string) {
  const left = items.filter((item) => !isInSet(item))
  return { found: items.length, in_set: items.length - left.length, left: left.slice(0, MAX_NAMED).map(name) }
}

function sentencesOf(mode: RunModel['mode'], report: Omit<ReadingReport, 'sentences'>): string[] {
  const { documents, read, quoted, assumed, respondents, kinds, edge_cases, needs } = report
  const forms = documents.map(({ name, structure }) => `${name}: ${STRUCTURES[structure]}`).join('; ')
  const of = ({ in_set, found }: ReadingReport['kinds'], noun: string) => `${in_set} of ${found} ${noun}`
  const covered = [of(respondents, 'respondents'), of(kinds, 'kinds of people')]
  if (edge_cases.found > 0) covered.push(of(edge_cases, 'unusual cases'))
  if (needs) covered.push(of(needs, 'needs'))
  // Offline a kind is the documents' description of its respondents, who are named already.
  const open = needs ? [kinds, edge_cases, needs, respondents] : [respondents, edge_cases]
  const left = open.flatMap((part) => part.left)
  const missing = open.reduce((sum, { found, in_set }) => sum + found - in_set, 0)
  let notCovered = missing === 0 ? '' : `; not in it: ${left.slice(0, MAX_SAID).join('; ')}`
  if (missing > MAX_SAID) notCovered += ` and ${missing - MAX_SAID} more`
  const sentences = [
    `${percent(read)} of the research has a respondent (${forms}).`,
    `Of all that stands in these people ${percent(quoted)} is said by somebody, ${percent(Math.max(0, 1 - quoted - assumed))} is drawn of what the research shows to exist, and ${percent(assumed)} is assumed.`,
    `In the set are ${covered.join(', ')}${notCovered}.`,
  ]
  if (mode === 'offline')
    sentences.push(
      'Offline only the form was read (rows and columns, speakers, headings, quotes): which needs, fears and kinds of people there are is left open for a language model.',
    )
  return sentences
}
