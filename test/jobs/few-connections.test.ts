import { randomBytes } from 'node:crypto'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.js'
import { appHealth, diagnose } from '../../src/doctor.js'
import { silentLog } from '../../src/log.js'
import { openApp } from '../../src/main.js'
import { OAT_DRINK, startApp, startWorkerIn } from '../support/app.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { at, onServer } from '../support/global-setup.js'

const WORKERS = 4
const RUNS = 16

/** A database whose owner is given that many connections, as by a server with few. */
async function databaseWith(connections: number): Promise<string> {
  const name = `pt_few_${randomBytes(4).toString('hex')}`
  const server = inject('server')
  await onServer(server, `create role ${name} login password 'few' nosuperuser connection limit ${connections}`)
  await onServer(server, `create database ${name} owner ${name}`)
  onTestFinished(async () => {
    await onServer(server, `drop database if exists ${name} with (force)`)
    await onServer(server, `drop role ${name}`)
  })
  const url = new URL(at(server, name))
  url.username = name
  url.password = 'few'
  return url.href
}

describe('four workers on a server that gives them seventeen connections', () => {
  it('finish sixteen runs', { timeout: 240_000 }, async () => {
    const api = await fakeMessagesApi({ latencyMs: 300 })
    onTestFinished(() => api.close())
    const url = await databaseWith(17)
    const app = await startApp({ ...(await fakeEmbeddings()), ANTHROPIC_BASE_URL: api.url, DATABASE_URL: url })
    // Each has pools of its own, as in a process of its own. All are open before the first of them works.
    const apps = await Promise.all(Array.from({ length: WORKERS }, () => startApp(app.env)))
    for (const other of apps) startWorkerIn(other)
    const runs = await Promise.all(
      Array.from({ length: RUNS }, (_, n) =>
        app.submit({ focus_group: 'quick', controls: false, stimulus: `${OAT_DRINK} Batch ${n}.` }),
      ),
    )
    const ended = await Promise.all(runs.map((run_id) => app.until(run_id)))
    expect(ended.map(({ status, error }) => error?.message ?? status)).toEqual(runs.map(() => 'completed'))
    expect(api.duplicates()).toEqual([])
  })

  it('is said by /health and doctor', { timeout: 120_000 }, async () => {
    const url = await databaseWith(7)
    const app = await startApp({ DATABASE_URL: url })
    expect(await appHealth(app)).toEqual({ ready: true, problems: [] })
    const asked = Array.from({ length: 12 }, () =>
      app.store.database.inWorkspace(app.local.actor, (tx) => tx.$queryRaw`select pg_sleep(0.3)::text`, {
        patienceMs: 30_000,
      }),
    )
    await Promise.all(asked)
    expect((await appHealth(app)).problems).toEqual([expect.stringMatching(/no more connections/)])
    const config = readConfig(app.env)
    const findings = await diagnose({ config, open: () => openApp(config, silentLog) })
    expect(findings.filter(({ part }) => part === 'connections')).toEqual([
      {
        part: 'connections',
        ok: false,
        finding: expect.stringMatching(/^\d+ of 7 connections are taken; .*max_connections/),
      },
    ])
  })
})
