import { describe, expect, it } from 'vitest'
import { quotedSentences } from '../../src/domain/quoted-sentences.js'
import { sentencesIn } from '../../src/domain/sentences.js'
import { pictureTokens } from '../../src/domain/stimulus.js'
import { partsOf, whyAskFirst } from '../../src/ingest/stimulus-parts.js'

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
  ['clip.mov', 'clip.mov'],
  ['Budget_2026.numbers', 'Budget_2026.numbers'],
  ['havn.ai', '[https://havn.ai]'],
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

it.each([
  ['https://a.dk\n  https://b.dk.  \nof twenty words', '[https://a.dk] | [https://b.dk] | of twenty words'],
  [
    'The oat drink that froths like milk. https://a.dk\n \thttps://b.dk. \nhttps://c.dk https://d.dk',
    'The oat drink that froths like milk. https://a.dk | [https://b.dk] | https://c.dk https://d.dk',
  ],
  ['Froths here: https://a.dk/x).’ it is', 'Froths here | [https://a.dk/x] | it is'],
])('%j has links on their own lines: %s', (text, parts) => {
  expect(written(text)).toBe(parts)
})

describe('a text that is made to take long', { timeout: 30_000 }, () => {
  const dots = '.'.repeat(199_000)

  it('of marks and brackets behind addresses is read like any other', () => {
    const address = `https://${'.'.repeat(1_300)}x`
    expect(partsOf(`${address}${')'.repeat(650)} `.repeat(20))).toEqual(Array(20).fill({ link: address }))
  })

  it('of dashes before an address is read like any other', () => {
    const words = `a${'-'.repeat(199_950)}b`
    expect(partsOf(`${words} https://e.xy`)).toEqual([{ text: words }, { link: 'https://e.xy' }])
  })

  it('of full stops inside is asked about like any other', () => {
    expect(whyAskFirst(`Buy our soap ${dots}x`, '')).toBeNull()
    expect(whyAskFirst(`Help me please${dots}`, '')).toMatch(/^“Help me please” looks like a word to the program/)
    expect(sentencesIn(`Buy our soap ${dots}x`)).toEqual([`Buy our soap ${dots}x`])
  })

  it('of many sentences is parted like any other', () => {
    const sentences = Array.from({ length: 20_000 }, (_, n) => `So it is${'!?'[n % 2]}`)
    expect(sentencesIn(sentences.join(' '))).toEqual(sentences)
    const long = `${'(so) '.repeat(1_000)}it is!`
    expect(sentencesIn(`Yes! ${long} No.`)).toEqual(['Yes!', long, 'No.'])
  })

  it('of full stops inside a sentence that a finding quotes is found like any other', () => {
    const text = `Buy our soap ${dots}x. It is soft.`
    const [found] = quotedSentences({ finding: 'It says “It is soft”.', fix: '' }, text)
    expect(found && text.slice(found.start, found.end)).toBe(' It is soft.')
  })
})

it('counts a picture in patches of 28 pixels, scaled to what the model sees', () => {
  expect(pictureTokens({ width: 1_024, height: 1_024 })).toBe(37 * 37)
  expect(pictureTokens({ width: 8_000, height: 4_000 })).toBeLessThanOrEqual(4_784)
  expect(pictureTokens({ width: 3_000, height: 2_000 }, { edge: 1_568, tokens: 1_568 })).toBe(1_568)
})
