import { XMLParser } from 'fast-xml-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { evaluationCard, evaluationParts } from '../../src/bot/blocks/evaluation.js'
import { createScreen } from '../../src/cli/screen.js'
import { evaluationSummary } from '../../src/cli/summary/evaluation.js'
import type { EvaluationResult } from '../../src/domain/evaluation/evaluation.js'
import { evaluationLight } from '../../src/domain/evaluation/evaluation-light.js'
import { compareStored } from '../../src/engine/evaluation/compare-versions.js'
import { evaluationKind } from '../../src/mcp/view/evaluation.js'
import { evaluationJUnit } from '../../src/presentation/evaluation/junit.js'
import { evaluationMarkdown } from '../../src/presentation/evaluation/markdown.js'
import { renderReport } from '../../src/report/report.js'
import { type EvaluationRun, failingRun, historyOf, rehearsedRun } from '../report/documents/evaluation.js'

let run: EvaluationRun
let rehearsed: EvaluationRun
beforeAll(async () => {
  run = await failingRun()
  rehearsed = await rehearsedRun()
})

const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('\\', '')
    .replace(/[\s\u00a0]+/g, ' ')

const cardOf = (of: EvaluationRun) => plain(JSON.stringify(evaluationCard(of, null).note))
const slackTitle = (of: EvaluationRun) => evaluationParts(of)[0]?.render({}).text

const surfaces = (of: EvaluationRun): Record<string, string> => ({
  terminal: plain(
    evaluationSummary(of, { screen: createScreen({ columns: 200, colour: false, unicode: true }), width: 200 }).join(
      '\n',
    ),
  ),
  page: plain(renderReport(of)),
  markdown: plain(evaluationMarkdown(of)),
  junit: plain(evaluationJUnit(of.result, of)),
  mcp: plain(JSON.stringify(evaluationKind(of, []))),
  slack: plain(JSON.stringify(evaluationParts(of).map((part) => part.render({})))),
})

