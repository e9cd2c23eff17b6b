import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { JudgedResult } from '../../src/domain/panel/pressure-test.js'
import type { PersonaGenerationResult } from '../../src/domain/personas/persona-set.js'
import { renderReport } from '../../src/report/report.js'
import { getPersonaSet } from '../../src/service/personas/persona-sets.js'
import { exportRun, verifyPacket } from '../../src/service/run/export-run.js'
import { prepareInput } from '../../src/service/run/submit-run.js'
import { startApp, startWorkerIn, submitRequest, type TestApp } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { answersWith } from '../support/fake-persona.js'

const EXAMPLES = ['api-monitoring-tickets.txt', 'clinic-rota-interviews.md', 'heat-pump-survey.md']
const fileOf = (name: string) => ({
  name,
  bytes: readFileSync(new URL(`../../examples/research/${name}`, import.meta.url)),
})

const fakeApi = async (options: Parameters<typeof fakeMessagesApi>[0] = {}) => {
  const api = await fakeMessagesApi(options)
  onTestFinished(() => api.close())
  return api
}

const generate = async (
  app: TestApp,
  { file, ...input }: { name: string; file: string; count?: number; diversity?: number },
) =>
  (await submitRequest(app.local, 'persona_generation', { ...input, files: [fileOf(file)] }, { budget_usd: 50 })).run_id

