import {
  completable,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { CATEGORIES } from '../domain/personas/persona.js'
import { isAppError } from '../errors.js'
import { setOfPerson } from '../service/personas/delete-personas.js'
import { getPersonaSet, listPersonaSets } from '../service/personas/persona-sets.js'
import { watchEndedRuns } from '../service/run/follow-run.js'
import { getRun } from '../service/run/get-run.js'
import { listRuns } from '../service/run/list-runs.js'
import { readReport } from '../service/run/read-report.js'
import { APP_URI, readApp } from './app/app.js'
import type { ContextSource } from './define-tool.js'
import { replyOf } from './reply.js'
import { replyText } from './reply-text.js'
import { runUri, runUris } from './resource-uris.js'
import { personaRow } from './view/other-kinds.js'
import { viewRun, viewUnfinished } from './view/view-run.js'

const LISTED = 20

/** Registers runs, their reports and the interactive view. Subscribers are notified of changes. */
export function registerResources(server: McpServer, deps: ContextSource): void {
  const complete = { run_id: (start: string) => runIds(deps, start) }
  const listed = async (suffix: string, title: (kind: string) => string) => {
    const runs = await listRuns(await deps.context(), { limit: LISTED })
    return {
      resources: runs
        .filter(({ status }) => status === 'completed')
        .map(({ run_id, kind }) => ({
          uri: `${runUri(run_id)}${suffix}`,
          name: `${kind} ${run_id}`,
          title: title(kind.replaceAll('_', ' ')),
        })),
    }
  }

  server.registerResource(
    'run',
    new ResourceTemplate(runUri('{run_id}'), { list: () => listed('', (kind) => `Result of a ${kind}`), complete }),
    { title: 'A run', description: 'State or result of a run, as text.', mimeType: 'text/plain' },
    async (uri, { run_id }) => {
      const { ctx, run } = await runOr404(deps, uri, String(run_id))
      const reply = run.status === 'completed' ? viewRun(await readReport(ctx, run)) : viewUnfinished(run)
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: replyText(reply) }] }
    },
  )
  server.registerResource(
    'report',
    new ResourceTemplate(`${runUri('{run_id}')}/report`, {
      list: () => listed('/report', (kind) => `Report of a ${kind}`),
      complete,
    }),
    { title: 'A report', description: 'The whole report of a finished run, one HTML page.', mimeType: 'text/html' },
    async (uri, { run_id }) => {
      const { ctx, run } = await runOr404(deps, uri, String(run_id))
      if (run.status !== 'completed')
        throw new ResourceNotFoundError(uri.href, `The run is ${run.status}; it has no report yet.`)
      // The renderer is loaded with the first report.
      const { renderReport } = await import('../report/report.js')
      const reading = await readReport(ctx, run)
      return { contents: [{ uri: uri.href, mimeType: 'text/html', text: renderReport(reading.run, reading) }] }
    },
  )
  server.registerResource(
    'result-view',
    APP_URI,
    {
      title: 'Interactive result',
      description: 'Shows a result of get_run inside the conversation.',
      mimeType: 'text/html;profile=mcp-app',
    },
    async () => ({ contents: [await readApp()] }),
  )
  subscriptions(server, deps)
}

/** A run of this workspace. Runs of other workspaces and unknown ids get the same answer. */
async function runOr404(deps: ContextSource, uri: URL, run_id: string) {
  const ctx = await deps.context()
  try {
    return { ctx, run: await getRun(ctx, { run_id }) }
  } catch (error) {
    if (isAppError(error, 'not_found')) throw new ResourceNotFoundError(uri.href)
    throw error
  }
}

const Uri = z.object({ uri: z.string().max(2_000) })
/** Most subscriptions of one session. */
const MAX_SUBSCRIPTIONS = 200

/** Clients of the older protocol subscribe to single resources; clients of the newer one listen on the connection. */
function subscriptions(server: McpServer, deps: ContextSource): void {
  const uris = new Set<string>()
  let stop: (() => void) | null = null
  const endWatch = (): void => {
    stop?.()
    stop = null
  }
  const tell = ({ run_id }: { readonly run_id: string }): void => {
    for (const uri of runUris(run_id))
      if (uris.has(uri)) void server.server.sendResourceUpdated({ uri }).catch(() => {})
  }
  server.server.setRequestHandler('resources/subscribe', async ({ params }) => {
    const { uri } = Uri.parse(params)
    const ctx = await deps.context()
    if (uris.size >= MAX_SUBSCRIPTIONS && !uris.has(uri))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `A session follows at most ${MAX_SUBSCRIPTIONS} resources; unsubscribe from one first.`,
      )
    uris.add(uri)
    stop ??= watchEndedRuns(ctx, tell)
    return {}
  })
  server.server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
    uris.delete(params.uri)
    if (uris.size === 0) endWatch()
    return {}
  })
  const { onclose } = server.server
  server.server.onclose = () => {
    uris.clear()
    endWatch()
    onclose?.()
  }
}

