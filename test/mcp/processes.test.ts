import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { stopEmbedded } from '../../src/db/embedded/embedded.js'
import { OAT_DRINK } from '../support/app.js'
import { testDatabase } from '../support/database.js'
import { connect, overStdio } from '../support/mcp.js'
import { freshEnv, start } from '../support/processes.js'

/** Command lines of this machine's processes that name a home. */
function processesOf(home: string): string[] {
  const all = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n')
  return all.filter((line) => line.includes(home) && !line.includes('ps -eo'))
}
const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('on a fresh machine', () => {
  it('two clients share an embedded database, and one continues when the other is killed', async () => {
    const env = await freshEnv({ LOG_LEVEL: 'silent' })
    const home = env.PRESSURE_TEST_HOME ?? ''
    onTestFinished(() => stopEmbedded({ home }))
    const first = await connect('v1', overStdio(env))
    const second = await connect('v2', overStdio(env))
    const order = { proposition: OAT_DRINK, focus_group: 'quick' }
    const [mine, theirs] = await Promise.all([
      first.call('run_pressure_test', order),
      second.call('run_pressure_test', order),
    ])
    expect(new Set([mine.reply.run_id, theirs.reply.run_id]).size).toBe(2)
    expect((await second.call('get_run', { run_id: mine.reply.run_id })).reply.run_id).toBe(mine.reply.run_id)
    const report = mine.reply.summary?.report_path ?? ''
    expect(mine.text).toContain(`Report on this machine: ${report}`)
    expect(await readFile(report, 'utf8')).toMatch(/^<!doctype html>/i)

    const pid = (first.raw.transport as unknown as StdioClientTransport).pid ?? 0
    const { reply } = await first.call('run_pressure_test', { ...order, wait_seconds: 0 })
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => alive(pid)).toBe(false)
    await expect
      .poll(async () => (await second.call('get_run', { run_id: reply.run_id, wait_seconds: 5 })).reply.status, {
        timeout: 40_000,
      })
      .toBe('completed')
    await second.close()
    await expect
      .poll(() => processesOf(home).filter((line) => !/postgres|watchdog/.test(line)), { timeout: 10_000 })
      .toEqual([])
    expect(processesOf(home).some((line) => /watchdog/.test(line))).toBe(true)
  }, 120_000)
})

describe('a server whose client disconnects', () => {
  it.each(['end of stdin', 'SIGTERM'] as const)(
    'ends by %s within seconds, though a run is going on',
    async (cause) => {
      const env = await freshEnv({ LOG_LEVEL: 'silent', DATABASE_URL: await testDatabase() })
      const server = start(['mcp'], env, null)
      const line = (message: object) => server.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
      line({
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      })
      await server.said(/"id":1/)
      line({ method: 'notifications/initialized' })
      line({
        id: 2,
        method: 'tools/call',
        params: {
          name: 'run_pressure_test',
          arguments: { proposition: OAT_DRINK, personas: 60, stability: 4, wait_seconds: 0 },
        },
      })
      await server.said(/"id":2/)
      if (cause === 'SIGTERM') server.kill('SIGTERM')
      else server.child.stdin?.end()
      const ended = await Promise.race([server.finished, sleep(10_000)])
      expect(ended).toMatchObject({ code: 0 })
      expect(
        ended?.stdout
          .trim()
          .split('\n')
          .every((said) => said.startsWith('{"')),
      ).toBe(true)
    },
  )
})
