import { expect, it } from 'vitest'
import { conformanceFixtures } from '../test/mcp/conformance-fixtures.js'
import { conformance, served, totalOf } from './run-official.js'

it('all that 2026-07-28 requires is met, and what its set only watches: tasks, schemas, headers', async () => {
  const ran = await conformance(await served(conformanceFixtures()), ['--requirements', '2026-07-28'])
  expect(totalOf(ran), ran.output.slice(-6_000)).toEqual({ scenarios: 50, passed: 194, failed: 0 })
  expect(ran.code).toBe(0)
})
