import { expect, it } from 'vitest'
import { conformanceFixtures } from '../test/mcp/conformance-fixtures.js'
import { conformance, served, stableConformance, totalOf } from './run-official.js'

it('all that 2025-11-25 requires is met, and what its set only watches', async () => {
  const ran = await conformance(await served(conformanceFixtures()), ['--requirements', '2025-11-25'])
  expect(totalOf(ran), ran.output.slice(-6_000)).toEqual({ scenarios: 33, passed: 84, failed: 0 })
  expect(ran.code).toBe(0)
})

it('every scenario of the last stable suite is met', async () => {
  const ran = await stableConformance(await served(conformanceFixtures()), ['--suite', 'all'])
  expect(totalOf(ran), ran.output.slice(-6_000)).toEqual({ scenarios: 32, passed: 44, failed: 0 })
  expect(ran.code).toBe(0)
})
