import { describe, expect, it } from 'vitest'
import { FEELINGS } from '../../../src/domain/simulated-session.js'
import { type Calibration, journey } from '../../../src/engine/simulation/journey.js'
import { MODEL, type Model } from '../../../src/engine/simulation/model.js'
import { productState } from '../../../src/engine/simulation/product-state.js'
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
    expect(events.length).toBeGreaterThan(1_000)
    const feelings = events.flatMap((event) => FEELINGS.map((feeling) => event[feeling]))
    expect(Math.min(...feelings)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...feelings)).toBeLessThanOrEqual(1)
    expect(events.filter(({ outcome, action }) => outcome === 'not_available' && action !== 'read_docs')).toEqual([])
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
    const { sessions } = journey({ seed: 4, person, product: slotwise(), calibration: null, answers, days: 1 })
    expect(sessions[0]?.events.map(({ target, outcome }) => [target, outcome])).toEqual([
      ['signup', 'ok'],
      ['teleport', 'not_available'],
      ['event', 'not_available'],
    ])
    const [signup, teleport] = sessions[0]?.events ?? []
    expect(teleport?.frustration).toBeGreaterThan(signup?.frustration ?? 1)
  })
})

/** A hazard of the frailty alone. */
const FRAILTY_ALONE: Model = {
  ...MODEL,
  staying: { ...MODEL.staying, gap: 0, habit: 0, price: 0, uninstall: false },
}

describe('with feelings counting for nothing', () => {
  const tables = [
    ['High End', { alpha: 0.668088, beta: 3.806095 }],
    ['Regular', { alpha: 0.704077, beta: 1.182043 }],
  ] as const
  it.each(tables)('people stay as the shifted beta-geometric says: %s', (_, frailty) => {
    const n = 500
    const calibration: Calibration = { frailty, activity: null, score_weight: 0, shift: [] }
    const all = journeys(simulatedPeople(n), slotwise(), { calibration, model: FRAILTY_ALONE })
    const free = all.map(({ days, reason }) => (reason === null ? 31 : days))
    let survival = 1
    for (let day = 1; day <= 30; day++) {
      survival *= (frailty.beta + day - 1) / (frailty.alpha + frailty.beta + day - 1)
      const alive = free.filter((days) => days > day).length / n
      expect(Math.abs(alive - survival)).toBeLessThan(3 * Math.sqrt((survival * (1 - survival)) / n))
    }
  })
})
