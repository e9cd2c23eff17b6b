import { describe, expect, it } from 'vitest'
import { Product } from '../../../src/domain/simulation/product.js'
import type { SessionPlan } from '../../../src/domain/simulation/session-plan.js'
import { FEELINGS, type Feelings } from '../../../src/domain/simulation/simulated-session.js'
import { collectRows } from '../../../src/engine/simulation/analysis/rows.js'
import { type Calibration, type Journey, journeySteps, runJourney } from '../../../src/engine/simulation/journey.js'
import { BEHAVIOUR_WEIGHTS, type BehaviourWeights } from '../../../src/engine/simulation/person/behaviour-weights.js'
import type { Traits } from '../../../src/engine/simulation/person/person.js'
import { productState } from '../../../src/engine/simulation/product-state.js'
import { productCard } from '../../../src/engine/simulation/session/prompt.js'
import { simulatedPeople } from '../../support/simulated-people.mjs'
import { EVENKEEL, journeys, SLOTWISE, slotwise } from './support.js'

const PEOPLE = simulatedPeople(12)

describe('a journey', () => {
  it('is the same in any order, and one more person changes nobody', () => {
    const forwards = journeys(PEOPLE, slotwise())
    const backwards = journeys(PEOPLE.toReversed(), slotwise()).toReversed()
    expect(backwards).toEqual(forwards)
    expect(journeys(simulatedPeople(13), slotwise()).slice(0, 12)).toEqual(forwards)
  })

  it('goes on as it began when the window is longer', () => {
    const short = journeys(PEOPLE, slotwise(), { days: 10 })
    const long = journeys(PEOPLE, slotwise(), { days: 40 })
    short.forEach(({ sessions }, index) => {
      expect(long[index]?.sessions.slice(0, sessions.length)).toEqual(sessions)
    })
  })

  it.each([
    ['slotwise', SLOTWISE],
    ['evenkeel', EVENKEEL],
  ])('keeps feelings within 0–1 and actions legal: %s', (_, product) => {
    const all = journeys(simulatedPeople(40), productState(product, 'A'))
    const events = all.flatMap(({ sessions }) => sessions.flatMap((session) => session.events))
    expect(events.length).toBeGreaterThan(800)
    const feelings = events.flatMap((event) => FEELINGS.map((feeling) => event[feeling]))
    expect(Math.min(...feelings)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...feelings)).toBeLessThanOrEqual(1)
    expect(events.filter(({ outcome, action }) => outcome === 'not_available' && action !== 'read_docs')).toEqual([])
  })

  it.each([
    ['slotwise', SLOTWISE],
    ['evenkeel', EVENKEEL],
  ])('meets a need once a day, and mostly when it is due again: %s', (_, product) => {
    const all = journeys(simulatedPeople(150), productState(product, 'A'))
    const sessions = all.flatMap((one) => one.sessions)
    expect(sessions.filter(({ events }) => events.length === 0).length / sessions.length).toBeLessThan(0.1)
    for (const [target, { period_days = 0 }] of Object.entries(product.screens)) {
      if (period_days === 0) continue
      const gaps = all.flatMap((one) => {
        const worked = one.sessions.flatMap(({ day, events }) =>
          events.flatMap((event) => (event.target === target && event.outcome === 'ok' ? [day] : [])),
        )
        return worked.slice(1).map((day, index) => day - (worked[index] ?? 0))
      })
      expect(gaps.length, target).toBeGreaterThan(20)
      expect(
        gaps.filter((gap) => gap < 1),
        target,
      ).toEqual([])
      expect(gaps.filter((gap) => gap >= period_days / 2).length / gaps.length, target).toBeGreaterThan(0.7)
    }
  })

  it('ends a trial of what sells nothing as any other day', () => {
    const trial = { days: 7, card_up_front: false }
    const free = { ...SLOTWISE, price: { ...SLOTWISE.price, trial, plans: [], free: { limits: {} } } }
    const lives = journeys(simulatedPeople(60), productState(free, 'A'), { days: 14 })
    expect(lives.filter(({ days }) => days > 7).length).toBeGreaterThan(20)
    expect(lives.filter(({ reason }) => reason === 'price')).toEqual([])
    const dead = Product.safeParse({ ...free, price: { ...free.price, free: null } })
    expect(dead.error?.issues[0]?.message).toMatch(/^Nothing can be bought when the trial has ended/)
  })

  it('counts a screen that is open for a while only among those that were open', () => {
    const back = {
      ...{ action: 'use_feature', effort: 0.1, clarity: 0.9, value: 0.4, minutes: 1, needs: ['idle_days>=2'] },
      defects: [{ id: 'gone', p: 0.5, severity: 0.5, effect: 'block' }],
    }
    const product = Product.parse({ ...SLOTWISE, screens: { ...SLOTWISE.screens, welcome_back: back } })
    const { rows, add } = collectRows(30)
    add(journeys(simulatedPeople(60), productState(product, 'A')))
    const use = rows.uses.get('welcome_back')
    expect(use?.tried).toBeGreaterThan(use?.succeeded ?? 0)
    expect(use?.eligible).toBeGreaterThanOrEqual(use?.tried ?? Number.POSITIVE_INFINITY)
  })

  it('stops uses and not days at the limit of a plan', () => {
    const limit = { plan: 'free', per_week: 3 }
    const { period_days: _, ...write } = EVENKEEL.screens.entry ?? expect.fail()
    const product = { ...EVENKEEL, screens: { ...EVENKEEL.screens, entry: { ...write, limit } } } as Product
    for (const { sessions } of journeys(simulatedPeople(30), productState(product, 'A'), { days: 7 })) {
      const events = sessions.flatMap((session) => session.events).filter(({ target }) => target === 'entry')
      const limited = events.findIndex(({ outcome }) => outcome === 'limit')
      const before = limited < 0 ? events : events.slice(0, limited)
      if (limited >= 0) expect(before.filter(({ outcome }) => outcome === 'ok')).toHaveLength(3)
    }
  })

  it('sends a message on the morning after what it follows, and after each time', () => {
    const nagging = (delay_days: number): Product => ({
      ...SLOTWISE,
      notifications: [
        { id: 'after', trigger: { after: 'share_link', delay_days, p: 1 }, pull: 0, annoyance: 0.9, max_per_week: 7 },
      ],
    })
    const frustration = (product: Product): number =>
      journeys(simulatedPeople(40), productState(product, 'A'), { days: 10 })
        .flatMap(({ sessions }) => sessions.map(({ before }) => before.frustration))
        .reduce((sum, value) => sum + value, 0)
    const quiet = frustration({ ...SLOTWISE, notifications: [] })
    expect(frustration(nagging(0))).toBeGreaterThan(quiet)
    expect(frustration(nagging(3))).toBeGreaterThan(quiet)
  })

  it('has the same luck with a message whose neighbour is switched off', () => {
    const ping = { trigger: { daily_hour: 9, delay_days: 0, p: 0.5 }, pull: 2, annoyance: 0, max_per_week: 7 }
    const [loud, calm] = [true, false].map((on) => ({
      ...SLOTWISE,
      flags: { ...SLOTWISE.flags, quiet: { default: !on } },
      notifications: [
        { ...ping, id: 'first', trigger: { ...ping.trigger, p: 0 }, when_not: { flag: 'quiet' } },
        { ...ping, id: 'second' },
      ],
    }))
    const messages = (product: Product) =>
      journeys(PEOPLE, productState(product, 'A')).map(({ sessions }) => sessions.map(({ message }) => message))
    expect(messages(calm as Product)).toEqual(messages(loud as Product))
  })

  it('is over where a screen for uninstalling works, and not where it fails', () => {
    const close = { action: 'uninstall', effort: 0, clarity: 1, value: 1, minutes: 1, needs: [] }
    const failing = { ...close, defects: [{ id: 'stuck', p: 1, severity: 0.4, effect: 'block' }] }
    for (const [screen, outcome] of [[close, 'ok'] as const, [failing, 'blocked'] as const]) {
      const product = Product.parse({ ...SLOTWISE, screens: { ...SLOTWISE.screens, close_account: screen } })
      const tried = journeys(simulatedPeople(60), productState(product, 'A')).filter(({ sessions }) =>
        sessions.some(({ events }) => events.some(({ target }) => target === 'close_account')),
      )
      expect(tried.length).toBeGreaterThan(5)
      for (const { sessions, reason } of tried) {
        const events = sessions.flatMap((session) => session.events)
        const closed = events.findIndex((event) => event.target === 'close_account' && event.outcome === 'ok')
        if (outcome === 'ok' && closed >= 0) expect([closed, reason]).toEqual([events.length - 1, 'uninstalled'])
        if (outcome === 'blocked')
          expect([closed, reason === 'uninstalled']).toEqual([-1, events.at(-1)?.target === 'product'])
      }
    }
  })

  it('keeps its memory bounded', () => {
    const [longest] = journeys(simulatedPeople(12), slotwise(), { days: 365 }).sort((a, b) => b.days - a.days)
    expect(longest?.days).toBeGreaterThan(100)
    expect(longest?.memory.length).toBeLessThanOrEqual(300)
  })

  it('carries out what a model plans: what is not there is tried and fails', () => {
    const [person] = PEOPLE
    if (person === undefined) throw new Error('nobody')
    const plan = [
      { action: 'install', target: 'signup', if_blocked: 'retry' },
      { action: 'use_feature', target: 'teleport', if_blocked: 'other' },
      { action: 'use_feature', target: 'event', if_blocked: 'leave' },
      { action: 'configure', target: 'connect', if_blocked: 'leave' },
    ] as const
    const answers = new Map([[0, { look_back: null, why: '', plan: [...plan] }]])
    const { sessions } = runJourney({ seed: 4, person, product: slotwise(), answers, days: 1 })
    expect(sessions[0]?.events.map(({ target, outcome }) => [target, outcome])).toEqual([
      ['signup', 'ok'],
      ['teleport', 'not_available'],
      ['event', 'not_available'],
    ])
    const [signup, teleport] = sessions[0]?.events ?? []
    expect(teleport?.frustration).toBeGreaterThan(signup?.frustration ?? 1)
  })
})

