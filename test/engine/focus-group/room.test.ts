import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InfluenceType } from '../../../src/domain/personas/persona.js'
import { moderatorLine, nextMove, PROBE_AFTER, type RoomState } from '../../../src/engine/focus-group/moderator.js'
import { conforming, hasShifted, type RatedStance, stanceInWords } from '../../../src/engine/focus-group/opinion.js'
import { recollect, renderRecollection } from '../../../src/engine/focus-group/transcript.js'
import { rankSpeakers, type Standing, THRESHOLD, urgencyOf } from '../../../src/engine/focus-group/urgency.js'
import { groupIntoViews } from '../../../src/engine/focus-group/views.js'
import { createBundledEmbedder } from '../../../src/llm/embeddings/bundled.js'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const standing: fc.Arbitrary<Standing> = fc.record({
  persona_id: fc.uuid(),
  influence_type: fc.constantFrom(...InfluenceType.options),
  conformity: share,
  turns_spoken: fc.nat(8),
  ahead: fc.double({ min: 0, max: 8, noNaN: true }),
  turns_since: fc.option(fc.nat(10)),
  addressed: fc.boolean(),
  unsaid: share,
  disagreement: share,
})

describe('urgency', () => {
  it('is a number from 0 to 1 that being addressed and having something unsaid never lower', () => {
    fc.assert(
      fc.property(standing, (participant) => {
        const urgency = urgencyOf(participant)
        expect(urgency).toBeGreaterThanOrEqual(0)
        expect(urgency).toBeLessThanOrEqual(1)
        expect(urgencyOf({ ...participant, addressed: true })).toBeGreaterThanOrEqual(urgency)
        expect(urgencyOf({ ...participant, unsaid: 1 })).toBeGreaterThanOrEqual(urgency)
        expect(urgencyOf({ ...participant, ahead: participant.ahead + 1 })).toBeLessThanOrEqual(urgency)
      }),
    )
  })

  it('differs by influence type: leaders come first, observers last, contrarians are drawn in by disagreement', () => {
    const of = (influence_type: InfluenceType, disagreement: number) =>
      urgencyOf({
        persona_id: 'x',
        influence_type,
        conformity: 0.5,
        turns_spoken: 0,
        ahead: 0,
        turns_since: 3,
        addressed: false,
        unsaid: 0.4,
        disagreement,
      })
    expect(of('leader', 0)).toBeGreaterThan(of('follower', 0))
    expect(of('follower', 0)).toBeGreaterThan(of('observer', 0))
    expect(of('contrarian', 1)).toBeGreaterThan(of('contrarian', 0))
    expect(of('leader', 1)).toBe(of('leader', 0))
  })

  it('gives the floor to the most urgent, to who spoke less on a tie, and to nobody below the threshold', () => {
    fc.assert(
      fc.property(fc.array(standing, { maxLength: 8 }), (all) => {
        const [next = null] = rankSpeakers(all)
        const highest = Math.max(0, ...all.map(urgencyOf))
        if (highest < THRESHOLD) {
          expect(next).toBeNull()
          return
        }
        expect(urgencyOf(next as Standing)).toBe(highest)
        const tied = all.filter((one) => urgencyOf(one) === highest)
        expect(next?.turns_spoken).toBe(Math.min(...tied.map(({ turns_spoken }) => turns_spoken)))
      }),
    )
  })

  it('lets nobody answer themselves while others want to speak', () => {
    const base = {
      persona_id: 'a',
      influence_type: 'leader',
      conformity: 0.2,
      turns_spoken: 1,
      ahead: 0,
      addressed: false,
      unsaid: 1,
      disagreement: 0,
    } as const
    const other = { ...base, persona_id: 'b', influence_type: 'connector', turns_since: 2 } as const
    expect(rankSpeakers([{ ...base, turns_since: 0 }, other])[0]?.persona_id).toBe('b')
  })
})

describe('the moderator', () => {
  const quiet: RoomState = {
    sinceModerator: 2,
    someoneUrgent: true,
    silent: null,
    addressed: [],
    contested: null,
    topicsLeft: [],
  }

  it('lets people talk, then probes, turns to a silent one once, goes on to the next topic, and closes', () => {
    expect(nextMove(quiet)).toBeNull()
    expect(nextMove({ ...quiet, sinceModerator: PROBE_AFTER, contested: 'too dear' })).toEqual({
      kind: 'probe',
      about: 'too dear',
    })
    expect(nextMove({ ...quiet, someoneUrgent: false, silent: { name: 'Ida' } })).toEqual({
      kind: 'address',
      name: 'Ida',
    })
    expect(
      nextMove({ ...quiet, someoneUrgent: false, silent: { name: 'Ida' }, addressed: ['Ida'], topicsLeft: ['price'] }),
    ).toEqual({
      kind: 'advance',
      topic: 'price',
    })
    expect(nextMove({ ...quiet, someoneUrgent: false })).toEqual({ kind: 'close' })
    for (const move of [{ kind: 'open' }, { kind: 'close' }, { kind: 'probe', about: 'x' }] as const)
      expect(moderatorLine(move).split(' ').length).toBeLessThan(30)
  })
})

