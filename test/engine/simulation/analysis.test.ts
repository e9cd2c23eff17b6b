import { describe, expect, it } from 'vitest'
import type { Outcome, Session, SessionEvent } from '../../../src/domain/simulation/simulated-session.js'
import { judgeHypothesis, pairedEffect, pairedShareEffect } from '../../../src/engine/simulation/analysis/effect.js'
import { outcomeDistribution, reasonsForLeaving } from '../../../src/engine/simulation/analysis/endings.js'
import { fixesOf, frictionPoints, valueMoments } from '../../../src/engine/simulation/analysis/friction.js'
import { priorityOf, priorityScore } from '../../../src/engine/simulation/analysis/priority.js'
import { rankIntervals } from '../../../src/engine/simulation/analysis/rank-intervals.js'
import { retention } from '../../../src/engine/simulation/analysis/retention.js'
import { collectRows, type Rows } from '../../../src/engine/simulation/analysis/rows.js'
import { screenFunnel, useByScreen } from '../../../src/engine/simulation/analysis/screens.js'
import { feelingsByDay } from '../../../src/engine/simulation/analysis/session-feelings.js'
import type { Journey } from '../../../src/engine/simulation/journey.js'
import { garwoodInterval } from '../../../src/engine/simulation/network/viral-coefficient.js'
import { mean } from '../../../src/engine/statistics/descriptive.js'
import { holm } from '../../../src/engine/statistics/holm.js'
import {
  kaplanMeier,
  medianLifetime,
  restrictedMean,
  type SurvivalCurve,
  survivalAt,
} from '../../../src/engine/statistics/kaplan-meier.js'
import { quantile } from '../../../src/engine/statistics/resample.js'
import { simulatedPeople } from '../../support/simulated-people.mjs'
import { journeys, SLOTWISE, slotwise } from './support.js'

const lifetimes = (left: number[], censored: number[]) => [
  ...left.map((time) => ({ time, left: true })),
  ...censored.map((time) => ({ time, left: false })),
]
// Freireich et al. 1963, remission in weeks.
const MERCAPTOPURINE = lifetimes([6, 6, 6, 7, 10, 13, 16, 22, 23], [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35])
const PLACEBO = lifetimes([1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23], [])

const medianOf = (curve: SurvivalCurve) =>
  medianLifetime(curve.steps.map(({ time }) => ({ time, ...survivalAt(curve, time) })))

const rowsOf = (all: readonly Journey[], days: number): Rows => {
  const { rows, add } = collectRows(days)
  add(all)
  return rows
}

describe('the survival curve', () => {
  it.each([
    [6, 21, 0.857143, 0.0764, 0.6197, 0.9516],
    [7, 17, 0.806723, 0.0869, 0.5631, 0.9228],
    [10, 15, 0.752941, 0.0963, 0.5032, 0.8894],
    [13, 12, 0.690196, 0.1068, 0.4316, 0.8491],
    [16, 11, 0.627451, 0.1141, 0.3675, 0.8049],
    [22, 7, 0.537815, 0.1282, 0.2678, 0.7468],
    [23, 6, 0.448179, 0.1346, 0.1881, 0.6801],
  ])('of 6-mercaptopurine at week %i', (week, at_risk, rate, se, low, high) => {
    const curve = kaplanMeier(MERCAPTOPURINE)
    const found = survivalAt(curve, week)
    expect(curve.atRisk(week)).toBe(at_risk)
    for (const [figure, expected] of [
      [found.rate, rate],
      [found.se, se],
      [found.low, low],
      [found.high, high],
    ] as const)
      expect(Math.abs(figure - expected)).toBeLessThan(1e-4)
  })

  it.each([
    ['6-mercaptopurine', MERCAPTOPURINE, 14, 12.2263, 0.6773],
    ['6-mercaptopurine', MERCAPTOPURINE, 23, 17.9092, 1.5532],
    ['6-mercaptopurine', MERCAPTOPURINE, 35, 23.2874, 2.8275],
    ['placebo', PLACEBO, 23, 8.6667, 1.3774],
    ['ten people', lifetimes([2, 3, 3, 5], [4, 7, 7, 7, 7, 7]), 7, 5.4667, 0.62293],
  ])('has a mean within a horizon: %s, %i', (_, people, horizon, mean, se) => {
    const found = restrictedMean(kaplanMeier(people), horizon)
    expect(Math.abs(found.mean - mean)).toBeLessThan(1e-4)
    expect(Math.abs(found.se - se)).toBeLessThan(1e-4)
  })

  it('has Wilson’s interval where nobody or everybody has left, and a median only if it is seen', () => {
    const untouched = kaplanMeier(
      lifetimes(
        [],
        Array.from({ length: 10 }, () => 30),
      ),
    )
    expect(survivalAt(untouched, 30)).toMatchObject({ rate: 1, high: 1 })
    expect(survivalAt(untouched, 30).low).toBeCloseTo(0.7225, 3)
    expect(medianOf(untouched).median).toBeNull()
    expect(survivalAt(kaplanMeier(PLACEBO), 23)).toMatchObject({ rate: 0, low: 0 })
    expect(medianOf(kaplanMeier(PLACEBO))).toEqual({ median: 8, low: 4, high: 11 })
    expect(medianOf(kaplanMeier(MERCAPTOPURINE))).toMatchObject({ median: 23, low: 13, high: null })
  })

  it('has its median where exactly half have left', () => {
    const oneADay = lifetimes(
      Array.from({ length: 24 }, (_, n) => n + 1),
      [],
    )
    expect(medianOf(kaplanMeier(oneADay)).median).toBe(12)
  })

  it('takes weights as so many people', () => {
    const doubled = MERCAPTOPURINE.map((one) => ({ ...one, weight: 2 }))
    const twice = [...MERCAPTOPURINE, ...MERCAPTOPURINE]
    expect(survivalAt(kaplanMeier(doubled), 13)).toEqual(survivalAt(kaplanMeier(twice), 13))
  })
})

