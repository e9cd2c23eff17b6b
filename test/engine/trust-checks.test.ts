import { describe, expect, it } from 'vitest'
import { PANELS } from '../../src/data/archetypes.js'
import { judgeControls } from '../../src/engine/panel/controls/controls.js'
import { analysed } from '../support/analysed.js'
import { type AskedOfFake, answersWith, askedOf } from '../support/fake-persona.js'
import { inWorkspace, sharedAppAsking } from '../support/shared-app.js'

type Change = Parameters<typeof answersWith>[0]

const shared = sharedAppAsking()

async function runOn(change: Change, input: object = {}) {
  const [app, api] = [await inWorkspace(shared.app()), shared.api()]
  api.reset()
  api.answer = answersWith(change)
  const run = await app.until(await app.submit({ focus_group: 'off', controls: false, ...input }))
  expect(run.error).toBeNull()
  const calls = api.requests.map(({ body }) => askedOf(body))
  return { run, result: analysed(run.result), asked: calls, trust: run.trust as NonNullable<typeof run.trust> }
}

const marks = ({ made }: AskedOfFake, markOf: (name: string) => number) => ({
  marks: (made.marks as { name: string }[]).map((mark) => {
    const heldMark = markOf(mark.name)
    return {
      ...mark,
      skepticism_held: heldMark,
      values_held: heldMark,
      voice_held: heldMark,
      feedback: `Doubt more, ${mark.name}.`,
    }
  }),
})

describe('persona fidelity', () => {
  it('asks again, with feedback, for an answer out of character, and keeps the better one', async () => {
    let checks = 0
    let culprit = ''
    const { trust, asked, result } = await runOn((one) => {
      if (one.task === 'respond' && one.own.includes('out of character')) return { gut_reaction: 'Second try of mine.' }
      if (one.task !== 'check_fidelity') return {}
      checks += 1
      culprit ||= (one.made.marks as { name: string }[])[0]?.name ?? ''
      const first = checks === 1
      return marks(one, (name) => (first && name === culprit ? 2 : 9))
    })
    const again = asked.filter(({ task, own }) => task === 'respond' && own.includes('out of character'))
    expect(again.map(({ name }) => name)).toEqual([culprit])
    expect(again[0]?.own).toContain(`Doubt more, ${culprit}.`)
    expect(checks).toBe(2)
    expect(trust.fidelity).toMatchObject({ status: 'pass', rate: 1, regenerated: 1 })
    const kept = result.responses.find(({ persona_name }) => persona_name === culprit)
    expect(kept?.gut_reaction).toBe('Second try of mine.')
  })

  it('gives up after two more tries, keeps the best, and says how many stayed in character', async () => {
    let attempt = 0
    const byAttempt = [5, 3, 1]
    const { trust, asked, result } = await runOn((one) => {
      if (one.task === 'respond')
        return { gut_reaction: `Try ${one.own.includes('out of character') ? 'again' : 'one'}.` }
      return one.task === 'check_fidelity' ? marks(one, () => byAttempt[attempt++] ?? 0) : {}
    })
    expect(asked.filter(({ task }) => task === 'respond')).toHaveLength(18)
    expect(asked.filter(({ task }) => task === 'check_fidelity')).toHaveLength(3)
    expect(trust.fidelity).toMatchObject({ status: 'fail', rate: 0, skeptics_rate: 0, regenerated: 12 })
    expect(trust.light).toBe('red')
    for (const { gut_reaction } of result.responses) expect(gut_reaction).toBe('Try one.')
  })

  it('measures the skeptics separately', async () => {
    const skeptical: string[] = []
    const { trust } = await runOn((one) => {
      if (one.task === 'respond') {
        const level = Number(/Your skepticism is ([\d.]+) of 10/.exec(one.own)?.[1])
        if (level >= 7) skeptical.push(one.name)
      }
      return one.task === 'check_fidelity' ? marks(one, (name) => (skeptical.includes(name) ? 4 : 9)) : {}
    })
    expect(skeptical.length).toBeGreaterThan(0)
    expect(trust.fidelity.skeptics_rate).toBe(0)
    expect(trust.fidelity.rate).toBeGreaterThan(0.5)
    expect(trust.fidelity.status).toBe('fail')
  })

  it('finds whom a mark is for by a part of the name that nobody else has, and counts who was not marked', async () => {
    const byFirstName = await runOn((one) => {
      if (one.task !== 'check_fidelity') return {}
      const all = marks(one, () => 9).marks
      return { marks: all.map((mark) => ({ ...mark, name: mark.name.split(' ')[0] ?? '' })) }
    })
    expect(byFirstName.trust.fidelity).toMatchObject({ status: 'pass', rate: 1 })
    const alone = await runOn((one) =>
      one.task === 'check_fidelity' ? { marks: marks(one, () => 9).marks.slice(0, 1) } : {},
    )
    expect(alone.trust.fidelity.status).toBe('not_run')
    expect(alone.trust.fidelity.sentence).toMatch(/^1 of 6 people could be checked/)
  })

  it('shows the checker neither the proposition nor who else was marked how', async () => {
    const { asked } = await runOn(() => ({}))
    for (const { system, own } of asked.filter(({ task }) => task === 'check_fidelity'))
      expect(`${system}${own}`).not.toContain('Havn Oat')
  })
})

