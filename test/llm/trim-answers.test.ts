import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TASKS } from '../../src/domain/run/tasks.js'
import { outputSchema } from '../../src/llm/structured-output.js'
import { withoutSurplus } from '../../src/llm/trim-answers.js'
import { fakeAnswer } from '../support/fake-answers.mjs'

const fitted = (answer: z.ZodType, value: unknown) => withoutSurplus(answer, value)

describe('more than was asked', () => {
  it('of a list is what stands at its end; what was cut away with it is not counted', () => {
    const schema = z.object({ quotes: z.array(z.object({ points: z.int().min(1).max(5) })).max(2) })
    const value = { quotes: [{ points: 6 }, { points: 2 }, { points: 6 }] }
    expect(fitted(schema, value)).toEqual({
      value: { quotes: [{ points: 5 }, { points: 2 }] },
      surplus: { cut: 1, clipped: 1 },
    })
    expect(value.quotes).toHaveLength(3)
  })

  it.each([
    ['at the end of a sentence', 'One thing is clear. Two things are not at all.', 30, 'One thing is clear.'],
    ['between words where no sentence ends', 'one two three four five six', 15, 'one two three'],
    [
      'not at a sentence that would leave little',
      'Hm. Two things are not at all clear',
      30,
      'Hm. Two things are not at all',
    ],
    ['inside a word where there is nothing else', 'x'.repeat(40), 12, 'x'.repeat(12)],
    ['not through a sign of two units', `${'x'.repeat(11)}\u{1F600}y`, 12, 'x'.repeat(11)],
  ])('of a text is cut %s', (_, text, most, cut) => {
    expect(fitted(z.object({ text: z.string().max(most) }), { text })).toEqual({
      value: { text: cut },
      surplus: { cut: 1, clipped: 0 },
    })
  })

  it.each([
    ['a whole number by one', z.int().min(1).max(5), 6, 5],
    ['a whole number by one, below', z.int().min(0), -1, 0],
    ['a share by a tenth of its scale', z.number().min(0).max(1), 1.1, 1],
    ['a percentage by ten', z.number().min(0).max(100), -10, 0],
  ])('of a figure is %s', (_, schema, number, clipped) => {
    expect(fitted(z.object({ number: schema }), { number })).toEqual({
      value: { number: clipped },
      surplus: { cut: 0, clipped: 1 },
    })
  })

  it.each([
    ['a whole number by two on a short scale', z.int().min(1).max(5), 7],
    ['a part where whole numbers are asked', z.int().min(1).max(5), 5.5],
    ['a share by more than a tenth', z.number().min(0).max(1), 1.2],
    ['a figure on a scale that is open', z.number().min(0), -0.001],
    ['a figure that is to be more than its bound', z.number().gt(0).lt(10), 0],
    ['a figure as a text', z.int().min(1).max(5), '6'],
  ])('is not %s', (_, schema, number) => {
    expect(fitted(z.object({ number: schema }), { number })).toEqual({
      value: { number },
      surplus: { cut: 0, clipped: 0 },
    })
  })

  it('is looked for wherever the schema says what was asked, and nowhere else', () => {
    const schema = z.object({
      maybe: z.object({ list: z.array(z.string()).max(1) }).nullable(),
      either: z.union([z.string().max(3), z.array(z.string()).max(1)]),
      pmf: z.array(z.number()).length(2),
    })
    const value = { maybe: { list: ['a', 'b'] }, either: 'longer', pmf: [1, 2, 3], unknown: ['x'] }
    expect(fitted(schema, value)).toEqual({
      value: { ...value, maybe: { list: ['a'] } },
      surplus: { cut: 1, clipped: 0 },
    })
    for (const odd of [null, 'text', 7, [], { maybe: null }])
      expect(fitted(schema, odd)).toEqual({ value: odd, surplus: { cut: 0, clipped: 0 } })
  })
})

describe.each(Object.entries(TASKS))('an answer to %s', (_, { answer }) => {
  it('that is as it was asked for stays as it is', () => {
    const schema = outputSchema(answer)
    for (let seed = 0; seed < 20; seed += 1) {
      const made = fakeAnswer(schema, '', seed)
      expect(fitted(answer, made)).toEqual({ value: made, surplus: { cut: 0, clipped: 0 } })
    }
  })
})