describe('other figures', () => {
  it.each([
    [0, 0, 3.6889],
    [1, 0.0253, 5.5716],
    [10, 4.7954, 18.3904],
    [100, 81.364, 121.6268],
  ])('Garwood’s interval of %i', (count, low, high) => {
    expect(Math.abs(garwoodInterval(count).low - low)).toBeLessThan(1e-4)
    expect(Math.abs(garwoodInterval(count).high - high)).toBeLessThan(1e-4)
  })

  it('a paired effect, with what it could have seen', () => {
    const effect = pairedEffect([3, 0, 0, 5, 0, -1, 0, 0, 2, 0], 1)
    expect(effect.estimate).toBeCloseTo(0.9, 9)
    expect(Math.abs((effect.se ?? 0) - 0.5859)).toBeLessThan(1e-4)
    expect(Math.abs((effect.detectable ?? 0) - 1.8431)).toBeLessThan(1e-4)
    expect(effect.low).toBeLessThan(0.9)
    expect(effect.high).toBeGreaterThan(0.9)
    expect(holm([0.012, 0.03, 0.04])).toEqual([0.036, 0.06, 0.06].map((p) => expect.closeTo(p, 9)))
  })

  it.each([
    ['limits that nobody understands', 0.78, 347, 2, 9.0, 'P1'],
    ['a warning in time', 0.85, 623, 1, 35.9, 'P0'],
  ])('the priority of %s', (_, severity, affected, effort, score, priority) => {
    const found = priorityScore({ severity, affected, people: 1_000, effort })
    expect(found.score).toBeCloseTo(score, 1)
    expect(priorityOf({ score: found.score, affected, blocks_activation: 0, effect_low: null }).priority).toBe(priority)
  })

  it.each([
    [{ score: 1.3, affected: 1, blocks_activation: 1, effect_low: 0 }, 'P3', 'few'],
    [{ score: 5.8, affected: 30, blocks_activation: 0.3, effect_low: 0 }, 'P0', 'activation'],
    [{ score: 5.8, affected: 30, blocks_activation: 0, effect_low: 0.06 }, 'P0', 'effect'],
    [{ score: 5.8, affected: 30, blocks_activation: 0, effect_low: 0.04 }, 'P2', 'score'],
  ] as const)('the priority of %j is %s by %s', (finding, priority, rule) => {
    expect(priorityOf(finding)).toEqual({ priority, rule })
  })

  it('an interval where everybody did the same', () => {
    const { low, high } = pairedShareEffect([0, 0, 0, 0, 0, 0, 0, 0], 1)
    expect([low, high]).toEqual([expect.closeTo(-0.3244, 3), expect.closeTo(0.3244, 3)])
    const stays = { person: 'p', source: 'p', joined: 0, days: 5, reason: null, observable: 5, last_used: 4 } as const
    const all = {
      ...stays,
      outcome: 'continued',
      activated_on: 0,
      paid: false,
      paid_on: null,
      got_in: true,
      defective_try: null,
      shut_out: false,
      sessions: 5,
      used_days: 5,
      frustration: 0,
      invitations: 0,
    } as const
    const people = Array.from({ length: 8 }, (_, n) => ({ ...all, trigger: null, person: `p${n}`, source: `p${n}` }))
    const { mean_days, mean_low, mean_high } = retention({ people, sessions: collectRows(5).rows.sessions }, 5)
    expect([mean_days, mean_high]).toEqual([5, 5])
    expect(mean_low).toBeCloseTo(5 * 0.6756, 2)
    const copies = people.map((person) => ({ ...person, source: 'p0' }))
    const alike = retention({ people: copies, sessions: collectRows(5).rows.sessions }, 5)
    expect([alike.mean_low, alike.mean_high]).toEqual([0, 5])
  })

  it.each([
    [{ low: 0.01, high: 0.05 }, 'raises', 0, 'supported'],
    [{ low: 0.01, high: 0.05 }, 'raises', 0.03, 'unclear'],
    [{ low: -0.02, high: 0.02 }, 'raises', 0.03, 'not'],
    [{ low: -0.08, high: -0.04 }, 'lowers', 0.03, 'supported'],
    [{ low: -0.02, high: 0.05 }, 'lowers', 0.03, 'not'],
    [{ low: -0.02, high: 0.05 }, 'lowers', 0, 'unclear'],
  ] as const)('%j, %s by %f: %s', (effect, direction, at_least, verdict) => {
    const many = { ...effect, differing: () => 60, p: () => expect.fail('the interval of many decides') }
    expect(judgeHypothesis(many, { direction, at_least })).toBe(verdict)
  })

  it.each([
    ['four of a hundred', [...Array(96).fill(0), 1, 1, 1, 1], 0, 'unclear'],
    ['both of two', [1, 4], 0, 'unclear'],
    ['six of a hundred', [...Array(94).fill(0), 1, 1, 1, 1, 1, 1], 0, 'supported'],
    ['nobody of a hundred, by a point or more', Array(100).fill(0).with(0, 1), 0.05, 'not'],
  ])('a hypothesis by %s', (_, differences, at_least, verdict) => {
    expect(judgeHypothesis(pairedEffect(differences, 1), { direction: 'raises', at_least })).toBe(verdict)
  })

  it('a hypothesis by many copies of two personas', () => {
    const effect = pairedEffect(
      Array.from({ length: 200 }, (_, n) => 1 + (n % 2)),
      1,
      Array.from({ length: 200 }, (_, n) => `p${n % 2}`),
    )
    expect(judgeHypothesis(effect, { direction: 'raises', at_least: 0 })).toBe('unclear')
  })
})

