import { describe, expect, it } from 'vitest'
import type { Life } from '../../../src/domain/panel/ask.js'
import type { LifeEvent, LifeHistory } from '../../../src/domain/simulation/life-history.js'
import type { Product } from '../../../src/domain/simulation/product.js'
import type { SimulatedLife } from '../../../src/domain/simulation/simulated-life.js'
import type { StoredLife } from '../../../src/domain/simulation/stored-life.js'
import { lookBackPrompt } from '../../../src/engine/ask/look-back-prompt.js'
import type { RecordedStep } from '../../../src/engine/replay.js'
import { lifeHistoryOf } from '../../../src/engine/simulation/diary/life-history.js'
import type { Journey } from '../../../src/engine/simulation/journey.js'
import type { MemoryRow } from '../../../src/engine/simulation/memory/memory.js'
import { keptMemories, wordedScreens } from '../../../src/engine/simulation/memory/memory-text.js'
import { recomputeLife, recomputeLives } from '../../../src/engine/simulation/recompute-life.js'
import { storedLivesOf } from '../../../src/engine/simulation/stored-life.js'
import { createOfflineLlm } from '../../../src/llm/offline/offline.js'
import { lookBack } from '../../../src/llm/offline/tasks/look-back.js'
import { hashInMemory, runInMemory } from '../../support/engine.js'
import { simulatedPeople } from '../../support/simulated-people.mjs'
import { journeys, SLOTWISE, slotwise } from './support.js'

const PRODUCT = slotwise()
const WEEK = {
  ...(SLOTWISE.screens.event as Product['screens'][string]),
  words: { to: 'share my week with a friend', did: 'shared my week with a friend' },
}
const NOBODY: Journey = {
  ...{
    person: 'p',
    source: 'p',
    joined: 0,
    days: 30,
    reason: null,
    activated_on: null,
    paid: false,
    paid_on: null,
    shut_out: false,
  },
  ...{ eligible: [], sessions: [], memory: [] },
}
/** [day, place, outcome, cause, times]. */
type Row = readonly [number, string, LifeEvent['outcome'], LifeEvent['cause'], number]
const MESSAGES: Record<string, string> = {
  connect: 'You are asked to sign in again.',
  event: 'Two people hold the same slot.',
}
const DEFECTS: Record<string, string> = { connect: 'oauth_loop', event: 'double_booking' }
function lived(rows: readonly Row[], more: Partial<LifeHistory> = {}): LifeHistory {
  const base = lifeHistoryOf(1, NOBODY, PRODUCT)
  const happened = rows.map(([day, place, outcome, cause, times]) => ({
    ...{ day, place, outcome, cause, times },
    action: base.screens.find(({ id }) => id === place)?.action ?? (place === 'docs' ? 'read_docs' : 'seek_help'),
    defect: cause === 'defect' ? (DEFECTS[place] ?? null) : null,
    message: cause === 'defect' ? (MESSAGES[place] ?? '') : '',
    ...{ upset: outcome === 'ok' ? 0 : 0.2 * times, pleased: outcome === 'ok' ? 0.1 * times : 0 },
  })) as LifeEvent[]
  const days = [...new Set(rows.map(([day]) => day))]
  const visits = days.map((day) => ({ day, called: false, minutes: 4, frustration: 0.3, delight: 0.3, told: 0 }))
  return { ...base, visits, happened, ...more }
}
const life = (all: LifeHistory, more: Partial<Life> = {}): Life => ({
  product: { name: SLOTWISE.name, summary: SLOTWISE.summary },
  person: { persona_id: 'p', name: 'Ada', kind: 'freelancer', character: [] },
  ...{ days: 30, of: 30, reason: null, activated: true, paid: false, lived: all },
  diary: all.visits.map(({ day }) => ({ day, text: `Words of day ${day}.` })),
  feelings: { frustration: 0.1, confidence: 0.6, delight: 0.6, confusion: 0.1 },
  ...more,
})
const ask = (of: Life, question: string, earlier: { question: string; answer: string }[] = []): string =>
  lookBack({ life: of, earlier, question }).reply

