import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequests,
  inputRequired,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { McpExtension } from '../../src/mcp/server.js'
import { answered, asked, elicit, filled, sample, text, tool } from './conformance-answers.js'
import { conformanceTasks } from './conformance-tasks.js'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const state = createRequestStateCodec<{ round: number; name?: string }>({ key: randomBytes(32) })

/** What the official suite asks a server to have, mounted beside the product's own tools by tests only. */
export function conformanceFixtures(): McpExtension {
  const tasks = conformanceTasks()
  return {
    options: {
      capabilities: { logging: {}, tools: { listChanged: true }, prompts: { listChanged: true } },
      requestState: { verify: state.verify },
    },
    register(server) {
      content(server)
      messages(server)
      schemas(server)
      olderQuestions(server)
      newerQuestions(server)
      resources(server)
      prompts(server)
      tasks.register(server)
    },
    tasks: tasks.beside,
  }
}

function content(server: McpServer): void {
  const resource = (uri: string, mimeType: string, said: string) => ({
    type: 'resource' as const,
    resource: { uri, mimeType, text: said },
  })
  const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' }
  tool(server, 'test_simple_text', () => text('This is a simple text response for testing.'))
  tool(server, 'test_image_content', () => ({ content: [image] }))
  tool(server, 'test_audio_content', () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }))
  tool(server, 'test_embedded_resource', () => ({
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }))
  tool(server, 'test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      resource('test://mixed-content-resource', 'application/json', JSON.stringify({ test: 'data', value: 123 })),
    ],
  }))
  tool(server, 'test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
}

function messages(server: McpServer): void {
  const STEPS = ['Tool execution started', 'Tool processing data', 'Tool execution completed']
  for (const name of ['test_tool_with_logging', 'test_logging_tool'])
    tool(server, name, async ({ mcpReq }) => {
      for (const step of STEPS) {
        await mcpReq.log('info', step)
        await sleep(50)
      }
      return text('Tool with logging executed successfully')
    })
  tool(server, 'test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await sleep(50)
    }
    return text(String(progressToken))
  })
  tool(server, 'test_reconnection', async ({ http }) => {
    http?.closeSSE?.()
    await sleep(100)
    return text('Reconnection test completed')
  })
  tool(server, 'test_trigger_tool_change', () => {
    server.sendToolListChanged()
    return text('changed')
  })
  tool(server, 'test_trigger_prompt_change', () => {
    server.sendPromptListChanged()
    return text('changed')
  })
}

/** Schemas with more in them than the product's have: all of it must reach clients. */
function schemas(server: McpServer): void {
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(EVERY_KEYWORD) },
    () => text('taken'),
  )
  server.registerTool(
    'test_x_mcp_header',
    {
      description: 'Has an argument that clients repeat in a header.',
      inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
    },
    ({ region }) => text(region),
  )
}

const EVERY_KEYWORD = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

/** The older protocol: the server asks while a call is open, on the stream of that call. */
function olderQuestions(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the client’s model.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const said = await mcpReq.send({
        method: 'sampling/createMessage',
        params: {
          messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
          maxTokens: 100,
        },
      })
      return text(
        `LLM response: ${[said.content]
          .flat()
          .map((one) => (one.type === 'text' ? one.text : ''))
          .join('')}`,
      )
    },
  )
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person.', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const said = await mcpReq.send({
        method: 'elicitation/create',
        params: { mode: 'form', message, requestedSchema: asked('response') },
      })
      return text(`User response: action=${said.action}, content=${JSON.stringify(said.content ?? {})}`)
    },
  )
  const form = (name: string, properties: Record<string, object>) =>
    tool(server, name, async ({ mcpReq }) => {
      const requestedSchema = { type: 'object' as const, properties, required: [] }
      const said = await mcpReq.send({
        method: 'elicitation/create',
        params: { mode: 'form', message: 'Please fill in', requestedSchema },
      })
      return text(`Elicitation completed: action=${said.action}, content=${JSON.stringify(said.content ?? {})}`)
    })
  form('test_elicitation_sep1034_defaults', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  })
  const titled = ['first', 'second', 'third'].map((title, i) => ({ const: `value${i + 1}`, title }))
  const plain = ['option1', 'option2', 'option3']
  form('test_elicitation_sep1330_enums', {
    untitledSingle: { type: 'string', enum: plain },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: plain } },
    titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: titled } },
  })
}

