import type { z } from 'zod'
import type { Surplus } from '../domain/run.js'
import { type AnswerOf, TASKS, type TaskDefinition, type TaskName } from '../domain/tasks.js'
import { AppError } from '../errors.js'
import { ANSWER_TOOL, maxTokens, type Question, type Repair } from './request-body.js'
import { complaints, readJson } from './structured-output.js'
import { withoutSurplus } from './surplus.js'
import type { Reply } from './wire.js'

/** What a message is worth: an answer, a reason to ask once more, or the end of this step. */
export type Verdict =
  | { readonly status: 'answered'; readonly answer: AnswerOf<TaskName>; readonly surplus: Surplus | null }
  | { readonly status: 'unusable'; readonly error: AppError; readonly repair: Repair }
  | { readonly status: 'final'; readonly error: AppError }

/** Reads the stop reason before the output: a refused or cut answer is neither parsed nor repaired. */
export function judge(task: TaskName, question: Question, { message }: Reply, repaired: boolean): Verdict {
  const { stop_reason } = message
  if (stop_reason === 'refusal') return { status: 'final', error: new AppError('model_refused', { task }) }
  if (stop_reason === 'max_tokens' || stop_reason === 'model_context_window_exceeded') {
    return { status: 'final', error: new AppError('answer_truncated', { task, max_tokens: maxTokens(question) }) }
  }
  const tool = message.content.find((block) => block.type === 'tool_use' && block.name === ANSWER_TOOL)
  const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  const read = tool?.type === 'tool_use' ? { value: tool.input } : readJson(text)
  const parsed = 'value' in read ? parse(task, read.value) : null
  if (parsed?.success) return { status: 'answered', answer: parsed.data, surplus: parsed.surplus }

  let problems: string[] = []
  if ('problem' in read) problems = [read.problem]
  else if (parsed) problems = complaints(parsed.error)
  const error = new AppError('answer_invalid', { task, problem: problems.join(' ') })
  if (repaired) return { status: 'final', error }
  return {
    status: 'unusable',
    error,
    repair: { answer: tool?.type === 'tool_use' ? JSON.stringify(tool.input) : text, problems },
  }
}

/** Reads an answer as its task wants it. One that is too long or a hair off its scale is cut to size and the rest is used. */
function parse(task: TaskName, value: unknown) {
  const definition: TaskDefinition = TASKS[task]
  const answer = definition.answer as z.ZodType<AnswerOf<TaskName>>
  const whole = answer.safeParse(value)
  if (whole.success || definition.exact) return { ...whole, surplus: null }
  const cut = withoutSurplus(answer, value)
  return { ...answer.safeParse(cut.value), surplus: cut.surplus }
}