describe('what a participant remembers', () => {
  const turns = (count: number, words: number) =>
    Array.from({ length: count }, (_, i) => ({
      turn: i + 1,
      speaker: `Person ${i % 8}`,
      text: Array.from({ length: words }, (_, w) => `w${i}x${w}`).join(' '),
      moderator: i % 7 === 0,
    }))

  it('is the latest turns word for word, with their numbers, and the rest in short', () => {
    const rendered = renderRecollection(recollect(turns(20, 40)))
    for (let turn = 13; turn <= 20; turn++)
      expect(rendered).toContain(`[${turn}] Person ${(turn - 1) % 8}: w${turn - 1}x0`)
    expect(rendered).not.toContain('[12]')
    expect(rendered).toMatch(/^<heard-\w+>\nEarlier, in short:/)
    expect(rendered).toContain('w11x0')
    expect(rendered).not.toContain('w11x39')
  })

  it('does not grow with the discussion, so that its cost grows with the turns and not with their square', () => {
    const length = (count: number) => renderRecollection(recollect(turns(count, 40))).length
    expect(length(80)).toBeLessThan(length(24) * 1.1)
  })
})

const vectorsOf = (texts: readonly string[]) => createBundledEmbedder().embed(texts)
const reasonsOf = (...written: [side: 'for' | 'against', text: string][]) =>
  written.map(([side, text], i) => ({ reason_id: `r${i}`, side, text, strength: 0.5 }))

describe('views', () => {
  it('never put reasons of different sides together, however alike they sound', async () => {
    const reasons = reasonsOf(
      ['for', 'The price is what decides it for me.'],
      ['against', 'The price is what decides it for me.'],
    )
    const { views, viewOf } = groupIntoViews(reasons, await vectorsOf(reasons.map(({ text }) => text)))
    expect(viewOf.get('r0')).not.toBe(viewOf.get('r1'))
    expect(views.map(({ side }) => side)).toEqual(['for', 'against'])
  })

  it.each([
    ['It works for people like me.', 'It does not work for people like me.'],
    ['The portions are too small for us.', 'The portions are too large for us.'],
    ['Cleaning it is safe.', 'Cleaning it is unsafe.'],
  ])('keep apart what is denied or turned round: %s', async (one, other) => {
    const reasons = reasonsOf(['against', one], ['against', other])
    const { viewOf } = groupIntoViews(reasons, await vectorsOf([one, other]))
    expect(viewOf.get('r0')).not.toBe(viewOf.get('r1'))
  })

  it('hold together reasons that say the same thing, and no others', async () => {
    const reasons = [
      'It is too expensive for what it is.',
      'The price is too high for me.',
      'There is no proof that it works.',
      'I do not see any evidence for the claim.',
      'I already have something that does the job.',
    ].map((text, i) => ({ reason_id: `r${i}`, side: 'against' as const, text, strength: i === 1 ? 1 : 0.5 }))
    const vectors = await createBundledEmbedder().embed(reasons.map(({ text }) => text))
    const { views, viewOf } = groupIntoViews(reasons, vectors)
    expect(viewOf.get('r0')).toBe(viewOf.get('r1'))
    expect(viewOf.get('r2')).not.toBe(viewOf.get('r0'))
    expect(viewOf.get('r4')).not.toBe(viewOf.get('r0'))
    // The firmest speaks for all.
    expect(views[0]?.text).toBe('The price is too high for me.')
    expect(new Set(viewOf.values()).size).toBe(views.length)
  })
})

describe('opinions', () => {
  const sure = (at: number): RatedStance => ({ at, sd: 0.3 })
  const vague = (at: number): RatedStance => ({ at, sd: 1 })
  const path = (before: RatedStance, after: RatedStance, public_end: RatedStance | null) => ({
    persona_id: `${before.at}${after.at}`,
    name: 'x',
    before,
    after,
    public_end,
  })
  const gapsIn = (paths: Parameters<typeof conforming>[0]) => conforming(paths)?.map(({ gap }) => gap)

  it('conform when somebody tells the room what the room says and the ballot something else', () => {
    const room = [path(sure(4), sure(4), sure(4)), path(sure(4), sure(4), sure(5))]
    expect(gapsIn([path(sure(2), sure(2), sure(4)), ...room])).toEqual([2])
    expect(gapsIn([path(sure(2), sure(2), sure(2)), ...room])).toEqual([])
    expect(gapsIn([path(sure(2), sure(2), null), ...room])).toEqual([])
    // Less than a point apart is no news, however sure the rater is.
    expect(gapsIn([path(sure(3.2), sure(3.2), sure(4)), ...room])).toEqual([])
    // Louder than the room, but away from it: that is not conformity.
    expect(gapsIn([path(sure(3), sure(3), sure(1)), ...room])).toEqual([])
  })

  it('do not conform by a difference that the rater itself would give, and are not measured by one who cannot tell', () => {
    const room = [path(sure(4), sure(4), sure(4)), path(sure(4), sure(4), sure(4))]
    expect(gapsIn([path(vague(2), vague(2), vague(4)), ...room])).toEqual([])
    expect(gapsIn([path(vague(2), vague(2), vague(4.5)), ...room])).toEqual([2.5])
    const blind = (at: number): RatedStance => ({ at, sd: 3 })
    expect(conforming([path(blind(1), blind(1), blind(5)), path(blind(5), blind(5), blind(5))])).toBeNull()
  })

  it('shift by half a point or not at all, and have words', () => {
    const shifts = [
      [2, 2.4],
      [2, 2.5],
      [4, 3],
    ] as const
    expect(shifts.map(([before, after]) => hasShifted(path(sure(before), sure(after), sure(3))))).toEqual([
      false,
      true,
      true,
    ])
    expect([1, 2, 3, 4, 5].map(stanceInWords)).toEqual([
      'would not buy',
      'would rather not buy',
      'undecided',
      'would rather buy',
      'would buy',
    ])
  })
})