const CHIDI = life(
  lived(
    [
      [1, 'signup', 'ok', null, 1],
      [1, 'connect', 'wrong', 'effort', 1],
      [1, 'connect', 'blocked', 'defect', 2],
      [10, 'connect', 'ok', null, 1],
      [10, 'share_link', 'ok', null, 1],
      [10, 'team', 'ok', null, 1],
      [16, 'share_link', 'limit', 'price', 1],
      [17, 'share_link', 'limit', 'price', 1],
      [17, 'support', 'ok', null, 1],
      [22, 'event', 'limit', 'price', 1],
    ],
    { support: [{ asked_on: 17, read_on: 18, answer: 'price' }] },
  ),
  { days: 27, reason: 'price' },
)
const LOCKED = life(
  lived([
    [1, 'connect', 'ok', null, 1],
    [14, 'event', 'ok', null, 2],
    [18, 'share_link', 'limit', 'price', 1],
    [30, 'event', 'limit', 'price', 1],
  ]),
)

describe('somebody asked about their weeks, offline', () => {
  it('counts what happened and calls places by the words of the product file', () => {
    const first = ask(CHIDI, 'What happened the first time you tried to connect your calendar?')
    expect(first).toMatch(/day 1.*connect my calendar/)
    expect(first).toMatch(/twice/)
    expect(first).toContain('“You are asked to sign in again.”')
    expect(first).toContain('day 10')
    expect(first).not.toMatch(/\bConnect\b|stopped me once|I wrote:/)
  })

  it('says one price page once, with all its days', () => {
    const paying = ask(CHIDI, 'Would you pay 12 a month?')
    expect(paying).toContain('The price page stopped me three times, on days 16, 17 and 22.')
    expect(paying.match(/price page stopped/g)).toHaveLength(1)
    expect(ask(CHIDI, 'How many times did you hit the paywall?')).toContain('three times')
  })

  it('knows on which day it was bought, also where it was not opened on that day', () => {
    const buyer = life(lived([[3, 'event', 'ok', null, 1]]), { paid: true, paid_on: 14 })
    expect(ask(buyer, 'What happened on day 14?')).toMatch(/^I paid for it on day 14.* I did not open it on day 14\.$/)
  })

  it('says no sentence twice', () => {
    for (const question of ['What annoyed you most?', 'Why did you leave?', 'What was wrong with it?']) {
      const sentences = ask(CHIDI, question).split(/(?<=[.!?]) /)
      expect(new Set(sentences).size).toBe(sentences.length)
      expect(sentences.length).toBeLessThanOrEqual(4)
    }
  })

  it('knows when support answered, and whether it did', () => {
    expect(ask(CHIDI, 'What did support tell you?')).toMatch(/wrote to support once, on day 17.*answer on day 18/s)
    expect(ask(LOCKED, 'Did you contact support?')).toMatch(/never wrote to support/)
  })

  it('knows what never happened', () => {
    expect(ask(CHIDI, 'Did you ever invite a colleague?')).toMatch(/^Yes.*invited a colleague once, on day 10/)
    expect(ask(LOCKED, 'Did you ever invite a colleague?')).toMatch(/^No, I never .*invite a colleague/)
    expect(ask(CHIDI, 'Did you ever have a double booking?')).toMatch(/^No, that never happened/)
  })

  it('tells somebody locked out from somebody who uses it', () => {
    const still = ask(LOCKED, 'Do you still use it every day?')
    expect(still).toContain('have not left')
    expect(still).toMatch(/day 18.*only the price page/)
    expect(still).toContain('day 14')
    expect(still).not.toContain('I still use')
    const user = life(lived([[28, 'event', 'ok', null, 1]]))
    expect(ask(user, 'Do you still use it?')).toContain('I still use Slotwise')
  })

  it('says so where a question is about nothing of the record', () => {
    for (const question of [
      'How often did the blockchain wallet fail?',
      'Did the colour of the theme matter to you?',
      'What is the capital of France?',
    ]) {
      expect(ask(CHIDI, question)).toMatch(/^Nothing of the kind stands in the record/)
      expect(ask(CHIDI, question)).not.toContain('left')
    }
  })

  it('knows a place by two of its words, and when it worked last', () => {
    expect(ask(CHIDI, 'When did you last send anybody your booking link?')).toMatch(
      /day 17.*price page.*worked was day 10/s,
    )
    expect(ask(CHIDI, 'Did you ever lose anything?')).toBe('I never lost anything there.')
    expect(ask(CHIDI, 'What put you off?')).toContain('annoyed me most')
    expect(ask(CHIDI, 'Was support any good?')).not.toContain('did me most good')
  })

  it('names no reason that nobody saw', () => {
    const drifted = life(CHIDI.lived, { reason: 'drifted', days: 27 })
    expect(ask(drifted, 'Why did you leave?')).toMatch(/on day 27.*no one reason/)
    expect(ask(CHIDI, 'Why did you leave?')).toMatch(/over the price on day 27/)
  })

  it('says what it said before as that', () => {
    const answer = ask(CHIDI, 'Why did you leave?')
    expect(ask(CHIDI, 'Why did you leave?', [{ question: 'Why?', answer }])).toBe(`As I said: ${answer}`)
  })

  it('says that it reads English only', () => {
    for (const question of [
      'Wie oft ist dir eine Doppelbuchung passiert?',
      'Was hat dir daran gefallen?',
      '为什么你离开了？',
    ])
      expect(ask(CHIDI, question)).toContain('ask in English')
    expect(ask(CHIDI, 'Why?')).not.toContain('ask in English')
  })
})

