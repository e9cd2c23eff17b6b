// Builds the Prisma client from its schema, then build/ (every module by itself, for benches and scripts), then dist/,
// which is what is shipped: the same modules and most of what they import in a few files, as reading hundreds of small ones
// is most of a short command's time. Then checks every file of data/.
// With --if-changed (tests and what else starts the program) it keeps what was built from the same files already.
// With --if-possible (npm's `prepare`, which `npx .` runs, too) it keeps what is built where the compiler is not installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseDocument } from 'yaml'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(join(root, 'package.json'))
const bin = join(root, 'dist', 'cli', 'main.js')

function locate(packageName, file) {
  try {
    return join(dirname(require.resolve(`${packageName}/package.json`)), file)
  } catch {
    return null
  }
}

function run(script, args, env = {}) {
  const done = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`)
    process.exit(done.status ?? 1)
  }
}

const prisma = locate('prisma', 'build/index.js')
const tsc = locate('typescript', 'bin/tsc')
const { rolldown } = await import('rolldown').catch(() => ({ rolldown: null }))
if (!prisma || !tsc || !rolldown) {
  if (process.argv.includes('--if-possible')) {
    if (!existsSync(bin))
      process.stderr.write(
        'pressure-test: no compiler here and nothing built; run npm ci without NODE_ENV=production first.\n',
      )
    process.exit(0)
  }
  process.stderr.write('pressure-test: the compiler is missing; run npm ci --include=dev first.\n')
  process.exit(1)
}

const GENERATED = join('src', 'db', 'generated')

/** One hash of everything that what is built follows from. */
function hashOfInputs() {
  const hash = createHash('sha256').update(process.version)
  const files = ['package.json', 'package-lock.json', 'prisma.config.ts', 'tsconfig.json', 'scripts/build.mjs']
  for (const folder of ['src', 'data', 'prisma/schema'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) files.push(relative(root, join(entry.parentPath, entry.name)))
  for (const file of files.filter((name) => !name.startsWith(GENERATED)).sort())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
const stamp = join(root, 'build', 'inputs.sha256')
const inputs = hashOfInputs()
const isBuilt = existsSync(join(root, GENERATED)) && existsSync(bin) && existsSync(stamp)
if (process.argv.includes('--if-changed') && isBuilt && readFileSync(stamp, 'utf8') === inputs) process.exit(0)

// `generate` requires a path to the engine but never runs it; any executable works and prevents the download.
run(prisma, ['generate', '--no-hints'], {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
})
// A module that was renamed or removed must not be left or shipped under its old name.
for (const folder of ['build', 'dist']) rmSync(join(root, folder), { recursive: true, force: true })
run(tsc, ['-p', 'tsconfig.json'])

/** Left in node_modules: what finds its own files by its place, runs in a thread, or is large and seldom wanted. */
const NOT_BUNDLED = [/^@prisma\/(client|schema-engine-wasm)/, /^wink-/, /^eld/, /^sharp$/]
const bundle = await rolldown({
  cwd: root,
  // What is started as a process, and what tests start a process with.
  input: Object.fromEntries(
    [
      'installation',
      'cli/main',
      'client/client',
      'db/embedded/watchdog',
      'ingest/main',
      'jobs/main',
      'main',
      'config',
      'log',
      'telemetry/otlp',
      'telemetry/prometheus',
      'telemetry/telemetry',
    ].map((name) => [name, `build/${name}.js`]),
  ),
  platform: 'node',
  external: NOT_BUNDLED,
})
// All beside each other, where installation.ts and mcp/app/app.ts look for their files.
await bundle.write({ dir: join(root, 'dist'), chunkFileNames: '[name]-[hash].js' })
// The browser's files, which are not TypeScript.
for (const folder of ['build/mcp/app', 'dist'])
  for (const file of ['view.js', 'view.css']) cpSync(join(root, 'src/mcp/app', file), join(root, folder, file))
chmodSync(bin, 0o755)

/** The types of a module and of what it names, below dist/types. */
function shipTypes(file, shipped) {
  if (shipped.has(file)) return
  shipped.add(file)
  const target = join(root, 'dist/types', relative(join(root, 'build'), file))
  cpSync(file, target)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
    shipTypes(join(dirname(file), `${path}.d.ts`), shipped)
}
shipTypes(join(root, 'build/client/client.d.ts'), new Set())

// What is in data/, parsed: a start then reads only what was edited since.
const data = join(root, 'data')
const parsed = {}
for (const path of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
  if (!path.endsWith('.yaml')) continue
  const text = readFileSync(join(data, path), 'utf8')
  const document = parseDocument(text)
  if (document.errors.length === 0) parsed[createHash('sha1').update(text).digest('hex')] = document.toJS()
}
mkdirSync(join(root, 'dist', 'data'))
writeFileSync(join(root, 'dist', 'data', 'parsed.json'), JSON.stringify(parsed))

const { dataProblems } = await import(pathToFileURL(join(root, 'build', 'data', 'check.js')).href)
const problems = dataProblems()
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exit(1)
// Last: a build that failed half way is none.
writeFileSync(stamp, inputs)
