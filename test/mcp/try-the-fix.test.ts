import { expect, it, onTestFinished } from 'vitest'
import { AgentVersion } from '../../src/domain/evaluation/agent.js'
import { prepareRun } from '../../src/service/run/submit-run.js'
import { startApp, startWorkerIn, type TestApp } from '../support/app.js'
import { evaluationAnswers } from '../support/fake-evaluation.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { connect, inMemory, type TestClient } from '../support/mcp.js'

const BOASTFUL =
  'Glow Serum is a miracle in a jar: revolutionary, guaranteed to erase wrinkles overnight. Made from 100% oats, 30 ml for €29.'

async function openedApp(env: Record<string, string> = {}): Promise<{ app: TestApp; client: TestClient }> {
  const app = await startApp(env)
  startWorkerIn(app)
  return { app, client: await connect('v1', inMemory({ context: async () => app.local, confirmAboveUsd: 50 })) }
}
const opened = async (env?: Record<string, string>): Promise<TestClient> => (await openedApp(env)).client
const peopleOf = async (client: TestClient, run_id: string | null) =>
  (await client.call('get_run', { run_id, section: 'people' })).reply.section?.rows.map(({ title }) => title)

it('compares and refines with the panel, category and skepticism of the named test, and says so', async () => {
  const client = await opened()
  await client.call('generate_personas', {
    name: 'my-people',
    archetypes: ['careful-parent', 'label-reader'],
    count: 4,
  })
  const tested = await client.call('run_pressure_test', {
    proposition: BOASTFUL,
    panel: ['my-people', 'careful-parent'],
    category: 'beauty',
    skepticism: 'high',
    personas: 4,
    focus_group: 'off',
  })
  expect(tested.reply.status, tested.text).toBe('completed')
  const { run_id } = tested.reply
  const people = await peopleOf(client, run_id)
  const other = await client.call('run_pressure_test', { proposition: 'A plain oat serum for €9.', focus_group: 'off' })
  const plain = await client.call('compare_runs', { propositions: [run_id, other.reply.run_id] })
  expect(plain.reply.headline).toContain(
    'The panel, the category (beauty) and the skepticism (high) are those of the test of A.',
  )
  expect(plain.reply.headline).toContain(
    'B was tested with another panel; people of the same name there are other people.',
  )
  const seen = await client.call('get_run', { run_id: plain.reply.run_id, section: 'propositions' })
  expect(seen.reply.section?.rows[0]?.said.map(({ who }) => who)).toEqual(people)
  const own = await client.call('compare_runs', {
    propositions: [run_id, 'An oat serum for €9.'],
    skepticism: 'low',
    personas: 3,
  })
  expect(own.reply.headline).toContain('The panel and the category (beauty) are those of the test of A.')

  expect(tested.text).toContain('compare_runs with refine')
  const refined = await client.call('compare_runs', { refine: run_id })
  expect(refined.reply, refined.text).toMatchObject({ kind: 'refinement', status: 'completed', next: null })
  expect(refined.text).toContain('Panel, category (beauty) and skepticism (high) are those of the test.')
  const edits = await client.call('get_run', { run_id: refined.reply.run_id, section: 'edits' })
  expect(edits.reply.section?.rows.filter(({ facts }) => facts.status === 'applied').length).toBeGreaterThan(0)
  const both = await client.call('compare_runs', { refine: run_id, personas: 8 })
  expect(both.reply.error?.message).toBe(
    'refine goes alone: it asks the people of that test again. Leave out personas.',
  )
  expect((await client.call('compare_runs', {})).reply.error?.message).toContain('propositions: it is missing')
})

