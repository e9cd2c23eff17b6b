import { expect, it } from 'vitest'
import type { Product } from '../../../src/domain/product.js'
import type { SessionAnswer, SessionFacts } from '../../../src/domain/session-plan.js'
import type { RecordedStep } from '../../../src/engine/replay.js'
import { livesAgain } from '../../../src/engine/simulation/recompute-life.js'
import { createOfflineLlm } from '../../../src/llm/offline/offline.js'
import { hashInMemory, runInMemory } from '../../support/engine.js'
import { SLOTWISE } from './support.js'

const MODEL = { mode: 'anthropic', persona: 'a-model', analysis: 'a-model', judge: 'a-model' } as const
const INPUT = { product: SLOTWISE, personas: 6, days: 8, seed: 3 }

it('a stored plan is found by what it was made from, however the question is worded', async () => {
  const stored: RecordedStep[] = []
  const first = await runInMemory('simulation', INPUT, { model: MODEL, stored })
  expect(first.asked).toHaveLength(first.result.total_sessions)
  expect(first.asked[0]?.prompt.rules).toContain('one particular person')

  const reworded = stored.map((step) =>
    step.key === 'rules' ? { ...step, outcome: { ok: { rules: 'In other words.', card: 'A card.' } } } : step,
  )
  const again = await runInMemory('simulation', INPUT, { model: MODEL, stored: reworded })
  expect(again.asked).toEqual([])
  expect(again.result).toEqual(first.result)

  const unplanned = reworded.filter(({ key }) => !key.endsWith('/0'))
  const partly = await runInMemory('simulation', INPUT, { model: MODEL, stored: unplanned })
  expect(partly.asked).toHaveLength(6)
  expect(partly.asked[0]?.prompt).toMatchObject({ rules: 'In other words.', shared: 'A card.' })
})

it('is asked from what the person knows: nothing of the machine, and the same first part for everybody', async () => {
  const { asked } = await runInMemory('simulation', { ...INPUT, personas: 12 }, { model: MODEL })
  expect(new Set(asked.map(({ prompt }) => `${prompt.rules}${prompt.shared}`)).size).toBe(1)
  for (const { prompt, facts } of asked) {
    const { feelings, day, last, steps } = facts as SessionFacts
    for (const feeling of Object.values(feelings)) expect(Math.round(feeling * 20) / 20).toBe(feeling)
    expect(last === null).toBe(day === 0)
    expect(steps).toBeLessThanOrEqual(10)
    const tokens = prompt.own.length / 4
    expect(tokens).toBeLessThanOrEqual(750)
    expect(prompt.own).not.toMatch(/oauth_loop|undefined|NaN/)
  }
  expect((asked[0]?.prompt.shared.length ?? 0) / 4 + (asked[0]?.prompt.rules.length ?? 0) / 4).toBeLessThanOrEqual(
    1_400,
  )
})

const { connect } = SLOTWISE.screens
const [loop] = connect?.defects ?? []
const worse = { ...connect, defects: [{ ...loop, p: 0.8, severity: 0.9 }] }
/** Connecting the calendar seldom works. */
const WORSE = { ...SLOTWISE, screens: { ...SLOTWISE.screens, connect: worse } } as Product

type Said = {
  readonly quote?: string
  readonly why?: string
  readonly plan?: readonly string[]
  readonly product?: Product
}

/** A run in which everybody says and plans the same in every session. */
const saying = ({ quote, why, plan, product = SLOTWISE }: Said, stored?: RecordedStep[]) =>
  runInMemory(
    'simulation',
    { ...INPUT, product },
    {
      model: MODEL,
      ...(stored && { stored }),
      answer: (_, made) => {
        const answer = made as SessionAnswer
        return {
          look_back: answer.look_back && { ...answer.look_back, quote: quote ?? answer.look_back.quote },
          plan: plan?.map((target) => ({ action: 'use_feature', target, if_blocked: 'other' })) ?? answer.plan,
          why: why ?? answer.why,
        }
      },
    },
  )

it.each([
  'The export to Excel worked wonderfully and saved me 500 euros.',
  'It saved me whole afternoons with its spreadsheet export.',
  'I connected my calendar and 100% of real users stay.',
  'Signed up for it, as my manager Olaf had told me.',
])('words about what is in no record are left out and counted: %s', async (quote) => {
  const { result, trust } = await saying({ quote })
  const words = result.diaries.flatMap(({ entries }) => entries.map(({ text }) => text)).join('\n')
  expect(words).not.toContain(quote)
  expect(trust?.quotes).toMatchObject({ status: 'warn', dropped: result.total_sessions - INPUT.personas })
  expect(trust?.quotes.checked).toBe(2 * result.total_sessions - INPUT.personas)
  expect(trust?.quotes.sentence).toMatch(/^\d+ of \d+ sentences/)
  expect(trust?.sentence).toContain('left out')
})

