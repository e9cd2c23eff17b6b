import { homeView } from '../bot/blocks/home.js'
import { readHome } from '../bot/read-home.js'
import { GONE, troubleOf } from '../bot/slack-client.js'
import { hasEnded, RunStatus } from '../domain/run/run.js'
import {
  type DeliveryAttempt,
  isPerson,
  markDelivered,
  noteTokenRefused,
  notifyRequester,
  originOf,
  renewLease,
  tell,
  waitOut,
} from './attempt.js'
import type { OutboxMessage } from './message-payload.js'

/** Slack's error codes for a conversation that accepts no message of the app, whatever its content. */
const CLOSED: ReadonlySet<string> = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'channel_is_archived',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'restricted_action_non_threadable_channel',
  'restricted_action_thread_locked',
  'posting_to_channel_denied',
  'no_permission',
  'access_denied',
  'cannot_reply_to_message',
  'thread_not_found',
  'messages_tab_disabled',
  'user_disabled',
  'cannot_dm_bot',
  // Codes of updates, which concern the message itself.
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'is_inactive',
])
export const isClosed = (code: string): boolean => CLOSED.has(code)

/** Most reposts of a message whose updates are refused. */
const MAX_REPOSTS = 3

/**
 * Handles a conversation that refuses a message. The message goes to the requester as a direct message; where that is
 * refused too, a run is shown in their Home tab. While Slack refuses the token, the message is held.
 */
export async function postRefused(attempt: DeliveryAttempt, code: string): Promise<void> {
  const { deps, message, payload } = attempt
  if (GONE.has(code)) return hold(attempt, code)
  if (payload.show === 'thread') return threadRefused(attempt, code)
  if (isPerson(message.target)) return personRefused(attempt, code)
  const { outbox } = deps.store
  const origin = await originOf(attempt)
  const sender = 'sender' in payload ? payload.sender : null
  const requester = sender ?? origin?.user_id ?? null
  // A digest belongs to its channel and has no requester.
  if (requester === null) return outbox.giveUp(message, 'dead', code)
  const sentence = closedSentence(code)
  if (payload.show === 'share' || payload.show === 'assigned') {
    await outbox.giveUp(message, 'dead', code)
    return tell(attempt, requester, `It was not posted. ${sentence}`)
  }
  await outbox.redirect(message, requester, code)
  const instead = `${sentence} ${payload.show === 'notice' ? 'I tell you here instead.' : 'This one comes to you as a direct message.'}`
  if (payload.show === 'run' && origin) await notifyRequester(attempt, origin, instead, 'closed')
}

/** Handles a person's direct messages refusing a message. */
export async function personRefused(attempt: DeliveryAttempt, code: string): Promise<void> {
  const { deps, message, payload } = attempt
  if (GONE.has(code)) return hold(attempt, code)
  const { outbox } = deps.store
  if (payload.show === 'run') return showAtHome(attempt, (await originOf(attempt))?.user_id ?? message.target, code)
  const sender = 'sender' in payload ? payload.sender : null
  if (payload.show === 'file') {
    const who = sender ?? message.target
    const sentence = `The document could not be uploaded: Slack says ${code}. The full report opens from my Home tab.`
    await tell(attempt, who, sentence)
    return showAtHome(attempt, who, code)
  }
  await outbox.giveUp(message, 'dead', code)
  if (sender !== null && sender !== message.target)
    await tell(attempt, sender, `My message to somebody did not reach them: Slack says ${code}. Tell them yourself.`)
}

/** A person, or their direct messages. */
const isOwnConversation = (target: string): boolean => isPerson(target) || target.startsWith('D')

/**
 * Handles a refused part of a thread: the run's card is reposted to the requester once, and the thread follows it. If
 * that thread is refused too, the part is posted below the card; if Slack does not take it there either, Home shows the
 * run.
 */
async function threadRefused(attempt: DeliveryAttempt, code: string): Promise<void> {
  const { deps, message, payload } = attempt
  const { outbox } = deps.store
  const origin = await originOf(attempt)
  const parent = message.parent_id === null ? null : await outbox.find(message.parent_id)
  if (!origin) return outbox.giveUp(message, 'dead', code)
  if (parent && parent.reposts === 0) {
    // Refused, so it is nowhere, and is not looked for when its turn comes.
    await outbox.postpone(message, { in_ms: 0, sent: false, problem: code })
    return outbox.repost(parent, origin.user_id, code)
  }
  if (payload.show !== 'thread' || payload.below || !isOwnConversation(message.target))
    return showAtHome(attempt, origin.user_id, code)
  await outbox.savePayload(message, { ...payload, below: true })
  return outbox.postpone(message, { in_ms: 0, sent: false, problem: code })
}

/**
 * Handles a refused update. The end of a run that nobody has seen is reposted; progress and marks stay as last shown.
 */
export async function updateRefused(
  attempt: DeliveryAttempt,
  code: string,
  updated: Parameters<typeof markDelivered>[1],
): Promise<void> {
  const { deps, message, payload } = attempt
  if (GONE.has(code)) return hold(attempt, code)
  if (payload.show !== 'run' || !updated.ended || isTold(message))
    return markDelivered(attempt, { ...updated, content_hash: message.content_hash })
  if (message.reposts < MAX_REPOSTS) return deps.store.outbox.repost(message, message.target, code)
  return showAtHome(attempt, (await originOf(attempt))?.user_id ?? message.target, code)
}

/** Whether the message already shows this end of the run. `shown` and `state` hold status and generation. */
function isTold({ shown, state }: OutboxMessage): boolean {
  const endOf = (said: string | null): string => {
    const [, status = '', , generation = ''] = (said ?? '').split('/')
    const run = RunStatus.safeParse(status)
    return run.success && hasEnded({ status: run.data }) ? `${status}/${generation}` : ''
  }
  return endOf(shown) !== '' && endOf(shown) === endOf(state)
}

/** Last resort: the requester's Home tab lists the run, now and whenever it is opened. */
export async function showAtHome(attempt: DeliveryAttempt, user_id: string, code: string): Promise<void> {
  const { deps, message, ctx, client } = attempt
  const { outbox } = deps.store
  // Stored first, so that Home finds it. Another process that takes over repeats these steps.
  await outbox.noteProblem(message, code)
  await renewLease(attempt)
  try {
    if (isPerson(user_id)) await client.views.publish({ user_id, view: homeView(await readHome(ctx, user_id, false)) })
  } catch (error) {
    const trouble = troubleOf(error)
    deps.log.info({ message: message.id, trouble }, 'Home not shown')
    if (trouble.kind === 'refused') return hold(attempt, trouble.code)
    return waitOut(attempt, trouble)
  }
  return outbox.giveUp(message, 'dead', code)
}

/** Holds a message that Slack refuses for now, as while it refuses the token: a later attempt may have a new one. */
async function hold(attempt: DeliveryAttempt, code: string): Promise<void> {
  const { deps, message } = attempt
  const problem = GONE.has(code) ? await noteTokenRefused(attempt, code) : code
  await deps.store.outbox.hold(message, deps.rateLimits.hold_ms, problem)
}

function closedSentence(code: string): string {
  if (code === 'is_archived' || code === 'channel_is_archived') return 'The channel is archived.'
  if (code === 'not_in_channel' || code === 'channel_not_found')
    return 'I am not in that conversation; invite me there with “/invite @pressure-test”.'
  return `Slack did not take my message there (${code}).`
}
