import { describe, expect, it } from 'vitest'
import { logit } from '../../../src/engine/simulation/logit.js'
import { storedMemorySimilarity } from '../../../src/engine/simulation/memory/meaning.js'
import { emptyMemory, recallScores, remember } from '../../../src/engine/simulation/memory/memory.js'
import { reflect } from '../../../src/engine/simulation/memory/reflection.js'
import type { MemorySimilarity } from '../../../src/engine/simulation/memory/remembered.js'
import { recallForSession } from '../../../src/engine/simulation/memory/remembering.js'
import { BEHAVIOUR_WEIGHTS } from '../../../src/engine/simulation/person/behaviour-weights.js'
import { formHabit } from '../../../src/engine/simulation/person/coming-back.js'
import { feelEffort, feelFailure, feelNextDay, feelSuccess } from '../../../src/engine/simulation/person/feelings.js'
import { hazard, retentionScore } from '../../../src/engine/simulation/person/staying.js'
import { initialUserState } from '../../../src/engine/simulation/person/user-state.js'
import { drawsOf, threefry } from '../../../src/engine/simulation/random.js'
import { createBundledEmbedder } from '../../../src/llm/embeddings/bundled.js'
import { simulatedPeople } from '../../support/simulated-people.mjs'
import { fakeDeps } from '../fake-deps.js'
import { journeys, NEUTRAL_TRAITS, SLOTWISE, slotwise } from './support.js'

const neutral = () =>
  initialUserState(
    1,
    { id: 'p', name: 'P', traits: NEUTRAL_TRAITS, deal_breakers: [], referral_triggers: [] },
    slotwise(),
    BEHAVIOUR_WEIGHTS,
  )

describe('draws', () => {
  // The known answers that come with Random123.
  it.each([
    [[0, 0, 0, 0], '6b200159 99ba4efe'],
    [[0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff], '1cb996fc bb002be7'],
    [[0x13198a2e, 0x03707344, 0x243f6a88, 0x85a308d3], 'c4923a9c 483df7a0'],
  ])('are Threefry-2x32-20 %#', ([key0 = 0, key1 = 0, counter0 = 0, counter1 = 0], words) => {
    const out = new Uint32Array(2)
    threefry(key0, key1, counter0, counter1, out)
    expect([...out].map((word) => word.toString(16).padStart(8, '0')).join(' ')).toBe(words)
  })

  it('depend on seed, person, purpose, day and slot, and on nothing else', () => {
    const first = drawsOf(1, 'p')
    const draw = first.uniform('ok', 3, 5)
    first.uniform('churn', 0, 0)
    expect(drawsOf(1, 'p').uniform('ok', 3, 5)).toBe(draw)
    const others = [
      drawsOf(2, 'p').uniform('ok', 3, 5),
      drawsOf(1, 'q').uniform('ok', 3, 5),
      first.uniform('churn', 3, 5),
      first.uniform('ok', 4, 5),
      first.uniform('ok', 3, 6),
    ]
    expect(new Set([draw, ...others]).size).toBe(6)
  })
})

describe('feelings', () => {
  it('follow the worked trace: blocked while connecting, then a success, then a night', () => {
    const feelings = { frustration: 0.3, confidence: 0.5, delight: 0.3, confusion: 0.2 }
    const figures = () => [feelings.frustration, feelings.confidence, feelings.delight, feelings.confusion]
    const expectFigures = (expected: number[]) =>
      figures().forEach((figure, index) => {
        expect(figure).toBeCloseTo(expected[index] ?? 0, 4)
      })
    feelEffort(feelings, 0.55, 0.6, 0.5)
    feelFailure(feelings, 0.6, 0.5)
    expectFigures([0.6037, 0.41, 0.21, 0.312])
    feelEffort(feelings, 0.25, 0.8, 0.5)
    feelSuccess(feelings, 0.55, 0)
    expectFigures([0.4106, 0.528, 0.449, 0.2341])
    feelNextDay(feelings, { frustration: 0.3, confidence: 0.5, delight: 0.3, confusion: 0.2 })
    expectFigures([0.383, 0.521, 0.4117, 0.2256])
  })

  it('give the score by which people stay: half the session, half now', () => {
    const user = neutral()
    Object.assign(user.feelings, { frustration: 0.4106, delight: 0.449 })
    Object.assign(user, { session_frustration: (0.6037 + 0.4106) / 2, session_delight: (0.21 + 0.449) / 2 })
    expect(retentionScore(user)).toBeCloseTo(0.4721, 4)
    Object.assign(user, { session_frustration: 0.4106, session_delight: 0.449 })
    expect(Math.abs(retentionScore(user) - 0.5153)).toBeLessThan(1e-4)
  })
})

