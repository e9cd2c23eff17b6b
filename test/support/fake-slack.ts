import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createEmulator, type Emulator } from 'emulate'
import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import { freePort } from './redis.js'
import { HomeTab, MessageBlocks, MessageRequest, Modal } from './slack-blocks.js'

/** A call to the Web API as it arrived. */
export type SlackCall = {
  readonly at: number
  readonly method: string
  readonly token: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever part of a payload they are about
  readonly body: any
  /** `ok`, the error Slack named, or the fault. */
  outcome: string
  ts?: string
}

export type SlackFault =
  /** It takes effect, and its answer is lost. */
  | 'lost'
  /** It never arrives. */
  | 'drop'
  | 'hang'
  /** `page`: what stands there in place of Slack's JSON, as of a gateway; empty where an answer has no body. */
  | { status: number; retryAfter?: number; takesEffect?: boolean; page?: string }
  | { error: string; after?: Promise<unknown> }
  /** It takes effect at once, and its answer comes when this resolves. */
  | { after: Promise<unknown> }

type Team = { readonly id: string; readonly token: string; readonly scopes?: readonly string[] }
type Message = {
  ts: string
  thread_ts?: string
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: blocks are looked into by tests
  blocks: any[]
  metadata?: { event_payload: { message: string } }
}

export type FakeSlack = {
  /** What `SLACK_API_URL` is set to. */
  readonly apiUrl: string
  readonly url: string
  readonly calls: SlackCall[]
  /** Bodies sent to response URLs. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly responses: any[]
  /** What to do with a call, before it reaches Slack. */
  fault: ((call: SlackCall, index: number) => SlackFault | null) | null
  /** Methods answered here instead of by the emulator; `headers` go along. `null` leaves a call to it after all. */
  readonly replies: Map<string, (call: SlackCall) => (object & { headers?: Record<string, string> }) | null>
  /** Conversations the app is no member of; `error` is what Slack says. */
  readonly closed: Map<string, string>
  /** Limits that are kept: calls in a time, by method; of posts in each conversation. */
  limits: {
    posts?: { most: number; in_ms: number }
    updates?: { most: number; in_ms: number }
    retryAfter: number
  } | null
  /** Messages in a page of a conversation at most, whatever is asked for: as few as Slack gives anybody. */
  pageSize: number
  /** Calls that came over a limit. */
  readonly refused: SlackCall[]
  /** Payloads Slack would have refused; a test with any fails. */
  readonly complaints: string[]
  /** Token of the team a browser without one is at: whose people install the app. */
  installing: string | null
  responseUrl(): string
  /** A trigger for a window, as a click brings one. */
  trigger(token: string, user?: string): Promise<string>
  /** Everything in a conversation, oldest first. */
  messages(token: string, channel: string): Promise<Message[]>
  thread(token: string, channel: string, ts: string): Promise<Message[]>
  posts(): SlackCall[]
  /** Somebody writes in a conversation. */
  say(token: string, channel: string, text: string): Promise<void>
  /** Channels with everybody in them; gives their ids. */
  addChannels(token: string, count: number): Promise<string[]>
  /** A file as somebody puts it into a window; gives its id. */
  upload(token: string, name: string, content: string | Uint8Array): Promise<string>
  /** Answers downloads of files in place of the emulator, where it is set. */
  download: ((response: ServerResponse) => void) | null
  emulator(token: string): Emulator | undefined
  close(): Promise<void>
}

const USERS = [
  { name: 'ada', real_name: 'Ada' },
  { name: 'bob', real_name: 'Bob' },
]
const ALL_SCOPES =
  'chat:write,files:read,files:write,im:write,im:history,users:read,channels:history,groups:history,channels:manage,channels:write,commands,app_mentions:read'

