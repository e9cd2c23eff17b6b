import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Product } from '../../src/domain/simulation/product.js'
import type { SimulationResult } from '../../src/domain/simulation/simulation.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { runIn, runUnopened } from '../support/cli.js'
import { docxOf, pdfOf } from '../support/made-files.js'
import { sharedApp } from '../support/shared-app.js'

const PAGE = `<html><head><title>Tidepool | Expenses for small teams</title>
<meta name="description" content="Tidepool reads receipts and pays small teams back."></head><body>
<nav><a href="/x">Log in</a></nav><h1>Expenses without the paperwork</h1>
<a class="btn" href="/s">Start your free trial</a><p>21-day free trial. No credit card required. We raised $4M.</p>
<h2>Features</h2><h3>Scan receipts</h3><h3>Smart categories</h3><h3>Connect your bank</h3><h3>Invite your team</h3>
<h2>Pricing</h2><h3>Solo</h3><p><b>$9</b><span>/month</span></p><h3>Team</h3><div>$290</div><div>per user per year</div>
<ul><li>Live chat support within 4 hours</li></ul><h2>Frequently asked questions</h2><h3>Can I cancel?</h3></body></html>`
const SPECIFICATION = `# Larder

Larder tells households what to cook before food goes bad, so that less of it is thrown away.

## Functional requirements
- As a cook, I want to scan the fridge so that nothing is forgotten.
- Users can plan meals for a week.
- The system shall send reminders every evening.

## Non-goals
- Restaurants.
`
const FUNNEL = 'step,users\nVisited page,10000\nSigned up,2400\nConnected calendar,1300\nBooked a meeting,820\n'

