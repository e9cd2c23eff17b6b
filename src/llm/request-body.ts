import type {
  ImageBlockParam,
  MessageCreateParamsNonStreaming,
  MessageParam,
  TextBlockParam,
} from '@anthropic-ai/sdk/resources/messages'
import { pictureTokens } from '../domain/panel/stimulus.js'
import type { Prompt } from './client.js'
import { minimumPrefix, pictureLimits, roomForThinking } from './models-and-prices.js'
import { estimateTokens, maxRequestCost } from './pricing.js'
import { type RequestForm, thinkingLimits } from './request-form.js'
import { type JsonSchema, repairText, schemaInWords } from './structured-output.js'
import type { RequestBody } from './transport.js'

/** The content of one call, independent of the form of its request. */
export type Question = {
  readonly model: string
  readonly prompt: Prompt
  readonly schema: JsonSchema
  /** Most tokens of the answer itself, without thinking. */
  readonly max_tokens: number
}

/** An unusable answer and its problems. */
export type Repair = { readonly answer: string; readonly problems: readonly string[] }

export const ANSWER_TOOL = 'answer'

/** Whether the part that a task's calls share is long enough for the provider to cache. */
export const isCacheable = ({ model, prompt }: Question): boolean =>
  estimateTokens(prompt.rules.length + prompt.shared.length) + tokensOfPictures(model, prompt) >= minimumPrefix(model)

const tokensOfPictures = (model: string, { pictures = [] }: Prompt): number =>
  pictures.reduce((sum, picture) => sum + pictureTokens(picture, pictureLimits(model)), 0)

/** Everything of a request except its messages; identical for all calls of a task's panel. */
type RequestHead = Omit<MessageCreateParamsNonStreaming, 'messages' | 'stream'> & { stream: boolean }

/** The rules come before the text shared by the panel, where the cached prefix ends. Never sets a temperature. */
function requestHead(question: Question, form: RequestForm, stream: boolean): RequestHead {
  const { model, schema } = question
  const { thinking, effort } = form.limitsThinking ? thinkingLimits(model) : {}
  const head: RequestHead = { model, max_tokens: maxTokens(question), stream, system: systemBlocks(question, form) }
  if (thinking) head.thinking = thinking
  if (form.shape === 'structured_output') {
    head.output_config = { format: { type: 'json_schema', schema } }
    if (effort) head.output_config.effort = effort
  }
  if (form.shape === 'forced_tool') {
    head.tools = [
      { name: ANSWER_TOOL, description: 'Gives the answer.', input_schema: { ...schema, type: 'object' as const } },
    ]
    head.tool_choice = { type: 'tool', name: ANSWER_TOOL }
  }
  return head
}

export type RequestWriter = (
  question: Question,
  form: RequestForm,
  repair: Repair | null,
  stream: boolean,
) => RequestBody

/**
 * Writes request bodies. A panel's calls share everything except their messages: that head is encoded once, since
 * encoding it is most of the work for a thousand calls.
 */
export function createRequestWriter(): RequestWriter {
  let last: { key: readonly unknown[]; head: Buffer } | null = null

  const headOf = (question: Question, form: RequestForm, stream: boolean): Buffer => {
    const { model, prompt, schema, max_tokens } = question
    const { rules, shared, pictures } = prompt
    const key = [model, rules, shared, pictures, schema, max_tokens, form.shape, form.limitsThinking, stream]
    if (!last?.key.every((part, index) => part === key[index])) {
      const json = JSON.stringify(requestHead(question, form, stream))
      last = { key, head: Buffer.from(`${json.slice(0, -1)},"messages":[${pictureStart(question)}`) }
    }
    return last.head
  }

  return (question, form, repair, stream) => {
    const head = headOf(question, form, stream)
    const { own, pictures } = question.prompt
    const first = pictures ? `${JSON.stringify({ type: 'text', text: own })}]}` : userMessage(own)
    const repairs = repair ? repairMessages(repair).map((message) => `,${JSON.stringify(message)}`) : []
    const tail = `${first}${repairs.join('')}]}`
    return { head, tail, bytes: head.length + Buffer.byteLength(tail) }
  }
}

const userMessage = (content: string): string => JSON.stringify({ role: 'user', content } satisfies MessageParam)

/**
 * The beginning of the first message up to its text; '' without pictures. Pictures are shared by all calls, so they
 * come first.
 */
function pictureStart(question: Question): string {
  const { pictures } = question.prompt
  if (!pictures) return ''
  const blocks = pictures.map(
    ({ media_type, data }): ImageBlockParam => ({ type: 'image', source: { type: 'base64', media_type, data } }),
  )
  const last = blocks.at(-1)
  if (last && isCacheable(question)) last.cache_control = { type: 'ephemeral' }
  return `{"role":"user","content":[${blocks.map((block) => `${JSON.stringify(block)},`).join('')}`
}

export const maxTokens = ({ model, max_tokens }: Question): number => max_tokens + roomForThinking(model)

function systemBlocks(question: Question, form: RequestForm): TextBlockParam[] {
  const { rules, shared } = question.prompt
  const instruction = form.shape === 'words' ? `${rules}\n\n${schemaInWords(question.schema)}` : rules
  // The API refuses empty blocks.
  const blocks: TextBlockParam[] = [instruction, shared]
    .filter((text) => text !== '')
    .map((text) => ({ type: 'text', text }))
  const last = blocks.at(-1)
  if (last && isCacheable(question)) last.cache_control = { type: 'ephemeral' }
  return blocks
}

const repairMessages = ({ answer, problems }: Repair): MessageParam[] => [
  { role: 'assistant', content: answer.trim() === '' ? '(no answer)' : answer },
  { role: 'user', content: repairText(problems) },
]

/** The highest price of this request in dollars; `null` where no price is known. */
export function reservation(question: Question, { bytes }: RequestBody): number | null {
  const { model, prompt } = question
  const pictureBytes = (prompt.pictures ?? []).reduce((sum, { data }) => sum + data.length, 0)
  return maxRequestCost(model, {
    bytes: bytes - pictureBytes,
    picture_tokens: tokensOfPictures(model, prompt),
    cached: isCacheable(question),
    max_tokens: maxTokens(question),
  })
}