describe('somebody asked whom they told', () => {
  const told = (trigger: 'share' | 'delight', ...all: [number, number][]) =>
    all.map(([day, count]) => ({
      day,
      called: false,
      minutes: 4,
      frustration: 0.3,
      delight: 0.3,
      told: count,
      trigger,
    }))
  const SHARED = lived([[3, 'event', 'ok', null, 1]], { visits: told('share', [3, 1], [5, 2]) })

  it.each(['Did you tell anybody about it? When and whom?', 'Did you invite anyone?', 'Did you bring anyone along?'])(
    'knows it from the record of referrals, at whatever screen: %s',
    (question) => {
      const answer = ask(life(SHARED), question)
      expect(answer).toContain('I told three people about it, on days 3 and 5: 1 on day 3 and 2 on day 5.')
      expect(answer).toContain('whether they joined, is not in my record')
    },
  )

  it('says nothing of a screen for sharing beside it that would deny it', () => {
    expect(ask(life(SHARED), 'Did you ever invite a colleague?')).toMatch(/^I told three people about it/)
  })

  it('knows who joined where the record has it, and who told them', () => {
    const of = life(SHARED, { brought: [{ name: 'Pedro', day: 6 }], invited_by: 'Mei' })
    expect(ask(of, 'Did anybody join because of you?')).toContain('Of these joined because of me: Pedro on day 6.')
    expect(ask(of, 'Who invited you?')).toContain('Mei told me about it')
    const { own } = lookBackPrompt('', { life: of, earlier: [], question: 'Why?' })
    expect(own).toMatch(
      /You told one person about it on day 3\.[\s\S]*You told 2 people about it on day 5\.[\s\S]*Pedro joined on day 6/,
    )
    expect(own).not.toContain('never told anybody')
    expect(ask(life({ ...SHARED, visits: told('share', [3, 0]) }), 'Did you tell anyone?')).toMatch(/^I never told/)
  })

  it('holds everybody told of a journey, by any trigger', () => {
    const product = { ...PRODUCT, sharing: { ...PRODUCT.sharing, from: ['share_link'] } }
    const all = journeys(simulatedPeople(60), product, { contacts: 200 })
    const shared = all.filter(({ sessions }) =>
      sessions.some(({ trigger, told }) => trigger === 'share' && told.length),
    )
    expect(shared.length).toBeGreaterThan(3)
    for (const one of all)
      expect(lifeHistoryOf(1, one, product).visits.map((visit) => visit.told)).toEqual(
        one.sessions.map((session) => session.told.length),
      )
  })
})

