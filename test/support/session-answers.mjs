/** What a model says of a session, in answers as the fake makes them: of one step and few words, or of as many as there is time for and many words. */
import { createHash } from 'node:crypto'
import { fakeAnswer } from './fake-answers.mjs'

const textOf = (content) => (typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n'))
const LONG = 280

/** @type {import('./session-answers.d.mts').sessionAnswer} */
export const sessionAnswer = (size) => (body, task) => {
  if (task !== 'session' && task !== 'exit_interview') return undefined
  const system = textOf(body.system)
  const prompt = body.messages.map(({ content }) => textOf(content)).join('\n')
  const seed = Number.parseInt(createHash('sha256').update(prompt).digest('hex').slice(0, 8), 16)
  const made = fakeAnswer(body.output_config.format.schema, prompt, seed, system)
  const resized = (words, longest = LONG) => (size === 'short' ? words.slice(0, 20) : words.repeat(9).slice(0, longest))
  if (task === 'exit_interview')
    return { look_back: { ...made.look_back, quote: resized(made.look_back.quote) }, why: resized(made.why) }
  const steps =
    size === 'short' ? made.plan.slice(0, 1) : Array.from({ length: 10 }, (_, n) => made.plan[n % made.plan.length])
  const { look_back } = made
  return {
    look_back: look_back && {
      quote: resized(look_back.quote),
      felt: look_back.felt,
      memory: size === 'short' ? null : { ...look_back.memory, text: resized(look_back.memory.text, 180) },
      insight: size === 'short' ? null : { text: resized('It goes the same way. ', 180), evidence_ids: [1, 2] },
    },
    plan: steps.map((step) => ({ ...step, why: resized(step.why, 120) })),
    expects: resized(made.expects, 110),
    tell_others:
      size === 'short' ? { trigger: null, words: '' } : { ...made.tell_others, words: resized('Look at this. ', 180) },
    summary: resized(made.summary, 180),
  }
}
