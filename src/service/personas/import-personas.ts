import { contradictionsOf } from '../../domain/personas/contradictions.js'
import { restingOn } from '../../domain/personas/persona-confidence.js'
import { ImportedSet } from '../../domain/personas/persona-import.js'
import { MAX_SET, SetName } from '../../domain/personas/persona-set.js'
import { extrasOf } from '../../domain/simulation/simulated-traits.js'
import { cleanDeep } from '../../domain/text/clean-text.js'
import { AppError, refuse } from '../../errors.js'
import type { Context } from '../context.js'
import { issueSentence } from '../issue-sentence.js'
import { parseInput } from '../parse-input.js'

/**
 * Saves a persona set from a document: an exported set, or a list of profiles of the SUTS specification. It becomes the
 * next version of `name`, or of the document's own name. Contradictions within a profile are kept and returned. Errors:
 * `invalid_input`.
 */
export async function importPersonas(
  ctx: Context,
  input: { document: unknown; name?: string | undefined },
): Promise<{ name: string; version: number; size: number; contradictions: { id: string; why: string }[] }> {
  const document = parseImport(cleanDeep(input.document))
  const listed = Array.isArray(document)
  const name = parseInput(SetName, input.name ?? (listed ? undefined : document.name))
  const profiles = listed ? document : document.personas
  const ids = new Set(profiles.map(({ id }) => id))
  if (ids.size < profiles.length)
    throw new AppError('invalid_input', { problem: 'Two personas of the document have the same id.' })
  const known = new Set(listed ? [] : document.passages.map(({ passage_id }) => passage_id))
  const personas = profiles.map((profile) => restingOn({ ...profile, ...extrasOf(profile) }, (id) => known.has(id)))
  const origin = listed
    ? `Imported: ${personas.length} profiles.`
    : `Imported from version ${document.version} of ${document.name}. ${document.origin}`
  const version = await ctx.store.personaSets.save(ctx.actor, {
    name,
    run_id: null,
    origin,
    passages: listed ? [] : document.passages,
    personas,
  })
  const contradictions = personas.flatMap((persona) =>
    contradictionsOf(persona).map(({ why }) => ({ id: persona.id, why })),
  )
  return { name, version, size: personas.length, contradictions }
}

/** Most passages of an imported set: more than its research can hold. */
const MAX_PASSAGES = 20_000

/** Refused before it is looked into: each of very many wrong entries would have a problem of its own. */
function refuseLarge(document: unknown): void {
  const { personas, passages }: { personas?: unknown; passages?: unknown } = Object(document)
  if (Array.isArray(personas) && personas.length > MAX_SET)
    refuse(`A persona set has at most ${MAX_SET.toLocaleString('en-US')} people.`)
  if (Array.isArray(passages) && passages.length > MAX_PASSAGES)
    refuse(`A persona set has at most ${MAX_PASSAGES.toLocaleString('en-US')} passages.`)
}

function parseImport(document: unknown): ImportedSet {
  refuseLarge(document)
  const parsed = ImportedSet.safeParse(document, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const inner = issue?.code === 'invalid_union' ? issue.errors[Array.isArray(document) ? 1 : 0]?.[0] : issue
  const field = inner?.path.join('.')
  const fault = inner && field ? `: ${field}: ${issueSentence(inner).replace(/\.$/, '')}` : ''
  throw new AppError('invalid_input', {
    problem: `That is no persona set${fault}; give what \`personas export\` wrote, or a list of profiles.`,
  })
}
