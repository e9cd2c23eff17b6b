import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeBySimilarity, textsToEmbed } from '../../../src/engine/focus-group/live/code-by-similarity.js'
import { groupDynamics } from '../../../src/engine/focus-group/live/dynamics.js'
import type { LiveDiscussion } from '../../../src/engine/focus-group/live/influence.js'
import { influence } from '../../../src/engine/focus-group/live/influence.js'
import { gini, participation } from '../../../src/engine/focus-group/participation.js'
import { pointsOfAgreement } from '../../../src/engine/focus-group/points.js'
import {
  type CodedTurn,
  type PrivateReason,
  suppressedViews,
  type View,
} from '../../../src/engine/focus-group/suppressed-views.js'
import { fakeDeps } from '../fake-deps.js'

const PEOPLE = ['ada', 'ben', 'cia', 'dov', 'eva', 'fay']
const VIEWS: View[] = ['price', 'proof', 'habit', 'taste'].map((view_id) => ({
  view_id,
  side: 'against',
  text: `It is about ${view_id}.`,
}))
const viewId = fc.constantFrom(...VIEWS.map(({ view_id }) => view_id))
const person = fc.constantFrom(...PEOPLE)

const reason: fc.Arbitrary<PrivateReason> = fc.record({
  reason_id: fc.uuid(),
  view_id: viewId,
  persona_id: person,
  quote: fc.string({ minLength: 1 }),
  strength: fc.double({ min: 0, max: 1, noNaN: true }),
  held_before: fc.boolean(),
  held_after: fc.boolean(),
})
const turns: fc.Arbitrary<CodedTurn[]> = fc
  .array(
    fc.record({
      speaker: person,
      supports: fc.uniqueArray(viewId),
      contradicts: fc.uniqueArray(viewId),
      asks: fc.uniqueArray(viewId),
    }),
    { maxLength: 20 },
  )
  .map((all) => all.map((turn_, index) => ({ turn: index + 1, unclear: [], ...turn_ })))
const discussion = fc.record({ reasons: fc.array(reason, { maxLength: 24 }), turns })

const heldBy = (persona_id: string, view_id: string): PrivateReason => ({
  reason_id: `${persona_id}/${view_id}`,
  view_id,
  persona_id,
  quote: `I, ${persona_id}, think so.`,
  strength: 0.9,
  held_before: true,
  held_after: true,
})
type Did = 'supports' | 'contradicts' | 'asks' | 'unclear'
/** A turn that does one thing to a view. */
const turn = (at: number, speaker: string, did: Did, view_id: string): CodedTurn => ({
  turn: at,
  speaker,
  supports: [],
  contradicts: [],
  asks: [],
  unclear: [],
  [did]: [view_id],
})
const without = (all: readonly CodedTurn[], view_id: string): CodedTurn[] => {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== view_id)
  return all.map((one) => ({
    ...one,
    supports: others(one.supports),
    contradicts: others(one.contradicts),
    asks: others(one.asks),
  }))
}
const reported = (reasons: readonly PrivateReason[], all: readonly CodedTurn[], view_id: string) =>
  suppressedViews(VIEWS, reasons, all, 'model').suppressed_views.find(({ view }) => view === `It is about ${view_id}.`)

