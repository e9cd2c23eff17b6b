import { describe, expect, it } from 'vitest'
import { createReader } from '../../src/llm/offline/reading/reading.js'

const priceIn = async (text: string) => (await createReader()())(text).price

/** Texts with several sums, each with the one that is asked for; written before the rules that tell them apart. */
const SEVERAL_SUMS: readonly (readonly [text: string, price: string | undefined])[] = [
  ["Kitchen fitters ask £1,200 for a day's worktop. Slabby sends you a cut one for £340.", '£340'],
  ['Tutors take £45 an hour. Lernix is £12 a month and answers at midnight.', '£12'],
  ['A lost key costs tenants £180 at a locksmith. Keywell keeps a spare for £3 a month.', '£3'],
  ['Our shops earned an extra $8,100 last spring. Shelfie costs $49 a month.', '$49'],
  ['Get a loan of £1,000 to £15,000. We charge £25 once, whatever you borrow.', '£25'],
  ['Savings account: 4.1% on balances from £1 to £20,000. The account costs £2 a month.', '£2'],
  ['Life insurance that pays £150,000 to your family. From £7.80 a month.', '£7.80'],
  ['Parking there without a ticket means a £70 fine. Parko buys the ticket for 20p.', '20p'],
  ['Three nights in Porto for £265 with breakfast. On Expedia the room alone is £390.', '£265'],
  ['The average accountant bills £900 a year. Tally does your return for £99.', '£99'],
  ['Mesh router, £129 or 6 x £21.50.', '£129'],
  ['Kilter goes from £8.99 to £12.99 a month. We have not changed our price since 2021.', '£12.99'],
  ['We have not changed our price since 2021.', undefined],
  ['Pay in 3 instalments of £43. The stroller is £129.', '£129'],
  ['You need 2,000 kr for a new battery elsewhere. Ours is 1 299 kr with fitting.', '1 299 kr'],
  ['Minimum order £40. Our veg box is £18, delivered on Thursdays.', '£18'],
  ['The founders put $400,000 of their own money into it. A jar is $11.', '$11'],
  ["Plumbers' call-out fees start at £95. Our drain kit costs £14 and lasts a year.", '£14'],
  ['A barista earns £12 an hour and makes 30 cups. Beanbot makes 30 for £4.', '£4'],
  ['Last year members saved £310 on average. Membership is £36 a year.', '£36'],
  ['Deposit £50, refunded when the bike comes back. Rent it at £28 a day.', '£28'],
  ['Sennheiser asks $399 for theirs. Our headphones: $149.', '$149'],
  ['Delivery is £4.95 and free over £50. The lamp itself costs £38.', '£38'],
  ['Late rent costs landlords £400 a month. Rently reminds tenants for £6 a month.', '£6'],
  ['One emergency vet visit is £300. With Pawline you call a vet for £8 a month.', '£8'],
  ['Cover up to $1 million for your freelance work, at $22 a month.', '$22'],
  ['Employees on $60,000 waste 5 hours a week on receipts. Clipp scans them for $7 per user.', '$7'],
  ['Claim back up to £600 of rail fares. We check your tickets while you sleep.', undefined],
  ['Our customers recovered $9,200 in May alone. Ask us for a quote.', undefined],
  ['Agenturen verlangen 3.500 € für eine Website. Baukasten Pro kostet 19 € im Monat.', '19 €'],
  ['Ein Umzug kostet im Schnitt 1.800 €. Packhilfe schickt zwei Leute für 240 €.', '240 €'],
  ['Kredit von 2.000 € bis 30.000 €. Die Bearbeitung kostet 29 €.', '29 €'],
  ['Wer falsch parkt, zahlt 55 € Strafe. Die App kostet 2,99 € im Monat.', '2,99 €'],
  ['Kunden sparen 420 € im Jahr. Das Thermostat kostet 89 €.', '89 €'],
  ['Matratze, 399 € oder 12 Raten à 33,25 €.', '399 €'],
  ['Mindestbestellwert 25 €. Die Gemüsekiste kostet 17,50 €.', '17,50 €'],
  ['Bei der Konkurrenz zahlen Sie 79 €. Bei uns nur 49 €.', '49 €'],
  ['Ein Steuerberater nimmt 600 €. Steuerfix macht die Erklärung für 35 €.', '35 €'],
  ['Haftpflicht bis 10 Millionen € für 4,90 € im Monat.', '4,90 €'],
]

