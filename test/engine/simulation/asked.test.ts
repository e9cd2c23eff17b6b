import { describe, expect, it } from 'vitest'
import type { Life } from '../../../src/domain/ask.js'
import { lookBack } from '../../../src/llm/offline/tasks/look-back.js'

const MEMORY = { kind: 'episodic', message: '', day: 6, times: 3, importance: 1 } as const
const LIFE: Life = {
  product: { name: 'Slotwise', summary: 'Finds times.' },
  person: { persona_id: 'p', name: 'Ada', kind: 'freelancer', character: [] },
  ...{ days: 9, of: 14, reason: 'drifted', activated: true, paid: false },
  diary: [{ day: 9, text: 'No one thing, I just stopped.' }],
  memory: [
    { ...MEMORY, place: 'book', outcome: 'wrong', message: 'This time is taken twice: double booking.' },
    { ...MEMORY, place: 'docs', outcome: 'not_available', times: 1 },
  ],
  feelings: { frustration: 0.1, confidence: 0.6, delight: 0.6, confusion: 0.1 },
}
const asked = (question: string): string => lookBack({ life: LIFE, earlier: [], question }).reply

describe('somebody asked about their weeks, offline', () => {
  it('answers how often from what happened', () => {
    expect(asked('How many times did double booking happen to you?')).toMatch(/did not come out right 3 times.*day 6/)
    expect(asked('How often did the blockchain wallet fail?')).toContain('I cannot say that of what you ask')
  })

  it('names no target of the file, and no reason that nobody saw', () => {
    expect(asked('What went wrong?')).toContain('The documentation had nothing for me once')
    expect(asked('What went wrong?')).not.toMatch(/[.!?]”\./)
    expect(asked('Why did you leave?')).toContain('for no one reason, after 9 days')
  })

  it('says that it reads English only', () => {
    for (const question of [
      'Wie oft ist dir eine Doppelbuchung passiert?',
      'Was hat dir daran gefallen?',
      '为什么你离开了？',
    ])
      expect(asked(question)).toContain('ask in English')
    expect(asked('Why?')).not.toContain('ask in English')
  })
})