describe('a suppressed view', () => {
  it('is never one that everybody voices', () => {
    fc.assert(
      fc.property(discussion, viewId, ({ reasons, turns }, view_id) => {
        const voiced = [
          ...turns,
          ...PEOPLE.map((speaker, i) => turn(turns.length + i + 1, speaker, 'supports', view_id)),
        ]
        expect(reported([...reasons, heldBy('ada', view_id)], voiced, view_id)).toBeUndefined()
      }),
    )
  })

  it('is always one that somebody holds and nobody voices', () => {
    fc.assert(
      fc.property(discussion, viewId, person, ({ reasons, turns }, view_id, holder) => {
        const withHolder = [...reasons, heldBy(holder, view_id)]
        const found = reported(withHolder, without(turns, view_id), view_id)
        expect(found).toMatchObject({ why_unheard: 'never_voiced', heard_turns: [] })
        const { quote } = found?.holders.find(({ persona_id }) => persona_id === holder) ?? {}
        expect(
          withHolder.filter(({ persona_id }) => persona_id === holder).map((viewHolder) => viewHolder.quote),
        ).toContain(quote)
      }),
    )
  })

  it('appears when the only turn of somebody else that supports it is taken away', () => {
    fc.assert(
      fc.property(discussion, viewId, ({ reasons, turns }, view_id) => {
        const withAda = [...reasons, heldBy('ada', view_id)]
        const silent = without(turns, view_id)
        const next = silent.length + 1
        const own = turn(next, 'ada', 'supports', view_id)
        const support = turn(next + 1, 'ben', 'supports', view_id)
        expect(reported(withAda, [...silent, own, support], view_id)).toBeUndefined()
        expect(reported(withAda, [...silent, own], view_id)).toMatchObject({
          why_unheard: 'dropped',
          heard_turns: [next],
        })
        expect(reported(withAda, silent, view_id)).toMatchObject({ why_unheard: 'never_voiced' })
      }),
    )
  })

  it('is held by people who held it before and after, each named once, with words of their own', () => {
    fc.assert(
      fc.property(discussion, ({ reasons, turns }) => {
        for (const { view, holders } of suppressedViews(VIEWS, reasons, turns, 'model').suppressed_views) {
          const view_id = VIEWS.find(({ text }) => text === view)?.view_id
          expect(new Set(holders.map(({ persona_id }) => persona_id)).size).toBe(holders.length)
          for (const holder of holders) {
            const own = reasons.filter(
              (reason) => reason.persona_id === holder.persona_id && reason.view_id === view_id,
            )
            expect(own.some((reason) => reason.held_before && reason.held_after && reason.quote === holder.quote)).toBe(
              true,
            )
          }
        }
      }),
    )
  })

  it('does not come from one who changed their mind', () => {
    const changed = { ...heldBy('ada', 'price'), held_after: false }
    expect(suppressedViews(VIEWS, [changed], [], 'model')).toEqual({ suppressed_views: [], unclear_views: [] })
  })

  it('is not heard because its opposite is said, nor because somebody asks about it', () => {
    const opposite = [turn(1, 'ben', 'contradicts', 'price'), turn(2, 'cia', 'asks', 'price')]
    expect(reported([heldBy('ada', 'price')], opposite, 'price')).toMatchObject({
      why_unheard: 'never_voiced',
      side: 'against',
      heard_turns: [],
      contradicted_turns: [1],
      asked_turns: [2],
    })
  })

  it.each(['supports', 'contradicts', 'asks'] as const)(
    'is taken up by a later turn that %s it, and by no earlier one',
    (did) => {
      const held = [heldBy('ada', 'price')]
      const own = turn(2, 'ada', 'supports', 'price')
      expect(reported(held, [own, turn(3, 'ben', did, 'price')], 'price')).toBeUndefined()
      if (did !== 'supports')
        expect(reported(held, [turn(1, 'ben', did, 'price'), own], 'price')).toMatchObject({ why_unheard: 'dropped' })
    },
  )

  it('is unclear, and neither heard nor suppressed, where only an unclear turn would decide', () => {
    const held = [heldBy('ada', 'price')]
    const near = turn(2, 'ben', 'unclear', 'price')
    expect(suppressedViews(VIEWS, held, [near], 'model')).toMatchObject({
      suppressed_views: [],
      unclear_views: [{ view: 'It is about price.', side: 'against', turns: [2], holders: [{ persona_id: 'ada' }] }],
    })
    const said = turn(1, 'ada', 'supports', 'price')
    expect(suppressedViews(VIEWS, held, [said, near], 'model')).toMatchObject({
      suppressed_views: [],
      unclear_views: [{ turns: [1, 2] }],
    })
    expect(
      suppressedViews(VIEWS, held, [said, near, turn(3, 'cia', 'supports', 'price')], 'model').unclear_views,
    ).toEqual([])
  })

  it('comes first when it is held most firmly', () => {
    const weak = { ...heldBy('ada', 'price'), strength: 0.2 }
    expect(
      suppressedViews(VIEWS, [weak, heldBy('ben', 'proof')], [], 'model').suppressed_views.map(({ view }) => view),
    ).toEqual(['It is about proof.', 'It is about price.'])
  })
})

/** Three contrarians; what each turn says is not read, only what it was coded as. */
const discussed = (
  reasons: PrivateReason[],
  turns: CodedTurn[],
  movedBy: Record<string, number> = {},
  by = 'model',
) => {
  const people = ['ada', 'ben', 'cia']
  return {
    participants: people.map((persona_id) => ({
      persona: { persona_id, name: persona_id, influence_type: 'contrarian' },
      response: { purchase_statement: '' },
      reasons: [],
    })),
    record: turns.map(({ turn, speaker }) => ({ turn, speaker, persona_id: speaker, text: 'So.', moderator: false })),
    after: people.map((persona_id) => ({ statement: '', reasons: [], moved_by: movedBy[persona_id] ?? null })),
    ...{ opinions: [], paths: [], rater: { anchorRange: { low: 1, high: 5 } } },
    coded: { by, views: VIEWS, reasons, turns },
  } as unknown as LiveDiscussion
}

