import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { OAT_DRINK } from '../support/app.js'
import { query, testDatabase } from '../support/database.js'
import { deployedProgram } from '../support/deployed-program.mjs'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { type Env, freshEnv, type Running, start, startScript } from '../support/processes.js'

const example = (path: string) => fileURLToPath(new URL(`../../examples/${path}`, import.meta.url))

let deployed: Awaited<ReturnType<typeof deployedProgram>>
beforeAll(async () => {
  deployed = await deployedProgram({ version: '99.0.0' })
  return () => rm(deployed.folder, { recursive: true, force: true })
})

/** A provider and a database; `begun` is the version that the run begins with, `other` the one deployed after it. */
async function scene(latencyMs: number) {
  const api = await fakeMessagesApi({ latencyMs })
  onTestFinished(() => api.close())
  const DATABASE_URL = await testDatabase()
  const model = { ...(await fakeEmbeddings()), ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: api.url }
  const env: Env = await freshEnv({ DATABASE_URL, ...model, MODEL_CONCURRENCY: '4', LOG_LEVEL: 'error' })
  return {
    api,
    sql: <T extends object>(text: string) => query<T>(DATABASE_URL, text),
    begun: (...args: string[]) => start(args, env),
    other: (...args: string[]) => startScript([deployed.main, ...args], env),
  }
}

type Versions = { begun: string; finished: string; between?: string[]; answers: number; sentence: string }
type Shown = { status: string; result: { versions?: Versions }; trust: { versions?: Versions } | null }

/** What a run of this command ends with where nothing happens to it. */
const undisturbed = (args: readonly string[]) => {
  const known = references.get(args.join(' ')) ?? runUndisturbed(args)
  references.set(args.join(' '), known)
  return known
}
const references = new Map<string, ReturnType<typeof runUndisturbed>>()

const runUndisturbed = async (args: readonly string[]) => {
  const { api, begun } = await scene(0)
  const { code, stdout, stderr } = await begun(...args, '--json').finished
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  const { result, trust } = JSON.parse(stdout) as Shown
  return { result, trust, requests: api.requests.length }
}

const answered = ({ requests }: { requests: readonly { outcome: string | null }[] }): number =>
  requests.filter(({ outcome }) => outcome === 'answered').length

/** Kills a process once the provider has given so many answers. */
async function killAfter({ api }: Awaited<ReturnType<typeof scene>>, process: Running, answers: number) {
  while (answered(api) < answers) await sleep(5)
  process.kill('SIGKILL')
  await process.finished
  await sleep(500)
}

/** Begins a run, kills its process after so many answers, and returns what was on its way. */
async function beginAndKill(here: Awaited<ReturnType<typeof scene>>, args: string[], after: number) {
  const { sql, begun } = here
  await killAfter(here, begun(...args, '--json'), after)
  const [run] = await sql<{ id: string; status: string }>('select id::text, status from run')
  expect(run?.status).toBe('running')
  const [lost] = await sql<{ calls: number }>(
    'select count(*)::int as calls from model_call c left join model_call_outcome o on o.call_id = c.id where o.call_id is null',
  )
  return { run_id: run?.id ?? '', lost: lost?.calls ?? 0 }
}

const TWICE = 'select key from run_step group by key having count(*) > 1'

const KINDS = [
  [
    'a pressure test, at its first answers',
    ['run', OAT_DRINK, '--seed', '6', '--stability', '2', '--assay', 'full'],
    4,
  ],
  ['a pressure test, in the middle', ['run', OAT_DRINK, '--seed', '6', '--stability', '2', '--assay', 'full'], 60],
  ['a comparison', ['compare', OAT_DRINK, `${OAT_DRINK} Now in glass.`, '--personas', '6'], 12],
  ['an evaluation', ['evaluate', example('agents/good-sdr.yaml'), '--trials', '1'], 20],
  [
    'a set of people',
    [
      'personas',
      'generate',
      '--template',
      'careful-parent',
      '--template',
      'label-reader',
      '--name',
      'two',
      '--count',
      '6',
    ],
    3,
  ],
  ['a simulation', ['simulate', example('products/slotwise.yaml'), '--personas', '6', '--sessions', '5'], 6],
] as const

describe('a run that goes on under a version with other data', () => {
  it.each(KINDS)('buys nothing twice and ends as if nothing had happened: %s', async (_, args, after) => {
    const wanted = await undisturbed(args)
    const here = await scene(60)
    const { run_id, lost } = await beginAndKill(here, [...args], after)

    const { code, stdout, stderr } = await here.other('runs', 'resume', run_id, '--json').finished
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    const shown = JSON.parse(stdout) as Shown
    const { versions: ofResult, ...result } = shown.result
    const { versions = ofResult, ...trust } = shown.trust ?? {}
    expect(shown.status).toBe('completed')
    expect(versions).toMatchObject({ finished: '99.0.0', answers: 0 })
    // A call that was noted may not have been sent yet.
    expect(here.api.requests.length).toBeGreaterThanOrEqual(wanted.requests)
    expect(here.api.requests.length).toBeLessThanOrEqual(wanted.requests + lost)
    expect(await here.sql(TWICE)).toEqual([])
    expect(result).toEqual(wanted.result)
    expect(trust).toEqual(wanted.trust ?? {})
    for (const version of [here.begun, here.other])
      expect((await version('runs', 'verify', run_id).finished).code).toBe(0)
  })

  it('is told of by name where the version that began the run ends it', async () => {
    const here = await scene(60)
    const { run_id } = await beginAndKill(here, ['run', OAT_DRINK, '--seed', '6', '--assay', 'off'], 4)
    await killAfter(here, here.other('runs', 'resume', run_id, '--json'), answered(here.api) + 8)

    const { code, stdout } = await here.begun('runs', 'resume', run_id, '--json').finished
    expect(code).toBe(0)
    const { versions } = (JSON.parse(stdout) as Shown).trust ?? {}
    expect(versions).toMatchObject({ finished: versions?.begun, between: ['99.0.0'], answers: 0 })
    expect(versions?.sentence).toContain('Version 99.0.0 went on with it in between')
    expect(await here.sql(TWICE)).toEqual([])
    for (const version of [here.begun, here.other])
      expect((await version('runs', 'verify', run_id).finished).code).toBe(0)
  })

  // As older versions began runs.
  it('uses its answers, and says so, where it was begun without storing its people', async () => {
    const here = await scene(60)
    const { run_id } = await beginAndKill(here, ['run', OAT_DRINK, '--seed', '6', '--assay', 'off'], 22)
    const stored = await here.sql<{ key: string }>(`select key from run_step where key like 'respond:%'`)
    await here.sql(`delete from run_step where key = 'drawn'`)

    const { code, stdout } = await here.other('runs', 'resume', run_id, '--json').finished
    expect(code).toBe(0)
    const { versions } = (JSON.parse(stdout) as Shown).trust ?? {}
    expect(stored.length).toBeGreaterThan(0)
    expect(versions?.answers).toBeGreaterThanOrEqual(stored.length)
    expect(versions?.sentence).toMatch(/ended it and computed its figures\. \d+ answers were given to the wording of/)
    expect(await here.sql(TWICE)).toEqual([])
    for (const version of [here.begun, here.other])
      expect((await version('runs', 'verify', run_id).finished).code).toBe(0)
  })
})
