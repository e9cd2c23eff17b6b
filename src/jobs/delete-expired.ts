import type { Store } from '../db/store.js'
import type { Log } from '../log.js'
import type { RunQueue } from './queue.js'
import type { RunFiles } from './run-files.js'
import { runHourly } from './run-hourly.js'

const MAX_AT_ONCE = 200
/**
 * Messages that belong to no run, such as notices and digests, are deleted this many days after delivery at the latest.
 */
const MAX_MESSAGE_DAYS = 30

export type RetentionDeps = {
  readonly store: Pick<Store, 'erasure' | 'outbox' | 'securityLog'>
  readonly files: RunFiles
  readonly runQueue: Pick<RunQueue, 'deleteEvents'>
  /**
   * Age in days at which runs and unstarted drafts are deleted; null: never. Drafts in Slack and uploads are deleted after
   * a day.
   */
  readonly days: number | null
  readonly log: Log
}

/**
 * Deletes expired runs, drafts and uploads, old messages without a run, and files on this machine of runs that were deleted
 * anywhere. Every worker does so.
 */
export const startRetention = (deps: RetentionDeps): { stop(): Promise<void> } =>
  runHourly(
    (stopping) => deleteExpired(deps, stopping),
    (error) => deps.log.warn({ error: String(error) }, 'old runs not deleted'),
  )

async function deleteExpired(
  { store, files, runQueue, days, log }: RetentionDeps,
  stopping: AbortSignal,
): Promise<void> {
  if (days !== null) {
    let gone: string[]
    do {
      gone = await store.erasure.deleteExpiredRuns(days, MAX_AT_ONCE)
      if (gone.length > 0) {
        log.info({ runs: gone.length, days }, 'runs older than RETENTION_DAYS deleted')
        await runQueue.deleteEvents()
      }
    } while (gone.length > 0 && !stopping.aborted)
  }
  await store.erasure.deleteExpiredDrafts(days)
  await store.erasure.deleteOldMonthSpend()
  await store.outbox.deleteOld(Math.min(days ?? MAX_MESSAGE_DAYS, MAX_MESSAGE_DAYS))
  await files.deleteOfRuns(await store.securityLog.deleted(await files.runs()))
}