describe('the hazard', () => {
  it.each([
    [0.1, 0.8, 0.8, 0.0019, 0.0059],
    [0.3, 0.3, 0.5, 0.01, 0.03],
    [0.7, 0.2, 0.2, 0.031, 0.0892],
    [0.9, 0.1, 0.1, 0.0833, 0.2177],
  ])('at frustration %f, delight %f, patience %f', (frustration, delight, patience, at_01, at_03) => {
    const user = { ...neutral(), session_frustration: frustration, session_delight: delight }
    const traits = { ...NEUTRAL_TRAITS, patience }
    const felt = { ...user, person: { ...user.person, traits }, feelings: { ...user.feelings, frustration, delight } }
    const at = (base: number) => hazard(felt, 0, { frailty: logit(base), score_weight: 1, shift: 0, price_shock: 0 })
    expect(at(0.01)).toBeCloseTo(at_01, 4)
    expect(at(0.03)).toBeCloseTo(at_03, 4)
  })

  it('falls with habit, which is 95 % after 66 days in a row', () => {
    const user = neutral()
    const after = new Map([
      [7, 0.2722],
      [14, 0.4703],
      [30, 0.7438],
      [66, 0.95],
    ])
    for (let day = 1; day <= 66; day++) {
      formHabit(user, true)
      const expected = after.get(day)
      if (expected !== undefined) expect(user.habit).toBeCloseTo(expected, 3)
    }
    formHabit(user, false)
    expect(user.habit).toBeLessThan(0.95)
  })
})