describe('persona generation on the fake API', () => {
  it('makes sets of the three examples that rest on their own documents and reach the asked coverage', {
    timeout: 120_000,
  }, async () => {
    const api = await fakeApi()
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '100' })
    startWorkerIn(app)
    const texts = new Map(EXAMPLES.map((name) => [name, fileOf(name).bytes.toString('utf8')]))
    const said = new Set<string>()
    for (const [index, file] of EXAMPLES.entries()) {
      const run = await app.until(await generate(app, { name: `set-${index}`, file }))
      expect(run.error).toBeNull()
      const { personas, diversity, sources, passages } = run.result as PersonaGenerationResult
      expect(personas).toHaveLength(30)
      expect(diversity.coverage).toBeGreaterThanOrEqual(0.8)
      expect(diversity.entropy).toBeGreaterThanOrEqual(0.8)
      // The fake makes up one quote in each part: it is counted and dropped.
      expect(sources.quotes.dropped).toBe(1)
      expect(sources.quoted).toBeGreaterThan(100)
      for (const { text } of passages) expect(texts.get(file)).toContain(text)
      for (const { sources: own } of personas) for (const { quote } of own) if (quote) said.add(`${index} ${quote}`)
      const documents = [{ name: file, text: texts.get(file) }]
      const { quote } = await prepareInput(app.local, 'persona_generation', { name: 'ab', documents })
      const middle = quote.cost_usd?.middle ?? 0
      expect(run.usage.cost_usd, file).toBeGreaterThan(middle * 0.85)
      expect(run.usage.cost_usd, file).toBeLessThan(middle * 1.15)
    }
    const quotes = [...said].map((one) => one.slice(2))
    expect(new Set(quotes).size).toBe(quotes.length)
    expect(api.duplicates()).toEqual([])
  })

  it('computes a set again from what was stored, byte for byte', { timeout: 120_000 }, async () => {
    const app = await startApp()
    startWorkerIn(app)
    const run_id = await generate(app, { name: 'my-set', file: EXAMPLES[0] ?? '', count: 12 })
    expect((await app.until(run_id)).error).toBeNull()
    const packet = await exportRun(app.local, { run_id })
    expect(await verifyPacket(app.local, packet)).toMatchObject({ hash_matches: true, result_matches: true })
  })

  it('a panel from the set runs a whole pressure test that keeps the set’s version, though the set goes on', {
    timeout: 120_000,
  }, async () => {
    const api = await fakeApi()
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '100' })
    startWorkerIn(app)
    await app.until(await generate(app, { name: 'clinic', file: 'clinic-rota-interviews.md', count: 12 }))
    const run_id = await app.submit({ panel: ['clinic'], personas: 6 })
    await app.until(await generate(app, { name: 'clinic', file: 'heat-pump-survey.md', count: 12 }))
    const run = await app.until(run_id)
    expect(run.error).toBeNull()
    const { panel_sources, responses } = run.result as JudgedResult
    const first = await getPersonaSet(app.local, { set: 'clinic@1' })
    expect(panel_sources?.sets).toEqual([{ name: 'clinic', version: 1, size: 12 }])
    expect((await getPersonaSet(app.local, { set: 'clinic' })).version).toBe(2)
    const members = new Map(first.personas.map((one) => [`clinic-${one.id}`, one]))
    expect(responses).toHaveLength(6)
    for (const { persona_id, persona_name } of responses) expect(members.get(persona_id)?.name).toBe(persona_name)
    const text = fileOf('clinic-rota-interviews.md').bytes.toString('utf8')
    const quoted = panel_sources?.people.flatMap(({ claims }) => claims.filter(({ basis }) => basis === 'quoted')) ?? []
    expect(quoted.length).toBeGreaterThan(20)
    for (const { quote, passage_id } of quoted) {
      expect(text).toContain(quote)
      expect(panel_sources?.passages.find((one) => one.passage_id === passage_id)?.text).toContain(quote)
    }
    // What members say about themselves is what the panel is told they are.
    const asked = api.requests.filter(({ body }) =>
      JSON.stringify(body).includes(first.personas[0]?.typical_workflow.slice(0, 20) ?? ''),
    )
    expect(asked.length).toBeGreaterThan(0)
  })

  it('leaves out what a model takes from another respondent, and says so where the set is shown', {
    timeout: 60_000,
  }, async () => {
    const api = await fakeApi({
      answer: answersWith(({ task }) =>
        task === 'write_persona'
          ? { pain_points: [{ text: 'copying names while the whiteboard and four tools disagree', evidence_id: '' }] }
          : undefined,
      ),
    })
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '100' })
    startWorkerIn(app)
    const run = await app.until(await generate(app, { name: 'clinic', file: 'clinic-rota-interviews.md', count: 6 }))
    const { personas, sources, respondents, passages, reading } = run.result as PersonaGenerationResult
    const planner = respondents.find(({ label }) => label.includes('Shift planner'))?.respondent_id
    const respondentOf = new Map(passages.map(({ passage_id, respondent }) => [passage_id, respondent]))
    const heldBy = (person: (typeof personas)[number]) =>
      new Set(
        person.sources
          .filter(({ basis, passage_id }) => basis === 'quoted' && passage_id !== null)
          .map(({ passage_id }) => respondentOf.get(passage_id ?? ''))
          .filter((id) => id !== ''),
      )
    let planners = 0
    for (const person of personas) {
      expect(heldBy(person).size).toBeLessThanOrEqual(1)
      const isPlanner = heldBy(person).has(planner)
      if (isPlanner) planners++
      expect(person.pain_points).toHaveLength(isPlanner ? 1 : 0)
    }
    expect(planners).toBeLessThan(personas.length)
    expect(sources.mixed).toBeGreaterThanOrEqual(personas.length - planners)
    expect(reading?.needs?.found).toBeGreaterThan(0)
    const page = renderReport(run)
    expect(page).toContain('What of the research is in it')
    expect(page).toContain('more were left out: they told what another respondent had said')
  })

  it('a run under the name of an archetype or of nobody is refused with one sentence', async () => {
    const app = await startApp()
    await expect(
      submitRequest(app.local, 'pressure_test', { stimulus: 'An oat drink', panel: ['no-such-set'] }),
    ).rejects.toThrow(/Unknown archetype: "no-such-set"\. Known: .* no persona set is called so/)
    await expect(generate(app, { name: 'label-reader', file: EXAMPLES[0] ?? '' })).rejects.toThrow(
      /name of a built-in archetype/,
    )
    expect(await query(app.database.connectionString, 'select id from run')).toEqual([])
  })
})
