import { z } from 'zod'
import { docsPage } from './docs-page.js'
import { taggedAnswer } from './etag.js'
import { openApi } from './openapi.js'
import { defineRoute, type Route } from './route.js'

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

/** `GET /openapi.json` and `GET /docs`: what routes there are, for programs and for people. Open, as they say nothing of anybody. */
export const documentRoutes = (routes: readonly Route[]): readonly Route[] => [
  defineRoute({
    method: 'get',
    path: '/openapi.json',
    scope: null,
    id: 'getOpenApi',
    tag: 'Server',
    summary: 'The OpenAPI 3.1 document of this server.',
    headers: { 'If-None-Match': 'The ETag of an earlier answer.' },
    answers: { 200: z.record(z.string(), z.unknown()), 304: null },
    handle: async ({ server, request }) => taggedAnswer(request, { ...openApi(routes, server.version) }),
  }),
  defineRoute({
    method: 'get',
    path: '/docs',
    scope: null,
    id: 'getDocs',
    tag: 'Server',
    summary: 'The same as a page, without scripts.',
    answers: { 200: { type: 'text/html' } },
    handle: async ({ server }) => new Response(docsPage(routes, server.version), { headers: PAGE_HEADERS }),
  }),
]
