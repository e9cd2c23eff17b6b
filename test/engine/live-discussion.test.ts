import { describe, expect, it } from 'vitest'
import { type Analysed, analysed } from '../support/analysed.js'
import { taskOf } from '../support/fake-answers.mjs'
import type { FakeOptions, FakeRequest } from '../support/fake-messages-api.mjs'
import { answersWith, askedOf } from '../support/fake-persona.js'
import { inWorkspace, sharedAppAsking } from '../support/shared-app.js'

const shared = sharedAppAsking({ env: () => ({ RUN_BUDGET_USD: '10' }) })

async function runOn({ answer, fault, latencyMs = 0 }: FakeOptions, input: object = {}) {
  const [app, api] = [await inWorkspace(shared.app()), shared.api()]
  api.reset()
  Object.assign(api, { answer, fault, latencyMs })
  const run = await app.until(await app.submit(input))
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
      private_reasons: [{ side: 'against', reason: `${secret} reason`, quote: `${secret} quote.`, strength: 4 }],
    }
  if (task === 'ballot')
    return {
      purchase_statement: `AFTER-${secret} statement.`,
      reasons: [{ side: 'against', reason_id: '', reason: `AFTER-${secret}`, quote: `AFTER-${secret}.`, strength: 3 }],
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
        .filter(({ body }) => askedOf(body).task === task && !isClosing(askedOf(body)))
        .map(({ startedAt, endedAt }) => [startedAt, endedAt ?? 0])
    const firstTurn = Math.min(...at('speak').map(([start = 0]) => start))
    const lastTurn = Math.max(...at('speak').map(([, end = 0]) => end))
    expect(Math.max(...at('respond').map(([, end = 0]) => end))).toBeLessThanOrEqual(firstTurn)
    expect(Math.min(...at('ballot').map(([start = 0]) => start))).toBeGreaterThanOrEqual(lastTurn)
    for (const { own } of of(requests, 'respond')) expect(own).not.toContain('PUBLIC-OF-')
  })

  it('asks the same question in the same words alone, before the room and on the ballot, the last two side by side', async () => {
    const { requests, result } = await runOn({ answer: marked, latencyMs: 500 })
    const question =
      'how likely are you to buy this? Your answer in one or two sentences, in your own words and without a number.'
    const closing = of(requests, 'speak').filter(isClosing)
    expect(closing).toHaveLength(6)
    for (const { own } of closing) expect(own).toContain(question)
    for (const { system } of [...of(requests, 'respond'), ...of(requests, 'ballot')]) expect(system).toContain(question)
    const times = (wanted: (call: ReturnType<typeof askedOf>) => boolean) =>
      requests.filter(({ body }) => wanted(askedOf(body)))
    const firstEnd = Math.min(...times(isClosing).map(({ endedAt }) => endedAt ?? 0))
    for (const { startedAt } of times(({ task }) => task === 'ballot')) expect(startedAt).toBeLessThan(firstEnd)
    // What the others answer there, nobody has heard who answers.
    const last = result.group_dynamics?.turns.slice(-6).map(({ text }) => text) ?? []
    for (const { own } of [...closing, ...of(requests, 'ballot')])
      for (const text of last) expect(own).not.toContain(text)
  })

  it('has all three answers of everybody read by one rater in one call', async () => {
    const { requests, result } = await runOn({ answer: marked })
    const together = requests
      .map(({ body }) => askedOf(body))
      .filter(({ own }) => own.includes('<statement-') && own.includes('AFTER-SECRET'))
    expect(together).toHaveLength(1)
    const [{ own } = { own: '' }] = together
    expect(own.match(/AFTER-SECRET-OF-[^\n]+ statement/g)).toHaveLength(6)
    expect(own.match(/\nSECRET-OF-[^\n]+ statement/g)).toHaveLength(6)
    expect(own.match(/\nPUBLIC-OF-/g)).toHaveLength(6)
    // In random order, not seat by seat.
    const people = result.responses.map(({ persona_name }) => persona_name)
    const shown = [...own.matchAll(/\n(?:AFTER-SECRET|SECRET|PUBLIC)-OF-(.+)/g)].map(([, rest = '']) =>
      people.find((name) => rest.startsWith(name)),
    )
    const seated = people.flatMap((name) => [name, name, name])
    expect([...shown].sort()).toEqual([...seated].sort())
    expect(shown).not.toEqual(seated)
  })

  it('has turns coded against views by one who knows neither speakers nor holders, in random order', async () => {
    const secret = answersWith(({ task, name }) =>
      task === 'respond'
        ? {
            private_reasons: [1, 2].map((n) => ({
              side: 'against',
              reason: `${n} holds ${name.length}`,
              quote: 'q',
              strength: n,
            })),
          }
        : {},
    )
    const { requests, result } = await runOn({ answer: secret })
    const calls = of(requests, 'code_views')
    expect(calls).toHaveLength(1)
    const [{ own, system } = { own: '', system: '' }] = calls
    const spoken = result.group_dynamics?.turns.filter(({ moderator }) => !moderator) ?? []
    for (const { persona_name, persona_id } of result.responses) {
      expect(`${system}\n${own}`).not.toContain(persona_name)
      expect(`${system}\n${own}`).not.toContain(persona_id)
    }
    const shown = [...own.matchAll(/<turn-\w+ number="\d+">\n([\s\S]*?)\n<\/turn-\w+>/g)].map(([, text]) => text)
    expect([...shown].sort()).toEqual(spoken.map(({ text }) => text).sort())
    expect(shown).not.toEqual(spoken.map(({ text }) => text))
  })

  it('shows the coder the views in random order too, not by how firmly they are held', async () => {
    const firmestFirst = [
      'the price is far too high for me',
      'nobody has tested it',
      'my dog would chew the carton',
      'the bottle leaks in a bag',
    ]
    const reasons = firmestFirst.map((reason, index) => ({ side: 'against', reason, quote: 'q', strength: 5 - index }))
    const opinionated = answersWith(({ task }) => {
      if (task === 'respond') return { private_reasons: reasons }
      return task === 'ballot'
        ? { reasons: reasons.map((reason, index) => ({ ...reason, reason_id: `r${index + 1}` })) }
        : {}
    })
    const { requests } = await runOn({ answer: opinionated })
    const [{ own } = { own: '' }] = of(requests, 'code_views')
    const shown = [...own.matchAll(/^v\d+ \(speaks \w+ buying\): (.+)$/gm)].map(([, text]) => text)
    expect([...shown].sort()).toEqual([...firmestFirst].sort())
    expect(shown).not.toEqual(firmestFirst)
  })

  it('drops a mark whose quote does not stand in its turn, and believes no speaker about their own words', async () => {
    const claiming = (quote: (text: string) => string, relations = ['supports']) =>
      answersWith(({ task, own }) => {
        if (task === 'respond')
          return { private_reasons: [{ side: 'against', reason: 'too heavy to carry', quote: 'q', strength: 5 }] }
        if (task === 'ballot')
          return { reasons: [{ side: 'against', reason_id: 'r1', reason: '-', quote: '-', strength: 5 }] }
        if (task === 'speak') return { voices: ['r1'], position: 'agrees', about_turn: lastTurn(own) }
        if (task !== 'code_views') return {}
        const turns = [...own.matchAll(/<turn-\w+ number="(\d+)">\n([\s\S]*?)\n<\/turn-\w+>/g)]
        return {
          marks: turns.flatMap(([, turn, text = '']) =>
            relations.map((relation) => ({ view: 'v1', turn: Number(turn), relation, quote: quote(text) })),
          ),
        }
      })
    const invented = await runOn({ answer: claiming(() => 'It is far too heavy to carry.') })
    expect(invented.result.minority_report.suppressed_views).toMatchObject([
      { view: 'too heavy to carry', side: 'against', why_unheard: 'never_voiced', heard_turns: [] },
    ])
    const found = await runOn({ answer: claiming((text) => text.slice(0, 30)) })
    expect(found.result.minority_report.suppressed_views).toEqual([])
    const letter = await runOn({ answer: claiming((text) => text.slice(0, 1)) })
    expect(letter.result.minority_report.suppressed_views).toMatchObject([{ why_unheard: 'never_voiced' }])
    // Said both to support and to contradict it, a turn decides nothing.
    const torn = await runOn({ answer: claiming((text) => text.slice(0, 30), ['supports', 'contradicts']) })
    expect(torn.result.minority_report).toMatchObject({
      suppressed_views: [],
      unclear_views: [{ view: 'too heavy to carry' }],
    })
  })

  it('takes what somebody told the room from their last answer there, not from how they say they sounded', async () => {
    const polite = answersWith(({ task, own }) => {
      if (task === 'respond' || task === 'ballot') return { purchase_statement: 'I shall leave it.' }
      if (task === 'speak')
        return { public_intent: 1, ...(own.includes('in front of all') ? { text: 'I shall take it.' } : {}) }
      if (task !== 'rate_panel') return {}
      const statements = [...own.matchAll(/<statement-\w+ number="(\d+)">\n(.+)\n/g)]
      return { codes: statements.map(([, number, text]) => `${number}:${text === 'I shall take it.' ? 5 : 1}`) }
    })
    const { result } = await runOn({ answer: polite })
    expect(result.minority_report.conformity).toHaveLength(6)
    for (const { public_stance, private_after } of result.minority_report.conformity ?? [])
      expect([public_stance, private_after]).toEqual(['would buy', 'would not buy'])
  })

  it('does not know what is still held where no second ballot came back, nor who conformed', async () => {
    const { result } = await runOn({
      fault: ({ output_config }) => (taskOf(output_config?.format?.schema) === 'ballot' ? 'refusal' : null),
    })
    expect(result.minority_report).toMatchObject({
      ...{ suppressed_views: [], ballots_missing: { missing: 6, of: 6 } },
      ...{ conformity: null, compared: { people: 0, of: 6 } },
    })
    expect(result.group_dynamics?.influence_patterns.dynamics_notes).toContain('not known')
  })

  it('measures neither conformity nor a change where the stances could not be rated', async () => {
    const unread = answersWith(({ task, own }) =>
      task === 'rate_panel' && own.includes('number="7"') ? { codes: [] } : {},
    )
    const { result } = await runOn({ answer: unread })
    expect(result.intent).not.toBeNull()
    expect(result.minority_report.conformity).toBeNull()
    expect(result.group_dynamics?.opinion_shifts).toEqual([])
    expect(result.group_dynamics?.ballots?.after.map(({ leaning }) => leaning)).toEqual(Array(6).fill(null))
  })

  it('names a seated contrarian who neither pushed back nor said a reason of their own', async () => {
    const silent = answersWith(({ task }) => (task === 'code_views' ? { marks: [] } : {}))
    const { result } = await runOn({ answer: silent })
    const seated = result.responses.filter(({ influence_type }) => influence_type === 'contrarian')
    expect(seated.length).toBeGreaterThan(0)
    const names = seated.map(({ persona_name }) => persona_name)
    expect(result.group_dynamics?.silent_contrarians).toEqual(names)
    expect(result.group_dynamics?.influence_patterns.contrarians).toEqual([])
    for (const name of names) expect(result.group_dynamics?.influence_patterns.dynamics_notes).toContain(name)
  })

  it('is over in few enough steps for a minute at four seconds a call', async () => {
    const { requests, run } = await runOn({ latencyMs: 200 })
    const talk = requests.filter(({ body }) => askedOf(body).task === 'speak')
    // Before and after the talk: claims, answers, characters; coding and analysis. All else goes on beside these.
    expect(5 + wavesOf(talk)).toBeLessThanOrEqual(11)
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
      const speaking = requests.filter(({ body }) => askedOf(body).task === 'speak' && !isClosing(askedOf(body)))
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
              { side: 'against', reason: kept, quote: `To be frank, ${kept}.`, strength: 5 },
              { side: 'against', reason: objection, quote: `Besides, ${objection}.`, strength: 3 },
            ],
          }
        }
        if (task === 'ballot')
          return {
            reasons: ['r1', 'r2'].map((reason_id) => ({
              side: 'against',
              reason_id,
              reason: '-',
              quote: '-',
              strength: 5,
            })),
          }
        if (task === 'code_views') return { marks: literalMarks(own) }
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

const isClosing = ({ task, own }: { task: string; own: string }): boolean =>
  task === 'speak' && own.includes('in front of all')

/** Marks of a coder that finds a view only where its very words are said. */
function literalMarks(own: string) {
  const views = [...own.matchAll(/^(v\d+) \(speaks \w+ buying\): (.+)$/gm)]
  const turns = [...own.matchAll(/<turn-\w+ number="(\d+)">\n([\s\S]*?)\n<\/turn-\w+>/g)]
  return views.flatMap(([, view, words = '']) =>
    turns
      .filter(([, , text]) => text?.includes(words))
      .map(([, turn]) => ({ view, turn: Number(turn), relation: 'supports', quote: words })),
  )
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
