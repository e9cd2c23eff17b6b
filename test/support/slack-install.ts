import type { FakeSlack } from './fake-slack.js'
import type { SlackApp } from './slack-app.js'
import { ADMIN } from './slack-payloads.js'

export const OAUTH = {
  SLACK_CLIENT_ID: 'client',
  SLACK_CLIENT_SECRET: 'secret',
  SLACK_STATE_SECRET: 'a state secret of a test',
  TOKEN_ENCRYPTION_KEY: `old:${Buffer.alloc(32, 7).toString('base64')}`,
}

/** What Slack answers a code with. `more` replaces single fields. */
export const installed = (more: object = {}) => ({
  ok: true,
  access_token: 'xoxb-one',
  token_type: 'bot',
  scope: 'chat:write,commands',
  bot_user_id: 'U0000000BOT',
  app_id: 'A1',
  team: { id: 'T000000001', name: 'One' },
  enterprise: null,
  is_enterprise_install: false,
  authed_user: { id: ADMIN },
  ...more,
})

/** Comes back from Slack as an admin's browser would, with a code that Slack answers so. */
export async function installWith(app: SlackApp, slack: FakeSlack, answer: object): Promise<Response> {
  slack.replies.set('oauth.v2.access', () => answer)
  const begun = await app.fetch('/slack/install')
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  const back = await app.fetch(`/slack/oauth_redirect?code=c&state=${state}`, { headers: { cookie } })
  slack.replies.delete('oauth.v2.access')
  return back
}
