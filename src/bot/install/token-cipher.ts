import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '../../errors.js'

/** Length in bytes of an AES-256 key, and of a GCM nonce. */
const KEY_BYTES = 32
const NONCE_BYTES = 12

export type TokenCipher = {
  /** `about` is authenticated with the text: decrypting needs the same `about`. */
  encrypt(text: string, about: string): string
  decrypt(sealed: string, about: string): string
  /** Whether the text was encrypted with another key than the first. */
  isOld(sealed: string): boolean
}

/**
 * AES-256-GCM. `keys`: `id:base64key`, separated by commas. The first key encrypts, all of them decrypt; to rotate, put
 * the new key in front. A single key needs no id. Errors: `configuration`.
 */
export function createTokenCipher(keys: string): TokenCipher {
  const known = new Map(keys.split(',').map((entry) => readKey(entry.trim())))
  const [first] = known
  if (!first) throw wrong('is empty')
  const [firstId, firstKey] = first
  return {
    encrypt(text, about) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', firstKey, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [firstId, ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.')
    },
    decrypt(sealed, about) {
      const [id = '', ...parts] = sealed.split('.')
      const [nonce, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
      const key = known.get(id)
      if (!key || !nonce || !text || !tag)
        throw wrong(
          `has no key "${id.slice(0, 20)}", with which a stored token was encrypted; add it behind the others`,
        )
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
        .setAAD(Buffer.from(about))
        .setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    },
    isOld: (sealed) => !sealed.startsWith(`${firstId}.`),
  }
}

function readKey(entry: string): [string, Buffer] {
  const at = entry.indexOf(':')
  const id = at < 0 ? 'k1' : entry.slice(0, at)
  const key = Buffer.from(entry.slice(at + 1), 'base64')
  if (!/^[\w-]{1,20}$/.test(id) || key.length !== KEY_BYTES)
    throw wrong('must be id:key with commas between, each key 32 bytes in base64 (openssl rand -base64 32)')
  return [id, key]
}

const wrong = (problem: string) => new AppError('configuration', { problem: `TOKEN_ENCRYPTION_KEY ${problem}.` })
