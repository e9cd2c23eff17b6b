import { Hono } from 'hono'
import { addressOf } from './limit-requests.js'

/** Handlers of the Slack app; `null`: 404 at that address. */
export type SlackHandlers = {
  events(request: Request): Promise<Response>
  readonly install: (() => Promise<Response>) | null
  /** `address`: that of the browser. */
  readonly redirect: ((request: Request, address: string) => Promise<Response>) | null
}

/** `/slack`: Slack's requests, and the installation by OAuth. The handlers check signatures themselves. */
export function slackRoutes({ events, install, redirect }: SlackHandlers, behindProxy = false): Hono {
  const routes = new Hono()
  routes.post('/events', (c) => events(c.req.raw))
  if (install) routes.get('/install', () => install())
  if (redirect) routes.get('/oauth_redirect', (c) => redirect(c.req.raw, addressOf(c, behindProxy)))
  return routes
}
