import type {
  MessageCreateParamsNonStreaming,
  MessageParam,
  TextBlockParam,
} from '@anthropic-ai/sdk/resources/messages'
import type { Prompt } from './client.js'
import { minimumPrefix, roomForThinking } from './models.js'
import { estimateTokens, reserveFor } from './pricing.js'
import { quietly, type RequestForm } from './request-form.js'
import { type JsonSchema, repairText, schemaInWords } from './structured-output.js'

/** What one call asks, whatever form the request takes. */
export type Question = {
  readonly model: string
  readonly prompt: Prompt
  readonly schema: JsonSchema
  /** Room for the answer itself. */
  readonly max_tokens: number
}

/** An unusable answer and what was wrong with it. */
export type Repair = { readonly answer: string; readonly problems: readonly string[] }

export const ANSWER_TOOL = 'answer'

/** Whether the part shared by a task's calls is long enough for the provider to cache it. */
export const isCacheable = ({ model, prompt }: Question): boolean =>
  estimateTokens(prompt.rules.length + prompt.shared.length) >= minimumPrefix(model)

/** Rules, then what the panel shares (the cached prefix ends there), then this call's own part. Never a temperature. */
export function requestBody(
  question: Question,
  form: RequestForm,
  repair: Repair | null,
): MessageCreateParamsNonStreaming {
  const { model, prompt, schema } = question
  const { thinking, effort } = form.quiet ? quietly(model) : {}
  const format = form.shape === 'structured_output' ? { format: { type: 'json_schema' as const, schema } } : {}
  const output_config = { ...format, ...(form.shape === 'structured_output' && effort ? { effort } : {}) }
  return {
    model,
    max_tokens: maxTokens(question),
    system: systemBlocks(question, form),
    messages: [{ role: 'user', content: prompt.own }, ...(repair ? repairTurns(repair) : [])],
    ...(thinking && { thinking }),
    ...(Object.keys(output_config).length > 0 && { output_config }),
    ...(form.shape === 'forced_tool' && {
      tools: [
        { name: ANSWER_TOOL, description: 'Gives the answer.', input_schema: { ...schema, type: 'object' as const } },
      ],
      tool_choice: { type: 'tool' as const, name: ANSWER_TOOL },
    }),
  }
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

const repairTurns = ({ answer, problems }: Repair): MessageParam[] => [
  { role: 'assistant', content: answer.trim() === '' ? '(no answer)' : answer },
  { role: 'user', content: repairText(problems) },
]

/** The most this request can cost in dollars; `null` where no price is known. */
export function reservation(question: Question, body: MessageCreateParamsNonStreaming): number | null {
  const bytes = Buffer.byteLength(JSON.stringify(body))
  return reserveFor(question.model, { bytes, cached: isCacheable(question), max_tokens: body.max_tokens })
}
