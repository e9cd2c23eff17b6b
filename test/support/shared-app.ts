import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach } from 'vitest'
import { readConfig } from '../../src/config.js'
import { createLog } from '../../src/log.js'
import { type App, openApp } from '../../src/main.js'
import { OAT_DRINK, SOON, submitRequest, type TestApp, until } from './app.js'
import { borrowDatabase } from './database.js'
import { type FakeMessagesApi, fakeMessagesApi } from './fake-messages-api.mjs'
import type { Env } from './processes.js'

type Options = {
  /** Its configuration; without a database in it, one of its own. */
  readonly env?: () => Env | Promise<Env>
  /** Whether it has a worker, by default yes. */
  readonly works?: boolean
}

/**
 * One app on one database for all tests of a file or a `describe`, as to open one costs more than most tests. What a test
 * must not share with others it does in a workspace of its own: `inWorkspace`.
 */
export function sharedApp({ env = () => ({}), works = true }: Options = {}): () => TestApp {
  let shared: TestApp
  beforeAll(async () => {
    const given = await env()
    const borrowed = given.DATABASE_URL === undefined ? await borrowDatabase() : null
    const whole = { ...(borrowed && { DATABASE_URL: borrowed.connectionString }), LOG_LEVEL: 'silent', ...given }
    const config = readConfig(whole)
    const app = await openApp(config, createLog(config.logLevel))
    if (works) app.startWorker({ times: SOON })
    shared = asTestApp(app, whole)
    return async () => {
      await app.close()
      await borrowed?.drop()
    }
  })
  return () => shared
}

/** The same with the fake in a language model's place, which each test finds as it is made and changes as it likes. */
export function sharedAppAsking({ env = () => ({}), works = true }: Options = {}) {
  let api: FakeMessagesApi
  const app = sharedApp({
    works,
    env: async () => {
      api = await fakeMessagesApi()
      return { ANTHROPIC_BASE_URL: api.url, ...(await env()) }
    },
  })
  beforeAll(() => () => api.close())
  beforeEach(() => {
    api.reset()
    api.answer = undefined
    api.fault = undefined
  })
  return { app, api: () => api }
}

/** The app for somebody of a workspace that nobody else is in. */
export async function inWorkspace(app: TestApp): Promise<TestApp> {
  const workspace = randomUUID()
  const actor = await app.store.workspaces.actor({
    workspace,
    workspace_name: 'A test',
    kind: 'local',
    external_id: workspace,
    display_name: 'Somebody',
  })
  return asTestApp({ ...app, local: { ...app.local, actor } }, app.env)
}

const asTestApp = (app: App, env: Env): TestApp => ({
  ...app,
  env,
  submit: async (input = {}) =>
    (await submitRequest(app.local, 'pressure_test', { stimulus: OAT_DRINK, assay: 'off', ...input })).run_id,
  until: (run_id, states) => until(app.local, run_id, states),
})
