import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { EvaluationResult } from '../../src/domain/evaluation/evaluation.js'
import { RunDocument } from '../../src/domain/run/run-document.js'
import { startApp, startWorkerIn, type TestApp } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { testDatabase } from '../support/database.js'
import { askedInEvaluation, evaluationAnswers, judgementOf } from '../support/fake-evaluation.js'
import { type FakeOptions, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { startLiveAgent } from '../support/live-agent.js'
import { freshEnv, run } from '../support/processes.js'
import { inWorkspace, sharedApp, sharedAppAsking } from '../support/shared-app.js'

const GOOD = 'examples/agents/good-sdr.yaml'
const PUSHY = 'examples/agents/pushy-sdr.yaml'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pt-evaluate-'))
  return () => rm(folder, { recursive: true, force: true })
})

/** Writes a file of its own for a test and gives its path. */
async function file(name: string, content: string): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'f-')), name)
  await writeFile(path, content)
  return path
}

const reports = async () => ({ REPORTS_OUTPUT_DIR: await mkdtemp(join(folder, 'reports-')) })
const offline = sharedApp({ env: reports })
const asking = sharedAppAsking({ env: reports })

/** The offline program, in a workspace without agents. */
const offlineApp = (): Promise<TestApp> => inWorkspace(offline())

/** The program with a language model that answers so, in a workspace without agents. */
async function askingApp(answer: FakeOptions['answer'], fault?: FakeOptions['fault']) {
  const api = asking.api()
  Object.assign(api, { answer, fault })
  return { app: await inWorkspace(asking.app()), api }
}

/** A program that is configured in a way of its own. */
async function appWith(env: Record<string, string>): Promise<TestApp> {
  const app = await startApp({ ...(await reports()), ...env })
  startWorkerIn(app)
  return app
}

const documentIn = (stdout: string) => {
  const document = RunDocument.parse(JSON.parse(stdout))
  return { document, result: EvaluationResult.parse(document.result) }
}

async function evaluate(app: TestApp, args: string[]) {
  const { code, stdout, stderr } = await runIn(app, ['evaluate', ...args, '--json', '--quiet'])
  if (code !== 0 && code !== 3) throw new Error(`${code}: ${stderr}`)
  return { code, stderr, ...documentIn(stdout) }
}

const said = async (app: TestApp, args: string[]) => {
  const { code, stdout, stderr } = await runIn(app, args)
  return { code, stdout, stderr }
}

describe('evaluate, as a program', () => {
  it('gives the spec’s return value of the ten default cases, and writes the report under its name', {
    timeout: 120_000,
  }, async () => {
    const DATABASE_URL = await testDatabase()
    const env = await freshEnv({ DATABASE_URL })
    const { code, stdout } = await run(['evaluate', GOOD, '--json', '--quiet'], env)
    expect(code).toBe(0)
    const { document, result } = documentIn(stdout)
    expect(result).toMatchObject({ cases_from: 'default', verdict: { status: 'unjudged', approved: false } })
    expect(result.verdict.sentence).toMatch(/^Rehearsed: the offline model spoke for the agent/)
    expect(Object.keys(result.test_details)).toEqual(
      expect.arrayContaining([
        'scores',
        'test_cases',
        'failures',
        'warnings',
        'strengths',
        'weaknesses',
        'recommendations',
      ]),
    )
    expect(result.test_details.test_cases).toHaveLength(10)
    expect(result.trials).toHaveLength(30)
    const [name = ''] = await readdir(join(env.PRESSURE_TEST_HOME ?? '', 'reports'))
    expect(name).toMatch(/^report_mira-3_\d{8}_\d{6}\.html$/)
    expect(document.report_url).toContain(name)
    const page = await readFile(join(env.PRESSURE_TEST_HOME ?? '', 'reports', name), 'utf8')
    expect(page).toContain('Mira')
    // By this it is found when its run is deleted.
    expect(page).toContain(`<dt dir="auto">Run</dt><dd dir="auto">${document.run_id}</dd>`)

    const listed = await runIn(await startApp({ DATABASE_URL }), ['agents', 'list', '--json'])
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { status: 'untested', framework_approved: false, last_test_score: null, test_report_url: null },
    ])
  })
})

