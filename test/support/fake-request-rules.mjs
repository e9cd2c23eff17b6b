/** What the real API refuses with status 400, as far as this program could run into it. */

const NO_FORCED_TOOL = /^claude-(opus|sonnet)-5-5/
const THINKING = [
  [
    /^claude-opus-5-5/,
    ['adaptive'],
    'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
  ],
  [/^claude-sonnet-5-5/, ['adaptive', 'between_tools'], 'Use "thinking.type.between_tools".'],
  [/^claude-haiku-5-5/, ['adaptive', 'disabled'], 'Use "thinking.type.disabled".'],
]
const UNSUPPORTED = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'maxItems',
  'prefixItems',
  'propertyNames',
  'oneOf',
  '$ref',
]

/** The API's complaint about a request body, or `null`. */
export function complainAbout(body) {
  return (
    aboutFrame(body) ??
    aboutSampling(body) ??
    aboutThinking(body) ??
    (body.output_config?.format ? aboutSchema(body.output_config.format.schema, 'output_config.format.schema') : null)
  )
}

function aboutFrame({ model, max_tokens, messages, system }) {
  if (typeof model !== 'string') return 'model: Field required'
  if (!Number.isInteger(max_tokens) || max_tokens < 1) return 'max_tokens: Input should be greater than or equal to 1'
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: at least one message is required'
  if (messages.at(-1).role !== 'user')
    return 'This model does not support assistant message prefill. The conversation must end with a user message.'
  const texts = [
    ...messages.map(({ content }) => content),
    ...(Array.isArray(system) ? system.map(({ text }) => text) : []),
  ]
  if (texts.some((text) => typeof text === 'string' && text.trim() === ''))
    return 'messages: text content blocks must be non-empty'
  return null
}

const aboutSampling = (body) => {
  const used = ['temperature', 'top_p', 'top_k'].find((name) => body[name] !== undefined)
  return used ? `${used}: non-default values are not supported for this model` : null
}

function aboutThinking({ model, thinking, tool_choice }) {
  const forced = tool_choice?.type === 'tool' || tool_choice?.type === 'any'
  if (forced && NO_FORCED_TOOL.test(model)) return `tool_choice: forced tool use is not supported for this model`
  const rule = THINKING.find(([name]) => name.test(model))
  if (!rule) return null
  const [, accepted, hint] = rule
  if (thinking && !accepted.includes(thinking.type))
    return `"thinking.type.${thinking.type}" is not supported for this model. ${hint}`
  return forced && thinking?.type !== 'disabled'
    ? 'Thinking may not be enabled when tool_choice forces tool use.'
    : null
}

function aboutSchema(schema, path) {
  const wrong = UNSUPPORTED.find((keyword) => keyword in schema)
  if (wrong) return `${path}: property '${wrong}' is not supported`
  if (schema.minItems > 1) return `${path}: minItems values other than 0 or 1 are not supported`
  if (schema.type === 'object' && schema.additionalProperties !== false)
    return `${path}: additionalProperties must be false`
  const parts = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items ? [['items', schema.items]] : []),
    ...(schema.anyOf ?? []).entries(),
  ]
  return parts.map(([key, part]) => aboutSchema(part, `${path}.${key}`)).find((problem) => problem !== null) ?? null
}
