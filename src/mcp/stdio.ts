import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { AppError } from '../errors.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { watchEndedRuns } from '../service/watch-ended-runs.js'
import { lazily } from './lazily.js'
import { runUri } from './resources.js'
import { createMcpServer, type McpDeps } from './server.js'

/** What a stdio server works in: the context of the person at this machine, with a worker beside it. */
type OpenedHere = { readonly ctx: SurfaceContext; close(): Promise<void> }

export type StdioDeps = Omit<McpDeps, 'context'> & {
  open(): Promise<OpenedHere>
  readonly stdin?: Readable
  readonly stdout?: Writable
}

/** A message above this ends the connection, so that nobody can fill the memory; far above what any tool takes. */
const MAX_BYTES = 64 * 1024 * 1024
/** Storage is opened when the client has had its first answer: loading it would hold that answer up. */
const OPEN_AFTER_MS = 500
/** A first start makes a database; longer than this nobody should wait for an answer. */
const PATIENCE_MS = 40_000

/**
 * Serves one client over stdin and stdout until stdin ends or `stopped` does, then closes what was opened. The protocol is
 * answered at once, also while storage is still being opened.
 */
export async function serveOverStdio(deps: StdioDeps, stopped: Promise<void>): Promise<void> {
  const here = lazily(deps.open)
  const context = async (): Promise<SurfaceContext> => (await patiently(here.get())).ctx
  const transport = new StdioServerTransport(deps.stdin, deps.stdout, { maxBufferSize: MAX_BYTES })
  const ended = untilEnded(deps.stdin ?? process.stdin)
  let watching: (() => void) | null = null
  const warm = setTimeout(() => {
    here.get().catch((error: unknown) => deps.log.warn({ error: String(error) }, 'storage is not open yet'))
  }, OPEN_AFTER_MS)
  const handle = serveStdio(
    ({ era }) => {
      const server = createMcpServer({ ...deps, context })
      // Listeners of the newer protocol hear of every run; the connection passes on what they listen to.
      if (era === 'modern') {
        void here
          .get()
          .then(({ ctx }) => {
            watching ??= watchEndedRuns(ctx, ({ run_id }) => {
              for (const uri of [runUri(run_id), `${runUri(run_id)}/report`])
                void server.server.sendResourceUpdated({ uri }).catch(() => {})
            })
          })
          .catch(() => {})
      }
      return server
    },
    { transport, onerror: (error) => deps.log.debug({ error: error.message }, 'the client sent something unusable') },
  )
  await Promise.race([ended, stopped])
  clearTimeout(warm)
  ;(watching as (() => void) | null)?.()
  await handle.close()
  await here
    .opened()
    ?.then((opened) => opened.close())
    .catch(() => {})
}

const untilEnded = (stdin: Readable): Promise<void> =>
  new Promise((resolve) => {
    stdin.once('end', resolve)
    stdin.once('close', resolve)
  })

/** The client is told that storage takes long, rather than left to give up. */
async function patiently<T>(opening: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AppError('storage_unavailable', { problem: 'The database is still being set up.' })),
      PATIENCE_MS,
    )
  })
  try {
    return await Promise.race([opening, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
