import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { diagnose } from '../../src/doctor.js'
import { startApp, type TestApp, until } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { sharedApp } from '../support/shared-app.js'

const shared = sharedApp()
let run_id: string
beforeAll(async () => {
  run_id = await shared().submit({ personas: 3, focus_group: 'off', controls: false })
  await until(shared().local, run_id)
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pt-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A disk of 128 kB with a file in it and no space left; `null` where mounting is not permitted. */
async function fullDisk(): Promise<string | null> {
  const folder = await makeFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder]).status !== 0) return null
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder])
  })
  await writeFile(join(folder, 'kept'), 'what was there')
  spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=4k'])
  return folder
}

const makeFunnel = async () => {
  const funnel = join(await makeFolder(), 'funnel.csv')
  await writeFile(funnel, 'step,users\nVisited page,10000\nSigned up,2400\nBooked a meeting,820\n')
  return funnel
}

/** Every command that writes a file. */
const commandsThatWrite = async (out: string): Promise<string[][]> => [
  ['runs', 'export', run_id, '--out', out],
  ['runs', 'export', run_id, '--csv', 'answers', '--out', out],
  ['runs', 'report', run_id, '--out', out],
  ['workspace', 'export', out],
  ['simulate', '--draft', await makeFunnel(), '--force', '-o', out],
]

const withConfig = (changes: Partial<TestApp['config']>): TestApp => ({
  ...shared(),
  config: { ...shared().config, ...changes },
})

describe('on a full disk', () => {
  it('every command that writes a file keeps what was there, and says that the disk is full', async (test) => {
    const folder = await fullDisk()
    if (folder === null) return test.skip('mounting is not permitted here')
    const kept = join(folder, 'kept')
    for (const command of await commandsThatWrite(kept)) {
      const done = await runIn(shared(), command)
      expect(done, command.join(' ')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `The disk that holds ${kept} is full; free some space, or name a file on another disk.\n`,
      })
      expect(await readFile(kept, 'utf8')).toBe('what was there')
    }
    const fresh = join(folder, 'fresh')
    const drafted = await runIn(shared(), ['simulate', '--draft', await makeFunnel(), '-o', fresh])
    expect(drafted).toMatchObject({ code: 1, stderr: expect.stringContaining(`The disk that holds ${fresh} is full`) })
    expect((await readdir(folder)).sort()).toEqual(['filler', 'kept'])
  })

  it('a run says so of its report, and is printed', async (test) => {
    const reportsDir = await fullDisk()
    if (reportsDir === null) return test.skip('mounting is not permitted here')
    const app = withConfig({ reportsDir })
    const done = await runIn(app, ['run', 'An oat drink that froths like milk, at $2.', '--quiet', '--json'])
    expect(done.code).toBe(0)
    expect(done.stderr).toMatch(
      /^The disk that holds .*\.html is full; free some space, or set REPORTS_OUTPUT_DIR to a folder on another disk\.\n$/,
    )
    expect(JSON.parse(done.stdout)).toMatchObject({ status: 'completed', report_url: null })
  })

  it('an export of a workspace says so of the home, where it is written first', async (test) => {
    const home = await fullDisk()
    if (home === null) return test.skip('mounting is not permitted here')
    const app = await startApp({ ...shared().env, PRESSURE_TEST_HOME: home })
    const out = join(await makeFolder(), 'workspace.jsonl')
    expect(await runIn(app, ['workspace', 'export', out])).toMatchObject({
      code: 1,
      stderr: `The disk that holds ${home} is full; free some space, or set PRESSURE_TEST_HOME to a folder on another disk.\n`,
    })
    expect(existsSync(out)).toBe(false)
  })

  it('doctor says so of the folder of reports', async (test) => {
    const reportsDir = await fullDisk()
    if (reportsDir === null) return test.skip('mounting is not permitted here')
    const app = withConfig({ reportsDir })
    const findings = await diagnose({ config: app.config, open: async () => ({ ...app, close: async () => {} }) })
    expect(findings.find(({ part }) => part === 'reports')).toMatchObject({
      ok: false,
      finding: expect.stringMatching(/is full; free some space, or set REPORTS_OUTPUT_DIR to a folder on another disk/),
    })
    expect((await readdir(reportsDir)).sort()).toEqual(['filler', 'kept'])
  })
})

describe('what is no regular file', () => {
  it('is written into and stays: a pipe', async () => {
    const pipe = join(await makeFolder(), 'pipe')
    spawnSync('mknod', [pipe, 'p'])
    for (const command of await commandsThatWrite(pipe)) {
      const [done, text] = await Promise.all([runIn(shared(), command), readFile(pipe, 'utf8')])
      expect(done.code, `${command.join(' ')}: ${done.stderr}`).toBe(0)
      expect(text.length).toBeGreaterThan(100)
      expect((await lstat(pipe)).isFIFO()).toBe(true)
    }
  })

  it('is written into and stays: a device, and a full one is said', async (test) => {
    const folder = await makeFolder()
    const [nothing, full] = [join(folder, 'null'), join(folder, 'full')]
    if (spawnSync('mknod', [nothing, 'c', '1', '3']).status !== 0) return test.skip('no devices can be made here')
    spawnSync('mknod', [full, 'c', '1', '7'])
    for (const command of await commandsThatWrite(nothing)) {
      expect((await runIn(shared(), command)).code, command.join(' ')).toBe(0)
      expect((await lstat(nothing)).isCharacterDevice()).toBe(true)
    }
    for (const command of await commandsThatWrite(full)) {
      expect(await runIn(shared(), command)).toMatchObject({ code: 1, stderr: expect.stringContaining('is full') })
      expect((await lstat(full)).isCharacterDevice()).toBe(true)
    }
    expect((await readdir(folder)).sort()).toEqual(['full', 'null'])
  })

  it('is refused with a sentence: a folder, and a file without a folder', async () => {
    const folder = await makeFolder()
    await mkdir(join(folder, 'taken'))
    for (const command of await commandsThatWrite(join(folder, 'taken')))
      expect(await runIn(shared(), command), command.join(' ')).toMatchObject({
        code: 2,
        stderr: `Cannot write to ${join(folder, 'taken')} (EISDIR): it is a folder where a file is to be; name a file you may write to.\n`,
      })
    const lost = join(folder, 'lost', 'file')
    expect(await runIn(shared(), ['runs', 'export', run_id, '--out', lost])).toMatchObject({
      code: 2,
      stderr: `Cannot write to ${lost} (ENOENT): its folder does not exist; name a file you may write to.\n`,
    })
  })
})

it('a file that is replaced is its owner’s alone', async () => {
  const out = join(await makeFolder(), 'packet.json')
  await writeFile(out, 'earlier')
  expect((await runIn(shared(), ['runs', 'export', run_id, '--out', out])).code).toBe(0)
  expect(JSON.parse(await readFile(out, 'utf8'))).toHaveProperty('hash')
  expect((await stat(out)).mode & 0o777).toBe(0o600)
})
