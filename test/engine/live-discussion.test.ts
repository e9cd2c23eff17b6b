import { describe, expect, it } from 'vitest'
import { type Analysed, analysed } from '../support/analysed.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { type FakeRequest, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { answersWith, askedOf } from '../support/fake-persona.js'

type Options = Parameters<typeof fakeMessagesApi>[0]

async function runOn(options: Options, input: object = {}) {
  const api = await fakeMessagesApi(options)
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '10' })
  startWorkerIn(app)
  const run = await app.until(await app.submit(input))
  await api.close()
  expect(run.error).toBeNull()
  return { run, result: analysed(run.result), requests: api.requests }
}

const of = (requests: readonly FakeRequest[], task: string) =>
  requests.map(({ body }) => askedOf(body)).filter((call) => call.task === task)

/** Marks everything private with its owner's name. */
const marked = answersWith(({ task, name, made }) => {
  const secret = `SECRET-OF-${name}`
  if (task === 'respond')
    return {
      considered_response: `${secret} considered.`,
      private_thoughts: `${secret} thought.`,
      purchase_statement: `${secret} statement.`,
      private_reasons: [{ reason: `${secret} reason`, quote: `${secret} quote.`, strength: 4 }],
    }
  if (task === 'ballot')
    return {
      purchase_statement: `AFTER-${secret} statement.`,
      reasons: [{ reason_id: '', reason: `AFTER-${secret}`, quote: `AFTER-${secret}.`, strength: 3 }],
    }
  return task === 'speak' ? { text: `PUBLIC-OF-${name} ${made.text}` } : {}
})

