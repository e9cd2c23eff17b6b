import type { z } from 'zod'
import type { Surplus } from '../domain/run/run.js'
import { type AnswerOf, TASKS, type TaskDefinition, type TaskName } from '../domain/run/tasks.js'
import { AppError } from '../errors.js'
import type { Reply } from './messages-api.js'
import { ANSWER_TOOL, maxTokens, type Question, type Repair } from './request-body.js'
import { problemsOf, readJson } from './structured-output.js'
import { withoutSurplus } from './trim-answers.js'

/** What a message contains: a valid answer, an answer to be repaired once, or a final failure of this step. */
export type ReplyOutcome =
  | { readonly status: 'answered'; readonly answer: AnswerOf<TaskName>; readonly surplus: Surplus | null }
  | {
      readonly status: 'unusable'
      readonly error: AppError
      readonly repair: Repair
      /** Neither JSON nor a tool call: the server did not pass the form on, or the model ignored it. */
      readonly formless: boolean
    }
  | { readonly status: 'final'; readonly error: AppError }

/** Reads the stop reason before the output: a refused or truncated answer is neither parsed nor repaired. */
export function parseReply(task: TaskName, question: Question, { message }: Reply, repaired: boolean): ReplyOutcome {
  const { stop_reason } = message
  if (stop_reason === 'refusal') return { status: 'final', error: new AppError('model_refused', { task }) }
  if (stop_reason === 'max_tokens' || stop_reason === 'model_context_window_exceeded') {
    const max_tokens = stop_reason === 'max_tokens' ? maxTokens(question) : null
    return { status: 'final', error: new AppError('answer_truncated', { task, max_tokens }) }
  }
  const tool = message.content.find((block) => block.type === 'tool_use' && block.name === ANSWER_TOOL)
  const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  const json = tool?.type === 'tool_use' ? { value: tool.input } : readJson(text)
  const parsed = 'value' in json ? parse(task, json.value) : null
  if (parsed?.success) return { status: 'answered', answer: parsed.data, surplus: parsed.surplus }

  let problems: string[] = []
  if ('problem' in json) problems = [json.problem]
  else if (parsed) problems = problemsOf(parsed.error)
  const error = new AppError('answer_invalid', { task, problem: problems.join(' ') })
  if (repaired) return { status: 'final', error }
  return {
    status: 'unusable',
    error,
    repair: { answer: tool?.type === 'tool_use' ? JSON.stringify(tool.input) : text, problems },
    formless: 'problem' in json,
  }
}

/**
 * Parses an answer with its task's schema. A text or list that is too long is cut, and a figure slightly off its scale
 * is clipped.
 */
function parse(task: TaskName, value: unknown) {
  const definition: TaskDefinition = TASKS[task]
  const answer = definition.answer as z.ZodType<AnswerOf<TaskName>>
  const exact = answer.safeParse(value)
  if (exact.success || definition.exact) return { ...exact, surplus: null }
  const cut = withoutSurplus(answer, value)
  return { ...answer.safeParse(cut.value), surplus: cut.surplus }
}
