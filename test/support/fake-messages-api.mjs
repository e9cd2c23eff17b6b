/**
 * A Messages API over real HTTP for tests and benches: JSON and SSE, structured output and forced tools, a prompt cache
 * with tokens counted, faults on command, and a log of every request. Plain JavaScript, so that `node` runs it as it is.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { breakBounds, fakeAnswer, taskOf } from './fake-answers.mjs'
import { complainAbout } from './fake-request-rules.mjs'

const CHARACTERS_PER_TOKEN = 4
/** Before an answer is due, with `readLate`. */
const READING_MS = 100
const tokens = (characters) => Math.ceil(characters / CHARACTERS_PER_TOKEN)
/** What frames texts of others in the prompts of one run. */
const MARK_OF_RUN = /-[0-9a-f]{16}\b/g
const sha = (text) => createHash('sha256').update(text).digest('hex')

/** @type {import('./fake-messages-api.d.mts').fakeMessagesApi} */
export async function fakeMessagesApi(options = {}) {
  const state = {
    latencyMs: options.latencyMs ?? 0,
    firstTokenMs: options.firstTokenMs ?? 0,
    readLate: options.readLate ?? false,
    minCacheTokens: options.minCacheTokens ?? 512,
    fault: options.fault ?? (() => null),
    answer: options.answer ?? (() => undefined),
    /** @type {{ left: number, fault: any }[]} */
    ordered: [],
    requests: [],
    inFlight: 0,
    maxInFlight: 0,
    cache: new Map(),
  }
  const sockets = new Set()
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url?.split('?')[0]?.endsWith('/v1/messages'))
      return receive(state, request, response)
    if (options.control) return control(api, state, request, response)
    response.writeHead(404).end()
  })
  server.keepAliveTimeout = 60_000
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise((resolve) => server.listen(options.port ?? 0, '127.0.0.1', 4096, resolve))

  const api = {
    url: `http://127.0.0.1:${server.address().port}`,
    get requests() {
      return state.requests
    },
    get maxInFlight() {
      return state.maxInFlight
    },
    get inFlight() {
      return state.inFlight
    },
    /** Open connections. */
    get connections() {
      return sockets.size
    },
    set latencyMs(value) {
      state.latencyMs = value
    },
    set firstTokenMs(value) {
      state.firstTokenMs = value
    },
    set fault(value) {
      state.fault = value ?? (() => null)
    },
    set answer(value) {
      state.answer = value ?? (() => undefined)
    },
    failNext(left, fault) {
      state.ordered.push({ left, fault })
    },
    reset() {
      Object.assign(state, { requests: [], ordered: [], maxInFlight: state.inFlight, cache: new Map() })
    },
    duplicates({ except = [] } = {}) {
      const excepted = new Set(except.map((entry) => (typeof entry === 'string' ? entry : entry.key)))
      const seen = new Set()
      return state.requests.filter(({ key, outcome }) => {
        if (outcome !== 'answered' || excepted.has(key)) return false
        const again = seen.has(key)
        seen.add(key)
        return again
      })
    },
    stats: () => stats(state),
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return api
}

/** Counters and sums over what is in the log. */
function stats(state) {
  const outcomes = {}
  const usage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  for (const entry of state.requests) {
    outcomes[entry.outcome ?? 'open'] = (outcomes[entry.outcome ?? 'open'] ?? 0) + 1
    for (const name of Object.keys(usage)) usage[name] += entry.usage?.[name] ?? 0
  }
  return { requests: state.requests.length, inFlight: state.inFlight, maxInFlight: state.maxInFlight, outcomes, usage }
}

async function receive(state, request, response) {
  const entry = {
    at: Date.now(),
    startedAt: performance.now(),
    endedAt: null,
    path: request.url,
    headers: request.headers,
    body: null,
    key: null,
    status: null,
    outcome: null,
    usage: null,
    inFlightAtStart: state.inFlight,
  }
  const index = state.requests.push(entry) - 1
  state.inFlight += 1
  state.maxInFlight = Math.max(state.maxInFlight, state.inFlight)
  const end = (outcome) => {
    if (entry.endedAt !== null) return
    entry.endedAt = performance.now()
    entry.outcome ??= outcome
    state.inFlight -= 1
  }
  response.on('finish', () => end('answered'))
  response.on('close', () => end('aborted'))
  try {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const rested = state.readLate ? Math.max(0, amount(state.latencyMs, null, index) - READING_MS) : 0
    await wait(rested)
    entry.body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    await respond(state, entry, index, response, rested)
  } catch {
    response.destroy()
  }
}

