import { describe, expect, it } from 'vitest'
import { AskInput, AskResult, LifeQuestion } from '../../src/domain/panel/ask.js'
import type { Persona } from '../../src/domain/personas/persona.js'
import { askPipeline } from '../../src/engine/ask/ask.js'
import { lookBackPrompt } from '../../src/engine/ask/look-back-prompt.js'
import { asRespondent } from '../../src/engine/panel/respond/respond.js'
import { seatPanel } from '../../src/engine/personas/seat-panel.js'
import { boundaryOf } from '../../src/engine/untrusted-text.js'
import { answerOf, fakeDeps } from './fake-deps.js'

const stimulus = 'Havn Oat: the oat drink that froths like milk.'
const [persona, other] = seatPanel({
  ...{ panel: [], category: 'fmcg', count: 2, skepticism: 'medium', stimulus, seed: 5 },
}) as [Persona, Persona]

const input = (fields: object = {}): AskInput =>
  AskInput.parse({
    ...{ stimulus, category: 'fmcg', skepticism: 'medium', persona, seed: 5 },
    response: asRespondent(persona, [], answerOf({ persona, claims: [], stimulus } as never, 0.2)).response,
    reasons: [
      { side: 'against', reason_id: 'r1', reason: 'too dear', quote: 'I will not pay that for oats.', strength: 3 },
    ],
    heard: [],
    earlier: [],
    question: 'Would a smaller carton help?',
    source_run_id: 'e6f0a1d4-6f0b-4a25-9b0e-1c1f0f0a7a11',
    ...fields,
  })

const reply = () => fakeDeps({ reply: () => ({ reply: 'A bit, yes.', mind: 'warmer' }) })

describe('a question to a respondent', () => {
  it('is one call, answered in the document of the published shape', async () => {
    const { deps, asked } = reply()
    const { result, trust } = await askPipeline.run(deps, input())
    expect(AskResult.parse(result)).toEqual(result)
    expect(result).toMatchObject({ answer: 'A bit, yes.', mind: 'warmer', question: 'Would a smaller carton help?' })
    expect(asked.map(({ key, task }) => [key, task])).toEqual([['reply', 'reply']])
    expect(trust).toMatchObject({ synthetic: true, light: 'amber', respondents: { asked: 1, answered: 1 } })
    expect(askPipeline.plan(input())).toMatchObject([{ task: 'reply', count: 1 }])
  })

  it('comes with everything this person remembers', async () => {
    const { deps, ofTask } = reply()
    const heard = [
      { turn: 1, speaker: 'Moderator', text: 'What was your first thought?', moderator: true },
      { turn: 2, speaker: other.name, text: 'I liked the foam.', moderator: false },
    ]
    const earlier = [{ question: 'Why so cold?', answer: 'Because of the price.' }]
    await askPipeline.run(deps, input({ heard, earlier }))
    const [{ prompt } = { prompt: { rules: '', shared: '', own: '' } }] = ofTask('reply')
    expect(prompt.shared).toContain(stimulus)
    for (const words of [
      persona.memory_narrative,
      `The private thought of ${persona.name}.`,
      'I will not pay that for oats.',
      `[2] ${other.name}: I liked the foam.`,
      'Why so cold?',
      'Because of the price.',
      'Would a smaller carton help?',
    ])
      expect(prompt.own).toContain(words)
  })

  it('comes with what was told beside the text', async () => {
    const { deps, ofTask } = reply()
    await askPipeline.run(deps, input({ about: 'Sold in cartons of two litres.' }))
    expect(ofTask('reply')[0]?.prompt.shared).toContain('Sold in cartons of two litres.')
  })

  it('costs no more after a long discussion than after a short one', async () => {
    const turns = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...{ turn: at + 1, speaker: `Person ${at % 6}`, moderator: false },
        text: `${'word '.repeat(40)}${at}`,
      }))
    const [short, long] = [20, 120].map(
      (count) => askPipeline.plan(input({ heard: turns(count) }))[0]?.input_tokens ?? 0,
    )
    expect(long).toBeLessThan((short ?? 0) * 1.1)
  })
})

