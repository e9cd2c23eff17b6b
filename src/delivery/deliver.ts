import type { webApi } from '@slack/bolt'
import type { Message } from '../bot/blocks/message.js'
import { troubleOf } from '../bot/slack-client.js'
import type { DelivererDeps } from './attempt.js'
import { backoff, type Due, isPerson, type Saying, tellAside, threadFor, turn } from './attempt.js'
import { BAD_BLOCKS, inForms, texts } from './block-forms.js'
import { fileOf, uploadFile } from './files.js'
import { shown } from './mark-delivered.js'
import { Said } from './payload.js'
import type { Turn } from './rate-limits.js'
import { lost } from './reconcile.js'
import { NOT_THERE, rendered } from './render-message.js'

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
const isDirect = (target: string): boolean => /^[UWD]/.test(target)

/** Says one message: posts it once, or brings it up to date. What cannot be said is noted, never thrown. */
export async function deliver(deps: DelivererDeps, due: Due): Promise<void> {
  const { outbox } = deps.ctx.store
  const installation = await deps.installations.of(due.tenant)
  if (!installation) return outbox.giveUp(due, 'dead', 'The app is not installed there any more.')
  const said = Said.parse(due.payload)
  const client = deps.clients.of(installation.token)
  const actor = { kind: 'slack_user', actor_id: '', workspace_id: due.workspace_id } as const
  const saying = { deps, due, said, client, installation, ctx: { ...deps.ctx, actor } }
  if (due.external_id !== null) return update(saying, due.external_id)
  if (due.posting_since !== null && !(await lost(saying))) return
  return post(saying)
}

/** Posts a first time. */
async function post(saying: Saying): Promise<void> {
  const { deps, due, said, ctx } = saying
  const { outbox } = ctx.store
  const wait = Math.max(
    await turn(saying, `post:${due.tenant}:${due.target}`, deps.pace.post),
    await turn(saying, `posts:${due.tenant}`, deps.pace.posts),
  )
  if (wait > 0) return outbox.later(due, { in_ms: wait, sent: false })
  const what = await rendered(ctx, due, said)
  if (what === NOT_THERE) return outbox.giveUp(due, 'dead', 'There is nothing to show any more.')
  const file = said.show === 'file' ? await fileOf(saying, said.format) : null
  if (said.show === 'file' && file === null) return
  const channel = await conversation(saying)
  if (channel === null) return
  if (!(await outbox.posting(due))) return
  const thread_ts = threadFor(saying, channel)
  let ts: string
  try {
    ts = file
      ? await uploadFile(saying.client, file, { channel, thread_ts })
      : await send(saying, what, channel, thread_ts)
  } catch (error) {
    return postFailed(saying, error)
  }
  await shown(saying, ts, channel, what.ended)
  if (said.show === 'run') await linked(saying, channel, ts)
}

/** Keeps the link to a run's message, for lists elsewhere; without one they have none. */
async function linked({ client, ctx, due, said, deps }: Saying, channel: string, ts: string): Promise<void> {
  try {
    const { permalink } = await client.chat.getPermalink({ channel, message_ts: ts })
    if (permalink) await ctx.store.outbox.keepPayload(due, { ...said, permalink })
  } catch (error) {
    deps.log.info({ message: due.id, error: String(error) }, 'Slack gave no link to a message')
  }
}

/** Posts a message with a mark by which it can be found again. */
const send = (saying: Saying, what: Message, channel: string, thread_ts: string | null): Promise<string> =>
  inForms(what, async (blocks) => {
    const { client, due } = saying
    const answer = await client.chat.postMessage({
      channel,
      ...(thread_ts ? { thread_ts } : {}),
      ...texts(what),
      ...(blocks.length > 0 ? { blocks } : {}),
      unfurl_links: false,
      unfurl_media: false,
      metadata: { event_type: 'pressure_test', event_payload: { message: due.id } },
    } as unknown as webApi.ChatPostMessageArguments)
    return answer.ts ?? ''
  })

/** Slack renews tokens; the next try has the new one. */
const MOST_RENEWALS = 8
async function renewed({ deps, due, ctx }: Saying): Promise<void> {
  deps.installations.forget(due.tenant.split(':')[0] ?? '')
  await ctx.store.outbox.later(due, { in_ms: backoff(due.attempts), sent: false })
}

