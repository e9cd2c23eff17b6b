import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { archetypes } from '../../src/data/archetypes.js'
import type { RunKind } from '../../src/domain/kinds.js'
import { TASKS } from '../../src/domain/tasks.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { importPersonas } from '../../src/service/import-personas.js'
import type { RequestOf } from '../../src/service/submit-run.js'
import { OAT_DRINK, startApp, startWorkerIn, submitRequest } from '../support/app.js'
import { profileOfArchetype } from '../support/archetype-profile.js'
import { taskOf } from '../support/fake-answers.mjs'
import { askedInEvaluation } from '../support/fake-evaluation.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { askedOf } from '../support/fake-persona.js'
import { outsideFrames, planted, SENTINEL } from '../support/outside-frames.mjs'

/** A tested agent gets its instructions and its conversation as they are: a frame would help it against what it is tested for. */
const UNFRAMED = ['agent_turn']
/** Asked about pictures alone; only where a rater asks; only in a long discussion that is not live. */
const NOT_ASKED = ['read_pictures', 'rate_intent', 'discuss_quick']

it('a word of a stranger, or of a model, stands between marks in every question of every kind of run', {
  timeout: 120_000,
}, async () => {
  const api = await fakeMessagesApi({ answer: (body) => planted(askedOf(body).made) })
  onTestFinished(() => api.close())
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
  startWorkerIn(app)
  const said = (text: string) => text.replace(/(?<=[.!?] |^)(?=\p{L})/gu, `${SENTINEL} `)
  const run = async <K extends RunKind>(kind: K, request: RequestOf[K]) => {
    const { run_id } = await submitRequest(app.local, kind, request)
    const done = await app.until(run_id)
    expect(done, `${kind}: ${done.error?.message}`).toMatchObject({ status: 'completed' })
    return { run_id, result: JSON.parse(JSON.stringify(done.result)) }
  }

  const people = archetypes()
    .slice(0, 3)
    .map((archetype) => ({ ...profileOfArchetype(archetype), name: `${SENTINEL} ${archetype.name}` }))
  await importPersonas(app.local, { name: 'strangers', document: people.map((person) => planted(person)) })
  const panel = { panel: ['strangers'], personas: 3, about: said('It is sold in shops.'), controls: false }
  const stimulus = said(OAT_DRINK)
  const test = await run('pressure_test', { ...panel, stimulus, focus_group: 'live', assay: 'full' })
  await run('focus_group', { ...panel, stimulus, topics: [said('Would you drink this at breakfast?')] })
  await run('comparison', {
    ...panel,
    propositions: [
      { name: 'a', stimulus },
      { name: 'b', stimulus: `${stimulus} ${SENTINEL} now.` },
    ],
    assay: 'off',
  })
  await run('refinement', { run_id: test.run_id })
  const persona = test.result.responses[0].persona_id
  for (const question of ['Why is that?', 'And what would help?'])
    await run('ask', { run_id: test.run_id, persona, question: said(question) })
  await run('persona_generation', {
    name: 'made',
    count: 3,
    files: [{ name: `${SENTINEL}.md`, bytes: Buffer.from(said(await readFile(NOTES, 'utf8'))) }],
  })
  const product = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')
  const lived = await run('simulation', {
    product: { ...product, name: `${SENTINEL} ${product.name}`, summary: said(product.summary) },
    personas: 6,
    days: 5,
    panel: ['strangers'],
  })
  for (const question of ['Why is that?', 'And then?'])
    await run('ask', { run_id: lived.run_id, persona: lived.result.people[0].id, question: said(question) })
  const agent = { agent_version_id: 'ada-1', name: 'Ada', system_prompt: said('Answer kindly.') }
  const test_cases = [{ name: said('A price'), input: said('What does it cost?'), expected_behavior: said('Says it.') }]
  await run('evaluation', { of: { agent, skill: null }, test_cases, trials: 1 })
  await run('evaluation', {
    of: { agent: { ...agent, system_prompt: said('Answer briefly.') } },
    against: { agent_version_id: 'ada-1' },
    pairwise: true,
    test_cases,
    trials: 1,
  })

  const tasks = new Map<string, number>()
  for (const { body } of api.requests) {
    const task = taskOf(body.output_config?.format?.schema) ?? askedInEvaluation(body).task
    const { system, own } = askedOf(body)
    if (`${system}${own}`.includes(SENTINEL)) tasks.set(task, (tasks.get(task) ?? 0) + 1)
    if (UNFRAMED.includes(task)) continue
    const outside = outsideFrames(`${system}\n\n${own}`)
    const at = outside.indexOf(SENTINEL)
    expect(at < 0 ? '' : outside.slice(Math.max(0, at - 200), at + 100), task).toBe('')
  }
  const wanted = Object.keys(TASKS).filter((task) => !NOT_ASKED.includes(task))
  expect(wanted.filter((task) => !tasks.has(task))).toEqual([])
})

const NOTES = 'examples/research/clinic-rota-interviews.md'
