import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AnalystAnswer } from '../../src/domain/panel/analysis.js'
import { AskResult } from '../../src/domain/panel/ask.js'
import { ComparisonResult } from '../../src/domain/panel/comparison.js'
import { FocusGroupResult, PressureTestResult } from '../../src/domain/panel/pressure-test.js'
import { RefinementResult } from '../../src/domain/panel/refinement.js'
import { RunDocument } from '../../src/domain/run/run-document.js'
import { type Analysed, analysed } from '../support/analysed.js'
import { OAT_DRINK, startApp, submitRequest, type TestApp } from '../support/app.js'
import { runIn, runUnopened } from '../support/cli.js'
import { taskOf } from '../support/fake-answers.mjs'
import { type FakeOptions, type Fault, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { sharedApp, sharedAppAsking } from '../support/shared-app.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pt-loop-'))
  await writeFile(join(folder, 'plain.md'), 'Havn Oat: an oat drink that froths. €1.49 a litre.')
  await writeFile(join(folder, 'notes.txt'), 'Last year people complained about the smell of boiled oats.')
  await writeFile(join(folder, 'guide.md'), `${OAT_DRINK}\n\n## The price\n- When would you pay it?\n\n## The foam\n`)
  return () => rm(folder, { recursive: true, force: true })
})

/** The program without a model and without a worker, for what is refused or only asked. */
const idle = sharedApp({ works: false })
/** The program that asks the fake API. */
const asking = sharedAppAsking({ env: () => ({ REPORTS_OUTPUT_DIR: folder }) })

type Tested = { readonly run_id: string; readonly result: Analysed }

/** A finished pressure test of it. */
async function tested(stimulus = OAT_DRINK, answer?: FakeOptions['answer'], personas = 6): Promise<Tested> {
  const app = asking.app()
  asking.api().answer = answer
  const run_id = await app.submit({ stimulus, personas })
  const { result } = await app.until(run_id)
  return { run_id, result: analysed(PressureTestResult.parse(result)) }
}

let oats: Promise<Tested> | undefined
/** One of the oat drink, made once: tests go on from it and leave it as it is. */
async function testedApp() {
  oats ??= tested()
  return { app: asking.app(), api: asking.api(), ...(await oats) }
}

