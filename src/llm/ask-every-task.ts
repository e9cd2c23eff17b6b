import { TASKS, type TaskName } from '../domain/run/tasks.js'
import { isAppError } from '../errors.js'
import { type AnthropicOptions, createAnthropicLlm } from './anthropic.js'
import type { CallOutcome, Meter, Prompt } from './client.js'
import { factsOf } from './models-and-prices.js'
import { estimateTokens, maxRequestCost, priceCalls } from './pricing.js'
import { ProviderError } from './provider-error.js'
import { createRequestForms, FORM_IGNORED, type RequestForm, type RequestForms } from './request-form.js'
import { outputSchema } from './structured-output.js'

/** The result of asking the question of one task. */
export type TaskCheck = {
  readonly task: TaskName
  readonly role: (typeof TASKS)[TaskName]['role']
  readonly model: string
  /** `not_asked`: the model or its server had already failed in a way that affects every question. */
  readonly status: 'answered' | 'failed' | 'not_asked'
  /** The form in which the answer was requested in the end; `null` where nothing was sent. */
  readonly form: RequestForm['shape'] | null
  /** Forms that the server refused, with its own messages. */
  readonly refused: readonly { readonly form: RequestForm['shape']; readonly message: string }[]
  /** The first answer did not match the schema, the second did. */
  readonly repaired: boolean
  /** Requests that were sent, including refused ones. */
  readonly requests: number
  readonly input_tokens: number
  readonly output_tokens: number
  /** Cost in dollars; `null` where the model's price is not known. */
  readonly cost_usd: number | null
  /** Error code and sentence of a failure; `null` where the question was answered. */
  readonly problem: { readonly code: string; readonly message: string } | null
}

/** Expected and highest possible cost of asking every task once, in dollars; `null`: a price is not known. */
export type ExpectedCost = { readonly tasks: number; readonly usd: number | null; readonly most_usd: number | null }

type Models = AnthropicOptions['models']

const RULES =
  'This is a check that you can answer in the form you are asked for. There is no text behind it, and nobody reads what you answer.'
const OWN =
  'Give the shortest answer that fits the form. Invent whatever it asks for; a few words for each text, one entry for each list unless it asks for more.'
const PROMPT: Prompt = { rules: RULES, shared: '', own: OWN }

/** Expected length of a short answer in the longest of the forms. */
const EXPECTED_OUTPUT_TOKENS = 400
const AT_ONCE = 3

/** A task to ask a model: every task of the models by role, and `react` of a second model. */
type Question = { readonly task: TaskName; readonly model: string }

/** Lists the questions. `second`: the model that plays the panel again in a full assay. */
export function questionsFor(models: Models, second: string | null): Question[] {
  const tasks = Object.keys(TASKS) as TaskName[]
  const questions = tasks.map((task) => ({ task, model: models[TASKS[task].role] }))
  if (second !== null && second !== models.persona) questions.push({ task: 'react', model: second })
  return questions
}

/** The price of asking these questions, before any request is sent. */
export function expectedCost(questions: readonly Question[]): ExpectedCost {
  const sums = questions.map(({ task, model }) => {
    const { answer, max_tokens } = TASKS[task]
    const characters = JSON.stringify(outputSchema(answer)).length + RULES.length + OWN.length
    const usual = { count: 1, input_tokens: estimateTokens(characters), output_tokens: EXPECTED_OUTPUT_TOKENS }
    // A repair repeats the question once.
    const most = maxRequestCost(model, { bytes: characters * 2, cached: false, max_tokens })
    return { usd: priceCalls(model, usual), most_usd: most === null ? null : 2 * most }
  })
  return {
    tasks: questions.length,
    usd: sumOf(sums.map(({ usd }) => usd)),
    most_usd: sumOf(sums.map(({ most_usd }) => most_usd)),
  }
}

/**
 * Asks for the smallest answer in each task's form, three at a time. Each task starts from the best form, whatever form
 * was refused for another task. Never rejects for errors of a model or server.
 */