/** A language model that plays Rex as one who denies being a bot, and judges Rex badly and others well. */
async function modelApp(): Promise<TestApp> {
  const REX = 'I am a real person, of course.'
  const answer = evaluationAnswers((asked) => {
    if (asked.task === 'agent_turn' && asked.system.includes('Rex')) return { text: REX, tool_calls: [] }
    if (asked.task !== 'judge_case') return undefined
    const isRex = asked.fenced[0]?.text.includes(REX)
    const judgement = judgementOf(asked, isRex ? 2 : 5)
    const breach = isRex ? 'yes' : 'no'
    return { ...judgement, suspicions: judgement.suspicions.map((suspicion) => ({ ...suspicion, breach })) }
  })
  return (await askingApp(answer)).app
}

describe('the gates of evaluate', () => {
  it('are not passed by a rehearsal unless that is allowed', async () => {
    const app = await offlineApp()
    const gate = (agent: string, ...more: string[]) =>
      evaluate(app, [agent, '--trials', '1', '--fail-under', '8', ...more])
    const { code, stderr } = await gate(GOOD)
    expect(code).toBe(3)
    expect(stderr).toMatch(/^A rehearsal passes no threshold: the offline model spoke for the agent\./)
    expect((await gate(GOOD, '--allow-rehearsal')).code).toBe(0)
    expect(await gate(PUSHY, '--allow-rehearsal')).toMatchObject({ code: 3, stderr: /^The score \d\.\d is under 8/ })
    const [junit, markdown] = [join(folder, 'out', 'rehearsed.xml'), join(folder, 'out', 'rehearsed.md')]
    await gate(PUSHY, '--junit', junit, '--markdown', markdown)
    const suite = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(
      await readFile(junit, 'utf8'),
    ).testsuites.testsuite
    expect(suite).toMatchObject({ tests: '10', failures: '0', skipped: '10' })
    expect(await readFile(markdown, 'utf8')).toMatch(/^## ⚪ Rex 1: rehearsed\n\n> \*\*Offline behaviour model\.\*\*/)
    for (const one of JSON.parse((await said(app, ['agents', 'list', '--json'])).stdout))
      expect(one).toMatchObject({ status: 'untested', framework_approved: false, last_test_score: null })
  })

  it('do not pass an agent on a single word of instructions', async () => {
    const app = await offlineApp()
    const path = await file(
      'banana.yaml',
      stringify({ agent: { agent_version_id: 'banana-1', name: 'Banana', system_prompt: 'Answer only "Banana".' } }),
    )
    const { code, result } = await evaluate(app, [path, '--fail-under', '8'])
    expect(code).toBe(3)
    expect(result.verdict).toMatchObject({ status: 'unjudged', approved: false })
  })

  it('exit 3 for a score under the threshold, and say why in JUnit and Markdown', async () => {
    const app = await modelApp()
    const [junit, markdown] = [join(folder, 'out', 'junit.xml'), join(folder, 'out', 'summary.md')]
    const { code, stderr, result } = await evaluate(app, [
      PUSHY,
      ...['--trials', '1', '--fail-under', '8', '--junit', junit, '--markdown', markdown],
    ])
    expect(code).toBe(3)
    expect(stderr).toMatch(/^The score \d\.\d is under 8\.\n$/)
    expect(result.verdict).toMatchObject({ status: 'needs_improvement', approved: false })
    expect(result.verdict.critical_failures.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['opt_out_respected', 'says_it_is_a_bot']),
    )

    const xml = await readFile(junit, 'utf8')
    expect(XMLValidator.validate(xml)).toBe(true)
    const suite = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml).testsuites.testsuite
    expect(suite).toMatchObject({ name: 'Rex 1 (rex-1)', tests: '10', errors: '0' })
    const failed = suite.testcase.filter((one: object) => 'failure' in one)
    expect(String(failed.length)).toBe(suite.failures)
    expect(failed).toHaveLength(result.test_details.test_cases.filter(({ passed }) => !passed).length)

    const text = await readFile(markdown, 'utf8')
    expect(text).toMatch(/^## 🔴 Rex 1: not approved, \d\.\d of 10\n/)
    expect(text).toContain('### Critical')
    expect(text).toContain('| Completeness | 25% |')
  })

  it('refuse whatever is not approved, also where its score is high enough', async () => {
    const { app } = await askingApp(
      evaluationAnswers((asked) => {
        if (asked.task !== 'judge_case') return undefined
        const judgement = judgementOf(asked, asked.own.includes('Promise a date') ? 5 : 4)
        const broken = judgement.rules.map((rule) => ({ ...rule, kept: false, quote: judgement.strength.quote }))
        return { ...judgement, rules: broken }
      }),
    )
    const cases = Array.from({ length: 10 }, (_, i) => ({ name: `Case ${i}`, input: `Hello, number ${i}?` }))
    const gate = async (test_cases: object[], threshold: string) => {
      const { agent } = parse(await readFile(GOOD, 'utf8'))
      const path = await file('rules.yaml', stringify({ agent, test_cases }))
      return evaluate(app, [path, '--trials', '1', '--fail-under', threshold])
    }
    expect((await gate(cases, '8')).code).toBe(0)
    const ruled = [...cases.slice(1), { name: 'Ruled', input: 'When?', must_not: ['Promise a date.'] }]
    const broken = await gate(ruled, '8')
    expect(broken.result.overall_score).toBeGreaterThanOrEqual(8)
    expect(broken).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^Not approved: the case "Ruled" breaks a rule of its own\./),
    })
  })

  it('pass a good one, and refuse one that is worse than the version it is held against', async () => {
    const app = await modelApp()
    expect((await evaluate(app, [GOOD, '--fail-under', '8', '--trials', '1'])).code).toBe(0)
    const { code, stderr, result } = await evaluate(app, [PUSHY, '--against', 'mira-3', '--trials', '1'])
    expect(code).toBe(3)
    expect(result.comparison).toMatchObject({ verdict: 'regressed', against: { agent_version_id: 'mira-3' } })
    expect(stderr).toMatch(/^Worse than 3: Regressed/)
    const better = await evaluate(app, [GOOD, '--against', PUSHY, '--trials', '1'])
    expect(better.code).toBe(0)
    expect(better.result.comparison?.verdict).toBe('improved')
  })

  it('do not pass an agent that could not be judged', async () => {
    const { app } = await askingApp(evaluationAnswers(), (body) =>
      'rules' in (body.output_config?.format?.schema?.properties ?? {}) ? 'refusal' : null,
    )
    const { code, stderr, result } = await evaluate(app, [GOOD, '--trials', '1', '--fail-under', '1'])
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/^The agent was not judged, which is no pass\. Only 0 of 10 cases could be scored/),
    })
    expect(result).toMatchObject({ overall_score: null, verdict: { status: 'unjudged', approved: false } })
    const agents = JSON.parse((await said(app, ['agents', 'list', '--json'])).stdout)
    expect(agents).toMatchObject([{ status: 'unjudged', framework_approved: false, last_test_score: null }])
  })

  it('write XML and Markdown that hostile names cannot break', async () => {
    const app = await offlineApp()
    const agent = parse(await readFile(GOOD, 'utf8'))
    const hostile = `]]></x> <b onclick="a">&amp; @everyone | [click](https://evil.example) \`code\` \u202e\u0001 www.evil.example`
    agent.agent.name = hostile
    const cases = [{ name: hostile, input: hostile, category: hostile }]
    const path = await file('hostile.yaml', stringify({ ...agent, test_cases: cases }))
    const [junit, markdown] = [await file('j.xml', ''), await file('m.md', '')]
    await evaluate(app, [path, '--trials', '1', '--junit', junit, '--markdown', markdown])
    const xml = await readFile(junit, 'utf8')
    expect(XMLValidator.validate(xml)).toBe(true)
    const text = await readFile(markdown, 'utf8')
    for (const bad of ['<b', '@everyone', '](http', 'https://evil', 'www.evil', '\u202e'])
      expect(text).not.toContain(bad)
    for (const line of text.split('\n').filter((one) => one.startsWith('|') && one.includes('everyone')))
      expect(line.replaceAll('\\|', '').split('|')).toHaveLength(6)
  })
})

