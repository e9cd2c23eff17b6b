import { describe, expect, it } from 'vitest'
import { draftFromFunnel } from '../../src/ingest/product-files/draft-funnel.js'
import { draftFromBlocks } from '../../src/ingest/product-files/draft-product.js'
import { htmlBlocks, textBlocks } from '../../src/ingest/product-files/page-blocks.js'
import { readFunnel } from '../../src/ingest/product-files/read-funnel.js'

/** A draft of a page about a product called Tagly, with a screen “scan_receipt”. */
const draft = (text: string) => draftFromBlocks(textBlocks(`# Tagly\n\n- Scan a receipt\n\n${text}\n`), 'tagly.md')

describe('a problem', () => {
  it.each([
    '30% of paper receipts get lost. Yours never will.',
    '70% of receipts fail their first audit.',
    '1 in 3 scans fails. Ours arrive.',
    'Sometimes you lose a receipt. Tagly finds it.',
    'Unlike other apps, whose scans fail 70% of the time, this app works.',
    '## The problem\n\n12% of scans fail.',
  ])('of the market is told and is no defect: %s', (sentence) => {
    const { product, assumptions } = draft(sentence)
    expect(product.screens['scan_receipt']?.defects ?? []).toEqual([])
    expect(assumptions.join('\n')).toContain('is told and not taken over: “')
  })

  it.each([
    'Tagly drops a few: 12% of scans fail.',
    'About 12% of our scans fail.',
    'Known bug: about 12% of scans fail.',
    '## Known issues\n\n12% of scans fail.',
  ])('of the product is a defect: %s', (sentence) => {
    const { product, found } = draft(sentence)
    expect(product.screens['scan_receipt']?.defects).toMatchObject([{ p: 0.12 }])
    expect(found.get('screens.scan_receipt.defects.0.p')).toContain('12%')
  })

  it.each([
    'In 1 of 10 tries the map does not find the address.',
    'One in ten photos cannot be read by Tagly.',
    'Sometimes the address is not found.',
    'The upload crashes on old phones.',
    'The map does not find new streets.',
    'In 3 of 10 cases the scan fails before it ends.',
  ])('is quoted, and no share of it is guessed: %s', (sentence) => {
    const { product, assumptions } = draft(`${sentence} It costs €5 a month.`)
    expect(Object.values(product.screens).flatMap(({ defects }) => defects)).toEqual([])
    expect(assumptions.join('\n')).toContain(`is told and not taken over: “${sentence}”`)
    expect(assumptions.join('\n')).not.toContain('recognised no problem')
  })

  it.each(['Practise twice a week.', 'We do not sell your data.', 'Fewer errors in your books.'])(
    'is not made of %s',
    (sentence) => {
      expect(draft(sentence).assumptions.join('\n')).toContain('recognised no problem')
    },
  )

  it('is none where something is known for having none', () => {
    expect(draft('Known for tents that do not break.').assumptions.join('\n')).toContain('recognised no problem')
  })
})

