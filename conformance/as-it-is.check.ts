import { describe, expect, it } from 'vitest'
import { conformance, inspector, served } from './run-official.js'

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

describe.each(Object.entries(ANY_SERVER))('%s, on the server as it is', (revision, scenarios) => {
  it.each(scenarios)('%s', async (scenario) => {
    const ran = await conformance(await served(), ['--scenario', scenario, '--spec-version', revision])
    expect(ran.output).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/)
    expect(ran.code).toBe(0)
  })
})

describe('the Inspector', () => {
  it('finds nothing to complain of', async () => {
    const ran = await inspector(await served(), ['--method', 'tools/list', '--strict', '--format', 'json'])
    expect(ran.code, ran.output.slice(-1_500)).toBe(0)
  })
})
