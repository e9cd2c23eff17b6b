import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, it, onTestFinished } from 'vitest'
import { OAT_DRINK } from '../support/app.js'
import { testDatabase } from '../support/database.js'
import { HOSTILE_FILES } from '../support/hostile-files.mjs'
import { connect } from '../support/mcp.js'
import { freshEnv } from '../support/processes.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

it('the bundle starts from its own folder, as a desktop client starts it', async () => {
  const out = await mkdtemp(join(tmpdir(), 'pt-mcpb-'))
  onTestFinished(() => rm(out, { recursive: true, force: true }))
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build-mcpb.mjs'), out, '--folder-only'])
  const folder = join(out, 'pressure-test')
  const { server, version } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  expect(version).toBe(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version)
  const args = server.mcp_config.args.map((one: string) => one.replace('$' + '{__dirname}', folder))
  await holdsOnlyWhatRuns(folder)
  const bill = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8'))
  const licences = JSON.parse(await readFile(join(folder, 'licences.json'), 'utf8'))
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version } } })
  expect(licences).toHaveLength(bill.components.length)
  expect(licences.filter(({ licence }: { licence: string }) => licence === '')).toEqual([])
  // A desktop client runs it with its own executable, which is Node only when it is told to be.
  const host = join(out, 'host')
  const isNode = `[ "$ELECTRON_RUN_AS_NODE" = 1 ] && exec '${process.execPath}' "$@"`
  await writeFile(host, `#!/bin/sh\n${isNode}\n`, { mode: 0o755 })
  const asHost = `data:text/javascript,process.execPath=${encodeURIComponent(JSON.stringify(host))}`
  // A field of the client's form that nobody filled in arrives as an empty text.
  const env = await freshEnv({
    DATABASE_URL: await testDatabase(),
    ANTHROPIC_API_KEY: '',
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import=${asHost}`,
  })
  const open = () => new StdioClientTransport({ command: process.execPath, args, env, cwd: folder, stderr: 'pipe' })
  const client = await connect('v1', { v1: open, v2: open })
  const { reply } = await client.call('run_pressure_test', { proposition: OAT_DRINK, focus_group: 'off' })
  expect(reply).toMatchObject({
    status: 'completed',
    summary: { trust: { sentence: expect.stringContaining('offline') } },
  })
  const aliases =
    HOSTILE_FILES.find(({ name }) => name === 'aliases.yaml')
      ?.bytes()
      .toString() ?? ''
  for (const [tool, given, sentence] of [
    ['evaluate_agent', { agent_file: aliases }, 'agent_file uses aliases (*) too often'],
    [
      'generate_personas',
      { name: 'set', documents: [{ name: 'a.html', text: '<div>'.repeat(99_000) }] },
      'a.html has elements',
    ],
    ['simulate_users', { product: '{"screens":'.repeat(9_000) }, 'nested more than 64 levels deep'],
  ] as const)
    expect(await client.call(tool, given)).toMatchObject({ isError: true, text: expect.stringContaining(sentence) })
  expect((await client.raw.readResource({ uri: 'ui://pressure-test/result.html' })).contents).toHaveLength(1)
}, 120_000)

const MB = 1024 * 1024

/** Types, source maps and links (which the archive would hold as copies) stay out: a person downloads this. */
async function holdsOnlyWhatRuns(folder: string): Promise<void> {
  let bytes = 0
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    expect(file.isSymbolicLink(), path).toBe(false)
    expect(path).not.toMatch(/\.(d\.ts|map)$/)
    if (file.isFile()) bytes += (await stat(path)).size
  }
  // Of them 19 MB scale pictures down.
  expect(bytes / MB).toBeLessThan(190)
}