describe('a plain rate of failure', () => {
  const page = (sentence: string) =>
    `# Ledgerly\n\nBooks for small firms, kept in one place.\n\n- Connect your bank\n- Send an invoice\n- Sync my notes\n- Pay a bill\n\n## Details\n\n${sentence} It costs €5 a month.\n`
  const rates = (sentence: string) => {
    const { product, assumptions } = draftFromBlocks(textBlocks(page(sentence)), 'ledgerly.md')
    const defects = Object.entries(product.screens).flatMap(([id, screen]) =>
      screen.defects.map(({ p, message }) => ({ id, p, message })),
    )
    return { defects, assumptions: assumptions.join('\n') }
  }

  it.each([
    ['15% of bank connections fail.', 'connect_bank', 0.15],
    ['Connect your bank fails in 15% of attempts.', 'connect_bank', 0.15],
    ['Sending an invoice fails for 4% of tries.', 'send_invoice', 0.04],
    ['15 % of users cannot connect the bank.', 'connect_bank', 0.15],
    ['Connecting the bank fails 15% of the time.', 'connect_bank', 0.15],
    ['Sync fails in 12% of attempts with the error "Upload stalled".', 'sync_notes', 0.12],
    ['About 2,5 % of syncs fail.', 'sync_notes', 0.025],
    ['3% of people are unable to pay a bill.', 'pay_bill', 0.03],
    ['1 in 8 attempts to send an invoice fails. We are working on it.', 'send_invoice', 0.125],
  ])('is a defect of the screen that it names: %s', (sentence, id, p) => {
    expect(rates(sentence).defects).toMatchObject([{ id, p }])
  })

  it('keeps the message that it quotes', () => {
    const [defect] = rates('Sync fails in 12% of attempts with the error "Upload stalled".').defects
    expect(defect?.message).toBe('Upload stalled')
  })

  it.each([
    '15% of invoices get lost in the post.',
    '15% of bank connections fail. Ours never do.',
    'Elsewhere 15% of bank connections fail.',
    '40% of small firms fail in their first year.',
  ])('is none of what happens elsewhere: %s', (sentence) => {
    const { defects, assumptions } = rates(sentence)
    expect(defects).toEqual([])
    expect(assumptions).toContain('is told and not taken over')
  })
})

describe('a price of each user and period', () => {
  it.each([
    ['25 € per user and month', 25],
    ['12 € per seat and month, 14-day trial.', 12],
    ['€12 per user and month', 12],
    ['€120 per employee and year', 10],
    ['25 € pro Nutzer und Monat', 25],
    ['$8 per user & month', 8],
    ['€9 per month and user', 9],
    ['€6 / location / month', 6],
  ])('has its period: %s', (words, per_month) => {
    const { product, assumptions } = draft(`It costs ${words}`)
    expect(product.price.plans).toMatchObject([{ per_month }])
    expect(assumptions.join('\n')).not.toContain('no period stands beside it')
  })
})

describe('what a draft cannot hold', () => {
  const page = (sentence: string) =>
    draftFromBlocks(textBlocks(`# Leafnote\n\n- Scan a plant\n- Draw a pattern\n\n${sentence}\n`), 'l.md')
  const noted = (sentence: string) => page(sentence).assumptions.join('\n')

  it('takes over a wrong answer of stated share where its screen is named', () => {
    const { product } = page('About 12 % of scans name the wrong plant.')
    expect(product.screens['scan_plant']?.defects).toMatchObject([{ p: 0.12, effect: 'wrong' }])
  })

  it.each([
    'The sleeves come out too short in 9 % of patterns.',
    'The app is slow for 20 % of users on Android.',
    'Roughly 7 in 100 labels print upside down.',
    'Every fifth delivery arrives late.',
    '8 % of saved recipes are lost after an update.',
  ])('quotes a share of failures: %s', (sentence) => {
    expect(noted(sentence)).toMatch(/is told and not taken over: “.+”/)
    expect(noted(sentence)).toContain(sentence)
    expect(noted(sentence)).not.toContain('recognised no problem')
  })

  it.each(['Save 20 % when you pay yearly.', 'Read up to 20 % faster.', 'You have up to 10 minutes.', '100 % cotton.'])(
    'quotes no gain and no time: %s',
    (sentence) => expect(noted(sentence)).not.toContain(sentence),
  )

  it.each([
    ['You can log up to 3 repairs a week for free.', { repairs: 3 }],
    ['Eight sketches a month are free.', { sketches: 8 }],
    ['You get 5 free scans a day.', { scans: 5 }],
  ])('takes over what is free: %s', (sentence, limits) => {
    const { price } = page(sentence).product
    expect(price).toMatchObject({ trial: null, free: { limits } })
  })

  it.each(['Free accounts hold 40 photos.', 'At most 12 guests per party.', 'The basic plan includes 500 letters.'])(
    'quotes another limit: %s',
    (sentence) => expect(noted(sentence)).toContain(`A limit is told and not taken over: “${sentence}”`),
  )

  it.each([
    ['Chat with us: replies in 5 minutes, weekdays only.', 'chat', 0.08, true],
    ['Ring us any time, 24/7.', 'phone', 24, true],
    ['Our team replies by e-mail or WhatsApp, usually within two days.', 'mail', 48, true],
    ['Support: phone.', 'phone', 24, false],
    ['We answer by e-mail within a day.', 'e-mail', 24, false],
    ['Your answers are graded in 5 minutes.', 'mail', 24, false],
  ])('reads how support is reached, and quotes what is left: %s', (sentence, channel, wait_hours, isLeft) => {
    expect(page(sentence).product.support).toMatchObject({ channel, wait_hours })
    expect(noted(sentence).includes('Of support more is told')).toBe(isLeft)
  })

  it.each([
    ['We remind you every Monday morning and again on Friday.', 'tells of more than `weekday: 1`'],
    ['Push messages on Tuesdays and Saturdays at 18:00.', 'tells of more than `weekday: 2`'],
    ['A reminder is sent every day at 8:00 and 20:00.', 'tells of more than `daily_hour: 8`'],
    ['We text you twice a day until you water the plants.', 'A time is told and not taken over'],
    ['We mail you a digest every first Sunday.', 'A time is told and not taken over'],
  ])('drops no time of a message: %s', (sentence, note) => {
    expect(noted(sentence)).toContain(note)
    expect(noted(sentence)).toContain(sentence)
  })
})

