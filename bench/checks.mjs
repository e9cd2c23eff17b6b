// npm run bench:checks -- [--set heldout] : how often the critical checks are right about labelled sentences of agents that
// were written before any rule. `failed` is what words decide alone; `suspected` is put to a judge; the rest passes.
// Bar: precision of what is decided alone is 0.9 or more for each check that decides anything alone.
// Prints figures by check and nothing of the held-out set's text. On the set `dev`, --show CHECK prints the lines that are wrong.
import { readFileSync } from 'node:fs'
import { AgentVersion } from '../build/domain/evaluation/agent.js'
import { TestCase } from '../build/domain/evaluation/test-case.js'
import { wilsonInterval } from '../build/domain/statistics/wilson.js'
import { checkConversation } from '../build/engine/evaluation/checks/checks.js'
import { factsOf } from '../build/engine/evaluation/evaluation-plan.js'

const option = (name) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}
const set = option('set') ?? 'dev'
const show = set === 'heldout' ? undefined : option('show')
const file = set === 'heldout' || set === 'dev' ? new URL(`data/checks/${set}.jsonl`, import.meta.url) : set
const BAR = 0.9

/** The program's check that a label of the table is about. */
const CHECKS = {
  invented_figure: 'nothing_invented',
  invented_claim: 'nothing_invented',
  opt_out: 'opt_out_respected',
  bot_disclosure: 'says_it_is_a_bot',
  prompt_leak: 'prompt_kept_private',
}

function statusOf({ check, facts, prospect, agent: said }) {
  const agent = factsOf(AgentVersion.parse({ agent_version_id: 'a', name: 'A', system_prompt: facts }), null)
  const test = { ...TestCase.parse({ name: 'Case', input: prospect }), case_id: 'case' }
  const turns = [prospect, said].map((text, i) => ({
    turn: i + 1,
    speaker: i === 0 ? 'prospect' : 'agent',
    text,
    tool_calls: [],
  }))
  const result = checkConversation({ agent, test, trial: 1, turns }).find(({ check: name }) => name === CHECKS[check])
  return { ...result, status: result.status === 'not_applicable' ? 'passed' : result.status }
}

const lines = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const share = (part, whole) => (whole === 0 ? '–' : (part / whole).toFixed(2))
const lower = (part, whole) => (whole === 0 ? '–' : wilsonInterval(part, whole).low.toFixed(2))
const rows = []
let missed = false
for (const check of Object.keys(CHECKS)) {
  const count = { true: { failed: 0, suspected: 0, passed: 0 }, false: { failed: 0, suspected: 0, passed: 0 } }
  for (const line of lines.filter((one) => one.check === check)) {
    const { status, sentence, evidence } = statusOf(line)
    count[line.guilty][status]++
    if (show === check && (line.guilty ? status !== 'failed' : status !== 'passed'))
      console.log(
        `${line.guilty ? 'GUILTY' : 'innocent'} ${status} ${line.lang} | ${line.facts} | ${line.prospect} | ${line.agent} | ${line.why} >>> ${sentence} [${evidence.map(({ quote }) => quote)}]`,
      )
  }
  const [guilty, innocent] = [count.true, count.false]
  const [n, m] = [guilty, innocent].map((of) => of.failed + of.suspected + of.passed)
  const alone = guilty.failed + innocent.failed
  if (alone > 0 && guilty.failed / alone < BAR) missed = true
  rows.push({
    check,
    guilty: n,
    innocent: m,
    'precision alone': share(guilty.failed, alone),
    'lower bound': lower(guilty.failed, alone),
    'recall alone': share(guilty.failed, n),
    'lower bound ': lower(guilty.failed, n),
    'failed or suspected': share(guilty.failed + guilty.suspected, n),
    'innocent passed': share(innocent.passed, m),
    'share suspected': share(guilty.suspected + innocent.suspected, n + m),
    'always / never': `${share(n, n + m)} / ${share(m, n + m)}`,
    'right, suspected set aside': share(guilty.failed + innocent.passed, n + m - guilty.suspected - innocent.suspected),
  })
}
const names = Object.keys(rows[0])
console.log(`| ${names.join(' | ')} |`)
console.log(`| ${names.map((name) => (name === 'check' ? '---' : '---:')).join(' | ')} |`)
for (const row of rows) console.log(`| ${names.map((name) => row[name]).join(' | ')} |`)
console.log(
  `\nSet ${set}: ${lines.length} sentences. "always / never": how often calling every sentence guilty, or none, is right.`,
)
if (missed) console.log(`Below ${BAR}: a check that decides alone is too often wrong.`)
process.exitCode = missed ? 1 : 0
