import { describe, expect, it } from 'vitest'
import { rootMessage } from '../../src/bot/blocks/root-message.js'
import { summarise } from '../../src/cli/summary.js'
import type { PanelRun, RunDocument, RunWithResult } from '../../src/domain/run/run-document.js'
import { counted } from '../../src/domain/text/words.js'
import { trustWithoutStudy } from '../../src/engine/paired/trust-without-study.js'
import { credibilityNote } from '../../src/engine/panel/scores.js'
import { replyText } from '../../src/mcp/reply-text.js'
import { viewRun } from '../../src/mcp/view/view-run.js'
import { clean, headline, truncate } from '../../src/presentation/clean.js'
import { reportView } from '../../src/presentation/panel.js'
import { contested } from '../../src/presentation/pressure-map.js'
import { editedText } from '../../src/presentation/refinement.js'
import { changeOf, meanOf, ownFigures, sentimentFlow } from '../../src/presentation/scores.js'
import { day, joinFirst, moment, phrase, readable, signed } from '../../src/presentation/words.js'
import { renderReport } from '../../src/report/report.js'
import { wordsOf } from '../bot/payloads.js'
import { cardOf } from '../bot/render-documents.js'
import { comparisonRun, refinementRun } from '../report/documents/other-kinds.js'
import { rehearsed } from '../report/documents/run.js'
import { completedRun, focusGroupRun, resultOf, withEverything, withNothing, withResult } from '../report/documents.js'
import { textOf } from '../report/markup.js'

const typical = completedRun()
const large: PanelRun = completedRun({ personas: 1_000 })

describe('counts', () => {
  it('include every respondent once', () => {
    for (const run of [typical, large]) {
      const { ownFigures: own, sentiment, people, panel, map } = reportView(run)
      expect(people).toBe(resultOf(run).responses.length)
      expect(own).toHaveLength(10)
      expect(own.reduce((sum, count) => sum + count, 0)).toBe(people)
      for (const { counts } of map.rows) expect(counts.believes + counts.doubts + counts.rejects).toBe(people)
      expect(sentiment.flows.reduce((sum, flow) => sum + flow.people, 0)).toBe(people)
      expect(sentiment.cooled + sentiment.stayed + sentiment.warmed).toBe(people)
      expect(panel.cards.length + panel.rows.length).toBe(people)
    }
  })

  it('give mean, flows and changes as computed by hand', () => {
    expect(ownFigures([{ purchase_intent: 2 }, { purchase_intent: 2 }, { purchase_intent: 8 }])).toEqual([
      0, 2, 0, 0, 0, 0, 0, 1, 0, 0,
    ])
    expect(meanOf([0, 0, 0, 0.5, 0.5])).toBe(4.5)
    const flows = sentimentFlow([
      { gut_sentiment: 'positive', considered_sentiment: 'negative' },
      { gut_sentiment: 'positive', considered_sentiment: 'negative' },
      { gut_sentiment: 'mixed', considered_sentiment: 'neutral' },
      { gut_sentiment: 'mixed', considered_sentiment: 'positive' },
    ])
    expect(flows).toEqual([
      { from: 'positive', to: 'negative', people: 2 },
      { from: 'mixed', to: 'positive', people: 1 },
      { from: 'mixed', to: 'neutral', people: 1 },
    ])
    expect(changeOf(flows)).toEqual({ cooled: 2, stayed: 1, warmed: 1 })
  })

  it.each([
    [0, 'flawed'],
    [30.4, 'flawed'],
    [30.6, 'weak'],
    [50, 'weak'],
    [51, 'solid'],
    [70, 'solid'],
    [71, 'strong'],
    [85, 'strong'],
    [86, 'exceptional'],
    [100, 'exceptional'],
  ])('calls a pressure score of %d %s, and shows the rounded figure of that band', (score, band) => {
    const { analysis } = resultOf(typical)
    const view = reportView(withResult(typical, { analysis: { ...analysis, pressure_score: score } }))
    expect(view.band).toBe(band)
    expect(view.scores.pressure.value).toBe(Math.round(score))
  })
})