async function documentOf(app: TestApp, args: string[]): Promise<RunDocument> {
  const { code, stdout, stderr } = await runIn(app, [...args, '--json', '--quiet'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return RunDocument.parse(JSON.parse(stdout)) as RunDocument
}

const NOTHING_FOUND: AnalystAnswer = {
  ...{ pressure_score: 80, gut_attraction_index: 80, credibility_score: 80, why_they_matter: '' },
  ...{ key_weaknesses: [], credibility_gaps: [], friction_points: [], competitive_vulnerabilities: [] },
  ...{ emergent_insights: [], unsaid_objections: [], recommended_refinements: [] },
}

const promptOf = (body: unknown): string => JSON.stringify(body)

describe('refine', () => {
  it('goes on from a test with its people and its findings, and prints the lift', async () => {
    const { app, run_id, result } = await testedApp()
    const run = await documentOf(app, ['refine', run_id])
    expect(run).toMatchObject({ kind: 'refinement', status: 'completed', seed: 1 })
    const refined = RefinementResult.parse(run.result)
    expect(refined.original).toBe(result.stimulus)
    expect(refined.refined).not.toBe(result.stimulus)
    const recommended = result.analysis.recommended_refinements.map(({ recommendation }) => recommendation)
    expect(refined.findings.map(({ fix }) => fix).sort()).toEqual([...recommended].sort())
    expect(refined.findings.map(({ finding_id }) => finding_id)).toEqual(recommended.map((_, at) => `f${at + 1}`))
    const weights = refined.findings.map(({ priority }) => ['high', 'medium', 'low'].indexOf(priority))
    expect(weights).toEqual([...weights].sort())
    expect(refined.per_persona.map(({ persona_id }) => persona_id)).toEqual(
      result.responses.map(({ persona_id }) => persona_id),
    )
    expect(refined.lift?.pressure_score.interval).toEqual(expect.anything())
    const shown = await runIn(app, ['runs', 'show', run.run_id])
    expect(shown.stdout).toMatch(/synthetic/)
  })

  it('shows price and time first, and then submits nothing', async () => {
    const { app, api, run_id } = await testedApp()
    const runs = () => app.store.runs.list(app.local.actor, { limit: 10 })
    const before = { asked: api.requests.length, runs: await runs() }
    const { code, stdout } = await runIn(app, ['refine', run_id, '--quote'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/\d+ calls for about \$0\.\d+/)
    expect(api.requests).toHaveLength(before.asked)
    expect(await runs()).toEqual(before.runs)
  })

  it('says why it cannot go on from a run', async () => {
    const app = idle()
    const waiting = await app.submit()
    const propositions = [1, 2].map((n) => ({ name: `${n}`, stimulus: `An oat drink, text ${n}` }))
    const { run_id } = await submitRequest(app.local, 'comparison', { propositions })
    for (const [id, sentence] of [
      [randomUUID(), /There is no such run/],
      ['nonsense', /There is no such run/],
      [waiting, /The run is queued; refine takes a finished one/],
      [run_id, /is a comparison; refine takes a finished pressure test\./],
    ] as const) {
      const refused = await runIn(app, ['refine', id])
      expect(refused.stderr).toMatch(sentence)
      expect(refused.code).toBe(2)
    }
  })

  it('makes no edit where a test recommends nothing', async () => {
    const { run_id } = await tested(OAT_DRINK, (_, task) => (task === 'analyse' ? NOTHING_FOUND : undefined))
    const { code, stdout, stderr } = await runIn(asking.app(), ['refine', run_id])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`There is nothing to mend: the test of run ${run_id} recommends no change.`)
    const document = await runIn(asking.app(), ['refine', run_id, '--json'])
    expect(JSON.parse(document.stdout)).toMatchObject({ run_id, kind: 'refinement', status: 'not_started' })
  })

  it('does not report the difference between two models as a lift', async () => {
    const { app, run_id } = await testedApp()
    const offline = await startApp({ DATABASE_URL: app.env.DATABASE_URL ?? '' })
    const { code, stderr } = await runIn(offline, ['refine', run_id])
    expect(code).toBe(2)
    expect(stderr).toMatch(/the difference would be the models', not the edits'/)
  })
})

const EXAMPLES = readdirSync('examples').filter((name) => name.endsWith('.md') && !name.startsWith('guide-'))

describe('on the examples', () => {
  it('number at least three', () => expect(EXAMPLES.length).toBeGreaterThanOrEqual(3))

  it.each(EXAMPLES)('refine changes %s, keeps its facts, and reports a lift with an interval', async (name) => {
    const { run_id } = await tested(readFileSync(join('examples', name), 'utf8'))
    const { result } = await documentOf(asking.app(), ['refine', run_id])
    const { original, refined, edits, lift, per_persona } = RefinementResult.parse(result)
    expect(refined).not.toBe(original)
    const figures = (text: string) => new Set(text.match(/\d+(?:[.,]\d+)*/g))
    expect(figures(refined)).toEqual(figures(original))
    expect(edits.some(({ status, effect }) => status === 'applied' && effect?.interval)).toBe(true)
    expect(per_persona).toHaveLength(6)
    expect(lift).not.toBeNull()
    for (const one of Object.values(lift ?? {}))
      expect(one?.interval).toEqual({ low: expect.any(Number), high: expect.any(Number) })
  })
})

describe('with the offline model', () => {
  const offline = sharedApp({ env: () => ({ REPORTS_OUTPUT_DIR: folder }) })

  it('refine is reproducible, keeps the facts, and its evidence can be computed again', async () => {
    const app = offline()
    const run_id = await app.submit()
    await app.until(run_id)
    const [one, two] = [await documentOf(app, ['refine', run_id]), await documentOf(app, ['refine', run_id])]
    expect(JSON.stringify(two.result)).toBe(JSON.stringify(one.result))
    const { refined, original, lift, edits, sentence } = RefinementResult.parse(one.result)
    expect(refined).not.toBe(original)
    for (const fact of ['€1.49', '€2.29', '212 baristas in Aarhus', '40% less sugar']) expect(refined).toContain(fact)
    expect(lift?.pressure_score.interval).toEqual(expect.anything())
    expect(edits.every(({ status, effect }) => (status === 'applied') === (effect !== null))).toBe(true)
    expect(sentence).toMatch(/^By the text check the pressure score changed by .* A rehearsal does not say/)
    expect(one.trust?.sentence).toMatch(/^Rehearsed by the offline behaviour model: no language model/)
    expect((await runIn(app, ['runs', 'export', one.run_id])).code).toBe(0)
  })

  it('compare finds no difference between a text and itself, and its evidence can be computed again', async () => {
    const app = offline()
    const run = await documentOf(app, ['compare', OAT_DRINK, OAT_DRINK])
    const { differences, best } = ComparisonResult.parse(run.result)
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatchObject({ difference_seen: false })
    expect(best).toBeNull()
    expect((await runIn(app, ['runs', 'export', run.run_id])).code).toBe(0)
  })
})

describe('compare', () => {
  it('takes texts, files and runs, and prints pairs with their sentence', async () => {
    const { app, run_id, result } = await testedApp()
    const run = await documentOf(app, [
      ...['compare', join(folder, 'plain.md'), run_id, 'Another oat drink, which is not like the others at all.'],
      ...['--personas', '6', '--seed', '4'],
    ])
    const compared = ComparisonResult.parse(run.result)
    expect(compared.propositions.map(({ label, name }) => [label, name])).toEqual([
      ['A', 'plain.md'],
      ['B', `run ${run_id.slice(0, 8)}`],
      ['C', 'Another oat drink, which is not like the …'],
    ])
    expect(compared.propositions[1]?.stimulus).toBe(result.stimulus)
    expect(compared.differences).toHaveLength(3)
    expect(run).toMatchObject({ seed: 4, trust: { respondents: { asked: 6, answered: 6 } } })
  })

  it('asks twelve people unless told otherwise, and quotes without a database', async () => {
    const args = ['compare', 'One plain oat drink.', 'Another plain oat drink.', '--quote', '--json']
    const { stdout } = await runUnopened({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' }, args)
    expect(JSON.parse(stdout)).toMatchObject({ calls: 2 + 24 + 1 + 24 + 1 })
  })

  it.each([
    [['one only'], /at least two propositions/],
    [['a', 'b', 'c', 'd', 'e', 'f'], /at most five propositions/],
    [['a b', 'missing.md'], /There is no file missing\.md/],
    [['a b', randomUUID()], /There is no such run/],
  ])('refuses %j', async (propositions, sentence) => {
    const { code, stderr } = await runIn(idle(), ['compare', ...propositions])
    expect(stderr).toMatch(sentence)
    expect(code).toBe(2)
  })
})

describe('ask', () => {
  it('continues with a respondent by name or id, who remembers earlier questions', async () => {
    const { app, run_id, result } = await testedApp()
    const [first] = result.responses
    const name = first?.persona_name ?? ''
    const one = AskResult.parse((await documentOf(app, ['ask', run_id, name.toUpperCase(), 'Why?'])).result)
    const two = AskResult.parse(
      (await documentOf(app, ['ask', run_id, first?.persona_id ?? '', 'And what would help?'])).result,
    )
    expect([one.persona_id, two.persona_id]).toEqual([first?.persona_id, first?.persona_id])
    expect(one.earlier).toEqual([])
    expect(two.earlier).toEqual([{ question: 'Why?', answer: one.answer }])
    const other = result.responses[1]?.persona_name ?? ''
    const { stdout, code } = await runIn(app, ['ask', run_id, other, 'Why?'])
    expect(code).toBe(0)
    expect(stdout).toContain(other)
    expect(stdout).toMatch(/synthetic person/)
    expect(stdout).toMatch(/The first question to them/)
  })

  it('sends no other respondent’s private words to the model', async () => {
    const { app, api, run_id, result } = await testedApp()
    // Somebody whom no other test asks, who remembers nothing else.
    const [asked, ...others] = result.responses.toReversed()
    await documentOf(app, ['ask', run_id, asked?.persona_name ?? '', 'Why?'])
    const prompt = promptOf(api.requests.at(-1)?.body)
    expect(prompt).toContain(JSON.stringify(asked?.private_thoughts).slice(1, -1))
    const heard = (result.group_dynamics?.turns ?? []).map(({ text }) => text).join('\n')
    const own = [...Object.values(asked ?? {}).flat(), result.stimulus].join('\n')
    const secrets = [
      ...others.map(({ private_thoughts }) => private_thoughts),
      ...(result.group_dynamics?.ballots?.before ?? [])
        .filter(({ persona_id }) => persona_id !== asked?.persona_id)
        .flatMap(({ reasons, stance }) => [stance, ...reasons.map(({ quote }) => quote)]),
    ].filter((words) => !heard.includes(words) && !own.includes(words))
    const ownReasons = result.group_dynamics?.ballots?.before.find((one) => one.persona_id === asked?.persona_id)
    const mine = JSON.stringify(ownReasons)
    expect(secrets.length).toBeGreaterThan(4)
    for (const secret of secrets.filter((words) => !mine.includes(words))) expect(prompt).not.toContain(secret)
  })

  it('gives respondents who took no part in the discussion no memory of it', async () => {
    const [app, api] = [asking.app(), asking.api()]
    const { run_id, result } = await tested(OAT_DRINK, undefined, 12)
    const inside = new Set(result.group_dynamics?.ballots?.before.map(({ persona_id }) => persona_id))
    const heardBy = async (taken: boolean) => {
      const someone = result.responses.find(({ persona_id }) => inside.has(persona_id) === taken)
      await documentOf(app, ['ask', run_id, someone?.persona_id ?? '', 'Why?'])
      return /What was said in the room/.test(promptOf(api.requests.at(-1)?.body))
    }
    expect([await heardBy(true), await heardBy(false)]).toEqual([true, false])
  })

  it('lists the people of the run for a name it does not know', async () => {
    const { app, run_id, result } = await testedApp()
    const { code, stderr } = await runIn(app, ['ask', run_id, 'Nobody', 'Why?'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^Nobody called "Nobody" answered in that run\. There are: /)
    for (const { persona_name, persona_id } of result.responses) {
      expect(stderr).toContain(`${persona_name} (${persona_id})`)
    }
    expect((await runIn(app, ['ask', run_id, result.responses[0]?.persona_name ?? '', ' '])).stderr).toMatch(
      /^The question is empty\.$/m,
    )
  })
})

describe('focus-group', () => {
  it('leads a panel through the topics of a guide, with notes that everybody has read', {
    timeout: 90_000,
  }, async () => {
    const [app, api] = [asking.app(), asking.api()]
    const run = await documentOf(app, [
      ...['focus-group', join(folder, 'guide.md'), '--notes', join(folder, 'notes.txt')],
      ...['--personas', '4', '--turns', '8', '--budget', '5'],
    ])
    const result = FocusGroupResult.parse(run.result)
    expect(run.kind).toBe('focus_group')
    expect(result.topics.map(({ topic }) => topic)).toEqual(['The price: When would you pay it?', 'The foam'])
    expect(api.requests.some(({ body }) => promptOf(body).includes('the smell of boiled oats'))).toBe(true)
    const name = result.responses[0]?.persona_name ?? ''
    const asked = AskResult.parse((await documentOf(app, ['ask', run.run_id, name, 'What about the smell?'])).result)
    expect(asked.persona_name).toBe(name)
    expect(promptOf(api.requests.at(-1)?.body)).toContain('the smell of boiled oats')
  })

  it('refuses a note that is not there, and a guide without a subject', async () => {
    const app = idle()
    expect(await runIn(app, ['focus-group', 'Oats', '--notes', 'nowhere.txt'])).toMatchObject({
      code: 2,
      stderr: 'There is no file nowhere.txt.\n',
    })
    expect((await runIn(app, ['focus-group', '-'], '- price\n- taste')).stderr).toMatch(/write above it/)
  })
})

describe('a test without its analysis', () => {
  it('is printed without findings, keeps its gate, refuses to be refined, and is completed by a retry', async () => {
    const refusing = { on: true }
    const api = await fakeMessagesApi({
      fault: ({ output_config }) =>
        refusing.on && taskOf(output_config?.format?.schema) === 'analyse' ? 'refusal' : null,
    })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, REPORTS_OUTPUT_DIR: folder })
    const { code, stdout } = await runIn(app, ['run', OAT_DRINK, '--quiet'])
    const run_id = /Run {5}(\S+)/.exec(stdout)?.[1] ?? ''
    expect(code).toBe(0)
    expect(stdout).toMatch(/Pressure score \d+ of 100/)
    expect(stdout.replace(/\s+/g, ' ')).toMatch(/A retry buys only the analysis, (about|less than) \$0\.\d\d\./)
    expect(stdout).toContain(`\nRetry   pressure-test runs retry ${run_id}\n`)
    expect(readFileSync(/Report {2}(\S+)/.exec(stdout)?.[1] ?? '', 'utf8')).toContain(
      'Not known: the analysis is missing.',
    )
    const shown = RunDocument.parse(JSON.parse((await runIn(app, ['runs', 'show', run_id, '--json'])).stdout))
    expect(shown).toMatchObject({
      status: 'completed',
      result: {
        analysis: null,
        analysis_missing: { code: 'model_refused' },
        measured: { pressure_score: expect.any(Number) },
      },
      retry: { buys: 'analysis', cost_usd: expect.any(Number) },
    })
    expect(await runIn(app, ['run', OAT_DRINK, '--quiet', '--fail-under', '100'])).toMatchObject({ code: 3 })
    expect(await runIn(app, ['refine', run_id])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has no analysis'),
    })

    refusing.on = false
    const asked = api.requests.length
    const retried = await runIn(app, ['runs', 'retry', run_id])
    expect(retried).toMatchObject({ code: 0, stdout: expect.stringMatching(/What broke\n[\s\S]*Fix first\n/) })
    expect(api.requests).toHaveLength(asked + 1)
    expect((await runIn(app, ['refine', run_id, '--quote'])).code).toBe(0)
  })

  it('exits with 1 where the retry failed', async () => {
    const state: { fault: Fault } = { fault: 'refusal' }
    const api = await fakeMessagesApi({
      fault: ({ output_config }) => (taskOf(output_config?.format?.schema) === 'analyse' ? state.fault : null),
    })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, REPORTS_OUTPUT_DIR: folder })
    const { run_id } = await documentOf(app, ['run', OAT_DRINK])
    state.fault = { status: 401 }
    const { code, stdout, stderr } = await runIn(app, ['runs', 'retry', run_id, '--quiet'])
    expect(code).toBe(1)
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'The last retry did not get through: The model provider rejected the request',
    )
    expect(stderr).toContain(`pressure-test runs retry ${run_id}`)
  })
})

