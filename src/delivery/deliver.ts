import type { webApi } from '@slack/bolt'
import type { Message } from '../bot/blocks/message.js'
import type { Installation } from '../bot/install/installations.js'
import { GONE, troubleOf } from '../bot/slack-client.js'
import {
  contentHash,
  type DeliveryAttempt,
  type DeliveryDeps,
  isPerson,
  markDelivered,
  renewLease,
  retryWithNewToken,
  takeRateLimitSlot,
  threadFor,
  tokenFailed,
  waitOut,
} from './attempt.js'
import { MessagePayload, type OutboxMessage } from './message-payload.js'
import type { RateLimit } from './rate-limits.js'
import { reconcileLostPost } from './reconcile.js'
import { isClosed, personRefused, postRefused, updateRefused } from './refused.js'
import { renderMessage } from './render-message.js'
import { type Place, shareUpload, uploadDocument } from './upload-file.js'

/** Slack's error codes for blocks that a workspace does not know. */
const UNKNOWN_BLOCKS = new Set(['invalid_blocks', 'invalid_blocks_format'])
/** Block type that Slack may refuse for reasons of its own, and that a table can replace. */
const CHART = 'data_visualization'
/** Characters of the shortened text, the last form that is tried. */
const SHORT = 400
const NOTHING_TO_SHOW = 'There is nothing to show any more.'

/** Delivers one message: posts it once, or updates it. A failure is stored with the message, never thrown. */
export async function deliver(deps: DeliveryDeps, message: OutboxMessage): Promise<void> {
  const { outbox } = deps.store
  const payload = MessagePayload.parse(message.payload)
  let installation: Installation | null
  try {
    installation = await deps.installations.of(message.tenant)
  } catch (error) {
    return tokenFailed({ deps, message, payload }, error)
  }
  if (!installation) return outbox.giveUp(message, 'dead', 'The app is not installed there any more.')
  const client = deps.clients.of(installation.token)
  const actor_id = payload.show === 'file' ? payload.actor_id : ''
  const actor = { kind: 'slack_user', actor_id, workspace_id: message.workspace_id } as const
  const attempt = { deps, message, payload, client, installation, ctx: { ...deps.ctx, actor, origin: 'slack' } }
  if (message.external_id !== null) return update(attempt, message.external_id)
  if (message.posting_since !== null && !(await reconcileLostPost(attempt))) return
  return post(attempt)
}

/** Posts a message for the first time. */
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
  const channel = await openConversation(attempt)
  if (channel === null) return
  const file_id = payload.show === 'file' ? await uploadDocument(attempt, payload) : null
  if (payload.show === 'file' && file_id === null) return
  await outbox.markPosting(message)
  const place = { channel, thread_ts: threadFor(attempt, channel) }
  let ts: string
  try {
    ts = file_id ? await shareUpload(attempt, file_id, place) : await postMessage(attempt, content, place)
  } catch (error) {
    return postFailed(attempt, error)
  }
  const { ended } = content
  await markDelivered(attempt, { ts, target: channel, ended, content_hash: contentHash(content) })
  if (payload.show === 'run') await keepPermalink(attempt, channel, ts)
}

/** Common part of a post and an update. The metadata identifies a post whose response was lost. */
const contentOf = ({ message }: DeliveryAttempt, { text }: Message, blocks: readonly unknown[]) => ({
  text: text.slice(0, 3_900),
  parse: 'none',
  mrkdwn: false,
  blocks: blocks.length > 0 ? blocks : undefined,
  metadata: { event_type: 'pressure_test', event_payload: metadataOf(message) },
})
/** A repost counts as a post of its own, because the earlier one may still be there. */
const metadataOf = ({ id, reposts }: OutboxMessage) =>
  reposts === 0 ? { message: id } : { message: id, repost: reposts }

const postMessage = (attempt: DeliveryAttempt, content: Message, { channel, thread_ts }: Place): Promise<string> =>
  withFallback(attempt, content, async (message, blocks) => {
    const body = {
      channel,
      thread_ts: thread_ts ?? undefined,
      ...contentOf(attempt, message, blocks),
      unfurl_links: false,
      unfurl_media: false,
    }
    const answer = await attempt.client.chat.postMessage(body as unknown as webApi.ChatPostMessageArguments)
    if (!answer.ts) throw new Error('Slack named no message')
    return answer.ts
  })

type Send<T> = (content: Message, blocks: readonly unknown[]) => Promise<T>

/**
 * Tries the newest blocks, then plain ones, then the text alone, then its beginning, so that some form of the message
 * arrives. A workspace that does not know the newer blocks gets plain ones for a week. The caller has renewed the
 * lease.
 */
