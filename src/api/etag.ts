import { createHash } from 'node:crypto'
import { answer } from './route.js'

/** The hash of a JSON-like value. */
export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** The weak entity tag of an answer with this content. */
export const etagOf = (content: unknown): string => `W/"${hashOf(content).slice(0, 32)}"`

/** Whether `If-None-Match` holds the tag: one of a list, or `*`; compared weakly (RFC 9110, section 13.1.2). */
export function hasTag(request: Request, etag: string): boolean {
  const given = request.headers.get('if-none-match')?.trim() ?? ''
  if (given === '*') return true
  const opaque = etag.replace('W/', '')
  return [...given.matchAll(/"[\x21\x23-\x7e\x80-\xff]*"/g)].some(([tag]) => tag === opaque)
}

/**
 * 200 with its entity tag, or 304 where the client has it. `content`: the part of the body that is compared, without
 * links, which are signed anew each time.
 */
export function taggedAnswer<B>(request: Request, body: B, content: unknown = body) {
  const headers = { etag: etagOf(content), 'cache-control': 'private, no-cache' }
  return hasTag(request, headers.etag) ? answer(304, null, headers) : answer(200, body, headers)
}
