import { createHash } from 'node:crypto'
import type { webApi } from '@slack/bolt'
import type { Message } from '../bot/blocks/message.js'
import type { Installation, Installations } from '../bot/install/installations.js'
import { type Clients, GONE, type PassingTrouble, respond, troubleOf } from '../bot/slack-client.js'
import type { TxOptions } from '../db/connection/client.js'
import type { Store } from '../db/store.js'
import type { Log } from '../log.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { MessagePayload, OutboxMessage } from './message-payload.js'
import type { RateLimit, RateLimits } from './rate-limits.js'
import { threadOf } from './render-message.js'

export type DelivererDeps = {
  /** Context without a workspace. */
  readonly ctx: SurfaceContext
  readonly store: Pick<Store, 'database' | 'outbox' | 'slackRuns' | 'slackDigests' | 'slackRequests' | 'slackSettings'>
  readonly installations: Installations
  readonly clients: Clients
  readonly log: Log
  readonly rateLimits: RateLimits
  readonly apiUrl: string | null
}

export type DeliveryDeps = DelivererDeps & {
  /** What is known of the searches for lost posts, by message and post. */
  readonly lookups: Map<string, Lookup>
}

type Lookup = {
  /** Slack's cursor at which the search was interrupted. */
  readonly cursor?: string
  /** When the first search that showed no post ended, as `performance.now()`. */
  readonly empty_at?: number
}

/** One attempt to deliver a message to Slack. */
export type DeliveryAttempt = {
  readonly deps: DeliveryDeps
  readonly message: OutboxMessage
  readonly payload: MessagePayload
  readonly client: webApi.WebClient
  readonly installation: Installation
  readonly ctx: SurfaceContext
}

/** Milliseconds for which a response URL is used; Slack accepts it for 30 minutes. */
const RESPONSE_MS = 29 * 60_000
export const isPerson = (target: string): boolean => /^[UW]/.test(target)

type Requester = { readonly response_url: string | null; readonly created_at: Date; readonly user_id: string }

/**
 * The requester of the run that a message belongs to, and the place of the request; `null` for a run from another
 * surface.
 */
export const originOf = ({ message, deps }: Pick<DeliveryAttempt, 'deps' | 'message'>) =>
  message.run_id === null ? null : deps.store.slackRuns.origin(message, message.run_id)

/** Sends a sentence to the requester only: through the response URL, or else by direct message, once for each `key`. */
export async function notifyRequester(
  { message, deps }: DeliveryAttempt,
  requester: Requester,
  sentence: string,
  key: string,
): Promise<void> {
  if (await sayByResponseUrl(deps, requester, sentence)) return
  await tell({ message, deps }, requester.user_id, sentence, key)
}

/** False where there is no response URL any more, or it failed. */
async function sayByResponseUrl(
  { apiUrl }: Pick<DeliveryDeps, 'apiUrl'>,
  { response_url, created_at }: Requester,
  text: string,
): Promise<boolean> {
  if (response_url === null || Date.now() - created_at.getTime() > RESPONSE_MS) return false
  return respond(response_url, { response_type: 'ephemeral', text, replace_original: false }, apiUrl)
}

/** An attempt before the token is known. */
type Pending = Pick<DeliveryAttempt, 'deps' | 'message' | 'payload'>

const TOKEN_REFUSED = 'Slack does not take the app’s token any more'
/** Tenants whose messages wait because Slack refuses their token. */
export const tenantsRefused = (outbox: Pick<Store['outbox'], 'heldFor'>, limits?: TxOptions): Promise<string[]> =>
  outbox.heldFor(TOKEN_REFUSED, limits)

/**
 * Notes that Slack refuses the token and returns the problem to keep with the message. The requester is told once, through
 * the response URL: that takes no token.
 */
export async function noteTokenRefused(attempt: Pending, code: string): Promise<string> {
  const { deps, message, payload } = attempt
  const problem = `${TOKEN_REFUSED} (${code}).`
  deps.log.warn({ message: message.id, code }, 'Slack does not take our token; the message is kept')
  deps.installations.evict(message.tenant.split(':')[0] ?? '')
  if (message.problem === problem || !['run', 'thread', 'file'].includes(payload.show)) return problem
  const origin = await originOf(attempt)
  if (!origin) return problem
  await renewLease(attempt)
  const sentence = `${TOKEN_REFUSED} (${code}): an admin has to install the app again. Nothing is lost; what you asked for goes on, and is posted when that is done.`
  await sayByResponseUrl(deps, origin, sentence)
  return problem
}

