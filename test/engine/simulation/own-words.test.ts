import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { lookBackPrompt } from '../../../src/engine/ask/look-back-prompt.js'
import type { EngineDeps } from '../../../src/engine/deps.js'
import type { RecordedStep } from '../../../src/engine/replay.js'
import { recomputeLife } from '../../../src/engine/simulation/recompute-life.js'
import { AppError } from '../../../src/errors.js'
import { createOfflineLlm } from '../../../src/llm/offline/offline.js'
import { hashInMemory, runInMemory } from '../../support/engine.js'
import { exportedOf, INPUT, MODEL, saying, WORSE } from './saying.js'
import { SLOTWISE } from './support.js'

const PLAN = ['signup', 'connect', 'connect', 'event']
const CALENDAR = { text: 'I could not connect my calendar.', importance: 10 }

const FIGURES = [
  ...['total_sessions', 'retention_curve', 'reasons', 'outcome_distribution', 'emotional_trajectory', 'people'],
  ...['avg_emotional_state', 'screens', 'activated', 'paid', 'referral_rate', 'recommended_actions'],
] as const
const figuresOf = (result: object) =>
  Object.fromEntries(Object.entries(result).filter(([key]) => FIGURES.includes(key as never)))

it('keeps a sentence of each session, read once, shows it later, and finds answers whatever its words', async () => {
  const stored: RecordedStep[] = []
  const { asked, result } = await saying({ memory: CALENDAR, plan: PLAN, product: WORSE }, stored)
  const later = asked.filter(({ prompt }) => prompt.own.includes(`: ${CALENDAR.text}`))
  expect(later.length).toBeGreaterThan(3)
  for (const { facts } of asked) expect(JSON.stringify(facts)).not.toContain(CALENDAR.text)
  // The same sentence of the same person is read once.
  const read = stored.filter(({ key }) => key.startsWith('memory/'))
  expect(read.length).toBeGreaterThan(0)
  expect(read.length).toBeLessThanOrEqual(INPUT.personas)
  const again = await saying({ memory: CALENDAR, plan: PLAN, product: WORSE }, stored)
  expect(again.asked).toEqual([])
  expect(again.result).toEqual(result)
})

it('remembers what fits the record alone, and exports it', async () => {
  const memoriesOf = async (text: string) =>
    (await exportedOf({ memory: { text, importance: 4 }, plan: PLAN, product: WORSE })).flatMap(
      ({ memories }) => memories,
    )
  expect(await memoriesOf(CALENDAR.text)).toContainEqual(
    expect.objectContaining({ kind: 'episodic', text: CALENDAR.text }),
  )
  const strange = 'My manager Olaf praised the spreadsheet.'
  expect(JSON.stringify(await memoriesOf(strange))).not.toContain('Olaf')
})

it('keeps a conclusion where every memory behind it was shown, and counts the others as left out', async () => {
  const text = 'Connecting the calendar goes the same way every time.'
  const kept = (evidence: (shown: readonly number[]) => number[]) => {
    const said = { insight: (shown: readonly number[]) => ({ text, evidence_ids: evidence(shown) }), plan: PLAN }
    return Promise.all([exportedOf(said), saying(said)])
  }
  const [founded, { trust }] = await kept((shown) => shown.slice(0, 2))
  expect(founded.flatMap(({ memories }) => memories)).toContainEqual(
    expect.objectContaining({ kind: 'semantic', text }),
  )
  const [unfounded, { trust: counted }] = await kept((shown) => [...shown.slice(0, 2), 9_999])
  expect(JSON.stringify(unfounded)).not.toContain(text)
  expect(counted?.quotes.dropped).toBeGreaterThan(trust?.quotes.dropped ?? Number.POSITIVE_INFINITY)
})

it('says to others what was planned for where arithmetic lets somebody tell of what worked', async () => {
  const words = 'You should try it, I could share my link.'
  const plan = ['signup', 'connect', 'share_link', 'share_link']
  const said = async (trigger: string | null) =>
    (await exportedOf({ plan, tells: { trigger, words } }, { personas: 60, days: 12 })).flatMap(({ sessions }) =>
      sessions.map(({ said, summary, events }) => ({
        said: said?.to_others,
        told: summary.includes('They told '),
        worked: events.some(({ context, metadata }) => context.target === 'share_link' && metadata.outcome === 'ok'),
      })),
    )
  const sessions = await said('share_link')
  expect(sessions.some(({ said }) => said === words)).toBe(true)
  for (const { said, told, worked } of sessions) expect(said !== undefined).toBe(told && worked)
  expect((await said(null)).flatMap(({ said }) => said ?? [])).toEqual([])
})

const LAST = 'The calendar did not connect again.'
const WHY = 'I left as the calendar never connected.'
const exit = () => ({
  look_back: { quote: LAST, felt: { frustration: 0.7, confidence: 0.3, delight: 0.1, confusion: 0.4 } },
  why: WHY,
})

