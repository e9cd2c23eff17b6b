import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { isAppError } from '../errors.js'
import { getPersonaSet, listPersonaSets } from '../service/persona-sets.js'
import type { ContextSource } from './define-tool.js'
import { replyOf } from './reply.js'
import { sayReply } from './say-reply.js'
import { personaRow } from './view/other-kinds.js'

const MAX_COMPLETED = 50

/** People of saved sets: `pressure-test://personas/my-set.an-id`. A person's id is theirs within their set. */
export function registerPersonas(server: McpServer, deps: ContextSource): void {
  server.registerResource(
    'persona',
    new ResourceTemplate('pressure-test://personas/{persona_id}', {
      list: undefined,
      complete: { persona_id: (start) => personaIds(deps, start) },
    }),
    { title: 'A persona', description: 'A synthetic person of a saved set, as `set.id`.', mimeType: 'text/plain' },
    async (uri, { persona_id }) => {
      const [set = '', id = ''] = String(persona_id).split('.')
      const found = await setOf(deps, set)
      const persona = found?.personas.find((one) => one.id === id)
      if (!found || !persona) throw new ResourceNotFoundError(uri.href)
      const reply = replyOf({
        headline: `A synthetic person of the set ${found.name}, version ${found.version}.`,
        section: { name: 'personas', about: found.origin, page: 1, pages: 1, rows: [personaRow(persona)] },
      })
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: sayReply(reply) }] }
    },
  )
}

/** A set of this workspace; null where there is none. */
async function setOf({ context }: ContextSource, set: string) {
  try {
    return await getPersonaSet(await context(), { set })
  } catch (error) {
    if (isAppError(error, 'not_found')) return null
    throw error
  }
}

/** Names of sets first; once one is named, the people in it. */
async function personaIds(deps: ContextSource, start: string): Promise<string[]> {
  const [set = '', id] = start.split('.')
  if (id === undefined) {
    const sets = await listPersonaSets(await deps.context())
    return sets.map(({ name }) => `${name}.`).filter((name) => name.startsWith(start))
  }
  const people = (await setOf(deps, set))?.personas ?? []
  return people
    .map((one) => `${set}.${one.id}`)
    .filter((one) => one.startsWith(start))
    .slice(0, MAX_COMPLETED)
}
