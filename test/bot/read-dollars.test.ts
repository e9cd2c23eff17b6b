import { expect, it } from 'vitest'
import { isAmount, readDollars } from '../../src/domain/text/dollars.js'

it.each([
  ['50', 50],
  ['$12.5', 12.5],
  ['12,50', 12.5],
  ['1,000', 1_000],
  ['1.000', 1_000],
  ['1,000 dollars', 1_000],
  ['1.000,50', 1_000.5],
  ['$1,234,567.89', 1_234_567.89],
  ['1 000 usd', 1_000],
  ['50€', 50],
])('%s is %d dollars', (text, usd) => {
  expect(isAmount(text)).toBe(true)
  expect(readDollars(text)).toBe(usd)
})

it.each(['1.000.00', '0,500', '1,0000', '12,34,567', '1,000,5000'])('%s may be meant in two ways', (text) => {
  expect(isAmount(text)).toBe(true)
  expect(readDollars(text)).toBeNull()
})

it.each(['50 a month', 'hotels from €39', 'default', ''])('“%s” is no amount', (text) => {
  expect(isAmount(text)).toBe(false)
})