const MAX_COMPLETED = 50

/**
 * Registers people of saved sets: `pressure-test://personas/my-set.an-id`. Ids are unique within their set; one that a
 * single set has is enough without it.
 */
export function registerPersonas(server: McpServer, deps: ContextSource): void {
  server.registerResource(
    'persona',
    new ResourceTemplate('pressure-test://personas/{persona_id}', {
      list: undefined,
      complete: { persona_id: (start) => personaIds(deps, start) },
    }),
    {
      title: 'A persona',
      description: 'A synthetic person of a saved set, as `set.id`, or as `id` where one set has it.',
      mimeType: 'text/plain',
    },
    async (uri, { persona_id }) => {
      const named = String(persona_id)
      const [set = '', id = ''] = (named.includes('.') ? named : await withSet(deps, uri, named)).split('.')
      const found = await findSet(deps, set)
      const persona = found?.personas.find((person) => person.id === id)
      if (!found || !persona) throw new ResourceNotFoundError(uri.href)
      const reply = replyOf({
        headline: `A synthetic person of the set ${found.name}, version ${found.version}.`,
        section: { name: 'personas', about: found.origin, page: 1, pages: 1, rows: [personaRow(found.name, persona)] },
      })
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: replyText(reply) }] }
    },
  )
}

/** `set.id` of a person that one saved set has. */
async function withSet({ context }: ContextSource, uri: URL, persona_id: string): Promise<string> {
  try {
    return `${await setOfPerson(await context(), persona_id)}.${persona_id}`
  } catch (error) {
    if (isAppError(error, 'not_found')) throw new ResourceNotFoundError(uri.href)
    if (isAppError(error, 'invalid_input')) throw new ResourceNotFoundError(uri.href, `${error.message} As: set.id`)
    throw error
  }
}

/** A set of this workspace; null where there is none. */
async function findSet({ context }: ContextSource, set: string) {
  try {
    return await getPersonaSet(await context(), { set })
  } catch (error) {
    if (isAppError(error, 'not_found')) return null
    throw error
  }
}

/** Completes the name of a set and, after the dot, the id of a person in it. */
async function personaIds(deps: ContextSource, start: string): Promise<string[]> {
  const [set = '', id] = start.split('.')
  if (id === undefined) {
    const sets = await listPersonaSets(await deps.context())
    return sets.map(({ name }) => `${name}.`).filter((name) => name.startsWith(start))
  }
  const people = (await findSet(deps, set))?.personas ?? []
  return people
    .map(({ id }) => `${set}.${id}`)
    .filter((name) => name.startsWith(start))
    .slice(0, MAX_COMPLETED)
}

const userMessage = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
})

/** Prompts that a person picks from their client's menu. */
export function registerPrompts(server: McpServer, deps: ContextSource): void {
  server.registerPrompt(
    'pressure_test_copy',
    {
      title: 'Pressure-test this copy',
      description: 'Runs a pressure test of a text and reports it honestly, the unheard views first.',
      argsSchema: z.object({
        text: z.string().describe('The proposition, ad or pitch'),
        category: completable(z.enum(CATEGORIES).optional(), (start) =>
          CATEGORIES.filter((name) => name.startsWith(String(start ?? ''))),
        ),
      }),
    },
    ({ text, category }) =>
      userMessage(
        `Pressure-test the copy below with run_pressure_test${category ? ` (category ${category})` : ''}. Call it with dry_run first and tell me the price if it is more than nothing. When it is completed, call get_minority_report. Then tell me, in this order: what nobody in the room would say aloud and who held it; the pressure score with its interval and how far to trust it; the three worst findings, each with a quote; what to change first. Say that the people are synthetic.\n\nThe copy:\n\n${text}`,
      ),
  )
  server.registerPrompt(
    'review_minority_report',
    {
      title: 'Review a minority report',
      description: 'Reads what a panel held back, asks its holders, and says what it means for the proposition.',
      argsSchema: z.object({ run_id: completable(z.string(), (start) => runIds(deps, start)) }),
    },
    ({ run_id }) =>
      userMessage(
        `Call get_minority_report for run ${run_id}. For the strongest suppressed view, ask its holder with ask_persona what would change their mind. Then tell me: the view in their words, why the room did not hear it, whether it would sink the proposition if it were true, and the smallest change that answers it. These are synthetic people; say how far their answers can be trusted.`,
      ),
  )
}

const MAX_IDS = 50

/** Ids of the newest runs that begin with `start`. */
async function runIds({ context }: ContextSource, start: string): Promise<string[]> {
  const runs = await listRuns(await context(), { limit: MAX_IDS })
  return runs.map(({ run_id }) => run_id).filter((id) => id.startsWith(start))
}