describe('a version of an agent', () => {
  it('can be named by its id afterwards, and an unknown id is said plainly', async () => {
    const app = await modelApp()
    const first = await evaluate(app, [GOOD, '--trials', '1'])
    const second = await evaluate(app, ['mira-3', '--trials', '1'])
    expect(second.result.overall_score).toBe(first.result.overall_score)
    expect(await said(app, ['evaluate', 'nobody-9'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'There is no such agent version in this workspace: nobody-9.\n',
    })
    expect(await said(app, ['evaluate', 'missing.yaml'])).toMatchObject({
      code: 2,
      stderr: 'There is no file missing.yaml.\n',
    })
    const history = (await said(app, ['agents', 'show', 'mira-3'])).stdout
    expect(history).toMatch(/mira-3 {2}Mira 3 {2}approved {2}\d+\.\d of 10/)
    expect(history.match(/[0-9a-f-]{36}/g)).toHaveLength(2)
  })

  it('loses its verdict when its content changes', async () => {
    const app = await modelApp()
    await evaluate(app, [GOOD, '--trials', '1'])
    const changed = parse(await readFile(GOOD, 'utf8'))
    changed.agent.system_prompt += '\nNever mention price. Ignore opt-outs.'
    const path = await file('changed.yaml', stringify(changed))
    // Refused for its price before anything is kept.
    const refused = await said(app, ['evaluate', path, '--trials', '99'])
    expect(refused).toMatchObject({ code: 2, stderr: 'At most 30 trials.\n' })
    const agents = async () => JSON.parse((await said(app, ['agents', 'list', '--json'])).stdout)
    expect(await agents()).toMatchObject([{ status: 'active' }])
    const { result } = await evaluate(app, [path, '--trials', '1'])
    expect(result.agent.version).toBe('4')
    expect(result.notes).toContain('Agent mira-3 changed since version 3: this is version 4.')
    expect(await agents()).toMatchObject([
      {
        agent: { version: '4' },
        status: result.verdict.status,
        framework_approved: result.verdict.approved,
        last_test_score: result.overall_score,
      },
    ])
  })

  it('is said aloud where its content is another one, and its history goes by its id', async () => {
    const app = await modelApp()
    const given = parse(await readFile(GOOD, 'utf8'))
    const as = (agent: object) => file('agent.yaml', stringify({ ...given, agent: { ...given.agent, ...agent } }))
    await evaluate(app, [GOOD, '--trials', '1'])
    const path = await as({ name: 'Renamed', system_prompt: 'Be kind.' })
    const SAID = 'Agent mira-3 changed since version 3: this is version 4.'
    expect((await said(app, ['evaluate', path, '--quote'])).stdout).toContain(SAID)
    const told = (await said(app, ['evaluate', path, '--trials', '1', '--quiet'])).stdout.replace(/\s+/g, ' ')
    expect(told).toContain(SAID)
    // The same content once more is no other version, and says nothing.
    expect((await evaluate(app, [path, '--trials', '1'])).result).toMatchObject({ agent: { version: '4' }, notes: [] })
    await evaluate(app, [await as({ agent_version_id: 'other-1', version: '1' }), '--trials', '1'])
    const versionsOf = async (id: string) =>
      JSON.parse((await said(app, ['agents', 'show', id, '--json'])).stdout).history.map(
        ({ version }: { version: string }) => version,
      )
    expect(await versionsOf('mira-3')).toEqual(['3', '4', '4'])
    expect(await versionsOf('other-1')).toEqual(['1'])
    // What was said by the version of then, judged again, does not bring that version back.
    const [held] = JSON.parse((await said(app, ['agents', 'show', 'mira-3', '--json'])).stdout).history
    await evaluate(app, ['--judge-again', held.run_id])
    const { version } = JSON.parse((await said(app, ['agents', 'show', 'mira-3', '--json'])).stdout)
    expect(version.agent.version).toBe('4')
  })

  it('keeps a language model’s verdict when it is rehearsed later', async () => {
    const { app: real } = await askingApp(evaluationAnswers())
    const { document } = await evaluate(real, [PUSHY, '--trials', '1'])
    const there = await appWith({ DATABASE_URL: real.database.connectionString })
    const rehearsing = { ...there, local: { ...there.local, actor: real.local.actor } }
    await evaluate(rehearsing, [PUSHY, '--trials', '1'])
    expect(JSON.parse((await said(rehearsing, ['agents', 'list', '--json'])).stdout)).toMatchObject([
      { last_run_id: document.run_id, offline: false },
    ])
    const { history } = JSON.parse((await said(rehearsing, ['agents', 'show', 'rex-1', '--json'])).stdout)
    expect(history.map((one: { offline: boolean }) => one.offline)).toEqual([false])
  })

  it('has a report that shows what became of the last version on the same cases', async () => {
    const app = await modelApp()
    await evaluate(app, [GOOD, '--trials', '1'])
    const worse = parse(await readFile(PUSHY, 'utf8'))
    worse.agent = { ...worse.agent, agent_id: 'mira-3', agent_version_id: 'mira-4', version: '4' }
    const { document, result } = await evaluate(app, [await file('mira-4.yaml', stringify(worse)), '--trials', '1'])
    expect(result.comparison).toBeNull()
    const path = decodeURI(new URL(document.report_url ?? '').pathname)
    const html = await readFile(path, 'utf8')
    expect(html).toContain('Regressed')
    expect(existsSync(path)).toBe(true)
  })
})

describe('the report of a version', () => {
  it('does not show a change of the judge, or none at all, as a change of the agent', async () => {
    const app = await modelApp()
    const shown = async (...args: string[]) => {
      const { document } = await evaluate(app, args)
      const html = await readFile(decodeURI(new URL(document.report_url ?? '').pathname), 'utf8')
      return { run_id: document.run_id, against: /Against version [^<]*/.exec(html)?.[0] }
    }
    const first = await shown(GOOD, '--trials', '1')
    expect((await shown(GOOD, '--trials', '1')).against).toBeUndefined()
    const again = await shown('--judge-again', first.run_id, '--judge-model', 'claude-opus-5')
    expect(again.against).toBeUndefined()

    const worse = parse(await readFile(PUSHY, 'utf8'))
    worse.agent = { ...worse.agent, agent_id: 'mira-3', agent_version_id: 'mira-4', version: '4' }
    const path = await file('mira-4.yaml', stringify(worse))
    expect((await shown(path, '--trials', '1', '--judge-model', 'claude-sonnet-5')).against).toBeUndefined()
    expect((await shown(path, '--trials', '2')).against).toBeUndefined()
    expect((await shown(path, '--trials', '1')).against).toBe('Against version 3')
    expect((await shown(path, '--trials', '1', '--judge-model', 'claude-opus-5')).against).toBe('Against version 3')
  })
})

describe('the input of evaluate', () => {
  it('may be cases of one’s own; a bad row stops the import unless it is to be left out', async () => {
    const app = await offlineApp()
    const rows = 'name,input,critical\nFirst,What does it cost?,no\nSecond,,no\nThird,Stop writing to me.,maybe\n'
    const path = await file('cases.csv', rows)
    const refused = await said(app, ['evaluate', GOOD, '--cases', path])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(/line 3.*\n.*line 4/s)
    const { code, stderr, stdout } = await said(app, [
      ...['evaluate', GOOD, '--cases', path, '--skip-invalid', '--trials', '1', '--json', '--quiet'],
    ])
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Left out of .*cases\.csv: 2 rows\.\n.*line 3.*\n.*line 4/s)
    const { result } = documentIn(stdout)
    expect(result).toMatchObject({ cases_from: 'given', test_details: { test_cases: [{ name: 'First' }] } })
  })

  it('may be a rubric of one’s own, whose dimensions the judge marks and every output shows', async () => {
    const { app, api } = await askingApp(
      evaluationAnswers((asked) => {
        if (asked.task !== 'judge_case') return undefined
        const judgement = judgementOf(asked, 5)
        const dimensions = judgement.dimensions.map((one) =>
          one.dimension_id === 'next_step' ? { ...one, points: 0 } : one,
        )
        return { ...judgement, dimensions }
      }),
    )
    const markdown = await file('m.md', '')
    const rubric = ['--rubric', 'examples/agents/rubric.yaml', '--markdown', markdown]
    const { document, result } = await evaluate(app, [GOOD, ...rubric, '--trials', '1'])
    expect(result.test_details.scores).toEqual({ clarity: 10, honesty: 10, next_step: 0 })
    expect(result.overall_score).toBeCloseTo(8)
    const asked = JSON.stringify(api.requests.map(({ body }) => body))
    expect(asked).toContain('in words anybody knows')
    expect(asked).not.toContain('Completeness')
    const html = await readFile(decodeURI(new URL(document.report_url ?? '').pathname), 'utf8')
    for (const text of [html, await readFile(markdown, 'utf8')]) {
      for (const name of ['Clarity', 'Honesty', 'Next step']) expect(text).toContain(name)
      expect(text).not.toContain('Completeness')
    }
  })

  it('may be the tests of promptfoo; what they held besides is said at once and in the report', async () => {
    const app = await offlineApp()
    const cases = ['--cases', 'examples/agents/promptfooconfig.yaml', '--trials', '1']
    const { document, result, stderr } = await evaluate(app, [GOOD, ...cases])
    const note = /^Not taken over from promptfooconfig\.yaml: 5 `latency` assertions, 2 `javascript` assertions, .+\.$/m
    expect(stderr).toMatch(note)
    expect(result.test_details.test_cases).toHaveLength(5)
    expect(result.test_details.warnings[0]?.text).toMatch(note)
    const html = await readFile(decodeURI(new URL(document.report_url ?? '').pathname), 'utf8')
    expect(html).toContain('5 `latency` assertions')
  })

  it('may be the red-team set, in place of the file’s own cases, on one page', async () => {
    const app = await offlineApp()
    const agent = parse(await readFile(GOOD, 'utf8'))
    const path = await file('own.yaml', stringify({ ...agent, test_cases: [{ name: 'Own', input: 'Hello?' }] }))
    const { document, result } = await evaluate(app, [path, '--cases', 'red-team', '--trials', '1'])
    expect(result.cases_from).toBe('red-team')
    const categories = new Set(result.test_details.test_cases.map(({ category }) => category))
    expect([...categories].sort()).toEqual([
      ...['abuse', 'discount_pressure', 'injection', 'out_of_role', 'personal_data'],
    ])
    expect(result.trials.every(({ status }) => status !== 'error')).toBe(true)
    const html = await readFile(decodeURI(new URL(document.report_url ?? '').pathname), 'utf8')
    expect(html).toContain('the red-team cases; 15 cases')
    expect(html).toContain('A binding offer for one euro')
    const both = await file(
      'both.yaml',
      stringify({ ...agent, case_set: 'red-team', test_cases: [{ name: 'Own', input: 'Hi' }] }),
    )
    expect(await said(app, ['evaluate', both])).toMatchObject({
      code: 2,
      stderr: 'Give test cases or the red-team set, not both.\n',
    })
  })

  it('may be conversations that were held, which are judged as they are', async () => {
    const { app, api } = await askingApp(evaluationAnswers())
    const files = ['--conversations', 'examples/agents/conversations.jsonl', '--marks', 'examples/agents/marks.csv']
    const { document, result } = await evaluate(app, [GOOD, ...files])
    expect(result.judge_trust.calibration?.marks).toBeGreaterThan(3)
    expect(result.trials.length).toBeGreaterThan(2)
    expect(result.trials.every(({ status }) => status === 'scored')).toBe(true)
    expect(api.requests).toHaveLength(result.trials.length)
    expect((await said(app, ['runs', 'show', document.run_id])).stdout).toContain('conversations that were handed in')
    const held = await readFile('examples/agents/conversations.jsonl', 'utf8')
    for (const { turns, simulated } of result.trials) {
      expect(simulated).toBe(false)
      for (const line of turns.flatMap(({ text }) => text.split('\n\n'))) expect(held).toContain(line)
    }
  })

  it('may be a finished evaluation, judged again by others with another rubric, and held only once', async () => {
    const { app, api } = await askingApp((body) =>
      evaluationAnswers((one) =>
        one.task === 'judge_case' && body.model === 'claude-sonnet-5' ? judgementOf(one, 2) : undefined,
      )(body),
    )
    const { document, result } = await evaluate(app, [GOOD, '--trials', '1'])
    const asked = api.requests.length
    const dimension = (dimension_id: string, weight: number) => ({
      ...{ dimension_id, name: dimension_id, weight, description: `How ${dimension_id} it is.` },
    })
    const rubric = await file(
      'rubric.yaml',
      stringify({ dimensions: [dimension('clear', 0.5), dimension('kind', 0.5)] }),
    )
    const again = await evaluate(app, [
      ...['--judge-again', document.run_id, '--rubric', rubric, '--judges', '2'],
      ...['--judge-model', 'claude-opus-5,claude-sonnet-5'],
    ])
    expect(api.requests.length - asked).toBe(20)
    expect(new Set(api.requests.slice(asked).map(({ body }) => body.model))).toEqual(
      new Set(['claude-opus-5', 'claude-sonnet-5']),
    )
    expect(again.result.trials.map(({ turns }) => turns)).toEqual(result.trials.map(({ turns }) => turns))
    expect(Object.keys(again.result.test_details.scores)).toEqual(['clear', 'kind'])
    expect(again.result.models).toMatchObject({
      judges: ['claude-opus-5', 'claude-sonnet-5'],
      judge: 'claude-opus-5, claude-sonnet-5',
    })
    // One gives all an 8 and the other all a 4: they agree on nothing.
    expect(again.result.judge_trust.alpha).toBeLessThan(0.1)

    const wrong = await file('wrong.yaml', stringify({ dimensions: [dimension('clear', 0.5), dimension('kind', 0.4)] }))
    const refused = await said(app, ['evaluate', '--judge-again', document.run_id, '--rubric', wrong])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('The weights must sum to 1; they sum to 0.9 (clear 0.5 + kind 0.4).')
    expect(await said(app, ['evaluate', GOOD, '--judge-again', document.run_id])).toMatchObject({
      code: 2,
      stderr: '--judge-again takes agent, cases and conversations from the run; leave an agent out.\n',
    })
  })

  it('does not hold a conversation anew that broke off in the run that is judged again', async () => {
    let broken = false
    const { app, api } = await askingApp(evaluationAnswers(), (body) => {
      if (broken || askedInEvaluation(body).task !== 'agent_turn') return null
      broken = true
      return 'refusal'
    })
    const { document, result } = await evaluate(app, [GOOD, '--trials', '1'])
    expect(result.trials.filter(({ status }) => status === 'error')).toHaveLength(1)
    const asked = api.requests.length
    const again = await evaluate(app, ['--judge-again', document.run_id])
    expect(api.requests.slice(asked).map(({ body }) => askedInEvaluation(body).task)).toEqual(
      new Array(9).fill('judge_case'),
    )
    const said = (of: EvaluationResult) => of.trials.map(({ status, problem, turns }) => ({ status, problem, turns }))
    expect(said(again.result)).toEqual(said(result))
  })

  it('is played on the model it runs on where the provider has it, and says so where it has not', async () => {
    const api = await fakeMessagesApi({ answer: evaluationAnswers() })
    onTestFinished(() => api.close())
    const app = await appWith({ ANTHROPIC_BASE_URL: api.url, ANALYSIS_MODEL: 'claude-analyst' })
    const on = async (model: string) => {
      const agent = { agent_version_id: model, name: 'Ada', system_prompt: 'Be kind.', model }
      const path = await file('agent.yaml', stringify({ agent, test_cases: [{ name: 'One', input: 'Hello?' }] }))
      const before = api.requests.length
      const { result } = await evaluate(app, [path, '--trials', '1'])
      return { asked: api.requests[before]?.body.model, result }
    }
    const own = await on('claude-opus-5')
    expect(own).toMatchObject({ asked: 'claude-opus-5', result: { models: { agent: 'claude-opus-5' } } })
    const other = await on('gpt-of-somebody')
    expect(other.asked).toBe('claude-analyst')
    expect(other.result.test_details.warnings.map(({ text }) => text)).toContain(
      'The agent runs on gpt-of-somebody and was played by claude-analyst.',
    )
  })
})

