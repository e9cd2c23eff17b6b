import { describe, expect, it } from 'vitest'
import { AskInput, AskResult } from '../../src/domain/ask.js'
import type { Persona } from '../../src/domain/persona.js'
import { askPipeline } from '../../src/engine/ask/ask.js'
import { asRespondent } from '../../src/engine/panel/respond/respond.js'
import { seatPanel } from '../../src/engine/personas/seat-panel.js'
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
