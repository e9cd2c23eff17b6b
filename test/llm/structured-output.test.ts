import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TASKS } from '../../src/domain/run/tasks.js'
import { type JsonSchema, outputSchema, problemsOf, readJson, repairText } from '../../src/llm/structured-output.js'
import { breakBounds, fakeAnswer } from '../support/fake-answers.mjs'
import { complainAbout } from '../support/fake-request-rules.mjs'

const bodyWith = (schema: unknown) => ({
  model: 'claude-haiku-5-5',
  max_tokens: 1,
  messages: [{ role: 'user', content: 'x' }],
  output_config: { format: { type: 'json_schema', schema } },
})

describe('the output schema of a zod schema', () => {
  it('does not ask for what only the offline reader can tell', () => {
    const { properties } = outputSchema(TASKS.claims.answer) as { properties: { offer: JsonSchema } }
    expect(properties.offer.required).toEqual(['kind', 'language', 'why'])
    expect(JSON.stringify(properties)).not.toMatch(/understood_share|not_asked/)
  })

  it('closes objects, requires every key and says bounds in words', () => {
    const schema = outputSchema(
      z.object({
        intent: z.int().min(1).max(10).describe('Will buy.'),
        share: z.number().gt(0).lt(1),
        least: z.number().min(3),
        most: z.number().max(4),
        step: z.number().multipleOf(5),
        count: z.int(),
        text: z.string().min(1),
        code: z.string().min(2).max(9).regex(/^a/),
        long: z.string().max(80),
        when: z.iso.date(),
        number: z.e164(),
        pmf: z.array(z.number()).length(5),
        few: z.array(z.string()).max(3),
        some: z
          .array(z.object({ a: z.string() }))
          .min(1)
          .max(5),
        many: z.array(z.string()).min(2),
        left_out: z.string().optional(),
      }),
    )
    expect(schema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: {
        intent: { type: 'integer', description: 'Will buy. From 1 to 10.' },
        share: { description: 'More than 0. Less than 1.' },
        least: { description: 'At least 3.' },
        most: { description: 'At most 4.' },
        step: { description: 'A multiple of 5.' },
        count: { type: 'integer' },
        text: { description: 'Not empty.' },
        code: { description: '2 to 9 characters. Matches the regular expression ^a.' },
        long: { description: 'At most 80 characters.' },
        when: { type: 'string', format: 'date' },
        number: { description: expect.stringContaining('Format: e164.') },
        pmf: { description: 'Exactly 5 items.', items: { type: 'number' } },
        few: { description: 'At most 3 items.' },
        some: { description: '1 to 5 items.', minItems: 1, items: { additionalProperties: false, required: ['a'] } },
        many: { description: 'At least 2 items.' },
      },
    })
    expect(schema.required).toEqual(Object.keys(schema.properties as object))
    expect((schema.properties as Record<string, object>).count).not.toHaveProperty('description')
    expect(complainAbout(bodyWith(schema))).toBeNull()
  })

  it('keeps choices below the root', () => {
    const kind = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), n: z.number() }),
    ])
    const schema = outputSchema(z.object({ mood: z.enum(['good', 'bad']).nullable(), kind }))
    expect(schema.properties).toMatchObject({
      mood: { anyOf: [{ type: 'string', enum: ['good', 'bad'] }, { type: 'null' }] },
      kind: { anyOf: [{ properties: { kind: { const: 'a' } } }, { required: ['kind', 'n'] }] },
    })
    expect(complainAbout(bodyWith(schema))).toBeNull()
  })

  const Node = z.object({
    name: z.string(),
    get children() {
      return z.array(Node)
    },
  })
  it.each([
    ['a union at the root', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), /object at its root/],
    ['a list at the root', z.array(z.string()), /object at its root/],
    ['a record at the root', z.record(z.string(), z.string()), /a record \(at the root\)/],
    [
      'a record below',
      z.object({ a: z.object({ by_name: z.record(z.string(), z.number()) }) }),
      /a record \(at a\.by_name\)/,
    ],
    ['a tuple', z.object({ pair: z.tuple([z.string(), z.number()]) }), /prefixItems.*at pair/],
    ['recursion', z.object({ tree: Node }), /\$ref|\$defs/],
    ['an open object', z.object({ a: z.looseObject({}) }), /a record/],
  ])('refuses %s', (_, schema, words) => {
    expect(() => outputSchema(schema)).toThrow(words)
  })
})

describe.each(Object.entries(TASKS))('task %s', (_, { answer }) => {
  const schema = outputSchema(answer)

  it('has a schema the API takes, and the fake answers it', () => {
    expect(complainAbout(bodyWith(schema))).toBeNull()
    for (let seed = 0; seed < 50; seed += 1)
      expect(answer.safeParse(fakeAnswer(schema, '', seed)).error).toBeUndefined()
  })

  it('has bounds a parsed answer is held to', () => {
    expect(answer.safeParse(breakBounds(schema, fakeAnswer(schema, '', 1))).success).toBe(false)
  })
})

describe('reading JSON', () => {
  it.each([
    ['as it is', '{"a":1}'],
    ['with a fence', 'Here:\n```json\n{"a":1}\n```\nDone.'],
    ['with a bare fence', '```\n{"a":1}```'],
    ['with words around it', 'Sure! {"a":1} Is that all?'],
    ['with space around it', '\n  {"a":1}\n'],
  ])('finds it %s', (_, text) => {
    expect(readJson(text)).toEqual({ value: { a: 1 } })
  })

  it('says what is wrong', () => {
    expect(readJson('  ')).toEqual({ problem: 'There was no answer.' })
    expect(readJson('{"a": ')).toEqual({ problem: 'The answer was not valid JSON.' })
    expect(readJson('I would rather not.')).toEqual({ problem: 'The answer was not valid JSON.' })
  })
})

it('complains in sentences that name the place', () => {
  const schema = z.object({ intent: z.int().max(10), people: z.array(z.object({ name: z.string() })) })
  const { error } = schema.safeParse({ intent: 99, people: [{ name: 3 }] })
  const problems = problemsOf(error as z.ZodError)
  expect(problems).toEqual([
    '"intent": Too big: expected number to be <=10.',
    '"people[0].name": Invalid input: expected string, received number.',
  ])
  expect(problemsOf(schema.safeParse('text').error as z.ZodError)[0]).toMatch(/^The answer: /)
  expect(repairText(problems)).toContain('- "intent": Too big')
})
