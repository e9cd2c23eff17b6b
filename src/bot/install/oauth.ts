import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { webApi } from '@slack/bolt'
import type { Log } from '../../log.js'
import { isFirstArrival, saveInstallation, slackActor } from '../../service/slack/slack-workspaces.js'
import type { SurfaceContext } from '../../service/surface-context.js'
import { clientOptions } from '../slack-client.js'
import { refreshing } from './installations.js'
import type { TokenCipher } from './token-cipher.js'

/** Scopes that the app requires. */
export const SCOPES = [
  'app_mentions:read',
  'chat:write',
  'commands',
  'files:read',
  'files:write',
  'im:history',
  'im:write',
  'users:read',
] as const
/**
 * With these scopes, a message whose response was lost can be looked up, and a mention in an open channel can be told
 * from one in a private channel. Without them such a message stays uncertain, and every mention counts as private.
 */
export const OPTIONAL_SCOPES = ['channels:history', 'channels:read', 'groups:history', 'groups:read'] as const

export type InstallDeps = {
  readonly clientId: string
  readonly clientSecret: string
  readonly stateSecret: string
  readonly cipher: TokenCipher
  readonly ctx: SurfaceContext
  readonly log: Log
  readonly apiUrl: string | null
  /** Public address of this server. */
  readonly base: () => string
  /** Drops this process's cache for a team. */
  readonly evict: (id: string) => void
}

const STATE_MS = 10 * 60_000
const COOKIE = 'pressure_test_install'

/** Installing by OAuth: the redirect to Slack, and the callback. */
export function createInstall(deps: InstallDeps) {
  const { stateSecret, apiUrl } = deps
  const sign = (text: string): string =>
    createHmac('sha256', stateSecret).update(`slack install\n${text}`).digest('base64url')
  const redirectUri = (): string => `${deps.base().replace(/\/+$/, '')}/slack/oauth_redirect`
  const authorizeUrl =
    apiUrl === null ? 'https://slack.com/oauth/v2/authorize' : new URL('/oauth/v2/authorize', apiUrl).href

  /** Whether the state is signed by this app, belongs to this browser, and has not expired. */
  const holds = (state: string, cookie: string | null): boolean => {
    const [nonce = '', until = '', signature = ''] = state.split('.')
    const received = Buffer.from(signature)
    const expected = Buffer.from(sign(`${nonce}.${until}`))
    const same = received.length === expected.length && timingSafeEqual(received, expected)
    return same && Number(until) > Date.now() && cookie?.split(/;\s*/).includes(`${COOKIE}=${nonce}`) === true
  }

  return {
    /** Redirects the browser to Slack. */
    async install(): Promise<Response> {
      const nonce = randomBytes(16).toString('base64url')
      const signed = `${nonce}.${Date.now() + STATE_MS}`
      const url = new URL(authorizeUrl)
      url.searchParams.set('client_id', deps.clientId)
      url.searchParams.set('scope', [...SCOPES, ...OPTIONAL_SCOPES].join(','))
      url.searchParams.set('redirect_uri', redirectUri())
      url.searchParams.set('state', `${signed}.${sign(signed)}`)
      const secure = deps.base().startsWith('https:') ? '; Secure' : ''
      return new Response(null, {
        status: 302,
        headers: {
          location: url.href,
          'set-cookie': `${COOKIE}=${nonce}; Path=/slack; Max-Age=${STATE_MS / 1_000}; HttpOnly; SameSite=Lax${secure}`,
          'cache-control': 'no-store',
        },
      })
    },

    /** OAuth callback: exchanges the code for a token, which is stored encrypted. */
    async redirect(request: Request, address: string): Promise<Response> {
      const { searchParams } = new URL(request.url)
      const code = searchParams.get('code')
      if (searchParams.get('error')) return page(400, 'The app was not installed: the request was declined in Slack.')
      const state = searchParams.get('state') ?? ''
      const usable = code !== null && holds(state, request.headers.get('cookie'))
      if (!usable || !(await isFirstArrival(deps.ctx, `install ${state}`)))
        return page(
          400,
          'This link has expired, was used before or was opened in another browser. Begin again at /slack/install.',
        )
      try {
        const client = new webApi.WebClient(undefined, clientOptions(apiUrl))
        const answer = await client.oauth.v2.access({
          client_id: deps.clientId,
          client_secret: deps.clientSecret,
          code,
          redirect_uri: redirectUri(),
        })
        await keep({ ...deps, ctx: { ...deps.ctx, origin: `slack oauth ${address}` } }, answer)
        return page(
          200,
          `Installed${answer.team?.name ? ` in ${answer.team.name}` : ''}. Type /pressure-test in Slack to begin.`,
        )
      } catch (error) {
        deps.log.error({ error: error instanceof Error ? error.message : String(error) }, 'installation failed')
        return page(502, 'Slack did not confirm the installation. Begin again at /slack/install.')
      }
    },
  }
}

async function keep(deps: InstallDeps, answer: webApi.OauthV2AccessResponse): Promise<void> {
  const { access_token, team, enterprise, is_enterprise_install, app_id, bot_user_id, scope, authed_user } = answer
  const { refresh_token, expires_in } = answer
  const id = is_enterprise_install ? enterprise?.id : team?.id
  if (!id || !access_token) throw new Error('the answer names no team or holds no bot token')
  const name = (is_enterprise_install ? enterprise?.name : team?.name) ?? id
  const me = await new webApi.WebClient(access_token, clientOptions(deps.apiUrl)).auth.test().catch(() => null)
  const installedBy = authed_user?.id ?? ''
  const person = { tenant: id, tenant_name: name, user: installedBy, name: 'somebody' }
  const actor = await slackActor(deps.ctx, person)
  await saveInstallation(
    { ...deps.ctx, actor },
    {
      id,
      team_name: name,
      enterprise_id: enterprise?.id ?? null,
      app_id: app_id ?? null,
      bot_id: me?.bot_id ?? null,
      bot_user_id: bot_user_id ?? '',
      scopes: (scope ?? '').split(',').filter((name) => name !== ''),
      token: deps.cipher.encrypt(access_token, id),
      refresh_token: refresh_token ? deps.cipher.encrypt(refresh_token, refreshing(id)) : null,
      installed_by: installedBy,
    },
    refresh_token ? (expires_in ?? null) : null,
  )
  deps.evict(id)
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const page = (status: number, sentence: string): Response =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>pressure-test</title><p style="font:16px/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem">${escaped(sentence)}</p>`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        'cache-control': 'no-store',
        'set-cookie': `${COOKIE}=; Path=/slack; Max-Age=0`,
      },
    },
  )
