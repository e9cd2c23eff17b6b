import { describe, expect, it } from 'vitest'
import {
  foldProgress,
  type RunEvent,
  type RunEventData,
  type RunEventType,
  type RunProgress,
} from '../../src/domain/run/run-events.js'
import { partialCurve, progressView } from '../../src/presentation/progress.js'

const at = <T extends RunEventType>(type: T, data: RunEventData<T>) => ({ seq: 1, at: '', type, data }) as RunEvent
const conversation = { side: 'this', case_id: 'c', name: 'Ready', trial: 1 } as const
const RUNNING = { status: 'running', spent_usd: 0, reason: null, resume_at: null } as const
const begun = at('stage', {
  stage: 'respond',
  sentence: '6 synthetic people read it, each alone',
  total: 6,
  claims: [
    { claim_id: 'c1', text: 'ready in 7 days' },
    { claim_id: 'c2', text: 'made of oats' },
  ],
})
const answered = (...doubts: string[]) =>
  at('respondent_answered', {
    ...{ persona_id: 'x', name: 'X', archetype: '', sentiment: '', purchase_intent: 4, says: '', doubts },
  })

function followed() {
  const stages: RunProgress = []
  return {
    take: (events: readonly RunEvent[]) => foldProgress(events, stages),
    now: (run: Parameters<typeof progressView>[0]) => progressView(run, stages),
  }
}