describe('coding without a language model', () => {
  const view = {
    view_id: 'proof',
    texts: ['nothing shows that it works', 'I’d have to see it work. Until then I keep my money.'],
    holders: ['ada'],
  }
  const marksOn = async (...spoken: [speaker: string, text: string][]) => {
    const turns = spoken.map(([speaker, text], index) => ({ turn: index + 1, speaker, text }))
    const texts = textsToEmbed([view], turns)
    const vectors = await fakeDeps({}).deps.embedder.embed(texts)
    return codeBySimilarity([view], turns, 'A razor.', (text) => vectors[texts.indexOf(text)] ?? [])
  }

  it.each([
    ['its holder', 'ada', 'I’d have to see it work. Until then I keep my money.'],
    ['somebody else', 'ben', 'I’d have to see it work. Until then I keep my money.'],
    ['in other marks and case', 'ben', "i'd have to see it work!  UNTIL then, I keep my money"],
    ['after something else', 'ben', 'No, Cia. Nothing shows that it works. I read it twice.'],
  ])('takes a turn that says a view’s own words to support it, never to be unclear: %s', async (_, speaker, text) => {
    expect(await marksOn([speaker, text])).toEqual([{ view_id: 'proof', turn: 1, relation: 'supports' }])
    expect(await marksOn(['cia', 'Blue.'], [speaker, text], ['cia', 'Blue.'])).toContainEqual({
      ...{ view_id: 'proof', turn: 2, relation: 'supports' },
    })
  })

  it.each([
    ['a question', 'Nothing shows that it works?'],
    ['a denial around them', 'I would not say nothing shows that it works.'],
    ['a part of them', 'Until then I keep my money.'],
  ])('does not take %s for the view’s own words', async (_, text) => {
    const relations = (await marksOn(['ben', text])).map(({ relation }) => relation)
    expect(relations).not.toEqual(['supports'])
  })

  it('calls a view that one turn said neither unheard nor dropped: whether it was taken up it cannot tell', () => {
    const held = [heldBy('ada', 'price')]
    const said = [turn(1, 'ben', 'supports', 'price')]
    expect(suppressedViews(VIEWS, held, said, 'similarity')).toEqual({ suppressed_views: [], unclear_views: [] })
    expect(suppressedViews(VIEWS, held, said, 'model').suppressed_views).toMatchObject([{ why_unheard: 'dropped' }])
  })

  it('names nobody as having said or denied anything (`coded.by`)', () => {
    const coded = [
      turn(1, 'ada', 'supports', 'price'),
      turn(2, 'ben', 'supports', 'price'),
      turn(3, 'cia', 'supports', 'price'),
      ...[4, 5, 6].map((at) => turn(at, 'cia', 'contradicts', 'habit')),
      turn(7, 'ada', 'supports', 'habit'),
      turn(8, 'ben', 'supports', 'taste'),
    ]
    const reasons = [
      heldBy('ada', 'price'),
      heldBy('ben', 'price'),
      heldBy('cia', 'proof'),
      { ...heldBy('ada', 'taste'), held_before: false },
    ]
    const told = groupDynamics(discussed(reasons, coded))
    expect(told.consensus_points).toEqual(['It is about price. (ada, ben, cia)'])
    expect(told.contentious_points).toEqual(['It is about habit. (said by ada; contradicted by cia)'])
    expect(told.emergent_insights).toHaveLength(1)
    expect(told.influence_patterns).toMatchObject({ primary_influencer: 'ada', contrarians: ['cia'] })

    const {
      discussion_flow: _,
      ballots: __,
      turns: ___,
      ...untold
    } = groupDynamics(discussed(reasons, coded, {}, 'similarity'))
    expect(untold).toMatchObject({
      ...{ consensus_points: [], contentious_points: [], emergent_insights: [], silent_contrarians: [] },
      influence_patterns: { primary_influencer: '', followers: [], contrarians: [] },
    })
    expect(JSON.stringify(untold)).not.toMatch(/\b(?:ada|ben|cia)\b/)
  })
})

