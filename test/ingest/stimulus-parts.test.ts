import { expect, it } from 'vitest'
import { pictureTokens } from '../../src/domain/stimulus.js'
import { partsOf } from '../../src/ingest/stimulus-parts.js'
import { isLong } from '../../src/mcp/read-run.js'

const written = (text: string) =>
  partsOf(text)
    .map((part) => ('link' in part ? `[${part.link}]` : part.text))
    .join(' | ')

it.each([
  ['pls test this: https://a.dk/x.', '[https://a.dk/x]'],
  ['Can you check our new landing page? https://a.dk/x Thanks!', '[https://a.dk/x]'],
  ['Bitte mal testen: https://a.dk', '[https://a.dk]'],
  ['https://a.dk https://b.dk', '[https://a.dk] | [https://b.dk]'],
  ['www.havn.dk/oat?x=1', '[https://www.havn.dk/oat?x=1]'],
  ['offer.md', 'offer.md'],
  ['[Our page](https://a.dk/x_(1))', '[https://a.dk/x_(1)]'],
  ['(https://a.dk/x)', '[https://a.dk/x]'],
  ['see https://en.wikipedia.org/wiki/Oat_(x).', '[https://en.wikipedia.org/wiki/Oat_(x)]'],
  ['Froths like milk: <https://a.dk>', 'Froths like milk | [https://a.dk]'],
  [
    'The oat drink that froths, from 1.49 a litre.\nhttps://a.dk/oat',
    'The oat drink that froths, from 1.49 a litre. | [https://a.dk/oat]',
  ],
  [
    'The oat drink that froths like milk, from 1.49. See https://a.dk/oat now.',
    'The oat drink that froths like milk, from 1.49. See https://a.dk/oat now.',
  ],
])('%j is meant as %s', (text, parts) => {
  expect(written(text)).toBe(parts)
})

it('counts a picture in patches of 28 pixels, scaled to what the model sees', () => {
  expect(pictureTokens({ width: 1_024, height: 1_024 })).toBe(37 * 37)
  expect(pictureTokens({ width: 8_000, height: 4_000 })).toBeLessThanOrEqual(4_784)
  expect(pictureTokens({ width: 3_000, height: 2_000 }, { edge: 1_568, tokens: 1_568 })).toBe(1_568)
})

it('stops offering to wait for a run after four waits', () => {
  const asked = new Date(0)
  expect([199_000, 200_000].map((ms) => isLong(asked, new Date(ms)))).toEqual([false, true])
})
