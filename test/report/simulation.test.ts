import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { simulationMessage } from '../../src/bot/blocks/simulation.js'
import { summarise } from '../../src/cli/summary.js'
import { LEAVING_REASONS } from '../../src/domain/simulation/simulated-session.js'
import { ARITHMETIC } from '../../src/domain/simulation/simulation.js'
import { replyText } from '../../src/mcp/reply-text.js'
import { viewRun } from '../../src/mcp/view/view-run.js'
import { renderReport } from '../../src/report/report.js'
import { simulated, simulationRun, slotwise } from './documents/simulation.js'
import { problems, textOf } from './markup.js'

/** Pictures of a page with what a screen reader says of each. */
const picturesOf = (html: string): string[] =>
  [...html.matchAll(/<svg class="chart"[^>]*><title[^>]*>([^<]+)<\/title><desc[^>]*>([^<]+)<\/desc>/g)].map(
    ([, title, description]) => `${title}: ${description}`,
  )

const QUESTIONS = [
  'Who stays?',
  'When do they leave, and why?',
  'What weighs most?',
  'Where do they get lost?',
  'How does it feel?',
  'Is the average hiding two groups?',
]

it('what people said at the end closes a diary and stands with the reasons, as a model’s words, wherever it is read', () => {
  const run = simulationRun()
  const person = run.result.people[0]?.name ?? ''
  const text = 'I left as my calendar never connected.'
  const words = { leaving_words: [{ person, day: 4, reason: 'price' as const, text }] }
  const diaries = run.result.diaries.map((diary) => ({ ...diary, closing: `${text} That was it.` }))
  const asked = { ...run, result: { ...run.result, ...words, diaries } }
  const surfaces = {
    report: textOf(renderReport(asked)),
    terminal: summarise(asked, { columns: 400, colour: false, unicode: true }),
    slack: JSON.stringify(simulationMessage(asked)),
    mcp: replyText(viewRun({ run: asked, history: [] }, { section: 'people', page: 1 })),
  }
  for (const [surface, shown] of Object.entries(surfaces))
    expect(shown, surface).toContain(`Asked at the end (a model’s words): “${text} That was it.”`)
  expect(surfaces.report).toContain(`“${text}” ${person}, a model’s words, day 5, price`)
  expect(surfaces.terminal).toContain(`${person} (a model’s words, day 5, price): ${text}`)
  expect(renderReport(run)).not.toContain('a model’s words')
})

describe('the headline of a simulation', () => {
  const run = simulationRun()
  const [trouble] = run.result.friction_points
  type Headed = { people: number; score: number; priority?: 'P1' | 'P3'; reasons?: (typeof run.result)['reasons'] }
  const headline = ({ people, score, priority = 'P1', reasons = [] }: Headed, total_users = 300) => {
    if (trouble === undefined) throw new Error('somebody is frustrated')
    const friction_points = [{ ...trouble, people, score, priority }]
    const changed = { ...run, result: { ...run.result, total_users, friction_points, reasons } }
    return summarise(changed, { columns: 900, colour: false, unicode: true }).replace(/\s+/g, ' ')
  }
  const MENDED = /first things? to mend: /

  it.each([
    [{ people: 1, score: 3 }, 300],
    [{ people: 2, score: 3 }, 40],
    [{ people: 5, score: 3 }, 300],
    [{ people: 30, score: 0 }, 300],
    [{ people: 30, score: 0.04 }, 300],
  ])('names no trouble of a few people, or of no weight: %j of %i', (headed, of) => {
    expect(headline(headed, of)).not.toMatch(MENDED)
    expect(headline(headed, of)).toContain('Nothing frustrated more than a few of them.')
  })

  it.each([
    [{ people: 6, score: 3 }, 300],
    [{ people: 3, score: 3 }, 40],
    [{ people: 2, score: 3 }, 5],
  ])('names one of more: %j of %i', (headed, of) => expect(headline(headed, of)).toMatch(MENDED))

  it('says that most left for the price, in place of what is of the lowest priority', () => {
    const reasons = [
      { reason: 'drifted' as const, people: 50 },
      { reason: 'price' as const, people: 40 },
      { reason: 'dissatisfied' as const, people: 10 },
    ]
    const said = 'The largest reason seen for leaving is the price: 40 of the 100 who left.'
    const low = headline({ people: 30, score: 1, priority: 'P3', reasons })
    expect(low).toContain(said)
    expect(low).not.toMatch(MENDED)
    const high = headline({ people: 90, score: 9, reasons })
    expect(high).toContain(said)
    expect(high).toMatch(MENDED)
    const fewer = reasons.map((own) => ({ ...own, people: own.reason === 'price' ? 4 : own.people }))
    expect(headline({ people: 30, score: 1, priority: 'P3', reasons: fewer })).not.toContain('largest reason seen')
  })
})