describe('somebody asked about paying and about a day', () => {
  const rows = [
    [1, 'connect', 'ok', null, 1],
    [2, 'event', 'ok', null, 3],
    [2, 'share_link', 'ok', null, 1],
    [14, 'event', 'ok', null, 1],
  ] as const
  const OVER = /^I left over the price on day 14\. The trial of 14 days ended that day\./

  it('says one thing of a trial that ended on the day they left', () => {
    const left = life(lived(rows), { days: 14, reason: 'price' })
    for (const question of ['Was the trial over when you left?', 'Why did you leave over the trial?']) {
      expect(ask(left, question)).toMatch(OVER)
      expect(ask(left, question)).not.toContain('not over')
    }
    const earlier = life(lived(rows), { days: 9, reason: 'drifted' })
    expect(ask(earlier, 'Was the trial over when you left?')).toContain('was not over when I left, on day 9')
    const there = life(lived(rows), { days: 10, of: 10 })
    expect(ask(there, 'Did you pay?')).toBe('I did not pay for it. The trial of 14 days is not over yet.')
  })

  it.each([
    'When did you pay?',
    'On what day did you buy the plan?',
    'Did you pay for it?',
    'What happened on day 14?',
  ])('knows on which day they paid: %s', (question) => {
    const paid = life(lived(rows), { paid: true, paid_on: 14 })
    expect(ask(paid, question)).toContain('I paid for it on day 14, 12 a month.')
    expect(lookBackPrompt('', { life: paid, earlier: [], question }).own).toContain('paid for it on day 14.')
  })

  it('counts what they did on a day', () => {
    const all = life(lived(rows))
    expect(ask(all, 'How many meetings did you set up on day 2?')).toBe('I set up a meeting three times, on day 2.')
    expect(ask(all, 'How many meetings did you set up on day 1?')).toBe('I did not try to set up a meeting on day 1.')
    expect(ask(all, 'What happened on day 2?')).toBe('On day 2 I wrote: Words of day 2.')
    expect(ask(all, 'What happened with your calendar on day 1?')).toBe(
      'I connected my calendar once, on day 1. On day 1 I wrote: Words of day 1.',
    )
  })

  it('names what to mend first', () => {
    for (const question of ['What would you mend first?', 'What should they repair first?'])
      expect(ask(CHIDI, question)).toMatch(/^What stands in the way is the price/)
  })
})

describe('which plan was bought', () => {
  const plans = [
    { id: 'solo', per_month: 3 },
    { id: 'team', per_month: 7 },
  ]
  const sold = { ...SLOTWISE, price: { ...SLOTWISE.price, plans } }
  const rows = storedLivesOf({ input: { product: sold, personas: 20, days: 30 }, seed: 1, steps: [] })
  const ASKED = 'Which plan did you buy and what does it cost a month?'

  it('is known with its price, to a model as well', async () => {
    const stored: RecordedStep[] = []
    const input = { product: sold, personas: 30, days: 30 }
    const { result } = await runInMemory('simulation', input, { stored })
    const run = { input, seed: 1, model: { mode: 'offline', ...createOfflineLlm().models } as const, steps: stored }
    const exported: SimulatedLife[] = []
    for await (const lives of recomputeLives(run, hashInMemory)) exported.push(...lives)
    const ids = new Set<string>()
    for (const { id } of result.people.filter(({ paid }) => paid)) {
      const events =
        exported.find(({ persona_id }) => persona_id === id)?.sessions.flatMap(({ events }) => events) ?? []
      const plan = events.find(({ action }) => action === 'buy')?.metadata.plan
      if (plan === undefined) continue
      ids.add(plan.id)
      expect(plans).toContainEqual({ id: plan.id, per_month: plan.per_month })
      for (const { context } of events) expect(context.bought).toEqual(context.plan === 'paid' ? plan : undefined)
      if (ids.size > 2) continue
      const one = await recomputeLife(run, id, hashInMemory)
      const price = one.plan?.a_month ?? ''
      expect(price).toContain(String(plan.per_month))
      expect(ask(one, ASKED)).toMatch(
        new RegExp(`plan “${plan.id}” on day \\d+, and I paid .*${plan.per_month} a month`),
      )
      expect(lookBackPrompt('', { life: one, earlier: [], question: 'Why?' }).own).toContain(
        `bought the plan ${plan.id} for ${price} a month on day ${one.paid_on}`,
      )
    }
    expect(ids.size).toBe(2)
  })

  it('is not known where rows are all there is', () => {
    const [one] = journeys(simulatedPeople(40), PRODUCT).filter(({ paid_on }) => paid_on !== null)
    const { joined, days, reason, activated_on, paid, paid_on } = one as Journey
    const of = rows.life({
      ...{ person: 0, invited_by: null, joined, days, reason, activated_on, paid, paid_on },
      sessions: [],
    })
    expect(ask(of, ASKED)).toContain(
      `I paid for it on day ${(paid_on ?? 0) + 1}; which of the plans is not in my record.`,
    )
  })
})

