import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { archetypes } from '../../../src/data/archetypes.js'
import { DIARY } from '../../../src/data/diary.js'
import type { Archetype } from '../../../src/domain/personas/persona.js'
import { Product } from '../../../src/domain/simulation/product.js'
import { ARITHMETIC, SimulationInput, SimulationResult } from '../../../src/domain/simulation/simulation.js'
import { partsOf } from '../../../src/engine/run-pipeline.js'
import { expectedEffects } from '../../../src/engine/simulation/analysis/expected-effects.js'
import { testHypothesis } from '../../../src/engine/simulation/analysis/hypothesis.js'
import { resultOf } from '../../../src/engine/simulation/analysis/result.js'
import { collectRows } from '../../../src/engine/simulation/analysis/rows.js'
import { createPairedRuns } from '../../../src/engine/simulation/analysis/same-people.js'
import { runJourney } from '../../../src/engine/simulation/journey.js'
import { productState } from '../../../src/engine/simulation/product-state.js'
import { simulationPipeline } from '../../../src/engine/simulation/simulation.js'
import { runOfflineJourney, worldOf } from '../../../src/engine/simulation/world.js'
import { profileOfArchetype } from '../../support/archetype-profile.js'
import { simulatedPeople } from '../../support/simulated-people.mjs'
import { EVENKEEL, journeys, SLOTWISE, slotwise } from './support.js'

/** Notes of the price on a product. */
const quoted = (product: Product): string =>
  simulationPipeline.notes?.({ mode: 'offline' } as never, SimulationInput.parse({ product })).join() ?? ''

async function resultFor(product: Product, more: object = {}) {
  const input = SimulationInput.parse({ product, personas: 60, ...more })
  const world = worldOf(input)
  const members = Array.from({ length: input.personas }, (_, member) => ({
    ...{ member, joined: 0, invited_by: null, heard: [] },
    journey: runOfflineJourney(input, world, member, { seed: input.seed, joined: 0 }),
  }))
  const { rows, add } = collectRows(input.days)
  add(members.map(({ journey }) => journey))
  const { seed } = input
  const pairedRuns = createPairedRuns(input, world, seed)
  const hypothesis = await testHypothesis(input, world, rows.people, { seed, pairedRuns, played: false })
  return resultOf(input, world, { members, rows, viral: null, hypothesis, seed, pairedRuns, played: false })
}

it('is headed by the state that switched flags make, or by the switches', async () => {
  const product = { ...SLOTWISE, flags: { ...SLOTWISE.flags, quiet: { default: false } } }
  const headed = async (features: object) => (await resultFor(product, { personas: 2, days: 2, features })).product
  expect(await headed({})).toMatchObject({ state: 'A' })
  expect(await headed({ guided_connect: true })).toMatchObject({ state: 'B' })
  expect(await headed({ quiet: true })).toMatchObject({ state: 'A with quiet on', version: '1.0' })
})

const CONNECT = SLOTWISE.screens.connect
const broken = {
  ...SLOTWISE,
  screens: {
    ...SLOTWISE.screens,
    connect: { ...CONNECT, defects: [{ ...CONNECT?.defects[0], p: 0.8, severity: 0.9 }] },
  },
} as Product

it('a cap on questions keeps a run with one worker only where there are questions', () => {
  const input = { product: SLOTWISE, personas: 300, max_parallel: 3 }
  expect(partsOf('simulation', input, 'offline')).toHaveLength(10)
  expect(partsOf('simulation', input, 'anthropic')).toEqual([])
  expect(partsOf('simulation', { ...input, max_parallel: null }, 'anthropic')).toHaveLength(10)
})

