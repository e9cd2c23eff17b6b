import { describe, expect, it } from 'vitest'
import { CONFORMANCE } from '../test/mcp/conformance-fixtures.js'
import { startApp } from '../test/support/app.js'
import { serveMcpIn, tokenOf } from '../test/support/mcp.js'
import { conformance, inspector, withTokenAdded } from './run-official.js'

const REVISIONS = ['2025-11-25', '2026-07-28'] as const
/** What any server must do, whatever it is for. */
const ANY_SERVER = {
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'sep-2164-resource-not-found',
    'http-header-validation',
  ],
} as const

async function served(extension?: typeof CONFORMANCE): Promise<string> {
  const app = await startApp()
  return withTokenAdded(await serveMcpIn(app, { extension }), await tokenOf(app.local))
}

describe.each(REVISIONS)('%s', (revision) => {
  it.each(ANY_SERVER[revision])('%s passes on the server as it is', async (scenario) => {
    const ran = await conformance(await served(), ['--scenario', scenario, '--spec-version', revision])
    expect(ran.output).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/)
    expect(ran.code).toBe(0)
  })

  it('is met in full with the tools of the suite beside', async () => {
    const ran = await conformance(await served(CONFORMANCE), ['--requirements', revision])
    console.info(ran.output.slice(-2_500))
    expect(ran.code).toBe(0)
  })
})

it('every scenario of the suite is met', async () => {
  const ran = await conformance(await served(CONFORMANCE), ['--suite', 'active'])
  console.info(ran.output.slice(-2_500))
  expect(ran.code).toBe(0)
})

it('the Inspector finds nothing to complain of', async () => {
  const ran = await inspector(await served(), ['--method', 'tools/list', '--strict', '--format', 'json'])
  expect(ran.code, ran.output.slice(-1_500)).toBe(0)
})