describe('a live discussion', () => {
  it('shows nobody the private words of another, in no turn and on no ballot', async () => {
    const { requests, result } = await runOn({ answer: marked })
    const people = result.responses.map(({ persona_name }) => persona_name)
    const private_ = ['respond', 'react', 'speak', 'ballot'].flatMap((task) => of(requests, task))
    expect(of(requests, 'speak').length).toBeGreaterThanOrEqual(6)
    expect(of(requests, 'ballot')).toHaveLength(6)
    for (const { task, name, system, own } of private_) {
      expect(people).toContain(name)
      for (const other of people.filter((person) => person !== name)) {
        expect(`${system}\n${own}`, `${task} of ${name}`).not.toContain(`SECRET-OF-${other}`)
      }
      if (task === 'speak' || task === 'ballot') expect(own).toContain(`SECRET-OF-${name} quote.`)
    }
    // What was said in the room, everybody hears.
    for (const { own } of of(requests, 'ballot')) for (const name of people) expect(own).toContain(`PUBLIC-OF-${name}`)
  })

  it('takes the first ballot before anybody has spoken, and the second after everybody has', async () => {
    const { requests } = await runOn({ answer: marked })
    const at = (task: string) =>
      requests
        .filter(({ body }) => askedOf(body).task === task)
        .map(({ startedAt, endedAt }) => [startedAt, endedAt ?? 0])
    const firstTurn = Math.min(...at('speak').map(([start = 0]) => start))
    const lastTurn = Math.max(...at('speak').map(([, end = 0]) => end))
    expect(Math.max(...at('respond').map(([, end = 0]) => end))).toBeLessThanOrEqual(firstTurn)
    expect(Math.min(...at('ballot').map(([start = 0]) => start))).toBeGreaterThanOrEqual(lastTurn)
    for (const { own } of of(requests, 'respond')) expect(own).not.toContain('PUBLIC-OF-')
  })

  it('is over in few enough steps for a minute at four seconds a call', async () => {
    const { requests, run } = await runOn({ latencyMs: 200 })
    expect(wavesOf(requests)).toBeLessThanOrEqual(13)
    expect(run.usage.calls).toBe(requests.length)
  })

  it('costs in proportion to its turns: a late turn reads little more than an early one', async () => {
    const talkative = answersWith(({ task, own }) =>
      task === 'speak'
        ? { position: 'disagrees', voices: [], about_turn: lastTurn(own), addressed_to: somebody(own) }
        : {},
    )
    const tokensPerTurn = async (turns: number) => {
      const { requests } = await runOn({ answer: talkative }, { personas: 8, turns, controls: false })
      const speaking = requests.filter(({ body }) => askedOf(body).task === 'speak')
      expect(speaking.length).toBeGreaterThan(turns * 0.9)
      expect(speaking.length).toBeLessThanOrEqual(turns)
      const sum = speaking.reduce((at, { usage }) => at + (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0), 0)
      return sum / speaking.length
    }
    const [short, long] = [await tokensPerTurn(20), await tokensPerTurn(80)]
    expect(long / short).toBeLessThanOrEqual(1.15)
  })

  it('reports a view that one person kept to themselves, and not one that was voiced and taken up', async () => {
    const kept = 'my bank account is already overdrawn every month'
    const objection = 'the bottle is far too heavy to carry home from the shop'
    const scripted = (voice: (name: string) => string | null) =>
      answersWith(({ task, name, own }) => {
        const first = /In the room with you: ([^,]+),/.exec(own)?.[1]
        if (task === 'respond') {
          return {
            private_reasons: [
              { reason: kept, quote: `To be frank, ${kept}.`, strength: 5 },
              { reason: objection, quote: `Besides, ${objection}.`, strength: 3 },
            ],
          }
        }
        if (task === 'ballot')
          return {
            reasons: ['r1', 'r2'].map((reason_id) => ({ reason_id, reason: '-', quote: '-', strength: 5 })),
          }
        if (task !== 'speak') return {}
        const text = voice(name)
        return {
          text: text ?? `I agree that ${objection}.`,
          voices: text === null ? ['r2'] : ['r1'],
          position: 'agrees',
          about_turn: lastTurn(own),
          addressed_to: first ?? '',
        }
      })
    const views = (result: Analysed) => result.minority_report.suppressed_views

    const silent = await runOn({ answer: scripted(() => null) })
    expect(silent.result.minority_report.method).toBe('measured')
    expect(views(silent.result)).toMatchObject([{ view: kept, why_unheard: 'never_voiced', heard_turns: [] }])
    const [view] = views(silent.result)
    expect(view?.holders.map(({ persona_id }) => persona_id).sort()).toEqual(
      silent.result.responses.map(({ persona_id }) => persona_id).sort(),
    )
    for (const { quote, held_before, held_after, strength } of view?.holders ?? [])
      expect([quote, held_before, held_after, strength]).toEqual([`To be frank, ${kept}.`, true, true, 1])

    const outspoken = await runOn({ answer: scripted(() => `Frankly, ${kept}.`) })
    expect(views(outspoken.result).map(({ view }) => view)).toEqual([objection])
  })

  it('lets the analyst explain the minority report, not edit it', async () => {
    const meddling = answersWith(({ task }) =>
      task === 'analyse'
        ? {
            unsaid_objections: [{ objection: 'An invented objection.', quotes: ['Nobody ever said this at all.'] }],
            why_they_matter: 'Because the rest of the market thinks so too.',
          }
        : {},
    )
    const { result, requests } = await runOn({ answer: meddling })
    const [analysis] = of(requests, 'analyse')
    for (const { view } of result.minority_report.suppressed_views) expect(analysis?.own).toContain(view)
    expect(JSON.stringify(result.minority_report)).not.toContain('An invented objection.')
    expect(result.analysis.minority_report.suppressed_objections).toEqual(
      result.minority_report.suppressed_views.map(({ view }) => view),
    )
  })
})

/** Each turn speaks to another person, so that somebody always wants to answer. */
function somebody(own: string): string {
  const room = /In the room with you: (.+), and a moderator/.exec(own)?.[1]?.split(', ') ?? []
  return room[lastTurn(own) % room.length] ?? ''
}

const lastTurn = (own: string): number => Number([...own.matchAll(/^\[(\d+)\] (?!Moderator)/gm)].at(-1)?.[1] ?? 0)

/** Groups of requests that had to wait for each other: one begins when all before it are over. */
function wavesOf(requests: readonly FakeRequest[]): number {
  const sorted = [...requests].sort((a, b) => a.startedAt - b.startedAt)
  let waves = 0
  let over = Number.NEGATIVE_INFINITY
  for (const { startedAt, endedAt } of sorted) {
    if (startedAt >= over) waves++
    over = Math.max(over, endedAt ?? startedAt)
  }
  return waves
}
