import { z } from 'zod'
import { docsPage } from './docs-page.js'
import { etagOf, hasTag } from './etag.js'
import { openApi } from './openapi.js'
import { answer, defineRoute, type Route } from './route.js'

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

/** Caches a document for each version, of which a process has one: making it takes long, and anybody may request it. */
function perVersion<T>(make: (version: string) => T): (version: string) => T {
  const made = new Map<string, T>()
  return (version) => {
    const known = made.get(version) ?? make(version)
    made.set(version, known)
    return known
  }
}

/**
 * `GET /openapi.json` and `GET /docs`: the routes, for programs and for people. No token, because they hold nobody's
 * data.
 */
export function documentRoutes(routes: readonly Route[]): readonly Route[] {
  const documentOf = perVersion((version) => {
    const text = JSON.stringify(openApi(routes, version))
    return { text, etag: etagOf(text) }
  })
  const pageOf = perVersion((version) => docsPage(routes, version))
  return [
    defineRoute({
      method: 'get',
      path: '/openapi.json',
      scope: null,
      id: 'getOpenApi',
      tag: 'Server',
      summary: 'The OpenAPI 3.1 document of this server.',
      headers: { 'If-None-Match': 'The ETag of an earlier answer.' },
      answers: { 200: z.record(z.string(), z.unknown()), 304: null },
      async handle({ server, request }) {
        const { text, etag } = documentOf(server.version)
        const headers = { etag, 'cache-control': 'private, no-cache' }
        if (hasTag(request, etag)) return answer(304, null, headers)
        return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } })
      },
    }),
    defineRoute({
      method: 'get',
      path: '/docs',
      scope: null,
      id: 'getDocs',
      tag: 'Server',
      summary: 'The same as a page, without scripts.',
      answers: { 200: { type: 'text/html' } },
      handle: async ({ server }) => new Response(pageOf(server.version), { headers: PAGE_HEADERS }),
    }),
  ]
}
