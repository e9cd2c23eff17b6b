import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.js'

const RUN_CHANGED = 'run_changed'
/** Messages between processes that serve the same MCP sessions. */
export const MCP_SESSION = 'mcp_session'
type Channel = typeof RUN_CHANGED | typeof MCP_SESSION

/** What changed elsewhere, by LISTEN. Notifications can be lost while a connection is renewed: poll slowly beside it. */
export type Changes = {
  /** Calls back with each changed run's id until the returned function is called. */
  subscribe(onRun: (runId: string) => void): () => void
  /** The same for every payload of a channel. */
  listen(channel: Channel, onPayload: (payload: string) => void): () => void
  /**
   * Tells everybody that a run has changed, soon after what changed is committed: a transaction that notifies holds a lock
   * of the whole server until it is on disk, so that all others would queue behind it. May be lost, as any notification.
   */
  announce(runId: string): void
  close(): Promise<void>
}

/** Announcements that come so close together travel in one statement. */
const ANNOUNCE_MS = 5

/** Keeps one LISTEN connection open. It also marks this process as a user of an embedded server. */
export async function listenForChanges(options: {
  connectionString: string
  log: Log
  revive: () => Promise<void>
}): Promise<Changes> {
  const subscribers: Record<Channel, Set<(payload: string) => void>> = {
    run_changed: new Set(),
    mcp_session: new Set(),
  }
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
    next.on('notification', ({ channel, payload }) => {
      for (const subscriber of subscribers[channel as Channel] ?? []) subscriber(payload ?? '')
    })
    await next.connect()
    await next.query(`listen ${RUN_CHANGED}; listen ${MCP_SESSION}`)
    // A connection nobody closes would keep an embedded server up.
    if (closed) return void (await next.end())
    live = true
    client = next
  }

  const reconnect = async (): Promise<void> => {
    for (let pause = 100; !closed; pause = Math.min(pause * 2, 2_000)) {
      await sleep(pause, undefined, { ref: false })
      if (closed) return
      try {
        await options.revive()
        if (!closed) await connect()
        return
      } catch (error) {
        options.log.debug({ error: String(error) }, 'database unreachable, LISTEN not renewed')
      }
    }
  }

  const waiting = new Set<string>()
  let announcing: Promise<unknown> = Promise.resolve()
  const announceAll = (): void => {
    announcing = announcing.then(async () => {
      const ids = [...waiting]
      waiting.clear()
      if (client === null || ids.length === 0) return
      await client
        .query(`select pg_notify('${RUN_CHANGED}', id) from unnest($1::text[]) as id`, [ids])
        .catch((error) => options.log.debug({ error: String(error) }, 'change not announced'))
    })
  }

  await connect()
  const listen: Changes['listen'] = (channel, onPayload) => {
    subscribers[channel].add(onPayload)
    return () => subscribers[channel].delete(onPayload)
  }
  return {
    subscribe: (onRun) => listen(RUN_CHANGED, onRun),
    listen,
    announce: (runId) => {
      if (waiting.size === 0) setTimeout(announceAll, ANNOUNCE_MS)
      waiting.add(runId)
    },
    close: async () => {
      announceAll()
      await announcing
      closed = true
      await client?.end().catch(() => {})
    },
  }
}