describe('planned by a model', () => {
  type Plan = SessionPlan['plan']
  const planned = (plan: Plan, traits: Partial<Traits> = {}, look_back: SessionPlan['look_back'] = null) =>
    simulatedPeople(40, traits).map((person) => {
      const weeks = journeySteps({ seed: 1, person, product: slotwise(), days: 10 })
      let step = weeks.next(null)
      while (step.done !== true)
        step = weeks.next({ look_back: step.value.last === null ? null : look_back, plan, why: '' })
      return step.value
    })

  it('begins with what was reported of the last session, before its first action', () => {
    const felt = (frustration: number) => ({ frustration, confidence: 0.5, delight: 0.3, confusion: 0.2, quote: '' })
    const plan: Plan = [{ action: 'install', target: 'signup', if_blocked: 'leave' }]
    const [calm, upset] = [felt(0), felt(1)].map((look_back) =>
      planned(plan, {}, look_back).flatMap(({ sessions }) => sessions[1]?.before.frustration ?? []),
    )
    expect(calm?.length).toBeGreaterThan(10)
    expect(Math.min(...(upset ?? []))).toBeGreaterThan(Math.max(...(calm ?? [])))
  })

  it('lives the same weeks where the report is what arithmetic had in the evening, and acts before it has had enough', () => {
    const onPurpose: Plan = [
      { action: 'install', target: 'signup', if_blocked: 'retry' },
      { action: 'configure', target: 'connect', if_blocked: 'retry' },
      { action: 'use_feature', target: 'share_link', if_blocked: 'other' },
      { action: 'use_feature', target: 'event', if_blocked: 'other' },
    ]
    const lived = (report: (evening: Feelings) => SessionPlan['look_back']) =>
      simulatedPeople(60, { patience: 0.1 }).map((person) => {
        const weeks = journeySteps({ seed: 1, person, product: slotwise(), days: 15 })
        let step = weeks.next(null)
        while (step.done !== true) {
          const { last } = step.value
          step = weeks.next({ look_back: last && report(last.after), plan: onPurpose, why: '' })
        }
        return step.value.sessions.map(({ said: _, ...session }) => session)
      })
    const truthful = lived((evening) => ({ ...evening, quote: '' }))
    expect(truthful).toEqual(lived(() => null))
    const furious = lived(() => ({ frustration: 1, confidence: 0, delight: 1, confusion: 1, quote: '' }))
    for (const sessions of [truthful, furious])
      expect(sessions.flat().filter(({ events }) => events.length === 0)).toEqual([])
    // .2 in the evening are .15 on the next morning.
    truthful.forEach(([first, second], at) => {
      const said = furious[at]?.[1]
      if (first === undefined || second?.day !== first.day + 1 || said?.day !== second.day) return
      expect(said.before.frustration - second.before.frustration).toBeLessThanOrEqual(0.15 + 1e-9)
    })
  })

  it('weighs what was said to stay in mind by what happened, and takes no other part of a session from it', () => {
    const plan: Plan = [
      { action: 'install', target: 'signup', if_blocked: 'retry' },
      { action: 'configure', target: 'connect', if_blocked: 'other' },
    ]
    const lived = (importance: number) =>
      simulatedPeople(20).map((person) => {
        const weeks = journeySteps({ seed: 1, person, product: slotwise(), days: 2 })
        let step = weeks.next(null)
        while (step.done !== true) {
          const memory = step.value.last && { text: 'I remember that.', importance }
          step = weeks.next({ look_back: null, plan, why: '', memory })
        }
        return step.value
      })
    const [least, most] = [lived(1), lived(10)]
    let kept = 0
    most.forEach(({ memory, sessions }, at) => {
      expect(sessions).toEqual(least[at]?.sessions)
      const said = memory.find(({ words }) => words !== undefined)
      if (said === undefined) return
      kept++
      const first = memory.filter(({ kind, day, words }) => kind !== 'semantic' && day === 0 && words === undefined)
      const strongest = Math.max(...first.map(({ importance }) => importance))
      expect(said).toMatchObject({ kind: 'episodic', day: 0, importance: Math.min(10, strongest + 2) })
      const low = least[at]?.memory.find(({ words }) => words !== undefined)
      expect(low?.importance).toBe(Math.max(1, strongest - 2))
    })
    expect(kept).toBeGreaterThan(5)
  })

  it('tries what belongs to another screen in vain, and remembers nothing false of either', () => {
    const [lived] = planned([
      { action: 'share', target: 'signup', if_blocked: 'other' },
      { action: 'read_docs', target: 'signup', if_blocked: 'other' },
      { action: 'install', target: 'signup', if_blocked: 'other' },
    ])
    const [first] = lived?.sessions ?? []
    expect(first?.events.slice(0, 3).map(({ action, target, outcome }) => [action, target, outcome])).toEqual([
      ['share', 'signup (share)', 'not_available'],
      ['read_docs', 'signup (read_docs)', 'not_available'],
      ['install', 'signup', 'ok'],
    ])
    const { rows, add } = collectRows(10)
    add(lived ? [lived] : [])
    expect([...rows.frustrations.keys(), ...rows.uses.keys()].filter((key) => key.includes('('))).toEqual([])
    const own = lived?.memory.filter(({ target }) => target === 'signup') ?? []
    expect(own.filter(({ day, outcome }) => day === first?.day && outcome === 'not_available')).toEqual([])
  })

  it('is cut short on a distracted day like any session', () => {
    const plan: Plan = Array.from({ length: 10 }, () => ({ action: 'read_docs', target: 'docs', if_blocked: 'other' }))
    const [first, cut] = [0, 1].map((distraction) =>
      planned(plan, { distraction, time: 1, patience: 1 }).reduce(
        (sum, { sessions }) => sum + (sessions[0]?.events.length ?? 0),
        0,
      ),
    )
    expect(cut).toBeLessThan((first ?? 0) * 0.8)
  })
})

