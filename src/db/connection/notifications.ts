import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../log.js'
import type { Seal } from './encrypt-notifications.js'
import { GuardedClient } from './guarded-client.js'

export const RUN_CHANGED = 'run_changed'
/** Messages between processes that serve the same MCP sessions. */
export const MCP_SESSION = 'mcp_session'
/** BullMQ's notifications of new jobs in this database; the shared LISTEN connection saves the queue's own. */
export const QUEUE_JOBS = 'bullmq_jobs'
/** Channels between processes of this installation; their texts are sealed. */
export type OwnChannel = typeof RUN_CHANGED | typeof MCP_SESSION
type Channel = OwnChannel | typeof QUEUE_JOBS

/**
 * Notifications from other processes, by LISTEN. They can be lost while a connection is renewed, so callers also poll
 * slowly.
 */
export type Changes = {
  /** Calls `onRun` with the id of each changed run, until the returned function is called. */
  subscribe(onRun: (runId: string) => void): () => void
  /**
   * Calls `onPayload` with every text of a channel, until the returned function is called. Texts on our own channels
   * that no process of this installation sealed are dropped.
   */
  listen(channel: Channel, onPayload: (payload: string) => void): () => void
  /**
   * Notifies all processes that a run has changed, soon after the change is committed. NOTIFY inside the transaction
   * would hold a lock of the whole server until the commit is on disk, and all others would queue behind it. May be
   * lost, like any notification.
   */
  announce(runId: string): void
  close(): Promise<void>
}

/** Announcements within this time are sent in one statement. */
const ANNOUNCE_MS = 5
/** A connection can be lost silently, and no notification would ever arrive again, so it is checked at intervals. */
const ASK_EVERY_MS = 5_000
const ANSWER_WITHIN_MS = 5_000

/** Keeps one LISTEN connection open. The connection also marks this process as a user of an embedded server. */
export async function listenForChanges(options: {
  connectionString: string
  log: Log
  seal: Seal
  revive: () => Promise<void>
}): Promise<Changes> {
  const subscribers: Record<Channel, Set<(payload: string) => void>> = {
    run_changed: new Set(),
    mcp_session: new Set(),
    bullmq_jobs: new Set(),
  }
  let client: pg.Client | null = null
  let closed = false

  const connect = async (): Promise<void> => {
    const next = new GuardedClient({
      connectionString: options.connectionString,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    let live = false
    let asking: NodeJS.Timeout | undefined
    const onLost = () => {
      clearInterval(asking)
      if (!live || closed) return
      live = false
      void next.end().catch(() => {})
      void reconnect()
    }
    next.on('error', onLost)
    next.on('end', onLost)
    next.on('notification', ({ channel, payload }) => {
      const text = channel === QUEUE_JOBS ? (payload ?? '') : options.seal.open(channel, payload ?? '')
      if (text === null) return options.log.debug({ channel }, 'notification not from this installation ignored')
      for (const subscriber of subscribers[channel as Channel] ?? []) subscriber(text)
    })
    await next.connect()
    await next.query(`listen ${RUN_CHANGED}; listen ${MCP_SESSION}; listen ${QUEUE_JOBS}`)
    // Otherwise the open connection would keep an embedded server running.
    if (closed) return void (await next.end())
    live = true
    client = next
    asking = setInterval(() => void next.query('select 1').catch(onLost), ASK_EVERY_MS)
    asking.unref()
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
      const ids = [...waiting].map((id) => options.seal.seal(RUN_CHANGED, id))
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
