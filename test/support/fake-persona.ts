import { fakeAnswer, taskOf } from './fake-answers.mjs'
import type { FakeBody } from './fake-messages-api.mjs'

type Made = Record<string, unknown>

/** A request to the fake as a test reads it: its task, its texts, the answer the fake would give. */
export type AskedOfFake = {
  readonly task: string
  /** Rules and what the whole panel shares. */
  readonly system: string
  /** The call's own part. */
  readonly own: string
  /** Name of the person spoken as; '' for calls that are nobody's. */
  readonly name: string
  readonly made: Made
}

const text = (content: unknown): string =>
  typeof content === 'string' ? content : (content as { text?: string }[]).map((block) => block.text ?? '').join('\n')

export function askedOf(body: FakeBody): AskedOfFake {
  const schema = body.output_config?.format?.schema ?? null
  const system = text(body.system)
  const own = (body.messages as { content: unknown }[]).map(({ content }) => text(content)).join('\n')
  const name = /^You are ([^,(\n]+?)(?:,| \()/m.exec(own)?.[1] ?? ''
  const seed = [...own].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7)
  return { task: taskOf(schema) ?? '', system, own, name, made: fakeAnswer(schema, own, seed, system) as Made }
}

/** An `answer` option of the fake: the fake's own answers with `change` laid over them. */
export const answersWith =
  (change: (asked: AskedOfFake) => Made | undefined) =>
  (body: FakeBody): Made => {
    const asked = askedOf(body)
    return { ...asked.made, ...change(asked) }
  }
