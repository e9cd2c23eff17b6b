import { describe, expect, it } from 'vitest'
import { QUOTE_SOURCES, type Response } from '../../src/domain/panel/response.js'
import { withEvidence } from '../../src/engine/panel/analyse/analyse.js'
import { locateClaims } from '../../src/engine/panel/claims/claims.js'
import { findSpan } from '../../src/engine/panel/find-span.js'
import { intentIndex, intentPoint } from '../../src/engine/panel/intent/rate-intent.js'
import { quoteChecker } from '../../src/engine/panel/quotes.js'
import {
  archetypeScores,
  panelIntent,
  panelScores,
  personScores,
  scoreIntervals,
} from '../../src/engine/panel/scores.js'

const ends = { low: 2, high: 4 }
const person = (fields: Partial<Response>): Response =>
  ({
    persona_id: 'a',
    persona_name: 'Ada',
    gut_sentiment: 'neutral',
    considered_sentiment: 'neutral',
    intent_pmf: [0, 0, 1, 0, 0],
    beliefs: null,
    ...Object.fromEntries(QUOTE_SOURCES.map((source) => [source, []])),
    ...fields,
  }) as Response
const belief = (claim_id: string, stance: 'believes' | 'doubts' | 'rejects') => ({
  claim_id,
  stance,
  why: 'no proof',
  proof_wanted: 'a test',
})

describe('scores', () => {
  it('follow the formulas of docs/scoring.md, worked by hand', () => {
    const skeptic = person({
      gut_sentiment: 'positive',
      considered_sentiment: 'negative',
      intent_pmf: [0, 0.5, 0.5, 0, 0],
      beliefs: [belief('c1', 'believes'), belief('c2', 'doubts'), belief('c3', 'rejects'), belief('c4', 'rejects')],
    })
    // credibility (1 + 0.5 + 0 + 0) / 4; intent (2.5 − 2) / (4 − 2); 0.4 · 37.5 + 0.35 · 25 + 0.25 · 0
    expect(personScores(skeptic, [], ends)).toMatchObject({ credibility: 37.5, intent: 25, gut: 100, pressure: 23.75 })
    const plain = person({})
    expect(personScores(plain, [], ends)).toMatchObject({ credibility: 50, intent: 50, gut: 50, pressure: 50 })
    expect(panelScores([personScores(skeptic, [], ends), personScores(plain, [], ends)])).toEqual({
      pressure_score: 36.9,
      gut_attraction_index: 75,
      credibility_score: 43.8,
    })
  })

  it.each([
    [[1, 0, 0, 0, 0], 0],
    [[0, 1, 0, 0, 0], 0],
    [[0, 0, 1, 0, 0], 0.5],
    [[0, 0, 0.5, 0.5, 0], 0.75],
    [[0, 0, 0, 0, 1], 1],
  ])('places %j between the ends of the method at %d', (pmf, index) => {
    expect(intentIndex(pmf, ends)).toBe(index)
    expect(intentPoint(pmf, ends)).toBe(1 + 4 * index)
  })

  const claim = (claim_id: string, meaning: number) => ({ claim_id, text: 'x', start: 0, end: 1, meaning })
  it.each([
    [
      'a believed harm takes all credibility away',
      [
        ['c1', 1, 'believes'],
        ['c2', -1, 'believes'],
      ],
      0,
    ],
    [
      'a harm nobody believes changes nothing',
      [
        ['c1', 1, 'believes'],
        ['c2', -1, 'rejects'],
      ],
      100,
    ],
    [
      'a disbelieved harm does not raise it either',
      [
        ['c1', 1, 'rejects'],
        ['c2', -1, 'rejects'],
      ],
      0,
    ],
    [
      'a believed weakness takes a quarter away',
      [
        ['c1', 1, 'believes'],
        ['c2', -0.5, 'believes'],
      ],
      75,
    ],
    [
      'a benefit counts four times a neutral fact',
      [
        ['c1', 1, 'rejects'],
        ['c2', 0, 'believes'],
      ],
      20,
    ],
    [
      'half a benefit counts half as much as a whole one',
      [
        ['c1', 1, 'rejects'],
        ['c2', 0.5, 'believes'],
      ],
      100 / 3,
    ],
    ['a harm alone is no support', [['c1', -1, 'believes']], 0],
  ] as const)('weigh belief by what is believed: %s', (_, held, credibility) => {
    const beliefs = held.map(([id, , stance]) => belief(id, stance))
    const claims = held.map(([id, meaning]) => claim(id, meaning))
    expect(personScores(person({ beliefs }), claims, ends).credibility).toBeCloseTo(credibility)
  })

  const scored = (kinds: Record<string, number[]>) =>
    Object.entries(kinds).flatMap(([archetype, pressures]) =>
      pressures.map((pressure) => ({ archetype, pressure, gut: pressure, credibility: pressure, intent: 50 })),
    )
  it('come with intervals for two questions: other kinds of people, and others of the same kinds', () => {
    const { intervals, intervals_same_kinds } = scoreIntervals(
      scored({ a: [20, 22], b: [50, 52], c: [80, 82], d: [48, 50] }),
    )
    const width = (range: { low: number; high: number } | undefined) => (range?.high ?? 0) - (range?.low ?? 0)
    expect(width(intervals?.pressure_score)).toBeGreaterThan(40)
    expect(width(intervals_same_kinds?.pressure_score)).toBeLessThan(5)
    expect(intervals?.pressure_score.low).toBeLessThan(50.5)
    expect(intervals?.pressure_score.high).toBeGreaterThan(50.5)
  })

  it.each([
    [
      'others of the same kinds, where no two of a kind were asked',
      { a: [20], b: [60], c: [70] },
      'intervals_same_kinds',
    ],
    ['other kinds, where only one was asked', { a: [20, 40, 60] }, 'intervals'],
    ['anything, where all scores are alike', { a: [50, 50], b: [50, 50] }, 'intervals'],
  ] as const)('have no interval for %s', (_, kinds, key) => {
    expect(scoreIntervals(scored(kinds as unknown as Record<string, number[]>))[key]).toBeNull()
  })

  it('stand by archetype too, in seating order', () => {
    expect(archetypeScores(scored({ b: [20, 40], a: [80] }))).toMatchObject([
      { archetype: 'b', people: 2, pressure_score: 30 },
      { archetype: 'a', people: 1, pressure_score: 80 },
    ])
    expect(archetypeScores(scored({ a: [20, 40] }))).toBeNull()
  })

  it('sum purchase intent up as distribution, mean, top two and spread', () => {
    const responses = [
      person({ archetype: 'a', intent_pmf: [0.2, 0.2, 0.2, 0.2, 0.2] }),
      person({ archetype: 'b', intent_pmf: [0, 0, 0, 0.5, 0.5] }),
      person({ archetype: 'c', intent_pmf: [0.4, 0.4, 0.2, 0, 0] }),
    ]
    expect(panelIntent(responses, 'ssr')).toMatchObject({
      pmf: [0.2, 0.2, 0.133333, 0.233333, 0.233333],
      mean: 3.1,
      top_two_box: 0.47,
      sd: 1.47,
      intervals: { mean: { low: expect.any(Number), high: expect.any(Number) } },
    })
  })
})

