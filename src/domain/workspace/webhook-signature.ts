import { createHmac, timingSafeEqual } from 'node:crypto'

/** Maximum distance of a request's time stamp from the receiver's clock. */
const TOLERANCE_SECONDS = 300

/** Header `Pressure-Test-Signature`: `t=<seconds>,v1=<hex>`, HMAC-SHA256 of `<seconds>.<body>` under the webhook's secret. */
export function signWebhook(secret: string, body: string, now_ms: number): string {
  const timestamp = Math.floor(now_ms / 1_000)
  return `t=${timestamp},v1=${hmacOf(secret, timestamp, body).toString('hex')}`
}

/**
 * Whether a request comes from this program, unchanged and at most five minutes from now. `body`: the bytes as
 * received, before any parsing. `header`: `Pressure-Test-Signature`.
 */
export function verifySignature(request: {
  readonly secret: string
  readonly body: string
  readonly header: string | null | undefined
  readonly now_ms?: number
}): boolean {
  const [, seconds = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(request.header ?? '') ?? []
  if (signature === '') return false
  const timestamp = Number(seconds)
  const now = (request.now_ms ?? Date.now()) / 1_000
  if (Math.abs(now - timestamp) > TOLERANCE_SECONDS) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), hmacOf(request.secret, timestamp, request.body))
}

const hmacOf = (secret: string, timestamp: number, body: string): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest()
