import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as module from '../../src/llm/offline/model/weights.js'
import { loadParse } from '../../src/llm/offline/reading/nlp.js'
import { createReader } from '../../src/llm/offline/reading/reading.js'
import { CORPUS } from './offline-corpus.js'

describe('a price', () => {
  it.each([
    ['It is brighter than yesterday was. It costs £3.', '£3', null],
    ['It costs £3 vs. £5 elsewhere.', '£3', 5],
    ['Was £5. Now £3.', '£3', 5],
    ['Total value: ~~£828~~\nToday: £197', '£197', 828],
    ['Regular ~~£30 a month~~ £20 a month', '£20', 30],
  ])('is told from what it is compared with: %s', async (text, price, compared) => {
    const found = (await createReader()())(text).price
    expect(found?.text).toBe(price)
    expect(found?.compared).toBe(compared)
  })
})

it.each([
  ['Rent an induction hob for £12 a month. Insured to £5,000, fitted in London.', '£12'],
  ['Oat oil hand balm. £24 for 30 ml, made in Leeds. Free post over £30.', '£24'],
  ['A bike lock for £65. Covers your bike for up to £2,000 if it is stolen.', '£65'],
  ['Kettle, £39. Free delivery on orders from £50.', '£39'],
  ['£1 of every bar goes to a school in Ghana. Bars are £3.50.', '£3.50'],
  ['We raised £120,000 from readers last year. A subscription is £8 a month.', '£8'],
  ['Solar lamps that save the average household £412 a year. From £42, fitted.', '£42'],
  ['A dash cam for £89. Drivers are fined £200 for a phone at the wheel.', '£89'],
  ['Phone insurance for £6 a month with £1,500 of cover.', '£6'],
  ['Insured for £6 a month. The bike is insured for £3,000.', '£6'],
  ['Free returns, prices from £12 a pair.', '£12'],
  ['Pay £300 now and £40 a month.', '£300'],
])('takes no other sum for the price: %s', async (text, price) => {
  expect((await createReader()())(text).price?.text).toBe(price)
})

it.each([
  ['Oat oil hand balm. £24 for 30 ml.', ''],
  ['Rent an oven. £12 a month.', ''],
  ['Whitening brush for £79. Results in one day.', ''],
  ['Pip helps you plan. £4 a month.', 'Pip'],
  ['Monday Roast, £9 for 250 g.', 'Monday Roast'],
  ['Lumo lamp with three levels. £39.', 'Lumo'],
  ['24 rolls for £11. Softer than our 2023 roll in a blind test.', ''],
  ['Hire with Fixly for a flat 250 EUR, or 60 EUR a week.', 'Fixly'],
  ['A webinar for bakers.\n\nThis site is not a part of Facebook or Facebook Inc. It is NOT endorsed by Facebook.', ''],
])('calls a thing by its name and not by half of a noun phrase: %s', async (text, subject) => {
  expect((await createReader()())(text).subject).toBe(subject)
})

it.each([
  'Insanely simple, honestly magical.',
  'Most delicious rye in the world.',
  'Unmatched, unsurpassed, irresistible aroma.',
  'Absolutely everyone loves Pip.',
  'Simply the last one you will ever buy.',
  'You’ll love it every day.',
  'Number one choice for small teams.',
  'Alle lieben Pip aus Ulm.',
])('hears a boast by its class: %s', async (text) => {
  expect((await createReader()())(text).claims.map(({ weakness }) => weakness)).toEqual(['superlative'])
})

it.each([
  'Not everyone likes coriander, so it comes in a separate bag.',
  'Each customer who orders by noon gets the parcel the next day.',
  'The last train you can take leaves at eleven.',
  'No. 1 on the plan is the kitchen, no. 2 the bath.',
  'The harvest in the world market fell by 4% last year.',
  'The unbreakable plates are made of steel.',
])('hears none in a sober sentence: %s', async (text) => {
  expect((await createReader()())(text).claims.flatMap(({ boasts }) => boasts)).toEqual([])
})

it.each([
  ['LulliBand, a headband with speakers. Price: 29.99', '29.99', false],
  ['A headband with speakers, price 29.99.', '29.99', false],
  ['A headband. Preis: 29,90', '29,90', false],
  ['A headband, it costs only 29.99/month.', '29.99', true],
  ['Kostet nur 29,90 im Monat.', '29,90', true],
  ['The price is 40 per year, a refill is free.', '40', true],
  ['A lamp. Price: 1,299.00', '1,299.00', false],
  ['A headband. Price: 29.99 €', '29.99 €', false],
])('tells a price that has no currency by the word before it: %s', async (text, price, periodic) => {
  expect((await createReader()())(text).price).toMatchObject({ text: price, periodic })
})

it.each([
  'It costs 3 clicks to cancel.',
  'Cut the cost by 12.50% with it.',
  'It costs 1.50 kg of wood.',
  'The price of 2 coffees, every week.',
  'Runs version 29.99 of the system.',
  'It costs 20 minutes a day.',
])('takes no other figure for a price: %s', async (text) => {
  expect((await createReader()())(text).price).toBeNull()
})

it.each([
  [
    "Dr. Hale's No. 7 tonic clears a cold in 24 hours, and it tastes of honey, lemon and a little ginger from Kerala.",
    "Dr. Hale's No. 7 tonic clears a cold in 24 hours",
  ],
  [
    'Each of our No. 5 pans is cast by hand in a small foundry above Porto, and it lies flat on the hob from day one.',
    'Each of our No. 5 pans is cast by hand in a small foundry above Porto',
  ],
])('quotes an abbreviation with what it stands before: %s', async (text, claim) => {
  expect((await createReader()())(text).claims.map(({ quote }) => quote)).toEqual([expect.stringContaining(claim)])
})

