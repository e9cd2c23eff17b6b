import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.js'

export const RUN_CHANGED = 'run_changed'

/** What changed elsewhere, by LISTEN. Notifications can be lost while a connection is renewed: poll slowly beside it. */
export type Changes = {
  /** Calls back with each changed run's id until the returned function is called. */
  subscribe(onRun: (runId: string) => void): () => void
  close(): Promise<void>
}

/** Keeps one LISTEN connection open. It also marks this process as a user of an embedded server. */
export async function listenForChanges(options: {
  connectionString: string
  log: Log
  revive?: (() => Promise<void>) | undefined
}): Promise<Changes> {
  const subscribers = new Set<(runId: string) => void>()
  let client: pg.Client | null = null
  let closed = false

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: options.connectionString, keepAlive: true })
    let live = false
    const onLost = () => {
      if (!live || closed) return
      live = false
      void reconnect()
    }
    next.on('error', onLost)
    next.on('end', onLost)
    next.on('notification', ({ payload }) => {
      for (const subscriber of subscribers) subscriber(payload ?? '')
    })
    await next.connect()
    await next.query(`listen ${RUN_CHANGED}`)
    live = true
    client = next
  }

  const reconnect = async (): Promise<void> => {
    for (let pause = 100; !closed; pause = Math.min(pause * 2, 2_000)) {
      await sleep(pause, undefined, { ref: false })
      try {
        await options.revive?.()
        if (!closed) await connect()
        return
      } catch (error) {
        options.log.debug({ error: String(error) }, 'still no database to listen to')
      }
    }
  }

  await connect()
  return {
    subscribe: (onRun) => {
      subscribers.add(onRun)
      return () => subscribers.delete(onRun)
    },
    close: async () => {
      closed = true
      await client?.end().catch(() => {})
    },
  }
}
