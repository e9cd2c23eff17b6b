import { z } from 'zod'
import { RunKind } from '../run/kinds.js'
import { RunStatus, TrustLight } from '../run/run.js'

/** Events a webhook can receive. `run.paused`: the run waits, for trouble to pass, for a budget or for a person. */
export const WebhookEventType = z.enum(['run.completed', 'run.failed', 'run.cancelled', 'run.paused'])
export type WebhookEventType = z.infer<typeof WebhookEventType>

/** The three ends of a run. */
export const END_EVENTS: readonly WebhookEventType[] = ['run.completed', 'run.failed', 'run.cancelled']

export const Webhook = z.object({
  webhook_id: z.string(),
  url: z.string(),
  events: z.array(WebhookEventType),
  status: z.enum(['active', 'off']),
  /** Why it was switched off; `null` while it is active. */
  off_reason: z.string().nullable(),
  created_at: z.string(),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookDelivery = z.object({
  delivery_id: z.string(),
  /** Event id in the request; equal in each try. */
  event_id: z.string(),
  type: z.string(),
  run_id: z.string().nullable(),
  status: z.enum(['pending', 'delivered', 'given_up']),
  attempts: z.int(),
  /** Why the last try failed; `null` after a success. */
  problem: z.string().nullable(),
  created_at: z.string(),
  next_attempt_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** An event as stored until it is sent. `data` of a test event is `null`. */
export const StoredWebhookEvent = z.object({
  id: z.string(),
  type: z.union([WebhookEventType, z.literal('webhook.test')]),
  data: z
    .object({
      run_id: z.string(),
      kind: RunKind,
      status: RunStatus,
      /** Code of the error or of the pause. Its sentence is not sent, as it may repeat other people's text. */
      code: z.string().nullable(),
      light: TrustLight.nullable(),
      sentence: z.string().nullable(),
    })
    .nullable(),
})
export type StoredWebhookEvent = z.infer<typeof StoredWebhookEvent>

/** The body of a webhook request. */
export const WebhookEvent = StoredWebhookEvent.extend({
  created_at: z.string(),
  data: StoredWebhookEvent.shape.data
    .unwrap()
    .extend({
      /** Opens the report for anyone who has the link, for 30 days; `null` without a report or without `PUBLIC_URL`. */
      report_url: z.string().nullable(),
      /** Address for reading the run with a token; `null` without `PUBLIC_URL`. */
      result_url: z.string().nullable(),
    })
    .nullable(),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>