it('tells how many cases passed, the paired comparison with the last version, and all versions', async () => {
  const api = await fakeMessagesApi({ answer: evaluationAnswers() })
  onTestFinished(() => api.close())
  const client = await opened({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '50' })
  const version = (system_prompt: string) => ({ agent_version_id: 'sdr', system_prompt, trials: 1 })
  const alone = await client.call('evaluate_agent', { ...version('You qualify prospects.'), against: 'last' })
  expect(alone.reply.error?.message).toMatch(/^No version of sdr was evaluated here/)
  const first = await client.call('evaluate_agent', version('You qualify prospects.'))
  expect(first.text).toMatch(/\d+ of \d+ cases passed\./)
  const { reply, text } = await client.call('evaluate_agent', {
    ...version('You qualify them kindly.'),
    against: 'last',
  })
  expect(reply.summary?.evaluation, text).toMatchObject({
    cases: { passed: expect.any(Number), scored: 10 },
    against: { agent_version_id: 'sdr', version: '1', verdict: expect.any(String) },
    versions: [{ version: '1' }, { version: '2', same_cases: true, same_judge: true }],
  })
  expect(text).toContain(`${reply.summary?.evaluation?.cases?.passed} of 10 cases passed.`)
  expect(text).toMatch(/Against version 1, on the same cases: \w+/)
  expect(text).toMatch(/Versions so far: 1 \(.*\) [\d.]+, .*; 2 \(/)
  const { reply: shown } = await client.call('get_run', { run_id: reply.run_id, section: 'versions' })
  expect(shown.section?.rows.map(({ title }) => title).join('\n')).toMatch(
    /Against version 1, on the same cases: [\s\S]*Overall[\s\S]*Version 1: [\d.]+ of 10\nVersion 2: /,
  )
})

it('knows the last version of an agent offline, too, where nothing is scored', async () => {
  const { app, client } = await openedApp()
  const file = (n: number) =>
    JSON.stringify({
      agent: { agent_version_id: `sock-${n}`, name: 'Sock seller', system_prompt: `You sell socks, ${n} at a time.` },
    })
  for (const n of [1, 2])
    expect((await client.call('evaluate_agent', { agent_file: file(n), trials: 1 })).reply.error).toBeNull()
  const dry = { trials: 1, against: 'last', dry_run: true }
  const alone = { agent_version_id: 'rex', system_prompt: 'You sell hats.', trials: 1 }
  expect((await client.call('evaluate_agent', alone)).reply.status).toBe('completed')
  expect((await client.call('evaluate_agent', { ...alone, ...dry })).reply.error?.message).toMatch(
    /^Only this very version of rex was evaluated here, and it cannot beat itself/,
  )
  const again = await client.call('evaluate_agent', { agent_version_id: 'sock-2', ...dry })
  expect(again.reply, again.text).toMatchObject({ status: 'not_started', error: null })
  const third = await client.call('evaluate_agent', { agent_file: file(3), ...dry })
  expect(third.reply, third.text).toMatchObject({ status: 'not_started', error: null })

  const { reply: beside } = await client.call('evaluate_agent', { agent_file: file(3), trials: 1, against: 'last' })
  const versions = await client.call('get_run', { run_id: beside.run_id, section: 'versions' })
  expect(versions.reply.section?.about).toContain(
    'The paired comparison. Fewer than two versions have a score, so there are no scores to list.',
  )

  // The last one is that which was tested last, not that which was stored last.
  await client.call('evaluate_agent', { agent_version_id: 'sock-1', trials: 1 })
  const agent = { agent_version_id: 'sock-3', name: 'Sock seller', system_prompt: 'You sell socks.' }
  const untested = AgentVersion.parse({ ...agent, agent_version_id: 'sock-9', system_prompt: 'You sell gloves.' })
  await app.store.agents.register(app.local.actor, untested, null)
  const { input } = await prepareRun(app.local, 'evaluation', {
    of: { agent },
    against: { agent_version_id: 'last' },
    trials: 1,
  })
  expect(input.against?.agent.agent_version_id).toBe('sock-1')
})

it('with a model keeps a rewritten sentence that says what the text says, and drops one that says more', async () => {
  const plain = 'Glow Serum comes in a jar: 30 ml, made from oats.'
  const invented = 'Glow Serum, tested by 200 dermatologists, smooths skin.'
  const boast = 'Glow Serum is a miracle in a jar: revolutionary, guaranteed to erase wrinkles overnight.'
  const told: string[] = []
  const api = await fakeMessagesApi({
    answer: (body, task) => {
      if (task !== 'rewrite') return undefined
      told.push(JSON.stringify(body))
      const edit = (replacement: string) => ({
        finding_id: 'f1',
        original: boast,
        replacement,
        why: 'Nobody believes it.',
      })
      return { edits: [edit(invented), edit(plain)] }
    },
  })
  onTestFinished(() => api.close())
  const client = await opened({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '50' })
  const tested = await client.call('run_pressure_test', { proposition: BOASTFUL, personas: 3, focus_group: 'off' })
  expect(tested.reply.status, tested.text).toBe('completed')
  const refined = await client.call('compare_runs', { refine: tested.reply.run_id })
  expect(refined.reply.status, refined.text).toBe('completed')
  expect(told[0]).toContain('a miracle in a jar')
  const { reply } = await client.call('get_run', { run_id: refined.reply.run_id, section: 'edits' })
  const rows = reply.section?.rows.map(({ text, facts }) => [facts.status, text] as const) ?? []
  expect(rows).toEqual([
    ['applied', expect.stringContaining(plain)],
    ['dropped', expect.stringMatching(/It brings in the figure “200”, which the text does not have\.$/)],
  ])
  expect(refined.text).not.toContain('Offline it only edits')
})

it('says that there is nothing to mend, which no argument is to blame for', async () => {
  const api = await fakeMessagesApi({
    answer: (_, task) => {
      if (task !== 'analyse') return undefined
      return {
        ...{ pressure_score: 80, gut_attraction_index: 80, credibility_score: 80, why_they_matter: '' },
        ...{ key_weaknesses: [], credibility_gaps: [], friction_points: [], competitive_vulnerabilities: [] },
        ...{ emergent_insights: [], unsaid_objections: [], recommended_refinements: [] },
      }
    },
  })
  onTestFinished(() => api.close())
  const client = await opened({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '50' })
  const tested = await client.call('run_pressure_test', { proposition: BOASTFUL, personas: 3, focus_group: 'off' })
  expect(tested.reply.status, tested.text).toBe('completed')
  for (const dry_run of [false, true]) {
    const { reply } = await client.call('compare_runs', { refine: tested.reply.run_id, dry_run })
    expect(reply).toMatchObject({ kind: 'refinement', status: 'not_started', error: null, next: null })
    expect(reply.headline).toContain('There is nothing to mend')
  }
})

it('suggests the set of nearly the same name, and says what helps for what is not there', async () => {
  const client = await opened()
  await client.call('generate_personas', { name: 'leeds', archetypes: ['careful-parent'], count: 3 })
  const error = async (tool: string, args: Record<string, unknown>) => (await client.call(tool, args)).reply.error
  const order = { proposition: BOASTFUL, dry_run: true }
  expect((await error('run_pressure_test', { ...order, panel: 'leds' }))?.message).toContain(
    'Did you mean the set "leeds"?',
  )
  expect((await error('run_pressure_test', { ...order, panel: 'carefull-parent' }))?.message).toContain(
    'Did you mean "careful-parent"?',
  )
  expect(await error('list_personas', { set: 'leds' })).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('Did you mean "leeds"?'),
    next_action: expect.stringContaining('list_personas'),
  })
  const project = await error('run_pressure_test', { ...order, project: 'nowhere' })
  expect(project).toMatchObject({ code: 'not_found', next_action: expect.stringMatching(/project/) })
  const version = await error('evaluate_agent', { agent_version_id: 'nobody-v1', dry_run: true })
  expect(version).toMatchObject({ code: 'not_found', next_action: expect.stringMatching(/system_prompt/) })
  for (const { next_action } of [project, version].filter((one) => one !== null && one !== undefined))
    expect(next_action).not.toContain('list_runs')
})

it('takes the winner in any letter case, and ends a sentence once', async () => {
  const client = await opened()
  const propositions = [BOASTFUL, 'A plain oat drink for €1.49.']
  const { reply } = await client.call('compare_runs', { propositions, personas: 3 })
  const recorded = await client.call('record_outcome', { run_id: reply.run_id, what: 'ab_test', winner: 'a' })
  expect(recorded.reply.headline).toMatch(/Happened: A won\..*a rehearsal predicts nothing\.$/)
})
