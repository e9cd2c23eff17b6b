import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signs claims with HMAC-SHA256, as `<base64url JSON>.<base64url signature>`: their holder can read them, and nobody
 * can change them. A signature for one purpose is none for another.
 */
export function createSigner(secret: string, purpose: 'report' | 'session') {
  const sign = (payload: string) => createHmac('sha256', secret).update(`${purpose}\n${payload}`).digest()
  return {
    seal(claims: object): string {
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return `${payload}.${sign(payload).toString('base64url')}`
    },
    /** The claims, unchecked but for their signature; `null` where they were changed or not signed by this secret. */
    open(key: string): unknown {
      const [payload = '', signature = ''] = key.split('.')
      const received = Buffer.from(signature, 'base64url')
      const expected = sign(payload)
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
      return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    },
  }
}