describe('what a simulation says', () => {
  let result: SimulationResult
  beforeAll(async () => {
    result = await resultFor(broken, { personas: 120 })
  })

  it('holds the shape that is stored', () => {
    expect(SimulationResult.parse(result)).toEqual(result)
    expect(result.node).toBe(Number(process.versions.node.split('.')[0]))
  })

  it('has one row for a place and a cause, and one for the paywall wherever it stands', async () => {
    const keys = result.friction_points.map(
      ({ target, cause, defect, outcome }) => `${target} ${defect ?? cause ?? outcome}`,
    )
    expect(keys).toEqual([...new Set(keys)])
    const priced = (await resultFor(SLOTWISE, { personas: 120 })).friction_points.filter(
      ({ cause }) => cause === 'price',
    )
    expect(priced).toMatchObject([
      { target: 'product', message: '', trouble: expect.stringMatching(/^The price stops people who try to .+ or /) },
    ])
  })

  it('says of documentation that it lacks the answer', async () => {
    const docs = await resultFor(
      { ...EVENKEEL, docs: { ...EVENKEEL.docs, coverage: 0, effort: 0.9 } },
      { personas: 120 },
    )
    expect(docs.friction_points.filter(({ target }) => target === 'docs').map(({ cause }) => cause)).toEqual([
      'not_in_docs',
    ])
    expect(docs.recommended_actions.map(({ action }) => action)).toContain(
      'Write the answers that the documentation lacks',
    )
  })

  it('says what goes wrong in the words of the file, never by an id', async () => {
    const silent = (effect: string) => ({ id: 'mail_loop', p: 0.8, severity: 0.9, effect, message: '' })
    const profile = (change: object) => ({
      ...EVENKEEL,
      screens: { ...EVENKEEL.screens, profile: { ...EVENKEEL.screens.profile, ...change } },
    })
    const saidOf = async (product: unknown) => {
      const { friction_points, recommended_actions } = await resultFor(product as Product, { personas: 40, days: 5 })
      const said = friction_points.find(({ target }) => target === 'profile')?.trouble
      return [said, recommended_actions[0]?.action]
    }
    expect(result.friction_points[0]).toMatchObject({
      trouble: 'People who try to connect their calendar are told “You are asked to sign in again.”',
      message: 'You are asked to sign in again.',
    })
    expect(await saidOf(profile({ defects: [silent('block')] }))).toEqual([
      'People who try to fill in their profile get no further (mail loop)',
      'Mend what goes wrong when people try to fill in their profile (mail loop)',
    ])
    expect(await saidOf(profile({ defects: [silent('slow')], words: undefined }))).toEqual([
      'People who try to do the profile step wait too long (mail loop)',
      'Make it quicker to do the profile step (mail loop)',
    ])
    expect((await saidOf(profile({ defects: [], clarity: 0, effort: 0.4 })))[0]).toBe(
      'People do not see how to fill in their profile',
    )
    const said = result.friction_points.map(({ trouble }) => trouble).join()
    expect(said + result.recommended_actions.map(({ action }) => action).join()).not.toMatch(/_|oauth/)
  })

  it('says what a fix does to the same people, for several strengths of feeling', () => {
    const [first] = result.recommended_actions
    expect(first?.action).toBe(
      'Mend what goes wrong when people try to connect their calendar: “You are asked to sign in again.”',
    )
    const { low, high, estimate, range_low, range_high } = first?.effect ?? {
      low: 0,
      high: 0,
      estimate: 0,
      range_low: 0,
      range_high: 0,
    }
    expect(low).toBeGreaterThan(0)
    expect(estimate).toBeGreaterThan(low)
    expect(high).toBeGreaterThan(estimate)
    expect(range_low).toBeLessThan(range_high)
    expect(first?.people).toBe(result.friction_points[0]?.people)
    expect(result.friction_points[0]?.priority).toBe('P0')
  })

  it('says no effect of a fix that names nothing to change', async () => {
    const fixes = [{ id: 'somehow', touches: ['connect'], effort: 1 as const }]
    const [action] = (await resultFor({ ...broken, fixes })).recommended_actions
    expect(action).toMatchObject({ effect: null, rationale: expect.stringContaining('names no flag or defect') })
  })

  it('tries a fix that switches messages alone, which no friction names, where it is not there yet', async () => {
    const noteOf = async (state: string) =>
      (await resultFor(EVENKEEL, { state, personas: 40, days: 10 })).notes.find((note) => note.includes('fewer-pushes'))
    expect(await noteOf('A')).toMatch(/changes the share still there at the end by [+−]\d+\.\d points \([+−]\d+\.\d to/)
    expect(await noteOf('C')).toBeUndefined()
    expect(result.notes.join()).not.toContain('switches messages')
  })

  it('says whether the first frictions hang on judged weights', async () => {
    const { sensitivity, notes } = result
    expect(sensitivity).toMatchObject({ runs: 4, people: 100 })
    expect(sensitivity?.kept).toBeGreaterThan(0.5)
    expect(notes.some((note) => note.includes('of the first'))).toBe(true)
    const alone = await resultFor(SLOTWISE, { personas: 1, days: 1, seed: 2 })
    expect(alone.sensitivity).toBeNull()
    expect(alone.notes.some((note) => note.includes('was not run'))).toBe(true)
    expect(alone.mean_days.low).toBeLessThan(alone.mean_days.high)
  })

  it('names the screens that nobody can open', async () => {
    const waiting = (needs: string) => ({ ...EVENKEEL.screens[EVENKEEL.entry], needs: [needs] })
    const screens = { ...EVENKEEL.screens, team: waiting('bookings'), bookings: waiting('team') }
    const product = { ...EVENKEEL, screens } as Product
    const { notes } = await resultFor(product, { personas: 2, days: 2 })
    expect(notes.some((note) => note.includes('nobody can ever open team, bookings'))).toBe(true)
    expect(quoted(product)).toMatch('nobody can ever open team, bookings')
  })

  it.each([
    [{ entries_per_week: 4 }, ''],
    [{ things: 4 }, ''],
    [{ charts: 2, entries: 1 }, 'price.free.limits says charts (2) of the free plan, and no screen has that limit'],
  ])('names what is said to be limited, and is not: %j', async (limits, told) => {
    const product = { ...EVENKEEL, price: { ...EVENKEEL.price, free: { limits } } } as Product
    const { notes } = await resultFor(product, { personas: 2, days: 2 })
    for (const said of [notes.join(), quoted(product)])
      if (told === '') expect(said).not.toMatch('price.free.limits')
      else expect(said).toContain(told)
  })

  it('says of a hypothesis how far its effect hangs on the strength of feelings', async () => {
    const supposed = { ...SLOTWISE.hypothesis, text: 'B is used more', metric: 'active_days' as const }
    const { hypothesis } = await resultFor({ ...SLOTWISE, hypothesis: supposed } as Product, { personas: 60, days: 30 })
    expect(hypothesis?.sentence).toContain('half or twice as strongly')
    const { range_low = 0, range_high = 0, estimate = 0 } = hypothesis?.effect ?? {}
    expect(range_low).toBeLessThanOrEqual(estimate)
    expect(range_high).toBeGreaterThan(range_low)
    expect(hypothesis?.sentence).toContain('half or twice as strongly')
  })
})

// A change of these bytes is a change of what people do: intended ones are written down here, with the Node that made them.
describe('whoever has neither free time nor a plan', () => {
  it('is not said to use it', async () => {
    const result = await resultFor(SLOTWISE, { personas: 80, days: 30 })
    const there = result.people.filter(({ reason }) => reason === null)
    const unpaid = there.filter(({ paid }) => !paid)
    // The trial has 14 days; some have not been back since, and are shut out as well.
    expect(unpaid.filter(({ calendar }) => /[fdp]/.test(calendar.slice(14))).length).toBeLessThan(unpaid.length)
    expect(result.shut_out).toBe(unpaid.length)
    for (const { calendar } of unpaid) expect(calendar.slice(14)).toMatch(/^[fdp-]*$/)
    const used = result.people.filter(({ calendar }) => /[udf]/.test(calendar[25] ?? '')).length
    const active = result.retention_curve[25]?.active ?? 0
    expect(active).toBeLessThanOrEqual(used / result.total_users + 1e-9)
    const quits = result.screens.reduce((sum, screen) => sum + screen.quits, 0)
    expect(quits).toBeLessThan(result.total_users - there.length)
  })
})

it('whoever opens it and does nothing has not used it', async () => {
  // Without a price no day is one of the price.
  const idle = { ...SLOTWISE, price: { trial: null, plans: [], free: { limits: {} } } }
  const request = { personas: 80, days: 20 }
  const { people, retention_curve, total_users } = await resultFor(idle as Product, request)
  const input = SimulationInput.parse({ product: idle, ...request })
  const lives = Array.from({ length: 80 }, (_, member) =>
    runOfflineJourney(input, worldOf(input), member, { seed: 1, joined: 0 }),
  )
  const empty = lives.flatMap(({ sessions }, person) =>
    sessions.flatMap(({ day, events }) => (events.length === 0 ? [people[person]?.calendar[day]] : [])),
  )
  expect(empty.length).toBeGreaterThan(5)
  expect(new Set(empty)).toEqual(new Set(['o']))
  for (const { day, active, rolling } of retention_curve) {
    const acted = people.filter(({ calendar }) => /[udf]/.test(calendar[day] ?? '')).length
    const later = people.filter(({ calendar }) => /[udf]/.test(calendar.slice(day))).length
    expect(active ?? acted / total_users, `day ${day}`).toBeCloseTo(acted / total_users, 9)
    expect(rolling ?? later / total_users, `day ${day}`).toBeCloseTo(later / total_users, 9)
  }
})

it.each([
  [{ channel: 'none' }, { coverage: 0 }],
  [{}, { coverage: 0 }],
  [{ channel: 'none' }, {}],
])(
  'documentation and support that are not there are asked by nobody but in runs that began earlier: %j %j',
  async (support, docs) => {
    const product = {
      ...broken,
      support: { ...broken.support, ...support },
      docs: { ...broken.docs, ...docs },
    } as Product
    const used = (arithmetic: number) => {
      const input = SimulationInput.parse({ product, personas: 60, arithmetic })
      const world = worldOf(input)
      const lives = Array.from({ length: 60 }, (_, member) =>
        runOfflineJourney(input, world, member, { seed: 1, joined: 0 }),
      )
      const targets = lives.flatMap(({ sessions }) =>
        sessions.flatMap(({ events }) => events.map(({ target }) => target)),
      )
      return { docs: targets.includes('docs'), support: targets.includes('support') }
    }
    expect(used(1)).toEqual({ docs: true, support: true })
    expect(used(ARITHMETIC)).toEqual({ docs: !('coverage' in docs), support: !('channel' in support) })
    expect(
      (await resultFor(product, { arithmetic: ARITHMETIC })).friction_points.map(({ cause }) => cause),
    ).not.toContain('coverage' in docs ? 'not_in_docs' : 'wait')
  },
)

it('a pilot that is no smaller than its run says so, in the price and in the result', async () => {
  const said = 'A pilot of 20 people is the whole run here, which has 10; give it fewer.'
  const input = { product: SLOTWISE, personas: 10, days: 2, pilot: 20, arithmetic: ARITHMETIC }
  expect(simulationPipeline.notes?.({ mode: 'offline' } as never, SimulationInput.parse(input))).toContain(said)
  expect((await resultFor(SLOTWISE, input)).notes).toContain(said)
  expect((await resultFor(SLOTWISE, { ...input, pilot: 5 })).notes.join()).not.toContain('is the whole run')
  expect((await resultFor(SLOTWISE, { ...input, arithmetic: 1 })).notes).not.toContain(said)
})

it('says that the stops of a funnel are no trouble of their own', async () => {
  const [id = '', screen] = Object.entries(SLOTWISE.screens)[0] ?? []
  const defect = { id: `stopped_at_${id}`, p: 0.3, severity: 0.4, effect: 'block', message: '' }
  const product = { ...SLOTWISE, screens: { ...SLOTWISE.screens, [id]: { ...screen, defects: [defect] } } } as Product
  const said = expect.stringContaining('each stands for every reason to stop there')
  expect((await resultFor(product, { personas: 3, days: 2 })).notes).toContainEqual(said)
  expect((await resultFor(SLOTWISE, { personas: 3, days: 2 })).notes).not.toContainEqual(said)
})

it('says of people of a set that their need is the product file’s, for everybody alike', async () => {
  const member = { ...profileOfArchetype(archetypes()[0] as Archetype), own_words: ['I have no business at all.'] }
  const people = { sets: [{ name: 'retired', version: 1, size: 1, members: [member] }], passages: [] }
  const asked = { people, panel: ['retired'], personas: 3, days: 2 }
  const said = expect.stringMatching(/^How often they need Slotwise is taken from its file, for everybody alike/)
  expect((await resultFor(SLOTWISE, { ...asked, arithmetic: ARITHMETIC })).notes).toContainEqual(said)
  expect((await resultFor(SLOTWISE, asked)).notes).not.toContainEqual(said)
  expect((await resultFor(SLOTWISE, { personas: 3, days: 2, arithmetic: ARITHMETIC })).notes).not.toContainEqual(said)
})

it.each([
  [{ seed: -1 }, 'A seed is a whole number from 0 to 2147483647.'],
  [{ seed: 1.5 }, 'A seed is a whole number from 0 to 2147483647.'],
  [{ personas: -3 }, 'A simulation needs at least one person.'],
  [{ personas: 2.5 }, 'The number of people is a whole number.'],
  [{ days: 1.5 }, 'The number of days is a whole number.'],
  [{ pilot: 20_000 }, 'A pilot takes at most 10,000 people.'],
])('%j is refused in a sentence', (wrong, sentence) => {
  expect(SimulationInput.safeParse({ product: SLOTWISE, ...wrong }).error?.issues[0]?.message).toBe(sentence)
})

it('a fix is tried on everybody of a small cohort', async () => {
  const { recommended_actions } = await resultFor(broken, { personas: 200, days: 10 })
  const tried = recommended_actions.flatMap(({ effect }) => effect?.people ?? [])
  expect(tried.length).toBeGreaterThan(0)
  expect(new Set(tried)).toEqual(new Set([200]))
})

it('fixes are tried on one person after the other, so that others have their turn', async () => {
  const input = SimulationInput.parse({ product: broken, personas: 40, days: 5 })
  const world = worldOf(input)
  const pairedRuns = createPairedRuns(input, world, 1)
  let [living, most] = [0, 0]
  const live: typeof pairedRuns.live = async (...asked) => {
    most = Math.max(most, ++living)
    const lived = await pairedRuns.live(...asked)
    living--
    return lived
  }
  const fixes = broken.fixes.map(({ id }) => id)
  const effects = await expectedEffects(broken, world.product, { ...pairedRuns, live }, { fixes, seed: 1 })
  expect({ tried: effects.size > 0, most }).toEqual({ tried: true, most: 1 })
})

describe('the quotes of frictions', () => {
  it('are another day of somebody each', async () => {
    const { friction_points } = await resultFor(SLOTWISE, { personas: 120, days: 30, seed: 3 })
    const quotes = friction_points.flatMap(({ quote }) => (quote === null ? [] : [`${quote.person} ${quote.day}`]))
    expect(quotes.length).toBeGreaterThan(3)
    expect(new Set(quotes).size).toBe(quotes.length)
  })

  it('tell the trouble, at its place', async () => {
    const { in_spite, delighted, fond, pleased, content, flat } = DIARY().feelings
    const glad = [...in_spite, ...delighted, ...fond, ...pleased, ...content, ...flat]
    for (const product of [SLOTWISE, EVENKEEL]) {
      const { friction_points } = await resultFor(product, { personas: 120, days: 30, seed: 3 })
      const quoted = friction_points.filter(({ quote }) => quote !== null)
      expect(quoted.length).toBeGreaterThan(3)
      for (const { target, cause, message, quote } of quoted) {
        const text = quote?.text ?? ''
        expect(
          glad.filter((line) => text.includes(line)).concat(text.match(/This time|unlike last time/) ?? []),
        ).toEqual([])
        if (cause === 'not_in_docs') expect(text).toMatch(/guide|help pages/i)
        const { to = '', did = '' } = product.screens[target]?.words ?? {}
        if (to !== '' && cause !== 'price' && cause !== 'limit')
          expect(
            [to, did, message || to].some((words) =>
              text.toLowerCase().includes(words.toLowerCase().replace(/\.$/, '')),
            ),
            `${target}: ${text}`,
          ).toBe(true)
      }
    }
  })
})

it('a hypothesis says how large the change has to be', async () => {
  const sentenceFor = async (change: object) => {
    const product = { ...broken, hypothesis: { ...SLOTWISE.hypothesis, ...change } } as Product
    return (await resultFor(product, { personas: 40, days: 10 })).hypothesis?.sentence
  }
  const share = { metric: 'survival', direction: 'raises' }
  expect(await sentenceFor({ ...share, at_least: 0.05 })).toContain('asks for a rise of at least 5.0 points')
  expect(await sentenceFor({ metric: 'days', direction: 'lowers', at_least: 2 })).toContain('a fall of at least 2.00')
  expect(await sentenceFor({ ...share, at_least: 0 })).not.toContain('at least')
})

it('a hypothesis that is a sentence alone is not judged, and says what it lacks', async () => {
  const { hypothesis } = await resultFor(
    Product.parse({ ...EVENKEEL, hypothesis: 'A hard paywall lowers 30-day survival by more than 3 points.' }),
    { personas: 10, days: 5 },
  )
  expect(hypothesis).toMatchObject({ verdict: 'not_run', effect: null })
  expect(hypothesis?.sentence).toMatch(/direction.+metric.+at_least/)
})

it('feelings on average are those after every event', async () => {
  const { avg_emotional_state } = await resultFor(SLOTWISE, { personas: 30, days: 10 })
  const input = SimulationInput.parse({ product: SLOTWISE, personas: 30, days: 10 })
  const world = worldOf(input)
  const events = Array.from({ length: 30 }, (_, member) =>
    runOfflineJourney(input, world, member, { seed: 1, joined: 0 }),
  ).flatMap(({ sessions }) => sessions.flatMap((session) => session.events))
  const mean = events.reduce((sum, { frustration }) => sum + frustration, 0) / events.length
  expect(avg_emotional_state?.frustration).toBeCloseTo(mean, 9)
})

describe('a hypothesis whose states are the same product', () => {
  it('is not tested', async () => {
    const flag = Object.keys(SLOTWISE.flags)[0] ?? ''
    const result = await resultFor(SLOTWISE, { personas: 20, days: 5, features: { [flag]: true } })
    expect(result.hypothesis).toMatchObject({ verdict: 'not_run', effect: null })
    expect(result.hypothesis?.sentence).toMatch(
      /are the same product, as the flags of this run are switched for both\.$/,
    )
  })
})

it.each([
  ['slotwise', SLOTWISE, 'cf0bbe8577416d16'],
  ['evenkeel', EVENKEEL, '08c2e51d897355f7'],
] as const)('the result of %s is what it was', async (_, product, expected) => {
  const result = await resultFor(product, { personas: 40, days: 21 })
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...result, node: 0 }))
    .digest('hex')
    .slice(0, 16)
  expect(hash, `made by Node 20, this is Node ${process.versions.node}`).toBe(expected)
})

