import { describe, expect, it } from 'vitest'
import { rootMessage } from '../../src/bot/blocks/root-message.js'
import { summarise } from '../../src/cli/summary.js'
import type { PanelRun, RunDocument } from '../../src/domain/run/run-document.js'
import { replyText } from '../../src/mcp/reply-text.js'
import { viewRun } from '../../src/mcp/view/view-run.js'
import { assayPictureOf } from '../../src/presentation/assay-picture.js'
import { reportView } from '../../src/presentation/panel.js'
import { renderReport } from '../../src/report/report.js'
import { wordsOf } from '../bot/payloads.js'
import { cardOf } from '../bot/render-documents.js'
import { ASSAYS, blanksOnly, rehearsedTest, tested } from '../report/documents/assay.js'
import { comparisonRun, refinementRun } from '../report/documents/other-kinds.js'
import { completedRun } from '../report/documents.js'
import { textOf } from '../report/markup.js'

const twelve = completedRun({ personas: 12 })
const RUNS = {
  green: tested(twelve, ASSAYS.green),
  amber: tested(twelve, ASSAYS.amber),
  red: tested(twelve, ASSAYS.red),
  rehearsal: rehearsedTest(twelve),
} as const
type Light = keyof typeof RUNS
const LIGHTS = Object.keys(RUNS) as Light[]

const onOneLine = (text: string) => text.replace(/\s+/g, ' ')
/** What stands on each surface. */
const SURFACES: Record<string, (run: RunDocument) => string> = {
  report: (run) => textOf(renderReport(run)),
  terminal: (run) => summarise(run, { columns: 80, colour: false, unicode: true }),
  slack: (run) => wordsOf(rootMessage(cardOf(run)).blocks),
  mcp: (run) => replyText(viewRun({ run, history: [] })),
}
const shownOn = (surface: string, run: RunDocument) => onOneLine(SURFACES[surface]?.(run) ?? '')
/** The first sentence of the panel test, which is left whole where there is little room. */
const firstSentence = (run: PanelRun) => reportView(run).trust.assay?.sentence.split('. ')[0] ?? 'none'
const count = (text: string, part: string) => text.split(part).length - 1

