import { GONE, troubleOf } from '../bot/slack-client.js'
import {
  type DeliveryAttempt,
  isPerson,
  markDelivered,
  noteTokenRefused,
  notifyRequester,
  originOf,
  renewLease,
  tell,
  threadFor,
  waitOut,
} from './attempt.js'
import { showAtHome } from './refused.js'
import { shareUpload } from './upload-file.js'

/**
 * Whether a post whose response was lost did not arrive and is to be sent again. False where that is unknown.
 */
export async function reconcileLostPost(attempt: DeliveryAttempt): Promise<boolean> {
  const { deps, message, payload } = attempt
  const { outbox } = deps.store
  const since = message.posting_since?.getTime() ?? 0
  const early = deps.rateLimits.lookup_ms - (message.posting_for_ms ?? 0)
  if (early > 0) {
    await outbox.postpone(message, { in_ms: early, sent: true })
    return false
  }
  try {
    const found = payload.show === 'file' ? await findShared(attempt, payload) : await findPost(attempt, since)
    if (found === null) return true
    if (found === 'lagging') {
      await outbox.postpone(message, { in_ms: deps.rateLimits.second_lookup_ms, sent: true })
      return false
    }
    if (found === 'unfinished') {
      await cannotLookUp(attempt, found)
      return false
    }
    // The found message of a run may show an earlier state, so it is updated next.
    const earlier = { ...attempt, message: { ...message, state: 'found' } }
    const { ts, channel } = found
    await markDelivered(earlier, { ts, target: channel, ended: payload.show !== 'run', content_hash: null })
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble.kind !== 'refused') await waitOut(attempt, trouble, { sent: true })
    else if (isCursorGone(error)) await outbox.postpone(message, { in_ms: deps.rateLimits.hold_ms, sent: true })
    else if (GONE.has(trouble.code)) {
      const problem = await noteTokenRefused(attempt, trouble.code)
      await outbox.postpone(message, { in_ms: deps.rateLimits.hold_ms, sent: true, problem })
    } else await cannotLookUp(attempt, trouble.code)
  }
  return false
}

/**
 * Handles a message that may or may not be posted and that Slack lets nobody look up. A run is posted once more, to the
 * requester, or else shown in Home; anything else is given up, and the requester is notified.
 */
async function cannotLookUp(attempt: DeliveryAttempt, code: string): Promise<void> {
  const { deps, message, payload } = attempt
  const { outbox } = deps.store
  const problem = `Slack did not confirm the message, and it cannot be looked up (${code}).`
  const origin = await originOf(attempt)
  if (payload.show === 'run' && origin) {
    if (message.reposts > 0) return showAtHome(attempt, origin.user_id, problem)
    const sentence = `Slack did not confirm my message there, and ${whyNot(code)}, so this test comes to you as a direct message.`
    await renewLease(attempt)
    await outbox.repost(message, origin.user_id, problem)
    return notifyRequester(attempt, origin, sentence, 'uncertain')
  }
  await outbox.giveUp(message, 'uncertain', problem)
  if (payload.show === 'file')
    return tell(
      attempt,
      payload.sender ?? message.target,
      'Slack did not confirm the document I uploaded, and I cannot look for it; if it is missing, export it once more.',
    )
  if (!origin || payload.show === 'thread') return
  const sentence = `Slack did not confirm my message, and ${whyNot(code)}; if it is missing, \`/pressure-test status\` shows the run and its report.`
  await notifyRequester(attempt, origin, sentence, 'uncertain')
}

function whyNot(code: string): string {
  if (code === 'missing_scope') return 'without the history permission I cannot look for it'
  if (code === 'not_in_channel' || code === 'channel_not_found')
    return 'I am not in that conversation and cannot look for it'
  return `Slack does not let me look for it (${code})`
}

