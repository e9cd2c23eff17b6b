import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { RunDocument } from '../domain/run-document.js'
import { isAppError } from '../errors.js'
import { getRun } from '../service/get-run.js'
import { listRuns } from '../service/list-runs.js'
import { type ReportReading, readReport } from '../service/read-report.js'
import { watchEndedRuns } from '../service/watch-ended-runs.js'
import { APP_URI, type AppResource } from './app/app.js'
import type { ContextSource } from './define-tool.js'
import { runIds } from './prompts.js'
import { sayReply } from './say-reply.js'
import { viewRun, viewUnfinished } from './view/view-run.js'

export const runUri = (run_id: string): string => `pressure-test://runs/${run_id}`
const LISTED = 20

/** Runs and their reports, and the interactive view. What changes is told to whoever subscribed. */
export function registerResources(server: McpServer, deps: ContextSource, readApp: () => Promise<AppResource>): void {
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
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: sayReply(reply) }] }
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
      // Drawing pages is loaded when somebody wants one.
      const { renderReport } = await import('../report/report.js')
      const { history, ...reading }: ReportReading = await readReport(ctx, run)
      return { contents: [{ uri: uri.href, mimeType: 'text/html', text: renderReport(reading.run, { history }) }] }
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

/** A run of this workspace. A foreign one and one that does not exist are answered alike. */
async function runOr404(deps: ContextSource, uri: URL, run_id: string) {
  const ctx = await deps.context()
  try {
    return { ctx, run: (await getRun(ctx, { run_id })) as RunDocument }
  } catch (error) {
    if (isAppError(error, 'not_found')) throw new ResourceNotFoundError(uri.href)
    throw error
  }
}

const Uri = z.object({ uri: z.string().max(2_000) })

/** Clients of the older protocol subscribe to single resources; those of the newer one listen on the connection. */
function subscriptions(server: McpServer, deps: ContextSource): void {
  const uris = new Set<string>()
  let stop: (() => void) | null = null
  const watch = async (): Promise<void> => {
    const ctx = await deps.context()
    stop ??= watchEndedRuns(ctx, ({ run_id }) => {
      for (const uri of [runUri(run_id), `${runUri(run_id)}/report`]) {
        if (uris.has(uri)) void server.server.sendResourceUpdated({ uri }).catch(() => {})
      }
    })
  }
  server.server.setRequestHandler('resources/subscribe', async ({ params }) => {
    uris.add(Uri.parse(params).uri)
    await watch()
    return {}
  })
  server.server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
    uris.delete(params.uri)
    return {}
  })
  const { onclose } = server.server
  server.server.onclose = () => {
    stop?.()
    onclose?.()
  }
}
