import type { webApi } from '@slack/bolt'
import type { Message } from '../bot/blocks/message.js'
import { troubleOf } from '../bot/slack-client.js'
import { isAppError } from '../errors.js'
import {
  backoff,
  type DelivererDeps,
  type DeliveryAttempt,
  isPerson,
  markDelivered,
  notifyRequester,
  originOf,
  takeRateLimitSlot,
  threadFor,
} from './attempt.js'
import { type ExportFormat, MessagePayload, type OutboxMessage } from './message-payload.js'
import type { RateLimit } from './rate-limits.js'
import { reconcileLostPost } from './reconcile.js'
import { type ExportFile, exportFile, renderMessage } from './render-message.js'

/** A conversation that does not take a message from us. */
const CLOSED = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'restricted_action_non_threadable_channel',
  'posting_to_channel_denied',
  'channel_is_archived',
  'no_permission',
])
/** What Slack says of blocks it does not know. */
const BAD_BLOCKS = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'blocks_too_long',
  'msg_too_long',
])
const NOTHING_TO_SHOW = 'There is nothing to show any more.'
/** Slack renews tokens; the next try has the new one. */
const MAX_RENEWALS = 8

/** Delivers one message: posts it once, or brings it up to date. What cannot be delivered is noted, never thrown. */
export async function deliver(deps: DelivererDeps, message: OutboxMessage): Promise<void> {
  const { outbox } = deps.store
  const installation = await deps.installations.of(message.tenant)
  if (!installation) return outbox.giveUp(message, 'dead', 'The app is not installed there any more.')
  const payload = MessagePayload.parse(message.payload)
  const client = deps.clients.of(installation.token)
  const actor = { kind: 'slack_user', actor_id: '', workspace_id: message.workspace_id } as const
  const attempt = { deps, message, payload, client, installation, ctx: { ...deps.ctx, actor } }
  if (message.external_id !== null) return update(attempt, message.external_id)
  if (message.posting_since !== null && !(await reconcileLostPost(attempt))) return
  return post(attempt)
}

/** Posts a first time. */
async function post(attempt: DeliveryAttempt): Promise<void> {
  const { deps, message, payload, ctx } = attempt
  const { outbox } = deps.store
  const wait = Math.max(
    await takeRateLimitSlot(attempt, `post:${message.tenant}:${message.target}`, deps.rateLimits.post),
    await takeRateLimitSlot(attempt, `posts:${message.tenant}`, deps.rateLimits.posts),
  )
  if (wait > 0) return outbox.postpone(message, { in_ms: wait, sent: false })
  const content = await renderMessage(ctx, message, payload)
  if (content === null) return outbox.giveUp(message, 'dead', NOTHING_TO_SHOW)
  const file = payload.show === 'file' ? await fileFor(attempt, payload.format) : null
  if (payload.show === 'file' && file === null) return
  const channel = await openConversation(attempt)
  if (channel === null) return
  if (!(await outbox.markPosting(message))) return
  const place = { channel, thread_ts: threadFor(attempt, channel) }
  let ts: string
  try {
    ts = file ? await uploadFile(attempt, file, place) : await postMessage(attempt, content, place)
  } catch (error) {
    return postFailed(attempt, error)
  }
  await markDelivered(attempt, { ts, target: channel, ended: content.ended })
  if (payload.show === 'run') await keepPermalink(attempt, channel, ts)
}

type Place = { readonly channel: string; readonly thread_ts: string | null }

/** What a post and an update have in common. The metadata is what a lost post is found by. */
const contentOf = ({ message }: DeliveryAttempt, { text }: Message, blocks: readonly unknown[]) => ({
  text: text.slice(0, 3_900),
  parse: 'none',
  mrkdwn: false,
  ...(blocks.length > 0 ? { blocks } : {}),
  metadata: { event_type: 'pressure_test', event_payload: { message: message.id } },
})