describe('texts of the view', () => {
  it('attribute each quote to a speaker and a place', () => {
    const names = resultOf(typical).responses.map(({ persona_name }) => persona_name)
    const said = reportView(typical).weaknesses.flatMap((finding) => finding.said)
    expect(said.length).toBeGreaterThan(3)
    for (const { who, where } of said) {
      expect(names).toContain(who)
      expect(where).not.toMatch(/_/)
    }
  })

  it('say which model answered', () => {
    expect(reportView(typical).trust).toMatchObject({
      who: '6 synthetic people',
      answeredBy: 'Played by a language model, claude-haiku-4-5; no real person was asked.',
    })
    expect(reportView(rehearsed(typical))).toMatchObject({
      band: null,
      trust: {
        answeredBy: 'Answered by the offline behaviour model, not by a language model; calibrated on nobody.',
      },
    })
    expect(reportView(withEverything(typical)).trust).toMatchObject({
      who: '6 of 7 synthetic people',
      answeredBy: 'Played by a language model, claude-haiku-4-5; no real person was asked.',
    })
  })

  it('list every check and cost, also checks that were not run', () => {
    const { made } = reportView(typical)
    expect(made.checks.map(({ name, word }) => [name, word])).toEqual([
      ['Quotes', 'Passed'],
      ['Control concepts', 'Passed'],
      ['Staying in character', 'With doubts'],
      ['Stability', 'With doubts'],
    ])
    const quick = reportView(completedRun({ focus_group: 'quick' })).made
    expect(quick.checks.map(({ word }) => word)).toEqual(['Passed', 'Not measured', 'Not measured', 'Not measured'])
    const facts = Object.fromEntries(
      reportView(withEverything(typical)).made.facts.map((fact) => [fact.name, fact.text]),
    )
    expect(facts).toMatchObject({
      'Panel answered by': 'claude-haiku-4-5',
      'Synthetic respondents': '7 asked, 6 answered, 1 failed',
      Cost: '$0.08 for 9 calls; 1 lost call may have been billed as well',
      'Model use': '9 calls, 21,500 tokens in, 7,200 out (cache: 12,000 read, 2,000 written)',
      Completed: '2 March 2026, 10:00 UTC',
    })
    expect(reportView(withNothing(typical)).made.checks).toEqual([])
  })

  it('take a title instead of the proposition’s first line', () => {
    expect(reportView(typical).title).toBe('Havn Oat: the oat drink that froths like milk.')
    expect(reportView(typical, { title: 'Spring\u0000 launch' }).title).toBe('Spring launch')
    expect(reportView(typical, { title: ' \u200b ' }).title).toMatch(/^Havn Oat/)
    expect(reportView(withResult(typical, { stimulus: '\u0000 \u202e' })).title).toBe('A proposition without words')
  })

  it('keep the first finding short enough for the first screen', () => {
    const { analysis } = resultOf(typical)
    const [first] = analysis.key_weaknesses
    if (!first?.evidence[0]) throw new Error('no finding')
    const evidence = [{ ...first.evidence[0], quote: 'word '.repeat(200) }]
    const long = { ...first, weakness: 'x'.repeat(900), evidence }
    const view = reportView(withResult(typical, { analysis: { ...analysis, key_weaknesses: [long] } }))
    expect(view.first?.what).toHaveLength(170)
    expect(view.first?.said?.quote.length).toBeLessThanOrEqual(170)
    expect(view.weaknesses[0]?.what).toHaveLength(900)
  })

  it('format counts and dates in English', () => {
    expect(joinFirst(['a', 'b', 'c'], 2)).toBe('a, b and 1 more')
    expect(readable('it-security_lead')).toBe('IT security lead')
    expect(counted(1, 'turn')).toBe('1 turn')
    expect(counted(1_000, 'turn')).toBe('1,000 turns')
    expect(day('2026-03-02T23:59:00Z')).toBe('2 March 2026')
    expect([day(null), moment('no date'), moment(null)]).toEqual(['', '', ''])
    expect([signed(4.24), signed(-3), signed(-0.04)]).toEqual(['+4.2', '\u22123.0', '0.0'])
    expect(phrase('They doubt it (2 of 6)')).toBe('They doubt it (2\u00a0of\u00a06)')
  })
})

describe('the trust strip', () => {
  const strip = (run: PanelRun) => reportView(run).trust.cells.map(({ name, word, figure }) => [name, word, figure])

  it('has a cell for each check and one for the model, each with a word and its figure', () => {
    expect(strip(typical)).toEqual([
      ['Controls', 'Passed', 'absurd 12, good 68'],
      ['Stability', 'With doubts', '3 of 5: same first fix'],
      ['In character', 'With doubts', '83% of those checked'],
      ['Quotes', 'Passed', '31 of 31 word for word'],
      ['Model', 'Language model', 'claude-haiku-4-5'],
    ])
    expect(strip(rehearsed(typical)).at(-1)).toEqual(['Model', 'Offline', 'no language model'])
  })

  it('says what was not measured, and shows no figure for it', () => {
    expect(strip(withNothing(typical)).slice(0, 4)).toEqual(
      ['Controls', 'Stability', 'In character', 'Quotes'].map((name) => [name, 'Not measured', '']),
    )
  })
})

