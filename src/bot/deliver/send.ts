import type { webApi } from '@slack/bolt'
import { AppError } from '../../errors.js'
import type { Context } from '../../service/context.js'
import { troubleOf } from '../clients.js'
import type { Installation } from '../installations.js'
import type { Message } from '../render/message.js'
import { respond } from '../respond.js'
import type { DelivererDeps } from './deliverer.js'
import type { Turn } from './pace.js'
import { NOT_THERE, rendered, threadOf, uploadable } from './rendered.js'
import { Said } from './said.js'

type Due = Awaited<ReturnType<Context['store']['outbox']['claim']>>[number]
type Saying = {
  readonly deps: DelivererDeps
  readonly due: Due
  readonly said: Said
  readonly client: webApi.WebClient
  readonly installation: Installation
  readonly ctx: Context
}

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
const GONE = new Set([
  'token_revoked',
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'token_expired',
  'org_login_required',
])
const BAD_BLOCKS = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'blocks_too_long',
  'msg_too_long',
])
const UNLOOKABLE = new Set(['missing_scope', 'not_in_channel', 'channel_not_found', 'access_denied', 'no_permission'])

/** How long a response URL works. */
const RESPONSE_MS = 29 * 60_000
const isPerson = (target: string): boolean => /^[UW]/.test(target)
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
  const channel = await conversation(saying)
  if (channel === null) return
  if (!(await outbox.posting(due))) return
  const thread_ts = due.parent_ts ?? ('thread_ts' in said && channel === due.target ? said.thread_ts : null)
  let ts: string
  try {
    ts = said.show === 'file' ? await upload(saying, channel, thread_ts) : await send(saying, what, channel, thread_ts)
  } catch (error) {
    return postFailed(saying, error)
  }
  await shown(saying, ts, channel, what.ended)
}

