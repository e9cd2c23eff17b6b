import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { PersonaGenerationInput } from '../../domain/personas/persona-set.js'
import { columnNames } from '../../domain/personas/research.js'
import { DETECTION_LIMITS } from '../../domain/text/personal-data.js'
import { requireReading } from '../../domain/workspace/token-scopes.js'
import { checkResearchFile, type Research, type ResearchFile, together } from '../../ingest/documents/read-research.js'
import type { UploadBody } from '../../ingest/documents/read-upload.js'
import { childReaderFor, readInChildProcess } from '../../ingest/read-in-child-process.js'
import type { Context } from '../context.js'

/** A persona set from research files, as uploaded. */
export type GenerationRequest = Omit<z.input<typeof PersonaGenerationInput>, 'documents' | 'records'> & {
  readonly files: readonly ResearchFile[]
  /** What `checkResearch` read from the files, where it was called before. */
  readonly research?: Research
}

/**
 * Reads the files; data that the readers mask is never stored, and `found` says what it was. Errors: `invalid_input`,
 * `forbidden`.
 */
export async function resolveGeneration(
  ctx: Context,
  { files, research, ...input }: GenerationRequest,
): Promise<z.input<typeof PersonaGenerationInput> & Pick<Research, 'found' | 'left_out'>> {
  if (files.length > 0) requireReading(ctx.grant)
  // Record numbers are hashed with the installation's own secret; research without any need not be read again.
  const again = research === undefined || research.records.length > 0
  const secret = again ? await ctx.store.installation.secret('record numbers') : ''
  const read = again ? await readFiles(childReaderFor(ctx.actor.workspace_id), files, secret) : research
  const { documents, records, found, left_out } = read
  return { ...input, documents, records, found, left_out }
}

/** What was read of research, what was taken out of it before anything is stored, and how far that goes. */
export function researchPreview({
  documents = [],
  records = [],
  found = [],
  left_out = [],
}: Partial<Research>): string[] {
  const names = [...new Set([...documents, ...records].map(({ name }) => name))]
  if (names.length === 0) return []
  const counted = [...new Set(found.map(({ kind }) => kind))].map((kind) => {
    const of = found.filter((each) => each.kind === kind)
    const examples = of.flatMap((each) => each.examples).slice(0, 2)
    return `${kind} ${of.reduce((sum, { count }) => sum + count, 0)}× (${examples.join(', ')})`
  })
  const left = left_out.length > 0 ? [`columns ${columnNames(left_out)}`] : []
  const takenOut = [...counted, ...left].join('; ') || 'nothing that is recognised as personal data'
  return [`Read ${names.join(', ')}. Taken out before anything is stored: ${takenOut}.`, DETECTION_LIMITS]
}

/**
 * Checks files of this machine before a database is opened: their problems are reported at once, and nothing is stored.
 */
export const checkResearch = (files: readonly ResearchFile[]): Promise<Research> =>
  readFiles(readInChildProcess, files, randomBytes(16).toString('hex'))

/**
 * As `checkResearch`, for an uploaded form. It is parsed in the process that reads its files, since it may have very
 * many parts.
 */
export const checkUpload = ({ actor }: Context, body: UploadBody): Promise<Research> =>
  childReaderFor(actor.workspace_id)('upload', 'The upload', body, randomBytes(16).toString('hex'))

/** Reads each file by itself, so that an error names the file. */
async function readFiles(
  read: typeof readInChildProcess,
  files: readonly ResearchFile[],
  hashKey: string,
): Promise<Research> {
  for (const { name, bytes } of files) checkResearchFile(name, bytes.length)
  const research: Research[] = []
  for (const file of files) research.push(await read('research', file.name, [file], hashKey))
  return together(research)
}
