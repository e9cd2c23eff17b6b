import { html, raw } from 'hono/html'
import { z } from 'zod'
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

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff }
h2 { margin-top: 2.5rem } h3 { margin: 1.5rem 0 .25rem; font-size: 1rem } summary { cursor: pointer }
code, pre { font: 14px/1.45 ui-monospace, monospace } pre { overflow: auto; max-height: 30rem; padding: .75rem; background: #f4f4f2 }`

/** The routes as one page, by resource, and after them the schemas that they name. */
function docsPage(routes: readonly Route[], version: string): string {
  const { info, components } = openApi(routes, version)
  const tags = [...new Set(routes.map(({ tag }) => tag))]
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>pressure-test: HTTP API</title><style>${raw(STYLE)}</style></head><body>
<h1>HTTP API of pressure-test ${version}</h1>
<p>${info.description}</p>
<p>Send <code>Authorization: Bearer pt_…</code>; <code>pressure-test token create</code> makes the token. Bodies are JSON. What goes wrong is
<code>{ "error": { "code", "message" } }</code>. For programs: <a href="/openapi.json">openapi.json</a>.</p>
${tags.map((tag) => section(tag, routes))}
<h2>Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => schemaEntry(name, schema))}
</body></html>`
  return String(page)
}

const section = (tag: string, routes: readonly Route[]) => html`<h2>${tag}</h2>
${routes
  .filter((route) => route.tag === tag)
  .map(
    ({ method, path, id, summary, scope }) => html`<h3 id="${id}"><code>${method.toUpperCase()} ${path}</code></h3>
<p>${summary}${scope === null ? ' No token is needed.' : ` Scope: ${scope}.`}</p>`,
  )}`

const schemaEntry = (
  name: string,
  schema: unknown,
) => html`<details id="${name}"><summary><code>${name}</code></summary>
<pre>${JSON.stringify(schema, null, 2)}</pre></details>`