describe('a question to somebody who lived with a product', () => {
  const life = {
    product: { name: 'Slotwise', summary: 'Others book a time with you; syncs with your calendar.' },
    person: { persona_id: 'p1', name: 'Mira', kind: 'coach', character: ['patient'] },
    ...{ days: 5, of: 5, reason: null, activated: true, paid: false },
    diary: [{ day: 1, text: 'I connected my calendar.' }],
    lived: {
      screens: [
        {
          ...{ id: 'connect', action: 'configure', to: 'connect my calendar', did: 'connected my calendar' },
          troubles: [{ id: 'oauth_loop', message: 'You are asked to sign in again.' }],
        },
        { id: 'team', action: 'share', to: 'invite a colleague', did: 'invited a colleague', troubles: [] },
      ],
      price: { trial_days: 14, a_month: ['12'], free: false },
      activated_on: 1,
      visits: [{ day: 2, called: false, minutes: 4, frustration: 0.4, delight: 0.3, told: 0 }],
      happened: [
        {
          ...{ day: 2, place: 'connect', action: 'configure', outcome: 'blocked', cause: 'defect' },
          ...{ defect: 'oauth_loop', message: 'You are asked to sign in again.', times: 3, upset: 0.3, pleased: 0 },
        },
      ],
      support: [{ asked_on: 2, read_on: 3, answer: 'no_help' }],
    },
    feelings: { frustration: 0.4, confidence: 0.5, delight: 0.3, confusion: 0.2 },
  } as const
  const answer = async (reply: string, more: object = {}) => {
    const { deps } = fakeDeps({ look_back: () => ({ reply, mind: 'unchanged' }) })
    const question = LifeQuestion.parse({
      ...{ life: { ...life, ...more }, persona: { persona_id: 'p1', name: 'Mira' }, earlier: [], seed: 1 },
      ...{ question: 'Why did you leave?', source_run_id: 'e6f0a1d4-6f0b-4a25-9b0e-1c1f0f0a7a11' },
    })
    return askPipeline.run(deps, question)
  }
  const LOOP = 'It asked me to sign in again three times.'

  it.each([
    ['I left because it was tedious.', {}],
    ['I still use it.', { reason: 'lapsed' }],
    ['I paid for it after a while.', {}],
    ['I never paid for it.', { paid: true }],
    ['On day 9 it stopped working.', {}],
    ['It cost me 3,000 euros.', {}],
    ['It happened 40 times.', {}],
    ['My manager Olaf had told me so.', {}],
    ['The blockchain wallet was brilliant.', {}],
    ['Of the real customers 99% stay.', {}],
  ])('“%s” is left out where the record says otherwise, and counted', async (invented, more) => {
    const { result, trust } = await answer(`${LOOP} ${invented}`, more)
    expect(result.answer).toBe(LOOP)
    expect(trust).toMatchObject({ light: 'amber', quotes: { status: 'warn', checked: 2, verified: 1, dropped: 1 } })
    expect(trust?.sentence).toContain('1 of 2 sentences')
  })

  it('is put with the whole record: counts, days, support, what never happened', () => {
    const facts = { life, earlier: [], question: 'Why?' } as unknown as Parameters<typeof lookBackPrompt>[1]
    const { own } = lookBackPrompt('', facts)
    for (const words of [
      'connect my calendar: blocked, 3 times, on day 2; it said "You are asked to sign in again."',
      'You never came to invite a colleague.',
      'You wrote to support on day 2 and read the answer on day 3: it did not help.',
      'The price a month: 12.',
    ])
      expect(own).toContain(words)
  })

  it('keeps what the record holds, what is wished and what is denied', async () => {
    const reply = `I never left. ${LOOP} I would pay if it had an export. It was a little annoying on day 2.`
    const { result, trust } = await answer(reply)
    expect(result.answer).toBe(reply)
    expect(trust).toMatchObject({ light: 'amber', quotes: { status: 'pass', checked: 4, dropped: 0 } })
  })

  it('was told nothing by the marks of the prompt, which are random', async () => {
    const mark = boundaryOf('product').split('-')[1]
    const { result } = await answer(`${LOOP} It was Mira-${mark} that helped.`)
    expect(result.answer).toBe(LOOP)
    const reply = `Good question. ${LOOP}`
    expect((await answer(reply)).result.answer).toBe(reply)
  })

  it('says so where nothing of an answer is left', async () => {
    const { result } = await answer('I left on day 9.')
    expect(result.answer).toMatch(/^\(The answer was left out/)
  })
})