describe('the pressure map', () => {
  it('has a cell per claim and person, as they answered', () => {
    const { rows, people } = reportView(typical).map
    expect(people).toEqual(['Sofia', 'Rasmus', 'Ida', 'Pierre', 'Yusuf', 'Marta'])
    for (const [i, { cells }] of rows.entries())
      expect(cells.map(({ stance }) => stance)).toEqual(
        typical.result.responses.map(({ beliefs }) => beliefs?.[i]?.stance),
      )
  })

  it('puts the least believed first, with who rejects it before who doubts it, the attack and the fix', () => {
    const [worst, ...others] = contested(reportView(typical).map.rows)
    expect(worst).toMatchObject({
      claim: 'clinically proven to boost your energy',
      attack: expect.stringContaining('no clinic needed'),
      fix: expect.stringContaining('name the study'),
      issue: 'A drink is not expected to have been to a clinic.',
    })
    expect(worst?.doubters.map(({ rejects }) => rejects)).toEqual([true, true, true, true, false])
    expect(others).toHaveLength(4)
  })

  it('lists a credibility gap once, with its claim', () => {
    expect(reportView(typical).gaps.map(({ claim }) => claim)).toEqual(['the whole text'])
  })

  it('shows counts instead of cells for a large panel, and unknown stances as unknown', () => {
    const { each, rows } = reportView(large).map
    expect([each, rows[0]?.cells]).toEqual([false, []])
    const { analysis } = typical.result
    const [row] = analysis.pressure_map
    if (!row) throw new Error('no map')
    const view = reportView(
      withResult(typical, { analysis: { ...analysis, pressure_map: [{ ...row, believes: [], doubts: [] }] } }),
    )
    expect(new Set(view.map.rows[0]?.cells.map(({ stance }) => stance))).toEqual(new Set(['unknown']))
  })
})

describe('the discussion', () => {
  const turnsOf = (run: PanelRun) => reportView(run).talk?.topics.flatMap(({ turns }) => turns) ?? []

  it('puts the unsaid view beside its holder’s turns, and marks the turn whose view was dropped', () => {
    const margins = turnsOf(typical).flatMap(({ turn, speaker, margin }) =>
      margin.map(({ label, quote }) => [turn, speaker, label, quote !== '']),
    )
    expect(margins).toEqual([
      [3, 'Ida', 'Not said', true],
      [6, 'Marta', 'Said here, then dropped', false],
      [9, 'Ida', 'Still not said', false],
      [10, 'Yusuf', 'Not said', true],
    ])
  })

  it('measures who moved from ballot to ballot, those who moved most first', () => {
    const shifts = reportView(typical).talk?.shifts
    expect(shifts).toMatchObject({ people: 6, up: 3, down: 1, others: 0 })
    const sizes = shifts?.changes.map(({ from, to }) => Math.abs(to - from)) ?? []
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
    expect(reportView(completedRun({ focus_group: 'quick' })).talk?.shifts).toBeNull()
  })

  it('is split at the first turn of each topic of a guide, and says which was not reached', () => {
    const topics = reportView(focusGroupRun()).talk?.topics ?? []
    expect(topics.map(({ title, reached, turns }) => [title, reached, turns[0]?.turn, turns.length])).toEqual([
      ['First impressions', true, 1, 6],
      ['The energy claim', true, 7, 8],
      ['What it would take to switch', false, undefined, 0],
    ])
    expect(turnsOf(focusGroupRun())).toEqual(turnsOf(typical))
  })
})

