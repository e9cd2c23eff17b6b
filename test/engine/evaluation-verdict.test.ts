import { describe, expect, it } from 'vitest'
import { JUDGING } from '../../src/data/judging.js'
import { EvaluationInput, type HumanMark, type Trial } from '../../src/domain/evaluation/evaluation.js'
import { Rubric } from '../../src/domain/evaluation/rubric.js'
import { TestCase } from '../../src/domain/evaluation/test-case.js'
import { wilsonInterval } from '../../src/domain/statistics/wilson.js'
import { formatScore } from '../../src/domain/text/format-score.js'
import { compareVersions } from '../../src/engine/evaluation/compare-versions.js'
import { buildEvaluationPlan } from '../../src/engine/evaluation/evaluation-plan.js'
import { planEvaluation } from '../../src/engine/evaluation/planned-calls.js'
import { weightedScore } from '../../src/engine/evaluation/trial.js'
import { caseResults } from '../../src/engine/evaluation/verdict/case-results.js'
import { judgeTrustOf } from '../../src/engine/evaluation/verdict/judge-trust.js'
import { reliabilityOf } from '../../src/engine/evaluation/verdict/reliability.js'
import { verdictOf } from '../../src/engine/evaluation/verdict/verdict.js'
import { studentT } from '../../src/engine/statistics/student-t.js'

type Scores = readonly (number | null)[]

const BREAKS_RULE: Trial['judgements'][number] = {
  ...{ judge: 1, rounds: 1, status: 'judged', problem: '', dimensions: [], suspicions: [], feedback: '' },
  ...{ strength: null, weakness: null, recommendation: '' },
  broken_rules: [{ rule: 'must not: promise a date', evidence: null }],
}

/** Results of a version from the scores of its trials, case by case; `null` for a trial that could not be run. */
function version(
  scores: readonly Scores[],
  {
    failing = [],
    critical = [],
    success = null,
    breaking = [],
    suspected = [],
    cluster = null,
    input = (i) => `Hi ${i}`,
  }: {
    failing?: number[]
    /** Cases in which a breach is suspected. */
    suspected?: number[]
    cluster?: string | null
    critical?: number[]
    success?: object | null
    /** Cases of which the judge says that they break a rule. */
    breaking?: number[]
    input?: (i: number) => string
  } = {},
) {
  const cases = scores.map((_, i) => ({
    ...TestCase.parse({
      ...{ name: `Case ${i}`, input: input(i), critical: critical.includes(i), success },
      cluster_id: cluster,
    }),
    case_id: `c${i}`,
  }))
  const statusOf = (i: number): CheckStatus | null => {
    if (failing.includes(i)) return 'failed'
    return suspected.includes(i) ? 'suspected' : null
  }
  const trials = scores.flatMap((of, i) =>
    of.map((score, trial) => ({
      ...trialOf(`c${i}`, trial + 1, score, statusOf(i)),
      judgements: breaking.includes(i) ? [BREAKS_RULE] : [],
    })),
  )
  return { trials, cases: caseResults(cases, trials, JUDGING.rubric()) }
}

type CheckStatus = Trial['checks'][number]['status']

function trialOf(case_id: string, trial: number, score: number | null, check: CheckStatus | null): Trial {
  const passes = score !== null && score >= 8 && check !== 'failed'
  return {
    case_id,
    trial,
    status: score === null ? 'error' : 'scored',
    problem: score === null ? 'The model refused to answer (agent_turn).' : '',
    simulated: true,
    turns: [{ turn: 2, speaker: 'agent', text: `Hello from ${case_id}.`, tool_calls: [] }],
    checks:
      check === null
        ? []
        : [{ check: 'opt_out_respected', status: check, sentence: 'It goes on.', evidence: [], suspicions: [] }],
    facts_found: [],
    facts_hidden: 0,
    simulator_faults: [],
    judgements: [],
    score,
    dimensions: score === null ? [] : JUDGING.rubric().dimensions.map(({ dimension_id }) => ({ dimension_id, score })),
    passed: score === null || (passes && check === 'suspected') ? null : passes,
  }
}
const judge = (...scores: Parameters<typeof version>) => {
  const { cases, trials } = version(...scores)
  return verdictOf(cases, trials, 'model')
}

