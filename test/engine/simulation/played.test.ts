import { expect, it } from 'vitest'
import type { Product } from '../../../src/domain/simulation/product.js'
import type { SessionFacts } from '../../../src/domain/simulation/session-plan.js'
import { ARITHMETIC } from '../../../src/domain/simulation/simulation.js'
import type { RecordedStep } from '../../../src/engine/replay.js'
import { runInMemory } from '../../support/engine.js'
import { exportedOf, INPUT, MODEL, saying, WORSE } from './saying.js'
import { SLOTWISE } from './support.js'

it('a stored plan is found by what it was made from, however the question is worded', async () => {
  const stored: RecordedStep[] = []
  const first = await runInMemory('simulation', INPUT, { model: MODEL, stored })
  expect(first.asked).toHaveLength(first.result.total_sessions + INPUT.personas)
  expect(first.asked[0]?.prompt.rules).toContain('one particular person')

  const reworded = stored.map((step) =>
    step.key === 'rules'
      ? { ...step, outcome: { ok: { rules: 'In other words.', card: 'A card.', exit: 'Say it.' } } }
      : step,
  )
  const again = await runInMemory('simulation', INPUT, { model: MODEL, stored: reworded })
  expect(again.asked).toEqual([])
  expect(again.result).toEqual(first.result)

  const unplanned = reworded.filter(({ key }) => !key.endsWith('/0'))
  const partly = await runInMemory('simulation', INPUT, { model: MODEL, stored: unplanned })
  expect(partly.asked).toHaveLength(6)
  expect(partly.asked[0]?.prompt).toMatchObject({ rules: 'In other words.', shared: 'A card.' })
})

it('is asked from what the person knows: nothing of the machine, and the same first part for everybody', async () => {
  const all = await runInMemory('simulation', { ...INPUT, personas: 12 }, { model: MODEL })
  const asked = all.asked.filter(({ task }) => task === 'session')
  expect(new Set(asked.map(({ prompt }) => `${prompt.rules}${prompt.shared}`)).size).toBe(1)
  for (const { prompt, facts } of asked) {
    const { feelings, day, last, steps } = facts as SessionFacts
    for (const feeling of Object.values(feelings)) expect(Math.round(feeling * 20) / 20).toBe(feeling)
    expect(last === null).toBe(day === 0)
    expect(steps).toBeLessThanOrEqual(10)
    const tokens = prompt.own.length / 4
    expect(tokens).toBeLessThanOrEqual(750)
    expect(prompt.own).not.toMatch(/oauth_loop|undefined|NaN/)
  }
  expect((asked[0]?.prompt.shared.length ?? 0) / 4 + (asked[0]?.prompt.rules.length ?? 0) / 4).toBeLessThanOrEqual(
    1_400,
  )
})

it.each([
  'The export to Excel worked wonderfully and saved me 500 euros.',
  'It saved me whole afternoons with its spreadsheet export.',
  'I connected my calendar and 100% of real users stay.',
  'Signed up for it, as my manager Olaf had told me.',
])('words about what is in no record are left out and counted: %s', async (quote) => {
  const { result, trust } = await saying({ quote })
  const words = result.diaries.flatMap(({ entries }) => entries.map(({ text }) => text)).join('\n')
  expect(words).not.toContain(quote)
  expect(trust?.quotes).toMatchObject({ status: 'warn', dropped: result.total_sessions - INPUT.personas })
  expect(trust?.quotes.checked).toBeGreaterThan(2 * result.total_sessions - INPUT.personas)
  expect(trust?.quotes.sentence).toMatch(/^\d+ of \d+ sentences/)
  expect(trust?.sentence).toContain('left out')
})

