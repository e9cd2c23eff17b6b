import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readApp } from '../../src/mcp/app/app.js'
import type { Reply } from '../../src/mcp/reply.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { launchBrowser } from '../support/browser.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { connect, inMemory, type TestClient } from '../support/mcp.js'
import { sharedApp } from '../support/shared-app.js'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** A host as the extension describes it: the view in a sandboxed frame, tools called for it, messages in between. */
const HOST = `<!doctype html><meta charset="utf-8"><title>Host</title><style>body{margin:0}iframe{width:100%;height:700px;border:0;display:block}</style>
<iframe id="app" sandbox="allow-scripts"></iframe><script>
const frame = document.getElementById('app')
window.heard = []
const post = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
window.result = (reply) => post({ method: 'ui/notifications/tool-result', params: { content: [], structuredContent: reply } })
window.teardown = () => post({ id: 'bye', method: 'ui/resource-teardown', params: {} })
window.addEventListener('message', async ({ source, data }) => {
  if (source !== frame.contentWindow) return
  window.heard.push(data)
  if (data.method === 'ui/initialize') post({ id: data.id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'host', version: '1' }, hostCapabilities: { serverTools: {}, openLinks: {} }, hostContext: { theme: 'dark' } } })
  if (data.method === 'ui/open-link') post({ id: data.id, result: {} })
  if (data.method === 'tools/call') post({ id: data.id, result: await window.callTool(data.params) })
})
</script>`

async function host(client: TestClient, width = 760): Promise<{ page: Page; trouble: string[]; requests: string[] }> {
  const { contents } = await client.raw.readResource({ uri: 'ui://pressure-test/result.html' })
  const [{ text, mimeType } = { text: '', mimeType: '' }] = contents as { text: string; mimeType: string }[]
  expect(mimeType).toBe('text/html;profile=mcp-app')
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(request.url === '/app' ? text : HOST)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = await browser.newPage({ viewport: { width, height: 700 } })
  onTestFinished(async () => {
    await page.close()
    server.closeAllConnections()
    server.close()
  })
  const trouble: string[] = []
  const requests: string[] = []
  page.on('console', (message) => trouble.push(message.text()))
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('request', (request) => requests.push(request.url().replace(at, '')))
  await page.exposeFunction(
    'callTool',
    async ({ name, arguments: given }: { name: string; arguments: Record<string, unknown> }) => {
      const { reply } = await client.call(name, given)
      return { content: [], structuredContent: reply }
    },
  )
  await page.goto(at)
  await page.evaluate(`document.getElementById('app').src = '/app'`)
  await expect.poll(() => heard(page)).toContain('ui/notifications/initialized')
  return { page, trouble, requests }
}
const heard = async (page: Page) =>
  (await page.evaluate<{ method: string }[]>('window.heard')).map(({ method }) => method)
const result = (page: Page, reply: Reply) => page.evaluate(`window.result(${JSON.stringify(reply)})`)

/** Pixels by which the view is too high for its host, and those of it and of its buttons that are out of sight. */
const tooHigh = (page: Page) =>
  page
    .frameLocator('#app')
    .locator('main')
    .evaluate((main) => {
      const below = (main.querySelector('.actions') ?? main).getBoundingClientRect().bottom
      return {
        host: Math.max(0, main.ownerDocument.documentElement.scrollHeight - 700),
        scrolled: main.scrollHeight - main.clientHeight,
        buttons: Math.max(0, below - main.getBoundingClientRect().bottom),
      }
    })
const NOTHING = { host: 0, scrolled: 0, buttons: 0 }