/** Posts a message with a mark by which it can be found again. */
const send = ({ client, due }: Saying, what: Message, channel: string, thread_ts: string | null): Promise<string> =>
  inForms(what, async (blocks) => {
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
  const sentence = sentenceOf(code, saying.installation.bot_user_id, due.target)
  const heard = await sayAside(saying, origin, sentence)
  if (!heard)
    await outbox.add(due.workspace_id, [
      {
        dedupe_key: `closed:${due.id}`,
        payload: { show: 'notice', sentence },
        tenant: due.tenant,
        target: origin.user_id,
        priority: 1,
      },
    ])
  if (said.show === 'run') return outbox.redirect(due, origin.user_id, code)
  return outbox.giveUp(due, 'dead', code)
}

const sentenceOf = (code: string, bot: string, channel: string): string =>
  code === 'is_archived' || code === 'channel_is_archived'
    ? 'This channel is archived, so the result comes to you as a direct message.'
    : code === 'not_in_channel' || code === 'channel_not_found'
      ? `I am not in this conversation. Invite me with /invite <@${bot}> and ask again to have results here; this one comes to you as a direct message.`
      : `Posting here is not allowed to me (${code} in <#${channel}>), so the result comes to you as a direct message.`

/** Tells only the one who asked, where they asked. False where there is no way to. */
async function sayAside(
  { deps }: Saying,
  origin: { response_url: string | null; created_at: Date },
  sentence: string,
): Promise<boolean> {
  if (origin.response_url === null || Date.now() - origin.created_at.getTime() > RESPONSE_MS) return false
  return respond(
    origin.response_url,
    { response_type: 'ephemeral', text: sentence, replace_original: false },
    deps.apiUrl,
  )
}

/** Whether a post whose answer was lost did not arrive: then it is sent again. Where nobody can tell, it is left. */
async function lost(saying: Saying): Promise<boolean> {
  const { deps, due, ctx, said } = saying
  const { outbox } = ctx.store
  const since = due.posting_since?.getTime() ?? 0
  const early = since + deps.pace.lookup_ms - Date.now()
  if (early > 0) {
    await outbox.later(due, { in_ms: early, sent: true })
    return false
  }
  try {
    if (said.show === 'file') throw new AppError('conflict', { problem: 'uploads carry no mark to look for' })
    const found = await lookUp(saying, since)
    // A run's message may show an earlier state of it: it is brought up to date.
    if (found) await shown({ ...saying, due: { ...due, state: 'found' } }, found.ts, found.channel, said.show !== 'run')
    return !found
  } catch (error) {
    const trouble = error instanceof AppError ? ({ kind: 'refused', code: 'missing_scope' } as const) : troubleOf(error)
    if (trouble.kind === 'refused' && UNLOOKABLE.has(trouble.code)) await uncertain(saying)
    else if (trouble.kind === 'refused' && GONE.has(trouble.code)) await outbox.giveUp(due, 'dead', trouble.code)
    else
      await outbox.later(due, {
        in_ms: trouble.kind === 'limited' ? trouble.retry_after_ms : backoff(due.attempts),
        sent: true,
      })
    return false
  }
}

/** Nobody can tell whether it is there. It is not said twice; whoever asked gets to know. */
async function uncertain(saying: Saying): Promise<void> {
  const { due, ctx, said } = saying
  await ctx.store.outbox.giveUp(due, 'uncertain', 'Slack did not confirm the message, and it cannot be looked up.')
  const origin = due.run_id === null ? null : await ctx.store.slackPeople.origin(due.workspace_id, due.run_id)
  if (!origin || said.show === 'thread') return
  const sentence =
    'Slack did not confirm my message, and without the history permission I cannot look for it; if it is missing, `/pressure-test status` shows the run and its report.'
  const heard = await sayAside(saying, origin, sentence)
  if (!heard)
    await ctx.store.outbox.add(due.workspace_id, [
      {
        dedupe_key: `uncertain:${due.id}`,
        payload: { show: 'notice', sentence },
        tenant: due.tenant,
        target: origin.user_id,
      },
    ])
}

async function lookUp(
  { due, client, deps, ...rest }: Saying,
  since: number,
): Promise<{ ts: string; channel: string } | null> {
  const channel = isPerson(due.target)
    ? ((await client.conversations.open({ users: due.target })).channel?.id ?? '')
    : due.target
  const thread = due.parent_ts ?? ('thread_ts' in rest.said ? rest.said.thread_ts : null)
  // Clocks differ: a message may seem to be older than the note that it leaves.
  const oldest = String((since - 120_000) / 1_000)
  const answer = thread
    ? await client.conversations.replies({ channel, ts: thread, oldest, limit: 200, include_all_metadata: true })
    : await client.conversations.history({ channel, oldest, limit: 200, include_all_metadata: true })
  const ours = answer.messages?.find(({ metadata }) => {
    const payload = metadata?.event_payload as { message?: unknown } | undefined
    return payload?.message === due.id
  })
  deps.log.info({ message: due.id, found: ours?.ts ?? null }, 'looked for a post whose answer was lost')
  return ours?.ts ? { ts: ours.ts, channel } : null
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

async function updateFailed({ deps, due, ctx }: Saying, error: unknown, pace: Turn): Promise<void> {
  const { outbox } = ctx.store
  const trouble = troubleOf(error)
  deps.log.info({ message: due.id, trouble }, 'a message could not be updated')
  if (trouble.kind === 'limited') {
    await outbox.holdBack(`update:${due.tenant}`, trouble.retry_after_ms + pace.burst_ms)
    return outbox.later(due, { in_ms: trouble.retry_after_ms, sent: false })
  }
  if (trouble.kind === 'refused' && !BAD_BLOCKS.has(trouble.code)) return outbox.giveUp(due, 'dead', trouble.code)
  return outbox.later(due, { in_ms: backoff(due.attempts), sent: false })
}

/** It stands there. Once a run has ended, its thread is due; written before the end is noted, so that it is never forgotten. */
async function shown({ deps, due, said, ctx }: Saying, ts: string, target: string, ended: boolean): Promise<void> {
  if (said.show === 'run' && ended) await ctx.store.outbox.add(due.workspace_id, await threadOf(ctx, due, said, target))
  await ctx.store.outbox.said(due, { external_id: ts, target, ended, pause_ms: ended ? 0 : deps.pace.again_ms })
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

/** Uploads a document. Uploads give no time stamp: the file's id stands for it. */
async function upload(saying: Saying, channel: string, thread_ts: string | null): Promise<string> {
  const { client, ctx, due, said } = saying
  if (said.show !== 'file' || due.run_id === null) return ''
  const { name, content } = await uploadable(ctx, due.run_id, said.format)
  const answer = await client.filesUploadV2({
    channel_id: channel,
    ...(thread_ts ? { thread_ts } : {}),
    filename: name,
    file: Buffer.from(content, 'utf8'),
  } as webApi.FilesUploadV2Arguments)
  return (answer.files as { files?: { id?: string }[] }[] | undefined)?.[0]?.files?.[0]?.id ?? 'file'
}

/** Tries the newest blocks, then those with a picture, then plain ones, then the text alone. */
async function inForms<T>(what: Message, send: (blocks: readonly unknown[]) => Promise<T>): Promise<T> {
  const forms = [what.blocks, what.imaged, what.plain, []].filter((form) => form !== null)
  for (const [index, form] of forms.entries()) {
    try {
      return await send(form)
    } catch (error) {
      const trouble = troubleOf(error)
      if (trouble.kind !== 'refused' || !BAD_BLOCKS.has(trouble.code) || index === forms.length - 1) throw error
    }
  }
  throw new Error('a message without any form')
}

const texts = ({ text }: Message) => ({ text: text.slice(0, 3_900), parse: 'none', mrkdwn: false }) as const
const turn = ({ ctx }: Saying, key: string, { every_ms, burst_ms }: Turn) =>
  ctx.store.outbox.takeTurn(key, every_ms, burst_ms)
const backoff = (attempts: number): number => Math.min(30_000, 500 * 2 ** Math.min(attempts, 6))