it.each(SEVERAL_SUMS)('is told from other sums: %s', async (text, price) => {
  expect((await priceIn(text))?.text).toBe(price)
})

describe('a former price', () => {
  it.each([
    ['Starter was €20, now €15 a month. Studio is €45 a month with video.', '€15', '€20'],
    ['Desk ~~£240~~ £199. Desk with drawers £279.', '£199', '£240'],
    ['Basic was £15, now £9 a month. Pro is £29 a month with payroll.', '£9', '£15'],
    ['Solo ~~€25~~ €19 a month. Team €79 a month.', '€19', '€25'],
    ['Kettle £49 (was £64). Kettle with stand £79', '£49', '£64'],
    ['£2.35 for one litre. The leading brand costs £2.10.', '£2.35', '£2.10'],
    ['Statt 59 € jetzt 39 €. Mit Ersatzakku 69 €.', '39 €', '59 €'],
  ])('belongs to the price beside it: %s', async (text, price, former) => {
    const found = await priceIn(text)
    expect(found?.compared_text).toBe(found?.text === price ? former : '')
  })
})

it.each([
  ['Agencies charge €4,500 for a site like this. Webly builds it for €49 a month, online in 3 days.', '€49'],
  ['Pennant pays 3.9% AER on £500 to £85,000. Open it with £1. Refer a friend and both get £50.', undefined],
  [
    'Hire with Fixly for a flat 250 EUR per hire instead of agency fees of 20% of the salary (about 9.000 EUR).',
    '250 EUR',
  ],
  ['Fisk files your self-assessment for £39. Late filing costs £100 at HMRC.', '£39'],
  ['Our customers recover $12,400 a year with Dunner. Plans start at $12 a month.', '$12'],
  ['Borrow £7,500 to £25,000 at 6.1% APR representative.', undefined],
  ['A facial costs £90. Clarity gel costs £13 and contains 2% salicylic acid.', '£13'],
  ['Physio in your area costs £55 an hour; the Spinely app is £9 a month.', '£9'],
  ['Lisbon, 4 nights, £389. Compare: the same hotel alone is £610 on Booking.com.', '£389'],
  ['Spinely belt: 129,- Euro, or 12 × 10.75 Euro at 0 %.', '129,- Euro'],
  ['Pay £10.75 a month for 12 months, or £129 today.', '£129'],
])('is none that the text only speaks of: %s', async (text, price) => {
  expect((await priceIn(text))?.text).toBe(price)
})

it.each([
  ['Agencies charge €4,500 for a site like this. Ask Webly for an offer.', true],
  ['Late filing costs £100 at HMRC. Fisk files your return in time.', true],
  ['Fisk files your return for £39.', false],
])('is left open where nothing says that it is asked: %s', async (text, isOpen) => {
  expect((await priceIn(text))?.is_open).toBe(isOpen)
})

it.each([
  ['Pet sitter, £18 a day instead of £24.', 540, 720],
  ['The planner was £120, now £96 a year.', 8, 10],
])('is compared with a former one over the same time: %s', async (text, amount, compared) => {
  const price = await priceIn(text)
  expect(price?.amount).toBeCloseTo(amount)
  expect(price?.compared).toBeCloseTo(compared)
})

it.each([
  ['24 rolls for eleven pounds, delivered free.', 'eleven pounds', 11],
  ['Ledgerly: nineteen dollars a month, closes your month in 4 hours.', 'nineteen dollars', 15.2],
  ['The chair costs one hundred and twenty-nine euros.', 'one hundred and twenty-nine euros', 109.65],
  ['A bun for ninety pence.', 'ninety pence', 0.9],
])('is read in words: %s', async (text, words, amount) => {
  const price = await priceIn(text)
  expect(price?.text).toBe(words)
  expect(price?.amount).toBeCloseTo(amount)
})

it.each(['Lose ten pounds by June.', 'A sack holds twenty pounds of flour.', 'Two for you, one for me.'])(
  'is no weight in words: %s',
  async (text) => {
    expect(await priceIn(text)).toBeNull()
  },
)
