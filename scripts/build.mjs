// Builds dist/: the Prisma client from its schema, then TypeScript, then the bin's mode; then checks every file of data/.
// With --if-possible (npm's `prepare`) it keeps what is already built where the compiler is not installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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
if (!prisma || !tsc) {
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

// `generate` requires a path to the engine but never runs it; any executable works and prevents the download.
run(prisma, ['generate', '--no-hints'], {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
})
// A module that was renamed or removed must not be shipped under its old name.
rmSync(join(root, 'dist'), { recursive: true, force: true })
run(tsc, ['-p', 'tsconfig.json'])
// The compiler does not copy the browser's files, which are not TypeScript.
for (const file of ['view.js', 'view.css'])
  cpSync(join(root, 'src', 'mcp', 'app', file), join(root, 'dist', 'mcp', 'app', file))
chmodSync(bin, 0o755)

// What is in data/, parsed: a start then reads only what was edited since.
const data = join(root, 'data')
const parsed = {}
for (const path of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
  if (!path.endsWith('.yaml')) continue
  const text = readFileSync(join(data, path), 'utf8')
  const document = parseDocument(text)
  if (document.errors.length === 0) parsed[createHash('sha1').update(text).digest('hex')] = document.toJS()
}
writeFileSync(join(root, 'dist', 'data', 'parsed.json'), JSON.stringify(parsed))

const { dataProblems } = await import(pathToFileURL(join(root, 'dist', 'data', 'check.js')).href)
const problems = dataProblems()
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exit(1)