describe('a price', () => {
  const prices = (sentence: string) => {
    const { product, assumptions } = draft(sentence)
    return { plans: product.price.plans.map(({ per_month }) => per_month), notes: assumptions.join('\n') }
  }

  it.each([
    ['It costs $3 per angler per month.', 3, 'angler'],
    ['The portal is 4 EUR per card per month, billed yearly.', 4, 'card'],
    ['€9 each bee hive a month.', 9, 'bee hive'],
    ['CHF 14 per stall per quarter.', 4.67, 'stall'],
  ])('of each unit has its period, and asks for how many: %s', (sentence, per_month, unit) => {
    const { plans, notes } = prices(sentence)
    expect(plans).toEqual([per_month])
    expect(notes).toContain(`is the price of each ${unit}, taken for one: how many does one person pay for?`)
  })

  it.each([
    ['It costs $3 per month, or $5 / month for clubs.', [3], 'clubs'],
    ['Schools pay £20 a month, everybody else £2 a month.', [2], 'schools'],
    ['€4 a month; for whole families €7 a month.', [4], 'families'],
  ])('of a group is no plan of everybody: %s', (sentence, expected, group) => {
    const { plans, notes } = prices(sentence)
    expect(plans).toEqual(expected)
    expect(notes).toContain(`not taken over, as it is that of ${group}, not of everybody`)
  })

  it.each(['It is €10 a month for families.', 'Family plan: $10 per month. Solo plan: $4 per month.'])(
    'of a group that stands alone or names a plan is asked about: %s',
    (sentence) => {
      const { plans, notes } = prices(sentence)
      expect(plans[0]).toBe(10)
      expect(notes).toContain('take the plan out if single people do not buy it')
    },
  )

  it.each([
    ['$2 per scan.', 'no period stands beside it'],
    ['$36 for 12 months.', 'its period was not understood'],
    ['Nine dollars a month.', 'its amount was not understood'],
    ['A licence is 300 bucks a year.', 'its amount was not understood'],
  ])('that is none says why: %s', (sentence, why) => {
    const { plans, notes } = prices(sentence)
    expect(plans).toEqual([])
    expect(notes).toContain(`not taken over, as ${why}`)
  })
})

