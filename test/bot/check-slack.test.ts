import { describe, expect, it } from 'vitest'
import { checkSlack } from '../../src/bot/check-slack.js'
import { OPTIONAL_SCOPES, SCOPES } from '../../src/bot/install/oauth.js'
import { readConfig } from '../../src/config.js'
import { diagnose } from '../../src/doctor.js'
import { createLog } from '../../src/log.js'
import { openApp } from '../../src/main.js'
import { testDatabase } from '../support/database.js'
import { type FakeSlack, fakeSlack } from '../support/fake-slack.js'
import { APP_TOKEN, fakeSocketMode } from '../support/fake-socket-mode.js'
import type { Env } from '../support/processes.js'
import { OAUTH } from '../support/slack-install.js'

const PUBLIC_URL = 'https://pressure-test.example.com'
const HTTP = { SLACK_BOT_TOKEN: 'xoxb-one', SLACK_SIGNING_SECRET: 'of a test', PUBLIC_URL }
const SOCKET = { SLACK_BOT_TOKEN: 'xoxb-one', SLACK_APP_TOKEN: APP_TOKEN, PUBLIC_URL }

const grants = (slack: FakeSlack, scopes: readonly string[]) =>
  slack.replies.set('auth.test', () => ({
    ok: true,
    team: 'One',
    team_id: 'T1',
    user: 'pressure-test',
    headers: { 'x-oauth-scopes': scopes.join(',') },
  }))

/** What is found, each in one line. */
async function check(slack: FakeSlack, env: Env) {
  const found = await checkSlack(readConfig({ SLACK_API_URL: slack.apiUrl, ...env }))
  for (const { finding } of found) expect(finding).not.toContain('\n')
  return found
}

describe('what doctor says of Slack', () => {
  it('is one line where all is well', async () => {
    const slack = await fakeSlack()
    const socket = await fakeSocketMode(slack)
    grants(slack, [...SCOPES, ...OPTIONAL_SCOPES])
    expect(await check(slack, {})).toEqual([{ ok: true, finding: 'not configured' }])
    expect(await check(slack, HTTP)).toEqual([
      { ok: true, finding: 'One (T1) as pressure-test, HTTP at /slack/events' },
    ])
    expect(await check(slack, SOCKET)).toEqual([{ ok: true, finding: 'One (T1) as pressure-test, Socket Mode' }])
    slack.replies.set('oauth.v2.access', () => ({ ok: false, error: 'invalid_code' }))
    expect(await check(slack, { ...OAUTH, SLACK_SIGNING_SECRET: 'of a test', PUBLIC_URL })).toEqual([
      { ok: true, finding: 'many workspaces by OAuth, HTTP at /slack/events' },
    ])
    // Nobody connects for a look.
    expect(socket.connections).toEqual([])
  })

  it('names each thing that is wrong and how to mend it', async () => {
    const slack = await fakeSlack()
    await fakeSocketMode(slack)
    grants(slack, SCOPES.slice(2))
    const only = async (env: Env) => {
      const bad = (await check(slack, env)).filter(({ ok }) => !ok)
      expect(bad).toHaveLength(1)
      return bad[0]?.finding
    }
    expect(await only(HTTP)).toMatch(/may not app_mentions:read, chat:write in One; add these scopes .* install/)
    slack.replies.set('auth.test', () => ({ ok: false, error: 'token_revoked' }))
    expect(await only(HTTP)).toMatch(/refuses SLACK_BOT_TOKEN \(token_revoked\); install the app again/)
    grants(slack, SCOPES)
    expect(await only({ ...SOCKET, SLACK_APP_TOKEN: 'xapp-wrong' })).toMatch(
      /refuses SLACK_APP_TOKEN \(invalid_auth\).*connections:write/,
    )
    expect(await only({ ...HTTP, SLACK_SIGNING_SECRET: '' })).toMatch(/needs SLACK_SIGNING_SECRET/)
    expect(await only({ ...HTTP, SLACK_SIGNING_SECRET: 'xoxb-one' })).toMatch(/SLACK_SIGNING_SECRET holds a token/)
    expect(await only({ ...HTTP, PUBLIC_URL: '' })).toMatch(/PUBLIC_URL is not set/)
    for (const PUBLIC_URL of ['http://pt.example.com', 'https://localhost:3000', 'https://192.168.1.4', 'https://pt'])
      expect(await only({ ...HTTP, PUBLIC_URL })).toMatch(/Slack cannot reach PUBLIC_URL/)
    slack.replies.set('oauth.v2.access', () => ({ ok: false, error: 'bad_client_secret' }))
    const many = { ...OAUTH, SLACK_SIGNING_SECRET: 'of a test', PUBLIC_URL }
    expect(await only(many)).toMatch(/SLACK_CLIENT_SECRET \(bad_client_secret\)/)
    expect(await only({ ...many, TOKEN_ENCRYPTION_KEY: 'short' })).toMatch(/TOKEN_ENCRYPTION_KEY must be/)
  })

  it('says once that Slack is away', async () => {
    const slack = await fakeSlack()
    slack.fault = () => 'drop'
    expect(await check(slack, SOCKET)).toEqual([
      { ok: false, finding: 'Slack does not answer; check the network or SLACK_API_URL.' },
    ])
  })

  it('stands among the other parts', async () => {
    const slack = await fakeSlack()
    slack.replies.set('auth.test', () => ({ ok: false, error: 'account_inactive' }))
    const config = readConfig({
      DATABASE_URL: await testDatabase(),
      SLACK_API_URL: slack.apiUrl,
      ...HTTP,
      PUBLIC_URL: '',
    })
    const found = await diagnose({ config, open: () => openApp(config, createLog('silent')) })
    expect(found.filter(({ part }) => part === 'slack').map(({ ok }) => ok)).toEqual([false, false])
    expect(found.find(({ part }) => part === 'database')).toMatchObject({ ok: true })
  })
})