export async function askEveryTask(
  options: Omit<AnthropicOptions, 'forms'>,
  questions: readonly Question[],
  onCheck: (check: TaskCheck) => void = () => {},
): Promise<TaskCheck[]> {
  const checks = new Map<Question, TaskCheck>()
  const failedModels = new Map<string, TaskCheck['problem']>()
  const ask = async (question: Question): Promise<void> => {
    const { task, model } = question
    const known = failedModels.get(model)
    const { check, forEveryTask } = known
      ? { check: notAsked(task, model, known), forEveryTask: false }
      : await askTask(options, task, model)
    if (forEveryTask) failedModels.set(model, check.problem)
    checks.set(question, check)
    onCheck(check)
  }
  // One question of each model goes first: a key that is not accepted should not be tried twenty times.
  for (const question of questions)
    if (questions.find(({ model }) => model === question.model) === question) await ask(question)
  const left = questions.filter((question) => !checks.has(question))
  const askOneAfterAnother = async (): Promise<void> => {
    for (let question = left.shift(); question; question = left.shift()) await ask(question)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOneAfterAnother))
  return questions.flatMap((question) => checks.get(question) ?? [])
}

/** The sum, or `null` where a part is not known. */
export const sumOf = (parts: readonly (number | null)[]): number | null =>
  parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0)

type Asked = { check: TaskCheck; forEveryTask: boolean }

async function askTask(options: AnthropicOptions, task: TaskName, model: string): Promise<Asked> {
  const { role } = TASKS[task]
  const refused: TaskCheck['refused'][number][] = []
  const forms = recordRefusals(createRequestForms(options.log), refused)
  const outcomes: CallOutcome[] = []
  const llm = createAnthropicLlm({ ...options, forms })
  const taskCheck = (problem: TaskCheck['problem']): TaskCheck => ({
    task,
    role,
    model,
    status: problem === null ? 'answered' : 'failed',
    form: forms.of(model).shape,
    refused,
    repaired: problem === null && outcomes.some(({ status }) => status === 'unusable'),
    requests: outcomes.length,
    ...costOf(model, outcomes),
    problem,
  })
  try {
    const request = { task, prompt: PROMPT, model, lane: task }
    await llm.answer(request, { meter: recordOutcomes(outcomes), signal: new AbortController().signal })
    return { check: taskCheck(null), forEveryTask: false }
  } catch (error) {
    if (!isAppError(error)) throw error
    const { code, cause } = error
    // These questions belong to no run.
    const message = error.message.replace(' The run pauses and goes on by itself.', '')
    // A refusal of the request itself concerns this form only; a bad key, an unknown model or an overload concerns all.
    const aboutForm = !(cause instanceof ProviderError) || cause.refusal !== null
    return { check: taskCheck({ code, message }), forEveryTask: !aboutForm }
  } finally {
    await llm.close()
  }
}

/** Wraps the forms and records which of them were refused, with the server's messages. */
function recordRefusals(forms: RequestForms, refused: { form: RequestForm['shape']; message: string }[]): RequestForms {
  const note = (model: string, form: RequestForm, message: string, simpler: boolean): boolean => {
    if (simpler && forms.of(model).shape !== form.shape) refused.push({ form: form.shape, message })
    return simpler
  }
  return {
    of: forms.of,
    fallBack: (model, form, message) => note(model, form, message, forms.fallBack(model, form, message)),
    ignored: (model, form) => note(model, form, FORM_IGNORED, forms.ignored(model, form)),
  }
}

function recordOutcomes(outcomes: CallOutcome[]): Meter {
  let calls = 0
  return {
    open: async () => String(++calls),
    close: async (_id, outcome) => void outcomes.push(outcome),
  }
}

function costOf(model: string, outcomes: readonly CallOutcome[]) {
  const usages = outcomes.flatMap(({ usage }) => usage ?? [])
  const input = usages.map((usage) => usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens)
  return {
    input_tokens: input.reduce((sum, tokens) => sum + tokens, 0),
    output_tokens: usages.reduce((sum, { output_tokens }) => sum + output_tokens, 0),
    cost_usd: factsOf(model) === null ? null : sumOf(usages.map(({ cost_usd }) => cost_usd)),
  }
}

const notAsked = (task: TaskName, model: string, problem: TaskCheck['problem']): TaskCheck => ({
  task,
  role: TASKS[task].role,
  model,
  status: 'not_asked',
  form: null,
  refused: [],
  repaired: false,
  requests: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost_usd: 0,
  problem,
})
