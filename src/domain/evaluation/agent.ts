import { z } from 'zod'
import { Rubric } from './rubric.js'
import { TestCase } from './test-case.js'

/** Longest system prompt or instructions accepted, in characters. */
export const MAX_INSTRUCTIONS = 100_000
const text = z.string().trim()

const ToolParameter = z.object({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array', 'object']).default('string'),
  description: z.string().default(''),
  required: z.boolean().default(true),
})
export type ToolParameter = z.infer<typeof ToolParameter>

/** A tool the agent may call. No tool is ever run: the case's mocks answer, else `mock`. */
export const AgentTool = z.object({
  name: text.min(1, 'A tool needs a name.').max(64),
  description: z.string().default(''),
  parameters: z.record(z.string(), ToolParameter).default({}),
  /** The answer to any call with valid arguments; `null`: only the cases' own mocks answer. */
  mock: z.json().default(null),
})
export type AgentTool = z.infer<typeof AgentTool>

/**
 * Where a live agent answers. Credentials are never part of it: the token for its host comes from the worker's
 * environment (`AGENT_TOKENS`, or the variable that `api_key_env` names).
 */
export const AgentEndpoint = z
  .object({
    url: z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
        'The `endpoint` is an address with http:// or https://.',
      )
      .refine(
        (text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).password === '',
        'The `endpoint` must hold no user name or password; put a token into AGENT_TOKENS.',
      ),
    timeout_ms: z.int().min(1_000).max(300_000).default(60_000),
    /** `chat_completions`: requests in the format of OpenAI's Chat Completions API; absent: our own format. */
    protocol: z
      .literal(
        'chat_completions',
        'Write chat_completions for an OpenAI-compatible endpoint, or leave `protocol` out for our own.',
      )
      .optional(),
    /** The worker's variable with the API key, as `host=key`. The prefix prevents a file from naming other secrets. */
    api_key_env: z
      .string()
      .regex(
        /^AGENT_KEY_[A-Z0-9_]{1,60}$/,
        'Name a variable that begins with AGENT_KEY_ (capital letters, digits, _); the key itself has no place here.',
      )
      .optional(),
    /** Whether system prompt, skill and tools of the file are sent along, as a bare model needs them. */
    send_prompt: z.boolean().optional(),
  })
  .refine(({ protocol, send_prompt }) => protocol !== undefined || send_prompt === undefined, {
    message: '`send_prompt` needs `protocol: chat_completions`; our own protocol sends no prompt.',
    path: ['send_prompt'],
  })
export type AgentEndpoint = z.infer<typeof AgentEndpoint>

/** One version of an agent, the unit of approval. */
export const AgentVersion = z.object({
  agent_version_id: text.min(1, 'An agent version needs an `agent_version_id`.').max(120),
  /** The agent's id across its versions, which its history goes by; `null`: `agent_version_id` serves as this id. */
  agent_id: text.min(1).max(120).nullable().default(null),
  name: text.min(1, 'An agent needs a `name`.').max(120),
  version: z.coerce.string().trim().min(1).max(60).default('1'),
  /** An empty prompt is valid: the specification runs such an agent. */
  system_prompt: z.string().max(MAX_INSTRUCTIONS).default(''),
  /** The agent's model in production; `null` where the file names none. */
  model: z.string().nullable().default(null),
  /** A live agent that answers for itself; `null`: a model plays it by its prompt. */
  endpoint: AgentEndpoint.nullable().default(null),
  tools: z
    .array(AgentTool)
    .max(32)
    .refine((tools) => new Set(tools.map(({ name }) => name)).size === tools.length, 'Two tools have the same name.')
    .default([]),
})
export type AgentVersion = z.infer<typeof AgentVersion>

export const agentIdOf = ({ agent_id, agent_version_id }: AgentVersion): string => agent_id ?? agent_version_id

/** What an agent is given beside its prompt, and what it is tested with. */
export const Skill = z.object({
  instructions: z.string().max(MAX_INSTRUCTIONS).default(''),
  examples: z
    .array(z.object({ input: z.string(), output: z.string() }))
    .max(50)
    .default([]),
  rubric: Rubric.nullable().default(null),
  test_cases: z.array(TestCase).max(1_000).default([]),
})
export type Skill = z.infer<typeof Skill>

/** The facts about an agent that decide what it says. */
export const AgentFacts = z.object({
  agent_version_id: z.string(),
  version: z.string(),
  system_prompt: z.string(),
  model: z.string().nullable(),
  endpoint: AgentEndpoint.nullable(),
  instructions: z.string(),
  examples: z.array(z.object({ input: z.string(), output: z.string() })),
  tools: z.array(AgentTool),
})
export type AgentFacts = z.infer<typeof AgentFacts>