describe('memory', () => {
  it('ranks as Park et al. do', () => {
    const rows = [
      [9, 2, 0.81],
      [7, 144, 0.62],
      [1, 1, 0.35],
      [4, 48, 0.1],
    ] as const
    const candidates = rows.map(([importance, hours, relevance]) => ({ importance, recalled_at: -hours, relevance }))
    const scores = recallScores(candidates, 0, ({ relevance }) => relevance)
    const expected = [2.9902, 1.4824, 1.3521, 0.9648]
    expect([...scores].map((score) => Number(score.toFixed(4)))).toEqual(expected)
  })

  it('is bounded: what is alike merges, else the weakest goes', () => {
    const memory = emptyMemory()
    const row = { kind: 'emotional', outcome: 'ok', defect: null, evidence: 0 } as const
    for (let day = 0; day < 10; day++)
      remember(memory, { ...row, day, target: `t${day}`, importance: day === 3 ? 1 : 9 })
    remember(memory, { ...row, day: 10, target: 't5', importance: 9 })
    expect(memory.rows.find(({ target }) => target === 't5')?.count).toBe(2)
    remember(memory, { ...row, day: 11, target: 'new', importance: 9 })
    expect(memory.rows.map(({ target }) => target)).not.toContain('t3')
    expect(memory.rows).toHaveLength(10)
  })

  it('keeps conclusions of different kinds apart', () => {
    const memory = emptyMemory()
    const row = { kind: 'semantic', outcome: 'ok', defect: null, importance: 9, day: 0, evidence: 0 } as const
    for (let n = 0; n < 60; n++) remember(memory, { ...row, target: `t${n}`, insight: 'workaround' })
    const kept = remember(memory, { ...row, target: 't5', insight: 'pattern' })
    expect([kept.insight, kept.count]).toEqual(['pattern', 1])
  })

  /** Texts by target; the cosine of two different ones is `near`. */
  const meaningWith = (near: number): MemorySimilarity => ({
    textIndex: ({ target, outcome }) =>
      ['connect ok', 'connect wrong', 'connect slow', 'event ok'].indexOf(`${target} ${outcome}`),
    goalIndex: (target) => (target === 'event' ? 3 : 0),
    cosine: (place, other) => (place === other ? 1 : near),
  })

  it('merges what says nearly the same of one target, but never a success with a failure', () => {
    const memory = emptyMemory(meaningWith(0.95))
    const row = { kind: 'emotional', day: 0, target: 'connect', defect: null, importance: 9, evidence: 0 } as const
    for (let n = 0; n < 10; n++) remember(memory, { ...row, outcome: 'wrong' })
    remember(memory, { ...row, outcome: 'slow' })
    expect(memory.rows.map(({ count }) => count).toSorted()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
    remember(memory, { ...row, outcome: 'ok' })
    expect(memory.rows.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
    const far = emptyMemory(meaningWith(0.9))
    for (let n = 0; n < 10; n++) remember(far, { ...row, outcome: 'wrong' })
    remember(far, { ...row, outcome: 'slow' })
    expect(far.rows.map(({ count }) => count)).toEqual(new Array(10).fill(1))
  })

  it('brings to mind what is near to what is needed and to what last went wrong', () => {
    const near: MemorySimilarity = {
      ...meaningWith(0),
      cosine: (place, other) => (place === 1 && other === 2 ? 0.8 : 0),
    }
    const user = { ...neutral(), memory: emptyMemory(near) }
    const row = { kind: 'episodic', day: 0, target: 'connect', defect: null, importance: 5, evidence: 0 } as const
    for (const outcome of ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'wrong'] as const)
      remember(user.memory, { ...row, outcome })
    expect(recallForSession(user, 0).map(({ outcome }) => outcome)).not.toContain('wrong')
    user.last_trouble = { target: 'connect', outcome: 'slow', defect: null, insight: null }
    expect(recallForSession(user, 0)[0]?.outcome).toBe('wrong')
  })

  it('has a text for everything that happens to people, near in meaning by the encoder', async () => {
    const embedder = createBundledEmbedder()
    const { deps } = fakeDeps({})
    const meaning = await storedMemorySimilarity({ ...deps, embedder }, SLOTWISE)
    await embedder.close()
    const rows = journeys(simulatedPeople(60), slotwise(), { meaning }).flatMap(({ memory }) => memory)
    expect(rows.length).toBeGreaterThan(1_000)
    expect(rows.filter(({ text }) => text < 0)).toEqual([])
    const place = (target: string, outcome: 'ok' | 'blocked', defect: string | null) =>
      meaning.textIndex({ target, outcome, defect, insight: null })
    const loop = place('connect', 'blocked', 'oauth_loop')
    expect(meaning.cosine(loop, meaning.goalIndex('connect'))).toBeGreaterThan(
      meaning.cosine(loop, meaning.goalIndex('reminders')),
    )
    expect(meaning.cosine(loop, loop)).toBeCloseTo(1, 3)
    expect(Math.round(meaning.cosine(loop, 0) * 1e6) / 1e6).toBe(meaning.cosine(loop, 0))
  })

  it('comes to conclusions, and believes them less when contradicted', () => {
    const memory = emptyMemory()
    const row = { kind: 'episodic', defect: null, evidence: 0, target: 'connect' } as const
    for (let day = 0; day < 20; day++) remember(memory, { ...row, day, outcome: 'blocked', importance: 8 })
    reflect(memory, 20)
    const belief = () => memory.rows.find(({ insight }) => insight === 'pattern')?.confidence
    expect(belief()).toBeCloseTo(21 / 22, 9)
    expect(memory.rows.at(-1)).toMatchObject({ kind: 'semantic', outcome: 'blocked', verified: true })
    for (let day = 20; day < 40; day++) remember(memory, { ...row, day, outcome: 'ok', importance: 8 })
    reflect(memory, 40)
    expect(belief()).toBeCloseTo(21 / 42, 9)
  })
})
