import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { PersonaGenerationInput } from '../../domain/persona-set.js'
import { checkResearchFile, type Research, type ResearchFile } from '../../ingest/documents/read-research.js'
import type { UploadBody } from '../../ingest/documents/read-upload.js'
import { readApart } from '../../ingest/read-apart.js'
import type { Context } from '../context.js'

/** A persona set from research files as they came. */
export type GenerationRequest = Omit<z.input<typeof PersonaGenerationInput>, 'documents' | 'records'> & {
  readonly files: readonly ResearchFile[]
  /** What `checkResearch` read of them, where it was called before. */
  readonly research?: Research
}

/** Reads the files; what the readers hide is never stored. Errors: `invalid_input`. */
export async function resolveGeneration(
  ctx: Context,
  { files, research, ...input }: GenerationRequest,
): Promise<z.input<typeof PersonaGenerationInput>> {
  // Record numbers are hashed with the installation's own secret; research without any need not be read again.
  const again = research === undefined || research.records.length > 0
  const secret = again ? await ctx.store.installation.secret('record numbers') : ''
  const { documents, records } = again ? await readFiles(files, secret) : research
  return { ...input, documents, records }
}

/** Looks through files before anything is opened: their problems are said at once, and nothing of them is stored. */
export const checkResearch = (files: readonly ResearchFile[]): Promise<Research> =>
  readFiles(files, randomBytes(16).toString('hex'))

/** `checkResearch` for the form of a request, which is taken apart where its file is read: its parts may be very many. */
export const checkUpload = (body: UploadBody): Promise<Research> =>
  readApart('upload', 'The upload', body, randomBytes(16).toString('hex'))

/** Each file by itself, so that the one that cannot be read is named. */
async function readFiles(files: readonly ResearchFile[], hashKey: string): Promise<Research> {
  for (const { name, bytes } of files) checkResearchFile(name, bytes.length)
  const read: Research[] = []
  for (const file of files) read.push(await readApart('research', file.name, [file], hashKey))
  return {
    documents: read.flatMap(({ documents }) => documents),
    records: read.flatMap(({ records }) => records),
    found: read.flatMap(({ found }) => found),
  }
}