describe('the name of a draft', () => {
  it.each([
    ['# Spec: Fleet fuel card portal\n\n- Track a card', 'Fleet fuel card portal'],
    ['# PRD – Chore wheel\n\n- Plan a week', 'Chore wheel'],
    ['# Technical specification v2: Tide clock\n\n- Check the tide', 'Tide clock'],
    ['# Overview\n\n- Pay a bill', 'Overview'],
    ['# Tagly: receipts in order\n\n- Scan a receipt', 'Tagly'],
  ])('is that of the product: %j', (text, name) => {
    expect(draftFromBlocks(textBlocks(text), 'n.md').product.name).toBe(name)
  })

  it.each(['The fog comes\non little cat feet.', 'Roses are red\nViolets are blue'])(
    'is none where nothing tells of a product: %j',
    (text) => expect(() => draftFromBlocks(textBlocks(text), 'poem.txt')).toThrow('poem.txt tells of no product'),
  )
})

describe('a message on working days', () => {
  it.each([
    ['Push at 7:30 every weekday morning.', { daily_hour: 7 }],
    ['A push on weekdays at 18:00.', { daily_hour: 18 }],
    ['You get a reminder every working day.', { daily_hour: 9 }],
    ['Reminders go out Monday to Friday at 8 am.', { daily_hour: 8 }],
  ])('is taken over, and is said to be any five days: %s', (sentence, trigger) => {
    const { product, assumptions } = draft(`${sentence} It costs €5 a month.`)
    expect(product.notifications).toMatchObject([{ trigger, max_per_week: 5 }])
    expect(assumptions.join('\n')).toContain('may be any five')
  })

  it.each([
    'Push your changes to the server.',
    'Writers push each other.',
    'We answer messages on weekdays within 4 hours.',
    'Messages get a reply in 2 business days.',
  ])('is not made of %s', (sentence) => {
    expect(draft(`${sentence} It costs €5 a month.`).product.notifications).toEqual([])
  })
})

describe('what comes before everything else', () => {
  const screens = (...wishes: readonly string[]) => {
    const stories = wishes.map((wish) => `- As a hiker, I want to ${wish}.`).join('\n')
    const { product, assumptions } = draftFromBlocks(textBlocks(`# Trailbook\n\n## User stories\n${stories}\n`), 't.md')
    const gates = Object.entries(product.screens).filter(([, { action }]) => action === 'configure')
    return { product, assumptions: assumptions.join('\n'), gates: gates.map(([id]) => id) }
  }

  it.each([
    'sync my notes when I am back online',
    'verify each receipt',
    'import my bank statement every month',
    'refresh the map',
    'back up my photos',
  ])('is not what is done again and again: %s', (wish) => {
    const { product, gates } = screens('record a walk', wish)
    expect(gates).toEqual([])
    expect(Object.values(product.screens).filter(({ action }) => action === 'use_feature')).toMatchObject([
      { once: false },
      { once: false },
    ])
    expect(Object.keys(product.screens)[1]).toBe('record_walk')
  })

  it.each(['connect my watch', 'set up a profile', 'import my old walks', 'verify my email', 'pair my watch'])(
    'is what sets it up, and is said to be assumed: %s',
    (wish) => {
      const { gates, assumptions } = screens('record a walk', wish)
      expect(gates).toHaveLength(1)
      expect(assumptions).toContain('Taken for steps of setting up, done once and before everything else: “')
    },
  )
})

describe('a free plan', () => {
  it.each([
    'Ad-free 200 channels.',
    'There’s nothing a good nap can’t fix.',
    "There's nothing a good nap can't fix.",
    'Gluten-free one pot meals.',
    'Feel free one more time.',
    'Free for a limited time.',
  ])('is not made of %s', (sentence) => {
    expect(draft(`${sentence} Pro costs €5 a month.`).product.price).toMatchObject({
      plans: [{ per_month: 5 }],
      free: null,
    })
  })

  it.each([
    ['Free for up to 3 beds.', { beds: 3 }],
    ['Free for one dog.', { dog: 1 }],
    ['Pay nothing for your first 2 boxes.', { boxes: 2 }],
    ['Your first 10 scans are free.', { scans: 10 }],
  ])('has the limit that is said: %s', (sentence, limits) => {
    expect(draft(`${sentence} Pro costs €5 a month.`).product.price.free).toMatchObject({ limits })
  })
})