/** Slack's clock and ours may differ by this much. */
const CLOCKS_DIFFER_MS = 120_000
/** Milliseconds for all forms of a message, each of which takes at most the time of a call. */
const MAX_POST_MS = 40_000
const PAGE = 200

/** Whether Slack has dropped the cursor; the next search starts from the beginning. */
function isCursorGone(error: unknown): boolean {
  const trouble = troubleOf(error)
  return trouble.kind === 'refused' && trouble.code === 'invalid_cursor'
}

type Found = { readonly ts: string; readonly channel: string }

async function conversationOf(attempt: DeliveryAttempt): Promise<string> {
  const { message, client } = attempt
  if (!isPerson(message.target)) return message.target
  await renewLease(attempt)
  return (await client.conversations.open({ users: message.target })).channel?.id ?? ''
}

/**
 * An upload carries no metadata to search for, but Slack completes each upload once. A second attempt shares the file,
 * or Slack refuses it because the file is shared already. A file that Slack does not know was never completed.
 */
async function findShared(attempt: DeliveryAttempt, { file_id }: { file_id: string | null }): Promise<Found | null> {
  if (file_id === null) return null
  const { client } = attempt
  const channel = await conversationOf(attempt)
  await renewLease(attempt)
  try {
    return { ts: await shareUpload(attempt, file_id, { channel, thread_ts: threadFor(attempt, channel) }), channel }
  } catch (error) {
    if (troubleOf(error).kind !== 'refused') throw error
  }
  await renewLease(attempt)
  try {
    await client.files.info({ file: file_id })
    return { ts: file_id, channel }
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble.kind === 'refused' && trouble.code === 'file_not_found') return null
    throw error
  }
}

/**
 * Searches the posts of that conversation around that time, page by page. Slack chooses the size of a page, and may
 * demand a minute between two pages; then the next search continues at the stored cursor. `null`, that there is none,
 * takes a second search after `second_lookup_ms`; until then `lagging`.
 */
async function findPost(attempt: DeliveryAttempt, since: number): Promise<Found | 'unfinished' | 'lagging' | null> {
  const { message, client, deps } = attempt
  const { lookups } = deps
  const channel = await conversationOf(attempt)
  const thread = threadFor(attempt, channel)
  const around = {
    channel,
    oldest: String((since - CLOCKS_DIFFER_MS) / 1_000),
    latest: String((since + MAX_POST_MS + CLOCKS_DIFFER_MS) / 1_000),
    limit: PAGE,
    include_all_metadata: true,
  }
  const lookup = `${message.id} ${since}`
  for (let pages = 1; ; pages++) {
    const { cursor, empty_at } = lookups.get(lookup) ?? {}
    await renewLease(attempt)
    const request = cursor === undefined ? around : { ...around, cursor }
    const asked = thread
      ? client.conversations.replies({ ...request, ts: thread })
      : client.conversations.history(request)
    const page = await asked.catch((error) => {
      if (isCursorGone(error)) lookups.delete(lookup)
      throw error
    })
    if (!page.messages) throw new Error('Slack’s answer holds no messages')
    const found = page.messages.find(({ metadata }) => {
      const marked = metadata?.event_payload as { message?: unknown; repost?: unknown } | undefined
      return marked?.message === message.id && (marked.repost ?? 0) === message.reposts
    })
    const next = page.response_metadata?.next_cursor
    const was_empty = empty_at === undefined ? {} : { empty_at }
    if (next && !found) {
      lookups.set(lookup, { ...was_empty, cursor: next })
      continue
    }
    lookups.delete(lookup)
    deps.log.info({ message: message.id, found: found?.ts ?? null, pages }, 'looked up a post whose answer was lost')
    if (found?.ts) return { ts: found.ts, channel }
    if (page.has_more) return 'unfinished'
    if (empty_at !== undefined && performance.now() - empty_at >= deps.rateLimits.second_lookup_ms) return null
    lookups.set(lookup, { empty_at: empty_at ?? performance.now() })
    return 'lagging'
  }
}