const postMessage = (attempt: DeliveryAttempt, content: Message, { channel, thread_ts }: Place): Promise<string> =>
  withFallback(content, async (blocks) => {
    const thread = thread_ts ? { thread_ts } : {}
    const body = {
      channel,
      ...thread,
      ...contentOf(attempt, content, blocks),
      unfurl_links: false,
      unfurl_media: false,
    }
    const answer = await attempt.client.chat.postMessage(body as unknown as webApi.ChatPostMessageArguments)
    return answer.ts ?? ''
  })

/** Tries the newest blocks, then plain ones, then the text alone. */
async function withFallback<T>(content: Message, send: (blocks: readonly unknown[]) => Promise<T>): Promise<T> {
  let refused: unknown = null
  for (const blocks of [content.blocks, content.plain, []]) {
    if (blocks === null) continue
    try {
      return await send(blocks)
    } catch (error) {
      const trouble = troubleOf(error)
      if (trouble.kind !== 'refused' || !BAD_BLOCKS.has(trouble.code)) throw error
      refused = error
    }
  }
  throw refused
}

/** The document to upload; where it cannot be made, the requester reads why, and it is `null`. */
async function fileFor(attempt: DeliveryAttempt, format: ExportFormat): Promise<ExportFile | null> {
  const { ctx, deps, message } = attempt
  try {
    return await exportFile(ctx, message.run_id ?? '', format)
  } catch (error) {
    if (!isAppError(error, 'conflict', 'not_found')) throw error
    const { outbox } = deps.store
    await outbox.giveUp(message, 'dead', error.message)
    const origin = await originOf(attempt)
    const payload = { show: 'notice', sentence: `The export could not be made. ${error.message}` }
    const target = origin?.user_id ?? message.target
    await outbox.add(message, [{ dedupe_key: `no-file:${message.id}`, payload, tenant: message.tenant, target }])
    return null
  }
}