it('takes no small print for a claim, and no promise for small print', async () => {
  const claimsOf = async (text: string) => (await createReader()())(text).claims.map(({ quote }) => quote)
  for (const text of [
    'Results may vary.',
    'Withdraw any time.',
    'Individual results can differ from person to person.',
    'Your capital is at risk.',
    'Past performance is no guide to the future.',
    'Batteries are not included.',
    'Always read the label before you use it.',
  ])
    expect(await claimsOf(text), text).toEqual([])
  for (const text of [
    'You see results within a week.',
    'The colours stay bright for years.',
    'It puts your data at the centre.',
    'Savings grow by 4% a year.',
    'Your mileage improves with every fill.',
  ])
    expect(await claimsOf(text), text).toHaveLength(1)
})

describe('proof', () => {
  it('serves the claim it follows and no other proof can come between', async () => {
    const read = await createReader()()
    const [first, second] = [
      'A trial at Leeds University with 180 adults showed it.',
      'Tested on 300 volunteers in 2023.',
    ]
    const alone = read(`It reduces redness. ${second}`).claims[0]?.evidence ?? 0
    expect(alone).toBeGreaterThan(0)
    expect(read(`It reduces redness. ${first} ${second}`).claims[0]?.evidence).toBeGreaterThanOrEqual(alone)
    expect(read(`It reduces redness. It smells of roses. ${second}`).claims[0]?.evidence).toBe(0)
  })
})

it('a text is read the same whatever was read before it', async () => {
  const used = await createReader()()
  for (const { text } of CORPUS) used(`${text} Zorgblat qwyxil frumious.`)
  for (const { text } of CORPUS.slice(0, 12)) {
    const fresh = await createReader()()
    expect(used(text)).toEqual(fresh(text))
  }
})

it('neither a seller’s hurry nor a signature is a claim', async () => {
  const read = await createReader()()
  const text = '“We closed 30% more deals.” — Dana, sales lead\n\nA soap made from oil. £4 while stocks last.'
  expect(read(text).claims.map(({ text: claim }) => claim)).toEqual([
    expect.stringContaining('30% more deals'),
    'A soap made from oil.',
  ])
})

describe('what the offline model refuses to read', () => {
  const check = async (text: string) =>
    (await createReader()())(text).legibility === 'unreadable' ? 'unreadable' : null
  const refusedOf = async (file: string): Promise<{ texts: string[]; refused: string[] }> => {
    const lines = readFileSync(new URL(`texts/${file}`, import.meta.url), 'utf8').split('\n')
    const texts = lines.filter((line) => line !== '' && !line.startsWith('# '))
    const problems = await Promise.all(texts.map(check))
    return { texts, refused: texts.filter((_, i) => problems[i] !== null) }
  }

  it('next to no ordinary English headline, however full of names', async () => {
    const { texts, refused } = await refusedOf('headlines.txt')
    expect(texts).toHaveLength(150)
    expect(refused.length).toBeLessThan(3)
  })

  it('texts in other languages', async () => {
    const { texts, refused } = await refusedOf('not-english.txt')
    expect(texts).toHaveLength(120)
    expect(refused.length).toBeGreaterThan(110)
  })
})

describe('docs/offline-model.md', () => {
  type Weight = { value: number; why: string }
  const isWeight = (found: object): found is Weight => 'value' in found && 'why' in found
  const weightsIn = (found: object, path: string): [string, Weight][] =>
    isWeight(found)
      ? [[path, found]]
      : Object.entries(found).flatMap(([name, inner]) =>
          typeof inner === 'object' && inner !== null ? weightsIn(inner, path === '' ? name : `${path}.${name}`) : [],
        )

  it('names every weight with its value and reason, and none that is gone', () => {
    const page = readFileSync(new URL('../../docs/offline-model.md', import.meta.url), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| `'))
    const weights = weightsIn({ ...module }, '').map(([path, { value, why }]) => `| \`${path}\` | ${value} | ${why} |`)
    expect(rows.toSorted()).toEqual(weights.toSorted())
  })
})

it.each(['http://', 'https://a.b/', '-', 'a@'])('a run of “%s” without a blank is read in parts', async (unit) => {
  const parse = await loadParse()
  const run = unit.repeat(Math.floor(19_000 / unit.length))
  const { tokens } = parse(`Warm for ten hours. ${run} It costs £3.`)
  expect(Math.max(...tokens.map(({ text }) => text.length))).toBeLessThanOrEqual(150)
  expect(tokens.map(({ start, end }) => end - start)).toEqual(tokens.map(({ text }) => text.length))
  expect(tokens.slice(-4).map(({ text }) => text)).toEqual(['costs', '£', '3', '.'])
})

it.each([
  'Not included Team replies',
  'Offers In-App Purchases',
  'Made in Framer',
  'What it costs',
  'You Might Also Like',
  'You can update your preferences or unsubscribe from this list.',
  'Read more at our blog',
  'This site is not a part of Facebook or Facebook Inc.',
])('takes no line around an offer for a claim: %s', async (text) => {
  expect((await createReader()())(text).claims).toEqual([])
})

it.each(['Made in Leeds by hand.', 'Made with oat milk from Fife.'])(
  'still hears what is claimed: %s',
  async (text) => {
    expect((await createReader()())(text).claims).toHaveLength(1)
  },
)
