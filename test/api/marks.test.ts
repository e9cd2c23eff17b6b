import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AgentScore } from '../../src/domain/evaluation/agent-score.js'
import { EvaluationResult, type HumanMark } from '../../src/domain/evaluation/evaluation.js'
import type { Context } from '../../src/service/context.js'
import { markConversations } from '../../src/service/evaluation/mark-conversations.js'
import type { EvaluationRequest } from '../../src/service/requests/evaluation.js'
import { getRun } from '../../src/service/run/get-run.js'
import { readReport } from '../../src/service/run/read-report.js'
import { createToken, listTokens, revokeToken } from '../../src/service/workspace/tokens.js'
import { serveApi } from '../support/api.js'
import { startApp, startWorkerIn, submitRequest, type TestApp } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'

const AGENT = { agent_version_id: 'ada-1', name: 'Ada', system_prompt: 'Help kindly, never press.' }
const casesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Case ${i + 1}`, input: `What does number ${i + 1} cost?` }))

async function evaluated(app: TestApp, cases = 12, human_marks: HumanMark[] = []) {
  return finished(app, { of: { agent: AGENT }, test_cases: casesOf(cases), trials: 1, human_marks })
}

async function finished(
  app: TestApp,
  request: EvaluationRequest,
): Promise<{ run_id: string; result: EvaluationResult }> {
  const { run_id } = await submitRequest(app.local, 'evaluation', request)
  return { run_id, result: EvaluationResult.parse((await app.until(run_id)).result) }
}

async function served() {
  const app = await startApp()
  startWorkerIn(app)
  const url = await serveApi(app)
  const { token, token_id } = await createToken(app.local, { name: 'CI' })
  const send = async (path: string, init: { body?: unknown; token?: string; raw?: string } = {}) => {
    const body = init.raw ?? (init.body === undefined ? undefined : JSON.stringify(init.body))
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${init.token ?? token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, headers: response.headers, json: await response.json() }
  }
  return { app, send, token, token_id }
}

describe('people’s marks', () => {
  it('calibrate the judge, of this run and of every later one, over HTTP', async () => {
    const { app, send } = await served()
    const { run_id, result } = await evaluated(app)
    expect(result.judge_trust).toMatchObject({ status: 'not_calibrated', calibration: null })
    // People agree with the judge on all but two.
    const marks = result.trials.map(({ case_id, trial, passed }, i) => ({
      case_id,
      trial,
      by: 'somebody else',
      passed: i < 2 ? !(passed ?? true) : (passed ?? true),
    }))
    const { status, json } = await send(`/runs/${run_id}/marks`, { body: { marks } })
    expect({ status, kept: json.kept }).toEqual({ status: 200, kept: 12 })
    expect(json.judge_trust).toMatchObject({ status: 'not_trusted', calibration: { marks: 12 } })

    const by = await query(
      app.database.connectionString,
      `select distinct by from human_mark where by <> 'somebody else'`,
    )
    expect(by).toHaveLength(1)

    // The result stays as it was computed; its report and the next evaluation know.
    const stored = await send(`/runs/${run_id}`)
    expect(stored.json.result.judge_trust.status).toBe('not_calibrated')
    const { run } = await readReport(app.local, stored.json)
    expect((run.result as EvaluationResult).judge_trust).toEqual(json.judge_trust)
    const later = await evaluated(app, 10)
    expect(later.result.judge_trust).toMatchObject({ status: 'not_trusted', calibration: { marks: 12 } })
  })

  it('trust the judge from a hundred on, over runs; a second mark of one person takes the place of the first', async () => {
    const { app } = await served()
    let kept = 0
    for (const size of [60, 45]) {
      const { run_id, result } = await evaluated(app, size)
      // A judge who says no must be seen to be right, too: people fail what is under the mean.
      const rows = result.trials.map(
        ({ case_id, passed, score }) => `${case_id},${passed ? 'yes' : 'no'},${score},Karen`,
      )
      const marks = `case_id,passed,score,by\n${rows.join('\n')}\n`
      for (let twice = 0; twice < 2; twice++) {
        const { code } = await runIn(app, ['agents', 'mark', run_id, await fileWith(marks, 'marks.csv')])
        expect(code).toBe(0)
      }
      kept += size
      const count = await query<{ n: number }>(
        app.database.connectionString,
        'select count(*)::int as n from human_mark',
      )
      expect(count).toEqual([{ n: kept }])
    }
    const { result } = await evaluated(app, 10)
    expect(result.judge_trust.calibration).toMatchObject({ marks: 105, leniency: 0 })
  })

  it('and a report hold a version against an earlier one that has a score only', async () => {
    const { app } = await served()
    const of = (version: string) => ({
      of: { agent: { ...AGENT, agent_version_id: `ada-${version}`, agent_id: 'ada', version } },
      ...{ test_cases: casesOf(3), trials: 1 },
    })
    const [before, now] = [await finished(app, of('1')), await finished(app, of('2'))]
    const row = ({ run_id, result }: typeof now, overall_score: number | null): AgentScore => ({
      ...{ run_id, agent_version_id: result.agent.agent_version_id, name: 'Ada', version: result.agent.version },
      ...{ overall_score, interval: null, status: 'needs_improvement', approved: false },
      ...{ cases_hash: result.cases_hash, judge: '', offline: true, tested_at: '' },
    })
    const comparison = async (score: number | null) => {
      const local = app.local as unknown as Context
      const { store } = local
      const agents = { ...store.agents, scores: async () => [row(before, score), row(now, 6)] }
      const run = await getRun(app.local, { run_id: now.run_id })
      const reading = await readReport({ ...local, store: { ...store, agents } }, run)
      return (reading.run.result as EvaluationResult).comparison
    }
    expect(await comparison(6)).toMatchObject({ against: { version: '1' } })
    expect(await comparison(null)).toBeNull()
  })

  it('that an evaluation was started with stay when others are added, each once', async () => {
    const app = await startApp()
    startWorkerIn(app)
    const mark = (number: number): HumanMark => ({
      ...{ case_id: `Case ${number}`, trial: 1, passed: true, score: null, by: 'Ann' },
    })
    const { run_id, result } = await evaluated(app, 5, [mark(1), mark(2), mark(3)])
    expect(result.judge_trust.calibration?.marks).toBe(3)
    const marked = await markConversations(app.local, { run_id, marks: [mark(3), mark(4)] })
    expect(marked.judge_trust.calibration?.marks).toBe(4)
    const { run } = await readReport(app.local, await getRun(app.local, { run_id }))
    expect((run.result as EvaluationResult).judge_trust.calibration?.marks).toBe(4)
    // The same judge once more, with a file that holds two marks which the run keeps.
    const again = await finished(app, { run_id, human_marks: [mark(3), mark(4), mark(5)] })
    expect(again.result.judge_trust.calibration?.marks).toBe(3)
  })

  it('are refused whole where one is of no conversation', async () => {
    const { app, send } = await served()
    const { run_id, result } = await evaluated(app, 3)
    const [first] = result.trials
    const good = { case_id: first?.case_id, trial: 1, passed: true }
    const cases: [unknown, string][] = [
      [[good, { ...good, case_id: 'case-99' }], `There is no trial 1 of "case-99" in run ${run_id}.`],
      [[good, { ...good, trial: 9 }], `There is no trial 9 of "case-1" in run ${run_id}.`],
      [[], 'Give at least one mark.'],
      [{ marks: 'many' }, 'marks: it has to be a list.'],
      [[{ ...good, passed: 'perhaps' }], '0.passed: it has to be true or false.'],
    ]
    for (const [body, message] of cases) {
      const answer = await send(`/runs/${run_id}/marks`, { body })
      expect(answer.status).toBe(400)
      expect(answer.json.error.code).toBe('INVALID_INPUT')
      if (!message.startsWith('marks:')) expect(answer.json.error.message).toBe(message)
    }
    expect(await query(app.database.connectionString, 'select 1 from human_mark')).toEqual([])
    for (const raw of ['', '{', 'null', '"x"', '[null]', '\u0000'])
      expect((await send(`/runs/${run_id}/marks`, { raw })).status, raw).toBe(400)
    const huge = await send(`/runs/${run_id}/marks`, { raw: `["${'x'.repeat(3 * 1024 * 1024)}"]` })
    expect(huge).toMatchObject({
      status: 413,
      json: { error: { message: 'The body is larger than 2 MB; send less at once.' } },
    })
  })
})

describe('a token', () => {
  it('opens its own workspace only, until it is revoked or has expired', async () => {
    const { app, send, token, token_id } = await served()
    const { run_id } = await evaluated(app, 3)
    expect((await send(`/runs/${run_id}`)).status).toBe(200)
    const neighbour = await app.store.workspaces.actor({
      ...{ workspace: 'neighbour', workspace_name: 'Neighbour', kind: 'local' },
      ...{ external_id: 'n', display_name: 'N' },
    })
    const foreign = { ...app.local, actor: neighbour }
    const theirs = await createToken(foreign, { name: 'theirs' })
    const mark = { case_id: 'case-1', trial: 1, passed: true }
    for (const id of [run_id, randomUUID(), 'nonsense']) {
      const answer = await send(`/runs/${id}`, { token: theirs.token })
      expect(answer).toMatchObject({ status: 404, json: { error: { code: 'NOT_FOUND' } } })
      expect((await send(`/runs/${id}/marks`, { token: theirs.token, body: [mark] })).status).toBe(404)
    }
    await expect(revokeToken(foreign, { token_id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await listTokens(foreign)).toHaveLength(1)

    const bad = ['', 'pt_', `${token}x`, token.slice(0, -1), token.toUpperCase(), 'null', "' or 1=1 --", '💥']
    for (const one of bad.map((text) => encodeURI(text))) {
      const answer = await send(`/runs/${run_id}`, { token: one })
      expect(answer, one).toMatchObject({ status: 401, json: { error: { code: 'UNAUTHORIZED' } } })
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
    const url = app.database.connectionString
    await query(url, `update api_token set expires_at = now() - interval '1 second' where id = '${theirs.token_id}'`)
    expect((await send(`/runs/${run_id}`, { token: theirs.token })).status).toBe(401)
    await revokeToken(app.local, { token_id })
    expect((await send(`/runs/${run_id}`)).status).toBe(401)
  })

  it('is shown once, and kept as a hash only', async () => {
    const app = await startApp()
    const made = await runIn(app, ['token', 'create', '--name', 'Claude on my laptop', '--expires', '30'])
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^pt_[\w-]{43}\n$/) })
    const token = made.stdout.trim()
    const [row] = await query(app.database.connectionString, 'select * from api_token')
    expect(JSON.stringify(row)).not.toContain(token.slice(3))
    const listed = (await runIn(app, ['token', 'list'])).stdout
    expect(listed).toMatch(
      /^[0-9a-f-]{36} {2}\d{4}-\d\d-\d\d {2}until .* never used {2}read,write,spend {2}Claude on my laptop\n$/,
    )
    expect(listed).not.toContain(token)
    const id = listed.slice(0, 36)
    expect(await runIn(app, ['token', 'revoke', id])).toMatchObject({ code: 0, stdout: 'The token is revoked.\n' })
    expect((await runIn(app, ['token', 'list'])).stdout).toContain('revoked')
    expect(await runIn(app, ['token', 'revoke', 'nonsense'])).toMatchObject({
      code: 2,
      stderr: 'There is no such token in this workspace: nonsense.\n',
    })
  })
})

async function fileWith(text: string, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pt-marks-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, name), text)
  return join(folder, name)
}
