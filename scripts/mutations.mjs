// npm run mutations [-- word]: takes away what the promises rest on, one at a time and in a copy of the sources, and looks
// whether the named test goes red. Leaves with 1 where one stays green, or was red before. Tests that start processes are
// not among them: those run what is built.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MUTATIONS } from './mutations/mutations.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const COPIED = [
  'src',
  'test',
  'data',
  'prisma',
  'examples',
  'build',
  'dist',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
]
const wanted = process.argv[2] ?? ''
const mutations = MUTATIONS.filter(({ name }) => name.includes(wanted))

const copy = mkdtempSync(join(tmpdir(), 'pt-mutations-'))
let failed = 0
try {
  for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const mutation of mutations) {
    const before = outcomeOf(mutation)
    const restore = [mutation, mutation.also].filter(Boolean).map(change)
    const after = outcomeOf(mutation)
    for (const undo of restore) undo()
    const holds = before === 'passed' && after === 'failed'
    if (!holds) failed++
    console.log(`${holds ? 'caught' : 'MISSED'}  ${mutation.name}\n        ${mutation.test}: ${before}, then ${after}`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${mutations.length - failed} of ${mutations.length} caught`)
process.exit(failed > 0 || mutations.length === 0 ? 1 : 0)

/** Applies a change to the copy; returns what undoes it. */
function change({ file, find, replace }) {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(find).length !== 2) throw new Error(`${file} does not hold exactly once: ${find}`)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  return () => writeFileSync(path, text)
}

/** `passed`, `failed`, or `not run`, of all tests of that title. */
function outcomeOf({ test, title }) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', test, '-t', pattern, '--reporter=json', `--outputFile=${report}`]
  const { stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const states = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
    if (states.includes('failed')) return 'failed'
    return states.includes('passed') ? 'passed' : 'not run'
  } catch {
    process.stderr.write(stderr)
    return 'not run'
  }
}