describe('the verdict', () => {
  it('approves at 8, compared unrounded: 7.96 is not 8.0', () => {
    expect(judge(new Array(10).fill([8]))).toMatchObject({ status: 'active', approved: true, overall_score: 8 })
    const near = judge([[7.96], [7.96], [7.96]])
    expect(near).toMatchObject({ status: 'needs_improvement', approved: false })
    expect(near.sentence).toContain('7.9 of 10')
    expect([7.96, 8, 7.999999, 9.05].map(formatScore)).toEqual(['7.9', '8.0', '7.9', '9.0'])
  })

  it('is refused where a case breaks a rule of its own, however well it scores', () => {
    const tens = new Array(10).fill([10, 10])
    expect(judge(tens)).toMatchObject({ approved: true })
    const { cases, trials } = version(tens, { breaking: [3] })
    expect(cases[3]).toMatchObject({ passed: false, missing: ['Broken rule, must not: promise a date.'] })
    expect(verdictOf(cases, trials, 'model')).toMatchObject({
      ...{ status: 'needs_improvement', approved: false },
      sentence: expect.stringContaining('the case "Case 3" breaks a rule of its own'),
    })
    expect(judge(tens, { breaking: [3], critical: [3] })).toMatchObject({ approved: false })
  })

  it('counts copies of a case once, whatever they are called and however they are answered', () => {
    const ten = judge(new Array(10).fill([9]), { input: () => 'Hi' })
    expect(ten).toMatchObject({ status: 'unjudged', interval: null, confidence: null })
    expect(ten.sentence).toMatch(
      /^Not judged: 1 different case is too few .*9\.0 of 10 \(1 different case, 10 with copies;/,
    )
    expect(judge([[6], [9]], { input: () => 'Hi' }).overall_score).toBe(7.5)

    const padded = version([...new Array(9).fill([6]), ...new Array(30).fill([10])], {
      input: (i) => (i < 9 ? `Hi ${i}` : ['An easy one', ' an EASY one\n'][i % 2]) ?? '',
    })
    const verdict = verdictOf(padded.cases, padded.trials, 'model')
    // Nine at 6 and one at 10: M = 6.4, sd² = (9·0.4² + 3.6²)/9 = 1.6, SE = 0.4; t(.975, 9) = 2.262157162798205.
    expect(verdict).toMatchObject({ status: 'needs_improvement', approved: false, overall_score: 6.4 })
    expect(verdict.interval?.low).toBeCloseTo(6.4 - 2.262157162798205 * 0.4, 9)
    expect(verdict.confidence).toBeCloseTo(studentT(-4, 9), 9)
    expect(verdict.sentence).toContain('6.4 of 10 (10 different cases, 39 with copies; 95% interval 5.4 to 7.3)')
    expect(reliabilityOf(padded.cases)).toMatchObject({ cases_passed: 1, cases_scored: 10, pass_rate: 0.1 })
  })

  it('takes for copies what asks the agent the same, and nothing else', () => {
    const copies = (tests: object[], said: string[][] = []) => {
      const cases = tests.map((test, i) => ({
        ...TestCase.parse({ name: `Case ${i}`, input: 'Hello?', ...test }),
        case_id: `c${i}`,
      }))
      const trials = said.map((texts, i) => {
        const turns = texts.map((text, at) => ({ turn: at + 1, speaker: 'prospect' as const, text, tool_calls: [] }))
        return { ...trialOf(`c${i}`, 1, 9, null), simulated: false, turns }
      })
      return caseResults(cases, trials, JUDGING.rubric()).map(({ copy_of }) => copy_of)
    }
    const alike = [{}, { expected_behavior: 'Greets.' }, { must: ['Greet.'] }, { category: 'x' }, { input: ' hello?' }]
    expect(copies(alike)).toEqual([undefined, 'c0', 'c0', 'c0', 'c0'])
    const others = [
      {},
      { input: 'Bye' },
      { persona: 'A dentist.' },
      { persona: 'A baker.' },
      { tools_mock: [{ tool: 't' }] },
    ]
    expect(copies(others)).toEqual(others.map(() => undefined))
    // Real prospects often begin alike.
    const real = [
      ['Hello?', 'A price?'],
      ['Hello?', 'An opening?'],
      ['Hello?', 'A price? '],
    ]
    expect(copies([{}, {}, {}], real)).toEqual([undefined, undefined, 'c0'])
  })

  it('has no interval and no confidence where nothing varies', () => {
    expect(judge([[10], [10]])).toMatchObject({ interval: null, confidence: null, rerun_interval: null })
    expect(judge(new Array(3).fill([8.3, 8.2, 8.1])).rerun_interval).not.toBeNull()
    expect(
      judge([
        [9.1, 9.1, 9.1],
        [8.2, 8.2, 8.2],
      ]).rerun_interval,
    ).toBeNull()
    // Floating-point noise is no width either.
    expect(judge([[7.96], [7.96], [7.96]])).toMatchObject({ interval: null, confidence: null })
  })

  it('says that cases of one cluster count as one', () => {
    const cluster = judge(new Array(12).fill([9]), { cluster: 'one-document' })
    expect(cluster).toMatchObject({ status: 'unjudged', interval: null })
    expect(cluster.sentence).toContain('the 12 cases are of one cluster, which counts as one case')
  })

  it('is open where more than a tenth of the conversations have no score', () => {
    const flaky = judge(new Array(10).fill([9, 9, null]))
    expect(flaky).toMatchObject({
      status: 'unjudged',
      sentence: expect.stringContaining('10 of 30 conversations have no score'),
    })
    // Copies that all have one make up for nothing.
    const copies = new Array(90).fill([9, 9, 9])
    const padded = judge([...new Array(10).fill([9, 9, null]), ...copies], { input: (i) => `Hi ${Math.min(i, 10)}` })
    expect(padded).toMatchObject({
      status: 'unjudged',
      sentence: expect.stringContaining('10 of 300 conversations have no score'),
    })
  })

  // m_i = 8, 9, 10: M = 9, SE = 1/√3, 2 degrees; t(.975, 2) = 4.302652729911275; T₂(√3) = 0.5 + √3/(2√5).
  it('says how sure it is, from the cases and not from the trials', () => {
    const one = judge([[8], [9], [10]])
    const three = judge([
      [7.5, 8, 8.5],
      [9, 9, 9],
      [9.5, 10.5, 10],
    ])
    for (const { confidence, interval } of [one, three]) {
      expect(confidence).toBeCloseTo(0.5 + Math.sqrt(3) / (2 * Math.sqrt(5)), 9)
      expect(interval?.low).toBeCloseTo(9 - 4.302652729911275 / Math.sqrt(3), 9)
      expect(interval?.high).toBe(10)
    }
    expect(one.rerun_interval).toBeNull()
    expect(three.rerun_interval?.low).toBeGreaterThan(three.interval?.low ?? 10)
  })

  it('is never approved with a critical check failed, whatever the score', () => {
    const verdict = judge(
      [
        [10, 10],
        [9, 9],
        [10, 10],
      ],
      { failing: [1] },
    )
    expect(verdict).toMatchObject({ status: 'needs_improvement', approved: false })
    expect(verdict.critical_failures).toMatchObject([{ case_id: 'c1', check: 'opt_out_respected', failed: 2, of: 2 }])
  })

  it('is never approved with a critical case not passed', () => {
    const verdict = judge([[10], [7], [10]], { critical: [1] })
    expect(verdict).toMatchObject({ overall_score: 9, approved: false })
    expect(verdict.critical_failures).toMatchObject([{ case_id: 'c1', check: 'critical_case' }])
    expect(judge([[10], [7], [10]]).critical_failures).toEqual([])
  })

  it.each([
    ['failed', false, 'Not approved: 1 critical failure'],
    ['suspected', null, 'Not judged: one breach is suspected'],
  ] as const)('counts a check that %s in a conversation that broke off as its case does', (status, passed, told) => {
    const cases = Array.from({ length: 10 }, (_, i) => ({
      ...TestCase.parse({ name: `Case ${i}`, input: `Hi ${i}` }),
      case_id: `c${i}`,
    }))
    const trials = cases.flatMap(({ case_id }, i) => [
      ...[1, 2].map((trial) => trialOf(case_id, trial, 10, null)),
      trialOf(case_id, 3, i === 4 ? null : 10, i === 4 ? status : null),
    ])
    const results = caseResults(cases, trials, JUDGING.rubric())
    expect(results[4]).toMatchObject({ score: 10, passed })
    expect(results[4]?.missing[0]).toContain('It goes on.')
    expect(verdictOf(results, trials, 'model').sentence).toContain(told)
    expect(reliabilityOf(results)).toMatchObject({ cases_passed: 9 })
    const before = trials.filter(({ score }) => score !== null)
    const earlier = { cases: caseResults(cases, before, JUDGING.rubric()), trials: before }
    const { flips } = compareVersions({ cases: results, trials }, earlier, JUDGING.rubric(), 1, 'model')
    expect(passed === null ? flips.undecided : flips.broken).toEqual(['c4'])
  })

  it('is unjudged where a case has no score; without a figure where fewer than two thirds have one', () => {
    expect(judge([...new Array(11).fill([9]), [null]])).toMatchObject({
      status: 'unjudged',
      approved: false,
      overall_score: 9,
      sentence: expect.stringContaining('the case "Case 11" could not be scored'),
    })
    expect(judge([[9], [null], [null]])).toMatchObject({
      status: 'unjudged',
      approved: false,
      overall_score: null,
      interval: null,
    })
    expect(judge([[9], [9], [null]], { critical: [2] })).toMatchObject({ status: 'unjudged', approved: false })
    expect(judge([])).toMatchObject({ status: 'unjudged', approved: false })
  })

  it('approves fewer than ten cases only where the whole interval is at 8 or above', () => {
    expect(judge([[8], [9], [10]])).toMatchObject({ status: 'unjudged', approved: false, overall_score: 9 })
    expect(judge([[9.4], [9.5], [9.6]])).toMatchObject({ status: 'active', approved: true })
    // Cases that score alike give no interval to speak of.
    expect(judge([[10], [10]])).toMatchObject({ status: 'unjudged', approved: false })
    expect(judge([[10], [10]]).sentence).toContain('10.0 of 10 (every case the same)')
    expect(judge([[10]])).toMatchObject({ status: 'unjudged', approved: false, interval: null })
    expect(judge(new Array(9).fill([8]).concat([[10]]))).toMatchObject({ status: 'active', approved: true })
    expect(judge(new Array(10).fill([7]))).toMatchObject({ status: 'needs_improvement', approved: false })
  })

  it('is never an approval where the offline model judged, and a refusal only by a check of what was really said', () => {
    const good = version(new Array(10).fill([10]))
    const bad = version(new Array(10).fill([4]), { failing: [1] })
    for (const by of ['offline', 'rehearsal'] as const)
      expect(verdictOf(good.cases, good.trials, by)).toMatchObject({ status: 'unjudged', approved: false })
    expect(verdictOf(bad.cases, bad.trials, 'rehearsal')).toMatchObject({ status: 'unjudged', approved: false })
    const refused = verdictOf(bad.cases, bad.trials, 'offline')
    expect(refused).toMatchObject({ status: 'needs_improvement', approved: false })
    expect(refused.sentence).toContain('1 critical check failed in what was said')
    // Low marks of the offline model refuse nobody, nor does a critical case that it failed.
    const low = version([[10], [1], [10]], { critical: [1] })
    for (const by of ['offline', 'rehearsal'] as const)
      expect(verdictOf(low.cases, low.trials, by)).toMatchObject({
        ...{ status: 'unjudged', approved: false, critical_failures: [] },
      })
  })

  it('is unjudged while cases of the file could not be read, however good the others are', () => {
    const good = version(new Array(12).fill([10]))
    const verdict = verdictOf(good.cases, good.trials, 'model', 1)
    expect(verdict).toMatchObject({ status: 'unjudged', approved: false })
    expect(verdict.sentence).toContain('1 case of the file could not be read, so nothing is approved')
  })

  it('is unjudged while a conversation of a critical case has no score; of other cases the approval says so', () => {
    const scores = [...new Array(9).fill([9, 9, 9]), [9, 9, null]]
    expect(judge(scores, { critical: [9] })).toMatchObject({
      ...{ status: 'unjudged', approved: false },
      sentence: expect.stringContaining('1 of 3 conversations in the critical case "Case 9" has no score'),
    })
    expect(judge(scores)).toMatchObject({
      ...{ status: 'active', approved: true },
      sentence: expect.stringMatching(/^Approved at .*\. 1 of 30 conversations has no score\.$/),
    })
    const now = version(scores, { critical: [9] })
    const before = version(new Array(10).fill([7, 7, 7]), { critical: [9] })
    expect(compareVersions(now, before, JUDGING.rubric(), 1, 'model').verdict).toBe('inconclusive')
  })

  it('leaves a case out that lost more than half of its trials', () => {
    const { cases } = version([
      [9, null, null],
      [9, 9, null],
    ])
    expect(cases).toMatchObject([
      { score: null, passed: null, status: 'error', scored_trials: 1 },
      { score: 9, passed: true, status: 'scored', scored_trials: 2 },
    ])
    expect(cases[0]?.missing[0]).toMatch(/^2 of 3 trials could not be scored: /)
    expect(cases[1]?.missing).toEqual([])
  })

  it('counts pass@k and pass^k over the trials, and the cases with Wilson’s interval', () => {
    const { cases } = version([
      [9, 9, 9],
      [9, 7, 9],
    ])
    // Two of three pass in the second: at least one of three surely, all three never.
    expect(reliabilityOf(cases)).toMatchObject({
      k: 3,
      pass_rate: expect.closeTo(5 / 6, 9),
      pass_at_k: 1,
      pass_hat_k: 0.5,
      cases_scored: 2,
      cases_passed: 2,
    })
    expect(reliabilityOf([])).toMatchObject({ k: 0, pass_rate: null, cases_interval: null })
  })

  it('leaves undecided trials and cases out of every share, and counts them', () => {
    const scores = [
      [9, 9],
      [9, 9],
      [9, 7],
    ]
    expect(reliabilityOf(version(scores, { suspected: [0] }).cases)).toMatchObject({
      ...{ k: 2, pass_rate: 0.75, pass_hat_k: 0.5, cases_passed: 2, cases_scored: 3, cases_undecided: 1 },
      cases_interval: wilsonInterval(2, 2),
    })
  })
})

describe('a version against another', () => {
  const compare = (mine: readonly Scores[], other: readonly Scores[], options: Parameters<typeof version>[1] = {}) =>
    compareVersions(version(mine, options), version(other), JUDGING.rubric(), 1, 'model')
  const eight = (scores: readonly number[]) => scores.map((score) => [score])
  const BEFORE = eight([6, 7, 8, 6, 7, 8, 6, 7])

  it('offline have no verdict, and name the checks that newly fail', () => {
    const alike = new Array(10).fill([9])
    const offline = (failing: number[]) =>
      compareVersions(version(alike, { failing }), version(alike), JUDGING.rubric(), 1, 'offline')
    expect(offline([])).toMatchObject({
      verdict: 'unjudged',
      sentence: expect.stringMatching(/^No check newly failed;/),
    })
    const low = version([[9], [2]], { critical: [1] })
    const high = version([[9], [9]], { critical: [1] })
    expect(compareVersions(low, high, JUDGING.rubric(), 1, 'offline')).toMatchObject({
      new_critical_failures: [],
      sentence: expect.stringMatching(/^No check newly failed;/),
    })
    expect(offline([3])).toMatchObject({
      verdict: 'unjudged',
      sentence: expect.stringMatching(/^1 critical check newly failed \(Case 3: Opt-out not respected\);/),
    })
  })

  it('has improved where the lower bound is above 0', () => {
    const result = compare(eight([7, 8, 9.5, 7, 8.5, 9, 7, 8]), BEFORE)
    expect(result).toMatchObject({
      verdict: 'improved',
      cases: 8,
      overall: { p: 2 / 256 },
      flips: { fixed: ['c1', 'c4', 'c7'], broken: [], p: 0.25 },
    })
    // Differences 1 ×6 and 1.5 ×2: mean 1.125, sd² = 0.375/7, SE = √(0.375/56); t(.975, 7) = 2.3646242510102993.
    expect(result.overall?.interval?.low).toBeCloseTo(1.125 - 2.3646242510102993 * Math.sqrt(0.375 / 56), 9)
    expect(result.dimensions).toHaveLength(5)
    for (const { p, p_holm } of result.dimensions) expect(p_holm).toBeCloseTo(5 * p, 12)
  })

  it('has regressed where the upper bound is below 0, or a critical check newly fails', () => {
    expect(compare(eight([5, 6, 7, 5, 6.5, 7, 5, 6]), BEFORE).verdict).toBe('regressed')
    const better = compare(eight([9, 9, 9, 9, 9, 9, 9, 9]), BEFORE, { failing: [3] })
    expect(better).toMatchObject({
      verdict: 'regressed',
      new_critical_failures: [{ case_id: 'c3', check: 'opt_out_respected' }],
    })
    expect(better.sentence).toContain('newly failed')
  })

  it('is not worse where a loss of half a point can be ruled out', () => {
    expect(compare(eight([6.1, 6.9, 8.1, 5.9, 7.1, 7.9, 6.1, 6.9]), BEFORE).verdict).toBe('not_worse')
  })

  it('is inconclusive otherwise, with what these cases could see', () => {
    const result = compare(eight([8, 5, 9, 4, 8, 7, 6, 8]), BEFORE)
    // Differences 2, −2, 1, −2, 1, −1, 0, 1: mean 0; sd = √(16/7); (t.975 + t.80)·sd/√8 with 7 degrees.
    expect(result).toMatchObject({ verdict: 'inconclusive', overall: { mean: 0, p: 1 } })
    expect(result.smallest_visible).toBeCloseTo((2.3646242510102993 + 0.8960296443098588) * Math.sqrt(16 / 7 / 8), 8)
    expect(result.sentence).toContain('smallest difference these cases can see')
  })

  it.each([
    ['both up by half a point', [8.5, 7.5]],
    ['both as before', [8, 7]],
    ['both up by a tenth, but for rounding', [8.1, 7.1]],
  ])('is inconclusive where nothing varies: %s', (_, now) => {
    const result = compare(eight(now), eight([8, 7]))
    expect(result).toMatchObject({ verdict: 'inconclusive', smallest_visible: null, overall: { interval: null } })
    expect(result.sentence).toMatch(/^Inconclusive: \+?0\.\d0 points over 2 cases \(no interval\)\. So few cases/)
    expect(compare([[9]], [[8]]).sentence).toContain('+1.00 points over 1 case (no interval)')
  })

  it('goes by the signs where many cases differ by the same, and by none where they are one cluster or copies', () => {
    const tens = new Array(10).fill([10])
    const eights = new Array(10).fill([8])
    expect(compare(eights, tens)).toMatchObject({ verdict: 'regressed', overall: { interval: null, p: 2 / 1024 } })
    expect(compare(tens, eights).verdict).toBe('improved')
    expect(compare(tens, tens).verdict).toBe('inconclusive')
    for (const options of [{ cluster: 'one-document' }, { input: () => 'Hi' }]) {
      const result = compare(eight([7, 9, 9.5, 8, 8.5, 9, 8, 8]), BEFORE, options)
      expect(result).toMatchObject({ verdict: 'inconclusive', overall: { interval: null, p: 1 } })
    }
    expect(compare(tens, eights, { input: () => 'Hi' }).cases).toBe(1)
  })

  it('leaves a case that is undecided out of what was fixed or broken, and names it', () => {
    const eights = new Array(8).fill([8])
    const { flips } = compare(eights, eights, { suspected: [0, 1, 2, 3, 4, 5, 6] })
    expect(flips).toEqual({ fixed: [], broken: [], undecided: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'], p: 1 })
    // Copies that flip are one flip.
    const copies = compare(eight([9, 9, 9, 9, 9, 9, 9, 9]), BEFORE, { input: () => 'Hi' }).flips
    expect(copies).toMatchObject({ fixed: ['c0', 'c1', 'c3', 'c4', 'c6', 'c7'], p: 1 })
  })

  it('says that five cases cannot show a difference', () => {
    const result = compare(eight([7, 7, 7, 7, 7.5]), eight([5, 5, 5, 5, 5]))
    expect(result.overall?.p).toBe(0.0625)
    expect(result.sentence).toContain('cannot show a difference')
  })

  it('is inconclusive at best while a case of either version has no score, or a breach is suspected', () => {
    const better = eight([9, 9, 9.5, 9, 9, 9.5, 9, 9])
    expect(compare(better, BEFORE).verdict).toBe('improved')
    expect(compare([...better, [null]], [...BEFORE, [9]]).verdict).toBe('inconclusive')
    expect(compare([...better, [9]], [...BEFORE, [null]]).verdict).toBe('inconclusive')
    expect(compare([[9], [9]], [[1], [1]]).verdict).not.toBe('regressed')
    expect(compare([[9]], [[1]]).verdict).toBe('inconclusive')
  })

  it('pairs only cases that both have a score for, and says nothing when too few are left', () => {
    const result = compare([[9], [null], [null]], eight([8, 8, 8]))
    expect(result).toMatchObject({ verdict: 'unjudged', cases: 1 })
  })
})

describe('trust in the judge', () => {
  const scores = Array.from({ length: 120 }, (_, i) => [i < 72 ? 9 : 5])
  const marks = (agrees: (index: number) => boolean): HumanMark[] =>
    scores.map(([score], i) => ({
      case_id: `c${i}`,
      trial: 1,
      passed: agrees(i) === (score ?? 0) >= 8,
      score: null,
      by: 'Ann',
    }))

  it('comes from agreement with people', () => {
    const { trials } = version(scores)
    // Judge: 72 pass, 48 fail. People disagree on every tenth: 8 of the passes (0, 10 … 70) and 4 of the fails.
    const trust = judgeTrustOf(trials, { marks: marks((i) => i % 10 !== 0), record: [] }, 'judge-model', 1)
    expect(trust).toMatchObject({
      status: 'trusted',
      alpha: null,
      calibration: { marks: 120, pass_rate: 0.6, leniency: null },
    })
    // People: 64 + 4 good, 44 + 8 bad. TPR 64/68, TNR 44/52; κ = (0.9 − (0.6·68 + 0.4·52)/120)/(1 − same).
    const chance = (0.6 * 68 + 0.4 * 52) / 120
    expect(trust.calibration?.true_positive_rate).toBeCloseTo(64 / 68, 9)
    expect(trust.calibration?.true_negative_rate).toBeCloseTo(44 / 52, 9)
    expect(trust.calibration?.kappa).toBeCloseTo((0.9 - chance) / (1 - chance), 9)
    // The share that really passes is people's own: 68 of 120.
    expect(trust.calibration?.corrected_pass_rate).toBeCloseTo(68 / 120, 9)
  })

  it('is told with figures that do not read as enough where they are not', () => {
    const said = (human_passed: boolean, judge_passed: boolean, count: number) =>
      Array.from({ length: count }, () => ({ human_passed, judge_passed, human_score: null, judge_score: 8 }))
    const sentence = (...[both, missed, wrong, neither]: [number, number, number, number]) => {
      const record = [
        ...[...said(true, true, both), ...said(true, false, missed)],
        ...[...said(false, true, wrong), ...said(false, false, neither)],
      ]
      return judgeTrustOf([], { marks: [], record }, 'm', 1).sentence
    }
    expect(sentence(44, 11, 13, 52)).toContain('120 marks of people, κ 0.598, finds 80% of the good and 80% of the bad')
    expect(sentence(43, 11, 3, 63)).toContain('finds 79.6% of the good and 95% of the bad ones; κ 0.6, 80% of both')
    expect(sentence(1, 0, 0, 0)).toContain('not trusted yet: 1 mark of people, κ unknown')
  })

  it('is not given for few marks, nor for a judge that passes everything', () => {
    const { trials } = version(scores)
    expect(judgeTrustOf(trials, { marks: marks(() => true).slice(0, 99), record: [] }, 'm', 1).status).toBe(
      'not_trusted',
    )
    expect(judgeTrustOf(trials, { marks: marks((i) => i >= 72 || i % 2 === 0), record: [] }, 'm', 1).status).toBe(
      'not_trusted',
    )
    expect(judgeTrustOf(trials, { marks: [], record: [] }, 'm', 1)).toMatchObject({
      status: 'not_calibrated',
      calibration: null,
    })
  })

  it('states the judge’s leniency and the weighted agreement on the scale', () => {
    const { trials } = version([[9], [6], [4]])
    const marks = [8, 4, 4].map((score, i) => ({ case_id: `c${i}`, trial: 1, passed: score >= 8, score, by: '' }))
    const { calibration } = judgeTrustOf(trials, { marks: marks, record: [] }, 'm', 1)
    expect(calibration?.leniency).toBeCloseTo(1, 9)
    // Points 4, 2, 2 against 5, 3, 2 (of five): squares observed 2/3; by chance (1+1+1 … )/9 = (1+9+9 +1+1+1 +4+0+0)/9.
    expect(calibration?.weighted_kappa).toBeCloseTo(1 - 2 / 3 / (26 / 9), 9)
  })
})

describe('a rubric', () => {
  const rubric = (...weights: number[]) => ({
    dimensions: weights.map((weight, i) => ({
      dimension_id: `d${i}`,
      name: `D${i}`,
      weight,
      description: 'What it is.',
    })),
  })

  it('takes any weights that sum to one, and shows the sum where they do not', () => {
    expect(Rubric.safeParse(rubric(0.1, 0.2, 0.7)).success).toBe(true)
    expect(Rubric.safeParse(rubric(1 / 3, 1 / 3, 1 / 3)).success).toBe(true)
    expect(Rubric.safeParse(rubric(0.5, 0.4)).error?.issues[0]?.message).toBe(
      'The weights must sum to 1; they sum to 0.9 (d0 0.5 + d1 0.4).',
    )
    expect(Rubric.safeParse(rubric(1)).success).toBe(false)
    expect(Rubric.safeParse(rubric(...Array<number>(11).fill(1 / 11))).success).toBe(false)
  })

  it('weighs by our weights, without rounding noise', () => {
    const scores = [
      { dimension_id: 'd0', score: 10 },
      { dimension_id: 'd1', score: 5 },
      { dimension_id: 'd2', score: 0 },
    ]
    expect(weightedScore(scores, Rubric.parse(rubric(0.1, 0.2, 0.7)))).toBe(2)
    const eights = JUDGING.rubric().dimensions.map(({ dimension_id }) => ({ dimension_id, score: 8 }))
    expect(weightedScore(eights, JUDGING.rubric())).toBe(8)
    expect(JUDGING.rubric().dimensions.map(({ weight }) => weight)).toEqual([0.25, 0.2, 0.2, 0.2, 0.15])
  })
})

describe('what is evaluated', () => {
  const AGENT = { agent_version_id: 'a', name: 'A', system_prompt: 'Be kind.' }
  const test = { name: 'Mine', input: 'Hi' }
  const skill = { test_cases: [{ name: 'The skill’s', input: 'Hi' }] }
  const plan = (input: object) => buildEvaluationPlan(EvaluationInput.parse({ agent: AGENT, ...input }))

  it('are the cases given, else the skill’s, else the ten default ones', () => {
    expect(plan({ test_cases: [test], skill })).toMatchObject({ cases_from: 'given', cases: [{ case_id: 'mine' }] })
    expect(plan({ skill })).toMatchObject({ cases_from: 'skill', cases: [{ case_id: 'the-skill-s' }] })
    expect(plan({}).cases).toHaveLength(10)
  })

  it('is fixed by a hash of everything that matters', () => {
    const { plan_hash } = plan({})
    expect(plan({}).plan_hash).toBe(plan_hash)
    for (const change of [
      { trials: 4 },
      { seed: 2 },
      { test_cases: [test] },
      { agent: { ...AGENT, system_prompt: 'Be rude.' } },
    ])
      expect(plan(change).plan_hash).not.toBe(plan_hash)
  })

  it.each([
    [{ test_cases: [{ name: 'Empty' }] }, 'needs an `input`'],
    [{ test_cases: [test, { ...test, name: 'MINE' }] }, 'Two cases have the name'],
    [{ test_cases: [{ ...test, hidden_facts: [{ topic: 'need', fact: 'x', told_by: ['x'] }] }] }, 'has no `persona`'],
    [{ test_cases: [{ ...test, persona: 'P', success: { facts_found: 1 } }] }, 'wants more facts found than it hides'],
    [{ agent: { ...AGENT, tools: [{ name: 't' }, { name: 't' }] } }, 'Two tools'],
  ])('refuses %j', (input, words) => {
    const error = EvaluationInput.safeParse({ agent: AGENT, ...input }).error
    expect(error?.issues.map(({ message }) => message).join(' ')).toContain(words)
  })

  it('refuses a focus the rubric does not have, and marks of cases that are not there', () => {
    expect(() => plan({ test_cases: [{ ...test, rubric_focus: ['charm'] }] })).toThrow(
      '"charm", which is not in the rubric',
    )
    expect(() => plan({ human_marks: [{ case_id: 'nope', trial: 1, passed: true }] })).toThrow('no case "nope"')
    expect(() => plan({ recorded: [{ case_id: 'a-bad-fit', trial: 4, turns: [] }] })).toThrow('Trial 4')
  })
})

describe('the plan of calls', () => {
  const AGENT = { agent_version_id: 'a', name: 'A', system_prompt: 'Be kind.' }
  const count = (input: object) => {
    const calls = planEvaluation(EvaluationInput.parse({ agent: AGENT, ...input }))
    return (task: string) => calls.filter((call) => call.task === task).reduce((sum, call) => sum + call.count, 0)
  }

  it('counts cases, trials, turns, judges and both versions', () => {
    const plain = count({ trials: 2 })
    // Eight single answers, conversations of 3 and 4 turns: 15 messages a trial, 5 of the prospects written live.
    expect([plain('agent_turn'), plain('prospect_turn')]).toEqual([30, 10])
    expect(plain('judge_case')).toBe(21)
    const both = count({ trials: 2, judges: 3, against: { agent: AGENT }, pairwise: true })
    expect([both('agent_turn'), both('judge_case'), both('judge_pair')]).toEqual([60, 126, 20])
  })
})