describe('simulate --draft', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'draft-'))
    return () => rm(folder, { recursive: true })
  })
  const at = (name: string) => join(folder, name)
  const shared = sharedApp({ works: false, env: () => ({ PRESSURE_TEST_MODEL: 'offline' }) })
  const draft = async (
    name: string,
    content: string | Buffer,
  ): Promise<{ product: Product; file: string; said: string }> => {
    await writeFile(at(name), content)
    const out = at(`${name}.yaml`)
    const { code, stdout, stderr } = await runIn(shared(), ['simulate', '--draft', at(name), '-o', out])
    expect(code, stderr).toBe(0)
    const file = await readFile(out, 'utf8')
    return { product: readProductFile(file, 'draft'), file, said: stdout }
  }

  it('finds what a page says, marks every other number as assumed, and can be simulated at once', async () => {
    const { product, file, said } = await draft('page.html', PAGE)
    expect(product).toMatchObject({
      id: 'tidepool',
      price: {
        trial: { days: 21, card_up_front: false },
        currency: '$',
        plans: [
          { id: 'solo', per_month: 9 },
          { id: 'team', per_month: 24.17 },
        ],
        free: null,
      },
      summary: 'Tidepool reads receipts and pays small teams back.',
      support: { channel: 'live chat', wait_hours: 4 },
    })
    expect(Object.keys(product.screens)).toEqual([
      ...['start_trial', 'connect_bank', 'scan_receipts', 'smart_categories', 'invite_team'],
    ])
    const numbers = file.split('\n').filter((line) => /: -?[\d.]+(?: |$)/.test(line) && !line.startsWith('schema'))
    expect(numbers.filter((line) => !/# (?:assumed|found: “.+”)$/.test(line) && !line.startsWith('#'))).toEqual([])
    expect(said).toContain('by rules, without a language model')
    expect(said).toMatch(/^ {2}1\. .+ days with less of it/m)
    expect(said).toMatch(/^ {2}5\. .+ days with less of it/m)
    const options = ['--personas', '10', '--sessions', '5', '--json', '--quiet']
    const { code, stdout } = await runIn(shared(), ['simulate', at('page.html.yaml'), ...options])
    expect(code).toBe(0)
    const result: SimulationResult = JSON.parse(stdout).result
    expect(result.total_users).toBe(10)
    expect(result.most_used_features.length).toBeGreaterThan(0)
  })

  it('reads of a page what is seen of it', async () => {
    const { product, file } = await draft(
      'seen.html',
      `<html><head><title>Fernweh | Trip plans for families</title></head><body>
      <div id="onetrust-banner-sdk"><h2>We value your privacy</h2><p>We and our 843 partners use cookies.</p>
      <button>Accept all cookies</button><button>Manage preferences</button></div>
      <main><h1>Trips without the spreadsheet</h1><p>Fernweh plans a family's trips from one photo of a calendar.</p>
      <a class="btn" href="/s">Plan a trip</a><h2>Pricing</h2><h3>Family</h3><p>€6 per month</p>
      <div style="display:none"><h3>Legacy</h3><p>€49 per month</p></div></main>
      <footer><h3>Careers</h3><a class="btn" href="/n">Subscribe to our newsletter</a></footer></body></html>`,
    )
    expect(product.price.plans).toMatchObject([{ id: 'family', per_month: 6 }])
    expect(file).not.toMatch(/cookie|preferences|newsletter|legacy|843/i)
  })

  it('reads the stories of a specification, the same each time, and writes over no file unasked', async () => {
    const { product, said, file } = await draft('larder.md', SPECIFICATION)
    expect(product.name).toBe('Larder')
    expect(Object.keys(product.screens)).toEqual([
      'signup',
      'scan_fridge',
      'plan_meals_week',
      'send_reminders_every_evening',
    ])
    expect(product.need.period_days).toBe(1)
    expect(said).toContain('No price was found')
    expect(said).toContain('No way in is named')
    const again = ['simulate', '--draft', at('larder.md'), '-o', at('larder.md.yaml')]
    expect(await runIn(shared(), again)).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already') })
    expect(await runIn(shared(), [...again, '--force'])).toMatchObject({ code: 0, stdout: said })
    expect(await readFile(at('larder.md.yaml'), 'utf8')).toBe(file)
  })

  it('drops no price without a word, and takes no requirement for a screen', async () => {
    const { product, said } = await draft(
      'parking.md',
      `# Kerb

Kerb lets drivers pay for parking with their phone, wherever they are.

## User stories
- As a driver I want to pay with my phone

## Non-functional requirements
- p95 latency under 200 ms
- Uptime 99.9 %

## Pricing
Starter $9 per month billed yearly or $12 monthly, Business $29 per user per month. Set-up is $290.
Free for 7 days, then $59.99/year or $9.99/month.
`,
    )
    expect(product.price.plans.map(({ per_month }) => per_month)).toEqual([9, 12, 29, 5, 9.99])
    expect(said).toContain('not taken over')
    expect(said).toContain('$290')
    expect(Object.keys(product.screens)).toEqual(['signup', 'pay_phone'])
  })

  it('takes over plain rates of failure, a price by user and month, and a message on working days', async () => {
    const { product, said, file } = await draft(
      'ledgerly.md',
      `# Ledgerly

Ledgerly keeps the books of small firms without a spreadsheet.

## User stories
- As an owner, I want to connect my bank
- As an owner, I want to send an invoice
- As an owner, I want to sync my notes when I am back online

## Today
15 % of users cannot connect the bank. Sending an invoice fails for 4% of tries.
Sync fails in 12% of attempts with the error "Upload stalled".

Push at 7:30 every weekday morning.

## Pricing
12 € per seat and month, 14-day trial.
`,
    )
    expect(product.screens).toMatchObject({
      connect_bank: { action: 'configure', once: true, defects: [{ p: 0.15 }] },
      send_invoice: { defects: [{ p: 0.04 }] },
      sync_notes: { action: 'use_feature', once: false, defects: [{ p: 0.12, message: 'Upload stalled' }] },
    })
    expect(product.price).toMatchObject({ plans: [{ per_month: 12 }], trial: { days: 14 }, currency: '€' })
    expect(product.notifications).toMatchObject([{ trigger: { daily_hour: 7 }, max_per_week: 5 }])
    expect(file).toContain('found: “15 % of users cannot connect the bank.”')
    expect(said).toContain('done once and before everything else: “connect my bank”')
    expect(said).toContain('these may be any five')
  })

  it('takes no action for the name of a price, nor a price for what the product is', async () => {
    const page = `# Marlow

Invoices for freelancers, sent in a minute.

- Connect your bank account
- Invite your accountant

It is €9 a month.
`
    const { product } = await draft('marlow.md', page)
    expect(product.summary).toBe('Invoices for freelancers, sent in a minute.')
    expect(Object.keys(product.screens)).toEqual([
      ...['signup', 'connect_bank_account', 'main_use', 'invite_accountant'],
    ])
    expect(product.price).toMatchObject({ currency: '€', plans: [{ id: 'monthly', per_month: 9 }] })
  })

  it('takes no bullet for the name of a plan, knows “no card”, and drops no message without a word', async () => {
    const content = `# Fieldnote
Fieldnote lets vets dictate notes in the barn.
As a vet I want to dictate a note so that I need not type with gloves.
- Attach a photo
- Barn mode
Costs 24 € per month after a 21-day trial, no card. Support answers by phone within 4 hours.
Every Friday at 17:00 a summary is mailed.
Every day at 7:30 the barn is heated.
`
    const { product, file, said } = await draft('fieldnote.md', content)
    expect(product.price).toMatchObject({
      trial: { days: 21, card_up_front: false },
      plans: [{ id: 'monthly', per_month: 24 }],
    })
    expect(file).toMatch(/card_up_front: false # found: “/)
    expect(product.notifications).toMatchObject([{ trigger: { weekday: 5 } }])
    expect(said).toContain('A time is told and not taken over: “Every day at 7:30 the barn is heated.”')
    expect(said).not.toContain('not taken over: “Every Friday')

    const headed = await draft(
      'headed.md',
      '# Barnly\nBarnly counts the cows of a farm.\n\n## Herd\nCosts 9 € per month. A card is required up front.\nA recap is sent every morning at 6 am.\n',
    )
    expect(headed.product.price).toMatchObject({ plans: [{ id: 'herd', per_month: 9 }] })
    expect(headed.product.notifications).toMatchObject([{ trigger: { daily_hour: 6 } }])
  })

  it('takes over what a text states of price, messages, support and failures, and denies nothing', async () => {
    const { product, file, said } = await draft(
      'pawtrail.md',
      `# Pawtrail

Pawtrail keeps the walks of your dog.

- Choose a time slot
- Scan a vaccination card
- Invite a neighbour to help

Free for one dog. Plus costs £3.50 a month for as many as you like.

Push message every Monday at 9:00. Support answers by phone.

Known bug: about 12% of scans fail with “Card not readable”. 1 in 5 uploads fails. Owners publish a roster every week.
`,
    )
    expect(Object.keys(product.screens)).toEqual([
      ...['signup', 'choose_time_slot', 'scan_vaccination_card', 'invite_neighbour_help'],
    ])
    expect(product.price).toMatchObject({ plans: [{ id: 'plus', per_month: 3.5 }], free: { limits: { dog: 1 } } })
    expect(product.notifications).toMatchObject([{ trigger: { weekday: 1 } }])
    expect(product.support.channel).toBe('phone')
    expect(product.need.period_days).toBe(7)
    expect(product.screens['scan_vaccination_card']?.defects).toMatchObject([
      { p: 0.12, effect: 'block', message: 'Card not readable' },
    ])
    expect(file).toMatch(/^ +p: 0\.12 # found: “Known bug/m)
    expect(file).toMatch(/^ +weekday: 1 # found: “Push message/m)
    expect(file).toMatch(/^ +severity: 0\.5 # assumed$/m)
    expect(said).toContain('not taken over: “1 in 5 uploads fails.”')
    expect(said).not.toContain('No page tells')
    expect(said).toMatch(/^ {2}5\. .+ days with less of it/m)
    const heading = said.split('\n').find((line) => line.includes('to be replaced by what you know'))
    expect(heading?.startsWith('None of these moved more than luck')).toBe(!said.includes('(no more than luck)'))
  })

  it.each([
    ['A reminder is sent every morning at 8:00.', { daily_hour: 8 }],
    ['Sends a push notification each evening at 10 pm.', { daily_hour: 22 }],
    ['E-mail digest every Friday.', { weekday: 5 }],
    ['We nudge people: a push message after 5 days without a walk.', { idle_days: 5 }],
    ['You get notifications.', { idle_days: 3 }],
    ['It never sends reminders, and it never fails. It is free.', null],
  ])('reads when a message is sent: %s', async (sentence, trigger) => {
    const { product, said } = await draft(`walks-${sentence.length}.md`, `# Walks\n\n${sentence}\n\n- Track a walk\n`)
    expect(product.notifications.map((notification) => notification.trigger)).toMatchObject(trigger ? [trigger] : [])
    expect(product.need.period_days).toBe(1)
    expect(said).toContain('These rules recognised no problem in it')
  })

  it('says that a page is not English, and reads its price all the same', async () => {
    const { product, said } = await draft(
      'seite.html',
      '<title>Termino</title><h1>Termine ohne Aufwand</h1><p>30 Tage kostenlos testen, danach 4,99 € im Monat. Der Support antwortet innerhalb von 24 Stunden per E-Mail.</p>',
    )
    expect(said).toContain('The text looks German, and these rules read English')
    expect(product.price).toMatchObject({ plans: [{ per_month: 4.99 }], trial: { days: 30 } })
    expect(product.support).toMatchObject({ wait_hours: 24, channel: 'e-mail' })
  })

  it.each([
    ['larder.pdf', () => pdfOf([SPECIFICATION])],
    ['larder.docx', () => docxOf(SPECIFICATION.split('\n').filter((line) => line !== ''))],
  ])('reads the document %s', async (name, content) => {
    const { product } = await draft(name, content())
    expect(product.name).toBe('Larder')
    expect(Object.keys(product.screens)).toEqual(expect.arrayContaining(['scan_fridge', 'plan_meals_week']))
  })

  it('reads the page at a link with its buttons, and refuses one that shows itself to nobody', async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(request.url === '/login' ? '<h1>Welcome back</h1><form><input type="password"></form>' : PAGE)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const env = { AGENT_HOSTS_ALLOWED: host, PRESSURE_TEST_MODEL: 'offline', LOG_LEVEL: 'silent' }
    const out = at('linked.yaml')
    const { code, stderr } = await runUnopened(env, ['simulate', '--draft', `http://${host}/tidepool`, '-o', out])
    expect(code, stderr).toBe(0)
    const product = readProductFile(await readFile(out, 'utf8'), 'draft')
    expect(product.name).toBe('Tidepool')
    expect(Object.keys(product.screens)).toContain('start_trial')
    const refused = await runUnopened(env, ['simulate', '--draft', `http://${host}/login`, '-o', at('no.yaml')])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('asks for a login') })
    const missing = await runUnopened(env, ['simulate', '--draft', 'larder', '-o', at('no.yaml')])
    expect(missing).toMatchObject({ code: 2, stderr: 'There is no file larder.\n' })
  })

  it('fits a funnel within a few points, and refuses one that rises with its line', async () => {
    const { product, said } = await draft('meetings.csv', FUNNEL)
    expect(Object.keys(product.screens)).toEqual(['visited_page', 'signed_up', 'connected_calendar', 'booked_meeting'])
    const shares = [...said.matchAll(/: ([\d.]+) % counted, ([\d.]+) % simulated/g)]
    expect(shares).toHaveLength(4)
    for (const [, counted, simulated] of shares) expect(Math.abs(Number(counted) - Number(simulated))).toBeLessThan(4)
    const german = await draft('termine.csv', 'Schritt;Nutzer\nBesucht;900\nAngemeldet;300\n')
    expect(Object.keys(german.product.screens)).toEqual(['besucht', 'angemeldet', 'main_use'])
    await writeFile(at('rising.csv'), 'step,users\na,10\nb,20\n')
    const { code, stderr } = await runIn(shared(), ['simulate', '--draft', at('rising.csv'), '-o', at('x.yaml')])
    expect(code).toBe(2)
    expect(stderr).toContain('rising.csv line 3: 20 users follow 10 of "a"')
  })
})
