import { describe, expect, it } from 'vitest'
import { diary } from '../../../src/engine/simulation/diary.js'
import { simulatedPeople } from '../../support/simulated-people.mjs'
import { journeys, slotwise } from './support.js'

const PRODUCT = slotwise()
const ALL = journeys(simulatedPeople(60), PRODUCT)
const DIARIES = ALL.map((lived) => diary(1, lived, PRODUCT))

describe('a diary', () => {
  it('has an entry for every session, in whole sentences without holes', () => {
    ALL.forEach(({ sessions }, index) => {
      expect(DIARIES[index]?.map(({ day }) => day)).toEqual(sessions.map(({ day }) => day))
    })
    const texts = DIARIES.flat().map(({ text }) => text)
    expect(texts.filter((text) => !/^[\p{Lu}\d“].*[.!?”]$/u.test(text) || /[{}]| {2}|“”/.test(text))).toEqual([])
  })

  it('is the same at every call', () => {
    expect(ALL.map((lived) => diary(1, lived, PRODUCT))).toEqual(DIARIES)
  })

  it('quotes the product where it said something, and only then', () => {
    const met = ALL.map(({ sessions }) =>
      sessions.some(({ events }) => events.some(({ defect }) => defect === 'oauth_loop')),
    )
    expect(met.filter(Boolean).length).toBeGreaterThan(5)
    met.forEach((expected, index) => {
      const own = DIARIES[index]?.some(({ text }) => text.includes('You are asked to sign in again.'))
      expect(own).toBe(expected)
    })
  })

  it('hardly says the same on two days', () => {
    const shares = DIARIES.filter(({ length }) => length > 8).map(
      (entries) => new Set(entries.map(({ text }) => text)).size / entries.length,
    )
    expect(Math.min(...shares)).toBeGreaterThan(0.9)
  })

  it('takes its quotation from the entry', () => {
    const quoted = DIARIES.flat().filter(({ quote }) => quote !== '')
    expect(quoted.length).toBeGreaterThan(100)
    expect(quoted.filter(({ text, quote }) => !text.includes(quote))).toEqual([])
  })
})
