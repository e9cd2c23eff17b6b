import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.js'
import { clientOf, serveApi } from '../support/api.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { freshEnv, start } from '../support/processes.js'

it('no answer is kept by a cache or taken for another type', async () => {
  const app = await startApp()
  const url = await serveApi(app)
  const send = await clientOf(url, app.local)
  for (const call of [
    'GET /runs',
    'GET /runs/none',
    'GET /health',
    'GET /nothing',
    'GET /workspace/export',
    'DELETE /workspace',
  ]) {
    const { headers } = await send(call)
    expect(headers.get('cache-control'), call).toMatch(/no-store/)
    expect(headers.get('x-content-type-options'), call).toBe('nosniff')
  }
})

it('reports and exports are their owner’s alone, and no link in their place is followed', async () => {
  const app = await startApp(await freshEnv())
  startWorkerIn(app)
  const run_id = await app.submit({ personas: 3 })
  await app.until(run_id)
  const { stdout } = await runIn(app, ['runs', 'report', run_id])
  expect((await stat(stdout.trim())).mode & 0o777).toBe(0o600)
  const folder = app.config.home
  await mkdir(folder, { recursive: true })
  const [other, link] = [join(folder, 'other'), join(folder, 'link')]
  await writeFile(other, 'mine')
  await symlink(other, link)
  const refused = await runIn(app, ['runs', 'export', run_id, '--out', link])
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('it is a link to another file') })
  expect(await readFile(other, 'utf8')).toBe('mine')
})

it('so are the verdict of an evaluation and the draft of a product', async () => {
  const app = await startApp(await freshEnv())
  startWorkerIn(app)
  const folder = app.config.home
  await mkdir(folder, { recursive: true })
  const at = (name: string) => join(folder, name)
  await writeFile(at('other'), 'mine')
  await symlink(at('other'), at('link'))
  await writeFile(at('funnel.csv'), 'step,users\nVisited page,10000\nSigned up,2400\nBooked a meeting,820\n')
  const evaluated = ['evaluate', 'examples/agents/good-sdr.yaml', '--trials', '1', '--quiet']
  const drafted = ['simulate', '--draft', at('funnel.csv'), '--force', '-o']
  for (const command of [
    [...evaluated, '--junit', at('link')],
    [...evaluated, '--junit', at('junit.xml'), '--markdown', at('link')],
    [...drafted, at('link')],
  ]) {
    const { code, stderr } = await runIn(app, command)
    expect(stderr, command.join(' ')).toContain('it is a link to another file')
    expect(code).toBe(2)
    expect(await readFile(at('other'), 'utf8')).toBe('mine')
  }
  await runIn(app, [...drafted, at('product.yaml')])
  for (const name of ['junit.xml', 'product.yaml']) expect((await stat(at(name))).mode & 0o777, name).toBe(0o600)
})

it.each(['mysql://user:pa/ss@host/db', 'mysql://user:p@/ss@host/db'])(
  'no part of a password is shown: %s',
  (address) => {
    expect(() => readConfig({ DATABASE_URL: address })).toThrow(/\*\*\*@host/)
    expect(() => readConfig({ DATABASE_URL: address })).not.toThrow(/ss@/)
  },
)

it('the name of a file moves nothing on the terminal', async () => {
  const name = '\u001b[2J\u001b]0;owned\u0007.md'
  for (const args of [
    ['personas', 'generate', name],
    ['run', `--${name}`],
  ]) {
    const { stdout, stderr } = await start(args, await freshEnv()).finished
    expect(`${stdout}${stderr}`).toMatch(/owned/)
    expect(`${stdout}${stderr}`).not.toContain('\u001b')
    expect(`${stdout}${stderr}`).not.toContain('\u0007')
  }
})
