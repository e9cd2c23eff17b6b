// A Slack for the faults of bench/chaos.mjs: takes what the program posts and counts it by what it is to say.
import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const SECRET = 'a signing secret of a bench'
const SLACK_ENV = { SLACK_BOT_TOKEN: 'xoxb-bench', SLACK_SIGNING_SECRET: SECRET }

/** `isAdmin`: whether Slack calls somebody an admin of the team. */
export async function startSlack({ isAdmin = () => true } = {}) {
  const posts = []
  /** Every method that was called. */
  const called = []
  /** What was called, with its text, but for what only looks. */
  const said = []
  const server = createServer(async (incoming, answer) => {
    const pieces = []
    for await (const piece of incoming) pieces.push(piece)
    const method = incoming.url.split('/').at(-1).split('?')[0]
    const body = readBody(Buffer.concat(pieces).toString('utf8'))
    called.push(method)
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, ...reply(method, body) }))
  })
  const reply = (method, body) => {
    if (/^(chat|views|auth)\./.test(method) && said.length < 20)
      said.push(`${method}: ${JSON.stringify(body).slice(0, 600)}`)
    if (method === 'chat.postMessage') {
      const ts = `${Math.floor(Date.now() / 1_000)}.${String(posts.length).padStart(6, '0')}`
      posts.push({ ts, thread_ts: body.thread_ts, channel: body.channel, metadata: body.metadata, text: body.text })
      return { ts, channel: body.channel, message: { ts } }
    }
    if (method === 'chat.update') {
      const post = posts.find(({ ts }) => ts === body.ts)
      if (post) Object.assign(post, { text: body.text, updated: true })
      return { ts: body.ts, channel: body.channel }
    }
    if (method === 'conversations.history' || method === 'conversations.replies')
      return { messages: posts.filter(({ channel }) => channel === body.channel) }
    if (method === 'chat.getPermalink') return { permalink: `http://127.0.0.1/archives/${body.channel}` }
    return {
      team_id: 'T1',
      user_id: 'U0BOT',
      bot_id: 'B1',
      user: { id: body.user ?? 'U1', name: 'ada', is_admin: isAdmin(body.user), real_name: 'Ada' },
      channel: { id: body.channel ?? 'C1', name: 'general' },
      members: [],
    }
  }
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const port = server.address().port
  return {
    posts,
    said,
    called,
    env: { ...SLACK_ENV, SLACK_API_URL: `http://127.0.0.1:${port}/api/` },
    /** Things to say that were said more than once. */
    repeated: () => {
      const said = posts.map(({ metadata }) => metadata?.event_payload?.message).filter(Boolean)
      return said.length - new Set(said).size
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function readBody(text) {
  if (text.startsWith('{')) return JSON.parse(text)
  const fields = Object.fromEntries(new URLSearchParams(text))
  for (const name of ['metadata', 'blocks']) if (fields[name]) fields[name] = JSON.parse(fields[name])
  return fields
}

/** `/pressure-test <text>` as Slack sends it; the same `trigger_id` is the same request. Its status, 0 without an answer. */
export async function sendCommand(url, text, trigger_id = randomUUID()) {
  const body = new URLSearchParams({
    command: '/pressure-test',
    text,
    team_id: 'T1',
    user_id: 'U1',
    user_name: 'ada',
    channel_id: 'C1',
    channel_name: 'general',
    trigger_id,
    api_app_id: 'A1',
  }).toString()
  const stamp = String(Math.floor(Date.now() / 1_000))
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': stamp,
    'x-slack-signature': `v0=${createHmac('sha256', SECRET).update(`v0:${stamp}:${body}`).digest('hex')}`,
  }
  const answer = await fetch(`${url}/slack/events`, { method: 'POST', body, headers }).catch(() => null)
  await answer?.text().catch(() => '')
  return answer?.status ?? 0
}
