import { beforeAll, describe, expect, it } from 'vitest'
import { evaluationCard, evaluationParts } from '../../src/bot/blocks/evaluation.js'
import { createScreen } from '../../src/cli/screen.js'
import { evaluationSummary } from '../../src/cli/summary/evaluation.js'
import { evaluationKind } from '../../src/mcp/view/evaluation.js'
import { evaluationJUnit } from '../../src/presentation/evaluation/junit.js'
import { evaluationMarkdown } from '../../src/presentation/evaluation/markdown.js'
import { renderReport } from '../../src/report/report.js'
import { type EvaluationRun, failingRun } from '../report/documents/evaluation.js'

let run: EvaluationRun
beforeAll(async () => {
  run = await failingRun()
})

const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('\\', '')
    .replace(/[\s\u00a0]+/g, ' ')

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
