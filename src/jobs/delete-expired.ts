import type { Store } from '../db/store.js'
import type { Log } from '../log.js'
import { lookHourly } from './look-hourly.js'
import type { RunFiles } from './run-files.js'

const MAX_AT_ONCE = 200
/**
 * Messages that belong to no run, such as notices and digests, are deleted this many days after delivery at the latest.
 */
const MAX_MESSAGE_DAYS = 30

export type RetentionDeps = {
  readonly store: Pick<Store, 'erasure' | 'outbox' | 'securityLog'>
  readonly files: RunFiles
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
  lookHourly(
    (stopping) => forget(deps, stopping),
    (error) => deps.log.warn({ error: String(error) }, 'old runs not deleted'),
  )

async function forget({ store, files, days, log }: RetentionDeps, stopping: AbortSignal): Promise<void> {
  if (days !== null) {
    let gone: string[]
    do {
      gone = await store.erasure.forgetOld(days, MAX_AT_ONCE)
      if (gone.length > 0) log.info({ runs: gone.length, days }, 'runs older than RETENTION_DAYS deleted')
    } while (gone.length > 0 && !stopping.aborted)
  }
  await store.erasure.forgetWaiting(days)
  await store.erasure.forgetMonthSpend()
  await store.outbox.forgetOld(Math.min(days ?? MAX_MESSAGE_DAYS, MAX_MESSAGE_DAYS))
  await files.forget(await store.securityLog.deleted(await files.runs()))
}