async function respond(state, entry, index, response, rested) {
  const { body } = entry
  const question = questionOf(body)
  entry.key = question.key
  const fault = nextFault(state, body, index)
  const reply = replyTo(state, fault, entry, question)
  const latency = amount(state.latencyMs, body, index) - rested
  if (reply.kind === 'error') {
    await wait(Math.min(latency, reply.after ?? 0))
    return sendError(response, entry, reply)
  }
  if (fault === 'hang') return undefined
  if (fault === 'drip') return drip(entry, response)
  // Billed by what is in the cache when the request arrives.
  const usage = fault === 'no_usage' ? undefined : usageOf(state, body, question, reply.output_tokens)
  const message = { ...reply, question, usage }
  if (body.stream)
    return stream(state, entry, message, Math.min(amount(state.firstTokenMs, body, index), latency), latency, response)
  await wait(latency)
  return sendWhole(state, entry, message, response)
}

function nextFault(state, body, index) {
  const order = state.ordered[0]
  if (!order) return state.fault(body, index) ?? null
  order.left -= 1
  if (order.left <= 0) state.ordered.shift()
  return order.fault
}

/** What a model says that was not told of a form. */
const PROSE = 'Certainly. I would probably buy it, if it were cheaper.'

function drip(entry, response) {
  const [type, bytes] = entry.body.stream
    ? ['text/event-stream', 'event: ping\ndata: {}\n\n']
    : ['application/json', ' ']
  entry.outcome = 'drip'
  response.writeHead(200, { ...headersOf(entry), 'content-type': type })
  const timer = setInterval(() => response.write(bytes), 50)
  response.on('close', () => clearInterval(timer))
}

/** Names the outcome of a fault in the log. */
const outcomeOf = (fault) => {
  if (fault === null) return 'answered'
  return typeof fault === 'string' ? fault : `status_${fault.status}`
}

/** What goes back: an HTTP error, or a message and how it is spoiled on its way. */
function replyTo(state, fault, entry, question) {
  const { body } = entry
  if (fault !== null && typeof fault === 'object') return { kind: 'error', ...fault }
  const problem = complainAbout(body) ?? refusedByServer(fault, body)
  if (problem) return { kind: 'error', status: 400, body: errorBody('invalid_request_error', problem) }
  const paid =
    fault === null || ['ignores_form', 'prose', 'no_usage'].includes(fault) || fault.startsWith('no_structured_output')
  if (!paid) entry.outcome = outcomeOf(fault)
  if (fault === 'prose' || (fault === 'ignores_form' && !question.inWords))
    return {
      kind: 'message',
      fault,
      content: [{ type: 'text', text: PROSE }],
      stop_reason: 'end_turn',
      output_tokens: 9,
    }
  const answer = answerTo(state, fault, body, question)
  const text = fault === 'max_tokens' ? JSON.stringify(answer).slice(0, 80) : JSON.stringify(answer)
  const fenced = question.inWords ? `\`\`\`json\n${text}\n\`\`\`` : text
  const content = question.asTool
    ? [{ type: 'tool_use', id: `toolu_${question.key.slice(0, 12)}`, name: question.asTool, input: answer }]
    : [{ type: 'text', text: fault === 'refusal' ? 'I cannot help with that.' : fenced }]
  let stop_reason = question.asTool ? 'tool_use' : 'end_turn'
  if (fault === 'refusal' || fault === 'max_tokens') stop_reason = fault
  return { kind: 'message', fault, content, stop_reason, output_tokens: tokens(text.length) }
}

function refusedByServer(fault, body) {
  if (fault !== 'no_structured_output' && fault !== 'no_structured_output_no_tools') return null
  if (body.output_config !== undefined) return 'output_config: Extra inputs are not permitted'
  return fault === 'no_structured_output_no_tools' && body.tools ? 'tools: Extra inputs are not permitted' : null
}

