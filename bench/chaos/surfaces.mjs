// The processes of each surface under kills: the command line, `serve` asked over MCP, `serve` asked by Slack.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createToken } from '../../build/service/workspace/tokens.js'
import { sendCommand, startSlack } from './slack.mjs'

const TEXT = 'Havn Oat froths like milk and has 40% less sugar than the leading brand. Now €1.49 instead of €2.29.'
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: '0', MCP_CONFIRM_ABOVE_USD: '5', SLACK_CONFIRM_ABOVE_USD: '5' }

/** How each surface asks for a run, and how its process is started again after it was killed. */
const SURFACES = {
  'command line': async (set) => {
    const begin = () => set.cli(['run', TEXT, '--personas', '3', '--assay', 'off', '--controls', 'off', '--quiet'])
    return {
      begin: async () => begin(),
      again: async (run_id) => set.cli(['runs', 'resume', run_id, '--quiet']),
      figures: async () => [],
      close: async () => {},
    }
  },
  MCP: async (set) => {
    const { token } = await createToken(set.app.local, { name: 'chaos' })
    const serve = () => set.serve(UNLIMITED)
    let answer = 'no answer'
    const ask = (name, args) =>
      call(served, name, args).catch((error) => {
        answer = String(error)
      })
    const call = async ({ url }, name, args) => {
      const client = new Client({ name: 'chaos', version: '1' })
      const requestInit = { headers: { authorization: `Bearer ${token}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
      const { structuredContent, content, isError } = await client.callTool({ name, arguments: args })
      await client.close()
      answer = content?.[0]?.text ?? answer
      if (isError) throw new Error(answer)
      return structuredContent
    }
    const asked = {
      proposition: TEXT,
      personas: 3,
      assay: 'off',
      idempotency_key: 'chaos',
      wait_seconds: 0,
    }
    let served
    let told = 0
    return {
      begin: async () => {
        served = await serve()
        await ask('run_pressure_test', asked)
        return served.child
      },
      again: async () => {
        served = await serve()
        // A client that saw no answer asks again with its key.
        await ask('run_pressure_test', asked)
        return served.child
      },
      figures: async (run_id) => {
        const reply = await ask('get_run', { run_id })
        if (reply?.status === 'completed') told = 1
        return [{ what: 'results that a client reads', value: told, bar: '= 1' }]
      },
      answer: () => answer,
      close: async () => {},
    }
  },
  Slack: async (set) => {
    const slack = await startSlack()
    const serve = () => set.serve({ ...UNLIMITED, ...slack.env })
    const trigger = 'one-trigger'
    return {
      begin: async () => {
        const { child, url } = await serve()
        await sendCommand(url, TEXT, trigger)
        return child
      },
      again: async () => {
        const { child, url } = await serve()
        await sendCommand(url, TEXT, trigger)
        return child
      },
      figures: async () => {
        // The message of a run stays live until its end is posted.
        const due = `select count(*)::int as n from outbox where status in ('due', 'live')`
        await set.until(async () => (await set.query(due))[0].n === 0, 60_000).catch(() => {})
        const [{ n }] = await set.query(`select count(*)::int as n from outbox where status = 'done'`)
        return [
          { what: 'messages in Slack', value: slack.posts.length, bar: '>= 1' },
          { what: 'messages said', value: n, bar: '>= 1' },
          { what: 'messages left unsaid', value: (await set.query(due))[0].n, bar: '= 0' },
          { what: 'messages posted twice', value: slack.repeated(), bar: '= 0' },
        ]
      },
      answer: () => slack.said.join(' | ') || 'nothing was said',
      close: async () => slack.close(),
    }
  },
}

const BEGUN_MS = 30_000

/** One run whose process is killed each time it has stored another step, until nothing is left to do. */
export const everyBoundary = (surface) => async (set) => {
  const least = set.size(2, 20)
  // Answers that arrive apart are stored apart, so that there are as many boundaries as answers.
  set.faults.latencyMs = 200
  set.faults.spreadMs = 600
  const way = await SURFACES[surface](set)
  try {
    let child = await way.begin()
    const { id } = await set
      .until(async () => (await set.query('select id from run limit 1'))[0], BEGUN_MS)
      .catch(() => {
        throw new Error(`no run began: ${way.answer?.() ?? 'nothing was said'}`)
      })
    const read = async () => (await set.query('select status, steps, epoch from run where id = $1', [id]))[0]
    let boundaries = 0
    let { steps } = await read()
    for (;;) {
      const now = await set.until(async () => {
        const run = await read()
        return (run.steps > steps || run.status === 'completed' || run.status === 'failed') && run
      })
      if (now.status !== 'running' && now.status !== 'queued') break
      steps = now.steps
      set.kill(child)
      boundaries += 1
      child = await way.again(id)
      if (boundaries >= least && !set.isWhole) break
    }
    const promises = await set.promises()
    return [
      { what: 'kills, each after another step', value: boundaries, bar: `>= ${least}` },
      { what: 'runs', value: (await set.query('select count(*)::int as n from run'))[0].n, bar: '= 1' },
      ...promises,
      ...(await way.figures(id)),
    ]
  } finally {
    await way.close()
  }
}

export async function commandLine(set) {
  const times = set.size(1, 10)
  let resumed = 0
  for (let n = 0; n < times; n++) {
    const text = `${TEXT} Try ${n}.`
    const first = set.cli(['run', text, '--focus-group', 'quick', '--assay', 'off', '--controls', 'off', '--quiet'])
    const { id } = await set.until(async () => {
      const [run] = await set.query(`select id from run where status = 'running' and input ->> 'stimulus' = $1`, [text])
      return run
    })
    await sleep(Math.random() * 1_500)
    set.kill(first)
    const second = set.cli(['runs', 'resume', id, '--json', '--quiet'])
    await set.until(() => second.exitCode !== null)
    if (second.exitCode === 0) resumed += 1
  }
  return [{ what: 'killed, and resumed to their end', value: resumed, bar: `= ${times}` }, ...(await set.promises())]
}

/** The same request from outside, again and again and at once, over HTTP, MCP and Slack. */
export async function repeated(set) {
  const times = set.size(30, 1_000)
  const slack = await startSlack()
  try {
    set.faults.latencyMs = 50
    const { token } = await createToken(set.app.local, { name: 'chaos' })
    const { url } = await set.serve({ ...UNLIMITED, ...slack.env })
    const body = JSON.stringify({
      kind: 'pressure_test',
      request: { stimulus: TEXT, personas: 3, focus_group: 'off', controls: false, assay: 'off' },
    })
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'one',
    }
    const statuses = []
    const refused = new Set()
    const overHttp = async () => {
      const answer = await fetch(`${url}/runs`, { method: 'POST', headers, body }).catch(() => null)
      const text = await answer?.text()
      if (!answer?.ok) refused.add(text ?? 'no answer')
      statuses.push(answer?.status ?? 0)
    }
    const overSlack = async () => void statuses.push(await sendCommand(url, `${TEXT} In Slack.`, 'one'))
    for (let n = 0; n < times; n += 25)
      await Promise.all(Array.from({ length: Math.min(25, times - n) }, (_, at) => (at % 2 ? overSlack() : overHttp())))
    const promises = await set.promises()
    const runs = (await set.query('select count(*)::int as n from run'))[0].n
    if (runs !== 2) process.stderr.write(`${[...refused, ...slack.said].join('\n')}\n`)
    return [
      { what: 'requests', value: statuses.length, bar: `= ${times}` },
      {
        what: 'requests not answered',
        value: statuses.filter((status) => status === 0 || status >= 500).length,
        bar: '= 0',
      },
      { what: 'runs, of HTTP and of Slack one each', value: runs, bar: '= 2' },
      ...promises,
      { what: 'messages posted twice', value: slack.repeated(), bar: '= 0' },
    ]
  } finally {
    slack.close()
  }
}
