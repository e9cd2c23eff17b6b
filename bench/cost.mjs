// What a pressure test and a simulation cost at today's prices, against the specification's prompts on one model ($0.123 for 6 people,
// $1.42 for 100: costs measured for those prompts, tokens by one tokenizer). The fake counts a token per four characters
// of prose; the specification's figures count about 18 % more, which is added here.
// npm run bench:cost   needs a build.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../build/config.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../build/db/embedded/embedded.js'
import { readAgentFile } from '../build/ingest/evaluation-files/read-agent-file.js'
import { readProductFile } from '../build/ingest/product-files/read-product-file.js'
import { silentLog } from '../build/log.js'
import { openApp } from '../build/main.js'
import { followRun } from '../build/service/run/follow-run.js'
import { getRun } from '../build/service/run/get-run.js'
import { prepareInput, submitRun } from '../build/service/run/submit-run.js'
import { fakeMessagesApi } from '../test/support/fake-messages-api.mjs'
import { sessionAnswer } from '../test/support/session-answers.mjs'
import { evaluationAnswer } from './evaluation-answers.mjs'

const TOKENIZER = 1.18
const SPECIFICATION = { 6: 0.123, 100: 1.42 }
const MODELS = {
  'default models': { bars: { 6: 0.25, 100: 0.1 }, env: {} },
  'one model throughout': {
    bars: { 6: 0.81, 100: 0.7 },
    env: { PERSONA_MODEL: 'claude-sonnet-5-5', ANALYSIS_MODEL: 'claude-sonnet-5-5' },
  },
  // The default options but for the assay; this row has no bar.
  'live, controls': { bars: {}, env: {}, shape: { assay: 'off' } },
  'with a quick assay': { bars: {}, env: {}, shape: { assay: 'quick' } },
  'with a full assay': { bars: {}, env: {}, shape: { assay: 'full' } },
}
/** A quick assay costs at most this share of the run without it. */
const ASSAY_BAR = 0.25
const STIMULUS =
  'Havn Oat: the oat drink that froths like milk. Made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas. Now €1.49 instead of €2.29. Money back if your cappuccino fails.'

/** What one run is quoted and what it used. */
async function costOf(config, kind, input) {
  const app = await openApp(config, silentLog)
  const worker = app.startWorker()
  const prepared = await prepareInput(app.local, kind, input)
  const { run_id } = (await submitRun(app.local, prepared)).run
  for await (const _ of followRun(app.local, { run_id }));
  const { usage } = await getRun(app.local, { run_id })
  await worker.stop()
  await app.close()
  return { usage, quoted: prepared.quote.cost_usd.middle }
}

const home = await mkdtemp(join(tmpdir(), 'pt-bench-'))
const { connectionString } = await ensureEmbedded({ home })
const api = await fakeMessagesApi({ latencyMs: 50 })
let missed = false
const costs = {}
console.log('models                 personas   calls      in     out  cached      cost $   ÷ spec    bar   quoted $')
for (const [name, { bars, env, shape }] of Object.entries(MODELS)) {
  for (const personas of [6, 100]) {
    const config = readConfig({
      DATABASE_URL: connectionString,
      ANTHROPIC_BASE_URL: api.url,
      RUN_BUDGET_USD: '10',
      ...env,
    })
    const input = {
      stimulus: STIMULUS,
      personas,
      seed: personas,
      ...(shape ?? { focus_group: 'quick', controls: false, assay: 'off' }),
    }
    const { usage, quoted } = await costOf(config, 'pressure_test', input)
    const cost = usage.cost_usd * TOKENIZER
    costs[`${name} ${personas}`] = cost
    const ratio = cost / SPECIFICATION[personas]
    if (ratio > (bars[personas] ?? Number.POSITIVE_INFINITY)) missed = true
    console.log(
      [
        name.padEnd(22),
        String(personas).padStart(8),
        String(usage.calls).padStart(7),
        String(usage.input_tokens + usage.cache_write_tokens).padStart(7),
        String(usage.output_tokens).padStart(7),
        String(usage.cache_read_tokens).padStart(7),
        cost.toFixed(4).padStart(11),
        ratio.toFixed(3).padStart(8),
        (bars[personas]?.toFixed(2) ?? '–').padStart(6),
        quoted.toFixed(4).padStart(10),
      ].join(' '),
    )
  }
}
for (const personas of [6, 100]) {
  const share = (of) => costs[`${of} ${personas}`] / costs[`live, controls ${personas}`] - 1
  if (share('with a quick assay') > ASSAY_BAR) missed = true
  const percent = (value) => `${Math.round(100 * value)} %`
  console.log(
    `the assay at ${personas}: quick ${percent(share('with a quick assay'))} more than none (bar ${percent(ASSAY_BAR)}), full ${percent(share('with a full assay'))}`,
  )
}