it('begins at the entry where no onboarding points anywhere', () => {
  const onboarding = { ...EVENKEEL.onboarding, steps: [] }
  const open = Object.fromEntries(
    Object.entries(EVENKEEL.screens).map(([id, screen]) => [id, { ...screen, needs: [] }]),
  )
  const beginAt = (entry: string) => {
    const product = productState({ ...EVENKEEL, screens: open, onboarding, entry }, 'A')
    return new Set(journeys(PEOPLE, product).flatMap(({ sessions }) => sessions[0]?.events[0]?.target ?? []))
  }
  expect(beginAt('theme')).toEqual(new Set(['theme']))
  expect(beginAt('install')).toEqual(new Set(['install']))
})

describe('a flag that takes a screen away', () => {
  const withFlag = (available: boolean, on: boolean) => {
    const event = { ...SLOTWISE.screens.event, when: { flag: 'bookable', available } }
    const flags = { ...SLOTWISE.flags, bookable: { default: on } }
    const file = { ...SLOTWISE, flags, screens: { ...SLOTWISE.screens, event } }
    return { file: Product.parse(file), state: productState(Product.parse(file), 'A') }
  }
  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])('available: %s, the flag %s: there %s', (available, on, isThere) => {
    const { state, file } = withFlag(available, on)
    const targets = journeys(PEOPLE, state).flatMap(({ eligible, sessions }) => [
      ...eligible,
      ...sessions.flatMap(({ events }) => events.map(({ target }) => target)),
    ])
    expect(targets.includes('event')).toBe(isThere)
    expect(productCard(file, state).includes('- event (')).toBe(isThere)
  })

  it('leaves everybody’s luck as it was, and lets people past an onboarding step that is gone', () => {
    expect(journeys(PEOPLE, withFlag(true, true).state)).toEqual(journeys(PEOPLE, slotwise()))
    const connect = { ...SLOTWISE.screens.connect, when: { flag: 'guided_connect', available: false } }
    const share_link = { ...SLOTWISE.screens.share_link, needs: ['signup'] }
    const file = Product.parse({ ...SLOTWISE, screens: { ...SLOTWISE.screens, connect, share_link } })
    expect(journeys(PEOPLE, productState(file, 'B')).some(({ activated_on }) => activated_on !== null)).toBe(true)
  })
})

