import type { Config } from '../config.js'
import { untilStopped } from '../jobs/main.js'
import type { Log } from '../log.js'
import type { App } from '../main.js'
import { USUAL_PACE } from './server.js'
import { serveOverStdio } from './stdio.js'

type McpStdioDeps = {
  readonly config: Config
  readonly version: string
  readonly log: Log
  open(): Promise<App>
}

/** Longest wait for runs to be handed back when the client has gone. */
const HAND_BACK_MS = 4_000

/** The MCP server of a desktop client: over stdin and stdout, with a worker in the process, until the client goes. */
export function serveMcp({ config, version, log, open }: McpStdioDeps): Promise<void> {
  return serveOverStdio(
    {
      version,
      log,
      pace: USUAL_PACE,
      confirmAboveUsd: config.mcp.confirmAboveUsd,
      async open() {
        const app = await open()
        const worker = app.startWorker()
        return {
          ctx: app.local,
          async close() {
            let timer: NodeJS.Timeout | undefined
            await Promise.race([
              worker.stop(),
              new Promise((resolve) => {
                timer = setTimeout(resolve, HAND_BACK_MS)
              }),
            ])
            clearTimeout(timer)
            await app.close()
          },
        }
      },
    },
    untilStopped(),
  )
}
