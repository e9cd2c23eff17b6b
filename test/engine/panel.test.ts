import { describe, expect, it } from 'vitest'
import type { AnalystAnswer } from '../../src/domain/panel/analysis.js'
import { pressureBand } from '../../src/domain/panel/analysis.js'
import type { DiscussionScript } from '../../src/domain/panel/discussion.js'
import { PressureTestInput } from '../../src/domain/panel/pressure-test.js'
import type { Response } from '../../src/domain/panel/response.js'
import { analysePrompt } from '../../src/engine/panel/analyse/prompt.js'
import { ASSAY_OFF } from '../../src/engine/panel/assay/judge-assay.js'
import { judgeControls } from '../../src/engine/panel/controls/controls.js'
import { chooseParticipants } from '../../src/engine/panel/discuss/choose-participants.js'
import { recordDissent } from '../../src/engine/panel/dissent.js'
import { judgeFidelity } from '../../src/engine/panel/fidelity/fidelity.js'
import { judgeIntent } from '../../src/engine/panel/intent/rate-intent.js'
import { planStudy } from '../../src/engine/panel/plan.js'
import { quoteChecker } from '../../src/engine/panel/quotes.js'
import { judgeStability, measureStability } from '../../src/engine/panel/stability/stability.js'
import { judgeTrust } from '../../src/engine/panel/trust.js'
import { AppError } from '../../src/errors.js'

const response = (id: string, fields: Partial<Response> = {}): Response => ({
  persona_id: id,
  persona_name: id.toUpperCase(),
  archetype: 'a',
  influence_type: 'follower',
  gut_reaction: 'Looks nice enough to me.',
  gut_sentiment: 'positive',
  considered_response: 'I would want to know who tested it.',
  considered_sentiment: 'mixed',
  social_response: 'Sounds fine, give it a try.',
  private_thoughts: 'Honestly, I can’t afford   another “treat” this month.',
  purchase_intent: 4,
  action_threshold: 'A smaller bottle.',
  friction_points: ['the price is hidden'],
  memory_influence_notes: 'None came up.',
  key_quotes: ['Who tested it, exactly?'],
  purchase_statement: 'I would probably not buy it.',
  intent_pmf: null,
  intent_method: null,
  beliefs: null,
  ...fields,
})

const answer = (objections: { objection: string; quotes: string[] }[]): AnalystAnswer => ({
  pressure_score: 40,
  gut_attraction_index: 50,
  credibility_score: 45,
  key_weaknesses: [],
  credibility_gaps: [],
  friction_points: [],
  competitive_vulnerabilities: [],
  unsaid_objections: objections,
  why_they_matter: 'They decide.',
  recommended_refinements: [],
})

const script = (statements: string[]): DiscussionScript => ({
  discussion_flow: statements.map((statement) => ({ speaker: 'A', statement, impact: '' })),
  influence_patterns: { primary_influencer: 'A', followers: [], contrarians: [], dynamics_notes: '' },
  opinion_shifts: [],
  consensus_points: [],
  contentious_points: [],
  emergent_insights: [],
})

const MARKED = { marked: 6, of: 6 }
const ALL_IN_CHARACTER = {
  ...{ respondents: [], rate: 1, skeptics_rate: 1, regenerated: 0 },
  ...{ people: MARKED, skeptics: MARKED },
}

describe('checking quotes', () => {
  const checker = () => quoteChecker([response('a'), response('b', { gut_reaction: 'Not for me, thank you.' })])

  it.each([
    ['Not for me, thank you.', 'b', 'gut_reaction', 'Not for me, thank you.'],
    ['not for me,  THANK you', 'b', 'gut_reaction', 'Not for me, thank you'],
    [
      '"I can\'t afford another "treat" this month"',
      'a',
      'private_thoughts',
      'I can’t afford   another “treat” this month',
    ],
    ['“the price is hidden”', 'a', 'friction_points', 'the price is hidden'],
  ])('finds %s with its owner, its place and the words of the source', (quote, persona_id, source, verbatim) => {
    expect(checker().verify([quote])).toEqual([{ persona_id, source, quote: verbatim }])
  })

  it.each(['I love everything about it.', 'Not for me, thanks.', 'nice', '', '“”', 'Looks nice … to me'])(
    'drops and counts %j',
    (quote) => {
      const quotes = checker()
      expect(quotes.verify([quote, 'Sounds fine, give it a try.'])).toHaveLength(1)
      expect(quotes.counts).toEqual({ checked: 2, verified: 1, dropped: 1 })
    },
  )

  it('looks only where it is told to', () => {
    expect(checker().verify(['Sounds fine, give it a try.'], ['private_thoughts'])).toEqual([])
  })
})

