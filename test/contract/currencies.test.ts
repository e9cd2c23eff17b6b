import { expect, it } from 'vitest'
import { JUDGING } from '../../src/data/judging.js'
import { statedAges } from '../../src/domain/panel/audience.js'
import { optOutRespected } from '../../src/engine/evaluation/checks/opt-out.js'
import { quantitiesIn } from '../../src/engine/evaluation/checks/quantities.js'
import { withPricesTimes } from '../../src/engine/panel/assay/prices.js'
import { newFigure } from '../../src/engine/refinement/figures.js'
import { PRICED } from '../../src/ingest/detect-requests.js'
import { hasFigure } from '../../src/ingest/page/text.js'
import { pageFacts } from '../../src/ingest/product-files/page-facts.js'
import { briefOf } from '../../src/llm/offline/reading/agent-brief.js'
import { createReader } from '../../src/llm/offline/reading/reading.js'
import { signalsOf } from '../../src/llm/offline/reading/signals.js'

const SUMS = [
  ...['€490', '490 €', 'EUR 490', '490 EUR', '490 euros', '$490', 'USD 490', '490 dollars', '£490', 'GBP 490'],
  ...['CHF 490', 'CHF490', '490 CHF', '490 francs', '490 Franken', 'kr 490', '490 kr', 'SEK 490', '490 NOK'],
  ...['490 kroner', '490 Kronen', '490 zł', 'PLN 490', '490 złoty', '490 Kč', 'CZK 490', '490 HUF', '490 forints'],
  ...['₹490', 'Rs 490', 'INR 490', '490 rupees', 'R$ 490', 'R$490', 'BRL 490', '¥490', '490 JPY', '490 yen'],
  ...['₪490', '490 NIS', '₩490', '₺490', '₴490', '₽490', '₫490', '₱490', '฿490', '₦490', 'AUD 490'],
]
/** What looks like a sum to the shared expressions only where they are careless. */
const NO_SUMS = ['NIS 2', 'RS 6', 'RS232', '490 kg', '490 free', 'HUFT 490', '490 krill']

const read = await createReader()()
const turn = (at: number, speaker: 'agent' | 'prospect', text: string) => ({ turn: at, speaker, text, tool_calls: [] })
const agent = {
  agent_version_id: '',
  version: '1',
  model: null,
  endpoint: null,
  instructions: '',
  examples: [],
  tools: [],
}
const conversation = { agent: { ...agent, system_prompt: '' }, test: {} as never, trial: 1 }

/** Prices that the offline model leaves among the claims, so that its results stay what they were. */
const CLAIMS = ['EUR 490', '490 pounds', 'USD 490', '490 dollars', 'GBP 490']

/** Whether a reader takes a sum of money for one. */
const READERS: Readonly<Record<string, (sum: string) => boolean>> = {
  'ingest/page/text': hasFigure,
  'ingest/detect-requests': (sum) => PRICED.test(sum),
  'ingest/product-files/page-facts': (sum) => {
    const { plans } = pageFacts([
      { kind: 'heading', text: 'Team' },
      { kind: 'text', text: `${sum} per month` },
    ])
    return plans[0]?.value.per_month === 490
  },
  'engine/evaluation/checks/quantities': (sum) => quantitiesIn(`It is ${sum} now`, 'en')[0]?.unit === 'money',
  'engine/evaluation/checks/opt-out': (sum) =>
    optOutRespected({
      ...conversation,
      turns: [turn(1, 'prospect', 'Please stop writing to me.'), turn(2, 'agent', `Goodbye. A seat: ${sum}.`)],
    }).doubts.some(({ quote }) => quote.includes('490')),
  'engine/refinement/figures': (sum) => newFigure(`Now ${sum}.`, `${sum.replace(/\D/g, '')} seats`) !== null,
  'lexicon/qualifiers': (sum) => JUDGING.qualifiers().at_least.test(`from ${sum}`),
  'engine/panel/assay/prices': (sum) => withPricesTimes(`It is ${sum}.`, 2)?.includes('980') ?? false,
  'llm/offline/reading/price': (sum) => read(`A lamp of beech. It is yours for ${sum}.`).price?.text === sum,
  'llm/offline/reading/claims': (sum) =>
    CLAIMS.includes(sum) || read(`This lamp of beech is sold with a cable for ${sum}.`).claims.length === 0,
  'llm/offline/reading/signals': (sum) => signalsOf([turn(1, 'agent', `A seat is ${sum}.`)], '').answers_price,
  'llm/offline/reading/agent-brief': (sum) =>
    briefOf({ ...agent, system_prompt: `You are Ada. A seat is ${sum}.` }).prices !== '',
}

it.each(Object.entries(READERS))('%s reads a price in each currency as one', (_, reads) => {
  expect(SUMS.filter((sum) => !reads(sum))).toEqual([])
})

it.each(Object.entries(READERS))('%s reads no other number as a price', (_, reads) => {
  expect(NO_SUMS.filter(reads)).toEqual([])
})

it.each([
  ['US$10', 'USD', 10],
  ['EUR 10', 'EUR', 10],
  ['10 euros', '€', 10],
  ['Rs 490', '₹', 490],
  ['490 zł', 'PLN', 490],
  ['490 kr', null, 490],
  ['1 490 kr', null, 1_490],
  ['1.490 €', '€', 1_490],
  ["CHF 1'490", 'CHF', 1_490],
])('a page with %s a month has the currency %s', (sum, currency, perMonth) => {
  const facts = pageFacts([{ kind: 'text', text: `Team ${sum} per month` }])
  expect([facts.currency, facts.plans[0]?.value.per_month]).toEqual([currency, perMonth])
})

it.each(['€', '₹', 'CHF ', 'kr ', 'R$'])('%s20-50 are no ages', (sign) => {
  expect(statedAges(`people who spend ${sign}20-50 on lamps`)).toBeNull()
})