function answerTo(state, fault, body, question) {
  if (fault === 'wrong_schema') return { unexpected: 'shape', of: ['an', 'answer'] }
  const given = state.answer(body, taskOf(question.schema))
  if (given !== undefined) return given
  const made = question.schema
    ? fakeAnswer(question.schema, question.prompt, question.seed, question.system)
    : { text: 'ok' }
  return fault === 'out_of_bounds' ? breakBounds(question.schema, made) : made
}

/** The texts, schema and identity of a request. `stream`, cache marks and the marks of its run do not belong to its identity. */
function questionOf(body) {
  const system = textOf(body.system)
  const messages = (body.messages ?? []).map(({ role, content }) => [role, textOf(content)])
  const inWords = /JSON schema:\s*(\{.*\})/s.exec(system)
  const tool =
    body.tool_choice?.type === 'tool' ? body.tools?.find(({ name }) => name === body.tool_choice.name) : undefined
  const schema =
    body.output_config?.format?.schema ?? tool?.input_schema ?? (inWords ? JSON.parse(firstObject(inWords[1])) : null)
  const schemaText = inWords ? '' : JSON.stringify(schema ?? '')
  const prompt = messages.map(([, text]) => text).join('\n')
  const key = sha(JSON.stringify([body.model, system, messages, schema]).replace(MARK_OF_RUN, '-mark'))
  return {
    key,
    schema,
    system,
    prompt,
    asTool: tool?.name,
    inWords: inWords !== null,
    seed: Number.parseInt(key.slice(0, 8), 16),
    promptTokens: tokens(system.length + prompt.length + schemaText.length),
    prefix: cachedPrefix(body, schemaText),
  }
}

const textOf = (content) =>
  typeof content === 'string'
    ? content
    : (content ?? []).map((block) => block.text ?? JSON.stringify(block.input ?? '')).join('\n')

function firstObject(text) {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1
    else if (text[i] === '"') quoted = !quoted
    else if (!quoted && text[i] === '{') depth += 1
    else if (!quoted && text[i] === '}' && --depth === 0) return text.slice(0, i + 1)
  }
  return text
}

/** The part up to the last cache mark. Another model or another format is another entry. */
function cachedPrefix(body, schemaText) {
  const blocks = Array.isArray(body.system) ? body.system : []
  const last = blocks.findLastIndex((block) => block.cache_control)
  if (last < 0) return null
  const text = blocks
    .slice(0, last + 1)
    .map((block) => block.text)
    .join('\n')
  return { key: sha(`${body.model}\0${schemaText}\0${text}`), tokens: tokens(text.length) }
}

/** Tokens as billed, by what is in the cache when the request arrives. */
function usageOf(state, body, question, output_tokens) {
  const usage = {
    input_tokens: question.promptTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens,
  }
  const { prefix } = question
  if (!prefix || prefix.tokens < amount(state.minCacheTokens, body.model)) return usage
  usage[state.cache.has(prefix.key) ? 'cache_read_input_tokens' : 'cache_creation_input_tokens'] = prefix.tokens
  return { ...usage, input_tokens: question.promptTokens - prefix.tokens }
}

/** From now on the prefix is read. */
function writeCache(state, question) {
  if (question.prefix) state.cache.set(question.prefix.key, true)
}

const messageOf = (body, question, content, stop_reason, usage) => ({
  id: `msg_${question.key.slice(0, 20)}`,
  type: 'message',
  role: 'assistant',
  model: body.model,
  content,
  stop_reason,
  stop_sequence: null,
  usage,
})

