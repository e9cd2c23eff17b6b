import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import * as module from '../../src/llm/offline/model/weights.js'
import { type Probe, readAfresh } from './offline-probes.js'
import {
  APPEAL_PROBES,
  CREDIBILITY_PROBES,
  INTENT_PROBES,
  PRICE_PROBES,
  READING_PROBES,
  SENTIMENT_PROBES,
} from './offline-probes-figures.js'
import { ROOM_PROBES } from './offline-probes-room.js'
import { ANSWER_PROBES, COUNTING_PROBES, LIMIT_PROBES, POINT_PROBES, PRIVATE_PROBES } from './offline-probes-words.js'

const PROBES: readonly Probe[] = [
  ...READING_PROBES,
  ...CREDIBILITY_PROBES,
  ...APPEAL_PROBES,
  ...PRICE_PROBES,
  ...INTENT_PROBES,
  ...SENTIMENT_PROBES,
  ...ANSWER_PROBES,
  ...COUNTING_PROBES,
  ...POINT_PROBES,
  ...PRIVATE_PROBES,
  ...LIMIT_PROBES,
  ...ROOM_PROBES,
]

type Weight = { value: number; why: string }
const isWeight = (found: object): found is Weight => 'value' in found && 'why' in found

/** Every weight of the module with its path, however deep. */
function weightsIn(found: object, path: string): [string, Weight][] {
  if (isWeight(found)) return [[path, found]]
  return Object.entries(found).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null ? weightsIn(inner, path === '' ? name : `${path}.${name}`) : [],
  )
}
const WEIGHTS = weightsIn({ ...module }, '')

/** What acts while a text is read: the readings kept must be made anew. */
const READ_WITH = /^(?:ASKS|EVIDENCE_WEIGHTS|LIMITS)\./u

describe('what the weights are for', () => {
  it.each(PROBES.map((probe) => [`${probe.weight}: ${probe.says}`, probe] as const))('%s', (_, { holds }) => {
    expect(holds()).toBe(true)
  })
})

describe('removing a weight is noticed', () => {
  afterAll(readAfresh)

  it.each(WEIGHTS)('%s is held by a probe', async (path, weight) => {
    const probes = PROBES.filter((probe) => probe.weight === path)
    expect(probes.length, 'no probe names this weight').toBeGreaterThan(0)
    for (const { neutral, says, holds } of probes) {
      const { value } = weight
      expect(neutral, 'the neutral value is the value').not.toBe(value)
      try {
        weight.value = neutral
        if (READ_WITH.test(path)) await readAfresh()
        expect(holds(), `still so at ${neutral}: ${says}`).toBe(false)
      } finally {
        weight.value = value
        if (READ_WITH.test(path)) await readAfresh()
      }
    }
  })

  it('every probe names a weight that is there', () => {
    const known = new Set(WEIGHTS.map(([path]) => path))
    expect(PROBES.filter(({ weight }) => !known.has(weight))).toEqual([])
  })

  it('every weight says why it is that number', () => {
    expect(WEIGHTS.length).toBeGreaterThan(150)
    for (const [path, { value, why }] of WEIGHTS) {
      expect(Number.isFinite(value), path).toBe(true)
      expect(why.length, path).toBeGreaterThan(5)
    }
  })
})

describe('docs/offline-model.md', () => {
  const page = readFileSync(new URL('../../docs/offline-model.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))

  it.each(WEIGHTS)('names %s with its value and reason', (path, { value, why }) => {
    expect(rows).toContain(`| \`${path}\` | ${value} | ${why} |`)
  })

  it('names no weight that is gone', () => {
    expect(rows).toHaveLength(WEIGHTS.length)
  })
})