describe('where nothing is free', () => {
  const at = (per_month: number) => {
    const price = { ...SLOTWISE.price, trial: null, free: null, plans: [{ id: 'pro', per_month }] }
    return journeys(simulatedPeople(120), productState({ ...SLOTWISE, price }, 'A'))
  }
  const paidAt = (per_month: number) => at(per_month).filter(({ paid }) => paid)

  it('people decide once they have met some value, and a higher price puts more of them off', () => {
    const cheap = at(1)
    expect(paidAt(1).length).toBeGreaterThan(10)
    expect(paidAt(12).length).toBeLessThan(paidAt(1).length)
    expect(paidAt(5_000)).toEqual([])
    expect(paidAt(1).filter(({ activated_on }) => activated_on === null)).toEqual([])
    const mean = (all: Journey[]) => all.reduce((sum, { days }) => sum + days, 0) / all.length
    expect(mean(at(5_000))).toBeLessThan(mean(cheap))
    expect(at(5_000).filter(({ reason }) => reason === 'price').length).toBeGreaterThan(0)
  })
})

it('whoever still waits for support on a later day looks for its answer in vain, once a day', () => {
  const support = { ...SLOTWISE.support, wait_hours: 120 }
  const product = productState({ ...SLOTWISE, support }, 'A')
  const events = journeys(simulatedPeople(120, { learning: 'Peer learning' }), product).flatMap(({ sessions }) =>
    sessions.map(({ events }) => events.filter(({ cause }) => cause === 'wait')),
  )
  expect(events.flat().length).toBeGreaterThan(5)
  expect(Math.max(...events.map(({ length }) => length))).toBe(1)
  for (const { target, outcome } of events.flat()) expect([target, outcome]).toEqual(['support', 'slow'])
})