describe('controls', () => {
  const { absurd, known_good } = PANELS.controls().fmcg
  const likes = {
    stance: 'believes',
    considered_sentiment: 'positive',
    purchase_statement: 'I would definitely buy it.',
  }
  const hates = {
    stance: 'rejects',
    considered_sentiment: 'negative',
    purchase_statement: 'I would definitely not buy it.',
  }
  const panel = (onAbsurd: object, onGood: object) =>
    runOn(({ task, system }) => (task === 'react' ? { ...(system.includes(absurd) ? onAbsurd : onGood) } : {}), {
      controls: true,
    })

  it('are shown in a call of their own each, and appear nowhere in the result', async () => {
    const { asked, result, trust } = await panel(hates, likes)
    const shown = asked.filter(({ task }) => task === 'react')
    expect(shown.filter(({ system }) => system.includes(absurd))).toHaveLength(6)
    expect(shown.filter(({ system }) => system.includes(known_good))).toHaveLength(6)
    for (const { system, own } of shown) expect(`${system}${own}`).not.toContain('Havn Oat')
    expect(JSON.stringify(result)).not.toContain('rotten fish')
    expect(trust.controls.status).toBe('pass')
    expect(trust.controls.known_good_score).toBeGreaterThan(90)
    expect(trust.controls.absurd_score).toBeLessThan(20)
  })

  it('make a run untrustworthy when the panel likes the absurd one', async () => {
    const { trust } = await panel(likes, likes)
    expect(trust.controls.status).toBe('fail')
    expect(trust.controls.sentence).toContain('likes an absurd concept')
    expect(trust.light).toBe('red')
    expect(trust.sentence).toContain('Do not rely on it')
  })

  it('make a run untrustworthy when the panel cannot tell them apart', async () => {
    const { trust } = await panel(hates, hates)
    expect(trust.controls).toMatchObject({ status: 'fail', sentence: expect.stringContaining('cannot tell') })
    expect(trust.light).toBe('red')
  })
})

it('controls are held against their bars as they are, not as they are shown', () => {
  const pairs = Array.from({ length: 6 }, (_, n) => ({ score: 44.96 + n, compared_with: 25 + n }))
  const record = { absurd: 27.5, known_good: 47.46, difference: 19.96, interval: { low: 19, high: 21 }, pairs }
  expect(judgeControls(record).status).toBe('warn')
  expect(judgeControls({ ...record, difference: 20 }).status).toBe('pass')
})

describe('stability', () => {
  it('rebuilds panels with other people and other wordings, and says how many name the same first fix', async () => {
    const { trust, asked } = await runOn(({ task }) => (task === 'respond' ? { friction_points: ['the price'] } : {}), {
      stability: 4,
    })
    const responding = asked.filter(({ task }) => task === 'respond')
    expect(responding).toHaveLength(6 * 5)
    expect(new Set(responding.map(({ system }) => system.split('\n')[0])).size).toBe(3)
    expect(new Set(responding.map(({ name }) => name)).size).toBeGreaterThan(12)
    expect(trust.stability).toMatchObject({ status: 'pass', panels: 5, top_fix_agreement: 1 })
    expect(trust.stability.sentence).toBe('5 of 5 panels would tell you the same first fix.')
    const shares = Object.values(trust.stability.variance_shares ?? {})
    expect(shares).toHaveLength(4)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
  })

  it('is red when every panel names another first obstacle', async () => {
    const obstacles = [
      'the price is too high',
      'nobody tested it',
      'the bottle leaks',
      'my dog hates it',
      'too sweet for me',
    ]
    const panels: string[] = []
    const { trust } = await runOn(
      ({ task, system, own }) => {
        if (task !== 'respond') return {}
        const panel = `${system.split('\n')[0]}${/^You are ([^,]+),/m.exec(own)?.[1]}`
        const wording = system.split('\n')[0] ?? ''
        if (!panels.includes(wording)) panels.push(wording)
        return { friction_points: [obstacles[panels.indexOf(wording)] ?? panel] }
      },
      { stability: 2 },
    )
    expect(trust.stability.top_fix_agreement).toBeLessThan(1)
    expect(trust.stability.sentence).toMatch(/^\d of 3 panels would tell you the same first fix\.$/)
  })

  it('always gives intervals by resampling the respondents', async () => {
    const { trust, result } = await runOn(() => ({}))
    expect(trust.stability).toMatchObject({ panels: null, intervals: result.analysis.intervals })
    const { low, high } = result.analysis.intervals?.pressure_score ?? { low: 1, high: 0 }
    expect(low).toBeLessThanOrEqual(result.analysis.pressure_score)
    expect(high).toBeGreaterThanOrEqual(result.analysis.pressure_score)
  })
})