describe('people', () => {
  it('pay only after value worth the name', () => {
    const keen = (value: number) =>
      productState(
        {
          ...SLOTWISE,
          price: { ...SLOTWISE.price, plans: [{ id: 'pro', per_month: 1 }] },
          screens: Object.fromEntries(
            Object.entries(SLOTWISE.screens).map(([id, screen]) => [id, { ...screen, once: true, value }]),
          ),
        },
        'A',
      )
    const paying = (value: number) => journeys(simulatedPeople(80), keen(value)).filter(({ paid }) => paid).length
    expect(paying(0.04)).toBe(0)
    expect(paying(0.3)).toBeGreaterThan(0)
  })

  it('do not push a paywall’s doors twice on one day', () => {
    const lived = journeys(simulatedPeople(80), slotwise())
    const priced = lived.flatMap(({ sessions }) =>
      sessions.map(({ events }) => events.filter(({ cause }) => cause === 'price').length),
    )
    expect(Math.max(...priced)).toBe(1)
  })

  it('hear from quick support on the same day', () => {
    const quick = productState({ ...SLOTWISE, support: { ...SLOTWISE.support, wait_hours: 0.5, solves: 1 } }, 'A')
    for (const person of simulatedPeople(60, { learning: 'Peer learning' })) {
      const { sessions, memory } = runJourney({
        seed: 1,
        person,
        product: quick,
        calibration: null,
        answers: null,
        days: 5,
      })
      const asked = sessions.filter(({ events }) => events.some(({ action }) => action === 'seek_help'))
      const helped = memory.find(({ insight }) => insight === 'support_helped')
      if (asked.length > 0) expect(helped?.day).toBe(asked[0]?.day)
    }
  })
})
