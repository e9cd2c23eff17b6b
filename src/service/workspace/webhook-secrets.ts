import { createHmac } from 'node:crypto'

/** Returns the secret that signs the requests to a webhook. */
export type WebhookSecrets = (webhook: { readonly webhook_id: string; readonly secret_version: number }) => string

/** Secrets of webhooks, derived from one of the installation: none is stored, and each rotation derives another. */
export const webhookSecrets =
  (master: string): WebhookSecrets =>
  ({ webhook_id, secret_version }) =>
    `whsec_${createHmac('sha256', master).update(`webhook\n${webhook_id}\n${secret_version}`).digest('base64url')}`
