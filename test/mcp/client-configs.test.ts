import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { checkClientConfigs } from '../../src/mcp/client-configs.js'

describe('the configuration of clients', () => {
  let home: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'pt-clients-'))
    onTestFinished(() => rm(home, { recursive: true, force: true }))
  })
  const write = async (name: string, content: unknown) => {
    const file = join(home, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  }
  const check = () => checkClientConfigs({ home, here: home, path: dirname(process.execPath) })
  const desktop = '.config/Claude/claude_desktop_config.json'

  it('has no findings where no client names this program', async () => {
    await write(desktop, { mcpServers: { other: { command: 'nothing-there' } } })
    await write('.cursor/mcp.json', '// a file with comments\n{}')
    expect(await check()).toEqual([])
  })

  it.each([
    [{ command: 'node', args: ['mcp'] }, true, 'can start'],
    [{ command: 'nowhere-to-be-found', args: ['mcp'] }, false, 'give its full path'],
    [{ command: 'node', args: ['/nowhere/dist/cli/main.js', 'mcp'] }, false, 'mend the path'],
    [{ command: 'node', args: [] }, false, 'lacks the argument'],
    [{ url: 'https://panel.example/mcp', headers: { Authorization: 'Bearer pt_x' } }, true, 'can start'],
    [{ url: 'https://panel.example/mcp' }, false, 'sends no token'],
    [{ url: 'https://panel.example/' }, false, 'ends with /mcp'],
    [{ args: 'mcp' }, false, 'shape'],
    [{}, false, 'neither a command nor an address'],
  ])('%j', async (entry, ok, words) => {
    await write(desktop, { mcpServers: { 'pressure-test': entry } })
    expect(await check()).toEqual([{ ok, finding: expect.stringContaining(words) }])
  })

  it('is read for every client, and a broken file is named', async () => {
    const entry = { command: 'node', args: ['mcp'] }
    await write('.vscode/mcp.json', { servers: { 'pressure-test': entry } })
    await write('.mcp.json', { mcpServers: { mine: { ...entry, args: ['pressure-test', 'mcp'] } } })
    await write('.cursor/mcp.json', '{ "mcpServers": { "pressure-test": ')
    const found = await check()
    expect(found.map(({ ok }) => ok).sort()).toEqual([false, false, true, true])
    expect(found.find(({ ok }) => !ok)?.finding).toMatch(/^Cursor .* is not JSON/)
  })
})
