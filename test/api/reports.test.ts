import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createReportLinks } from '../../src/service/run/report-links.js'
import { OAT_DRINK, SMALL_FLAGS, startApp } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { testDatabase } from '../support/database.js'
import { freshEnv, start } from '../support/processes.js'

const DAY_MS = 86_400_000
const RUN = { run_id: '7b0f9d4e-6a4b-4a43-9a77-0a8f5f3d2c11', workspace_id: 'b7e1c1ce-2b8a-4f0e-8d3b-6c2b1c9f0a22' }

describe('a report link', () => {
  const at = (now: number, secret = 's'.repeat(32)) =>
    createReportLinks({ base: () => 'https://panel.example/', secret, now: () => now })
  const keyOf = (url: string) => new URL(url).searchParams.get('key') ?? ''
  const url = at(0).urlOf(RUN)

  it('opens its run for thirty days, and not a day longer', () => {
    expect(url).toMatch(/^https:\/\/panel\.example\/reports\/7b0f9d4e-[^?]+\?key=/)
    expect(at(29 * DAY_MS).open(RUN.run_id, keyOf(url))).toEqual({ ...RUN, made_at: new Date(0), token_id: null })
    expect(at(31 * DAY_MS).open(RUN.run_id, keyOf(url))).toBeNull()
  })

  it('that a token fetched opens its run no longer than that token may', () => {
    const token = { token_id: '0f2d1a52-6d55-4c0e-9a56-1f6f3f0f8c11', max_usd: null }
    const short = keyOf(at(DAY_MS).urlOf(RUN, { ...token, expires_at: new Date(3 * DAY_MS) }))
    expect(at(2 * DAY_MS).open(RUN.run_id, short)).toMatchObject({
      made_at: new Date(DAY_MS),
      token_id: token.token_id,
    })
    expect(at(3 * DAY_MS + 1).open(RUN.run_id, short)).toBeNull()
    const lasting = keyOf(at(0).urlOf(RUN, { ...token, expires_at: null }))
    expect(at(30 * DAY_MS).open(RUN.run_id, lasting)).not.toBeNull()
    expect(at(31 * DAY_MS).open(RUN.run_id, lasting)).toBeNull()
  })

  it('opens no other run, and nothing once it was touched', () => {
    const key = keyOf(url)
    expect(at(0).open(RUN.workspace_id, key)).toBeNull()
    expect(at(0, 't'.repeat(32)).open(RUN.run_id, key)).toBeNull()
    const [payload = '', signature = ''] = key.split('.')
    const longer = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...longer, until: longer.until * 2 })).toString('base64url')
    for (const bad of [
      '',
      '.',
      key.slice(0, -1),
      `${payload}.`,
      `${forged}.${signature}`,
      `${key}x`,
      'null.null',
      '💥.💥',
    ])
      expect(at(0).open(RUN.run_id, bad), bad).toBeNull()
  })
})

describe('reports', () => {
  it('are written as one file by every run, and again when asked', async () => {
    const { PRESSURE_TEST_HOME } = await freshEnv()
    const app = await startApp({ PRESSURE_TEST_HOME: PRESSURE_TEST_HOME ?? '' })
    const shown = JSON.parse((await runIn(app, ['run', OAT_DRINK, ...SMALL_FLAGS, '--json', '--quiet'])).stdout)
    const first = await readFile(fileURLToPath(shown.report_url), 'utf8')
    expect(first).toMatch(/^<!doctype html>/i)
    expect(first).toContain(shown.run_id)
    const out = `${PRESSURE_TEST_HOME}/mine/report.html`
    const again = await runIn(app, ['runs', 'report', shown.run_id, '--out', out])
    expect(again).toMatchObject({ code: 0, stdout: `${out}\n` })
    expect(await readFile(out, 'utf8')).toBe(first)
  })

  it('do no harm to a run when they cannot be written, and say why when they were asked for', async () => {
    const app = await startApp({ REPORTS_OUTPUT_DIR: '/dev/null/reports' })
    const done = await runIn(app, ['run', OAT_DRINK, ...SMALL_FLAGS, '--json', '--quiet'])
    expect(done.code).toBe(0)
    expect(done.stderr).toMatch(/^Cannot write to \/dev\/null\/reports\/.*\(ENOTDIR\).* set REPORTS_OUTPUT_DIR/)
    const { run_id, report_url } = JSON.parse(done.stdout)
    expect(report_url).toBeNull()
    expect(await runIn(app, ['runs', 'report', run_id])).toMatchObject({ code: 2, stdout: '' })
  })

  it('are shown by a server to whoever has the link, and to nobody else', async () => {
    const env = await freshEnv({
      DATABASE_URL: await testDatabase(),
      PORT: '0',
      SIGNING_SECRET: 'a secret of more than sixteen',
    })
    const server = start(['serve'], env)
    await server.said(/serves http/)
    const url = /http:\/\/[\d.:]+/.exec(server.output.stderr)?.[0] ?? ''
    const app = await startApp({ ...env, PUBLIC_URL: url })
    const shown = await runIn(app, ['run', OAT_DRINK, ...SMALL_FLAGS, '--json', '--quiet'])
    const { run_id, report_url } = JSON.parse(shown.stdout)
    expect(report_url).toMatch(`${url}/reports/${run_id}?key=`)

    // What a messenger adds to a link is passed over.
    const page = await fetch(`${report_url}&utm_source=mail`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page.headers.get('cache-control')).toMatch(/no-store/)
    expect(await page.text()).toContain(run_id)

    const bare = await fetch(`${url}/reports/${run_id}`)
    expect(bare.status).toBe(401)
    expect(await bare.text()).toMatch(/This link does not open a report: it has expired or was changed/)
    const other = report_url.replace(run_id, '7b0f9d4e-6a4b-4a43-9a77-0a8f5f3d2c11')
    expect((await fetch(other)).status).toBe(401)
    expect((await fetch(`${url}/reports/%00?key=%00`)).status).toBe(401)

    expect(await runIn(app, ['runs', 'unlink', run_id])).toMatchObject({ code: 0 })
    const ended = await fetch(report_url)
    expect([ended.status, await ended.text()]).toEqual([401, expect.stringContaining('it was taken back')])
    const again = await runIn(app, ['runs', 'show', run_id, '--json'])
    expect((await fetch(JSON.parse(again.stdout).report_url)).status).toBe(200)
    server.kill('SIGTERM')
    expect((await server.finished).code).toBe(0)
  })
})
