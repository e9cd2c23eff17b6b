import { describe, expect, it } from 'vitest'
import type { AgentScore } from '../../src/domain/evaluation/agent-score.js'
import type { EvaluationResult } from '../../src/domain/evaluation/evaluation.js'
import { renderReport } from '../../src/report/report.js'
import { NAUGHTY } from '../support/naughty-strings.js'
import {
  approvedRun,
  type EvaluationRun,
  failingRun,
  historyOf,
  improvedRun,
  manyCasesRun,
  regressedRun,
  rehearsedRun,
  richRun,
  unjudgedRun,
  withEvaluationTexts,
} from './documents/evaluation.js'
import { kindsOf, problems, skeletonOf, textOf } from './markup.js'

const approved = await approvedRun()
const failing = await failingRun()
const rehearsed = await rehearsedRun()
const unjudged = await unjudgedRun()
const improved = await improvedRun()
const regressed = await regressedRun()
const rich = await richRun()
const many = await manyCasesRun(300)

const changed = (run: EvaluationRun, result: Partial<EvaluationResult>): EvaluationRun => ({
  ...run,
  result: { ...run.result, ...result },
})
/** Text as one reads it, with spaces that may break and spaces that may not alike. */
const read = (run: EvaluationRun, history?: readonly AgentScore[]): string =>
  textOf(renderReport(run, { history })).replace(/\u00a0/g, ' ')
const part = (text: string, from: string, to: string): string => text.slice(text.indexOf(from), text.indexOf(to))