it('asks everybody once at the end: the words close their diary and record, and no figure moves', async () => {
  const stored: RecordedStep[] = []
  const more = { personas: 20, days: 12 }
  const said = { plan: PLAN, product: WORSE, exit }
  const { asked, result } = await saying(said, stored, more)
  const closing = asked.filter(({ task }) => task === 'exit_interview')
  expect(closing.map(({ key }) => key)).toHaveLength(20)
  expect(new Set(closing.map(({ prompt }) => `${prompt.rules}${prompt.shared}`)).size).toBe(1)
  expect(closing.filter(({ prompt }) => /you have left: /.test(prompt.own)).length).toBe(
    result.people.filter(({ reason }) => reason !== null).length,
  )
  expect(result.diaries.map(({ closing }) => closing)).toContain(WHY)
  expect(result.leaving_words?.length).toBe(3)
  for (const { person, text } of result.leaving_words ?? []) {
    expect(text).toBe(WHY)
    expect(result.people.find(({ name }) => name === person)?.reason).not.toBeNull()
  }

  const unasked = await saying(
    said,
    [{ key: 'rules', input_hash: 'null', outcome: { ok: { rules: 'R', card: 'C' } } }],
    more,
  )
  expect(unasked.asked.filter(({ task }) => task === 'exit_interview')).toEqual([])
  expect(figuresOf(unasked.result)).toEqual(figuresOf(result))
  expect(unasked.result.leaving_words).toBeUndefined()

  const model = { ...MODEL, ...createOfflineLlm().models }
  const [person] = result.people
  const run = { input: { ...INPUT, ...more, product: WORSE }, seed: 1, steps: stored, model }
  const life = await recomputeLife(run, person?.name ?? '', hashInMemory)
  expect(life.exit_interview).toBe(WHY)
  expect(lookBackPrompt('', { life, earlier: [], question: 'Why?' }).own).toContain(WHY)
})

it('exports what was said at the end, without what is in no record', async () => {
  const lives = await exportedOf({
    plan: PLAN,
    product: WORSE,
    exit: () => ({ ...exit(), why: 'My manager Olaf paid 500 euros.' }),
  })
  for (const { sessions, exit_interview } of lives) {
    expect(exit_interview).toMatchObject({ why: '', felt: { frustration: 0.7, delight: 0.1 } })
    expect(sessions.at(-1)?.said?.looking_back).toBe(exit_interview?.looking_back)
  }
  expect(lives.map((life) => life.exit_interview?.looking_back)).toContain(LAST)
})

it('a closing question without an answer stops nothing', async () => {
  const refused = () => {
    throw new AppError('model_refused', { task: 'exit_interview' })
  }
  const { result } = await saying({ plan: PLAN, exit: refused })
  expect(result.total_users).toBe(INPUT.personas)
  expect(result.diaries.flatMap(({ closing }) => closing ?? [])).toEqual([])
})

type Earlier = {
  /** By key of the question: a hash of its facts, and the answer as an earlier version stored it. */
  readonly answers: Readonly<Record<string, { readonly facts: string; readonly answer: unknown }>>
  /** Hashes of the journeys and diaries which that version computed. */
  readonly people: string
  readonly diaries: string
  readonly sessions: number
}

it('lives the weeks of a run by an earlier version as that did, and asks it nothing more', async () => {
  const earlier: Earlier = JSON.parse(await readFile(new URL('earlier-answers.json', import.meta.url), 'utf8'))
  const short = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
  const input = { product: SLOTWISE, personas: 4, days: 10, seed: 5 }
  const rules = { rules: 'The rules of that version.', card: 'Its card.' }
  const stored: RecordedStep[] = [{ key: 'rules', input_hash: 'null', outcome: { ok: rules } }]
  const model: EngineDeps['model'] = MODEL
  const { asked, result, trust } = await runInMemory('simulation', input, {
    ...{ model, stored },
    answer: ({ key }) => earlier.answers[key]?.answer,
  })
  expect(Object.fromEntries(asked.map(({ key, facts }) => [key, short(facts)]))).toEqual(
    Object.fromEntries(Object.entries(earlier.answers).map(([key, { facts }]) => [key, facts])),
  )
  const block = stored.find(({ key }) => key === 'people/0')?.input_hash ?? '{}'
  expect(JSON.parse(block)).toEqual({ hash: earlier.people })
  expect(short(result.diaries)).toBe(earlier.diaries)
  expect(result.total_sessions).toBe(earlier.sessions)
  expect(trust?.quotes.dropped).toBeGreaterThan(0)

  const again = await runInMemory('simulation', input, { model, stored })
  expect(again.asked).toEqual([])
  expect(again.result).toEqual(result)
})
