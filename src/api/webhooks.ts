import { z } from 'zod'
import { Webhook, WebhookDelivery } from '../domain/workspace/webhook.js'
import {
  CreateWebhookInput,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateWebhookSecret,
  testWebhook,
} from '../service/workspace/webhooks.js'
import { answer, defineRoute, ok, type Route } from './route.js'

const tag = 'Webhooks'
const Secret = z.object({ secret: z.string() })

export const WEBHOOK_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/webhooks',
    scope: 'admin',
    id: 'createWebhook',
    tag,
    summary:
      'Registers an address that is told when runs of the workspace end. The secret signs every request (`Pressure-Test-Signature: t=…,v1=…`, HMAC-SHA256 of `timestamp.body`) and is shown once.',
    body: CreateWebhookInput,
    answers: { 201: Webhook.extend(Secret.shape) },
    fails: ['conflict'],
    handle: async ({ ctx, body }) => answer(201, await createWebhook(ctx, body)),
  }),
  defineRoute({
    method: 'get',
    path: '/webhooks',
    scope: 'read',
    id: 'listWebhooks',
    tag,
    summary: 'The webhooks of the workspace, oldest first.',
    answers: { 200: z.object({ webhooks: z.array(Webhook) }) },
    handle: async ({ ctx }) => ok({ webhooks: await listWebhooks(ctx) }),
  }),
  defineRoute({
    method: 'delete',
    path: '/webhooks/{id}',
    scope: 'admin',
    id: 'deleteWebhook',
    tag,
    summary: 'Removes a webhook and what is due to it.',
    answers: { 204: null },
    async handle({ ctx, params }) {
      await deleteWebhook(ctx, { webhook_id: params.id })
      return answer(204, null)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/webhooks/{id}/secret',
    scope: 'admin',
    id: 'rotateWebhookSecret',
    tag,
    summary: 'Gives a webhook another secret, shown once. The old one signs nothing more.',
    answers: { 200: Secret },
    handle: async ({ ctx, params }) => ok(await rotateWebhookSecret(ctx, { webhook_id: params.id })),
  }),
  defineRoute({
    method: 'post',
    path: '/webhooks/{id}/enable',
    scope: 'admin',
    id: 'enableWebhook',
    tag,
    summary: 'Switches a webhook on again that its receiver had switched off with HTTP 410.',
    answers: { 204: null },
    async handle({ ctx, params }) {
      await enableWebhook(ctx, { webhook_id: params.id })
      return answer(204, null)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/webhooks/{id}/test',
    scope: 'admin',
    id: 'testWebhook',
    tag,
    summary: 'Sends an event of the type `webhook.test`. Its outcome is in the list of deliveries.',
    answers: { 202: z.object({ delivery_id: z.string() }) },
    fails: ['conflict'],
    handle: async ({ ctx, params }) => answer(202, await testWebhook(ctx, { webhook_id: params.id })),
  }),
  defineRoute({
    method: 'get',
    path: '/webhooks/{id}/deliveries',
    scope: 'read',
    id: 'listWebhookDeliveries',
    tag,
    summary: 'The last hundred deliveries of a webhook, newest first, with their outcome. They are kept for 30 days.',
    answers: { 200: z.object({ deliveries: z.array(WebhookDelivery) }) },
    handle: async ({ ctx, params }) => ok({ deliveries: await listDeliveries(ctx, { webhook_id: params.id }) }),
  }),
  defineRoute({
    method: 'post',
    path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    scope: 'admin',
    id: 'redeliverWebhook',
    tag,
    summary: 'Sends a delivery once more, under its own event id.',
    answers: { 202: null },
    fails: ['conflict'],
    async handle({ ctx, params }) {
      await redeliver(ctx, { webhook_id: params.id, delivery_id: params.delivery_id })
      return answer(202, null)
    },
  }),
]
