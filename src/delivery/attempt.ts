import type { webApi } from '@slack/bolt'
import { respond } from '../bot/inbound/respond.js'
import type { Installation, Installations } from '../bot/install/installations.js'
import type { Clients } from '../bot/slack-client.js'
import type { Log } from '../log.js'
import type { Context } from '../service/context.js'
import type { Said } from './payload.js'
import type { Pace, Turn } from './rate-limits.js'

export type DelivererDeps = {
  /** Of no particular workspace. */
  readonly ctx: Context
  readonly installations: Installations
  readonly clients: Clients
  readonly log: Log
  readonly pace: Pace
  readonly apiUrl: string | null
}

export type Due = Awaited<ReturnType<Context['store']['outbox']['claim']>>[number]
/** One message that is being said. */
export type Saying = {
  readonly deps: DelivererDeps
  readonly due: Due
  readonly said: Said
  readonly client: webApi.WebClient
  readonly installation: Installation
  readonly ctx: Context
}

/** How long a response URL works. */
const RESPONSE_MS = 29 * 60_000
export const isPerson = (target: string): boolean => /^[UW]/.test(target)

type Asked = { readonly response_url: string | null; readonly created_at: Date; readonly user_id: string }

/** Tells only the one who asked: where they asked, or else by direct message, once for each `key`. */
export async function tellAside(saying: Saying, origin: Asked, sentence: string, key: string): Promise<void> {
  if (await sayAside(saying, origin, sentence)) return
  const { due, ctx } = saying
  const payload = { show: 'notice', sentence }
  const notice = { dedupe_key: `${key}:${due.id}`, payload, tenant: due.tenant, target: origin.user_id, priority: 1 }
  await ctx.store.outbox.add(due.workspace_id, [notice])
}

/** False where there is no way to where they asked. */
async function sayAside({ deps }: Saying, origin: Asked, sentence: string): Promise<boolean> {
  if (origin.response_url === null || Date.now() - origin.created_at.getTime() > RESPONSE_MS) return false
  return respond(
    origin.response_url,
    { response_type: 'ephemeral', text: sentence, replace_original: false },
    deps.apiUrl,
  )
}

/** The thread it stands in: of the message it hangs under, or of the one it was asked for in. */
export function threadFor({ due, said }: Saying, channel: string): string | null {
  return ('thread_ts' in said && channel === due.target ? said.thread_ts : null) ?? due.parent_ts
}

/** Takes the next place of a pace: 0, or milliseconds to wait. */
export const turn = ({ ctx }: Saying, key: string, { every_ms, burst_ms }: Turn) =>
  ctx.store.outbox.takeTurn(key, every_ms, burst_ms)

/** Milliseconds before the next try. */
export const backoff = (attempts: number): number => Math.min(30_000, 500 * 2 ** Math.min(attempts, 6))
