import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readApp } from '../../src/mcp/app/app.js'
import type { Reply } from '../../src/mcp/reply.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { launchBrowser } from '../support/browser.js'
import { connect, inMemory, type TestClient } from '../support/mcp.js'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** A host as the extension describes it: the view in a sandboxed frame, tools called for it, messages in between. */
const HOST = `<!doctype html><meta charset="utf-8"><title>Host</title><style>iframe{width:100%;height:2000px;border:0}</style>
<iframe id="app" sandbox="allow-scripts"></iframe><script>
const frame = document.getElementById('app')
window.heard = []
const post = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
window.result = (reply) => post({ method: 'ui/notifications/tool-result', params: { content: [], structuredContent: reply } })
window.teardown = () => post({ id: 'bye', method: 'ui/resource-teardown', params: {} })
window.addEventListener('message', async ({ source, data }) => {
  if (source !== frame.contentWindow) return
  window.heard.push(data)
  if (data.method === 'ui/initialize') post({ id: data.id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'host', version: '1' }, hostCapabilities: window.tools === false ? {} : { serverTools: {} }, hostContext: { theme: 'dark' } } })
  if (data.method === 'tools/call') post({ id: data.id, result: await window.callTool(data.params) })
})
</script>`

async function host(client: TestClient): Promise<{ page: Page; trouble: string[]; requests: string[] }> {
  const { contents } = await client.raw.readResource({ uri: 'ui://pressure-test/result.html' })
  const [{ text, mimeType } = { text: '', mimeType: '' }] = contents as { text: string; mimeType: string }[]
  expect(mimeType).toBe('text/html;profile=mcp-app')
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(request.url === '/app' ? text : HOST)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = await browser.newPage()
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

describe('the interactive result', () => {
  it('is small, and its policy allows only its own script and style', async () => {
    const { text } = await readApp()
    expect(Buffer.byteLength(text)).toBeLessThan(30_000)
    expect(text).toMatch(/default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/)
    expect(text).not.toMatch(/https?:\/\/|innerHTML|eval\(/)
  })

  it('shows scores, map, people and the minority report of a run, and refreshes while it is running', async () => {
    const app = await startApp()
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
    startWorkerIn(app)
    await expect.poll(() => frame.locator('main').getAttribute('data-status'), { timeout: 30_000 }).toBe('completed')
    const done = (await client.call('get_run', { run_id: reply.run_id })).reply
    expect(await frame.locator('h1').innerText()).toBe(done.headline)
    expect(await frame.locator('.score').count()).toBe(4)
    expect(await frame.locator('.trust').innerText()).toContain(done.summary?.trust.sentence)
    await expect.poll(() => frame.locator('details:has-text("Pressure map") .marks li').count()).toBeGreaterThan(5)
    const toggle = frame.getByRole('button', { name: /Minority report/ })
    expect(await frame.locator('#minority').isVisible()).toBe(false)
    await toggle.click()
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    const [view] = done.summary?.minority?.views ?? []
    await expect.poll(() => frame.locator('#minority').innerText()).toContain(view?.said[0]?.quote)
    await toggle.click()
    expect(await frame.locator('#minority').isVisible()).toBe(false)
    await frame.locator('summary', { hasText: 'People' }).click()
    await expect.poll(() => frame.locator('details:has-text("People") article').count()).toBe(6)
    expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(trouble).toEqual([])
    expect(requests.filter((url) => !['/', '/app', '/favicon.ico'].includes(url))).toEqual([])
  })

  it('shows markup as text, and does not refresh where a host allows no tool calls', async () => {
    const app = await startApp()
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