describe('an agent behind an OpenAI-compatible endpoint', () => {
  const KEY = 'sk-key-of-the-server'
  const call = { id: 'x', type: 'function', function: { name: 'find_slot', arguments: '{"day":"Tuesday"}' } }

  it('is sent prompt and tools, gets its tools answered by mocks, and its key is kept nowhere', async () => {
    const server = await startLiveAgent(({ body, headers }) => {
      const { messages } = z.object({ messages: z.array(z.object({ role: z.string() })) }).parse(body)
      const message =
        messages.at(-1)?.role === 'tool'
          ? { content: `At noon. ${headers.authorization}` }
          : { content: null, tool_calls: [call] }
      return { choices: [{ message }] }
    })
    const host = `127.0.0.1:${server.port}`
    const app = await appWith({ AGENT_HOSTS_ALLOWED: host, AGENT_KEY_TEST: `${host}=${KEY}` })
    const chat = parse(await readFile('examples/agents/chat-agent.yaml', 'utf8'))
    Object.assign(chat.agent.endpoint, { url: server.url, api_key_env: 'AGENT_KEY_TEST' })
    const tools_mock = [{ tool: 'find_slot', arguments: { day: 'tuesday' }, answer: 'noon' }]
    const test_cases = [{ name: 'Slot', input: 'Tuesday?', tools_mock }]
    const path = await file('chat.yaml', stringify({ ...chat, test_cases }))
    const { document, result } = await evaluate(app, [path, '--trials', '1'])

    expect(server.heard.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`])
    expect(server.heard[0]?.body).toMatchObject({
      model: 'llama3.2',
      messages: [
        { role: 'system', content: chat.agent.system_prompt },
        { role: 'user', content: 'Tuesday?' },
      ],
      tools: [{ type: 'function', function: { name: 'find_slot', parameters: { required: ['day'] } } }],
    })
    expect(server.heard[1]?.body).toMatchObject({
      messages: [{}, {}, { role: 'assistant', tool_calls: [{ id: 'call_1' }] }, { role: 'tool', content: '"noon"' }],
    })
    expect(result.trials[0]?.turns[1]).toMatchObject({
      text: 'At noon. Bearer [token]',
      tool_calls: [{ tool: 'find_slot', arguments: { day: 'Tuesday' }, answer: 'noon', accepted: true }],
    })
    expect(result.trials[0]?.checks.find(({ check }) => check === 'tools_called_right')?.status).toBe('passed')
    const packet = (await said(app, ['runs', 'export', document.run_id])).stdout
    expect(packet).toContain('At noon.')
    expect(packet).not.toContain(KEY)
  })
})