describe('an evaluation says the same on every surface', () => {
  it('what its worst case lacked', () => {
    const worst = run.result.test_details.test_cases.find(({ case_id }) => case_id === 'stop-contacting-me')
    const [missing = 'nothing'] = worst?.missing ?? []
    expect(missing).toBe('It may go on after an opt-out. The judge confirms it.')
    for (const [surface, text] of Object.entries(surfaces(run))) expect(text, surface).toContain(missing)
  })

  it('a figure: rounded down, whatever it is beside', () => {
    const interval = { low: 5.96, high: 7.96 }
    const test_details = { ...run.result.test_details, score_intervals: { tone: interval } }
    const result = { ...run.result, test_details, verdict: { ...run.result.verdict, interval } }
    const { terminal, page, markdown, mcp } = surfaces({ ...run, result })
    for (const text of [terminal, page, markdown]) expect(text).toContain('5.9 to 7.9')
    expect(mcp).toMatch(/"low":5\.9,"high":7\.9/)
  })

  it('what was known before it began', () => {
    const note = 'Agent rex-1 changed since version 3: this is version 4.'
    const noted = { ...run, result: { ...run.result, notes: [note] } }
    const { junit: _, slack: __, ...most } = surfaces(noted)
    const card = plain(JSON.stringify(evaluationCard(noted, null).figures))
    for (const [surface, text] of Object.entries({ ...most, card })) expect(text, surface).toContain(note)
  })

  it('of a rehearsal: that nothing passed and nothing is sure', () => {
    const { page, markdown, mcp } = surfaces(rehearsed)
    for (const text of [page, markdown, mcp]) expect(text).not.toContain('3 of 3 trials')
    expect(evaluationKind(rehearsed, []).sections.cases?.rows[0]?.facts).toMatchObject({ trials: '–' })
    expect(rehearsed.result.verdict.confidence).not.toBeNull()
    for (const text of [page, mcp, cardOf(rehearsed)]) expect(text).not.toMatch(/% sure|8 or more:/)
    const { evaluation, sections } = evaluationKind(rehearsed, historyOf(rehearsed))
    expect(evaluation?.versions.map(({ offline }) => offline)).toEqual([false, true, false, true, false, true])
    expect(sections.versions?.rows.map(({ facts }) => facts.offline)).toContain(true)
  })

  it('of two rehearsed versions: that they are not compared, and no difference between them', async () => {
    const { terminal, page, markdown, mcp } = surfaces(await rehearsedRun({ against: 'pushy-sdr' }))
    for (const text of [terminal, page, mcp]) expect(text).toContain('A rehearsal compares no agents')
    for (const text of [terminal, page, markdown, mcp])
      expect(text).not.toMatch(
        /McNemar|\d then, |Fixed: |Broken: |Now (?:passing|failing)|Difference between the versions/,
      )
  })

  it('of conversations that were handed in and judged offline: nothing is sure', () => {
    const { models, trials, verdict } = run.result
    const handedIn = { ...run, result: { ...run.result, verdict: { ...verdict, confidence: 0.97 } } }
    const offline = {
      ...handedIn,
      result: {
        ...handedIn.result,
        models: { ...models, mode: 'offline' as const },
        trials: trials.map((trial) => ({ ...trial, simulated: false })),
      },
    }
    const outcomes = surfaces(offline)
    for (const text of Object.values(outcomes)) expect(text).not.toMatch(/\d+ of \d+ (?:cases|trials) passed|Wilson/)
    expect(outcomes.page).not.toMatch(/needs improvement|is needed, below/)
    expect(outcomes.terminal).toContain('10 cases checked.')
    const failing = offline.result.verdict.critical_failures.filter(({ check }) => check !== 'critical_case')
    const failed = new Set(failing.map(({ case_id }) => case_id))
    expect(failed.size).toBeGreaterThan(0)
    const junit = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'testcase' }).parse(
      evaluationJUnit(offline.result, offline),
    )
    const cases = junit.testsuites.testsuite.testcase as { failure?: object; skipped?: object; error?: object }[]
    expect(cases.filter(({ failure }) => failure)).toHaveLength(failed.size)
    expect(cases.filter((test) => !('failure' in test || 'skipped' in test || 'error' in test))).toEqual([])
    expect(evaluationKind(offline, []).evaluation?.cases).toBeNull()

    const sureness = (of: EvaluationRun) => {
      const { page, mcp } = surfaces(of)
      return [page, mcp, cardOf(of)].map((text) => /97% sure|8 or more: 97%/.test(text ?? ''))
    }
    expect(sureness(handedIn)).toEqual([true, true, true])
    expect(sureness(offline)).toEqual([false, false, false])
  })

  it('of conversations that could not be held: not that nothing failed in them', () => {
    const failed = (held: number): EvaluationRun => ({
      ...run,
      result: {
        ...run.result,
        verdict: { ...run.result.verdict, critical_failures: [] },
        trials: run.result.trials.map((trial, i) => (i < held ? trial : { ...trial, status: 'error' as const })),
      },
    })
    expect(slackTitle(failed(30))).toMatch(/^Nothing critical failed[,.]/)
    expect(slackTitle(failed(4))).toMatch(/^Nothing critical failed in 4 of 30 conversations[,.]/)
    expect(slackTitle(failed(0))).toMatch(/^No conversation could be checked to its end[,.]/)
  })

  it('green only where every conversation has a score', () => {
    const judge_trust = { ...run.result.judge_trust, status: 'trusted' as const, plays: [] }
    const verdict = { ...run.result.verdict, status: 'active' as const }
    const trials = run.result.trials.map((trial) => ({ ...trial, score: 9 }))
    const trusted = { ...run.result, judge_trust, verdict, trials }
    expect(evaluationLight(trusted)).toBe('green')
    const [first, ...others] = trials
    if (!first) throw new Error('no trial')
    expect(evaluationLight({ ...trusted, trials: [{ ...first, score: null }, ...others] })).toBe('amber')
  })

  it('of a case that is undecided: that it is neither fixed nor broken, nor failed in any share', () => {
    const [first, ...others] = run.result.test_details.test_cases
    if (!first) throw new Error('no case')
    const undecided = { ...first, passed: null, passed_trials: 1, undecided_trials: 2 }
    const test_details = { ...run.result.test_details, test_cases: [undecided, ...others] }
    const before = { ...run.result, agent: { ...run.result.agent, version: '0' } }
    const comparison = compareStored({ ...run.result, test_details }, before, 1)
    const reliability = { ...run.result.reliability, cases_undecided: 1 }
    const result = { ...run.result, test_details, comparison, reliability }
    const { page, markdown, mcp } = surfaces({ ...run, result })
    const junit = evaluationJUnit(result, run)
    expect(comparison?.flips).toMatchObject({ broken: [], undecided: [first.case_id] })
    expect(markdown).toContain(`- Undecided: ${first.case_id}`)
    for (const text of [page, markdown, junit, mcp])
      expect(text).toMatch(/1 of 3(?: trials)?(?: passed)? \(2 undecided\)/)
    expect(page).toMatch(/Undecided cases 1\b/)
    expect(page).toContain(`Undecided: 1 ${first.name}`)
    expect(mcp).toContain(`Undecided: ${first.name}`)
  })

  it('of two versions: nothing where judges, players, trials or the kind of conversation differ, or the agent does not', () => {
    const now = run.result
    const before = { ...now, agent: { ...now.agent, version: '0' } }
    const comparable = (other: EvaluationResult, mine = now) => compareStored(mine, other, 1) !== null
    expect(comparable(before)).toBe(true)
    expect(comparable(now)).toBe(false)
    const { models, trials } = before
    for (const change of [
      { judges: ['judge-two'] },
      { judges: [...models.judges, 'judge-two'] },
      { prospect: 'other' },
    ])
      expect(comparable({ ...before, models: { ...models, ...change } })).toBe(false)
    expect(comparable({ ...before, trials: trials.slice(1) })).toBe(false)
    // Played by another model: a change of the player, unless both versions name their own.
    const onOther = { ...before, models: { ...models, agent: 'claude-other' } }
    expect(comparable(onOther)).toBe(false)
    const naming = (result: EvaluationResult) => ({ ...result, agent: { ...result.agent, model: result.models.agent } })
    expect(comparable(naming(onOther), naming(now))).toBe(true)
    // Real conversations: others of the same version are a comparison, the same ones judged again are none.
    const held = trials.map((trial) => ({ ...trial, simulated: false }))
    const later = held.map((trial) => ({ ...trial, turns: trial.turns.slice(0, 1) }))
    expect(comparable({ ...now, trials: held })).toBe(false)
    expect(comparable({ ...before, trials: held }, { ...now, trials: held })).toBe(false)
    expect(comparable({ ...now, trials: held }, { ...now, trials: later })).toBe(true)
  })

  it('of the judge: no figure that reads as enough where it is not', () => {
    const figures = { marks: 120, weighted_kappa: null, leniency: null, pass_rate: 0.5, corrected_pass_rate: 0.5 }
    const calibration = { ...figures, kappa: 0.598, true_positive_rate: 0.796, true_negative_rate: 0.8 }
    const judge_trust = { ...run.result.judge_trust, status: 'not_trusted' as const, calibration }
    const { page } = surfaces({ ...run, result: { ...run.result, judge_trust } })
    expect(page).toContain('κ 0.598, 120 marks')
    expect(page).toContain('(κ) 0.598 Passes what people pass (TPR) 79.6% Fails what people fail (TNR) 80%')
  })

  it('that nothing is approved, also in JUnit where every case passed', () => {
    const test_cases = run.result.test_details.test_cases.map((test) => ({ ...test, passed: true }))
    const verdict = {
      ...run.result.verdict,
      approved: false,
      status: 'unjudged' as const,
      sentence: 'Not judged: too few.',
    }
    const result = { ...run.result, verdict, test_details: { ...run.result.test_details, test_cases } }
    const junit = evaluationJUnit(result, run)
    expect(junit).toContain('<error message="Not judged: too few."/>')
    expect(junit).toContain(`tests="${test_cases.length + 1}" failures="0" errors="1"`)
  })
})