describe('points of agreement', () => {
  const names = new Map(PEOPLE.map((id) => [id, id]))
  const points = (...turns: CodedTurn[]) => pointsOfAgreement(VIEWS, turns, names)

  it('are agreed by at least half of the room and contradicted by nobody', () => {
    const support = (speakers: string[]) => speakers.map((speaker, i) => turn(i + 1, speaker, 'supports', 'price'))
    expect(points(...support(['ada', 'ben'])).consensus_points).toEqual([])
    expect(points(...support(['ada', 'ben', 'cia'])).consensus_points).toEqual(['It is about price. (ada, ben, cia)'])
    const contested = points(...support(['ada', 'ben', 'cia']), turn(4, 'dov', 'contradicts', 'price'))
    expect(contested).toEqual({
      consensus_points: [],
      contentious_points: ['It is about price. (said by ada, ben, cia; contradicted by dov)'],
    })
  })

  it('are opposed by nobody who only asks or comes near', () => {
    const said = turn(1, 'ada', 'supports', 'price')
    expect(
      points(said, turn(2, 'ben', 'asks', 'price'), turn(3, 'cia', 'unclear', 'price')).contentious_points,
    ).toEqual([])
  })

  it('are agreed by nobody who only asks or comes near', () => {
    const said = [turn(1, 'ada', 'supports', 'price'), turn(2, 'ben', 'supports', 'price')]
    for (const did of ['asks', 'unclear'] as const)
      expect(points(...said, turn(3, 'cia', did, 'price')).consensus_points).toEqual([])
  })

  it('have nobody on both sides: the last word counts', () => {
    const changed = points(
      turn(1, 'ada', 'supports', 'price'),
      turn(2, 'ben', 'contradicts', 'price'),
      turn(3, 'ada', 'contradicts', 'price'),
      turn(4, 'cia', 'supports', 'price'),
    )
    expect(changed.contentious_points).toEqual(['It is about price. (said by cia; contradicted by ada, ben)'])
  })
})

describe('a discussion', () => {
  it('has silent contrarians: those who neither push back nor say a reason of their own', () => {
    const turns = [
      turn(1, 'ada', 'contradicts', 'price'),
      turn(2, 'ben', 'supports', 'habit'),
      turn(3, 'cia', 'supports', 'habit'),
    ]
    const reasons = [heldBy('ada', 'proof'), heldBy('ben', 'habit'), heldBy('cia', 'taste')]
    expect(influence(discussed(reasons, turns)).silent_contrarians).toEqual(['cia'])
  })

  it('brings up what stood on no ballot before and comes from a turn: of somebody else, or named by its holder', () => {
    const fresh = (persona_id: string, view_id: string) => ({ ...heldBy(persona_id, view_id), held_before: false })
    const turns = [
      turn(1, 'ben', 'supports', 'price'),
      turn(2, 'ben', 'supports', 'proof'),
      turn(3, 'ben', 'supports', 'habit'),
    ]
    const reasons = [
      ...[heldBy('ada', 'price'), fresh('cia', 'price')],
      ...[fresh('ada', 'proof'), fresh('ben', 'habit'), fresh('cia', 'taste')],
    ]
    expect(groupDynamics(discussed(reasons, turns, { cia: 1 })).emergent_insights).toEqual([
      'It is about proof.: on no ballot before, on ada’s after turn 2 (ben: “So.”)',
      'It is about taste.: on no ballot before, on cia’s after turn 1 (ben: “So.”)',
    ])
  })
})

describe('participation', () => {
  const say = (turn: number, speaker: string, words: number, answersTurn: number | null = null) => ({
    turn,
    speaker,
    text: Array.from({ length: words }, () => 'word').join(' '),
    answersTurn,
  })

  it('measures how evenly people talk, by hand-worked values', () => {
    expect(gini([1, 1, 1, 1])).toBe(0)
    expect(gini([0, 0, 0, 1])).toBe(0.75)
    expect(gini([1, 2, 3])).toBeCloseTo(2 / 9, 12)
    expect(gini([0, 0])).toBe(0)
  })

  it('counts words, short turns and chains of replies; the silent count too', () => {
    const turns = [say(1, 'ada', 10), say(2, 'ben', 30, 1), say(3, 'ada', 20, 2), say(4, 'cia', 40)]
    expect(participation(['ada', 'ben', 'cia', 'dov'], turns)).toEqual({
      gini: expect.closeTo(0.3, 12),
      chain_depth: 2,
      median_words: 25,
      short_turn_share: 0.5,
    })
    expect(participation(['ada'], [])).toBeNull()
  })
})