describe('the analysis of a simulation', () => {
  const people = simulatedPeople(100)
  const rows = rowsOf(journeys(people, slotwise()), 30)

  it('has curves that never rise, and numbers at risk that fall by who left', () => {
    const { curve, mean_days } = retention(rows, 30)
    expect(curve).toHaveLength(31)
    expect(curve[0]).toMatchObject({ rate: 1, at_risk: 100, active: 0.76, rolling: 0.99 })
    expect(mean_days).toBeCloseTo(
      curve.slice(0, 30).reduce((sum, { rate }) => sum + rate, 0),
      9,
    )
    for (const [index, { day, rate, at_risk }] of curve.slice(1).entries()) {
      const before = curve[index]
      expect(rate).toBeLessThanOrEqual(before?.rate ?? 0)
      const left = rows.people.filter(({ days, reason }) => reason !== null && days === day - 1).length
      expect(at_risk).toBe((before?.at_risk ?? 0) - left)
    }
  })

  it('counts a persona once, however many copies of it live', () => {
    const copies = journeys(
      simulatedPeople(10).flatMap((person) =>
        Array.from({ length: 10 }, (_, copy) => ({ ...person, id: `${person.id}/${copy}`, source: person.id })),
      ),
      slotwise(),
    )
    const copied = rowsOf(copies, 30)
    const apart: Rows = { ...copied, people: copied.people.map((person) => ({ ...person, source: person.person })) }
    const [clustered, independent] = [copied, apart].map((of) => retention(of, 30))
    for (const day of [7, 14, 30]) {
      const width = (of: typeof clustered) => (of?.curve[day]?.high ?? 0) - (of?.curve[day]?.low ?? 0)
      expect(width(clustered)).toBeGreaterThan(width(independent) * 1.1)
      expect(clustered?.curve[day]?.rate).toBe(independent?.curve[day]?.rate)
    }
    expect((clustered?.mean_high ?? 0) - (clustered?.mean_low ?? 0)).toBeGreaterThan(
      (independent?.mean_high ?? 0) - (independent?.mean_low ?? 0),
    )
    const once = pairedEffect([1, 2, 3, 4], 1)
    const four = [1, 2, 3, 4].flatMap((value) => [value, value, value, value])
    const repeated = pairedEffect(four, 1, four.map(String))
    expect([repeated.low, repeated.high, repeated.p()]).toEqual([once.low, once.high, once.p()])
    expect(repeated.se).toBeCloseTo(once.se ?? 0, 9)
  })

  it('counts every person once, and every screen', () => {
    const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)
    const left = rows.people.filter(({ reason }) => reason !== null).length
    expect(total(outcomeDistribution(rows.people))).toBe(100)
    expect(total(reasonsForLeaving(rows.people))).toBe(left)
    const funnel = screenFunnel(rows, Object.keys(SLOTWISE.screens))
    for (const { eligible, tried, succeeded } of funnel) {
      expect(tried).toBeLessThanOrEqual(eligible)
      expect(succeeded).toBeLessThanOrEqual(tried)
    }
    const { most, least, never_reached } = useByScreen(funnel)
    expect(never_reached).toEqual([])
    expect([...most, ...least].map(({ target }) => target).toSorted()).toEqual(Object.keys(SLOTWISE.screens).toSorted())
    expect([most.length, least.length]).toEqual([3, 3])
    expect(feelingsByDay(rows.sessions)[0]).toMatchObject({ day: 0, n: 100 })
  })

  it('gives means of feelings exactly and their quartiles to a thousandth', () => {
    const ends = journeys(people, slotwise('A')).flatMap(({ sessions }) => sessions)
    for (const { day, feelings, low, high } of feelingsByDay(rows.sessions)) {
      const on = (feeling: 'frustration' | 'delight') =>
        ends
          .filter((session) => session.day === day)
          .map(({ after }) => after[feeling])
          .sort((a, b) => a - b)
      for (const feeling of ['frustration', 'delight'] as const) {
        const values = on(feeling)
        expect(feelings[feeling]).toBeCloseTo(mean(values), 9)
        expect(Math.abs(low[feeling] - quantile(values, 0.25))).toBeLessThan(0.0005001)
        expect(Math.abs(high[feeling] - quantile(values, 0.75))).toBeLessThan(0.0005001)
      }
    }
  })

  it('takes a fix of a flag alone for what is wrong on the screens that the flag changes', () => {
    const fixes = [{ id: 'guided', flag: 'guided_connect', effort: 5 as const }]
    const options = fixesOf({ ...SLOTWISE, fixes })
    const points = frictionPoints(rows, options)
    expect(points.find(({ target }) => target === 'connect')).toMatchObject({ fix: 'guided', effort_assumed: false })
    expect(points.filter(({ target }) => target !== 'connect').every(({ fix }) => fix === null)).toBe(true)
  })

  it('finds the defect that was put in', () => {
    const options = SLOTWISE.fixes
    const loop = frictionPoints(rows, options).find(({ defect }) => defect === 'oauth_loop')
    expect(loop).toMatchObject({ target: 'connect', outcome: 'blocked', cause: 'defect', effort_assumed: false })
    expect(loop?.parts.effort).toBe(2)
    expect(frictionPoints(rowsOf(journeys(people, slotwise('B')), 30), options).length).toBeGreaterThan(0)
    expect(valueMoments(rows, options).map(({ target }) => target)).toContain('share_link')
  })

  it('counts who left within three days of a trouble, and what stopped somebody for that session', () => {
    const felt = { confidence: 0.5, delight: 0.2, confusion: 0.3 }
    const event = (seq: number, outcome: Outcome, frustration: number): SessionEvent => ({
      ...{ seq, outcome, frustration, ...felt, action: 'use_feature', target: 'event', minutes: 2, why: 'due' },
      ...(outcome === 'ok' ? { defect: null, cause: null } : { defect: 'sync', cause: 'defect' }),
    })
    const [model] = journeys(people.slice(0, 1), slotwise()) as [Journey]
    const [first] = model.sessions as [Session]
    const livesOf = (left_on: number, events: SessionEvent[]): Journey => ({
      ...{ ...model, days: left_on + 1, reason: 'drifted' },
      sessions: [{ ...first, day: 2, before: { ...felt, frustration: 0.1 }, events }],
    })
    const [point] = frictionPoints(
      rowsOf(
        [
          livesOf(5, [event(0, 'wrong', 0.7)]),
          livesOf(5, [event(0, 'wrong', 0.7), event(1, 'ok', 0.5)]),
          livesOf(2, [event(0, 'wrong', 0.7), event(1, 'wrong', 0.75), event(2, 'ok', 0.5)]),
          livesOf(6, [event(0, 'ok', 0.1), event(1, 'wrong', 0.7)]),
        ],
        30,
      ),
      [],
    )
    expect(point).toMatchObject({ target: 'event', events: 5, affected: 4, left_soon: 0.75, blocked: 0.4 })
  })

  it('counts who left soon after the first time, beside others of the same days', () => {
    const felt = { confidence: 0.5, delight: 0.2, confusion: 0.3 }
    const [model] = journeys(people.slice(0, 1), slotwise()) as [Journey]
    const [first] = model.sessions as [Session]
    const sessionOn = (day: number): Session => ({
      ...{ ...first, day, before: { ...felt, frustration: 0.1 } },
      events: [
        {
          ...{ seq: 0, outcome: 'slow', frustration: 0.7, ...felt, action: 'use_feature', target: 'event' },
          minutes: 2,
        },
      ].map((event) => ({ ...event, why: 'due', defect: 'sync', cause: 'defect' }) as SessionEvent),
    })
    const lifeOf = (met: readonly number[], left_on: number | null): Journey => ({
      ...{ ...model, days: left_on === null ? 30 : left_on + 1, reason: left_on === null ? null : 'drifted' },
      sessions: met.map(sessionOn),
    })
    const pointOf = (lives: readonly Journey[]) => frictionPoints(rowsOf(lives, 30), [])[0]
    const met = [lifeOf([2, 8, 14], 15), lifeOf([2], 4), lifeOf([2, 20], 22), lifeOf([5], null)]
    const others = [lifeOf([], 3), lifeOf([], 4), lifeOf([], 8), ...Array.from({ length: 5 }, () => lifeOf([], null))]
    // Of the others 9 are there on day 2, one of whom meets it on day 5, and 2 leave by day 5; of 6 on day 5 one by day 8.
    expect(pointOf([...met, ...others])).toMatchObject({
      ...{ affected: 4, left_soon: 0.25 },
      others_left_soon: expect.closeTo((3 * (2 / 9) + 1 / 6) / 4, 9),
    })
    expect(pointOf([...met, ...others.slice(0, 2)])).toMatchObject({ left_soon: 0.25, others_left_soon: null })
  })

  it('says of each friction at which places it could stand with other such people', () => {
    const options = SLOTWISE.fixes
    const groups = Array.from({ length: 12 }, (_, n) =>
      rowsOf(journeys(people.slice(n * 8, n * 8 + 8), slotwise()), 30),
    )
    const pointsOf = (some: Rows) => frictionPoints(some, options)
    const ranksOf = (some: Rows) => rankIntervals(some, pointsOf(some))
    const ranks = ranksOf(rows)
    ranks.forEach((rank, place) => {
      expect(rank?.first).toBeLessThanOrEqual(place + 1)
      expect(rank?.last).toBeGreaterThanOrEqual(place + 1)
    })
    // With few people the order is mostly open, with many the first no longer comes last.
    expect(groups.filter((few) => (ranksOf(few)[0]?.last ?? 0) > 1).length).toBeGreaterThan(6)
    expect(ranks[0]?.last).toBeLessThan(ranks.length)
    // A hundred copies of one person are one person.
    const [journey] = journeys(people, slotwise()).filter(({ sessions }) => sessions.length > 20)
    const copies = rowsOf(
      Array.from({ length: 100 }, () => journey as Journey),
      30,
    )
    expect(rankIntervals(copies, pointsOf(copies)).every((rank) => rank === null)).toBe(true)
  })

  it('censors who joined late', () => {
    const late = rowsOf([...journeys(people, slotwise()), ...journeys(people, slotwise(), { joined: 20 })], 30)
    const { curve } = retention(late, 30)
    const own = retention(rows, 30).curve
    expect(curve[11]?.at_risk).toBe(own[11]?.at_risk)
    expect(curve[30]?.rate).toBeGreaterThan(0)
  })
})
