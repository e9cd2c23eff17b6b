import { describe, expect, it } from 'vitest'
import type { Product } from '../../../src/domain/simulation/product.js'
import { pairedEffect } from '../../../src/engine/simulation/analysis/effect.js'
import type { Journey } from '../../../src/engine/simulation/journey.js'
import type { Traits } from '../../../src/engine/simulation/person/person.js'
import { productState } from '../../../src/engine/simulation/product-state.js'
import { simulatedPeople } from '../../support/simulated-people.mjs'
import { journeys, SLOTWISE, slotwise } from './support.js'

const PEOPLE = 50
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const live = (product: Product, traits: Partial<Traits> = {}, seed = 1): Journey[] =>
  journeys(simulatedPeople(PEOPLE, traits), productState(product, 'A'), { seed })
const daysOf = (all: readonly Journey[]) => all.map(({ days }) => days)

type Screen = Product['screens'][string]
const withScreens = (change: (screen: Screen) => Partial<Screen>): Product => ({
  ...SLOTWISE,
  screens: Object.fromEntries(
    Object.entries(SLOTWISE.screens).map(([id, screen]) => [id, { ...screen, ...change(screen) }]),
  ),
})
const withDefects = (change: Partial<Screen['defects'][number]>): Product =>
  withScreens(({ defects }) => ({ defects: defects.map((defect) => ({ ...defect, ...change })) }))

// Larger steps than those of `npm run bench:simulation`, which has every change and more people and seeds.
describe('mean days', () => {
  it.each<[string, (level: number) => Product]>([
    ['effort', (level) => withScreens(({ effort }) => ({ effort: Math.min(1, effort * (0.5 + level)) }))],
    ['how often a defect comes', (level) => withDefects({ p: 0.4 * level })],
    ['how bad a defect is', (level) => withDefects({ p: 0.4, severity: 0.35 + 0.32 * level })],
    [
      'price',
      (level) => ({ ...SLOTWISE, price: { ...SLOTWISE.price, plans: [{ id: 'pro', per_month: 1 + 30 * level }] } }),
    ],
  ])('fall with %s', (_, at) => {
    const levels = [0, 1, 2].map((level) => mean(daysOf(live(at(level)))))
    expect(levels).toEqual(levels.toSorted((a, b) => b - a))
    expect(new Set(levels).size).toBe(3)
  })

  it.each<[string, (level: number) => [Product, Partial<Traits>]]>([
    ['patience', (level) => [SLOTWISE, { patience: 0.1 + 0.4 * level }]],
    ['value', (level) => [withScreens(({ value }) => ({ value: value * (0.6 + 0.4 * level) })), {}]],
    ['clarity', (level) => [withScreens(({ clarity }) => ({ clarity: Math.max(0, clarity - 0.6 + 0.3 * level) })), {}]],
  ])('rise with %s', (_, at) => {
    const levels = [0, 1, 2].map((level) => mean(daysOf(live(...at(level)))))
    expect(levels).toEqual(levels.toSorted((a, b) => a - b))
    expect(new Set(levels).size).toBe(3)
  })

  it('fall where the onboarding breaks, and rise again with the fix', () => {
    const broken = withScreens(({ defects }) => ({
      defects: defects.map((one) => (one.id === 'oauth_loop' ? { ...one, p: 0.7, severity: 0.8 } : one)),
    }))
    const hurt = daysOf(live(broken))
    const repaired = journeys(simulatedPeople(PEOPLE), productState(broken, 'A', { without_defects: ['oauth_loop'] }))
    const differences = daysOf(repaired).map((days, index) => days - (hurt[index] ?? 0))
    expect(mean(hurt)).toBeLessThan(mean(daysOf(live(SLOTWISE))) - 1)
    expect(pairedEffect(differences, 1).low).toBeGreaterThan(0)
  })
})

describe('traits', () => {
  const eventsOf = (traits: Partial<Traits>, product = SLOTWISE) =>
    live(product, traits).flatMap(({ sessions }) => sessions.flatMap(({ events }) => events))
  const shareOf = (traits: Partial<Traits>, action: string, product = SLOTWISE) => {
    const events = eventsOf(traits, product)
    return events.filter((event) => event.action === action).length / events.length
  }
  const actionsPerSession = (traits: Partial<Traits>) =>
    mean(live(SLOTWISE, traits).flatMap(({ sessions }) => sessions.map(({ events }) => events.length)))

  it.each([
    ['read_docs', 'Documentation', 'Trial-error'],
    ['seek_help', 'Peer learning', 'Trial-error'],
    ['use_feature', 'Trial-error', 'Documentation'],
  ] as const)('%s is done more by who learns by %s than by %s', (action, learning, other) => {
    expect(shareOf({ learning }, action) - shareOf({ learning: other }, action)).toBeGreaterThan(0.05)
  })

  it('read_docs is done more by who learns by video where the documentation has some', () => {
    const withVideo = { ...SLOTWISE, docs: { ...SLOTWISE.docs, video: true } }
    const read = (learning: Traits['learning'], product: Product) => shareOf({ learning }, 'read_docs', product)
    expect(read('Video', withVideo) - read('Trial-error', withVideo)).toBeGreaterThan(0.05)
    expect(read('Video', withVideo) - read('Video', SLOTWISE)).toBeGreaterThan(0)
  })

  it('more time makes longer sessions, distraction shorter ones', () => {
    expect(actionsPerSession({ time: 1 }) - actionsPerSession({ time: 0 })).toBeGreaterThan(2)
    expect(actionsPerSession({ distraction: 0.2 })).toBeLessThan(actionsPerSession({ distraction: 0.05 }))
  })

  it('irrationality makes choices more even', () => {
    const entropy = (traits: Partial<Traits>) => {
      const counts = new Map<string, number>()
      const events = eventsOf(traits)
      for (const { target } of events) counts.set(target, (counts.get(target) ?? 0) + 1)
      return [...counts.values()].reduce((sum, n) => sum - (n / events.length) * Math.log(n / events.length), 0)
    }
    expect(entropy({ irrationality: 0.15 })).toBeGreaterThan(entropy({ irrationality: 0.05 }))
  })
})

it('a defect that is taken out leaves the luck of the others', () => {
  const state = slotwise()
  const without = productState(SLOTWISE, 'A', { without_defects: ['double_booking'] })
  const people = simulatedPeople(30)
  const loops = (all: readonly Journey[]) =>
    all.map(({ sessions }) => sessions[0]?.events.filter(({ defect }) => defect === 'oauth_loop').length ?? 0)
  expect(loops(journeys(people, without))).toEqual(loops(journeys(people, state)))
})