describe('the question that is asked is answered', () => {
  const game = lived([
    [2, 'event', 'ok', null, 1],
    [2, 'connect', 'blocked', 'defect', 1],
  ])
  const screens = [
    { id: 'start', action: 'install', to: 'start the game', did: 'started the game', troubles: [] },
    ...game.screens.map((screen) =>
      screen.id === 'connect'
        ? { ...screen, troubles: [{ id: 'crash', message: 'The game closed and your field is empty.' }] }
        : screen,
    ),
  ]
  const product = { name: 'Moonfarm', summary: 'A farming game on the moon for ten minutes an evening.' }
  const visits = game.visits.map((visit) => ({
    ...visit,
    frustration: 0.72,
    confidence: 0.15,
    delight: 0.35,
    confusion: 0.5,
  }))
  const player = life({ ...game, screens, visits }, { product, paid: true, paid_on: 2 })

  it('does not take the product for a defect or a place', () => {
    expect(ask(player, 'Did you tell anybody about the game? When and whom?')).toMatch(/^I never told anybody/)
    expect(ask(player, 'Did you tell anybody about Moonfarm?')).toMatch(/^I never told anybody/)
    expect(ask(player, 'Was your field empty?')).toMatch(/never happened/)
    expect(ask(player, 'Did you ever start the game?')).toMatch(/never tried to start the game/)
  })

  it('quotes what a loss was instead of calling it lost work', () => {
    const message = 'The payment of 40 euros was sent twice.'
    const loss = lived([[3, 'event', 'loss', 'defect', 1]])
    const of = life({ ...loss, happened: loss.happened.map((event) => ({ ...event, message })) })
    for (const question of ['What annoyed you most?', 'What happened the first time you set up a meeting?'])
      expect(ask(of, question)).toMatch(/went badly.*sent twice/)
    expect(ask(of, 'What annoyed you most?')).not.toContain('lost')
    const screens = wordedScreens({
      ...SLOTWISE,
      screens: { event: { ...WEEK, defects: [{ ...WEEK.defects[0], id: 'x', message }] } },
    } as Product)
    const text = keptMemories(screens, [
      { kind: 'episodic', day: 1, target: 'event', outcome: 'loss', defect: 'x', insight: null, count: 1 } as MemoryRow,
    ])
    expect(text[0]?.text).toBe(`It went badly when I wanted to share my week with a friend (“${message}”).`)
  })

  it.each(['Did you get your money back for it?', 'Were you refunded?', 'Did they refund the 40 euros?'])(
    'knows of no money given back: %s',
    (question) => expect(ask(player, question)).toMatch(/^Nothing of the kind stands in the record/),
  )

  it('knows how long the trial was, where there is one', () => {
    const price = { trial_days: 7, a_month: ['4.99'], free: false }
    for (const question of ['How long was the trial?', 'How many days did the free trial last?'])
      expect(ask(life({ ...game, price }), question)).toBe('The trial was 7 days long.')
    expect(ask(life({ ...game, price: { ...price, trial_days: null } }), 'How long was the trial?')).toMatch(
      /not in my record/,
    )
  })

  it.each([
    'How did you feel on day 2?',
    'How frustrated were you on day 2, and why?',
    'How confident were you on day 2?',
  ])('speaks of the feelings of that day, with its words: %s', (question) => {
    const answer = ask(player, question)
    expect(answer).toContain(
      'on day 2 I was quite frustrated (0.72), hardly confident (0.15), a little delighted (0.35) and somewhat confused (0.50)',
    )
    expect(answer).toContain('On day 2 I wrote: Words of day 2.')
    expect(answer.includes('it would not let me')).toBe(question.includes('why'))
  })

  it('has the feelings of every day for a model, too', () => {
    expect(lookBackPrompt('', { life: player, earlier: [], question: 'Why?' }).own).toContain(
      'day 2 0.72 0.15 0.35 0.50',
    )
    expect(ask(player, 'How did you feel on day 9?')).toBe('I did not open it on day 9.')
  })
})

