import type { webApi } from '@slack/bolt'
import { isAppError } from '../errors.js'
import type { Saying } from './attempt.js'
import { uploadable } from './render-message.js'

/** What is uploaded. */
type Upload = { readonly name: string; readonly content: string }
type Place = { readonly channel: string; readonly thread_ts: string | null }

/** The document to upload; where it cannot be made, whoever asked reads why, and it is `null`. */
export async function fileOf({ ctx, due }: Saying, format: Parameters<typeof uploadable>[2]): Promise<Upload | null> {
  try {
    return await uploadable(ctx, due.run_id ?? '', format)
  } catch (error) {
    if (!isAppError(error, 'conflict', 'not_found')) throw error
    const { outbox, slackPeople } = ctx.store
    await outbox.giveUp(due, 'dead', error.message)
    const origin = due.run_id === null ? null : await slackPeople.origin(due.workspace_id, due.run_id)
    const payload = { show: 'notice', sentence: `The export could not be made. ${error.message}` }
    const target = origin?.user_id ?? due.target
    await outbox.add(due.workspace_id, [{ dedupe_key: `no-file:${due.id}`, payload, tenant: due.tenant, target }])
    return null
  }
}

/** Uploads a file into a conversation. Uploads give no time stamp: the file's id stands for it. */
export async function uploadFile(
  client: webApi.WebClient,
  { name, content }: Upload,
  { channel, thread_ts }: Place,
): Promise<string> {
  const answer = await client.filesUploadV2({
    channel_id: channel,
    ...(thread_ts ? { thread_ts } : {}),
    filename: name,
    file: Buffer.from(content),
  } as webApi.FilesUploadV2Arguments)
  return (answer.files as { files?: { id?: string }[] }[] | undefined)?.[0]?.files?.[0]?.id ?? 'file'
}
