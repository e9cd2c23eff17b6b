import type { Readable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Config } from '../config.js'
import { AppError } from '../errors.js'
import { untilStopped } from '../jobs/main.js'
import type { Log } from '../log.js'
import type { App } from '../main.js'
import { watchEndedRuns } from '../service/run/follow-run.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { Tracing } from '../telemetry/telemetry.js'
import type { WriteReport } from './define-tool.js'
import { jsonRpcLines } from './json-lines.js'
import { lazily } from './lazily.js'
import { runUris } from './resource-uris.js'
import { createMcpServer, USUAL_PACE } from './server.js'

type McpStdioDeps = {
  readonly config: Config
  readonly version: string
  readonly log: Log
  readonly tracing: Tracing
  open(): Promise<App>
}

/** Largest message in bytes, far above what any tool takes. A larger one is not read, to protect the memory. */
const MAX_BYTES = 64 * 1024 * 1024
/** Milliseconds until storage is opened, so that loading it does not delay the client's first answer. */
const OPEN_AFTER_MS = 500
/** Longest wait of a call for storage: the first start creates a database. */
const MAX_OPENING_MS = 40_000
/** Longest wait for runs to be handed back after the client has disconnected. */
const HAND_BACK_MS = 4_000

/**
 * MCP server of a desktop client, over stdin and stdout, with a worker in the process. Runs until stdin ends or a
 * signal arrives. The protocol is served at once, even while storage is being opened.
 */
export async function serveMcp({ config, version, log, tracing, open }: McpStdioDeps): Promise<void> {
  const stopped = untilStopped()
  const storage = lazily(async () => {
    const app = await open()
    return { app, worker: app.startWorker() }
  })
  const context = async (): Promise<SurfaceContext> => (await within(MAX_OPENING_MS, storage.get())).app.local
  const input = process.stdin.pipe(
    jsonRpcLines(MAX_BYTES, (message) => process.stdout.write(`${JSON.stringify(message)}\n`)),
  )
  // The library waits with two listeners for each answer that a slow client has not read yet.
  process.stdout.setMaxListeners(0)
  const transport = new StdioServerTransport(input, undefined, { maxBufferSize: MAX_BYTES })
  const inputEnded = untilEnded(process.stdin)
  const opening = setTimeout(() => {
    storage.get().catch((error: unknown) => log.warn({ error: String(error) }, 'storage is not open yet'))
  }, OPEN_AFTER_MS)
  let unwatch: (() => void) | undefined
  const handle = serveStdio(
    ({ era }) => {
      const server = createMcpServer({
        version,
        log,
        tracing,
        pace: USUAL_PACE,
        confirmAboveUsd: config.mcp.confirmAboveUsd,
        context,
        writeReport: reportWriter(config, log),
      })
      // In the newer protocol every ended run is announced, and the connection filters by the client's subscriptions.
      const announce = ({ run_id }: { run_id: string }): void => {
        for (const uri of runUris(run_id)) void server.server.sendResourceUpdated({ uri }).catch(() => {})
      }
      const watch = async (): Promise<void> => {
        const { app } = await storage.get()
        unwatch ??= watchEndedRuns(app.local, announce)
      }
      if (era === 'modern') void watch().catch(() => {})
      return server
    },
    { transport, onerror: (error) => log.debug({ error: error.message }, 'unusable message from the client') },
  )
  await Promise.race([inputEnded, stopped])
  clearTimeout(opening)
  unwatch?.()
  await handle.close()
  await closeStorage(storage.opened()).catch(() => {})
}

/** Writes each report once, when its run is first shown. */
function reportWriter({ reportsDir }: Config, log: Log): WriteReport {
  const written = new Map<string, Promise<string | null>>()
  const write: WriteReport = async (reading) => {
    try {
      const { writeReport } = await import('../cli/report-run.js')
      return await writeReport(reading, reportsDir)
    } catch (error) {
      log.warn({ error: String(error) }, 'a report could not be written')
      return null
    }
  }
  return (reading) => {
    const { run_id, completed_at, usage } = reading.run
    // An analysis that was bought by a retry changes the report.
    const key = `${run_id} ${completed_at} ${usage.calls}`
    const path = written.get(key) ?? write(reading)
    written.set(key, path)
    return path
  }
}

/** Hands runs back and closes storage; the runs of a worker that takes longer return when their leases expire. */
async function closeStorage(opened: Promise<OpenedStorage> | null): Promise<void> {
  if (!opened) return
  const { app, worker } = await opened
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, HAND_BACK_MS)
  })
  await Promise.race([worker.stop(), timeout])
  clearTimeout(timer)
  await app.close()
}
type OpenedStorage = { readonly app: App; readonly worker: ReturnType<App['startWorker']> }

const untilEnded = (stdin: Readable): Promise<void> =>
  new Promise((resolve) => {
    stdin.once('end', resolve)
    stdin.once('close', resolve)
  })

/** Fails with `storage_unavailable` when opening takes too long, so that the client does not give up first. */
async function within<T>(ms: number, opening: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AppError('storage_unavailable', { problem: 'The database is still being set up.' })),
      ms,
    )
  })
  try {
    return await Promise.race([opening, timeout])
  } finally {
    clearTimeout(timer)
  }
}
