import { dollars } from '../../domain/text/dollars.js'
import type { CliDeps } from '../commands.js'
import { stripTerminalControls } from '../io.js'

type ModelCheck = Awaited<ReturnType<CliDeps['checkModel']>>
type TaskCheck = ModelCheck['tasks'][number]

const FORMS = { structured_output: 'structured output', forced_tool: 'a tool', words: 'plain JSON' } as const
const NAME_WIDTH = 17

/** Asks the model for every form of answer and prints the outcome; with `quiet`, only the price, on stderr. */
export async function askModelWith({ io, checkModel }: CliDeps, quiet: boolean): Promise<ModelCheck> {
  const found = await checkModel({
    expected: ({ tasks, usd, most_usd }) =>
      io.err(
        usd === null || most_usd === null
          ? `Asking the model ${tasks} short questions; the price of a configured model is not known here.\n`
          : `Asking the model ${tasks} short questions, for about ${dollars(usd)} (${dollars(most_usd)} at the very most).\n`,
      ),
    task: (check) => {
      if (!quiet) io.out(lineOf(check))
    },
  })
  const { answered, requests, input_tokens, output_tokens, cost_usd } = found.total
  if (!quiet) {
    const cost = cost_usd === null ? 'price unknown' : dollars(cost_usd)
    io.out(
      `${answered} of ${found.tasks.length} answered: ${requests} requests, ${input_tokens} tokens in, ${output_tokens} out, ${cost}\n`,
    )
  }
  return found
}

function lineOf(check: TaskCheck): string {
  const { task, model, status, refused, problem } = check
  const mark = { answered: 'ok  ', failed: 'BAD ', not_asked: '-   ' }[status]
  const head = `${mark} ${task.padEnd(NAME_WIDTH)} ${stripTerminalControls(model)}  `
  const reasons = refused
    .map(({ form, message }) => `      no ${FORMS[form].replace(/^a /, '')}: ${stripTerminalControls(message)}\n`)
    .join('')
  return `${head}${stripTerminalControls(problem ? unanswered(status, problem.message) : answeredIn(check))}\n${reasons}`
}

const unanswered = (status: TaskCheck['status'], message: string): string =>
  status === 'not_asked' ? 'not asked, for the same reason as above' : message

function answeredIn({ form, repaired, input_tokens, output_tokens, cost_usd }: TaskCheck): string {
  const cost = cost_usd === null ? 'price unknown' : `$${cost_usd.toFixed(5)}`
  const again = repaired ? ', at the second try' : ''
  return `${form ? FORMS[form] : ''}${again}; ${input_tokens} tokens in, ${output_tokens} out, ${cost}`
}