describe('progress', () => {
  it('is a sentence with counts, speaker and cost', () => {
    const run = followed()
    expect(run.now(RUNNING)).toMatchObject({ sentence: 'Waiting for a worker', percent: 0 })
    run.take([begun])
    expect(run.now(RUNNING).sentence).toBe('6 synthetic people read it, each alone')
    run.take([answered('c1'), answered('c1', 'c2'), answered(), answered()])
    expect(run.now(RUNNING).sentence).toBe('4 of 6 respondents have answered; two doubt “ready in 7 days”')
    const reason = { code: 'budget_exceeded', message: 'The budget for the month is spent' }
    const resume_at = new Date('2026-12-01T00:00:05Z')
    expect(run.now({ status: 'paused', spent_usd: 0.1, reason, resume_at }).sentence).toMatch(
      /^Paused, until 2026-12-01 00:00:05 UTC, and goes on by itself then\. The budget for the month is spent\. .*; \$0\.10 so far$/,
    )
    expect(run.now({ status: 'paused', spent_usd: 0, reason: null, resume_at: null }).sentence).toMatch(
      /^Paused, until a person resumes it\. /,
    )
  })

  it('of a simulation that a model plays moves with its sessions, before anybody is done', () => {
    const run = followed()
    run.take([
      at('stage', { stage: 'live', sentence: '10 synthetic people live with Slotwise for 30 days', total: 10 }),
    ])
    const begun = run.now(RUNNING)
    run.take([
      at('sessions_planned', { sessions: 14, people: 1.5 }),
      at('sessions_planned', { sessions: 26, people: 3.5 }),
    ])
    const later = run.now(RUNNING)
    expect(later.sentence).toBe('10 synthetic people live with Slotwise for 30 days: 40 sessions planned so far')
    expect(later.percent - begun.percent).toBeCloseTo(44, 5)
    expect(later.partial).toBeUndefined()
  })

  it('of a simulation has the interval of who is still there, and says that nothing is calibrated', () => {
    const run = followed()
    const stage = at('stage', { stage: 'live', sentence: '40 synthetic people live with Slotwise', total: 40 })
    const block = { from: 0, people: 30, sessions: 200, left_by: [{ day: 7, people: 6 }] }
    run.take([stage, at('people_lived', { blocks: [block] })])
    const rehearsed = run.now(RUNNING)
    expect(rehearsed.sentence).toBe(
      '30 of 40 people have lived their weeks; 200 sessions; so far 80% (63%\u00a0to\u00a090%) still there after 7 days (n = 30; rehearsal, uncalibrated)',
    )
    expect(rehearsed.partial?.curve).toEqual([
      { day: 7, rate: 0.8, low: expect.closeTo(0.627, 3), high: expect.closeTo(0.905, 3) },
    ])
    expect(partialCurve(rehearsed.partial ?? ({} as never))).toBe(
      'Partial, of 30 of 40 people (rehearsal, uncalibrated): 80% (63%\u00a0to\u00a090%) after day 7',
    )
    const played = followed()
    played.take([stage, at('sessions_planned', { sessions: 9, people: 1 }), at('people_lived', { blocks: [block] })])
    expect(played.now(RUNNING).partial?.label).toBe('uncalibrated')
  })

  it('of a simulation that goes on begins with the people who are stored', () => {
    const run = followed()
    const stage = at('stage', { stage: 'live', sentence: '900 synthetic people live with Slotwise', total: 900 })
    const block = (from: number) => ({ from, people: 30, sessions: 200, left_by: [{ day: 7, people: 6 }] })
    const lived = (from: number) => at('people_lived', { blocks: [block(from)] })
    run.take([stage, ...Array.from({ length: 28 }, (_, part) => lived(part * 30))])
    const before = run.now(RUNNING)
    expect(before.sentence).toContain('840 of 900 people')
    // A second attempt: parts that are done do not tell of their people again, others may.
    for (const event of [stage, lived(30), lived(60)]) {
      run.take([event])
      expect(run.now(RUNNING)).toEqual(before)
    }
    run.take([lived(840)])
    expect(run.now(RUNNING).sentence).toContain('870 of 900 people')
  })

  it('of sessions that are planned again from stored answers does not go backwards', () => {
    const run = followed()
    const stage = at('stage', { stage: 'live', sentence: '10 synthetic people', total: 10 })
    run.take([stage, at('sessions_planned', { sessions: 40, people: 5 })])
    const before = run.now(RUNNING)
    for (const event of [stage, at('sessions_planned', { sessions: 14, people: 1.5 })]) {
      run.take([event])
      expect(run.now(RUNNING)).toEqual(before)
    }
    run.take([at('sessions_planned', { sessions: 30, people: 4 })])
    expect(run.now(RUNNING).sentence).toContain('44 sessions planned')
    run.take([at('people_lived', { blocks: [{ from: 0, people: 1, sessions: 9, left_by: [] }] }), stage])
    expect(run.now(RUNNING).partial?.label).toBe('uncalibrated')
  })

  it('of copies of few people has the interval of those few', () => {
    const run = followed()
    const stage = at('stage', { stage: 'live', sentence: '60 synthetic people live with Slotwise', total: 60 })
    const left_by = [{ day: 7, people: 6 }]
    const originals = [0, 1, 2, 3, 4, 5]
    const block = { people: 30, originals, sessions: 200, left_by }
    // Parts end in any order: here only copies of people who are not done.
    run.take([stage, at('people_lived', { blocks: [{ ...block, from: 30 }] })])
    expect(run.now(RUNNING).sentence).toContain('(n = 30, copies of 6 personas; rehearsal, uncalibrated)')
    run.take([at('people_lived', { blocks: [{ ...block, from: 0 }] })])
    const { sentence, partial } = run.now(RUNNING)
    // Wilson at n = 6: 0.8 lies between 0.41 and 0.96.
    expect(partial?.curve).toEqual([
      { day: 7, rate: 0.8, low: expect.closeTo(0.407, 3), high: expect.closeTo(0.959, 3) },
    ])
    expect(sentence).toContain('(n = 60, copies of 6 personas; rehearsal, uncalibrated)')
  })

  it('of a completed run is the whole of it, and nothing of it is partial', () => {
    const run = followed()
    run.take([begun, answered()])
    const sentence = 'Completed; $0.10'
    expect(run.now({ status: 'completed', spent_usd: 0.1, reason: null, resume_at: null })).toEqual({
      stage: 'respond',
      sentence,
      percent: 100,
    })
  })

  it('rises from stage to stage, and counts an evaluation', () => {
    const run = followed()
    const percents = [
      begun,
      answered(),
      at('stage', { stage: 'discuss', sentence: 'The panel talks it over' }),
      at('turn', { speaker: 'Rasmus', text: '', moderator: false }),
      at('stage', { stage: 'analyse', sentence: 'An analyst reads' }),
    ].map((event) => {
      run.take([event])
      return run.now(RUNNING).percent
    })
    expect(percents).toEqual([...percents].sort((a, b) => a - b))
    const other = followed()
    other.take([
      at('stage', { stage: 'evaluate', sentence: 'x', total: 4 }),
      at('trial_judged', { ...conversation, score: 9, passed: true }),
      at('trial_failed', { ...conversation, trial: conversation.trial + 1, problem: 'lost' }),
    ])
    expect(other.now(RUNNING).sentence).toBe('2 of 4 conversations are held and checked')
    // The run was tried again, and with it what had failed.
    other.take([at('trial_judged', { ...conversation, trial: conversation.trial + 1, score: 8, passed: true })])
    expect(other.now(RUNNING).sentence).toBe('2 of 4 conversations are held and checked')
  })
})