describe('a page', () => {
  const PAGE = `<title>Trottoir – share your parking space</title><h1>Trottoir</h1><p>Rent out your parking space.</p>
<button>Create an account</button><h2>List your space</h2><p>Listing a space takes 5 minutes.</p><h2>Your own street</h2>
<h2>Neighbourhood watch for all of your streets</h2><h2>Invite neighbours</h2><p>First 14 days free, then €7.50 a month or
€70 a year. Free up to 3 bookings a month.</p>`
  const { product, assumptions } = draftFromBlocks(htmlBlocks(PAGE), 'page.html')

  it('has screens for its headings, and says which became none', () => {
    expect(Object.keys(product.screens)).toEqual(['create_account', 'list_space', 'own_street', 'invite_neighbours'])
    expect(assumptions.join('\n')).toContain('made no screen: “Neighbourhood watch for all of your streets”')
  })

  it('names a plan by its own box, and else by its period', () => {
    expect(product.price.plans).toEqual([
      { id: 'monthly', per_month: 7.5 },
      { id: 'yearly', per_month: 5.83 },
    ])
    const box = '<title>T</title><h2>Find a space</h2><h3>Solo</h3><p>For one car.</p><p>€5/month</p><p>€50/year</p>'
    expect(draftFromBlocks(htmlBlocks(box), 'b.html').product.price.plans.map(({ id }) => id)).toEqual([
      'solo',
      'solo_2',
    ])
  })

  it('is told that a limit of its free plan stops nobody yet', () => {
    expect(product.price.free).toEqual({ limits: { bookings: 3 } })
    expect(assumptions.join('\n')).toContain('3 bookings a month.” is said of the plan and stops nobody until')
  })
})

describe('a funnel', () => {
  it.each([
    ['Upgrade', true],
    ['Paid for a year', true],
    ['Booked a meeting', false],
  ])('is used every day after its last step, which may be done once: %s', (last, isOnce) => {
    const steps = [
      { step: 'Visit', users: 100 },
      { step: last, users: 20 },
    ]
    const { product, assumptions } = draftFromFunnel(steps, 'funnel')
    const [id = ''] = Object.keys(product.screens).slice(1)
    expect(product.screens[id]).toMatchObject({ once: isOnce })
    expect(product.screens[isOnce ? 'main_use' : id]?.period_days).toBe(1)
    expect(assumptions.join('\n').includes(`“${last}” is done once`)).toBe(isOnce)
  })

  const users = (text: string) => readFunnel(text, 'funnel.csv').map(({ users }) => users)

  it.each([
    ['step;users\nBesuch;10.000\nAnmeldung;4.000\n', [10_000, 4_000]],
    ['Schritt;Nutzer\nBesuch;1.234.567\nAnmeldung;1.200\n', [1_234_567, 1_200]],
    ['step,users\nVisit,"10,000"\nSign up,"4,000"\n', [10_000, 4_000]],
    ['step;users\nBesuch;10.000,00\nAnmeldung;900\n', [10_000, 900]],
    ['step,users\nVisit,"1,234,567.0"\nSign up,10.0\n', [1_234_567, 10]],
    ["step,users\nVisit,10'000\nSign up,4 000\n", [10_000, 4_000]],
  ])('reads separators of thousands: %j', (text, counts) => expect(users(text)).toEqual(counts))

  it.each([
    [
      'step,users\nVisit,12000\nSign up,10.000\n',
      'line 3: "10.000" may be 10000 or 10 users; write it without a point.',
    ],
    ['step;users\nBesuch;10,000\nAnmeldung;4,000\n', 'line 2: "10,000" may be 10000 or 10 users'],
    ['step;users\nBesuch;10,5\nAnmeldung;4\n', 'line 2: The users of "Besuch" are no whole number.'],
    ['step;users\nBesuch;10\nAnmeldung;\n', 'line 3: The users of "Anmeldung" are no whole number.'],
  ])('refuses what may be meant in two ways, or is no count: %j', (text, sentence) => {
    expect(() => users(text)).toThrow(sentence)
  })
})