async function withFallback<T>(attempt: DeliveryAttempt, content: Message, send: Send<T>): Promise<T> {
  const { deps, message } = attempt
  const { plain } = content
  const { slackSettings } = deps.store
  const isPlain = plain !== null && (await slackSettings.takesPlainBlocksOnly(message))
  const short = { ...content, text: content.text.slice(0, SHORT) }
  const forms: readonly (readonly [Message, readonly unknown[] | null])[] = [
    [content, isPlain ? null : content.blocks],
    [content, plain],
    [content, []],
    [short, []],
  ]
  const refused: { error: unknown; code: string }[] = []
  for (const [form, blocks] of forms) {
    if (blocks === null) continue
    if (refused.length > 0) await renewLease(attempt)
    try {
      const sent = await send(form, blocks)
      const isUnknown = UNKNOWN_BLOCKS.has(refused[0]?.code ?? '') && content.blocks.every(({ type }) => type !== CHART)
      if (blocks === plain && isUnknown) await slackSettings.takePlainBlocks(message)
      return sent
    } catch (error) {
      const trouble = troubleOf(error)
      if (trouble.kind !== 'refused' || isClosed(trouble.code) || GONE.has(trouble.code)) throw error
      refused.push({ error, code: trouble.code })
    }
  }
  throw refused[0]?.error
}

/** Stores the link to a run's message for lists in other places; without a permalink they show no link. */
async function keepPermalink({ client, message, deps }: DeliveryAttempt, channel: string, ts: string) {
  try {
    const { permalink } = await client.chat.getPermalink({ channel, message_ts: ts })
    if (permalink) await deps.store.outbox.savePermalink(message, ts, permalink)
  } catch (error) {
    deps.log.info({ message: message.id, error: String(error) }, 'no permalink for a message')
  }
}

async function postFailed(attempt: DeliveryAttempt, error: unknown): Promise<void> {
  const { message, deps } = attempt
  const { outbox } = deps.store
  const trouble = troubleOf(error)
  deps.log.info({ message: message.id, target: message.target, trouble }, 'message not posted')
  switch (trouble.kind) {
    case 'limited':
      await outbox.holdBack(`post:${message.tenant}:${message.target}`, trouble.retry_after_ms)
      return waitOut(attempt, trouble)
    case 'not_sent':
      return waitOut(attempt, trouble)
    case 'ambiguous':
      return outbox.postpone(message, { in_ms: deps.rateLimits.lookup_ms, sent: true, problem: trouble.problem })
  }
  if (await retryWithNewToken(attempt, trouble.code)) return
  return postRefused(attempt, trouble.code)
}

/** Updates a message in place; idempotent. */
async function update(attempt: DeliveryAttempt, ts: string): Promise<void> {
  const { deps, message, payload, ctx, client } = attempt
  const { outbox } = deps.store
  const content = await renderMessage(ctx, message, payload)
  if (content === null) return outbox.giveUp(message, 'dead', NOTHING_TO_SHOW)
  const { ended } = content
  const content_hash = contentHash(content)
  const updated = { ts, target: message.target, ended, content_hash }
  if (content_hash === message.content_hash) return markDelivered(attempt, updated)
  const limit = ended ? deps.rateLimits.update : deps.rateLimits.progress
  const wait = await takeRateLimitSlot(attempt, `update:${message.tenant}`, limit)
  if (wait > 0) {
    const in_ms = ended ? wait : Math.max(wait, deps.rateLimits.again_ms)
    return outbox.postpone(message, { in_ms, sent: false })
  }
  await renewLease(attempt)
  try {
    await withFallback(attempt, content, (form, blocks) => {
      const body = { channel: message.target, ts, ...contentOf(attempt, form, blocks) }
      return client.chat.update(body as unknown as webApi.ChatUpdateArguments)
    })
  } catch (error) {
    return updateFailed(attempt, error, { limit, updated })
  }
  await markDelivered(attempt, updated)
}

type Update = { readonly limit: RateLimit; readonly updated: Parameters<typeof markDelivered>[1] }

async function updateFailed(attempt: DeliveryAttempt, error: unknown, { limit, updated }: Update): Promise<void> {
  const { deps, message } = attempt
  const { outbox } = deps.store
  const trouble = troubleOf(error)
  deps.log.info({ message: message.id, trouble }, 'message not updated')
  if (trouble.kind === 'limited')
    await outbox.holdBack(`update:${message.tenant}`, trouble.retry_after_ms + limit.burst_ms)
  if (trouble.kind !== 'refused') return waitOut(attempt, trouble)
  if (await retryWithNewToken(attempt, trouble.code)) return
  return updateRefused(attempt, trouble.code, updated)
}

/**
 * The id of the conversation; for a person, their direct messages are opened. `null` where that failed; the failure is
 * stored.
 */
async function openConversation(attempt: DeliveryAttempt): Promise<string | null> {
  const { message, client } = attempt
  if (!isPerson(message.target)) return message.target
  await renewLease(attempt)
  try {
    return (await client.conversations.open({ users: message.target })).channel?.id ?? message.target
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble.kind === 'refused') await personRefused(attempt, trouble.code)
    else await waitOut(attempt, trouble)
    return null
  }
}
