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
