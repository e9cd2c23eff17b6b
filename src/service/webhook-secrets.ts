import { createHmac } from 'node:crypto'

/** The secret that signs what a webhook is sent. */
export type WebhookSecrets = (webhook: { readonly webhook_id: string; readonly secret_version: number }) => string

/** Secrets of webhooks, derived from one of the installation: none is stored, and each rotation gives another. */
export const webhookSecrets =
  (master: string): WebhookSecrets =>
  ({ webhook_id, secret_version }) =>
    `whsec_${createHmac('sha256', master).update(`webhook\n${webhook_id}\n${secret_version}`).digest('base64url')}`
