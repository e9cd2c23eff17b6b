import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { archetypes } from '../../src/data/archetypes.js'
import type { RunKind } from '../../src/domain/run/kinds.js'
import { TASKS } from '../../src/domain/run/tasks.js'
import { LOOK_BACK_RULES } from '../../src/engine/ask/look-back-prompt.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { importPersonas } from '../../src/service/personas/import-personas.js'
import type { RequestOf } from '../../src/service/run/submit-run.js'
import { OAT_DRINK, startApp, startWorkerIn, submitRequest } from '../support/app.js'
import { profileOfArchetype } from '../support/archetype-profile.js'
import { taskOf } from '../support/fake-answers.mjs'
import { askedInEvaluation } from '../support/fake-evaluation.js'
import { type FakeBody, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { askedOf } from '../support/fake-persona.js'
import { outsideFrames, planted, SENTINEL } from '../support/outside-frames.mjs'

/** A tested agent gets its instructions and its conversation as they are: a frame would help it against what it is tested for. */
const UNFRAMED = ['agent_turn']
/** Asked about pictures alone; only where a rater asks; only in a long discussion that is not live. */
const NOT_ASKED = ['read_pictures', 'rate_intent', 'discuss_quick']

it('a word of a stranger, or of a model, stands between marks in every question of every kind of run', {
  timeout: 240_000,
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
  const product = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')
  const agent = { agent_version_id: 'ada-1', name: 'Ada', system_prompt: said('Answer kindly.') }
  const other = { ...agent, system_prompt: said('Answer briefly.') }
  const test_cases = [
    {
      name: said('A price'),
      input: said('What does it cost?'),
      expected_behavior: said('Says it.'),
      persona: said('A dentist.'),
      max_turns: 3,
    },
  ]
  const judged = { test_cases, trials: 1 }
  /** Twice, so that the second question is put beside the first and its answer. */
  const askBoth = async (run_id: string, persona: string) => {
    for (const question of ['Why is that?', 'And what would help?'])
      await run('ask', { run_id, persona, question: said(question) })
  }
  const test = await run('pressure_test', { ...panel, stimulus, focus_group: 'live', assay: 'off' })
  await run('refinement', { run_id: test.run_id })
  await askBoth(test.run_id, test.result.responses[0].persona_id)
  await run('focus_group', { ...panel, stimulus, topics: [said('Would you drink this at breakfast?')] })
  const propositions = [
    { name: 'a', stimulus },
    { name: 'b', stimulus: `${stimulus} ${SENTINEL} now.` },
  ]
  await run('comparison', { ...panel, propositions, assay: 'off' })
  const bytes = Buffer.from(said(await readFile(NOTES, 'utf8')))
  await run('persona_generation', { name: 'made', count: 3, files: [{ name: `${SENTINEL}.md`, bytes }] })
  const lived = await run('simulation', {
    product: { ...product, name: `${SENTINEL} ${product.name}`, summary: said(product.summary) },
    ...{ personas: 4, days: 4, panel: ['strangers'] },
  })
  await askBoth(lived.run_id, lived.result.people[0].id)
  await run('evaluation', { of: { agent, skill: null }, ...judged })
  const against = { agent_version_id: 'ada-1' }
  await run('evaluation', { of: { agent: other }, against, pairwise: true, ...judged })

  const tasks = new Map<string, number>()
  for (const { body } of api.requests) {
    const { system, own } = askedOf(body)
    const task = taskIn(body, system)
    if (`${system}${own}`.includes(SENTINEL)) tasks.set(task, (tasks.get(task) ?? 0) + 1)
    if (UNFRAMED.includes(task)) continue
    const outside = outsideFrames(`${system}\n\n${own}`)
    const at = outside.indexOf(SENTINEL)
    expect(at < 0 ? '' : outside.slice(Math.max(0, at - 200), at + 100), task).toBe('')
  }
  const wanted = Object.keys(TASKS).filter((task) => !NOT_ASKED.includes(task))
  expect(wanted.filter((task) => !tasks.has(task))).toEqual([])
})

/** A person of a simulation gives an answer of the same form as one of a panel. */
function taskIn(body: FakeBody, system: string): string {
  const task = taskOf(body.output_config?.format?.schema) ?? askedInEvaluation(body).task
  return system.includes(LOOK_BACK_RULES) ? 'look_back' : task
}

const NOTES = 'examples/research/clinic-rota-interviews.md'
