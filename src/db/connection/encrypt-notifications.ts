import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'

/**
 * Encrypts texts so that only processes of this installation can read or create them: any user of the server may LISTEN
 * and NOTIFY.
 */
export type Seal = {
  /** The same text on the same channel gives the same ciphertext, so that the server can drop duplicates. */
  seal(channel: string, text: string): string
  /** Decrypts a text; null where it was not sealed for this channel by this installation. */
  open(channel: string, sealed: string): string | null
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM under a key of the installation; the nonce is a MAC of channel and text. */
export function createSeal(secret: string): Seal {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `notifications ${purpose}`, 32))
  const [key, nonceKey] = [keyFor('seal'), keyFor('nonce')]
  const nonceOf = (channel: string, text: string) =>
    createHmac('sha256', nonceKey).update(`${channel}\n${text}`).digest().subarray(0, NONCE_BYTES)
  return {
    seal(channel, text) {
      const nonce = nonceOf(channel, text)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(channel))
      const sealed = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open(channel, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(channel)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')
        return text + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