describe('run', () => {
  it('passes its options on', async () => {
    const app = idle()
    const { code, stderr } = await runIn(app, ['run', OAT_DRINK, '--stability', '1'])
    expect([code, stderr]).toEqual([2, 'Stability needs at least 2 rebuilt panels, or 0 for none.\n'])
    expect((await runIn(app, ['run', OAT_DRINK, '--turns', '3'])).stderr).toBe('A discussion needs at least 6 turns.\n')
    const args = ['run', OAT_DRINK, '--focus-group', 'off', '--intent', 'likert', '--quiet', '--max-wait', '0']
    expect((await runIn(app, [...args, '--controls', 'off', '--stability', '2'])).code).toBe(5)
    const [run] = await app.store.runs.list(app.local.actor, { limit: 1 })
    expect(run?.input).toMatchObject({ focus_group: 'off', intent: 'likert', controls: false, stability: 2 })
    expect((await runIn(app, [...args.slice(0, 2), '--quiet', '--max-wait', '0'])).code).toBe(5)
    const [standard] = await app.store.runs.list(app.local.actor, { limit: 1 })
    expect(standard?.input).toMatchObject({ focus_group: 'live', intent: 'auto', controls: true, stability: 0 })
  })
})

describe('simulate', () => {
  it('quotes a product file as a completed pilot of the same simulation corrects it', async () => {
    const app = asking.app()
    const args = [
      'simulate',
      'examples/products/slotwise.yaml',
      '--personas',
      '6',
      '--sessions',
      '2',
      '--panel',
      'village-mechanic',
    ]
    const before = await runIn(app, [...args, '--quote'])
    expect([before.code, before.stdout]).toEqual([0, expect.not.stringContaining('corrected by')])
    const pilot = JSON.parse((await runIn(app, [...args, '--pilot', '2', '--json', '--quiet'])).stdout)
    const after = await runIn(app, [...args, '--quote'])
    expect(after.stdout).toContain(`The price is corrected by the pilot of 2 people, ${pilot.run_id}`)
    expect((await runIn(app, [...args, '--seed', '2', '--quote'])).stdout).toContain('corrected by the pilot')
    const other = await runIn(app, [...args, '--state', 'B', '--quote'])
    expect([other.code, other.stdout]).toEqual([0, expect.not.stringContaining('corrected by')])
  })
})
