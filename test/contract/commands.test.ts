import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { CliDeps } from '../../src/cli/commands.js'
import { PRICED } from '../../src/cli/priced.js'
import { createProgram } from '../../src/cli/program.js'

async function helpOf(path: readonly string[]): Promise<string> {
  const said: string[] = []
  const io = { out: (text: string) => said.push(text), err: () => {} }
  const deps = { io, version: '0' } as unknown as CliDeps
  await createProgram(deps, () => {}).parse([...path, '--help'])
  return said.join('')
}

const commandsIn = (help: string): string[] =>
  [...(help.split('\nCommands:\n')[1] ?? '').matchAll(/^ {2}([a-z][a-z-]*)/gm)]
    .flatMap(([, name]) => name ?? [])
    .filter((name) => name !== 'help')

async function asksPrice(path: readonly string[]): Promise<boolean> {
  const help = await helpOf(path)
  const below = await Promise.all(commandsIn(help).map((name) => asksPrice([...path, name])))
  return help.includes('--quote') || below.includes(true)
}

it('every command with a price is known to load what it needs for it', async () => {
  const commands = commandsIn(await helpOf([]))
  expect(commands.length).toBeGreaterThan(10)
  const priced: string[] = []
  for (const name of commands) if (await asksPrice([name])) priced.push(name)
  expect(priced.sort()).toEqual([...PRICED].sort())
})

it('no text claims that personal data is removed: some of it is recognised, in records only', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const folders = ['src', 'docs', 'examples']
  const found = await Promise.all(folders.map((folder) => readdir(join(root, folder), { recursive: true })))
  const paths = [
    'README.md',
    'CHANGELOG.md',
    ...folders.flatMap((folder, i) => (found[i] ?? []).map((path) => join(folder, path))),
  ]
  const claim =
    /personal data (?:is|are|was|gets?) (?:removed|deleted|stripped)|(?:lose|without|freed of|stripped of) (?:their |all )?identifiers|without what identifies|(?:is|are|been) (?:fully )?(?:anonymi[sz]ed|de-identified)/i
  const claiming: string[] = []
  for (const path of paths.filter((one) => /\.(?:md|tsx?|js|json)$/.test(one) && !one.includes('generated')))
    if (claim.test(await readFile(join(root, path), 'utf8'))) claiming.push(path)
  expect(paths.length).toBeGreaterThan(500)
  expect(claiming).toEqual([])
})
