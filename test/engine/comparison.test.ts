import { describe, expect, it } from 'vitest'
import { ComparisonInput, ComparisonResult } from '../../src/domain/panel/comparison.js'
import { Trust } from '../../src/domain/run/run.js'
import type { FactsOf } from '../../src/domain/run/tasks.js'
import { comparisonPipeline } from '../../src/engine/comparison/comparison.js'
import { comparePairs } from '../../src/engine/comparison/differences.js'
import { describeDesign, orderOfSeat, williamsOrders } from '../../src/engine/comparison/williams-design.js'
import { differenceSentence } from '../../src/engine/comparison/wording.js'
import { answerOf, fakeDeps, rateStatement, readAs, refusal } from './fake-deps.js'

const input = (count: number, fields: object = {}): ComparisonInput =>
  ComparisonInput.parse({
    propositions: Array.from({ length: count }, (_, at) => ({
      name: `copy ${at + 1}`,
      stimulus: `Havn ${'ABCDE'[at]}: an oat drink.`,
    })),
    intent: 'likert',
    assay: 'off',
    ...fields,
  })

const letterOf = (stimulus: string): string => /^Havn (.)/.exec(stimulus)?.[1] ?? '?'

/** A panel whose people like each proposition as much as the test says. */
const panelThatLikes = (liking: (facts: FactsOf<'respond'>, letter: string) => number) =>
  fakeDeps({
    claims: ({ stimulus }) => readAs(stimulus.slice(0, -1)),
    respond: (facts) => answerOf(facts, liking(facts, letterOf(facts.stimulus))),
    rate_intent: rateStatement,
  })

describe('the order of a comparison', () => {
  it.each([2, 3, 4, 5])(
    'with %d propositions puts each in every place and after every other equally often',
    (count) => {
      const orders = williamsOrders(count)
      const panel = Array.from({ length: orders.length * 3 }, (_, seat) => orderOfSeat(orders, seat))
      const places = new Map<string, number>()
      const follows = new Map<string, number>()
      for (const order of panel) {
        expect([...order].sort()).toEqual([...Array(count).keys()])
        order.forEach((thing, place) => {
          places.set(`${thing}@${place}`, (places.get(`${thing}@${place}`) ?? 0) + 1)
          if (place > 0)
            follows.set(`${order[place - 1]}>${thing}`, (follows.get(`${order[place - 1]}>${thing}`) ?? 0) + 1)
        })
      }
      expect(places.size).toBe(count * count)
      expect(new Set(places.values()).size).toBe(1)
      expect(follows.size).toBe(count * (count - 1))
      expect(new Set(follows.values()).size).toBe(1)
    },
  )

  it('does not give the same kind of person, in every sixth seat, always the same order', () => {
    const orders = williamsOrders(2)
    const sixth = [0, 6, 12, 18].map((seat) => orderOfSeat(orders, seat)[0])
    expect(new Set(sixth).size).toBe(2)
  })

  it.each([
    ['B: Sleep longer', 'Sleep longer'],
    ['B) B. Sleep longer', 'Sleep longer'],
    ['B - Sleep longer', 'Sleep longer'],
    ['B:', 'B'],
    ['B-roll for films', 'B-roll for films'],
    ['A: what is first', 'A: what is first'],
  ])('names %j without the label that is shown in front of it', async (name, shown) => {
    const { deps } = panelThatLikes(() => 0.5)
    const asked = input(2)
    const propositions = asked.propositions.map((one, at) => (at === 1 ? { ...one, name } : one))
    const { result } = await comparisonPipeline.run(deps, { ...asked, propositions })
    expect(ComparisonResult.parse(result).propositions[1]).toMatchObject({ label: 'B', name: shown })
  })

  it('says when a panel does not divide by the orders', () => {
    expect(describeDesign(williamsOrders(5), 12)).toMatch(/12 people do not divide by 10/)
    expect(describeDesign(williamsOrders(4), 12)).not.toMatch(/divide/)
  })

  it('is counter-balanced over the panel, and everybody is told at each place what they saw before, in that order', async () => {
    const { deps, ofTask } = panelThatLikes(() => 0.5)
    const { result } = await comparisonPipeline.run(deps, input(3))
    const shownBefore = new Map<string, string[]>()
    for (const { facts, prompt } of ofTask('respond')) {
      const before = shownBefore.get(facts.persona.persona_id) ?? []
      expect(facts.seen.map(({ stimulus }) => letterOf(stimulus))).toEqual(before)
      for (const { stimulus, purchase_statement } of facts.seen) {
        expect(purchase_statement).toContain(`${facts.persona.persona_id} on "${stimulus}`)
        expect(prompt.own).toContain(purchase_statement)
      }
      const texts = [...facts.seen.map(({ stimulus }) => stimulus), facts.stimulus]
      expect(texts.map((text) => `${prompt.own}${prompt.shared}`.includes(text))).toEqual(texts.map(() => true))
      shownBefore.set(facts.persona.persona_id, [...before, letterOf(facts.stimulus)])
    }
    expect(shownBefore.size).toBe(12)
    for (const place of [0, 1, 2]) {
      const there = [...shownBefore.values()].map((letters) => letters[place])
      for (const letter of 'ABC') expect(there.filter((call) => call === letter)).toHaveLength(4)
    }
    expect(new Map(result.order.orders.map(({ persona_id, labels }) => [persona_id, labels]))).toEqual(shownBefore)
  })

  it('shows one person throughout: the same memories for every proposition', async () => {
    const { deps, ofTask } = panelThatLikes(() => 0.5)
    await comparisonPipeline.run(deps, input(2))
    const people = new Map<string, Set<string>>()
    for (const { facts } of ofTask('respond')) {
      const known = people.get(facts.persona.persona_id) ?? new Set()
      people.set(facts.persona.persona_id, known.add(JSON.stringify(facts.persona)))
    }
    expect([...people.values()].map(({ size }) => size)).toEqual(new Array(12).fill(1))
  })

  it('finds no difference between propositions where only the order has an effect, and one between places', async () => {
    const { deps } = panelThatLikes(({ seen }) => (seen.length === 0 ? 0.9 : 0.1))
    const { result } = await comparisonPipeline.run(deps, input(2))
    expect(result.differences[0]).toMatchObject({ mean: 0, difference_seen: false })
    const [first = 0, second = 0] = result.order.mean_by_place
    expect(first).toBeGreaterThan(second + 50)
  })
})