it('words about what happened in the session are kept, about places where nobody was are not', async () => {
  const quote = 'I was sent round to sign in again, and felt a bit silly.'
  const { result, trust } = await saying({ quote, plan: ['signup', 'connect', 'connect'], product: WORSE })
  const entries = result.diaries.flatMap((lived) => lived.entries)
  expect(entries.filter(({ text }) => text.includes(quote)).length).toBeGreaterThan(0)
  expect(trust?.quotes.verified).toBeGreaterThan(result.total_sessions)
  const elsewhere = await saying({ quote: 'I invited a colleague.', plan: ['signup', 'connect'] })
  expect(elsewhere.trust?.quotes.dropped).toBe(elsewhere.result.total_sessions - INPUT.personas)
})

it('plain feelings are kept, and trust says what of them was not checked', async () => {
  const quote = 'It did what I came for, nothing special.'
  const { result, trust } = await saying({ quote })
  expect(trust?.quotes).toMatchObject({ status: 'pass', dropped: 0 })
  expect(trust?.quotes.sentence).toContain('whether they are true')
  expect(JSON.stringify(result.diaries)).toContain(quote)
})

it('what the product never had is counted as not there, and is nothing to mend', async () => {
  const { result, trust } = await saying({ plan: ['teleporter', 'teleporter', 'team'] })
  expect(trust?.played?.unavailable_share).toBeGreaterThan(0.5)
  expect(JSON.stringify([result.friction_points, result.recommended_actions])).not.toMatch(/teleporter|"team"/)
})

it('a friction has no words beside it that do not name its place or its trouble', async () => {
  const plan = ['signup', 'connect', 'connect', 'connect', 'event']
  const quotesOf = async (quote: string) =>
    (await saying({ quote, plan, product: WORSE })).result.friction_points.flatMap(
      ({ quote: words }) => words?.text ?? [],
    )
  expect(await quotesOf('I did what I came for and left again without any fuss.')).toEqual([])
  expect(await quotesOf('I was asked to sign in again.')).toContain('I was asked to sign in again.')
})

it('an exported step has the model’s reason for it as a quotation, and its own situation where that was left out', async () => {
  const why = 'I want to get my meetings booked today.'
  const reasonsOf = async (step: string) => {
    const lives = await exportedOf({ why, step, plan: ['signup', 'connect'] })
    const sessions = lives.flatMap((life) => life.sessions)
    for (const { said } of sessions) expect(said).toMatchObject({ why, expects: expect.stringContaining('It works') })
    return sessions.flatMap(({ events }) =>
      events.flatMap(({ event_type, reasoning }) => (event_type === 'action' ? [reasoning] : [])),
    )
  }
  const given = await reasonsOf('I cannot start without it.')
  expect(given).toContain('They wanted to sign up: “I cannot start without it.”')
  const strange = await reasonsOf('My manager Olaf wants it.')
  expect(strange).toContain('They wanted to sign up: the product pointed at it.')
  for (const reason of [...given, ...strange]) expect(reason.split(/\s+/).length).toBeLessThanOrEqual(15)
  expect(strange.join()).not.toMatch(/Olaf|Of the session/)
})

it('every exported session is summed up by what happened in it, whatever was said of it', async () => {
  const lives = await exportedOf({ why: 'It saved me 500 euros.', plan: ['signup', 'teleporter'] })
  const sessions = lives.flatMap((life) => life.sessions)
  for (const { summary, said } of sessions) {
    expect(summary).toMatch(
      /^Sign up: .+; find teleporter: was not there\. (?:They told .+ about it\. )?They ended (?:neither )?(?:frustrated|delighted)/,
    )
    expect(said?.why).toBe('')
  }
  for (const { sessions: own, left, days } of lives)
    for (const [at, { events, outcome }] of own.entries()) {
      const day = events[0]?.context.day
      if (left !== null && day === days - 1) expect(outcome).toBe('churned')
      else if (at < own.length - 1) expect(outcome).not.toBe('churned')
    }
})

