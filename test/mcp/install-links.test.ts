import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { checkClientConfigs, directLinks } from '../../src/mcp/client-configs.js'
import { testDatabase } from '../support/database.js'
import { freshEnv } from '../support/processes.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => readFile(join(ROOT, name), 'utf8')
const json = async (name: string) => JSON.parse(await read(name))

type Entry = { command: string; args: string[] }
const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8')
const config = (link: string) => new URL(link).searchParams.get('config') ?? ''

/** What a link sets up, as its client reads it. */
const READERS = {
  'VS Code': {
    file: '.vscode/mcp.json',
    key: 'servers',
    site: 'https://insiders.vscode.dev',
    web: (link: string): Entry => JSON.parse(config(link)),
    direct: (link: string): Entry => JSON.parse(decodeURIComponent(link.replace('vscode:mcp/install?', ''))),
  },
  Cursor: {
    file: '.cursor/mcp.json',
    key: 'mcpServers',
    site: 'https://cursor.com',
    web: (link: string): Entry => JSON.parse(fromBase64(config(link))),
    direct: (link: string): Entry => JSON.parse(fromBase64(config(link))),
  },
} as const
const CLIENTS = ['VS Code', 'Cursor'] as const

/** What `doctor` says of an entry in the file where this client keeps it. */
async function checked(client: (typeof CLIENTS)[number], entry: Entry) {
  const { file, key } = READERS[client]
  const home = await mkdtemp(join(tmpdir(), 'pt-install-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  await mkdir(dirname(join(home, file)))
  await writeFile(join(home, file), JSON.stringify({ [key]: { 'pressure-test': entry } }))
  return checkClientConfigs({ home: join(home, 'none'), here: home, path: dirname(process.execPath) })
}
const HERE = { command: process.execPath, args: [join(ROOT, 'dist/cli/main.js'), 'mcp'] }
const STARTS = [{ ok: true, finding: expect.stringContaining('can start') }]

describe.each(CLIENTS)('one click for %s', (client) => {
  it('has a badge in the README that names this version', async () => {
    const { version, name, bin } = await json('package.json')
    const [, link = ''] =
      new RegExp(`\\[!\\[Install in ${client}\\][^\\n]*\\]\\(([^)]+)\\)$`, 'm').exec(await read('README.md')) ?? []
    expect(new URL(link).origin).toBe(READERS[client].site)
    expect(new URL(link).searchParams.get('name')).toBe(name)
    const entry = READERS[client].web(link)
    expect(entry).toMatchObject({ command: 'npx', args: ['-y', `${name}@${version}`, 'mcp'] })
    // npx runs the one program of a package that has its name.
    expect(Object.keys(bin)).toEqual([name])
    expect(await checked(client, entry)).toEqual(STARTS)
  })

  it('has a direct link that starts this program', async () => {
    const entry = READERS[client].direct(directLinks(HERE)[client])
    expect(entry).toMatchObject(HERE)
    expect(await checked(client, entry)).toEqual(STARTS)
  })
})

it('doctor shows the addresses where no client is set up', async () => {
  const env = await freshEnv({ DATABASE_URL: await testDatabase() })
  const { stdout } = await promisify(execFile)(HERE.command, [HERE.args[0] ?? '', 'doctor'], { env, cwd: tmpdir() })
  for (const client of CLIENTS) expect(stdout).toContain(directLinks(HERE)[client])
})

/** The registry's rules for what we use of `server.json` (schema 2025-12-11). */
const Input = { description: z.string().min(1), isRequired: z.boolean().optional(), isSecret: z.boolean().optional() }
const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
      environmentVariables: z.array(z.strictObject({ name: z.string().regex(/^[A-Z_]+$/), ...Input })),
    }),
  ),
})

it('server.json follows the registry’s rules and names the package', async () => {
  const [own, parsed] = [await json('package.json'), ServerJson.parse(await json('server.json'))]
  expect(parsed).toMatchObject({ version: own.version, packages: [{ identifier: own.name, version: own.version }] })
  // The registry lets whoever holds the package claim the name, and looks for it there.
  expect(own.mcpName).toBe(parsed.name)
  const [{ packageArguments = [], environmentVariables = [] } = {}] = parsed.packages
  expect(packageArguments.map(({ value }) => value)).toEqual(['mcp'])
  const known = await read('.env.example')
  for (const { name } of environmentVariables) expect(known).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
})