describe('what somebody remembers', () => {
  const memories = [
    {
      kind: 'social',
      day: 1,
      text: 'Somebody told me that it lost something when they wanted to connect their calendar.',
      times: 1,
    },
    { kind: 'emotional', day: 4, text: 'I sent somebody my booking link.', times: 1 },
  ] as const
  const joiner = { ...CHIDI, memories: [...memories] }

  it.each(['What did your friend tell you about it?', 'Who told you about it?', 'How did you hear about it?'])(
    'is what they were told: %s',
    (question) => {
      expect(ask(joiner, question)).toBe(memories[0].text)
      expect(ask(CHIDI, question)).toBe('Nobody told me anything about it before I began.')
    },
  )

  it('of somebody else is not told in the first person', () => {
    const row = { kind: 'social', day: 0, target: 'share', outcome: 'ok', defect: null, insight: null, count: 1 }
    const screens = wordedScreens({ ...SLOTWISE, screens: { share: WEEK } })
    expect(keptMemories(screens, [row as MemoryRow])[0]?.text).toBe(
      'Somebody told me that it worked when they wanted to share their week with a friend.',
    )
  })

  it('is what they felt most, and told to a model', () => {
    expect(ask(joiner, 'What do you remember?')).toContain(memories[1].text)
    expect(lookBackPrompt('', { life: joiner, earlier: [], question: 'Why?' }).own).toContain(
      `Before your first day: ${memories[0].text}`,
    )
  })

  it('holds what the friend said, for everybody who joined by invitation', async () => {
    const stored: RecordedStep[] = []
    const input = { product: SLOTWISE, personas: 20, days: 12, network: 'small_world' }
    await runInMemory('simulation', input, { stored })
    const run = { input, seed: 1, model: { mode: 'offline', ...createOfflineLlm().models } as const, steps: stored }
    const joiners: SimulatedLife[] = []
    for await (const lives of recomputeLives(run, hashInMemory))
      joiners.push(...lives.filter(({ joined }) => joined > 0))
    const told = joiners.filter(({ memories }) => memories.some(({ kind }) => kind === 'social'))
    expect(told.length).toBeGreaterThan(0)
    const one = await recomputeLife(run, told[0]?.persona_id ?? '', hashInMemory)
    expect(one.memories).toEqual(told[0]?.memories)
    const by = await recomputeLife(run, told[0]?.by ?? '', hashInMemory)
    expect(one.invited_by).toBe(by.person.name)
    expect(by.brought).toContainEqual({ name: one.person.name, day: expect.any(Number) })
  })
})

it('invitations stand in the export, so that K follows from it', async () => {
  const stored: RecordedStep[] = []
  const input = { product: SLOTWISE, personas: 20, days: 12, network: 'small_world' }
  const { result } = await runInMemory('simulation', input, { stored })
  const run = { input, seed: 1, model: { mode: 'offline', ...createOfflineLlm().models } as const, steps: stored }
  const people: SimulatedLife[] = []
  const lives = recomputeLives(run, hashInMemory)
  let page = await lives.next()
  for (; !page.done; page = await lives.next()) people.push(...page.value)
  const referrals = page.value
  const joined = new Map(people.map((person) => [person.persona_id, person.joined]))
  const accepted = referrals.filter((referral) => referral.joined !== null)
  expect(accepted.map(({ from, to, joined }) => [to, from, joined]).toSorted()).toEqual(
    people.flatMap(({ persona_id, by, joined }) => (by === null ? [] : [[persona_id, by, joined]])).toSorted(),
  )
  let k = 0
  for (let age = 0; age < 14; age++) {
    const observed = people.filter((person) => person.joined + age < input.days - 1).length
    k += accepted.filter(({ from, sent }) => sent - (joined.get(from) ?? 0) === age).length / Math.max(1, observed)
  }
  expect(accepted.length).toBeGreaterThan(0)
  expect(referrals.length).toBeGreaterThan(accepted.length)
  expect(k).toBeCloseTo(result.viral_coefficient?.k ?? 0, 9)
})

describe('a life read from rows, by a version that computes other weeks', () => {
  const [journey] = journeys(simulatedPeople(20), PRODUCT).filter(({ sessions }) => sessions.length > 3)
  const { joined, days, reason, activated_on, paid, paid_on, sessions } = journey as Journey
  const stored = {
    ...{ person: 0, invited_by: null, joined, days, reason, activated_on, paid, paid_on },
    sessions: sessions.map(({ told, ...session }) => ({ ...session, invited: told.length })),
  } as StoredLife
  const rows = storedLivesOf({ input: { product: SLOTWISE, personas: 20, days: 30 }, seed: 1, steps: [] })
  const of = rows.life(stored)

  it('has no character and no memories, which nobody kept', () => {
    expect(of.person.character).toEqual([])
    expect(of.memories).toBeUndefined()
    expect(rows.record(stored).traits).toEqual({})
    const { own } = lookBackPrompt('', { life: of, earlier: [], question: 'Why?' })
    expect(own).toContain(`You are ${of.person.name}, ${of.person.kind}.`)
    expect(own).toContain('Your diary and what you remember were not kept.')
    expect(own).not.toContain('<diary')
  })

  it.each([
    ['Did the notifications bring you back?', 'Whether a message called me was not kept.'],
    ['Who told you about it?', 'What others told me of it was not kept.'],
    ['What do you remember of it?', 'What I remember of it was not kept.'],
    [`What happened on day ${(sessions[1]?.day ?? 0) + 1}?`, 'what I wrote of it was not kept.'],
  ])('says so where it is asked for it: %s', (question, answer) => {
    expect(ask(of, question)).toContain(answer)
  })
})

