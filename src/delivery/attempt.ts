import { createHash } from 'node:crypto'
import type { webApi } from '@slack/bolt'
import type { Message } from '../bot/blocks/message.js'
import type { Installation, Installations } from '../bot/install/installations.js'
import { type Clients, type PassingTrouble, respond } from '../bot/slack-client.js'
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
export const originOf = ({ message, deps }: DeliveryAttempt) =>
  message.run_id === null ? null : deps.store.slackRuns.origin(message, message.run_id)

/** Sends a sentence to the requester only: through the response URL, or else by direct message, once for each `key`. */
export async function notifyRequester(
  { message, deps }: DeliveryAttempt,
  { response_url, created_at, user_id }: Requester,
  sentence: string,
  key: string,
): Promise<void> {
  if (response_url !== null && Date.now() - created_at.getTime() <= RESPONSE_MS) {
    const body = { response_type: 'ephemeral', text: sentence, replace_original: false }
    if (await respond(response_url, body, deps.apiUrl)) return
  }
  await tell({ message, deps }, user_id, sentence, key)
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

/** Thread of a message: the one named by its payload, or else that of its parent message. */
export function threadFor({ message, payload }: DeliveryAttempt, channel: string): string | null {
  const inThread = 'thread_ts' in payload && channel === message.target ? payload.thread_ts : null
  return inThread ?? message.parent_ts
}

/** Called before each call to Slack that may change something or take long. Errors: `ClaimLost`. */
export const renewLease = ({ deps, message }: DeliveryAttempt): Promise<void> => deps.store.outbox.renew(message)

/** Takes the next slot of a rate limit: 0, or milliseconds to wait. */
export const takeRateLimitSlot = ({ deps }: DeliveryAttempt, key: string, { every_ms, burst_ms }: RateLimit) =>
  deps.store.outbox.takeRateLimitSlot(key, every_ms, burst_ms)

/** Releases a message until trouble has passed: for as long as Slack says, or longer each time. */
export async function waitOut(
  { deps, message }: DeliveryAttempt,
  trouble: PassingTrouble,
  { sent = false } = {},
): Promise<void> {
  const { outbox } = deps.store
  if (trouble.kind === 'limited') return outbox.postpone(message, { in_ms: trouble.retry_after_ms, sent })
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