describe.each(Object.keys(SURFACES))('a panel test in the %s', (surface) => {
  it.each(LIGHTS)('of a %s run says its sentence once', (light) => {
    const run = RUNS[light]
    expect(run.trust?.light).toBe(light)
    const said = shownOn(surface, run)
    const mark = surface === 'terminal' || surface === 'mcp' ? ':' : '.'
    expect(count(said, `Panel test${mark} ${onOneLine(firstSentence(run))}`)).toBe(1)
  })

  it('of a red run says what to do of it, and why, apart', () => {
    expect(shownOn(surface, RUNS.red)).toContain('Do not rely on it.')
    expect(shownOn(surface, RUNS.red)).not.toContain('Do not rely on it: the panel does not react')
  })

  it('of an amber run says why it is not green', () => {
    expect(shownOn(surface, RUNS.amber)).toContain('2 of 9 named were none.')
    expect(shownOn(surface, RUNS.green)).not.toContain('The people repeat the text')
  })

  it('of a rehearsal is about the text check, and nothing in it failed', () => {
    const said = shownOn(surface, RUNS.rehearsal)
    expect(said).toContain('The text check noticed 1 of 7 changes that a reader would notice')
    expect(said).not.toMatch(/panel does not react|panel test \[?failed|Panel test: (failed|with doubts)/i)
  })

  it('is not named for runs that were stored before there was one', () => {
    expect(shownOn(surface, twelve)).not.toMatch(/panel test/i)
  })

  it('of a comparison and a refinement is what rewording alone does', () => {
    for (const run of [comparisonRun(), refinementRun()])
      expect(shownOn(surface, tested(run, blanksOnly(5.6)))).toContain('Differences under 6 points are noise here.')
    expect(shownOn(surface, tested(refinementRun(), blanksOnly(null)))).toContain(
      'What rewording alone does was not measured.',
    )
  })
})

describe('the parts of a panel test', () => {
  const checksOf = (run: PanelRun) => reportView(run).made.checks.filter(({ name }) => name.startsWith('Panel test'))

  it('stand in the checks, each with its word and its sentence', () => {
    const checks = checksOf(RUNS.amber)
    expect(checks.map(({ name, word }) => [name, word])).toEqual([
      ['Panel test', 'With doubts'],
      ['Panel test: rewording', 'Passed'],
      ['Panel test: known changes', 'Passed'],
      ['Panel test: planted silences', 'With doubts'],
      ['Panel test: different people', 'With doubts'],
      ['Panel test: other names', 'Passed'],
    ])
    const sentences = checks.slice(1).map(({ text }) => onOneLine(text))
    expect(sentences).toEqual(ASSAYS.amber.parts.map(({ sentence }) => onOneLine(sentence)))
  })

  it('have no word of success or failure in a rehearsal', () => {
    const [whole, ...parts] = checksOf(RUNS.rehearsal)
    expect(whole).toMatchObject({ status: 'plain', word: 'Rehearsed' })
    expect(parts.map(({ status, word }) => [status, word])).toEqual(parts.map(() => ['plain', '']))
    expect(parts.map(({ text }) => text).join(' ')).not.toMatch(/[Tt]he panel/)
  })

  it('have a cell in the strip with how many changes were noticed', () => {
    const cellOf = (run: PanelRun) => reportView(run).trust.cells.find(({ name }) => name === 'Panel test')
    expect(cellOf(RUNS.green)).toMatchObject({ status: 'pass', word: 'Passed', figure: '2 of 2 changes noticed' })
    expect(cellOf(RUNS.red)).toMatchObject({ status: 'fail', word: 'Failed', figure: '1 of 7 changes noticed' })
    expect(cellOf(RUNS.rehearsal)).toMatchObject({ status: 'plain', figure: '1 of 7 changes noticed' })
    expect(cellOf(twelve)).toBeUndefined()
  })

  it('say in the terminal and to assistants only what the whole leaves out', () => {
    const terminal = shownOn('terminal', RUNS.amber)
    expect(terminal).not.toContain('- planted silences')
    expect(terminal.match(/named were none/g)).toHaveLength(1)
    expect(shownOn('terminal', RUNS.rehearsal)).toContain('- known changes: The text check missed')
    expect(terminal).not.toContain('- other names')
    const { summary } = viewRun({ run: RUNS.amber, history: [] })
    expect(summary?.trust.panel_test).toMatchObject({ noise_floor: 4 })
    expect(summary?.trust.panel_test?.parts.map((part) => part.split(':')[0])).toEqual([
      ...['known changes', 'other names'],
    ])
  })
})

describe('the picture of a panel test', () => {
  const pictureOf = (run: PanelRun) => reportView(run).assay
  const outcomes = (run: PanelRun) =>
    Object.fromEntries((pictureOf(run)?.should ?? []).map(({ words, outcome }) => [words, outcome]))

  it('fills what was noticed, leaves hollow what was not, and crosses what went the wrong way', () => {
    expect(new Set(Object.values(outcomes(RUNS.amber)))).toEqual(new Set(['noticed']))
    expect(outcomes(RUNS.red)).toEqual({
      ...{ 'half the price': 'noise', 'twice the price': 'noticed', 'eight times the price': 'noise' },
      ...{ 'its main claim taken back': 'wrong', 'a test that found the opposite': 'noise' },
      ...{ 'a grave harm': 'noise', 'another grave harm': 'noise' },
    })
  })

  it('has this run, the concepts in the form they were asked in, and all rewordings in one row', () => {
    const picture = pictureOf(RUNS.amber)
    expect(picture?.score).toBeCloseTo(46.6)
    expect(
      [...(picture?.atLength ?? []), ...(picture?.inShort ?? [])].map(({ words, scores }) => [
        words,
        Math.round(scores[0] ?? 0),
      ]),
    ).toEqual([
      ...[
        ['a good concept', 79],
        ['a weak concept', 45],
        ['a good concept', 79],
        ['an absurd concept', 10],
      ],
    ])
    expect(picture?.shouldNot.map(({ words, scores }) => [words, scores.length])).toEqual([
      ...[
        ['the same text reworded, 3 ways', 3],
        ['the same people under other names', 1],
      ],
    ])
  })

  it('has a price curve from three prices on, the one of the text among them', () => {
    expect(pictureOf(RUNS.amber)?.prices.map(({ words }) => words)).toEqual(['half', 'as it is', 'double', '× 8'])
    expect(pictureOf(RUNS.green)?.prices).toEqual([])
  })

  it('does not exist where nothing was asked', () => {
    expect(pictureOf(twelve)).toBeNull()
    expect(assayPictureOf(tested(twelve, blanksOnly(null)), 47)).toBeNull()
  })
})
