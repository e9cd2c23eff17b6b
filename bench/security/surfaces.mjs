// Attacks on what goes out and who decides: files, the terminal, headers, links, Slack's approval and installation, marks,
// containers. Each gives figures with their bars, as in attacks.mjs.
import { execFile } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { ROUTES } from '../../build/api/routes.js'
import { ACTIONS } from '../../build/bot/blocks/action-ids.js'
import { ALL_SCOPES } from '../../build/domain/workspace/token-scopes.js'
import { createToken } from '../../build/service/workspace/tokens.js'
import { sendCommand, startSlack } from '../chaos/slack.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MAIN = join(ROOT, 'dist/cli/main.js')
const UNKNOWN = '7b0f9d4e-6a4b-4a43-9a77-0a8f5f3d2c11'
const OAT = 'Havn Oat: the oat drink that froths like milk. Now €1.49 instead of €2.29.'
const SMALL = { personas: 3, focus_group: 'off', controls: false, assay: 'off' }

/** What a command as shipped prints, whatever it thinks of it. */
const typed = (env, ...args) =>
  new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env, timeout: 120_000 }, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    )
  })

const client = (url, token) => (method, path, body) =>
  fetch(`${url}${path.replace(/\{\w+\}/g, UNKNOWN)}`, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

export async function outputs(set) {
  await set.worker()
  const [run_id] = await set.submit(1)
  await set.ended()
  const folder = mkdtempSync(join(tmpdir(), 'pt-outputs-'))
  const [other, funnel] = [join(folder, 'other'), join(folder, 'funnel.csv')]
  writeFileSync(other, 'mine')
  chmodSync(other, 0o600)
  writeFileSync(funnel, 'step,users\nVisited page,10000\nSigned up,2400\nBooked a meeting,820\n')
  chmodSync(funnel, 0o600)
  const linked = (name) => {
    symlinkSync(other, join(folder, name))
    return join(folder, name)
  }
  const named = '\u001b[2J\u001b]0;owned\u0007.md'
  try {
    const env = { ...set.env, REPORTS_OUTPUT_DIR: join(folder, 'reports') }
    const [asFile, asOption, lost] = await Promise.all([
      typed(env, 'personas', 'generate', named),
      typed(env, 'run', `--${named}`),
      typed({ ...env, DATABASE_URL: 'mysql://user:pa/ss@host/db' }, 'runs', 'list'),
      typed(env, 'runs', 'report', run_id),
      typed(env, 'runs', 'export', run_id, '--out', join(folder, 'own')),
      typed(env, 'runs', 'export', run_id, '--out', linked('packet')),
      typed(env, 'runs', 'report', run_id, '--out', linked('report')),
      typed(env, 'simulate', '--draft', funnel, '--force', '-o', linked('draft')),
    ])
    const said = [asFile, asOption].map(({ stdout, stderr }) => stdout + stderr)
    const written = [...filesIn(folder), ...filesIn(set.env.PRESSURE_TEST_HOME)]
    return [
      { what: 'files written', value: written.length, bar: '>= 4' },
      {
        what: '… that others can read',
        before: 'all',
        value: written.filter((path) => (statSync(path).mode & 0o077) !== 0).length,
        bar: '= 0',
      },
      { what: 'links followed, of 3', before: 1, value: readFileSync(other, 'utf8') === 'mine' ? 0 : 1, bar: '= 0' },
      {
        what: 'names of files that move the terminal, of 2',
        before: 2,
        value: said.filter((text) => !text.includes('owned') || text.includes('\u001b')).length,
        bar: '= 0',
      },
      {
        what: 'parts of a password with "/" shown',
        before: 1,
        value: /ss@/.test(lost.stdout + lost.stderr) ? 1 : 0,
        bar: '= 0',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const filesIn = (folder) => {
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

export async function answers(set) {
  const { url } = await set.serve({ RATE_LIMIT_PER_MINUTE: '0' })
  const { token } = await createToken(set.app.local, { name: 'bench', scopes: ALL_SCOPES })
  const api = client(url, token)
  const started = async (text) => {
    const { run_id } = await (
      await api('post', '/runs', { kind: 'pressure_test', request: { stimulus: text, ...SMALL } })
    ).json()
    return set.until(async () => {
      const run = await (await api('get', `/runs/${run_id}`)).json()
      return run.status === 'completed' && run
    })
  }
  const [run, other] = await Promise.all([started(OAT), started(`${OAT} At every till.`)])
  const asked = ROUTES.filter(({ method }) => method === 'get')
  let kept = 0
  let guessed = 0
  for (const { method, path } of asked) {
    const { headers } = await api(method, path)
    if (!/no-store|private, no-cache/.test(headers.get('cache-control') ?? '')) kept += 1
    if (headers.get('x-content-type-options') !== 'nosniff') guessed += 1
  }
  await api('delete', `/runs/${run.run_id}/links`)
  const [taken, left] = await Promise.all([run, other].map(async ({ report_url }) => (await fetch(report_url)).status))
  return [
    { what: 'routes read', value: asked.length, bar: '>= 20' },
    { what: '… whose answer a cache may keep', before: 'all', value: kept, bar: '= 0' },
    { what: '… whose answer may be taken for another type', before: 'all', value: guessed, bar: '= 0' },
    {
      what: 'links that open a report after they were taken back',
      before: 1,
      value: taken === 200 ? 1 : 0,
      bar: '= 0',
    },
    { what: 'links of another run that still open it', value: left === 200 ? 1 : 0, bar: '= 1' },
  ]
}

/** A press of a button as Slack sends it. */
function press(slack, url, user, value) {
  const payload = {
    type: 'block_actions',
    team: { id: 'T1', domain: 'one' },
    user: { id: user, name: user, team_id: 'T1' },
    channel: { id: 'C1', name: 'general' },
    container: { type: 'message', message_ts: '1.1', channel_id: 'C1' },
    api_app_id: 'A1',
    trigger_id: randomUUID(),
    response_url: new URL('/response/1', slack.env.SLACK_API_URL).href,
    actions: [
      { type: 'button', block_id: 'b', action_ts: String(Date.now() / 1_000), action_id: ACTIONS.confirmRun, value },
    ],
  }
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  const stamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', slack.env.SLACK_SIGNING_SECRET).update(`v0:${stamp}:${body}`).digest('hex')
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': stamp,
    'x-slack-signature': `v0=${signature}`,
  }
  return fetch(`${url}/slack/events`, { method: 'POST', body, headers })
}

/** A marketer wants a run above the amount to confirm where leads decide. */
export async function approval(set) {
  const slack = await startSlack({ isAdmin: () => false })
  try {
    const { url } = await set.serve(slack.env)
    await sendCommand(url, 'help')
    const ofTeam = `from workspace where slug = 'slack:T1'`
    await set.until(async () => (await set.query(`select 1 ${ofTeam}`)).length > 0)
    await set.query(`insert into slack_workspace select id, 0.0001 ${ofTeam} on conflict do nothing`)
    for (const [user, lead] of [
      ['U1', false],
      ['U2', false],
      ['ULEAD', true],
    ])
      await set.query(
        `insert into slack_user (workspace_id, user_id, lead, settings)
         select id, '${user}', ${lead}, '{"personas":3,"focusGroup":"off","controls":false,"budgetUsd":5}' ${ofTeam}
         on conflict (workspace_id, user_id) do update set lead = excluded.lead, settings = excluded.settings`,
      )
    await sendCommand(url, OAT)
    const [{ id }] = await set.until(async () => {
      const rows = await set.query('select id from slack_draft')
      return rows.length > 0 && rows
    })
    const value = JSON.stringify({ pending: id })
    const runs = async () => (await set.query('select count(*)::int as n from run'))[0].n
    for (const user of ['U1', 'U2', 'U1']) await press(slack, url, user, value)
    // What is confirmed wrongly is there as soon as the next request has been answered.
    await sendCommand(url, 'help')
    await new Promise((done) => setTimeout(done, 1_500))
    const before = await runs()
    await press(slack, url, 'ULEAD', value)
    await set.until(async () => (await runs()) > before, 10_000).catch(() => {})
    return [
      { what: 'presses by who may not', value: 3, bar: '= 3' },
      { what: '… that started the run', before: 1, value: before, bar: '= 0' },
      { what: 'runs that a lead’s press started', value: (await runs()) - before, bar: '= 1' },
    ]
  } finally {
    slack.close()
  }
}

/** The way back from Slack is opened twice with one state, and with one that belongs to another browser. */
export async function installing(set) {
  const slack = await startSlack()
  try {
    const oauth = {
      SLACK_CLIENT_ID: 'client',
      SLACK_CLIENT_SECRET: 'secret',
      SLACK_STATE_SECRET: 'a state secret of a bench',
      TOKEN_ENCRYPTION_KEY: `old:${Buffer.alloc(32, 7).toString('base64')}`,
    }
    const { SLACK_BOT_TOKEN: _, ...env } = slack.env
    const { url } = await set.serve({ ...env, ...oauth })
    const begin = async () => {
      const begun = await fetch(`${url}/slack/install`, { redirect: 'manual' })
      const state = new URL(begun.headers.get('location')).searchParams.get('state')
      return { state, cookie: begun.headers.get('set-cookie').split(';')[0] }
    }
    const back = async (state, cookie) => {
      await (await fetch(`${url}/slack/oauth_redirect?code=c&state=${state}`, { headers: { cookie } })).text()
    }
    const exchanged = () => slack.called.filter((method) => method === 'oauth.v2.access').length
    const [own, others] = [await begin(), await begin()]
    await back(own.state, own.cookie)
    const once = exchanged()
    for (let n = 0; n < 3; n++) await back(own.state, own.cookie)
    await back(others.state, own.cookie)
    await back(`${others.state.slice(0, -1)}x`, others.cookie)
    return [
      { what: 'codes exchanged, with a state of its own', value: once, bar: '= 1' },
      {
        what: '… with one used before, of another browser, or altered, of 5',
        before: 3,
        value: exchanged() - once,
        bar: '= 0',
      },
    ]
  } finally {
    slack.close()
  }
}

/** A token marks a conversation in somebody else's name. */
export async function marks(set) {
  const { url } = await set.serve()
  const { token } = await createToken(set.app.local, { name: 'bench' })
  const api = client(url, token)
  const agent = { agent_version_id: 'ada-1', name: 'Ada', system_prompt: 'Answer kindly.' }
  const test_cases = [{ name: 'A price', input: 'What does it cost?' }]
  const request = { of: { agent, skill: null }, test_cases, trials: 1 }
  const { run_id } = await (await api('post', '/runs', { kind: 'evaluation', request })).json()
  const { result } = await set.until(async () => {
    const run = await (await api('get', `/runs/${run_id}`)).json()
    return ['completed', 'failed'].includes(run.status) && run
  })
  // A mark is held against a score; what the fake judge leaves without one is given one.
  await set.query(
    `update result set document = jsonb_set(document::jsonb, '{trials,0,score}', '5')::json where run_id = '${run_id}'`,
  )
  const mark = { case_id: result.trials[0].case_id, trial: 1, passed: true, by: 'the chief of somebody else' }
  const { status } = await api('post', `/runs/${run_id}/marks`, { marks: [mark] })
  const kept = await set.query('select * from human_mark')
  return [
    { what: 'the mark itself', value: status, bar: '= 200' },
    { what: 'marks kept', value: kept.length, bar: '= 1' },
    {
      what: '… in the name that was typed',
      before: 1,
      value: kept.filter((row) => JSON.stringify(row).includes(mark.by)).length,
      bar: '= 0',
    },
  ]
}

export async function containers() {
  const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
  const { services, networks } = parse(text, { merge: true })
  const all = Object.entries(services)
  const passwords = [...text.matchAll(/\$\{\w*PASSWORD([^}]*)\}/g)].map(([, fallback]) => fallback)
  const isHardened = ({ read_only, cap_drop, security_opt, privileged }) =>
    read_only === true && cap_drop?.includes('ALL') && security_opt?.includes('no-new-privileges:true') && !privileged
  const isOpen = ([name, { ports, networks: own = [] }]) =>
    name !== 'app' &&
    (ports !== undefined || (['postgres', 'redis'].includes(name) && own.some((one) => !networks[one]?.internal)))
  return [
    { what: 'services', value: all.length, bar: '>= 5' },
    {
      what: '… with rights that they do not need',
      before: 'all',
      value: all.filter(([, service]) => !isHardened(service)).length,
      bar: '= 0',
    },
    { what: '… of the storage that are reached from outside', before: 2, value: all.filter(isOpen).length, bar: '= 0' },
    {
      what: 'passwords that are there without being set',
      before: 2,
      value: passwords.filter((fallback) => !fallback.startsWith(':?')).length,
      bar: '= 0',
    },
  ]
}