it('words that are copied without the mark of a struck price are found', () => {
  const text = 'Oats. MRP ~~₹24,999~~ ₹14,499 today'
  for (const copied of ['MRP ₹24,999 ₹14,499', 'MRP ~~₹24,999~~ ₹14,499'])
    expect(findSpan(text, copied)).toEqual({ start: 6, end: 29 })
})

describe('claims', () => {
  const text = 'The best oat drink in the world. Now with 40% less sugar, and less sugar is good.'
  it('are verbatim spans in the order of the text, whatever a model returns', () => {
    const claims = locateClaims(text, [
      { text: 'now  with 40% LESS sugar', meaning: 0.5 },
      { text: '“The best oat drink in the world.”', meaning: 0.5 },
      { text: 'less sugar', meaning: 0.5 },
      { text: 'cures colds', meaning: 0.5 },
      { text: '', meaning: 0.5 },
    ])
    expect(claims).toEqual([
      { claim_id: 'c1', text: 'The best oat drink in the world.', start: 0, end: 32, meaning: 0.5 },
      { claim_id: 'c2', text: 'Now with 40% less sugar', start: 33, end: 56, meaning: 0.5 },
      { claim_id: 'c3', text: 'less sugar', start: 62, end: 72, meaning: 0.5 },
    ])
    for (const claim of claims) expect(text.slice(claim.start, claim.end)).toBe(claim.text)
  })
})

describe('the pressure map and the analyst’s impression', () => {
  const answer = {
    pressure_score: 80,
    gut_attraction_index: 80,
    credibility_score: 80,
    key_weaknesses: [],
    credibility_gaps: [{ claim_id: 'c1', claim: 'x', issue: 'y', fix_suggestion: 'Name the test.', quotes: [] }],
    friction_points: [],
    competitive_vulnerabilities: [
      { claim_id: 'c9', vulnerability: 'v', attack_angle: 'a', quotes: [] },
      { claim_id: 'c1', vulnerability: 'v', attack_angle: 'They publish theirs.', quotes: [] },
    ],
    unsaid_objections: [],
    why_they_matter: '',
    recommended_refinements: [],
  }
  const responses = [
    person({ persona_id: 'a', beliefs: [belief('c1', 'believes')] }),
    person({ persona_id: 'b', beliefs: [belief('c1', 'rejects')] }),
    person({ persona_id: 'c', beliefs: [] }),
  ]
  const claims = [{ claim_id: 'c1', text: 'Tested.', start: 0, end: 7, meaning: 1 }]
  const scores = (pressure_score: number) => ({ pressure_score, gut_attraction_index: 50, credibility_score: 50 })
  const analysis = (pressure: number) =>
    withEvidence(
      answer,
      { scores: scores(pressure), intervals: null, intervals_same_kinds: null },
      claims,
      responses,
      quoteChecker(responses),
    )

  it('say who believes each claim, where it can be attacked and what would mend it', () => {
    expect(analysis(40).pressure_map).toEqual([
      {
        claim_id: 'c1',
        claim: 'Tested.',
        believes: ['a'],
        doubts: [],
        rejects: ['b'],
        doubts_because: [{ persona_id: 'b', why: 'no proof', proof_wanted: 'a test' }],
        attack: 'They publish theirs.',
        fix: 'Name the test.',
      },
    ])
    expect(analysis(40).competitive_vulnerabilities.map(({ claim_id }) => claim_id)).toEqual(['', 'c1'])
  })

  it('stand beside the computed score; more than 20 points apart is flagged', () => {
    expect(analysis(59.9)).toMatchObject({
      pressure_score: 59.9,
      analyst_score: 80,
      analyst_gap: { points: -20.1, flagged: true },
    })
    expect(analysis(60).analyst_gap).toEqual({ points: -20, flagged: false })
  })
})
