import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { PersonaGenerationInput } from '../../domain/persona-set.js'
import { type Research, type ResearchFile, readResearch } from '../../ingest/documents/read-research.js'
import type { Context } from '../context.js'

/** A persona set from research files as they came. */
export type GenerationRequest = Omit<z.input<typeof PersonaGenerationInput>, 'documents' | 'records'> & {
  readonly files: readonly ResearchFile[]
  /** What `checkResearch` read of them, where it was called before. */
  readonly research?: Research
}

/** Reads the files; what `readResearch` hides is never stored. Errors: `invalid_input`. */
export async function resolveGeneration(
  ctx: Context,
  { files, research, ...input }: GenerationRequest,
): Promise<z.input<typeof PersonaGenerationInput>> {
  // Record numbers are hashed with the installation's own secret; research without any need not be read again.
  if (research && research.records.length === 0) return { ...input, ...research }
  return { ...input, ...(await readResearch(files, await ctx.store.installation.secret('record numbers'))) }
}

/** Looks through files before anything is opened: their problems are said at once, and nothing of them is stored. */
export const checkResearch = (files: readonly ResearchFile[]): Promise<Research> =>
  readResearch(files, randomBytes(16).toString('hex'))