/** Slack as the app meets it: the emulator of a team each, behind a proxy that adds limits, faults and membership. */
export async function fakeSlack(
  teams: readonly Team[] = [{ id: 'T000000001', token: 'xoxb-one' }],
  { oauth = [] }: { oauth?: { client_id: string; client_secret: string; redirect: string; team: Team }[] } = {},
): Promise<FakeSlack> {
  const emulators = new Map<string, { team: Team; emulator: Emulator }>()
  for (const team of [...teams, ...oauth.map(({ team }) => team)]) {
    const app = oauth.find((one) => one.team === team)
    const emulator = await createEmulator({
      service: 'slack',
      port: await freePort(),
      seed: {
        slack: {
          users: USERS,
          strict_scopes: true,
          oauth_apps: [
            {
              app_id: 'A1',
              client_id: app?.client_id ?? 'none',
              client_secret: app?.client_secret ?? 'none',
              name: 'pressure-test',
              redirect_uris: [app?.redirect ?? 'http://127.0.0.1/'],
              bot_id: 'B0000000BOT',
              bot_user_id: 'U0000000BOT',
              bot_name: 'pressure-test',
            },
          ],
          tokens: [
            {
              token: team.token,
              type: 'bot',
              user_id: 'U0000000BOT',
              bot_id: 'B0000000BOT',
              bot_user_id: 'U0000000BOT',
              app_id: 'A1',
              scopes: team.scopes ?? ALL_SCOPES.split(','),
            },
          ],
        },
      },
    })
    emulators.set(team.token, { team, emulator })
  }
  const windows = new Map<string, number[]>()
  const uploads = new Map<string, Buffer>()
  /** Whose an address to upload to is: nobody sends a token there. */
  const uploaders = new Map<string, { team: Team; emulator: Emulator }>()
  let number = 0

  const over = (key: string, limit: { most: number; in_ms: number } | undefined): boolean => {
    if (!limit) return false
    const now = Date.now()
    const recent = (windows.get(key) ?? []).filter((at) => at > now - limit.in_ms)
    const refused = recent.length >= limit.most
    windows.set(key, refused ? recent : [...recent, now])
    return refused
  }

  const slack: FakeSlack = {
    apiUrl: '',
    url: '',
    calls: [],
    responses: [],
    fault: null,
    replies: new Map(),
    closed: new Map(),
    limits: null,
    pageSize: 15,
    refused: [],
    complaints: [],
    installing: null,
    responseUrl: () => `${slack.url}/response/${++number}`,
    trigger: async (token, user = 'U000000001') =>
      emulators.has(token) ? (await ask(token, 'views.generateTriggerId', { user_id: user })).trigger_id : 'none',
    messages: async (token, channel) =>
      [...((await ask(token, 'conversations.history', { channel, limit: '1000' })).messages ?? [])].reverse(),
    thread: async (token, channel, ts) => (await ask(token, 'conversations.replies', { channel, ts })).messages ?? [],
    say: async (token, channel, text) => {
      await ask(token, 'chat.postMessage', { channel, text })
    },
    posts: () => slack.calls.filter(({ method }) => method === 'chat.postMessage'),
    addChannels: async (token, count) => {
      const made: string[] = []
      for (let n = 0; n < count; n++)
        made.push((await ask(token, 'conversations.create', { name: `room-${n}` })).channel.id)
      return made
    },
    upload: async (token, filename, content) => {
      const bytes = Buffer.from(content)
      const length = String(bytes.length)
      const { upload_url, file_id } = await ask(token, 'files.getUploadURLExternal', { filename, length })
      // The emulator reads what it is sent as text, which damages anything else: it learns the length, the bytes stay here.
      await fetch(upload_url, { method: 'POST', body: 'x'.repeat(bytes.length) })
      uploads.set(file_id, bytes)
      await ask(token, 'files.completeUploadExternal', { files: JSON.stringify([{ id: file_id, title: filename }]) })
      return file_id
    },
    download: null,
    emulator: (token) => emulators.get(token)?.emulator,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const { emulator } of emulators.values()) await emulator.close()
    },
  }

  /** Straight to the emulator, past faults and limits. */
  // biome-ignore lint/suspicious/noExplicitAny: Slack's answers
  const ask = async (token: string, method: string, body: Record<string, string>): Promise<any> => {
    const answer = await fetch(`${emulators.get(token)?.emulator.url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body),
    })
    return answer.json()
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      response.writeHead(500).end(String(error))
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks)
    const { pathname, search } = new URL(request.url ?? '/', 'http://slack')
    if (pathname.startsWith('/response/')) {
      const said = JSON.parse(raw.toString('utf8'))
      slack.responses.push(said)
      if (said.blocks) slack.complaints.push(...problems('response_url', MessageBlocks, said.blocks))
      response.end('ok')
      return
    }
    const type = String(request.headers['content-type'] ?? '')
    const isForm = type.includes('form-urlencoded')
    const fields = isForm ? Object.fromEntries(new URLSearchParams(raw.toString('utf8'))) : {}
    const token = /^Bearer (.+)$/.exec(String(request.headers.authorization ?? ''))?.[1] ?? ''
    const method = pathname.startsWith('/upload/') ? 'upload' : pathname.replace(/^\/api\//, '')
    const call: SlackCall = {
      at: Date.now(),
      method,
      token,
      body: method === 'upload' ? { path: pathname } : readFields(fields),
      outcome: 'ok',
    }
    const home = emulators.get(token) ?? uploaders.get(pathname) ?? emulators.get(slack.installing ?? '')
    const isUpload = pathname.startsWith('/upload/')
    const isApi = pathname.startsWith('/api/') || isUpload
    if (isApi) slack.calls.push(call)

    const refuse = (error: string) => {
      call.outcome = error
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: false, error }))
    }
    const limited = (seconds: number) => {
      call.outcome = 'ratelimited'
      slack.refused.push(call)
      response.writeHead(429, { 'retry-after': String(seconds), 'content-type': 'application/json' })
      response.end(JSON.stringify({ ok: false, error: 'ratelimited' }))
    }
    const forward = async (
      sent = raw,
    ): Promise<{ status: number; type: string; location: string | null; body: Buffer }> => {
      const answer = await fetch(`${home?.emulator.url}${pathname}${search}`, {
        method: request.method ?? 'POST',
        headers: { ...(type ? { 'content-type': type } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(request.method === 'GET' ? {} : { body: sent }),
        redirect: 'manual',
      })
      let body = Buffer.from(await answer.arrayBuffer())
      if (isApi && !isUpload) {
        const text = body
          .toString('utf8')
          .replaceAll(home?.emulator.url ?? '', slack.url)
          .replaceAll('T000000001', home?.team.id ?? 'T000000001')
        body = Buffer.from(text)
        const parsed = JSON.parse(text) as {
          ok: boolean
          error?: string
          ts?: string
          access_token?: string
          upload_url?: string
        }
        if (!parsed.ok) call.outcome = parsed.error ?? 'error'
        if (parsed.ts) call.ts = parsed.ts
        if (parsed.upload_url && home) uploaders.set(new URL(parsed.upload_url).pathname, home)
        if (method === 'oauth.v2.access' && parsed.access_token && home) emulators.set(parsed.access_token, home)
      }
      return {
        status: answer.status,
        type: answer.headers.get('content-type') ?? '',
        location: answer.headers.get('location'),
        body,
      }
    }

    if (slack.download && pathname.startsWith('/files-pri/')) return slack.download(response)
    if (!isApi) {
      const { status, type: kind, location, body } = await forward()
      const uploaded = uploads.get(/^\/files-pri\/([^/]+)\//.exec(pathname)?.[1] ?? '')
      response
        .writeHead(status, { ...(kind ? { 'content-type': kind } : {}), ...(location ? { location } : {}) })
        .end(status === 200 && uploaded ? uploaded : body)
      return
    }
    const fault = slack.fault?.(call, slack.calls.length - 1) ?? null
    if (typeof fault === 'string') call.outcome = fault
    else if (fault !== null && 'error' in fault) call.outcome = fault.error
    else if (fault !== null && 'status' in fault) call.outcome = `status_${fault.status}`
    if (fault === 'hang') return
    if (fault === 'drop') return void response.destroy()
    if (fault === 'lost') {
      await forward()
      call.outcome = 'lost'
      return void response.destroy()
    }
    if (fault !== null && 'error' in fault) {
      await fault.after
      return refuse(fault.error)
    }
    if (fault !== null && 'status' in fault) {
      if (fault.status === 429) return limited(fault.retryAfter ?? 1)
      if (fault.takesEffect) await forward()
      call.outcome = `status_${fault.status}`
      response.writeHead(fault.status, { 'content-type': 'text/html' }).end(fault.page ?? 'upstream')
      return
    }
    const { limits } = slack
    const channel = String(call.body.channel ?? '')
    if (limits && method === 'chat.postMessage' && over(`${token}/${channel}`, limits.posts))
      return limited(limits.retryAfter)
    if (limits && method === 'chat.update' && over(`${token}/update`, limits.updates)) return limited(limits.retryAfter)
    const closed = slack.closed.get(channel)
    if (closed && /^chat\.|^conversations\.(history|replies)/.test(method)) return refuse(closed)
    slack.complaints.push(...complaintsAbout(method, call.body))
    const reply = slack.replies.get(method)?.(call) ?? null
    if (reply !== null) {
      const { headers = {}, ...answer } = reply as { headers?: Record<string, string>; ok?: boolean; error?: string }
      if (answer.ok === false) call.outcome = answer.error ?? 'error'
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
      return
    }
    const isLookup = /^conversations\.(history|replies)$/.test(method)
    const whole = new URLSearchParams({ channel, ts: String(call.body.ts ?? ''), limit: '1000' })
    const { status, type: kind, body } = await forward(isLookup ? Buffer.from(whole.toString()) : raw)
    if (fault !== null) await fault.after
    response.writeHead(status, { 'content-type': kind }).end(isLookup ? pageOf(body, call.body, slack.pageSize) : body)
  }

  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  Object.assign(slack, { url: `http://127.0.0.1:${port}`, apiUrl: `http://127.0.0.1:${port}/api/` })
  onTestFinished(async () => {
    await slack.close()
    if (slack.complaints.length > 0)
      throw new Error(`Slack would refuse: ${slack.complaints.join('; ').slice(0, 4_000)}`)
  })
  return slack
}

type Lookup = { oldest?: string; latest?: string; limit?: string; cursor?: string }

/** One page of a conversation, as Slack gives it; the emulator knows neither times nor pages of threads. */
function pageOf(whole: Buffer, { oldest = '0', latest = 'Infinity', limit = '100', cursor }: Lookup, most: number) {
  const answer = JSON.parse(whole.toString('utf8')) as { ok: boolean; messages?: Message[] }
  if (!answer.ok) return whole
  const between = (answer.messages ?? []).filter(({ ts }) => Number(ts) > Number(oldest) && Number(ts) < Number(latest))
  const start = cursor === undefined ? 0 : Number(/^after:(\d+)$/.exec(cursor)?.[1])
  if (!(start < between.length) && cursor !== undefined) return JSON.stringify({ ok: false, error: 'invalid_cursor' })
  const end = start + Math.min(Number(limit), most)
  const has_more = end < between.length
  const response_metadata = { next_cursor: has_more ? `after:${end}` : '' }
  return JSON.stringify({ ...answer, messages: between.slice(start, end), has_more, response_metadata })
}

const problems = (what: string, schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${what} ${path.join('.')}: ${message}`)

/** What Slack would refuse of a call. */
function complaintsAbout(method: string, body: { view?: { type?: string } }): string[] {
  if (['chat.postMessage', 'chat.postEphemeral', 'chat.update'].includes(method))
    return problems(method, MessageRequest, body)
  if (method.startsWith('views.') && body.view)
    return problems(method, body.view.type === 'home' ? HomeTab : Modal, body.view)
  return []
}

/** Slack's forms carry documents as JSON. */
function readFields(fields: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (!/^[[{]/.test(value)) return [name, value]
      try {
        return [name, JSON.parse(value)]
      } catch {
        return [name, value]
      }
    }),
  )
}