describe('the pictures of a simulation', () => {
  it('each answer a question, and say in words what they show', async () => {
    const html = renderReport(await simulated({ personas: 130, days: 20 }))
    for (const question of [...QUESTIONS, 'For whom?']) expect(html).toContain(`<h3>${question}</h3>`)
    const pictures = picturesOf(html)
    expect(pictures.length).toBe(html.split('class="chart"').length - 1)
    const of = (title: string) => pictures.find((picture) => picture.startsWith(title))
    expect(of('Share of people still there by day')).toMatch(/Day 20: \d+%, \d+% to \d+%, \d+ at risk\./)
    expect(of('Share of those still there who left')).toMatch(/Most on day \d+: \d+% of those still there\./)
    expect(of('Each screen')).toMatch(/connect: open to \d+, tried by \d+, worked for \d+;/)
    expect(of('Every day of each person')).toContain('100 people over 20 days.')
    expect(of('How each kind of people ended')).toMatch(/Careful parent \(\d+\): /)
    expect(textOf(html)).toContain('trial ends')
  })

  it('stand beside the three retentions by name', () => {
    expect(textOf(renderReport(simulationRun()))).toMatch(
      /Three retentions after 13 days\s*survival \d+ ?%.+active \d+ ?%.+rolling \d+ ?%/,
    )
  })

  it('give every reason to leave a fill of its own', async () => {
    const styles = await readFile('data/styles/simulation.css', 'utf8')
    const fills = LEAVING_REASONS.map((reason) => {
      const rule = styles.split('\n').find((line) => new RegExp(`\\.fill\\.${reason}\\b`).test(line))
      return /fill:(var\(--k\d\))/.exec(rule ?? 'svg .fill{fill:var(--k5)}')?.[1]
    })
    expect(new Set(fills).size, fills.join(' ')).toBe(LEAVING_REASONS.length)
  })

  it('agree with the figures', async () => {
    const { result } = await simulated({ personas: 60, days: 12 })
    const left = result.left_by_day.reduce((sum, { people }) => sum + people, 0)
    expect(left).toBe(result.reasons.reduce((sum, { people }) => sum + people, 0))
    for (const { people, outcomes } of result.by_kind)
      expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(people)
    expect(result.by_kind.reduce((sum, { people }) => sum + people, 0)).toBe(60)
    for (const { eligible, tried, succeeded } of result.screens) {
      expect(tried).toBeLessThanOrEqual(eligible)
      expect(succeeded).toBeLessThanOrEqual(tried)
    }
    for (const { feelings, low, high } of result.emotional_trajectory)
      expect(low.frustration).toBeLessThanOrEqual(Math.max(high.frustration, feelings.frustration))
    for (const { calendar, days, sessions } of result.people) {
      expect(calendar).toHaveLength(days)
      expect(calendar.replaceAll('-', '')).toHaveLength(sessions)
    }
  })

  it.each([
    ['one person for one day', { personas: 1, days: 1 }],
    ['two people for two days', { personas: 2, days: 2 }],
    ['a network', { personas: 40, days: 20, network: 'scale_free' }],
    ['a product that cannot be used', { personas: 20, days: 3, product: unusable() }],
  ])('stand on a valid page for %s', async (_, request) => {
    const html = renderReport(await simulated(request))
    expect(await problems(html)).toEqual([])
    expect(html).not.toMatch(/NaN|Infinity|undefined/)
    expect(html.includes('Does it spread?')).toBe('network' in request)
  })

  it('draw who knows whom with everybody who joined, in the text in figures', async () => {
    const run = await simulated({ personas: 60, days: 20, network: 'small_world' })
    const { referrals, joined_later } = run.result
    const { network } = referrals ?? {}
    expect(network).toMatchObject({ nodes: 128, components: 1 })
    expect(network?.drawn?.people.filter(({ by }) => by !== null)).toHaveLength(joined_later)
    const html = renderReport(run)
    expect(html).toContain('<h3>Where in the network?</h3>')
    expect(picturesOf(html).find((picture) => picture.startsWith('Who knows whom'))).toContain(
      `60 use it from the first day, ${joined_later} joined for an invitation.`,
    )
    expect(textOf(html)).toContain('Who knows whom: 128 people, each with 8.0 contacts on average')
    expect(renderReport(await simulated({ personas: 600, days: 3, network: 'scale_free' }))).not.toContain(
      'Where in the network?',
    )
  })

  it('make the page of many people hardly larger than that of fewer', async () => {
    const [some, many] = await Promise.all([200, 600].map((personas) => simulated({ personas, days: 14 })))
    const [small, large] = [some, many].map((run) => (run ? renderReport(run).length : 0))
    expect(large).toBeLessThan((small ?? 0) * 1.15)
    expect(large).toBeLessThan(150_000)
  })

  it('stand beside what to do, with what that is expected to change or that nothing was simulated', () => {
    const run = simulationRun()
    const effect = {
      ...{ metric: 'survival' as const, estimate: 0.042, low: 0.01, high: 0.074 },
      ...{ range_low: 0.02, range_high: 0.06 },
    }
    run.result.recommended_actions = [
      { action: 'Mend the sign-in', priority: 'P1', rationale: 'It frustrated 12 people.', people: 12, effect },
      { action: 'Look at the price', priority: 'P2', rationale: 'It stops people.', people: 5, effect: null },
    ]
    const text = textOf(renderReport(run))
    expect(text).toContain(
      '12 people; expected: +4.2 points still there (+1.0 to +7.4; +2.0 to +6.0 where feelings act half or twice as strongly)',
    )
    expect(text).toContain('5 people; expected: not simulated')
  })
})