/** A hazard of the frailty alone. */
const FRAILTY_ALONE: BehaviourWeights = {
  ...BEHAVIOUR_WEIGHTS,
  staying: { ...BEHAVIOUR_WEIGHTS.staying, gap: 0, habit: 0, price: 0, uninstall: false },
}

describe('with feelings counting for nothing', () => {
  const tables = [
    ['High End', { alpha: 0.668088, beta: 3.806095 }],
    ['Regular', { alpha: 0.704077, beta: 1.182043 }],
  ] as const
  it.each(tables)('people stay as the shifted beta-geometric says: %s', (_, frailty) => {
    const n = 500
    const calibration: Calibration = { frailty, activity: null, score_weight: 0, shift: [] }
    const all = journeys(simulatedPeople(n), slotwise(), { calibration, weights: FRAILTY_ALONE })
    const free = all.map(({ days, reason }) => (reason === null ? 31 : days))
    let survival = 1
    for (let day = 1; day <= 30; day++) {
      survival *= (frailty.beta + day - 1) / (frailty.alpha + frailty.beta + day - 1)
      const alive = free.filter((days) => days > day).length / n
      expect(Math.abs(alive - survival)).toBeLessThan(3 * Math.sqrt((survival * (1 - survival)) / n))
    }
  })
})