describe('the record of a life', () => {
  const people = simulatedPeople(60)
  const all = journeys(people, PRODUCT).map((one) => ({ one, record: lifeHistoryOf(1, one, PRODUCT) }))

  it('has every event of every session', () => {
    for (const { one, record } of all) {
      const events = one.sessions.flatMap(({ events }) => events)
      expect(record.happened.reduce((sum, { times }) => sum + times, 0)).toBe(events.length)
      expect(record.support).toHaveLength(events.filter(({ target }) => target === 'support').length)
    }
  })

  it('knows of every answer of support whether it helped, as it was remembered then', () => {
    for (const { one, record } of all) {
      const remembered = one.memory
        .filter(({ insight }) => insight === 'support_helped')
        .reduce((sum, { count }) => sum + count, 0)
      const read = record.support.filter(({ answer }) => answer === 'helped' || answer === 'to_try').length
      expect(read).toBeLessThanOrEqual(remembered)
    }
  })

  it('calls no answer about the price a help, and so does their memory', () => {
    const expensive = {
      ...PRODUCT,
      price: { ...PRODUCT.price, trial: null, free: null, plans: [{ id: 'solo', per_month: 900 }] },
    }
    const product = { ...expensive, support: { ...PRODUCT.support, wait_hours: 0, solves: 1 } }
    const met = journeys(simulatedPeople(200), product).map((one) => {
      const after = one.sessions.findIndex(({ events }) => events.some(({ cause }) => cause === 'price'))
      const first = one.sessions[after]?.day ?? 99
      const asked = one.sessions.filter(
        ({ day, events }) => day > first && events.some(({ target }) => target === 'support'),
      )
      return { one, first, asked }
    })
    const stopped = met.filter(({ asked }) => asked.length > 0)
    expect(stopped.length).toBeGreaterThan(2)
    for (const { one, first, asked } of stopped) {
      const helped = one.memory.filter(({ insight }) => insight === 'support_helped')
      expect(helped.filter(({ evidence }) => evidence.some((at) => Math.floor(at / 16) > first))).toEqual([])
      const { support } = lifeHistoryOf(1, one, product)
      for (const { asked_on, answer } of support) if (asked_on > first + 1) expect(answer).toBe('price')
      for (const { events } of asked)
        events.forEach((event, at) => {
          const before = events[at - 1]
          if (event.target === 'support' && before) expect(before.frustration - event.frustration).toBeLessThan(0.2)
        })
    }
  })

  it('is told in short whole sentences without an id of the file, whatever is asked', () => {
    const questions = [
      ...['Why did you leave?', 'What annoyed you most?', 'What did you like?', 'Would you pay?', 'How was it?'],
      ...['Did support help?', 'Did you use the guide?', 'What would bring you back?', 'How did you start?'],
      ...['Did you recommend it?', 'How did you feel?', 'What was confusing?', 'Did you lose anything?'],
      ...['How often did you send a booking link?', 'When did you last set up a meeting?', 'What happened on day 1?'],
    ]
    all.forEach(({ one, record }) => {
      const of = life(record, {
        days: one.days,
        reason: one.reason,
        paid: one.paid,
        activated: one.activated_on !== null,
      })
      for (const question of questions) {
        const answer = ask(of, question)
        expect(answer).toMatch(/^\p{Lu}.*[.!?”)]$/su)
        expect(answer).not.toMatch(/share_link|oauth|Share link|undefined|NaN|\.\.| {2}|no times|on days? \./)
        const sentences = answer.split(/(?<=[.!?]) (?=\p{Lu})/u)
        expect(new Set(sentences).size).toBe(sentences.length)
      }
    })
  })
})
