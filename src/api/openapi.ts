import { z } from 'zod'
import { upperFirst } from '../domain/text/words.js'
import { WebhookEvent } from '../domain/workspace/webhook.js'
import { ERRORS } from '../errors.js'
import type { Route } from './route.js'
import { NAMES } from './schemas.js'

type Json = Record<string, unknown>
type OpenApi = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly security: readonly Json[]
  readonly paths: Readonly<Record<string, Json>>
  readonly webhooks: Readonly<Record<string, Json>>
  readonly components: { readonly securitySchemes: Json; readonly schemas: Json }
}

/** The body of every error. */
const ErrorAnswer = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

const REASONS: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Accepted; it goes on.',
  204: 'Done; there is nothing to say.',
  304: 'Nothing has changed.',
  400: 'The request is not valid; the message names the field.',
  401: 'There is no valid token.',
  402: 'It would cost more than it may.',
  403: 'The token may not do this.',
  404: 'There is nothing of that id in this workspace.',
  409: 'Not in this state.',
  413: 'The body is too large.',
  415: 'The body is not JSON by its Content-Type.',
  429: 'Too much at once; see Retry-After.',
  500: 'The run failed; the message says why.',
  501: 'This version cannot do it yet.',
  503: 'The database is away; see Retry-After.',
}

/** The OpenAPI 3.1 document of a list of routes. */
export function openApi(routes: readonly Route[], version: string): OpenApi {
  const components = createComponents()
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    paths[route.path] ??= {}
    Object.assign(paths[route.path] ?? {}, { [route.method]: operation(route, components) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'pressure-test',
      version,
      description:
        'Puts propositions before panels of synthetic people, evaluates agents, and lets synthetic users live with products. Nobody it asks is real.',
    },
    security: [{ token: [] }],
    paths,
    webhooks: { webhookEvent: { post: webhookOperation(components) } },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Made with `pressure-test token create`.' },
      },
      schemas: components.all(),
    },
  }
}

type Components = ReturnType<typeof createComponents>

function operation(route: Route, components: Components): Json {
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }))
  const query = Object.entries(route.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !(schema as z.ZodType).isOptional(),
    schema: components.inline(schema),
  }))
  const headers = Object.entries(route.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }))
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary.replace(/(?<=[.?]) .*$/, ''),
    description: route.summary,
    security: route.scope === null ? [] : [{ token: [route.scope] }],
    parameters: [...params, ...query, ...headers],
    ...bodyOf(route, components),
    responses: responsesOf(route, components),
  }
}

/** The request that is sent to the addresses of `POST /webhooks`. */
const webhookOperation = (components: Components): Json => ({
  operationId: 'receiveWebhookEvent',
  summary: 'A run of the workspace ended or was paused, or a webhook is tried.',
  parameters: [
    {
      name: 'Pressure-Test-Signature',
      in: 'header',
      required: true,
      schema: { type: 'string' },
      description: '`t=…,v1=…`: HMAC-SHA256 of `timestamp.body` with the secret of the webhook.',
    },
  ],
  requestBody: { required: true, content: jsonOf(components.output(WebhookEvent, 'WebhookEvent')) },
  responses: {
    '2XX': { description: 'It arrived; other answers are tried again for about a day.' },
    410: { description: 'Nobody wants it any more: the webhook is switched off.' },
  },
})

function bodyOf({ id, body, upload }: Route, components: Components): Json {
  const binary = { type: 'string', format: 'binary' }
  if (upload === 'form') {
    const form = { type: 'object', required: ['file'], properties: { file: binary } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
  }
  if (upload) return { requestBody: { required: true, content: { 'application/octet-stream': { schema: binary } } } }
  if (!body) return {}
  const required = !body.safeParse({}).success
  return { requestBody: { required, content: jsonOf(components.input(body, `${upperFirst(id)}Request`)) } }
}

function responsesOf(
  { id, answers, scope, path, query, body, upload, fails = [] }: Route,
  components: Components,
): Json {
  const responses: Json = {}
  const failed = { content: jsonOf(components.output(ErrorAnswer, 'Error')) }
  const statuses = fails.map((code) => ERRORS[code].http)
  if (scope !== null) statuses.push(401, 403, 429, 503)
  else statuses.push(429)
  if (query || body || upload) statuses.push(400)
  if (body || upload) statuses.push(413)
  if (body) statuses.push(415)
  if (path.includes('{')) statuses.push(404)
  for (const status of statuses) responses[status] = { description: REASONS[status], ...failed }
  for (const [status, content] of Object.entries(answers)) {
    const description = REASONS[Number(status)]
    if (content === null) responses[status] = { description }
    else if (content instanceof z.ZodType)
      responses[status] = { description, content: jsonOf(components.output(content, `${upperFirst(id)}Answer`)) }
    else responses[status] = { description, content: { [content.type]: { schema: { type: 'string' } } } }
  }
  return responses
}

const jsonOf = (schema: Json): Json => ({ 'application/json': { schema } })

/** Named schemas, each once as requests send it (`input`) and once as answers hold it (`output`). */
function createComponents() {
  const registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() }
  for (const [name, schema] of Object.entries(NAMES)) registries.output.add(schema, { id: name })
  const refer = (io: 'input' | 'output') => (schema: z.ZodType, name: string) => {
    const registry = registries[io]
    if (!registry.has(schema)) registry.add(schema, { id: name })
    return { $ref: `#/components/schemas/${registry.get(schema)?.id}` }
  }
  return {
    input: refer('input'),
    output: refer('output'),
    inline: (schema: z.core.$ZodType): Json => {
      const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
      return json
    },
    all: (): Json => ({ ...written(registries.input, 'input'), ...written(registries.output, 'output') }),
  }
}

/**
 * The schemas of a registry as OpenAPI components: without zod's `$schema`, and with its shared parts as components.
 */
function written(registry: z.core.$ZodRegistry<{ id: string }>, io: 'input' | 'output'): Json {
  const { __shared: shared, ...schemas } = z.toJSONSchema(registry, { io, uri: (id) => id }).schemas
  const parts = Object.entries(shared?.$defs ?? {}).map(([name, schema]) => [`${io}_${name}`, schema])
  const whole = { ...schemas, ...Object.fromEntries(parts) }
  return JSON.parse(
    JSON.stringify(whole, (key, value) => {
      if (key === '$schema' || key === '$id') return undefined
      return key === '$ref' && typeof value === 'string' ? refOf(value, io) : value
    }),
  )
}

const refOf = (ref: string, io: string): string =>
  `#/components/schemas/${ref.replace('__shared#/$defs/', `${io}_`).replace(/^#$/, '')}`