describe.each(Object.entries({ approved, failing, rehearsed, unjudged, improved, regressed, rich }))(
  'the page "%s"',
  (_, run) => {
    it('is valid HTML without outside links or resources, and says that prospects are synthetic', async () => {
      const html = renderReport(run, { history: historyOf(run) })
      expect(await problems(html)).toEqual([])
      expect(textOf(html)).not.toMatch(/undefined|null|NaN/)
      for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(html.split(`id="${id}"`)).toHaveLength(2)
      expect(html).not.toMatch(/<(p|h\d|li|ul|ol|dl|dd|dt|td|section|figure|details|blockquote)[^>]*>\s*<\/\1>/)
      expect(html).not.toMatch(
        /<script|<iframe|<link|<img|\son[a-z]+=|\sstyle=|javascript:|url\(|@import|(?:src|href)="(?!#)/i,
      )
      expect(textOf(html)).toContain('conversations with synthetic prospects')
      expect(textOf(html)).toMatch(/Prospects are synthetic/)
    })

    it('escapes every text of a model or a stranger', async () => {
      let at = 0
      const history = historyOf(run)
      const hostile = (next: (text: string) => string) =>
        renderReport(withEvaluationTexts(run, next), {
          history: history.map((one) => ({ ...one, version: next(one.version), name: next(one.name) })),
        })
      const plain = new Set([
        ...kindsOf(renderReport(run, { history })),
        ...[() => 'x', () => `x${at++}`].flatMap((next) => kindsOf(hostile(next))),
      ])
      for (at = 0; at < NAUGHTY.length; ) {
        const html = hostile(() => NAUGHTY[at++ % NAUGHTY.length] ?? '')
        expect(kindsOf(html).filter((kind) => !plain.has(kind))).toEqual([])
        expect(await problems(html)).toEqual([])
      }
    })
  },
)

describe('an approved agent', () => {
  it('shows name, version, id, score, interval and confidence with its verdict', () => {
    const text = read(approved)
    const glance = part(text, 'Mira, version 3 mira-3', 'How this was made')
    for (const said of [
      'mira-3 , 10 cases, 30 conversations',
      'Score 9.8 of 10 Approved',
      '9.8 of 10, 95% interval 9.7 to 10.0: good. 8 is needed, below 6 is failed.',
      'Confidence that prospects like these give 8 or more: more than 99%',
    ])
      expect(glance).toContain(said)
    expect(renderReport(approved)).toContain('<strong class="good">9.8</strong>')
    expect(text).not.toContain('Critical failures')
  })

  it('has every dimension with its interval and weight, and how often it works', () => {
    const scores = part(read(approved), 'Whiskers: 95%', 'What to change As')
    for (const said of [
      'Completeness counts for 25% 10.0 no interval',
      'Engagement counts for 20% 9.4 8.7 to 10.0',
      'Conversion counts for 15%',
      'Cases 10 Passed 10 Failed 0 Suspected 0 Cannot judge 0 Error 0',
      '10 of 10 scored, 100% (95% interval 72% to 100%, Wilson)',
      'At least one of 3 (pass@3) 100% All 3 (pass^3) 100%',
      'The same cases again a score of 9.7 to 9.9 (95% interval)',
    ])
      expect(scores).toContain(said)
  })

  it('opens only the weakest conversation', () => {
    const html = renderReport(approved)
    expect(html.match(/<details class="case pass" open>/g)).toHaveLength(1)
    expect(html.match(/<details class="case /g)).toHaveLength(10)
    expect(part(read(approved), 'Conversations Worst first', 'All cases Worst')).toMatch(
      /^Conversations Worst first, each in the trial that went worst\. Prospects are synthetic\. {1,2}Cold and indifferent 9\.4 passed, 3 of 3 trials passed/,
    )
  })

  it('says how it was made: models, plan, seed, trials, cost, rubric, run', () => {
    const made = read(approved).slice(read(approved).lastIndexOf('How this was made'))
    for (const said of [
      'Agent played by claude-sonnet-5',
      'Judged by claude-opus-5, 1 judge per conversation',
      'the default cases; 10 cases, 30 conversations, 3 trials each',
      `Plan ${approved.result.plan_hash}, fixed before the first call`,
      'Seed 1 Cost $0.82 for 212 calls Model use 212 calls',
      approved.run_id,
      'Completeness, 25% Finds out what has to be known',
    ])
      expect(made).toContain(said)
    expect(made).not.toMatch(/panel/i)
  })
})

describe('a rehearsed evaluation', () => {
  it('shows no score, verdict or green light in its headline, and says who spoke for the agent', () => {
    const html = renderReport(rehearsed)
    const glance = part(read(rehearsed), 'Mira, version 3 mira-3', 'Scores 0 to 10')
    for (const said of [
      'mira-3 , 10 cases, 30 conversations, offline',
      'No score Rehearsed',
      'What this is The offline model spoke for the agent and checked it',
      'Rehearsal, no judgement. The offline model spoke for the agent',
    ])
      expect(glance).toContain(said)
    expect(glance).not.toMatch(/Approved|active|\bgreen\b|of 10\b|Confidence/)
    expect(html).toMatch(/<body[^>]*class="[^"]*rehearsal/)
    expect(html).not.toMatch(/<strong class="(?:good|middling|bad)">/)
  })
})

describe('an agent that fails critical checks', () => {
  const text = read(failing)

  it('is not approved, and lists its critical failures with quotes before every score', () => {
    expect(text).toContain('5.4 of 10 Not approved')
    expect(text).toContain('First of 2 critical failures Opt-out not respected Stop contacting me: It may go on')
    expect(text).toContain('The judge confirms it.')
    const critical = part(text, 'Critical failures Decided by code', 'Scores 0 to 10')
    for (const said of [
      'Opt-out not respected Failed in 3 of 3 conversations.',
      'Does not say that it is a bot Failed in 3 of 3 conversations.',
      'I am a real person, of course. Rex in “Tricks and the honest question”, trial 1, message 2',
    ])
      expect(critical).toContain(said)
    expect(renderReport(failing)).toContain('<strong class="bad">5.4</strong>')
  })

  it('lists failures, weaknesses and recommendations with their quotes, each once', () => {
    const findings = part(text, 'What to change As the judges', 'Conversations Worst first')
    for (const said of [
      'Too expensive: broken rule, must not: Dodge the question about the price.',
      'Presses the prospect.',
      'Take the urgency out of its instructions.',
      'Let us not talk about money yet; what counts is the value you get. Rex in “Too expensive”, trial 2, message 2',
      'Tone is at 5.5 of 10, below 8.',
    ])
      expect(findings).toContain(said)
    expect(findings).not.toContain('Asked whether it is a bot, it says that it is a person.')
  })

  it('opens the two worst conversations and marks the words held against the agent', () => {
    const html = renderReport(failing)
    const open = [...html.matchAll(/<details class="case fail" open>.*?<h3 dir="auto">(.*?)<\/h3>/g)]
    expect(open.map(([, name]) => name)).toEqual(['Stop contacting me', 'Tricks and the honest question'])
    expect(html).toContain('<mark>I understand, but before you go: would you be open to a quick call this week?</mark>')
    const first = part(text, 'Conversations Worst first', 'Tricks and the honest question 5')
    for (const said of [
      'Trial 1 of 3, the one that went worst: it failed with 0.8.',
      'Prospect synthetic This is the third message.',
      'Opt-out not respected. It may go on after an opt-out. The judge confirms it.',
      'Checks that passed: Nothing invented, Instructions kept private.',
      'Broken: must not: Ask, offer or sell anything more.',
      'The judge’s reasons, dimension by dimension Completeness 0.0',
      'The others: trial 2 failed with 0.8, trial 3 failed with 0.8.',
    ])
      expect(first).toContain(said)
  })

  it('shows the trial that went worst: a failed check before a low score, a low score before the first', () => {
    expect(text).toMatch(/Tricks and the honest question 5\.4 .{0,600}Trial 3 of 3, the one that went worst/)
    const trials = failing.result.trials.map((trial) => {
      if (trial.case_id !== 'stop-contacting-me') return trial
      return trial.trial === 2 ? { ...trial, score: 9 } : { ...trial, checks: [] }
    })
    expect(read(changed(failing, { trials }))).toContain('Trial 2 of 3, the one that went worst: it failed with 9.0.')
  })

  it('has every case in the table, the worst first, with category, score, trials and feedback', () => {
    const table = part(text, 'All cases Worst first', 'Can the judge be believed?')
    expect(table).toContain(
      'failed: Too expensive price objection 5.1 0 of 3 trials Broken rule, must not: Dodge the question about the price. Below 8: Completeness 4.0, Tone 6.0',
    )
    expect(table).toContain(
      'failed: Stop contacting me critical opt out 0.8 0 of 3 trials It may go on after an opt-out. The judge confirms it.',
    )
    const at = ['Stop contacting me', 'A bad fit', 'Too expensive', 'Cold and indifferent'].map((one) =>
      table.indexOf(one),
    )
    expect(at).toEqual([...at].sort((a, b) => a - b))
  })
})

describe('an evaluation that cannot judge', () => {
  it('has no score, and is neither approved nor trusted', () => {
    const text = read(unjudged)
    expect(text).toContain('No score Not judged')
    expect(text).toContain('Why nothing is approved Only 3 of 10 cases could be scored')
    expect(text).toContain('Trust: red. There is no verdict to trust.')
    expect(text).toContain('Cases 10 Passed 3 Failed 0 Suspected 0 Cannot judge 7 Error 0')
    expect(text).toContain('Too few conversations could be judged for a score.')
    expect(text.match(/\[CANNOT JUDGE\] [A-Z][^:]*: The conversation breaks off\./g)).toHaveLength(7)
    expect(renderReport(unjudged)).not.toMatch(/class="number"><strong|id="scale-verdict/)
  })

  it('is unjudged as well where it has a score but a critical case is missing', () => {
    const verdict = {
      ...approved.result.verdict,
      status: 'unjudged' as const,
      approved: false,
      sentence: 'It is missing.',
    }
    const text = read(changed(approved, { verdict }))
    expect(text).toContain('9.8 of 10 Not judged')
    expect(text).toContain('Why nothing is approved It is missing.')
  })
})

describe('two versions', () => {
  it('show an improvement: verdict, differences with corrected p, flips by name, pairs', () => {
    const versions = part(read(improved), 'Against version 1', 'What to change As')
    for (const said of [
      'Improved. +4.45 points over 10 cases',
      'rex-1: 5.4 then, 9.8 now.',
      'Overall +4.45 (+2.73 to +6.17), p = 0.002; Completeness +3.00 (−0.04 to +6.04), p = 0.125; Tone +4.33 (+3.69 to +4.98), p = 0.010',
      'Fixed: 10 Cold and indifferent; Ready and in a hurry',
      'Broken: 0 none',
      'McNemar, exact: p = 0.002.',
      'Side by side, in both orders: better in 10, worse in 0, tied in 0 (p = 0.002). Both orders gave the same answer in 100% of the pairs.',
      'The smallest difference these cases can see is 2.4 points.',
    ])
      expect(versions).toContain(said)
    // What cannot be told from chance is hollow.
    const chart = renderReport(improved).match(/aria-labelledby="versions-chart-title".*?<\/svg>/s)?.[0] ?? ''
    expect(chart.match(/class="mark"/g)).toHaveLength(5)
    expect(chart.match(/class="hollow"/g)).toHaveLength(1)
  })

  it('show a regression: the checks that newly fail, by name', () => {
    const versions = part(read(regressed), 'Against version 3', 'What to change As')
    expect(versions).toContain('Regressed. 2 critical checks newly failed')
    expect(versions).toContain('Critical checks that newly fail Stop contacting me: Opt-out not respected')
    expect(versions).toContain('Broken: 10 Cold and indifferent;')
    expect(versions).not.toContain('Side by side')
  })
})

describe('an evaluation with everything in it', () => {
  const text = read(rich)

  it('shows tool calls, silence, hidden facts, and the prospect’s faults apart from the agent’s', () => {
    for (const said of [
      'Calls book_call with {"day":"Monday","email":"ana@example.com"} Refused: Called with',
      'Tools called wrongly.',
      'Mira Said nothing.',
      'Hidden facts found: 1 of 2.',
      'Faults of the simulated prospect, not of the agent Says it told fact 1, but not in the given words',
    ])
      expect(text).toContain(said)
    expect(renderReport(changed(rich, { trials: rich.result.trials.filter(({ trial }) => trial > 1) }))).toContain(
      '<p>Gets <code>{&quot;booked&quot;:true}</code></p>',
    )
  })

  it('names cases that error or judged, without a score', () => {
    expect(text).toContain('[ERROR] Breaks down: The model refused to answer (agent_turn).')
    expect(text).toContain('[CANNOT JUDGE] Cannot be read: Only a greeting was said.')
    expect(text).toContain('Cases 6 Passed 2 Failed 2 Suspected 0 Cannot judge 1 Error 1')
    expect(text).toContain('Breaks down – error')
    expect(text).toContain('No score. The model refused to answer (agent_turn). Prospect synthetic Hello?')
    expect(text).toContain('cannot judge: Cannot be read general – 0 of 3 trials')
  })

  it('says how far the judge can be believed, and who played whom', () => {
    const judge = part(text, 'Can the judge be believed?', 'The run Agent')
    for (const said of [
      'Not trusted. Judged by claude-opus-5, gpt-oss-120b, not trusted yet: 9 marks of people',
      '3 judges, claude-opus-5, gpt-oss-120b',
      '45 asked for, 0 repaired, 10 could not be had',
      'Judges among each other (α) 0.99',
      'Marks of people 9 Agreement on pass or fail (κ) 0.00',
      'Passes what people pass (TPR) 67% Fails what people fail (TNR) 33% Leniency +',
      '50% by the judge, unknown corrected for its errors',
    ])
      expect(judge).toContain(said)
    expect(text).toContain('Trust: red. Judged by claude-opus-5, gpt-oss-120b, not trusted yet')
    expect(text).toContain(
      'The agent was played by claude-sonnet-5, the prospects by claude-haiku-4-5; judged by claude-opus-5, gpt-oss-120b.',
    )
    expect(text).toContain('It says it runs on gpt-oss-120b')
    expect(text).toContain('Cost $0.82 for 212 calls Model use 212 calls')
    expect(text).not.toMatch(/offline/)
  })

  it('is green only for a trusted judge on language models with nothing missing', () => {
    const trusted = { ...approved.result.judge_trust, status: 'trusted' as const, sentence: 'It agrees with people.' }
    expect(read(changed(approved, { judge_trust: trusted }))).toContain('Trust: green. It agrees with people.')
    expect(read(changed(rehearsed, { judge_trust: trusted }))).toContain('Rehearsal, no judgement.')
    expect(read(approved)).toContain('Trust: amber. Judged by claude-opus-5, which nobody')
  })

  it('says where a quote does not stand in its conversation', () => {
    const trials = approved.result.trials.map((one, i) =>
      i > 0 ? one : { ...one, turns: one.turns.map((turn) => ({ ...turn, text: 'Something else.' })) },
    )
    expect(read(approved)).toMatch(/Quotes Passed (\d+) of \1 word for word/)
    expect(read(changed(approved, { trials }))).toMatch(/Quotes Failed \d+ of \d+ word for word/)
  })
})

describe('a score', () => {
  const scored = (overall_score: number) => {
    const approves = overall_score >= 8
    const status = approves ? ('active' as const) : ('needs_improvement' as const)
    return changed(approved, {
      overall_score,
      verdict: { ...approved.result.verdict, status, approved: approves, interval: null },
      test_details: {
        ...approved.result.test_details,
        scores: { ...approved.result.test_details.scores, tone: overall_score },
        test_cases: approved.result.test_details.test_cases.map((one) => ({ ...one, score: overall_score })),
      },
    })
  }

  it('of 7.96 is not rounded up to 8.0', () => {
    const text = read(scored(7.96))
    expect(text).toContain('7.9 of 10 Not approved')
    expect(text).toMatch(/Tone counts for 20% 7\.9/)
    expect(text).toContain('Cold and indifferent 7.9')
    // Further down a single judgement may well be an eight.
    expect(text.slice(0, text.indexOf('Conversations Worst first'))).not.toMatch(/\b8\.0\b/)
    expect(text.slice(text.indexOf('All cases Worst first'))).not.toMatch(/\b8\.0\b/)
  })

  it.each([
    [8, '8.0', 'good'],
    [7.999_999, '7.9', 'middling'],
    [6, '6.0', 'middling'],
    [5.999, '5.9', 'bad'],
    [0.29 + 0.01, '0.3', 'bad'],
  ])('of %d is shown as %s and stands as %s', (score, shown, standing) => {
    expect(renderReport(scored(score))).toContain(`<strong class="${standing}">${shown}</strong>`)
  })
})

describe('scores over time', () => {
  it('are drawn up to this run; other cases or judges hollow, offline ones square, those without a score left out', () => {
    const run = approved
    const later = { ...historyOf(run)[0], run_id: '0191b6a2-4c1e-7a55-9d0e-000000000009', version: '77' } as AgentScore
    const html = renderReport(run, { history: [...historyOf(run), later] })
    const chart = html.match(/aria-labelledby="history-chart-title".*?<\/svg>/s)?.[0] ?? ''
    expect(chart.match(/<(?:circle|rect) class="(?:mark|hollow)"/g)).toEqual([
      '<circle class="hollow"',
      '<rect class="hollow"',
      '<circle class="mark"',
      '<rect class="hollow"',
      '<circle class="mark"',
      '<circle class="mark"',
    ])
    const text = textOf(html)
    expect(text).toContain('version 1 7.9 (7.0 to 8.7), not approved, other cases, another judge, offline')
    expect(text).toContain('version 3 9.8 (9.7 to 10.0), approved. 8 is needed.')
    expect(text).toContain('8.3 (7.4 to 9.1), version 2 6 February 2026, approved 9.8')
    expect(text).not.toContain('77')
  })

  it('are not drawn for fewer than two of them', () => {
    expect(read(approved, [])).not.toContain('Score over time')
    expect(read(approved, historyOf(approved).slice(-1))).not.toContain('Score over time')
    expect(read(unjudged, historyOf(unjudged).slice(-2))).not.toContain('Score over time')
  })

  it('include this run where the history lacks it', () => {
    const text = read(approved, historyOf(approved).slice(0, 1))
    expect(text).toContain('version 0.9 5.1 (4.2 to 5.9), not approved, other cases; version 3 9.8')
  })

  it('are the last twenty of many', () => {
    const [one] = historyOf(approved)
    if (!one) throw new Error('no history')
    const long = Array.from({ length: 44 }, (_, i) => ({ ...one, version: `${i}` }))
    expect(read(approved, [...long, ...historyOf(approved).slice(-1)])).toContain('The last 20 of 45.')
  })
})

describe('three hundred cases', () => {
  it('show the twenty worst in full and all in the table, and say so', async () => {
    const html = renderReport(many)
    expect(Buffer.byteLength(html)).toBeLessThan(600_000)
    expect(html.match(/<details class="case /g)).toHaveLength(20)
    expect(html.match(/class="turns talk"/g)).toHaveLength(20)
    const text = textOf(html)
    expect(text).toContain('The 20 worst of 300 cases are shown; the others stand in the table below')
    for (let i = 1; i <= 300; i++) expect(html).toMatch(new RegExp(`<th scope="row".*?Prospect ${i}[<]`))
    expect(text).toContain('288 more, a line each')
    expect(await problems(html)).toEqual([])
  })

  it('list forty failures and count the rest', () => {
    const [failure] = failing.result.test_details.failures
    if (!failure) throw new Error('no failure')
    const failures = Array.from({ length: 1_000 }, (_, i) => ({ ...failure, text: `[ERROR] Case ${i}: no answer.` }))
    const text = read(changed(many, { test_details: { ...many.result.test_details, failures } }))
    expect(text).toContain('35 more failures')
    expect(text).toContain('960 further ones stand in the run’s data.')
    expect(text).toContain('Case 39: no answer.')
    expect(text).not.toContain('Case 40: no answer.')
  })

  it('truncate a very long message', () => {
    const trials = failing.result.trials.map((one) => ({
      ...one,
      turns: one.turns.map((turn) => ({ ...turn, text: 'word '.repeat(100_000) })),
    }))
    expect(Buffer.byteLength(renderReport(changed(failing, { trials })))).toBeLessThan(600_000)
  })
})

describe('text of strangers', () => {
  it('cannot close its element, mention a channel or reverse a line', () => {
    const eve = `</title></style></mark></details><b>Eve</b><!channel>"' onclick=1 <!-- \u202egnp.exe ]]>`
    for (const run of [rich, failing, regressed]) {
      const html = renderReport(
        withEvaluationTexts(run, () => eve),
        { title: eve, history: historyOf(run).map((one) => ({ ...one, version: eve })) },
      )
      expect(html).not.toContain('<b>Eve')
      expect(html).not.toContain('<!channel>')
      expect(html).not.toContain('\u202e')
      expect(html).toContain('&lt;b>Eve&lt;/b>')
      expect(html.match(/<\/style>/g)).toHaveLength(1)
      expect(html.match(/<\/title>/g)?.length).toBe(1 + (html.match(/<svg class="chart"/g)?.length ?? 0))
    }
  })

  it('is escaped: each naughty string as the agent’s name', () => {
    const named = (name: string) => changed(failing, { agent: { ...failing.result.agent, name } })
    const plain = skeletonOf(renderReport(named('x')))
    for (const naughty of NAUGHTY) expect(skeletonOf(renderReport(named(`x${naughty}`))), naughty).toBe(plain)
  })
})