console.log('evaluation, the ten default cases  trials   calls      in     out  cached      cost $   quoted $')
api.answer = evaluationAnswer
const { agent, skill } = readAgentFile(
  await readFile(new URL('../examples/agents/good-sdr.yaml', import.meta.url), 'utf8'),
  'good-sdr.yaml',
)
for (const trials of [1, 3]) {
  const config = readConfig({ DATABASE_URL: connectionString, ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '10' })
  const { usage, quoted } = await costOf(config, 'evaluation', { agent, skill: skill ?? null, trials })
  console.log(
    [
      'default models'.padEnd(34),
      String(trials).padStart(6),
      String(usage.calls).padStart(7),
      String(usage.input_tokens + usage.cache_write_tokens).padStart(7),
      String(usage.output_tokens).padStart(7),
      String(usage.cache_read_tokens).padStart(7),
      (usage.cost_usd * TOKENIZER).toFixed(4).padStart(11),
      quoted.toFixed(4).padStart(10),
    ].join(' '),
  )
}

// The specification's prompts: $2,119 for 1,000 people with 30 sessions and a closing question each, nobody leaving. Ours is
// what a session of a run costs here, times as many.
const SIMULATION = { usd: 2_119, calls: 31_000, bar: 0.15 }
console.log('simulation, 50 people, 10 days    calls      in     out  cached      cost $   ÷ spec    bar   quoted $')
api.answer = undefined
const product = readProductFile(
  await readFile(new URL('../examples/products/slotwise.yaml', import.meta.url), 'utf8'),
  'slotwise.yaml',
)
for (const [name, env, answer] of [
  ['default models', {}],
  ['Sonnet 5.5', { PERSONA_MODEL: 'claude-sonnet-5-5' }],
  ['default, one step, few words', {}, sessionAnswer('short')],
  ['default, ten steps, many words', {}, sessionAnswer('long')],
]) {
  api.answer = answer
  const config = readConfig({
    DATABASE_URL: connectionString,
    ANTHROPIC_BASE_URL: api.url,
    RUN_BUDGET_USD: '10',
    ...env,
  })
  const { usage, quoted } = await costOf(config, 'simulation', { product, personas: 50, days: 10 })
  const cost = usage.cost_usd * TOKENIZER
  const ratio = ((cost / usage.calls) * SIMULATION.calls) / SIMULATION.usd
  if (ratio > SIMULATION.bar) missed = true
  console.log(
    [
      name.padEnd(31),
      String(usage.calls).padStart(7),
      String(usage.input_tokens + usage.cache_write_tokens).padStart(7),
      String(usage.output_tokens).padStart(7),
      String(usage.cache_read_tokens).padStart(7),
      cost.toFixed(4).padStart(11),
      ratio.toFixed(3).padStart(8),
      SIMULATION.bar.toFixed(2).padStart(6),
      quoted.toFixed(4).padStart(10),
    ].join(' '),
  )
}
await api.close()
await stopEmbedded({ home })
await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
await rm(home, { recursive: true, force: true })
process.exit(missed ? 1 : 0)