function sendWhole(state, entry, message, response) {
  const { fault, question } = message
  if (fault === 'drop_socket') return response.destroy()
  if (fault === 'html')
    return send(response, entry, 'text/html', '<!doctype html><html><body><h1>Bad gateway</h1></body></html>')
  if (fault === 'not_a_message') return send(response, entry, 'application/json', '{"ok":true}')
  entry.usage = message.usage ?? null
  writeCache(state, question)
  const text = JSON.stringify(messageOf(entry.body, question, message.content, message.stop_reason, message.usage))
  const half = text.slice(0, Math.floor(text.length / 2))
  if (fault === 'cut_json') return send(response, entry, 'application/json', half)
  if (fault === 'cut_connection' || fault === 'hang_body') {
    response.writeHead(200, {
      ...headersOf(entry),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    response.write(half, () => fault === 'cut_connection' && setTimeout(() => response.destroy(), 5))
    entry.status = 200
    return undefined
  }
  return send(response, entry, 'application/json', text)
}

async function stream(state, entry, message, first, latency, response) {
  const { fault, question, usage } = message
  if (fault === 'html' || fault === 'not_a_message' || fault === 'drop_socket') {
    await wait(latency)
    return sendWhole(state, entry, message, response)
  }
  await wait(first)
  if (response.destroyed) return undefined
  entry.status = 200
  entry.usage = usage ?? null
  const event = (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
  response.writeHead(200, { ...headersOf(entry), 'content-type': 'text/event-stream; charset=utf-8' })
  response.write(
    event({
      type: 'message_start',
      message: messageOf(entry.body, question, [], null, usage && { ...usage, output_tokens: 1 }),
    }),
  )
  writeCache(state, question)
  if (fault === 'hang_body') return undefined
  await wait(latency - first)
  if (fault === 'stream_error')
    return response.end(event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }))
  const [block] = message.content
  const text = block.type === 'text' ? block.text : JSON.stringify(block.input)
  const delta = (part) =>
    block.type === 'text' ? { type: 'text_delta', text: part } : { type: 'input_json_delta', partial_json: part }
  const opened = block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} }
  response.write(event({ type: 'ping' }) + event({ type: 'content_block_start', index: 0, content_block: opened }))
  const size = Math.max(40, Math.ceil(text.length / 8))
  const parts =
    fault === 'cut_json' || fault === 'cut_connection'
      ? [text.slice(0, size)]
      : Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size))
  response.write(parts.map((part) => event({ type: 'content_block_delta', index: 0, delta: delta(part) })).join(''))
  if (fault === 'cut_connection') return response.destroy()
  if (fault === 'cut_json') return response.end()
  const last = {
    type: 'message_delta',
    delta: { stop_reason: message.stop_reason, stop_sequence: null },
    usage: usage && { output_tokens: usage.output_tokens },
  }
  return response.end(event({ type: 'content_block_stop', index: 0 }) + event(last) + event({ type: 'message_stop' }))
}

const ERROR_TYPES = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}
const errorBody = (type, message, details) => ({ type: 'error', error: { type, message, ...(details && { details }) } })

function sendError(response, entry, { status, retryAfter, headers, body }) {
  entry.outcome = `status_${status}`
  const content = body ?? errorBody(ERROR_TYPES[status] ?? 'api_error', `Fake trouble with status ${status}`)
  const html = typeof content === 'string'
  const extra = { ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }), ...headers }
  send(
    response,
    entry,
    html ? 'text/html' : 'application/json',
    html ? content : JSON.stringify(content),
    status,
    extra,
  )
}

const headersOf = (entry) => ({ 'request-id': `req_${(entry.key ?? '').slice(0, 16)}` })

function send(response, entry, type, text, status = 200, headers = {}) {
  entry.status = status
  response
    .writeHead(status, {
      ...headersOf(entry),
      'content-type': type,
      'content-length': Buffer.byteLength(text),
      ...headers,
    })
    .end(text)
}

/** A number, a function of the request, or a range in which it is spread evenly and repeatably. */
function amount(setting, ...given) {
  if (typeof setting === 'function') return setting(...given)
  if (typeof setting === 'number') return setting
  const index = given[1] ?? 0
  return setting.min + ((index * 0.618034) % 1) * (setting.max - setting.min)
}

const wait = (ms) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined)

/** For a fake in a process of its own. */
async function control(api, state, request, response) {
  const json = (value) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value ?? {}))
  if (request.url === '/__log') return json(state.requests)
  if (request.url === '/__stats')
    return json({ ...stats(state), connections: api.connections, duplicates: api.duplicates().length })
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const given = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString('utf8')) : {}
  if (request.url === '/__faults') {
    if (given.always !== undefined) state.fault = () => given.always
    if (given.next !== undefined) api.failNext(given.next, given.fault)
    return json()
  }
  if (request.url === '/__settings') {
    for (const name of ['latencyMs', 'firstTokenMs', 'minCacheTokens'])
      if (given[name] !== undefined) state[name] = given[name]
    return json()
  }
  if (request.url === '/__reset') {
    api.reset()
    state.fault = () => null
    return json()
  }
  return response.writeHead(404).end()
}