it('words about what happened in the session are kept, about places where nobody was are not', async () => {
  const quote = 'I was sent round to sign in again, and felt a bit silly.'
  const { result, trust } = await saying({ quote, plan: ['signup', 'connect', 'connect'], product: WORSE })
  const entries = result.diaries.flatMap((lived) => lived.entries)
  expect(entries.filter(({ text }) => text.includes(quote)).length).toBeGreaterThan(0)
  expect(trust?.quotes.verified).toBeGreaterThan(result.total_sessions)
  const elsewhere = await saying({ quote: 'I invited a colleague.', plan: ['signup', 'connect'] })
  expect(elsewhere.trust?.quotes.dropped).toBe(elsewhere.result.total_sessions - INPUT.personas)
})

it('plain feelings are kept, and trust says what of them was not checked', async () => {
  const quote = 'It did what I came for, nothing special.'
  const { result, trust } = await saying({ quote })
  expect(trust?.quotes).toMatchObject({ status: 'pass', dropped: 0 })
  expect(trust?.quotes.sentence).toContain('whether they are true')
  expect(JSON.stringify(result.diaries)).toContain(quote)
})

it('what the product never had is counted as not there, and is nothing to mend', async () => {
  const { result, trust } = await saying({ plan: ['teleporter', 'teleporter', 'team'] })
  expect(trust?.played?.unavailable_share).toBeGreaterThan(0.5)
  expect(JSON.stringify([result.friction_points, result.recommended_actions])).not.toMatch(/teleporter|"team"/)
})

it('a friction has no words beside it that do not name its place or its trouble', async () => {
  const plan = ['signup', 'connect', 'connect', 'connect', 'event']
  const quotesOf = async (quote: string) =>
    (await saying({ quote, plan, product: WORSE })).result.friction_points.flatMap(
      ({ quote: words }) => words?.text ?? [],
    )
  expect(await quotesOf('I did what I came for and left again without any fuss.')).toEqual([])
  expect(await quotesOf('I was asked to sign in again.')).toContain('I was asked to sign in again.')
})

it('an exported step has the reason that the model gave', async () => {
  const stored: RecordedStep[] = []
  const why = 'I want to get my meetings booked today.'
  await saying({ why }, stored)
  const model = { mode: MODEL.mode, ...createOfflineLlm().models }
  const run = { input: INPUT, seed: 1, model, steps: stored }
  const reasons = new Set<string>()
  for await (const lives of livesAgain(run, hashInMemory))
    for (const { sessions } of lives)
      for (const { events } of sessions)
        for (const { event_type, reasoning } of events) if (event_type === 'action') reasons.add(reasoning)
  for (const reason of reasons) expect(reason.startsWith(why)).toBe(true)
  expect(reasons.size).toBeGreaterThan(1)
})

it('a session whose sentences were left out is summed up by its steps', async () => {
  const stored: RecordedStep[] = []
  await saying(
    { why: 'It saved me 500 euros.', quote: 'It saved me 500 euros.', plan: ['signup', 'teleporter'] },
    stored,
  )
  const run = { input: INPUT, seed: 1, model: { ...MODEL, ...createOfflineLlm().models }, steps: stored }
  const summaries: string[] = []
  for await (const lives of livesAgain(run, hashInMemory))
    for (const { sessions } of lives) summaries.push(...sessions.map(({ summary }) => summary))
  expect(summaries).not.toContain('')
  expect(summaries.some((summary) => /^signup .+; teleporter was not there\.$/.test(summary))).toBe(true)
})

it('a hypothesis without a difference says how it was lived, for how long, and which days were not', async () => {
  const product = {
    ...SLOTWISE,
    states: { ...SLOTWISE.states, B: { version: '1.1', flags: { longer: true } } },
    flags: { ...SLOTWISE.flags, longer: { default: false } },
    // It takes longer there, which nobody minds.
    screens: Object.fromEntries(
      Object.entries(SLOTWISE.screens).map(([id, screen]) => [id, { ...screen, when: { flag: 'longer', minutes: 9 } }]),
    ),
  }
  const { result } = await saying({ product })
  expect(result.hypothesis?.sentence).toContain('Both states planned by arithmetic')
  expect(result.hypothesis?.sentence).toContain('over the 8 days of this run')
  expect(result.hypothesis?.sentence).toContain('speaks of 30 days')
})

it('is told of messages and periods in words', async () => {
  const { asked } = await runInMemory('simulation', { ...INPUT, days: 20 }, { model: MODEL })
  const prompts = asked.map(({ prompt }) => `${prompt.shared}${prompt.own}`).join('\n')
  expect(prompts).toContain('The product wrote to you')
  expect(prompts).not.toMatch(/idle_3|\(booked\)|every 1 days/)
})
