import type { FakeBody } from './fake-messages-api.mjs'

export type EvaluationTask = 'agent_turn' | 'prospect_turn' | 'judge_case' | 'judge_pair'

/** A request of an evaluation as a test reads it. */
export type AskedInEvaluation = {
  readonly task: EvaluationTask
  /** Everything the model is shown. */
  readonly system: string
  readonly own: string
  /** What stands between the boundaries of each fenced text, in order; for a judge the transcripts. */
  readonly fenced: readonly { boundary: string; text: string }[]
  readonly dimensions: readonly string[]
}

const FENCE =
  /<((?:(?:first_|second_)?transcript|instructions|conversation|passages)-[0-9a-f]{16})>\n([\s\S]*?)\n<\/\1>/g
const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : (content as { text?: string }[]).map((block) => block.text ?? '').join('\n')

/** A task is known by a field that only its answer has. */
const TASK_BY_FIELD: [string, EvaluationTask][] = [
  ['rules', 'judge_case'],
  ['better', 'judge_pair'],
  ['told', 'prospect_turn'],
]

export function askedInEvaluation(body: FakeBody): AskedInEvaluation {
  const fields = body.output_config?.format?.schema?.properties ?? {}
  const task = TASK_BY_FIELD.find(([field]) => field in fields)?.[1] ?? 'agent_turn'
  const system = textOf(body.system)
  const own = textOf(body.messages.at(-1).content)
  return {
    task,
    system,
    own,
    fenced: [...own.matchAll(FENCE)].map(([, boundary = '', text = '']) => ({ boundary, text })),
    dimensions: [...system.matchAll(/^- ([a-z_]+) \(/gm)].map(([, id = '']) => id),
  }
}

/** The agent's first line in a fenced transcript. */
export const firstWords = (transcript: string): string =>
  /\[\d+\] agent:\n(?:\* .*\n)*\| (.+)/.exec(transcript)?.[1] ?? ''

/** A judgement of so many points on every dimension, quoting what the agent really said. */
export function judgementOf(
  { fenced, own, dimensions }: AskedInEvaluation,
  points = 4,
  quote = firstWords(fenced[0]?.text ?? ''),
) {
  const rules = [...own.matchAll(/^(\d+) must/gm)].map(([, number]) => ({
    number: Number(number),
    kept: true,
    quote: '',
  }))
  // Passages in doubt are cleared.
  const passages = fenced.find(({ boundary }) => boundary.startsWith('passages'))?.text ?? ''
  const suspicions = [...passages.matchAll(/^(\d+) /gm)].map(([, number]) => ({
    number: Number(number),
    breach: 'no',
    quote,
  }))
  return {
    dimensions: dimensions.map((dimension_id) => ({
      dimension_id,
      can_judge: true,
      points,
      reason: 'It does.',
      quote,
    })),
    rules,
    suspicions,
    feedback: 'Good.',
    strength: { text: 'It listens.', quote },
    weakness: { text: 'It is long.', quote },
    recommendation: 'Make it shorter.',
  }
}

/** The fake's answers to an evaluation: a polite agent, a curt prospect, a judge of four points; `change` lays others over them. */
export const evaluationAnswers =
  (change: (asked: AskedInEvaluation) => object | undefined = () => undefined) =>
  (body: FakeBody): object => {
    const asked = askedInEvaluation(body)
    return { ...plain(asked), ...change(asked) }
  }

function plain(asked: AskedInEvaluation): object {
  if (asked.task === 'agent_turn')
    return {
      text: 'Thank you for your message. I am an automated assistant. You are off our list, no further messages.',
      tool_calls: [],
    }
  if (asked.task === 'prospect_turn') return { text: 'I would have to look that up.', told: [], leaves: true }
  if (asked.task === 'judge_case') return judgementOf(asked)
  const [first, second] = asked.fenced.map(({ text }) => firstWords(text))
  return { better: 'tie', reason: 'The same.', first_quote: first ?? '', second_quote: second ?? '' }
}
