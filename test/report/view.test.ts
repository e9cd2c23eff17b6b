import { beforeAll, describe, expect, it } from 'vitest'
import type { RunDocument } from '../../src/domain/run.js'
import { clean, headline, shortened } from '../../src/report/clean.js'
import { changeOf, intentOf, sentimentFlow } from '../../src/report/view/counts.js'
import { counted, day, moment, phrase, readable, some } from '../../src/report/view/wording.js'
import { reportView } from '../../src/report/view.js'
import { completedRun, resultOf, withEverything, withNothing, withResult } from './documents.js'

let typical: RunDocument
let large: RunDocument
beforeAll(async () => {
  typical = await completedRun()
  large = await completedRun({ personas: 1_000 })
})

describe('what is counted', () => {
  it('counts everybody once', () => {
    for (const run of [typical, large]) {
      const { intent, sentiment, people, panel } = reportView(run)
      expect(people).toBe(resultOf(run).responses.length)
      expect(intent.counts).toHaveLength(10)
      expect(intent.counts.reduce((sum, count) => sum + count, 0)).toBe(people)
      expect(sentiment.flows.reduce((sum, flow) => sum + flow.people, 0)).toBe(people)
      expect(sentiment.cooled + sentiment.stayed + sentiment.warmed).toBe(people)
      expect(panel.cards.length + panel.rows.length).toBe(people)
    }
  })

  it('works out mean, flows and changes as one would by hand', () => {
    expect(intentOf([{ purchase_intent: 2 }, { purchase_intent: 2 }, { purchase_intent: 8 }])).toEqual({
      counts: [0, 2, 0, 0, 0, 0, 0, 1, 0, 0],
      mean: 4,
      people: 3,
    })
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
    expect(intentOf([])).toMatchObject({ mean: 0, people: 0 })
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

describe('what is worded', () => {
  it('names who said what, and where', () => {
    const names = resultOf(typical).responses.map(({ persona_name }) => persona_name)
    const said = reportView(typical).weaknesses.flatMap((finding) => finding.said)
    expect(said.length).toBeGreaterThan(3)
    for (const { who, where } of said) {
      expect(names).toContain(who)
      expect(where).not.toMatch(/_/)
    }
  })

  it('says who answered, whatever did', () => {
    expect(reportView(typical)).toMatchObject({
      who: '6 synthetic people',
      answeredBy: 'Answered by the offline behaviour model, not by a language model; calibrated on nobody.',
    })
    expect(reportView(withEverything(typical))).toMatchObject({
      who: '6 of 7 synthetic people',
      answeredBy: 'Played by a language model, claude-haiku-4-5; no real person was asked.',
    })
  })

  it('gives every check and every cost its place, also those that were not run', () => {
    const { made } = reportView(typical)
    expect(made.checks.map(({ name, word }) => [name, word])).toEqual([
      ['Quotes', 'Passed'],
      ['Control concepts', 'Not run'],
      ['Staying in character', 'Not run'],
      ['Stability', 'Not run'],
    ])
    const facts = Object.fromEntries(
      reportView(withEverything(typical)).made.facts.map((fact) => [fact.name, fact.text]),
    )
    expect(facts).toMatchObject({
      'Panel answered by': 'claude-haiku-4-5',
      'Synthetic respondents': '7 asked, 6 answered, 1 failed',
      Cost: '$0.0823; 1 lost call may have been billed as well',
      'Model use': '9 calls, 21,500 tokens in, 7,200 out (cache: 12,000 read, 2,000 written)',
      Completed: '2 March 2026, 10:00 UTC',
    })
    expect(reportView(withNothing(typical)).made.checks).toEqual([])
  })

  it('takes a title instead of the proposition’s first line', () => {
    expect(reportView(typical).title).toBe('Havn Oat: the oat drink that froths like milk.')
    expect(reportView(typical, { title: 'Spring\u0000 launch' }).title).toBe('Spring launch')
    expect(reportView(typical, { title: ' \u200b ' }).title).toMatch(/^Havn Oat/)
    expect(reportView(withResult(typical, { stimulus: '\u0000 \u202e' })).title).toBe('A proposition without words')
  })

  it('keeps the first finding short enough for the first screen', () => {
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

  it('counts and dates as one says them', () => {
    expect(some(['a', 'b', 'c'], 2)).toBe('a, b and 1 more')
    expect(readable('it-security_lead')).toBe('IT security lead')
    expect(counted(1, 'turn')).toBe('1 turn')
    expect(counted(1_000, 'turn')).toBe('1,000 turns')
    expect(day('2026-03-02T23:59:00Z')).toBe('2 March 2026')
    expect([day(null), moment('no date'), moment(null)]).toEqual(['', '', ''])
    expect(phrase('They doubt it (2 of 6)')).toBe('They doubt it (2\u00a0of\u00a06)')
  })
})

describe('text of strangers', () => {
  it('loses what is invisible, what turns text around and what HTML forbids', () => {
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

  it('is shortened between words', () => {
    expect(headline('## One two three\nfour', 10)).toBe('One two…')
    expect(headline('\n\n', 10)).toBe('')
    expect(shortened('x'.repeat(50), 10)).toHaveLength(10)
    expect(shortened('👍'.repeat(12), 10)).toBe(`${'👍'.repeat(9)}…`)
  })
})
