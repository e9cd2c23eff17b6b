import { describe, expect, it } from 'vitest'
import { createTokenCipher } from '../../src/bot/install/token-cipher.js'
import { query } from '../support/database.js'
import { type FakeSlack, fakeSlack, type SlackCall } from '../support/fake-slack.js'
import { eventually, readBack, type SlackApp, startSlackApp } from '../support/slack-app.js'
import { installed, installWith, OAUTH } from '../support/slack-install.js'

const TEAM = 'T000000001'
type Row = { token: string; refresh_token: string; expires_in: number; refresh_in: number }

const rowOf = async (app: SlackApp): Promise<Row | undefined> =>
  (
    await query<Row>(
      app.env.DATABASE_URL ?? '',
      `select token, refresh_token, extract(epoch from expires_at - now())::float expires_in,
              extract(epoch from refresh_at - now())::float refresh_in from slack_installation`,
    )
  )[0]
const fallDue = (app: SlackApp) =>
  query(app.env.DATABASE_URL ?? '', `update slack_installation set refresh_at = now() - interval '1 second'`)
const refreshes = (slack: FakeSlack): SlackCall[] =>
  slack.calls.filter(({ method, body }) => method === 'oauth.v2.access' && body.grant_type === 'refresh_token')

/**
 * Slack's rotation: each refresh token gives a pair; asked again with the same one it gives another pair, until a token it
 * gave was used. Then it is worth nothing.
 */
function rotating(slack: FakeSlack) {
  const usable = new Set(['xoxe-1'])
  const givenFor = new Map<string, string>()
  let number = 1
  slack.replies.set('oauth.v2.access', ({ body }) => {
    const { grant_type, refresh_token, client_id, client_secret } = body
    if (grant_type !== 'refresh_token') return null
    if (client_id !== 'client' || client_secret !== 'secret') return { ok: false, error: 'bad_client_secret' }
    if (!usable.has(refresh_token)) return { ok: false, error: 'invalid_refresh_token' }
    number++
    usable.add(`xoxe-${number}`)
    givenFor.set(`xoxe.xoxb-${number}`, refresh_token)
    const tokens = { access_token: `xoxe.xoxb-${number}`, refresh_token: `xoxe-${number}`, expires_in: 43_200 }
    return installed({ ...tokens })
  })
  slack.replies.set('views.publish', ({ token }) => {
    usable.delete(givenFor.get(token) ?? '')
    return { ok: true }
  })
  return { usable }
}

const ROTATED = installed({ access_token: 'xoxe.xoxb-1', refresh_token: 'xoxe-1', expires_in: 43_200 })

async function installedWithRotation() {
  const slack = await fakeSlack()
  const app = await startSlackApp(slack, { env: OAUTH, worker: false })
  expect((await installWith(app, slack, ROTATED)).status).toBe(200)
  return { slack, app, ...rotating(slack) }
}
const openHome = (app: SlackApp) => app.event({ type: 'app_home_opened', user: 'U000000001', tab: 'home' })
const published = (slack: FakeSlack) =>
  slack.calls.filter(({ method }) => method === 'views.publish').map(({ token }) => token)