describe('the interactive result', () => {
  /** Its worker comes when a test has it. */
  const shared = sharedApp({ works: false })

  it('is small, and its policy allows only its own script and style', async () => {
    const { text } = await readApp()
    expect(Buffer.byteLength(text)).toBeLessThan(20_480)
    expect(text).toMatch(/default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/)
    expect(text).not.toMatch(/https?:\/\/|innerHTML|eval\(/)
  })

  it('shows verdict, trust, scores and the map of a run on one screen, and refreshes while it is running', async () => {
    const app = shared()
    const client = await connect('v1', inMemory({ context: async () => app.local }))
    const { page, trouble, requests } = await host(client)
    const frame = page.frameLocator('#app')
    const { reply } = await client.call('run_pressure_test', {
      proposition: OAT,
      focus_group: 'quick',
      wait_seconds: 0,
    })
    await result(page, reply)
    await expect.poll(() => frame.locator('progress').count()).toBe(1)
    expect(await frame.getByRole('button', { name: 'Cancel' }).count()).toBe(1)
    startWorkerIn(app)
    await expect.poll(() => frame.locator('main').getAttribute('data-status'), { timeout: 30_000 }).toBe('completed')
    const done = (await client.call('get_run', { run_id: reply.run_id })).reply
    expect(await frame.locator('h1').innerText()).toBe(done.headline)
    expect(await frame.locator('.score').count()).toBe(4)
    expect(await frame.locator('.trust').textContent()).toContain(done.summary?.trust.sentence)
    await expect.poll(() => frame.locator('.cell').count()).toBeGreaterThan(5)
    await frame.locator('.cell.doubts, .cell.rejects').first().click()
    expect(await frame.locator('.detail').innerText()).toMatch(/^\S.* (doubts|rejects) “.*”: “.*”/)
    const toggle = frame.getByRole('button', { name: /Minority report/ })
    expect(await frame.locator('#minority').isVisible()).toBe(false)
    await toggle.click()
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    const [view] = done.summary?.minority?.views ?? []
    await expect.poll(() => frame.locator('#minority').innerText()).toContain(view?.said[0]?.quote)
    expect(await tooHigh(page)).toEqual(NOTHING)
    await toggle.click()
    expect(await frame.locator('#minority').isVisible()).toBe(false)
    await frame.getByRole('button', { name: 'People' }).click()
    await expect.poll(() => frame.locator('.stage article').count()).toBe(6)
    expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await tooHigh(page)).toEqual(NOTHING)
    expect(trouble).toEqual([])
    expect(requests.filter((url) => !['/', '/app', '/favicon.ico'].includes(url))).toEqual([])
  })

  it('asks one of them, tries the fix on the same people, opens the report and cancels, through the host', async () => {
    const app = shared()
    const worker = app.startWorker()
    const report_url = 'https://panel.example/reports/1'
    const client = await connect('v1', inMemory({ context: async () => app.local }))
    const { page, trouble } = await host(client, 640)
    const frame = page.frameLocator('#app')
    const { reply } = await client.call('run_pressure_test', { proposition: OAT, focus_group: 'quick' })
    const { summary } = reply
    await result(page, { ...reply, summary: summary && { ...summary, report_url } })
    await frame.getByRole('button', { name: 'Ask one' }).click()
    await frame.getByRole('textbox').fill('What is missing?')
    await frame.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect.poll(() => frame.locator('[role=log] blockquote').count(), { timeout: 20_000 }).toBe(1)
    await frame.getByRole('button', { name: 'Report', exact: true }).click()
    await expect
      .poll(async () => JSON.stringify(await page.evaluate('window.heard')))
      .toContain(`"method":"ui/open-link","params":{"url":"${report_url}"}`)
    await frame.getByRole('button', { name: 'Try the fix' }).click()
    await expect.poll(() => frame.getByRole('button', { name: 'Back to the test' }).count()).toBe(1)
    await expect.poll(() => frame.locator('main').getAttribute('data-status'), { timeout: 20_000 }).toBe('completed')
    await frame.getByRole('button', { name: 'Edits' }).click()
    await expect.poll(() => frame.locator('.stage article').first().innerText()).toContain('From:')
    expect(await tooHigh(page)).toEqual(NOTHING)
    await frame.getByRole('button', { name: 'Back to the test' }).click()
    expect(await frame.locator('h1').innerText()).toBe(reply.headline)
    await worker.stop()
    const queued = await client.call('run_pressure_test', { proposition: OAT, wait_seconds: 0 })
    await result(page, queued.reply)
    await frame.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => frame.locator('main').getAttribute('data-status'), { timeout: 20_000 }).toBe('cancelled')
    expect(trouble).toEqual([])
  })

  it('counts the people of a large panel, within its height', async () => {
    const app = shared()
    startWorkerIn(app)
    const client = await connect('v1', inMemory({ context: async () => app.local }))
    const { page } = await host(client, 360)
    const frame = page.frameLocator('#app')
    await result(
      page,
      (await client.call('run_pressure_test', { proposition: OAT, personas: 30, focus_group: 'off' })).reply,
    )
    await expect.poll(() => frame.locator('.who').allInnerTexts()).toEqual(['believes', 'doubts', 'rejects'])
    await frame.locator('.cell.doubts').first().click()
    expect(await frame.locator('.detail').innerText()).toMatch(/^\d+ people doubt “.*”: “.*”/)
    expect(await tooHigh(page)).toEqual(NOTHING)
  })

  it.each([700, 360])('keeps its buttons in sight %s pixels wide, whatever was told beside the text', async (width) => {
    const app = shared()
    startWorkerIn(app)
    const client = await connect('v1', inMemory({ context: async () => app.local }))
    const { page } = await host(client, width)
    const frame = page.frameLocator('#app')
    const about = 'For coffee at home, 1.49 euros. '.repeat(40).slice(0, 1_000)
    const { reply } = await client.call('run_pressure_test', { proposition: OAT, about, focus_group: 'quick' })
    const { summary } = reply
    await result(page, { ...reply, summary: summary && { ...summary, report_url: 'https://panel.example/reports/1' } })
    await frame.getByRole('button', { name: /Minority report/ }).click()
    await expect.poll(() => frame.locator('#minority article').count()).toBeGreaterThan(0)
    await expect.poll(() => frame.locator('.cell').count()).toBeGreaterThan(5)
    expect(await frame.getByText('Told beside it').getAttribute('title')).toContain(about.trim())
    expect(await tooHigh(page)).toEqual(NOTHING)
    for (const name of ['Try the fix', 'Report'])
      expect(await frame.getByRole('button', { name, exact: true }).isVisible(), name).toBe(true)
    const missing = 'The analysis is missing. The model refused to write it. '.repeat(12)
    await result(page, { ...reply, summary: summary && { ...summary, missing, minority: null } })
    expect(await tooHigh(page)).toEqual(NOTHING)
  })

  it('says the price of what takes a yes, and starts it on a press', async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '50' })
    startWorkerIn(app)
    const run_id = await app.submit({ focus_group: 'quick' })
    await app.until(run_id)
    const client = await connect('v1', inMemory({ context: async () => app.local, confirmAboveUsd: 0.0001 }))
    const { page } = await host(client)
    const frame = page.frameLocator('#app')
    await result(page, (await client.call('get_run', { run_id })).reply)
    await frame.getByRole('button', { name: 'Try the fix' }).click()
    await frame.getByRole('button', { name: /^Start for about \$\d/ }).click()
    await expect.poll(() => frame.getByRole('button', { name: 'Back to the test' }).count()).toBe(1)
    await expect.poll(() => frame.locator('main').getAttribute('data-status'), { timeout: 20_000 }).toBe('completed')
    expect(await tooHigh(page)).toEqual(NOTHING)
  })

  it('shows markup as text, and does not refresh where a host allows no tool calls', async () => {
    const app = shared()
    const client = await connect('v1', inMemory({ context: async () => app.local }))
    const { page, trouble } = await host(client)
    const nasty = '<img src=x onerror="parent.postMessage(1)"><script>alert(1)</script>'
    const { reply } = await client.call('list_runs')
    await result(page, { ...reply, headline: nasty })
    const frame = page.frameLocator('#app')
    await expect.poll(() => frame.locator('h1').innerText()).toBe(nasty)
    expect(await frame.locator('img').count()).toBe(0)
    await page.evaluate('window.teardown()')
    await expect.poll(async () => JSON.stringify(await page.evaluate('window.heard'))).toContain('"id":"bye"')
    expect(trouble).toEqual([])
  })
})

const OAT =
  'Havn Oat: made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas. Clinically proven to boost your energy.'