describe('what a simulation says of its figures', () => {
  const surfacesOf = (run: ReturnType<typeof simulationRun>) => ({
    report: textOf(renderReport(run)),
    terminal: summarise(run, { columns: 4_000, colour: false, unicode: true }),
    slack: JSON.stringify(simulationMessage(run)),
    mcp: replyText(viewRun({ run, history: [] }, { section: 'friction', page: 1 })),
  })
  const withFriction = (change: object) => {
    const run = simulationRun()
    const [first] = run.result.friction_points
    if (first === undefined) throw new Error('somebody is frustrated')
    run.result.friction_points = [{ ...first, left_within_3_days: 0.42, ...change }]
    return run
  }

  it.each([
    [
      { others_left_within_3_days: 0.12 },
      '42% of them had left three days after their first time, against 12% of those there then whom it had not frustrated',
    ],
    [
      { others_left_within_3_days: null },
      '42% of them had left three days after their first time; too few whom it had not frustrated were there then',
    ],
    [
      { others_left_within_3_days: undefined },
      '42% of them had left three days after the last time, with nobody to compare',
    ],
  ])('who left soon after a trouble stands beside others, everywhere alike: %j', (change, said) => {
    for (const [surface, shown] of Object.entries(surfacesOf(withFriction(change))))
      expect(shown.replace(/\s+/g, ' '), surface).toContain(said)
  })

  it('where they are at the end is not how last sessions ended, and opening it is not using it', () => {
    const html = renderReport(simulationRun())
    expect(textOf(html)).toMatch(/Where they are at the end\s*Left, or how the last session ended\s*People/)
    expect(textOf(html)).toContain('opened it, did nothing')
    const run = simulationRun()
    run.result.people = [{ ...run.result.people[0], calendar: 'oou--', days: 5 } as (typeof run.result.people)[number]]
    expect(renderReport(run)).toContain('class="fill opened"')
  })

  it('the retentions show the last week, and say what is equal by construction', () => {
    const run = simulationRun()
    const curve = run.result.retention_curve
    for (const point of curve)
      if (point.active !== null) Object.assign(point, { active: 0, rolling: point.day < 13 ? 0.38 : 0 })
    const shown = summarise(run, { columns: 4_000, colour: false, unicode: true }).replace(/\s+/g, ' ')
    expect(shown).toMatch(
      /active 0% \(did something with it on the day that follows.*rolling 38% \(did something in the last 7 days;/,
    )
    expect(shown).toContain('on the last day alone it equals active')
  })

  it('telling is not using a sharing screen', () => {
    expect(surfacesOf(simulationRun()).report).toContain('such a screen by itself tells nobody')
  })

  it('one person is one', () => {
    const run = simulationRun()
    run.result.total_users = 1
    expect(textOf(renderReport(run))).toContain('1 synthetic person, none of them real')
    expect(textOf(renderReport(run))).not.toContain('1 synthetic people')
  })

  it('an assumed effort that decides the order is named in the headline', () => {
    const headline = (efforts: readonly [number, number], assumed: readonly [boolean, boolean]) => {
      const run = simulationRun()
      const [first] = run.result.friction_points
      if (first === undefined) throw new Error('somebody is frustrated')
      run.result.friction_points = ([30, 24] as const).map((people, place) => {
        const of = { people, score: [12, 9][place] ?? 0, effort: efforts[place] ?? 3, priority: 'P1' as const }
        return { ...first, ...of, rule: 'score', effort_assumed: assumed[place] === true, trouble: `Trouble ${place}` }
      })
      return summarise(run, { columns: 4_000, colour: false, unicode: true }).replace(/\s+/g, ' ')
    }
    const said = 'An assumed effort (3) decides that: without it the first would be: trouble 1.'
    expect(headline([1, 3], [false, true])).toContain(said)
    expect(headline([3, 3], [true, true])).not.toContain('assumed effort')
    expect(headline([1, 3], [false, false])).not.toContain('assumed effort')
    expect(headline([3, 1], [true, false])).not.toContain('assumed effort')
  })

  it('the diary shown alone is of somebody whom the headline’s trouble frustrated', async () => {
    const runs = await Promise.all(
      [1, 2, 3, 4].map((seed) => simulated({ personas: 60, days: 12, seed, arithmetic: ARITHMETIC })),
    )
    for (const { result } of runs) {
      const frustrations = result.diaries.flatMap((diary) => diary.frustrations ?? [])
      expect(frustrations).toContain(0)
      for (const place of frustrations) expect(result.friction_points[place]).toBeDefined()
    }
    const [run] = runs
    if (run === undefined) throw new Error('there are runs')
    for (const [place, diary] of run.result.diaries.entries()) diary.frustrations = place === 4 ? [0] : [1]
    const last = run.result.people.find(({ id }) => id === run.result.diaries[4]?.id)
    expect(summarise(run, { columns: 400, colour: false, unicode: true })).toContain(`One diary: ${last?.name}`)
  })
})

describe('a product that is only slow', () => {
  const slow = { p: 1, severity: 0.2, effect: 'slow', message: 'Loading, 4 seconds' }
  const product = structuredClone(slotwise)
  for (const [place, screen] of Object.values(product.screens).entries())
    Object.assign(screen, { defects: [{ ...slow, id: `loading${place}` }] })
  const request = { product: { ...product, fixes: [] }, personas: 30, days: 4, arithmetic: ARITHMETIC }

  it('shuts nobody out, and is said to make tries fail', async () => {
    const run = await simulated(request)
    expect(run.result.never_in).toBeGreaterThan(0)
    const { task, outcome } = run.result.never_in_at ?? {}
    expect(outcome).toBe('slow')
    const shown = summarise(run, { columns: 4_000, colour: false, unicode: true }).replace(/\s+/g, ' ')
    expect(shown).toContain(`of them never got anything done: when `)
    expect(shown).toContain(`wanted to ${task}, it was slow, and a try like that counts as failed`)
    expect(shown).not.toMatch(/no screen ever worked|never got in/)
    expect(shown).toMatch(/wait too long: “Loading, 4 seconds”/)
    expect(run.result.notes.join()).toMatch(/A defect makes the try fail.*loading0 of .*\(slow, severity 0\.2\)/)
    expect(simulationRun().result.notes.join()).not.toContain('makes the try fail')
  })
})

function unusable() {
  const product = structuredClone(slotwise)
  for (const screen of Object.values(product.screens)) Object.assign(screen, { effort: 1, clarity: 0, value: 0 })
  return product
}

it('says who of those still there never got in, and of nobody that they could have paid where no plan is offered', async () => {
  const { screens, ...rest } = slotwise
  const [entry = ''] = slotwise.onboarding.steps
  const shut = { id: 'shut', p: 0.9, severity: 0.1, effect: 'block', message: 'Later.' }
  const closed = { ...screens, [entry]: { ...screens[entry], defects: [shut] } }
  const free = { ...slotwise.price, trial: null, free: { limits: {} } }
  const unlimited = Object.fromEntries(Object.entries(closed).map(([id, { limit: _, ...screen }]) => [id, screen]))
  const request = { personas: 20, days: 3, arithmetic: ARITHMETIC }
  const run = await simulated({ product: { ...rest, screens: unlimited, price: free }, ...request })
  const never = run.result.never_in ?? 0
  expect(never).toBeGreaterThan(0)
  expect(never).toBeLessThanOrEqual(
    run.result.total_users - run.result.reasons.reduce((sum, { people }) => sum + people, 0),
  )
  const shown = summarise(run, { columns: 400, colour: false, unicode: true }).replace(/\s+/g, ' ')
  expect(shown).toContain(`; ${never} of them never got in: no screen ever worked for them.`)
  expect(shown).toContain('paid nobody can: a plan is never offered')
  expect(replyText(viewRun({ run, history: [] }))).toMatch(/Still there after 1 day: \d+ % \(\d+ to \d+\)/)

  const earlier = await simulated({ product: { ...rest, screens: unlimited, price: free }, ...request, arithmetic: 1 })
  expect(earlier.result).not.toHaveProperty('never_in')
  expect(earlier.result.intervals).toHaveProperty('paid')
  for (const price of [free, { ...slotwise.price, trial: null, plans: [], free: null }])
    expect(
      (await simulated({ product: { ...slotwise, price, screens: unlimited }, ...request })).result.intervals,
    ).not.toHaveProperty('paid')
  for (const price of [slotwise.price, { ...slotwise.price, trial: null, free: null }])
    expect((await simulated({ product: { ...slotwise, price }, ...request })).result.intervals).toHaveProperty('paid')
})