describe('tokens that Slack rotates', () => {
  it('are kept encrypted with their end, and renewed when half their life is over, not within a request', async () => {
    const { slack, app } = await installedWithRotation()
    const first = await rowOf(app)
    const cipher = createTokenCipher(OAUTH.TOKEN_ENCRYPTION_KEY)
    expect(cipher.decrypt(first?.refresh_token ?? '', `${TEAM}/refresh`)).toBe('xoxe-1')
    expect(() => cipher.decrypt(first?.refresh_token ?? '', TEAM)).toThrow()
    expect(Math.round((first?.expires_in ?? 0) / 3_600)).toBe(12)
    expect(Math.round((first?.refresh_in ?? 0) / 3_600)).toBe(6)
    await openHome(app)
    expect(refreshes(slack)).toEqual([])
    expect(published(slack)).toEqual(['xoxe.xoxb-1'])

    await fallDue(app)
    await eventually(async () => (await rowOf(app))?.token !== first?.token)
    const second = await rowOf(app)
    expect(cipher.decrypt(second?.token ?? '', TEAM)).toBe('xoxe.xoxb-2')
    expect(cipher.decrypt(second?.refresh_token ?? '', `${TEAM}/refresh`)).toBe('xoxe-2')
    expect(Math.round((second?.refresh_in ?? 0) / 3_600)).toBe(6)
    await openHome(app)
    expect(published(slack).at(-1)).toBe('xoxe.xoxb-2')
    // The pair goes on from the new refresh token, the old one being spent.
    await fallDue(app)
    await eventually(() => refreshes(slack).length === 2)
    expect(refreshes(slack).map(({ body }) => body.refresh_token)).toEqual(['xoxe-1', 'xoxe-2'])
    expect(JSON.stringify(await rowOf(app))).not.toMatch(/xoxe-|xoxb-/)
  })

  it('are renewed by one process at a time, and the others take the new one up', async () => {
    const { slack, app } = await installedWithRotation()
    const others = await Promise.all(
      [1, 2].map(() =>
        startSlackApp(slack, { env: { ...OAUTH, DATABASE_URL: app.env.DATABASE_URL ?? '' }, worker: false }),
      ),
    )
    await fallDue(app)
    await eventually(async () => ((await rowOf(app))?.refresh_in ?? 0) > 3_600)
    await Promise.all([app, ...others].map((one) => one.bot.stop()))
    expect(refreshes(slack)).toHaveLength(1)
    // Each remembers for a while what it read before.
    for (const other of others)
      await eventually(async () => {
        await openHome(other)
        return published(slack).at(-1) === 'xoxe.xoxb-2'
      })
  })

  it('survive an answer that is lost', async () => {
    const { slack, app } = await installedWithRotation()
    let lost = 1
    slack.fault = ({ method }) => {
      if (method !== 'oauth.v2.access' || lost-- <= 0) return null
      slack.replies.get(method)?.(slack.calls.at(-1) as SlackCall)
      return 'drop'
    }
    await fallDue(app)
    await eventually(() => refreshes(slack).length === 1)
    // Nobody else tries within the minute; the token at hand works on.
    await openHome(app)
    expect(published(slack)).toEqual(['xoxe.xoxb-1'])
    expect((await rowOf(app))?.refresh_in).toBeGreaterThan(30)
    await fallDue(app)
    await eventually(async () => ((await rowOf(app))?.refresh_in ?? 0) > 3_600)
    expect(refreshes(slack).map(({ body }) => body.refresh_token)).toEqual(['xoxe-1', 'xoxe-1'])
    await openHome(app)
    expect(published(slack).at(-1)).toBe('xoxe.xoxb-3')
  })

  it('are renewed before anything is said, where they expired while nobody was there', async () => {
    const { slack, app } = await installedWithRotation()
    await app.bot.stop()
    await app.command('Oat drink at 2 euros')
    slack.replies.set('chat.postMessage', ({ token }) =>
      token === 'xoxe.xoxb-2' ? { ok: true, ts: '1.1', channel: 'C000000001' } : { ok: false, error: 'token_expired' },
    )
    await fallDue(app)
    await startSlackApp(slack, { env: { ...OAUTH, DATABASE_URL: app.env.DATABASE_URL ?? '' }, worker: false })
    const [post] = await eventually(() => slack.posts().length > 0 && slack.posts())
    expect(post).toMatchObject({ token: 'xoxe.xoxb-2', outcome: 'ok' })
  })

  it('are asked for seldom once Slack refuses, and installing again mends it', async () => {
    const { slack, app, usable } = await installedWithRotation()
    usable.clear()
    await fallDue(app)
    await eventually(async () => ((await rowOf(app))?.refresh_in ?? 0) > 600)
    expect(refreshes(slack)).toHaveLength(1)
    await installWith(
      app,
      slack,
      installed({ access_token: 'xoxe.xoxb-9', refresh_token: 'xoxe-9', expires_in: 43_200 }),
    )
    await openHome(app)
    expect(published(slack).at(-1)).toBe('xoxe.xoxb-9')
    expect(Math.round(((await rowOf(app))?.refresh_in ?? 0) / 3_600)).toBe(6)
  })

  it('of an installation made meanwhile are left alone', async () => {
    const { slack, app } = await installedWithRotation()
    const table = app.store.slackInstallations
    await app.bot.stop()
    await fallDue(app)
    const due = await table.claimRefresh(60)
    expect(due?.id).toBe(TEAM)
    expect(await table.claimRefresh(60)).toBeNull()
    await installWith(app, slack, installed({ access_token: 'xoxb-new' }))
    if (due) await table.refreshed(due, { token: 'late', refresh_token: 'late', expires_in: 1 })
    expect(await rowOf(app)).toMatchObject({ refresh_token: null, expires_in: null })
    expect((await rowOf(app))?.token).not.toBe('late')
  })

  it('are written anew under a new key, the refresh token too', async () => {
    const { slack, app } = await installedWithRotation()
    const key = `new:${Buffer.alloc(32, 8).toString('base64')},${OAUTH.TOKEN_ENCRYPTION_KEY}`
    const env = { ...OAUTH, TOKEN_ENCRYPTION_KEY: key, DATABASE_URL: app.env.DATABASE_URL ?? '' }
    await openHome(await startSlackApp(slack, { env, worker: false }))
    await eventually(async () => {
      const row = await rowOf(app)
      return row?.token.startsWith('new.') && row.refresh_token.startsWith('new.')
    })
  })
})

describe('a token that works no more', () => {
  it.each([
    ['token_revoked', /an admin has to install the app again/],
    ['account_inactive', /an admin has to install the app again/],
    ['token_expired', /just renewing its access to Slack; try again in a minute/],
  ])('is told of in one sentence: %s', async (error, sentence) => {
    const slack = await fakeSlack()
    slack.replies.set('auth.test', () => ({ ok: false, error }))
    const app = await startSlackApp(slack, { worker: false })
    expect(await readBack(slack, (await app.command('help')).text)).toMatch(sentence)
  })
})