async function postFailed(saying: Saying, error: unknown): Promise<void> {
  const { due, ctx, deps } = saying
  const { outbox } = ctx.store
  const trouble = troubleOf(error)
  deps.log.info({ message: due.id, target: due.target, trouble }, 'a message could not be posted')
  if (trouble.kind === 'limited') {
    await outbox.holdBack(`post:${due.tenant}:${due.target}`, trouble.retry_after_ms)
    return outbox.later(due, { in_ms: trouble.retry_after_ms, sent: false })
  }
  if (trouble.kind === 'not_sent') return outbox.later(due, { in_ms: backoff(due.attempts), sent: false })
  if (trouble.kind === 'ambiguous')
    return outbox.later(due, { in_ms: deps.pace.lookup_ms, sent: true, problem: trouble.problem })
  if (trouble.code === 'token_expired' && due.attempts < MOST_RENEWALS) return renewed(saying)
  if (CLOSED.has(trouble.code)) return elsewhere(saying, trouble.code)
  return outbox.giveUp(due, 'dead', trouble.code)
}

/**
 * The conversation does not take the message: whoever asked reads why in the place where they asked, and the answer goes
 * to their own conversation with the app. What was paid for is never lost.
 */
async function elsewhere(saying: Saying, code: string): Promise<void> {
  const { due, ctx, said } = saying
  const { outbox } = ctx.store
  const origin = due.run_id === null ? null : await ctx.store.slackPeople.origin(due.workspace_id, due.run_id)
  if (isDirect(due.target) || !origin || said.show === 'thread') {
    await outbox.giveUp(due, 'dead', code)
    return
  }
  const sentence = closedSentence(code, saying.installation.bot_user_id, due.target)
  await tellAside(saying, origin, sentence, 'closed')
  if (said.show === 'run') return outbox.redirect(due, origin.user_id, code)
  return outbox.giveUp(due, 'dead', code)
}

function closedSentence(code: string, bot: string, channel: string): string {
  if (code === 'is_archived' || code === 'channel_is_archived')
    return 'This channel is archived, so the result comes to you as a direct message.'
  if (code === 'not_in_channel' || code === 'channel_not_found')
    return `I am not in this conversation. Invite me with /invite <@${bot}> and ask again to have results here; this one comes to you as a direct message.`
  return `Posting here is not allowed to me (${code} in <#${channel}>), so the result comes to you as a direct message.`
}

/** Brings a message up to date. Doing so twice is the same as once. */
async function update(saying: Saying, ts: string): Promise<void> {
  const { deps, due, said, ctx, client } = saying
  const { outbox } = ctx.store
  const what = await rendered(ctx, due, said)
  if (what === NOT_THERE) return outbox.giveUp(due, 'dead', 'There is nothing to show any more.')
  const pace = what.ended ? deps.pace.update : deps.pace.progress
  const wait = await turn(saying, `update:${due.tenant}`, pace)
  if (wait > 0) return outbox.later(due, { in_ms: what.ended ? wait : Math.max(wait, deps.pace.again_ms), sent: false })
  try {
    await inForms(what, (blocks) =>
      client.chat.update({
        channel: due.target,
        ts,
        ...texts(what),
        ...(blocks.length > 0 ? { blocks } : {}),
        metadata: { event_type: 'pressure_test', event_payload: { message: due.id } },
      } as unknown as webApi.ChatUpdateArguments),
    )
  } catch (error) {
    return updateFailed(saying, error, pace)
  }
  await shown(saying, ts, due.target, what.ended)
}

async function updateFailed(saying: Saying, error: unknown, pace: Turn): Promise<void> {
  const { deps, due, ctx } = saying
  const { outbox } = ctx.store
  const trouble = troubleOf(error)
  deps.log.info({ message: due.id, trouble }, 'a message could not be updated')
  if (trouble.kind === 'limited') {
    await outbox.holdBack(`update:${due.tenant}`, trouble.retry_after_ms + pace.burst_ms)
    return outbox.later(due, { in_ms: trouble.retry_after_ms, sent: false })
  }
  if (trouble.kind === 'refused' && trouble.code === 'token_expired' && due.attempts < MOST_RENEWALS)
    return renewed(saying)
  if (trouble.kind === 'refused' && !BAD_BLOCKS.has(trouble.code)) return outbox.giveUp(due, 'dead', trouble.code)
  return outbox.later(due, { in_ms: backoff(due.attempts), sent: false })
}

/** The conversation's id; a person's own is opened. `null` where that did not work, and it was noted. */
async function conversation(saying: Saying): Promise<string | null> {
  const { due, client } = saying
  if (!isPerson(due.target)) return due.target
  try {
    return (await client.conversations.open({ users: due.target })).channel?.id ?? due.target
  } catch (error) {
    const trouble = troubleOf(error)
    const { outbox } = saying.ctx.store
    if (trouble.kind === 'refused') await outbox.giveUp(due, 'dead', trouble.code)
    else
      await outbox.later(due, {
        in_ms: trouble.kind === 'limited' ? trouble.retry_after_ms : backoff(due.attempts),
        sent: false,
      })
    return null
  }
}
