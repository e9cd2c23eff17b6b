import { describe, expect, it } from 'vitest'
import { pressureWords, scoresOf, spreadOf } from '../../src/presentation/scores.js'

const interval = { low: 40.6, high: 63.2 }
const sameKinds = { low: 47, high: 58 }
const of = (one: { low: number; high: number }) => ({
  ...{ pressure_score: one, gut_attraction_index: one, credibility_score: one },
})
const scores = { pressure_score: 52, gut_attraction_index: 60, credibility_score: 40 }

describe('an interval', () => {
  it('says which question it answers', () => {
    expect(spreadOf({ interval, sameKinds })).toBe(
      '90 %: 41 to 63 with other kinds of people; 47 to 58 with others of the same kinds',
    )
    expect(spreadOf({ interval, sameKinds: null })).toBe('90 %: 41 to 63 with other kinds of people')
    expect(spreadOf({ interval: null, sameKinds })).toBe('90 %: 47 to 58 with others of the same kinds')
    expect(spreadOf({ interval: null, sameKinds: null })).toBe('')
  })

  it('is missed in a sentence only where no two of a kind were asked', () => {
    const unmeasured = (given: Parameters<typeof scoresOf>[1]) => scoresOf(scores, given).unmeasured
    expect(unmeasured({ intervals: of(interval), intervals_same_kinds: null })).toMatch(
      /two or more of a kind .* ask 12/,
    )
    expect(unmeasured({ intervals: of(interval), intervals_same_kinds: of(sameKinds) })).toBe('')
    // Results of an older version do not say it, and comparisons do not draw it.
    expect(unmeasured({ intervals: of(interval) })).toBe('')
    expect(unmeasured({ intervals: null, intervals_same_kinds: null })).toBe('')
  })
})

it('a figure of a rehearsal is a text-check figure and has no band', () => {
  expect(pressureWords(52, 'solid')).toBe('Pressure score 52 of 100: solid')
  expect(pressureWords(52, null)).toBe('Pressure 52 of 100, a text-check figure')
})
