import { z } from 'zod'
import type { WebhookDeliveryRow, WebhookRow } from '../../db/workspace/webhooks.js'
import { END_EVENTS, type Webhook, type WebhookDelivery, WebhookEventType } from '../../domain/workspace/webhook.js'
import { AppError, refuse } from '../../errors.js'
import { auditActor, type Context } from '../context.js'
import { parseInput } from '../parse-input.js'

/** Most webhooks of a workspace, since all workspaces share the delivery capacity. */
const MAX_WEBHOOKS = 10
const MAX_URL_LENGTH = 2_000

export const CreateWebhookInput = z.strictObject({
  url: z.string().trim().max(MAX_URL_LENGTH, `The address has at most ${MAX_URL_LENGTH} characters.`),
  events: z
    .array(WebhookEventType)
    .min(1, 'Name at least one event.')
    .max(20)
    .default([...END_EVENTS]),
})

type WebhookId = { readonly webhook_id: string }
type DeliveryId = WebhookId & { readonly delivery_id: string }

/**
 * Registers an address that is notified when runs of the actor's workspace end. The secret is returned once. Errors:
 * `invalid_input` (also an address that must not be called), `conflict` (too many, or the address is registered).
 */
export async function createWebhook(
  ctx: Context,
  input: z.input<typeof CreateWebhookInput>,
): Promise<Webhook & { secret: string }> {
  const { url, events } = parseInput(CreateWebhookInput, input)
  const refused = await ctx.webhooks.refuse(url)
  if (refused !== null) refuse(refused)
  const row = await ctx.store.webhooks.create(auditActor(ctx), { url, events: [...new Set(events)], max: MAX_WEBHOOKS })
  if (row === 'known')
    throw new AppError('conflict', { problem: 'There is a webhook of this address already; delete it first.' })
  if (row === 'full')
    throw new AppError('conflict', {
      problem: `This workspace has ${MAX_WEBHOOKS} webhooks already; delete one that nobody needs.`,
    })
  return { ...toWebhook(row), secret: ctx.webhooks.secretOf(row) }
}

/** Webhooks of the actor's workspace, oldest first. */
export async function listWebhooks(ctx: Context): Promise<Webhook[]> {
  return (await ctx.store.webhooks.list(ctx.actor)).map(toWebhook)
}

/** Deletes a webhook and its due deliveries. A request already under way may still arrive. Errors: `not_found`. */
export async function deleteWebhook(ctx: Context, { webhook_id }: WebhookId): Promise<void> {
  const id = idOf('webhook', webhook_id)
  if (!(await ctx.store.webhooks.delete(auditActor(ctx), id))) throw noSuch('webhook', webhook_id)
}

/** Rotates the secret of a webhook, which signs every request from now on; it is returned once. Errors: `not_found`. */
export async function rotateWebhookSecret(ctx: Context, { webhook_id }: WebhookId): Promise<{ secret: string }> {
  const id = idOf('webhook', webhook_id)
  const secret_version = await ctx.store.webhooks.rotate(auditActor(ctx), id)
  if (secret_version === null) throw noSuch('webhook', webhook_id)
  return { secret: ctx.webhooks.secretOf({ webhook_id: id, secret_version }) }
}

/** Enables a webhook again that its receiver disabled with HTTP 410. Errors: `not_found`. */
export async function enableWebhook(ctx: Context, { webhook_id }: WebhookId): Promise<void> {
  const id = idOf('webhook', webhook_id)
  if (!(await ctx.store.webhooks.enable(auditActor(ctx), id))) throw noSuch('webhook', webhook_id)
}

/** The last hundred deliveries of a webhook, newest first, kept for 30 days. Errors: `not_found`. */
export async function listDeliveries(ctx: Context, { webhook_id }: WebhookId): Promise<WebhookDelivery[]> {
  const webhook = await findWebhook(ctx, webhook_id)
  return (await ctx.store.webhooks.deliveries(ctx.actor, webhook.webhook_id)).map(toDelivery)
}

/** Sends a delivery again under its own event id. Errors: `not_found`, `conflict` (the webhook is disabled). */
export async function redeliver(ctx: Context, { webhook_id, delivery_id }: DeliveryId): Promise<void> {
  const webhook = await findActiveWebhook(ctx, webhook_id)
  const id = idOf('delivery', delivery_id)
  const found = await ctx.store.webhooks.redeliver(ctx.actor, webhook.webhook_id, id)
  if (!found) throw noSuch('delivery', delivery_id)
}

/** Sends an event of the type `webhook.test`. Errors: `not_found`, `conflict` (the webhook is disabled). */
export async function testWebhook(ctx: Context, { webhook_id }: WebhookId): Promise<{ delivery_id: string }> {
  const webhook = await findActiveWebhook(ctx, webhook_id)
  return { delivery_id: await ctx.store.webhooks.addTest(ctx.actor, webhook.webhook_id) }
}

async function findWebhook(ctx: Context, webhook_id: string): Promise<WebhookRow> {
  const id = idOf('webhook', webhook_id)
  const row = (await ctx.store.webhooks.list(ctx.actor)).find((candidate) => candidate.webhook_id === id)
  if (!row) throw noSuch('webhook', webhook_id)
  return row
}

async function findActiveWebhook(ctx: Context, webhook_id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(ctx, webhook_id)
  const { disabled_reason } = webhook
  if (disabled_reason === null) return webhook
  throw new AppError('conflict', { problem: `The webhook is switched off. ${disabled_reason} Switch it on first.` })
}

/** The id in the spelling of the database. Errors: `not_found`. */
function idOf(what: 'webhook' | 'delivery', id: string): string {
  if (!z.uuid().safeParse(id).success) throw noSuch(what, id)
  return id.toLowerCase()
}
const noSuch = (what: 'webhook' | 'delivery', id: string) => new AppError('not_found', { what, id })

const toWebhook = ({ webhook_id, url, events, disabled_reason, created_at }: WebhookRow): Webhook => ({
  webhook_id,
  url,
  events: z.array(WebhookEventType).parse(events),
  status: disabled_reason === null ? 'active' : 'off',
  off_reason: disabled_reason,
  created_at: created_at.toISOString(),
})

const STATUS: Readonly<Record<string, WebhookDelivery['status']>> = { due: 'pending', done: 'delivered' }

function toDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const { delivery_id, event_id, type, run_id, attempts, problem } = row
  const status = STATUS[row.status] ?? 'given_up'
  return {
    delivery_id,
    event_id,
    type,
    run_id,
    status,
    attempts,
    problem,
    created_at: row.created_at.toISOString(),
    next_attempt_at: status === 'pending' ? row.next_attempt_at.toISOString() : null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
  }
}