/** Uploads give no time stamp: the file's id stands for it. */
async function uploadFile(
  { client }: DeliveryAttempt,
  { name, content }: ExportFile,
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

/** Keeps the link to a run's message, for lists elsewhere; without it they have none. */
async function keepPermalink({ client, message, payload, deps }: DeliveryAttempt, channel: string, ts: string) {
  try {
    const { permalink } = await client.chat.getPermalink({ channel, message_ts: ts })
    if (permalink) await deps.store.outbox.savePayload(message, { ...payload, permalink })
  } catch (error) {
    deps.log.info({ message: message.id, error: String(error) }, 'no permalink for a message')
  }
}

async function retryWithNewToken({ deps, message }: DeliveryAttempt): Promise<void> {
  deps.installations.forget(message.tenant.split(':')[0] ?? '')
  await deps.store.outbox.postpone(message, { in_ms: backoff(message.attempts), sent: false })
}

async function postFailed(attempt: DeliveryAttempt, error: unknown): Promise<void> {
  const { message, deps } = attempt
  const { outbox } = deps.store
  const trouble = troubleOf(error)
  deps.log.info({ message: message.id, target: message.target, trouble }, 'message not posted')
  switch (trouble.kind) {
    case 'limited':
      await outbox.holdBack(`post:${message.tenant}:${message.target}`, trouble.retry_after_ms)
      return outbox.postpone(message, { in_ms: trouble.retry_after_ms, sent: false })
    case 'not_sent':
      return outbox.postpone(message, { in_ms: backoff(message.attempts), sent: false })
    case 'ambiguous':
      return outbox.postpone(message, { in_ms: deps.rateLimits.lookup_ms, sent: true, problem: trouble.problem })
  }
  if (trouble.code === 'token_expired' && message.attempts < MAX_RENEWALS) return retryWithNewToken(attempt)
  if (CLOSED.has(trouble.code)) return redirect(attempt, trouble.code)
  return outbox.giveUp(message, 'dead', trouble.code)
}

/**
 * The conversation does not take the message: the requester reads why where they asked, and the result goes to their own
 * conversation with the app. What was paid for is never lost.
 */
async function redirect(attempt: DeliveryAttempt, code: string): Promise<void> {
  const { message, deps, payload, installation } = attempt
  const { outbox } = deps.store
  const origin = await originOf(attempt)
  const isDirect = /^[UWD]/.test(message.target)
  if (isDirect || !origin || payload.show === 'thread') return outbox.giveUp(message, 'dead', code)
  const sentence = closedSentence(code, installation.bot_user_id, message.target)
  await notifyRequester(attempt, origin, sentence, 'closed')
  if (payload.show === 'run') return outbox.redirect(message, origin.user_id, code)
  return outbox.giveUp(message, 'dead', code)
}

function closedSentence(code: string, bot: string, channel: string): string {
  if (code === 'is_archived' || code === 'channel_is_archived')
    return 'This channel is archived, so the result comes to you as a direct message.'
  if (code === 'not_in_channel' || code === 'channel_not_found')
    return `I am not in this conversation. Invite me with /invite <@${bot}> and ask again to have results here; this one comes to you as a direct message.`
  return `Posting here is not allowed to me (${code} in <#${channel}>), so the result comes to you as a direct message.`
}

/** Brings a message up to date. Doing so twice is the same as once. */
async function update(attempt: DeliveryAttempt, ts: string): Promise<void> {
  const { deps, message, payload, ctx, client } = attempt
  const { outbox } = deps.store
  const content = await renderMessage(ctx, message, payload)
  if (content === null) return outbox.giveUp(message, 'dead', NOTHING_TO_SHOW)
  const { ended } = content
  const limit = ended ? deps.rateLimits.update : deps.rateLimits.progress
  const wait = await takeRateLimitSlot(attempt, `update:${message.tenant}`, limit)
  if (wait > 0) {
    const in_ms = ended ? wait : Math.max(wait, deps.rateLimits.again_ms)
    return outbox.postpone(message, { in_ms, sent: false })
  }
  try {
    await withFallback(content, (blocks) => {
      const body = { channel: message.target, ts, ...contentOf(attempt, content, blocks) }
      return client.chat.update(body as unknown as webApi.ChatUpdateArguments)
    })
  } catch (error) {
    return updateFailed(attempt, error, limit)
  }
  await markDelivered(attempt, { ts, target: message.target, ended })
}

async function updateFailed(attempt: DeliveryAttempt, error: unknown, limit: RateLimit): Promise<void> {
  const { deps, message } = attempt
  const { outbox } = deps.store
  const trouble = troubleOf(error)
  deps.log.info({ message: message.id, trouble }, 'message not updated')
  if (trouble.kind === 'limited') {
    await outbox.holdBack(`update:${message.tenant}`, trouble.retry_after_ms + limit.burst_ms)
    return outbox.postpone(message, { in_ms: trouble.retry_after_ms, sent: false })
  }
  if (trouble.kind === 'refused') {
    if (trouble.code === 'token_expired' && message.attempts < MAX_RENEWALS) return retryWithNewToken(attempt)
    if (!BAD_BLOCKS.has(trouble.code)) return outbox.giveUp(message, 'dead', trouble.code)
  }
  return outbox.postpone(message, { in_ms: backoff(message.attempts), sent: false })
}

/** The conversation's id; a person's own is opened. `null` where that did not work, and it was noted. */
async function openConversation({ message, client, deps }: DeliveryAttempt): Promise<string | null> {
  if (!isPerson(message.target)) return message.target
  try {
    return (await client.conversations.open({ users: message.target })).channel?.id ?? message.target
  } catch (error) {
    const trouble = troubleOf(error)
    const { outbox } = deps.store
    if (trouble.kind === 'refused') await outbox.giveUp(message, 'dead', trouble.code)
    else {
      const in_ms = trouble.kind === 'limited' ? trouble.retry_after_ms : backoff(message.attempts)
      await outbox.postpone(message, { in_ms, sent: false })
    }
    return null
  }
}