describe('a rewritten text', () => {
  const original = 'The best drink. Clinically proven. Now cheaper.'
  const best = { number: 1, id: 'e1', original: 'best', replacement: 'oat' }
  const proven = { number: 2, id: 'e2', original: ' Clinically proven.', replacement: '' }

  it('is split at its edits in the order of the text', () => {
    expect(editedText(original, 'The oat drink. Now cheaper.', [proven, best])).toEqual([
      { kind: 'kept', text: 'The ' },
      { kind: 'edit', number: 1, id: 'e1', removed: 'best', added: 'oat' },
      { kind: 'kept', text: ' drink.' },
      { kind: 'edit', number: 2, id: 'e2', removed: ' Clinically proven.', added: '' },
      { kind: 'kept', text: ' Now cheaper.' },
    ])
  })

  it('marks each of two edits of the same words where it stood', () => {
    const twice = { number: 1, id: 'e1', original: 'very good', replacement: 'good' }
    const refined = 'It is very good. It is good.'
    expect(editedText('It is very good. It is very good.', refined, [{ ...twice, start: 23 }])).toEqual([
      { kind: 'kept', text: 'It is very good. It is ' },
      { kind: 'edit', number: 1, id: 'e1', removed: 'very good', added: 'good' },
      { kind: 'kept', text: '.' },
    ])
  })

  it('is not marked where the edits do not produce the refined text', () => {
    expect(editedText(original, 'Something else.', [best])).toBeNull()
    expect(editedText(original, 'The oat drink. Now cheaper.', [best])).toBeNull()
    expect(editedText(original, original, [{ ...best, original: 'not there' }])).toBeNull()
    expect(editedText(original, original, [best, { ...best, number: 2, original: 'best drink' }])).toBeNull()
  })
})

describe('every surface', () => {
  const shown = (run: RunDocument) => ({
    terminal: summarise(run, { columns: 80, colour: false, unicode: false }),
    report: textOf(renderReport(run as RunWithResult)),
    Slack: wordsOf(rootMessage(cardOf(run)).blocks),
    MCP: replyText(viewRun({ run, history: [] })),
  })
  const expectEverywhere = (run: RunDocument, sentence: string) => {
    for (const [surface, text] of Object.entries(shown(run)))
      expect(text.replace(/\s+/g, ' '), surface).toContain(sentence)
  }

  it('says what was told beside a refined text', () => {
    expectEverywhere(refinementRun(), 'An oat drink sold in Denmark.')
  })

  it('says that there was no claim to believe, where there was none', () => {
    const note = credibilityNote([]) ?? ''
    const { analysis } = resultOf(typical)
    expectEverywhere(withResult(typical, { claims: [], analysis: { ...analysis, credibility_note: note } }), note)
    for (const text of Object.values(shown(typical))) expect(text).not.toContain('neutral ½')
  })

  it('says of a rehearsal, in the same words, that its text check recognises only few harms', () => {
    const model = { mode: 'offline', persona: 'm' } as const
    const { sentence } = trustWithoutStudy({ model: { ...model, analysis: 'm', judge: 'm' } }, [])
    const few = /The text check [^.]*few harms and weaknesses\./.exec(sentence)?.[0] ?? ''
    expect(few).not.toBe('')
    for (const document of [typical, refinementRun(), comparisonRun()]) {
      const run = rehearsed(document as RunDocument)
      expectEverywhere({ ...run, trust: run.trust && { ...run.trust, sentence } } as RunDocument, few)
    }
  })
})

describe('text of strangers', () => {
  it('loses invisible, direction-changing and forbidden characters', () => {
    expect(clean('a\u0000b\u202ec\u200bd\ufeffe\u0007f\u2066g\u00adh\ufffei\u{e0041}j\u{1ffff}k')).toBe('abcdefghijk')
    expect(clean('x\ud800y\udfffz')).toBe('x\ufffdy\ufffdz')
    expect(clean('one\r\ntwo\u2028three\u0085four')).toBe('one\ntwo\nthree\nfour')
    expect(clean('a\u200db\u200cc')).toBe('abc')
    expect(clean(`a${'\u0336'.repeat(40)}b`)).toBe(`a${'\u0336'.repeat(4)}b`)
  })

  it('keeps what scripts and emoji need', () => {
    for (const text of ['👩‍👩‍👧', 'می‌خواهم', 'क्‍ष', '❤️', 'naïve', 'Tiếng Việt', 'ภาษาไทยที่นี่'])
      expect(clean(text)).toBe(text)
  })

  it('is truncated between words', () => {
    expect(headline('## One two three\nfour', 10)).toBe('One two…')
    expect(headline('\n\n', 10)).toBe('')
    expect(truncate('x'.repeat(50), 10)).toHaveLength(10)
    expect(truncate('👍'.repeat(12), 10)).toBe(`${'👍'.repeat(9)}…`)
  })
})