describe('the record of dissent', () => {
  const secret = 'I can’t afford   another “treat” this month'
  const objections = [{ objection: 'Too dear.', quotes: [secret] }]
  const record = (responses: Response[], discussion: DiscussionScript | null, objectionQuotes = objections) =>
    recordDissent(answer(objectionQuotes), responses, discussion, quoteChecker(responses))

  it('holds what somebody thought in private and nobody said', () => {
    expect(record([response('a'), response('b', { private_thoughts: 'Fine.' })], null)).toMatchObject({
      method: 'individual',
      importance_assessment: 'They decide.',
      suppressed_views: [
        {
          view: 'Too dear.',
          why_unheard: 'never_voiced',
          heard_turns: [],
          holders: [{ persona_id: 'a', strength: 0.67, quote: secret }],
        },
      ],
    })
  })

  it('leaves out what was said in company or in the discussion', () => {
    expect(record([response('a', { social_response: `Well: ${secret}.` })], null).suppressed_views).toEqual([])
    expect(record([response('a')], script([`As I said, ${secret}!`])).suppressed_views).toEqual([])
    expect(record([response('a')], script(['Nothing of the kind.']))).toMatchObject({
      method: 'script',
      suppressed_views: [{}],
    })
  })

  it('leaves out what rests on no private words, and says nothing about importance then', () => {
    const invented = [
      { objection: 'Invented.', quotes: ['It will break after a week.', 'Sounds fine, give it a try.'] },
    ]
    expect(record([response('a')], null, invented)).toMatchObject({ suppressed_views: [], importance_assessment: '' })
  })
})