/** Handles an installation that could not be read: a configured token is asked whose it is. Errors: any but a refused token. */
export async function tokenFailed(pending: Pending, error: unknown): Promise<void> {
  const { deps, message } = pending
  const { outbox } = deps.store
  const trouble = troubleOf(error)
  if (trouble.kind !== 'refused' || !GONE.has(trouble.code)) throw error
  const problem = await noteTokenRefused(pending, trouble.code)
  const in_ms = deps.rateLimits.hold_ms
  if (message.posting_since === null) return outbox.hold(message, in_ms, problem)
  return outbox.postpone(message, { in_ms, sent: true, problem })
}

/** Sends a person a direct message about the fate of `message`, once for each `key`. */
export async function tell(
  { deps, message }: Pick<DeliveryAttempt, 'deps' | 'message'>,
  user_id: string,
  sentence: string,
  key = 'refused',
): Promise<void> {
  const payload = { show: 'notice', sentence }
  const notice = { dedupe_key: `${key}:${message.id}`, payload, tenant: message.tenant, target: user_id, priority: 1 }
  await deps.store.outbox.add(message, [notice])
}

/** Thread of a message: the one named by its payload, or else that of its parent message; `null`: none. */
export function threadFor({ message, payload }: DeliveryAttempt, channel: string): string | null {
  if ('below' in payload && payload.below) return null
  const inThread = 'thread_ts' in payload && channel === message.target ? payload.thread_ts : null
  return inThread ?? message.parent_ts
}

/** Called before each call to Slack that may change something or take long. Errors: `ClaimLost`. */
export const renewLease = ({ deps, message }: Pick<DeliveryAttempt, 'deps' | 'message'>): Promise<void> =>
  deps.store.outbox.renew(message)

/** Takes the next slot of a rate limit: 0, or milliseconds to wait. */
export const takeRateLimitSlot = ({ deps }: DeliveryAttempt, key: string, { every_ms, burst_ms }: RateLimit) =>
  deps.store.outbox.takeRateLimitSlot(key, every_ms, burst_ms)

/** A pause that Slack asks for is reported where it is longer. */
const LONG_PAUSE_MS = 60_000

async function noteLongPause({ deps, message }: Pick<DeliveryAttempt, 'deps' | 'message'>, in_ms: number) {
  const { tenant } = message
  const until = new Date(Date.now() + in_ms).toISOString()
  deps.log.warn({ tenant, until }, 'Slack asks for a pause and holds back messages of a team')
  await deps.store.outbox.notePause(tenant, in_ms)
}

/** Releases a message until trouble has passed: for as long as Slack says, or longer each time. */
export async function waitOut(
  { deps, message }: DeliveryAttempt,
  trouble: PassingTrouble,
  { sent = false } = {},
): Promise<void> {
  const { outbox } = deps.store
  if (trouble.kind === 'limited') {
    const { retry_after_ms: in_ms } = trouble
    if (in_ms > LONG_PAUSE_MS) await noteLongPause({ deps, message }, in_ms)
    return outbox.postpone(message, { in_ms, sent })
  }
  const in_ms = Math.min(30_000, 500 * 2 ** Math.min(message.attempts, 6))
  return outbox.postpone(message, { in_ms, sent, problem: trouble.problem, failed: true })
}

/** Attempts and milliseconds to wait for the refresh of an expired token. */
const MAX_RENEWALS = 8
const RENEWAL_MS = 500

/**
 * Holds a message whose token has just expired until the new token is stored. False: the failure is another one, or
 * lasts too long.
 */
export async function retryWithNewToken({ deps, message }: DeliveryAttempt, code: string): Promise<boolean> {
  if (code !== 'token_expired' || message.attempts >= MAX_RENEWALS) return false
  deps.installations.evict(message.tenant.split(':')[0] ?? '')
  await deps.store.outbox.hold(message, RENEWAL_MS, code)
  return true
}

/** Every rendering signs its links anew; the signature is not part of a message's content. */
const LINK_KEY = /\?key=[\w.-]+/g
/** Hash of a message's visible content, without the signatures of its links. */
export const contentHash = ({ text, blocks, plain }: Message): string =>
  createHash('sha256')
    .update(JSON.stringify([text, blocks, plain]).replace(LINK_KEY, ''))
    .digest('base64url')

type Delivered = {
  readonly ts: string
  readonly target: string
  readonly ended: boolean
  /** `null`: the message in Slack may show other content. */
  readonly content_hash: string | null
}

/** Marks a message as delivered. The thread of an ended run is added to the outbox first, so that it is never lost. */
export async function markDelivered(
  { deps, message, payload, ctx }: DeliveryAttempt,
  { ts, target, ended, content_hash }: Delivered,
): Promise<void> {
  if (payload.show === 'run' && ended)
    await deps.store.outbox.add(message, await threadOf(ctx, message, payload, target))
  const pause_ms = ended ? 0 : deps.rateLimits.again_ms
  await deps.store.outbox.markDelivered(message, { external_id: ts, target, ended, pause_ms, content_hash })
}
