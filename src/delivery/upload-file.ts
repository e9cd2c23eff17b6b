import { troubleOf } from '../bot/slack-client.js'
import { ClaimLost } from '../db/slack/outbox.js'
import { isAppError } from '../errors.js'
import { type DeliveryAttempt, originOf, renewLease, retryWithNewToken, tell, waitOut } from './attempt.js'
import type { ExportFormat, MessagePayload } from './message-payload.js'
import { postRefused } from './refused.js'
import { type ExportFile, exportFile } from './render-message.js'

type FilePayload = Extract<MessagePayload, { show: 'file' }>
export type Place = { readonly channel: string; readonly thread_ts: string | null }

const UPLOAD_MS = 8_000
/** Most attempts to upload. Nobody sees a document before it is shared, so it may be uploaded again. */
const MAX_UPLOADS = 6

/** Makes a run's document, uploads it and returns the file's id. `null` where that failed; the failure is stored. */
export async function uploadDocument(attempt: DeliveryAttempt, payload: FilePayload): Promise<string | null> {
  const { client, deps, message } = attempt
  const file = await documentFor(attempt, payload.format)
  if (file === null) return null
  const bytes = Buffer.from(file.content)
  await renewLease(attempt)
  try {
    const { upload_url, file_id } = await client.files.getUploadURLExternal({
      filename: file.name,
      length: bytes.length,
    })
    if (!upload_url || !file_id) throw new Error('Slack gave no address to upload to')
    await renewLease(attempt)
    const signal = AbortSignal.timeout(UPLOAD_MS)
    const answer = await fetch(upload_url, { method: 'POST', body: bytes, redirect: 'error', signal })
    if (!answer.ok) throw new Error(`Slack answered the upload with status ${answer.status}`)
    await answer.arrayBuffer()
    await deps.store.outbox.savePayload(message, { ...payload, file_id })
    return file_id
  } catch (error) {
    if (error instanceof ClaimLost) throw error
    await uploadFailed(attempt, error)
    return null
  }
}

/**
 * Shares an uploaded file in a conversation, which Slack does once for each file. Uploads return no time stamp, so the
 * file's id stands for it.
 */
export async function shareUpload(
  { client }: DeliveryAttempt,
  file_id: string,
  { channel, thread_ts }: Place,
): Promise<string> {
  const thread = thread_ts ? { thread_ts } : {}
  await client.files.completeUploadExternal({ files: [{ id: file_id }], channel_id: channel, ...thread })
  return file_id
}

/** The document to upload; `null` where it cannot be made, and the requester is told why. */
async function documentFor(attempt: DeliveryAttempt, format: ExportFormat): Promise<ExportFile | null> {
  const { ctx, deps, message } = attempt
  try {
    return await exportFile(ctx, message, format)
  } catch (error) {
    if (!isAppError(error, 'conflict', 'not_found')) throw error
    await deps.store.outbox.giveUp(message, 'dead', error.message)
    const who = (await originOf(attempt))?.user_id ?? message.target
    await tell(attempt, who, `The export could not be made. ${error.message}`, 'no-file')
    return null
  }
}

async function uploadFailed(attempt: DeliveryAttempt, error: unknown): Promise<void> {
  const { deps, message } = attempt
  const { outbox } = deps.store
  const trouble = troubleOf(error)
  deps.log.info({ message: message.id, target: message.target, trouble }, 'document not uploaded')
  if (trouble.kind === 'limited') return waitOut(attempt, trouble)
  if (trouble.kind === 'refused') {
    if (await retryWithNewToken(attempt, trouble.code)) return
    return postRefused(attempt, trouble.code)
  }
  if (message.attempts < MAX_UPLOADS) return outbox.hold(message, deps.rateLimits.lookup_ms, trouble.problem)
  return postRefused(attempt, 'upload_failed')
}