it('a summary has the words of the screens, a message in place of “lost something”, and who was told', async () => {
  const defects = [
    {
      id: 'oauth_loop',
      p: 1,
      severity: 0.5,
      effect: 'loss' as const,
      message: 'The payment of 40 euros was sent twice.',
    },
  ]
  const connect = { ...SLOTWISE.screens.connect, defects, once: false } as Product['screens'][string]
  const sharing = { ...SLOTWISE.sharing, from: ['signup'] }
  const product = { ...SLOTWISE, hypothesis: null, screens: { ...SLOTWISE.screens, connect }, sharing }
  const lives = await exportedOf({ product, plan: ['signup', 'connect', 'connect'] })
  const sessions = lives.flatMap(({ sessions }) => sessions)
  const summaries = sessions.map(({ summary }) => summary)
  expect(summaries.join()).toContain(
    'connect their calendar: went badly (“The payment of 40 euros was sent twice.”) 2 times.',
  )
  expect(summaries.join()).not.toMatch(/lost something|connect went/)
  for (const { summary, outcome } of sessions)
    if (outcome === 'referred') expect(summary).toMatch(/They told (?:somebody|\w+ people) about it\./)
})

it('an exported event tells the plan of that morning and the flags that are on', async () => {
  const flags = { guided_connect: { default: true } }
  const lives = await exportedOf({
    product: { ...SLOTWISE, hypothesis: null, states: { A: { version: '1.0', flags: {} } }, flags },
  })
  const contexts = lives.flatMap(({ sessions }) =>
    sessions.flatMap(({ events }) => events.map(({ context }) => context)),
  )
  expect(contexts.length).toBeGreaterThan(0)
  for (const { plan, flags_on } of contexts) expect([plan, flags_on]).toEqual(['trial', ['guided_connect']])
})

it('whoever leaves on a day without a session has an entry of that day, which is not the model’s', async () => {
  const { result } = await saying({}, undefined, { personas: 60, days: 15 })
  for (const { id, entries } of result.diaries) {
    const { reason, days } = result.people.find((person) => person.id === id) ?? {}
    if (reason) expect(entries.at(-1)).toMatchObject({ day: (days ?? 0) - 1, outcome: 'churned' })
  }
  const texts = result.diaries.flatMap(({ entries }) => entries.map(({ text }) => text))
  expect(texts.some((text) => text.startsWith('(no session, so no words of the model) '))).toBe(true)
})

it('a hypothesis without a difference says how it was lived, for how long, and which days were not', async () => {
  const product = {
    ...SLOTWISE,
    states: { ...SLOTWISE.states, B: { version: '1.1', flags: { longer: true } } },
    flags: { ...SLOTWISE.flags, longer: { default: false } },
    // It takes longer there, which nobody minds.
    screens: Object.fromEntries(
      Object.entries(SLOTWISE.screens).map(([id, screen]) => [id, { ...screen, when: { flag: 'longer', minutes: 9 } }]),
    ),
  }
  const { result } = await saying({ product })
  expect(result.hypothesis?.sentence).toContain('Both states planned by arithmetic')
  expect(result.hypothesis?.sentence).toContain('over the 8 days of this run')
  expect(result.hypothesis?.sentence).toContain('speaks of 30 days')
})

it('is told of messages and periods in words', async () => {
  const { asked } = await runInMemory('simulation', { ...INPUT, days: 20 }, { model: MODEL })
  const prompts = asked.map(({ prompt }) => `${prompt.shared}${prompt.own}`).join('\n')
  expect(prompts).toContain('The product wrote to you')
  expect(prompts).not.toMatch(/idle_3|\(booked\)|every 1 days/)
})

it('help that is not there is not offered, and a plan that names it is tried in vain', async () => {
  const product = {
    ...SLOTWISE,
    docs: { ...SLOTWISE.docs, coverage: 0 },
    support: { ...SLOTWISE.support, channel: 'none' },
  }
  const input = { ...INPUT, product, arithmetic: ARITHMETIC }
  const { asked } = await runInMemory('simulation', input, { model: MODEL })
  expect(asked[0]?.prompt.shared).toContain('There is no documentation. There is no support.')
  expect(asked[0]?.prompt.shared).toContain('Without a screen: uninstall (product).')
})