/** The newer protocol: an answer that needs input is asked for again with it. */
function newerQuestions(server: McpServer): void {
  const needs = (inputRequests: InputRequests, requestState?: string) =>
    inputRequired({ inputRequests, ...(requestState === undefined ? {} : { requestState }) })
  const stated = (ctx: ServerContext) => ctx.mcpReq.requestState<{ round: number; name?: string }>()

  tool(server, 'test_input_required_result_elicitation', (ctx) => {
    const name = filled(ctx, 'user_name', 'name')
    return typeof name === 'string'
      ? text(`Hello, ${name}!`)
      : needs({ user_name: elicit('What is your name?', 'name') })
  })
  tool(server, 'test_input_required_result_sampling', (ctx) =>
    answered(ctx, 'capital_question')
      ? text(JSON.stringify(ctx.mcpReq.inputResponses?.capital_question))
      : needs({ capital_question: sample('What is the capital of France?') }),
  )
  tool(server, 'test_input_required_result_list_roots', (ctx) =>
    answered(ctx, 'client_roots')
      ? text(JSON.stringify(ctx.mcpReq.inputResponses?.client_roots))
      : needs({ client_roots: inputRequired.listRoots() }),
  )
  const confirm = () => ({
    confirm: inputRequired.elicit({
      message: 'Please confirm',
      requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    }),
  })
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state'])
    tool(server, name, async (ctx) =>
      answered(ctx, 'confirm') && stated(ctx)
        ? text('state-ok')
        : needs(confirm(), await state.mint({ round: 1 }, ctx)),
    )
  tool(server, 'test_input_required_result_multiple_inputs', async (ctx) =>
    ['user_name', 'greeting', 'client_roots'].every((key) => answered(ctx, key))
      ? text(JSON.stringify(ctx.mcpReq.inputResponses))
      : needs(
          {
            user_name: elicit('What is your name?', 'name'),
            greeting: sample('Generate a greeting', 50),
            client_roots: inputRequired.listRoots(),
          },
          await state.mint({ round: 1 }, ctx),
        ),
  )
  tool(server, 'test_input_required_result_multi_round', async (ctx) => {
    const known = stated(ctx)
    const name = filled(ctx, 'step1', 'name')
    const colour = filled(ctx, 'step2', 'color')
    if (known?.round === 2 && typeof colour === 'string') return text(`${known.name} likes ${colour}`)
    if (known?.round === 1 && typeof name === 'string')
      return needs(
        { step2: elicit('Step 2: What is your favorite color?', 'color') },
        await state.mint({ round: 2, name }, ctx),
      )
    return needs({ step1: elicit('Step 1: What is your name?', 'name') }, await state.mint({ round: 1 }, ctx))
  })
  tool(server, 'test_input_required_result_capabilities', (ctx) => {
    const can = (ctx.mcpReq.envelope as Record<string, object> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
    return needs({
      ...('sampling' in can ? { question: sample('Say something') } : {}),
      ...('elicitation' in can ? { user_name: elicit('What is your name?', 'name') } : {}),
    })
  })
  tool(server, 'test_missing_capability', () => needs({ question: sample('Say something') }))
  tool(server, 'test_streaming_elicitation', () => needs({ user_name: elicit('What is your name?', 'name') }))
}

function resources(server: McpServer): void {
  const plain = (name: string, uri: string, said: string) =>
    server.registerResource(name, uri, { mimeType: 'text/plain' }, async () => ({
      contents: [{ uri, mimeType: 'text/plain', text: said }],
    }))
  plain('static-text', 'test://static-text', 'This is the content of the static text resource.')
  plain('watched-resource', 'test://watched-resource', 'Watched resource content')
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, async () => ({
    contents: [{ uri: 'test://static-binary', mimeType: 'image/png', blob: PIXEL }],
  }))
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    async (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  )
}

function prompts(server: McpServer): void {
  const said = (message: string) => ({ role: 'user' as const, content: { type: 'text' as const, text: message } })
  server.registerPrompt('test_simple_prompt', { description: 'Without arguments.' }, () => ({
    messages: [said('This is a simple prompt for testing.')],
  }))
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments.', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
          },
        },
        said('Please process the embedded resource above.'),
      ],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'With an image.' }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PIXEL, mimeType: 'image/png' } },
      said('Please analyze the image above.'),
    ],
  }))
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks for a context.' }, (ctx) => {
    const context = filled(ctx, 'user_context', 'context')
    if (typeof context === 'string') return { messages: [said(`Use the context ${context}.`)] }
    return inputRequired({ inputRequests: { user_context: elicit('What context should the prompt use?', 'context') } })
  })
}
