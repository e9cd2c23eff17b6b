import { createHash } from 'node:crypto'
import type { webApi } from '@slack/bolt'
import type { Message } from '../bot/blocks/message.js'
import { respond } from '../bot/inbound/respond.js'
import type { Installation, Installations } from '../bot/install/installations.js'
import type { Clients } from '../bot/slack-client.js'
import type { Store } from '../db/store.js'
import type { Log } from '../log.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { MessagePayload, OutboxMessage } from './message-payload.js'
import type { RateLimit, RateLimits } from './rate-limits.js'
import { threadOf } from './render-message.js'

export type DelivererDeps = {
  /** Of no particular workspace. */
  readonly ctx: SurfaceContext
  readonly store: Pick<Store, 'database' | 'outbox' | 'slackRuns' | 'slackDigests' | 'slackRequests' | 'slackSettings'>
  readonly installations: Installations
  readonly clients: Clients
  readonly log: Log
  readonly rateLimits: RateLimits
  readonly apiUrl: string | null
}

export type DeliveryDeps = DelivererDeps & {
  /** Where looking for a lost post was stopped: cursors of Slack, by message and post. */
  readonly lookups: Map<string, string>
}

/** One message on its way to Slack. */
export type DeliveryAttempt = {
  readonly deps: DeliveryDeps
  readonly message: OutboxMessage
  readonly payload: MessagePayload
  readonly client: webApi.WebClient
  readonly installation: Installation
  readonly ctx: SurfaceContext
}

/** How long a response URL works. */
const RESPONSE_MS = 29 * 60_000
export const isPerson = (target: string): boolean => /^[UW]/.test(target)

type Requester = { readonly response_url: string | null; readonly created_at: Date; readonly user_id: string }

/** Who asked for the run a message belongs to, and where; `null` for a run from elsewhere. */
export const originOf = ({ message, deps }: DeliveryAttempt) =>
  message.run_id === null ? null : deps.store.slackRuns.origin(message, message.run_id)

/** Tells only the requester: where they asked, or else by direct message, once for each `key`. */
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

/** Tells somebody in their own conversation with the app what became of a message, once for each `key`. */
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

/** The thread it belongs in: of the message it hangs under, or of the one it was asked for in. */
export function threadFor({ message, payload }: DeliveryAttempt, channel: string): string | null {
  const inThread = 'thread_ts' in payload && channel === message.target ? payload.thread_ts : null
  return inThread ?? message.parent_ts
}

/** Before each call to Slack that may change something or take long. Errors: `ClaimLost`. */
export const renewLease = ({ deps, message }: DeliveryAttempt): Promise<void> => deps.store.outbox.renew(message)

/** Takes the next slot of a rate limit: 0, or milliseconds to wait. */
export const takeRateLimitSlot = ({ deps }: DeliveryAttempt, key: string, { every_ms, burst_ms }: RateLimit) =>
  deps.store.outbox.takeRateLimitSlot(key, every_ms, burst_ms)

/** Milliseconds before the next try. */
export const backoff = (attempts: number): number => Math.min(30_000, 500 * 2 ** Math.min(attempts, 6))

/** Slack renews tokens; the next try has the new one. */
const MAX_RENEWALS = 8
const RENEWAL_MS = 500

/** Where the token had just expired: kept until the new one is there. False: something else is to be done. */
export async function retryWithNewToken({ deps, message }: DeliveryAttempt, code: string): Promise<boolean> {
  if (code !== 'token_expired' || message.attempts >= MAX_RENEWALS) return false
  deps.installations.forget(message.tenant.split(':')[0] ?? '')
  await deps.store.outbox.hold(message, RENEWAL_MS, code)
  return true
}

/** Every rendering signs its links anew, which no reader sees. */
const LINK_KEY = /\?key=[\w.-]+/g
/** Two messages of one hash look the same. */
export const contentHash = ({ text, blocks, plain }: Message): string =>
  createHash('sha256')
    .update(JSON.stringify([text, blocks, plain]).replace(LINK_KEY, ''))
    .digest('base64url')

type Delivered = {
  readonly ts: string
  readonly target: string
  readonly ended: boolean
  /** `null`: it may show something else. */
  readonly content_hash: string | null
}

/** Notes what is posted. Once a run has ended, its thread is due; written first, so that it is never forgotten. */
export async function markDelivered(
  { deps, message, payload, ctx }: DeliveryAttempt,
  { ts, target, ended, content_hash }: Delivered,
): Promise<void> {
  if (payload.show === 'run' && ended)
    await deps.store.outbox.add(message, await threadOf(ctx, message, payload, target))
  const pause_ms = ended ? 0 : deps.rateLimits.again_ms
  await deps.store.outbox.markDelivered(message, { external_id: ts, target, ended, pause_ms, content_hash })
}
