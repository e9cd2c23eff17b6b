/** A copy of the built program as the next deploy may bring it: other data, and another version where one is given. */
import { cp, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const TEXTS = ['controls', 'assay', 'intent-anchors', 'evaluation/cases', 'evaluation/rubric']
const LISTS = ['panels', 'respondent-names']

/** @type {import('./deployed-program.d.mts').deployedProgram} */
export async function deployedProgram({ version } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'pt-deployed-'))
  for (const part of ['dist', 'data', 'prisma', 'package.json'])
    await cp(join(ROOT, part), join(folder, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, ...(version && { version }) }))
  const kinds = (await readdir(join(folder, 'data/archetypes'))).map((name) => `archetypes/${name}`)
  for (const path of [...kinds, ...TEXTS.map((name) => `${name}.yaml`)]) await edit(folder, path, withWordMore)
  for (const name of LISTS) await edit(folder, `${name}.yaml`, otherWayRound)
  return { folder, main: join(folder, 'dist/cli/main.js') }
}

async function edit(folder, path, change) {
  const file = join(folder, 'data', path)
  await writeFile(file, stringify(change(parse(await readFile(file, 'utf8')))))
}

const mapped = (change, value) => {
  if (Array.isArray(value)) return value.map(change)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]))
}

/** Every sentence says a word more. */
function withWordMore(value) {
  if (typeof value !== 'string') return mapped(withWordMore, value)
  return value.split(' ').length > 4 ? value.replace(/([.!?]?)$/u, ', as it is$1') : value
}

/** Every list is the other way round. */
const otherWayRound = (value) => (Array.isArray(value) ? value.toReversed() : mapped(otherWayRound, value))
