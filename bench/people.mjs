// A panel beside published answers of people to the same texts, for whoever has a key and a dataset.
// npm run bench:people -- <dataset.csv|.jsonl> [--people 30] [--seed 1] [--yes]   needs a build and ANTHROPIC_API_KEY;
// without --yes it says what it would cost and asks nobody. The format is described in bench/README.md.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../build/config.js'
import { isAppError } from '../build/errors.js'
import { silentLog } from '../build/log.js'
import { openApp } from '../build/main.js'
import { followRun } from '../build/service/run/follow-run.js'
import { getRun } from '../build/service/run/get-run.js'
import { prepareInput, submitRun } from '../build/service/run/submit-run.js'
import { readDataset } from './people/dataset.mjs'
import { figuresOf } from './people/metrics.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    yes: { type: 'boolean', default: false },
  },
})

async function main(path) {
  if (path === undefined) return refuse('Name a dataset: npm run bench:people -- answers.csv')
  const people = Number(values.people)
  const dataset = readDataset(textOf(path), basename(path))
  const config = readConfig()
  if (config.model.mode === 'offline') return refuse('The offline model judges nothing; set ANTHROPIC_API_KEY.')
  const app = await openApp(config, silentLog)
  try {
    const runs = []
    for (const row of dataset)
      runs.push({ ...row, prepared: await prepareInput(app.local, 'pressure_test', inputOf(row, people)) })
    const cost = runs.reduce((sum, { prepared }) => sum + prepared.quote.cost_usd.middle, 0)
    console.log(`${runs.length} texts before ${people} synthetic people each: about $${cost.toFixed(2)}`)
    if (!values.yes) return refuse('Nobody was asked; add --yes to ask them.')
    await report(await answersTo(app, runs), people)
  } finally {
    await app.close()
  }
}

const inputOf = ({ stimulus, about, category }, people) => ({
  ...{ stimulus, about, category, personas: people, seed: Number(values.seed) },
  ...{ focus_group: 'off', controls: false, assay: 'off' },
})

async function answersTo(app, runs) {
  const worker = app.startWorker()
  const answered = []
  try {
    for (const { prepared, ...row } of runs) {
      const { run_id } = (await submitRun(app.local, prepared)).run
      for await (const _ of followRun(app.local, { run_id }));
      const { result, error } = await getRun(app.local, { run_id })
      const name = `“${row.stimulus.slice(0, 50)}”`
      if (error || !result?.intent)
        console.log(`left out: ${name}: ${error?.message ?? result.not_judged?.reason ?? 'intent was not measured'}`)
      else answered.push({ ...row, panel: result.intent.pmf })
    }
  } finally {
    await worker.stop()
  }
  return answered
}

function report(rows, people) {
  if (rows.length === 0) return refuse('No text was answered.')
  const questions = [...new Set(rows.map(({ question }) => question))]
  console.log(`people were asked: ${questions.slice(0, 3).join(' / ')}${questions.length > 3 ? ' / …' : ''}`)
  console.log('the panel was asked: how likely are you to buy this?\n')
  console.log('| | mean error, points of 5 | bias | KS similarity | r over texts |\n| --- | --- | --- | --- | --- |')
  for (const { name, error, bias, ks, r } of figuresOf(rows, people, Number(values.seed)))
    console.log(
      `| ${name} | ${error.toFixed(2)} | ${signed(bias)} | ${ks.toFixed(2)} | ${r === null ? '–' : r.toFixed(2)} |`,
    )
  const answers = rows.reduce((sum, { n }) => sum + n, 0)
  console.log(`\n${rows.length} texts, ${answers} answers of people. Fewer than ten texts show little.`)
}

const signed = (value) => `${value > 0 ? '+' : ''}${value.toFixed(2)}`

function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    refuse(`There is no file ${path} that can be read.`)
    process.exit()
  }
}

function refuse(sentence) {
  console.error(sentence)
  process.exitCode = 2
}

try {
  await main(positionals[0])
} catch (error) {
  if (!isAppError(error)) throw error
  console.error(error.message)
  process.exitCode = 2
}