describe('a panel', () => {
  it('sends a spread over intent into the discussion of a large panel', () => {
    const respondents = Array.from({ length: 30 }, (_, n) => ({
      response: response(`p${n}`, { purchase_intent: (n % 10) + 1 }),
    }))
    const chosen = chooseParticipants(respondents)
    expect(chosen).toHaveLength(8)
    expect(new Set(chosen.map(({ response }) => response.purchase_intent)).size).toBeGreaterThanOrEqual(7)
    expect(chooseParticipants(respondents.slice(0, 8))).toEqual(respondents.slice(0, 8))
  })

  it('shows the analyst every answer, shortened when there are many', () => {
    const responses = (n: number) => Array.from({ length: n }, (_, i) => response(`p${i}`))
    const own = (n: number) =>
      analysePrompt('rules', {
        stimulus: 'stimulus',
        about: '',
        category: 'fmcg',
        skepticism: 'medium',
        claims: [],
        responses: responses(n),
        discussion: script(['Hello.']),
        turns: [],
        suppressed: [],
      }).own
    for (const n of [6, 100]) expect(own(n).match(/P\d+ \|/g)).toHaveLength(n)
    expect(own(6)).toContain('who tested it')
    expect(own(100).length / 100).toBeLessThan(own(6).length / 6 / 2)
    expect(own(6)).toContain('A: Hello.')
  })

  it('is trusted less when quotes had to be dropped, and names who is missing', () => {
    const outcomes = [
      { item: { persona_id: 'a', name: 'Ada' } as never, value: 1 },
      { item: { persona_id: 'b', name: 'Ben' } as never, error: new AppError('model_refused', { task: 'respond' }) },
    ]
    const trust = judgeTrust({
      model: { mode: 'anthropic', persona: 'm' },
      outcomes: outcomes,
      quotes: { checked: 10, verified: 8, dropped: 2 },
      fidelity: judgeFidelity(ALL_IN_CHARACTER),
      controls: judgeControls(null),
      stability: judgeStability(null, null),
    })
    expect(trust).toMatchObject({
      light: 'amber',
      quotes: { status: 'warn' },
      respondents: { asked: 2, answered: 1, failed: [{ name: 'Ben', code: 'model_refused' }] },
    })
    expect(trust.sentence).toMatch(/written by m; no real person was asked\. Ben did not answer and is missing/)
  })

  it('is amber at best without an analysis, says so, and counts no quotes', () => {
    const parts = {
      model: { mode: 'anthropic', persona: 'm' } as const,
      outcomes: [{ item: { persona_id: 'a', name: 'Ada' } as never, value: 1 }],
      quotes: { checked: 4, verified: 4, dropped: 0 },
      fidelity: judgeFidelity(ALL_IN_CHARACTER),
      controls: { ...judgeControls(null), status: 'pass' } as const,
      stability: { ...judgeStability(null, null), status: 'pass' } as const,
      assay: { ...ASSAY_OFF, status: 'pass' } as const,
    }
    expect(judgeTrust(parts).light).toBe('green')
    const missing = { code: 'answer_truncated', message: 'Cut off at 8000 tokens.' }
    const without = { ...parts, missing, quotes: { checked: 0, verified: 0, dropped: 0 } }
    const trust = judgeTrust(without)
    expect(trust).toMatchObject({ light: 'amber', quotes: { status: 'not_run', checked: 0 } })
    expect(trust.sentence).toContain("The analysis is missing: the model's answer was cut off at its longest.")
    expect(judgeTrust({ ...without, controls: { ...parts.controls, status: 'fail' } }).light).toBe('red')
  })

  it('stays a rehearsal offline and is not green without a quote, though all else passed', () => {
    const passed = {
      model: { mode: 'anthropic', persona: 'm' } as const,
      outcomes: [],
      quotes: { checked: 4, verified: 4, dropped: 0 },
      fidelity: judgeFidelity(ALL_IN_CHARACTER),
      controls: { ...judgeControls(null), status: 'pass' } as const,
      stability: { ...judgeStability(null, null), status: 'pass' } as const,
      assay: { ...ASSAY_OFF, status: 'pass' } as const,
    }
    expect(judgeTrust(passed).light).toBe('green')
    expect(judgeTrust({ ...passed, model: { mode: 'offline', persona: 'm' } }).light).toBe('rehearsal')
    expect(judgeTrust({ ...passed, quotes: { checked: 0, verified: 0, dropped: 0 } }).light).toBe('amber')
    // Without a test of the panel it is amber at best; other panels need not have been asked.
    expect(judgeTrust({ ...passed, assay: ASSAY_OFF }).light).toBe('amber')
    expect(judgeTrust({ ...passed, assay: undefined }).light).toBe('amber')
    expect(judgeTrust({ ...passed, assay: { ...passed.assay, status: 'fail' } }).light).toBe('red')
    expect(judgeTrust({ ...passed, stability: judgeStability(null, null) }).light).toBe('green')
    // Asked for and not measured is not "not asked for".
    const unnamed = { panels: 5, alike: false, top_fix_agreement: null, rank_stability: null, variance_shares: null }
    expect(judgeTrust({ ...passed, stability: judgeStability(unnamed, null) }).light).toBe('amber')
    const rated = (count: number) => Array.from({ length: 6 }, (_, n) => ({ intent_pmf: n < count ? [1] : null }))
    expect(judgeTrust({ ...passed, intent: judgeIntent(rated(6)) }).light).toBe('green')
    for (const count of [5, 3, 0])
      expect(judgeTrust({ ...passed, intent: judgeIntent(rated(count)) }).light).toBe('amber')
  })

  it('finds nothing stable in panels that answered alike, or that named no obstacle', () => {
    const score = (low: number, high: number) => ({ low, high })
    const intervalsOf = (high: number) => ({
      ...{ pressure_score: score(40, high), gut_attraction_index: score(40, 60), credibility_score: score(40, 60) },
    })
    const record = { panels: 3, alike: false, top_fix_agreement: 1, rank_stability: null, variance_shares: null }
    expect(judgeStability(record, intervalsOf(60)).status).toBe('pass')
    expect(judgeStability({ ...record, alike: true }, null)).toMatchObject({ status: 'not_run', panels: 3 })
    expect(judgeStability({ ...record, alike: true }, intervalsOf(60))).toMatchObject({ status: 'not_run', panels: 3 })
    expect(judgeStability(null, null).sentence).toContain('at least two kinds of people whose answers differ')
    expect(judgeStability({ ...record, top_fix_agreement: null }, intervalsOf(60)).status).toBe('not_run')
  })

  it.each([
    ['alike', ['positive', 'positive', 'positive'], true],
    ['apart', ['positive', 'negative', 'positive'], false],
  ] as const)('tells panels whose people scored %s', (_, sentiments, alike) => {
    const respondents = sentiments.map((considered_sentiment, n) => ({
      persona: { persona_id: `p${n}`, archetype: 'a' } as never,
      response: response(`p${n}`, { considered_sentiment }),
      reasons: [],
    }))
    const panels = [{ sample: 0, wording: 0, respondents }]
    expect(measureStability(panels, new Map(), [], { low: 1, high: 5 }).alike).toBe(alike)
  })

  it('takes panels that name nothing for no agreement', () => {
    const panelNaming = (...friction_points: string[]) => ({
      ...{ sample: 0, wording: 0 },
      respondents: [
        { persona: { persona_id: 'p' } as never, response: response('p', { friction_points }), reasons: [] },
      ],
    })
    const agreement = (...panels: ReturnType<typeof panelNaming>[]) =>
      measureStability(panels, new Map(), [], { low: 1, high: 5 }).top_fix_agreement
    expect(agreement(panelNaming(), panelNaming(), panelNaming('price'))).toBeNull()
    expect(agreement(panelNaming('price'), panelNaming(), panelNaming('price'))).toBeCloseTo(2 / 3)
  })

  it('says a share in character of those who were marked', () => {
    const judge = (given: object) => judgeFidelity({ ...ALL_IN_CHARACTER, ...given })
    expect(judge({})).toMatchObject({
      status: 'pass',
      sentence: expect.stringMatching(/^100 % of the synthetic people/),
    })
    expect(judge({ people: { marked: 1, of: 6 }, skeptics: { marked: 0, of: 2 }, skeptics_rate: null })).toMatchObject({
      status: 'not_run',
      sentence:
        '1 of 6 people could be checked; 100 % of these answered in character; none of the skeptics could be checked.',
    })
    expect(judge({ people: { marked: 5, of: 6 }, skeptics: { marked: 1, of: 2 } })).toMatchObject({
      status: 'warn',
      sentence: '5 of 6 people could be checked; 100 % of these answered in character; of the 1 of 2 skeptics 100 %.',
    })
    expect(judge({ rate: 199 / 200 }).sentence).toMatch(/^more than 99 % of/i)
  })

  it('plans the calls it makes', () => {
    const plan = (input: object) =>
      planStudy({ ...PressureTestInput.parse({ stimulus: 'An oat drink.', ...input }), topics: [] })
    const counts = (input: object) => {
      const sums: Record<string, number> = {}
      for (const { task, count } of plan(input)) sums[task] = (sums[task] ?? 0) + count
      return sums
    }
    const assay = 'off'
    const alone = { claims: 1, respond: 6, check_fidelity: 1, rate_panel: 1, analyse: 1 }
    expect(counts({ assay, focus_group: 'off', controls: false })).toEqual(alone)
    expect(counts({ assay, focus_group: 'quick', controls: false })).toEqual({ ...alone, discuss_quick: 1 })
    expect(counts({ assay })).toEqual({ ...alone, react: 12, speak: 20, ballot: 6, code_views: 1 })
    // Text, blank, price and harm before everybody, and one planted room.
    expect(counts({})).toEqual({ ...alone, rate_panel: 2, react: 36, speak: 20, ballot: 6, code_views: 2 })
    expect(counts({ assay: 'full', second_model: 'other' })).toMatchObject({
      claims: 3,
      respond: 18,
      react: 90,
      code_views: 3,
    })
    expect(plan({ assay: 'full', second_model: 'other' }).filter(({ model }) => model === 'other')).toMatchObject([
      { task: 'react', count: 6 },
    ])
    expect(counts({ turns: 40, personas: 8 })).toMatchObject({ speak: 48, ballot: 8 })
    expect(counts({ stability: 3, focus_group: 'off', controls: false })).toMatchObject({ respond: 24 })
    expect(counts({ assay, intent: 'likert', controls: false })).toMatchObject({ rate_intent: 24 })
    expect(plan({ personas: 100 }).find(({ task }) => task === 'analyse')?.input_tokens).toBeGreaterThan(5_000)
    expect(() => plan({ panel: ['nobody'] })).toThrow(/Unknown archetype: "nobody"/)
  })

  it.each([
    [0, 'flawed'],
    [30, 'flawed'],
    [30.4, 'flawed'],
    [31, 'weak'],
    [50, 'weak'],
    [51, 'solid'],
    [70, 'solid'],
    [71, 'strong'],
    [85, 'strong'],
    [86, 'exceptional'],
    [100, 'exceptional'],
  ])('calls %d %s', (score, band) => {
    expect(pressureBand(score)).toBe(band)
  })
})
