import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { PersonaGenerationInput } from '../domain/persona-set.js'
import { type Research, type ResearchFile, readResearch } from '../ingest/documents/read-research.js'
import type { Context } from './context.js'

/** What a set is asked for with: files as they came, or research that was read already. */
export type GeneratePersonasInput = Omit<z.input<typeof PersonaGenerationInput>, 'documents' | 'records'> & {
  readonly files: readonly ResearchFile[]
}

/**
 * What making a persona set from research files is asked with. Files are read before anything is stored; what `readResearch`
 * hides is not. Errors: `invalid_input`.
 */
export async function generationInput(
  ctx: Context,
  { files, ...input }: GeneratePersonasInput,
  read?: Research,
): Promise<z.input<typeof PersonaGenerationInput>> {
  // Record numbers are hashed with the installation's own secret; whatever has none was read already.
  const research =
    read && read.records.length === 0
      ? read
      : await readResearch(files, await ctx.store.installation.secret('record numbers'))
  return { ...input, ...research }
}

/** Looks through files before anything is opened: their problems are said at once, and nothing of them is stored. */
export const checkResearch = (files: readonly ResearchFile[]): Promise<Research> =>
  readResearch(files, randomBytes(16).toString('hex'))
