/** What a model says of a session, in answers as the fake makes them: of one step and few words, or of as many as there is time for and many words. */
import { createHash } from 'node:crypto'
import { fakeAnswer } from './fake-answers.mjs'

const textOf = (content) => (typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n'))
const LONG = 280

/** @type {import('./session-answers.d.mts').sessionAnswer} */
export const sessionAnswer = (size) => (body, task) => {
  if (task !== 'session') return undefined
  const system = textOf(body.system)
  const prompt = body.messages.map(({ content }) => textOf(content)).join('\n')
  const seed = Number.parseInt(createHash('sha256').update(prompt).digest('hex').slice(0, 8), 16)
  const made = fakeAnswer(body.output_config.format.schema, prompt, seed, system)
  const resized = (words) => (size === 'short' ? words.slice(0, 20) : words.repeat(9).slice(0, LONG))
  const plan =
    size === 'short' ? made.plan.slice(0, 1) : Array.from({ length: 10 }, (_, n) => made.plan[n % made.plan.length])
  return {
    plan,
    why: resized(made.why),
    look_back: made.look_back && { ...made.look_back, quote: resized(made.look_back.quote) },
  }
}