describe('a comparison', () => {
  it.each(['anthropic', 'offline'] as const)('says which propositions claimed nothing to believe: %s', async (mode) => {
    const { deps } = fakeDeps({
      claims: ({ stimulus }) => readAs(...(letterOf(stimulus) === 'A' ? [] : ['an oat drink'])),
      respond: (facts) => answerOf(facts, 0.5),
      rate_intent: rateStatement,
    })
    const { result } = await comparisonPipeline.run({ ...deps, model: { ...deps.model, mode } }, input(2))
    expect(result.sentence.match(/No claim to believe spoke for A, so credibility there is/g)).toHaveLength(1)
    const { deps: both } = panelThatLikes(() => 0.5)
    expect((await comparisonPipeline.run(both, input(2))).result.sentence).not.toContain('No claim to believe')
  })

  const likings = { A: 0.9, B: 0.5, C: 0.1 } as Record<string, number>

  it('finds the best, pair by pair, with a document of the published shape', async () => {
    const { deps, ofTask, kept } = panelThatLikes((_, letter) => likings[letter] ?? 0)
    const { result, trust } = await comparisonPipeline.run(deps, input(3))
    expect(ComparisonResult.parse(result)).toEqual(result)
    expect(Trust.parse(trust)).toMatchObject({
      light: 'amber',
      respondents: { asked: 12, answered: 12 },
      ...{ quotes: { status: 'not_run' }, controls: { status: 'not_run' }, stability: { status: 'not_run' } },
    })
    // 100·(0.4·belief + 0.35·liking + 0.25·sentiment) = 96.5, 50 and 3.5.
    expect(result.propositions.map(({ scores }) => scores.pressure_score)).toEqual([96.5, 50, 3.5])
    expect(result.differences.map(({ first, second, mean }) => [first, second, mean])).toEqual([
      ['A', 'B', 46.5],
      ['A', 'C', 93],
      ['B', 'C', 46.5],
    ])
    // Twelve people of one mind: 2 of 2¹² patterns, three pairs.
    for (const { p, p_holm } of result.differences) expect([p, p_holm]).toEqual([2 / 4096, 6 / 4096])
    expect(result.best).toBe('A')
    expect(result.differences[0]?.sentence).toBe('A beats B by 47 points (47 to 47).')
    expect(result.sentence).toMatch(/^A beats every other one\. .*12 synthetic people saw every proposition\.$/)
    expect(result.propositions[1]?.claims).toEqual([
      { claim_id: 'c1', text: 'Havn B: an oat drink', start: 0, end: 20, meaning: 1 },
    ])
    expect(ofTask('claims')).toHaveLength(3)
    expect(kept[0]?.panel).toHaveLength(12)
  })

  it('leaves respondents with a missing answer out of every figure, and counts them', async () => {
    const { deps } = panelThatLikes(({ persona }, letter) => {
      if (persona.persona_id === 'label-reader-1' && letter === 'B') throw refusal()
      return persona.persona_id === 'label-reader-1' ? 0 : 0.9
    })
    const { result, trust } = await comparisonPipeline.run(deps, input(2))
    expect(result.propositions.map(({ responses }) => responses.length)).toEqual([11, 11])
    expect(result.propositions.map(({ scores }) => scores.pressure_score)).toEqual([96.5, 96.5])
    expect(trust?.respondents).toMatchObject({ asked: 12, answered: 11, failed: [{ persona_id: 'label-reader-1' }] })
    expect(result.order.orders.map(({ persona_id }) => persona_id)).not.toContain('label-reader-1')
  })

  it('ends with too few answers when half of the panel is missing', async () => {
    const { deps } = panelThatLikes(({ persona }) => {
      if (/-1$/.test(persona.persona_id)) throw refusal()
      return 0.5
    })
    const whole = comparisonPipeline.run(deps, input(2, { personas: 6 }))
    await expect(whole).rejects.toMatchObject({ code: 'too_few_answers' })
  })

  it('says plainly that no difference was seen, and how large one would have to be', () => {
    const [pair] = comparePairs(
      ['A', 'B'],
      [
        [50, 60, 40, 55, 45, 50, 52, 48],
        [48, 62, 41, 50, 50, 51, 50, 47],
      ],
      1,
    )
    expect(pair).toMatchObject({ difference_seen: false })
    expect(pair?.sentence).toMatch(
      /^No difference seen between A and B: A is 0\.1 points ahead \(95 % interval -\d.* to \d.*\), which chance can explain; with 8 synthetic people a difference under about 3 points would not show\.$/,
    )
    const nearly = comparePairs(
      ['A', 'B', 'C'],
      [
        [53, 59, 43, 59, 46, 54, 51, 50],
        [50, 60, 40, 55, 45, 50, 52, 48],
        [50, 60, 40, 55, 45, 50, 52, 48],
      ],
      1,
    )
    expect(nearly[0]).toMatchObject({ difference_seen: false })
    expect(nearly[0]?.interval?.low).toBeGreaterThan(0)
    expect(nearly[0]?.sentence).toMatch(/too uncertain to count \(p 0\.\d\d, under 0\.05 would\)/)
    const figures = { first: 'A', second: 'B', mean: 3, interval: { low: 1, high: 5 }, difference_seen: false }
    expect(differenceSentence({ ...figures, p: 0.02, p_holm: 0.0547 }, [3, 2, 4, 3, 5, 1, 3], 3)).toContain(
      '(p 0.06, under',
    )
    const alike = comparePairs(
      ['A', 'B'],
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
      1,
    )
    expect(alike[0]?.sentence).toBe('No difference seen between A and B: all 3 synthetic people scored them alike.')
  })

  it('says so when the panel is too small to show any difference', () => {
    const [pair] = comparePairs(
      ['A', 'B'],
      [
        [90, 80, 95, 99],
        [1, 2, 3, 5],
      ],
      1,
    )
    expect(pair).toMatchObject({ difference_seen: false, p: 2 / 16 })
    expect(pair?.sentence).toMatch(/4 synthetic people are too few to show any difference at all, ask at least 6\.$/)
  })

  it('names no best where one pair is undecided', async () => {
    const { deps } = panelThatLikes((_, letter) => (letter === 'C' ? 0.1 : 0.9))
    const { result } = await comparisonPipeline.run(deps, input(3))
    expect(result.best).toBeNull()
    expect(result.sentence).toMatch(/^No proposition beats every other one\. A beats C .* B beats C /)
  })

  it('turns the sentence, not the figures, when the second wins', () => {
    const [pair] = comparePairs(
      ['A', 'B'],
      [
        [10, 12, 11, 9, 10, 13],
        [20, 24, 21, 19, 23, 22],
      ],
      1,
    )
    expect(pair).toMatchObject({ mean: -10.7, difference_seen: true })
    expect(pair?.interval?.high).toBeLessThan(0)
    expect(pair?.sentence).toMatch(/^B beats A by 11 points \(9 to 12\)\.$/)
  })

  it('plans the calls that it makes', async () => {
    for (const count of [2, 3, 5]) {
      const { deps, ofTask } = panelThatLikes(() => 0.5)
      await comparisonPipeline.run(deps, input(count))
      const planned = comparisonPipeline.plan(input(count))
      for (const task of ['claims', 'respond', 'rate_intent'] as const) {
        const calls = planned.filter((call) => call.task === task).reduce((sum, call) => sum + call.count, 0)
        expect([task, calls]).toEqual([task, ofTask(task).length])
      }
    }
    const respond = comparisonPipeline.plan(input(3)).filter(({ task }) => task === 'respond')
    expect(respond.map(({ stage }) => stage)).toEqual([2, 3, 4])
    expect(respond[2]?.input_tokens).toBeGreaterThan(respond[0]?.input_tokens ?? 0)
    expect(() => comparisonPipeline.plan(input(2, { panel: ['nobody'] }))).toThrow(/Unknown archetype/)
  })
})
