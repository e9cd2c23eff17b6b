// A run of each kind, small.
import { readFileSync } from 'node:fs'
import { readProductFile } from '../../build/ingest/product-files/read-product-file.js'
import { prepareRun, submitRun } from '../../build/service/run/submit-run.js'

const read = (path) => readFileSync(new URL(`../../examples/${path}`, import.meta.url), 'utf8')
const product = readProductFile(read('products/slotwise.yaml'), 'slotwise')
const GUIDE = 'Would you drink this at breakfast, and what would have to change first?'
const AGENT = { agent_version_id: 'sdr-1', name: 'Ada', system_prompt: 'Answer kindly.' }
const OAT = 'Havn Oat froths like milk, with 40% less sugar than the leading brand. Now €1.49 instead of €2.29.'
const PANEL = { personas: 4, focus_group: 'quick', controls: false, assay: 'off' }
let times = 0

/**
 * Submits a run of each kind; questions and refinements follow a run that has ended. Their ids. `said`: what becomes of every
 * text that is brought; `more`: of the pressure test.
 */
export async function submitEveryKind(set, { said = (text) => text, ...more } = {}) {
  const ctx = set.app.local
  const n = times++
  const submit = async (kind, request) =>
    (await submitRun(ctx, await prepareRun(ctx, kind, request), { budget_usd: 2 })).run.run_id
  const cases = Array.from({ length: 6 }, (_, index) => ({
    name: `case ${index + 1}`,
    input: said(`Message ${index} of ${n}.`),
  }))
  const stimulus = said(`${OAT} Round ${n}.`)
  const ids = [
    await submit('pressure_test', { ...PANEL, stimulus, seed: n, ...more }),
    await submit('focus_group', { ...PANEL, stimulus: `${stimulus} Said aloud.`, topics: [said(GUIDE)], seed: n }),
    await submit('comparison', {
      propositions: [
        { name: 'a', stimulus: `${stimulus} First.` },
        { name: 'b', stimulus: `${stimulus} Second.` },
      ],
      personas: 3,
      assay: 'off',
      seed: n,
    }),
    await submit('evaluation', {
      of: { agent: { ...AGENT, system_prompt: said(AGENT.system_prompt) }, skill: null },
      test_cases: cases,
      trials: 1,
    }),
    await submit('persona_generation', {
      name: `set-${n}`,
      count: 5,
      files: [{ name: 'heat-pump-survey.md', bytes: Buffer.from(said(read('research/heat-pump-survey.md'))) }],
    }),
    await submit('simulation', {
      product: { ...product, summary: said(product.summary) },
      personas: 8,
      days: 5,
      seed: n,
    }),
  ]
  const before = await set.until(async () => {
    const [run] = await set.query(
      `select r.id, d.document -> 'responses' -> 0 ->> 'persona_id' as persona from run r join result d on d.run_id = r.id
        where r.kind = 'pressure_test' and r.workspace_id = $1 and r.status = 'completed' limit 1`,
      [ctx.actor.workspace_id],
    )
    return run
  })
  ids.push(
    await submit('refinement', { run_id: before.id }),
    await submit('ask', { run_id: before.id, persona: before.persona, question: said(`Why, the ${n}th time?`) }),
  )
  return ids
}
