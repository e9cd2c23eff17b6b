import { onTestFinished } from 'vitest'
import { reportRoutes } from '../../src/api/reports.js'
import { ROUTES } from '../../src/api/routes.js'
import { startHttpServer } from '../../src/api/server.js'
import { appHealth } from '../../src/doctor.js'
import { ALL_SCOPES, type Scope } from '../../src/domain/workspace/token-scopes.js'
import { silentLog } from '../../src/log.js'
import type { SurfaceContext } from '../../src/service/surface-context.js'
import { createToken } from '../../src/service/workspace/tokens.js'
import { OAT_DRINK, type TestApp } from './app.js'

/** The API of an app on a server of its own in this process; gives its address. */
export async function serveApi(app: TestApp, { waitMs = 60_000 } = {}): Promise<string> {
  let url = ''
  const ctx = { ...app.local, links: app.reportLinks(() => url) }
  const mounts = [{ path: '/reports', routes: reportRoutes(ctx) }]
  const server = await startHttpServer(
    { ctx, log: silentLog, version: '0', health: () => appHealth(app), routes: ROUTES, waitMs, mounts },
    { host: '127.0.0.1', port: 0 },
  )
  url = server.url
  onTestFinished(() => server.stop())
  return url
}

export type ApiAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of it
  readonly json: any
}
/** Sends `GET /runs` with a token; a body that is neither text nor a form is sent as JSON. */
export type ApiClient = (call: string, body?: unknown, headers?: Record<string, string>) => Promise<ApiAnswer>

/** A client of the workspace that a context is of. */
export async function clientOf(
  url: string,
  ctx: SurfaceContext,
  scopes: readonly Scope[] = ALL_SCOPES,
): Promise<ApiClient> {
  const { token } = await createToken(ctx, { name: 'test', scopes: [...scopes] })
  return async (call, body, headers = {}) => {
    const [method = 'GET', path = '/'] = call.split(' ')
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body: asBody(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null }
  }
}

const asBody = (body: unknown): BodyInit =>
  typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body)

/** A pressure test as small as one can be. */
export const SMALL_TEST = {
  kind: 'pressure_test',
  request: { stimulus: OAT_DRINK, personas: 3, focus_group: 'off', controls: false, assay: 'off' },
} as const
