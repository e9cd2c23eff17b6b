import { describe, expect, it } from 'vitest'
import type { RunDocument } from '../../src/domain/run/run-document.js'
import { renderNotice, renderReport } from '../../src/report/report.js'
import { NAUGHTY } from '../support/naughty-strings.js'
import { ASSAYS, blanksOnly, rehearsedTest, tested } from './documents/assay.js'
import { askRun, comparisonRun, refinementRun } from './documents/other-kinds.js'
import { panelFromSet, personaSetRun } from './documents/persona-set.js'
import { rehearsed } from './documents/run.js'
import { simulationRun } from './documents/simulation.js'
import {
  completedRun,
  focusGroupRun,
  notJudgedRun,
  resultOf,
  withEverything,
  withNothing,
  withoutAnalysis,
  withoutIntent,
  withoutSuppressed,
  withResult,
  withTexts,
} from './documents.js'
import { kindsOf, problems, skeletonOf, textOf } from './markup.js'

const typical = completedRun()
const quick = completedRun({ focus_group: 'quick' })
const large: RunDocument = completedRun({ personas: 1_000 })
const OTHERS: Record<string, RunDocument> = {
  'a focus group': focusGroupRun(),
  'a test without an analysis': withoutAnalysis(completedRun()),
  'a comparison': comparisonRun(),
  'a comparison without a winner': comparisonRun({ winner: false }),
  'a refinement': refinementRun(),
  'a refinement of nothing': refinementRun({ kept: false }),
  'a comparison with its noise': tested(comparisonRun(), blanksOnly(9.2)),
  'a refinement with its noise': tested(refinementRun(), blanksOnly(5.6)),
  'a tested panel': tested(completedRun({ personas: 12 }), ASSAYS.amber),
  'a conversation': askRun(),
  'a persona set': personaSetRun(),
  'a simulation': simulationRun(),
  'a test with a panel from a set': panelFromSet(completedRun()),
}

describe('the report', () => {
  it('of a text with nothing to judge says why and what to send, and shows no figure', async () => {
    const html = renderReport(notJudgedRun())
    expect(await problems(html)).toEqual([])
    const text = textOf(html)
    for (const said of [
      'Not judged Nobody was asked, and there is no score. Read by claude-sonnet-5.',
      'Why It offers nothing to anybody (a note about the weather), so there was nothing to judge.',
      'What to send Send what you would show people',
      'Rain from the west, clearing later.',
    ])
      expect(text).toContain(said)
    expect(text).not.toMatch(/of 100|Trust|synthetic people|Scores|top-2/)
    expect(html).not.toContain('<svg')
    expect(await problems(renderReport(notJudgedRun({ stimulus: NAUGHTY.join(' ').slice(0, 20_000) })))).toEqual([])
  })

  it('shows the other interval where two of a kind were asked, what was told beside it, and every kind of people', () => {
    const text = textOf(renderReport(completedRun({ personas: 12, about: 'An oat drink at €1.49.' })))
    expect(text).toContain('90 %: 31 to 62 with other kinds of people; 41 to 52 with others of the same kinds')
    expect(text).not.toContain('ask 12')
    expect(text).toContain('Told beside it, not scored An oat drink at €1.49.')
    expect(text).toContain('By kind of people Kind People Pressure Gut Belief Intent')
    expect(text).toMatch(/label reader 2 30 55 22 20/)
    expect(textOf(renderReport(typical))).not.toContain('Told beside it')
  })

  it('is valid HTML, whether a result is empty, sparse or complete', async () => {
    for (const run of [
      typical,
      quick,
      completedRun({ personas: 3 }),
      completedRun({ personas: 12 }),
      completedRun({ focus_group: 'off' }),
      withNothing(typical),
      withEverything(typical),
      withoutAnalysis(typical),
      withoutAnalysis(completedRun({ focus_group: 'off' })),
    ])
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
    expect(text).toMatch(/6 synthetic people\. Played by a language model, claude-haiku-4-5; no real person was asked/)
    expect(text).toMatch(/Trust: amber/)
    expect(text).toMatch(/Live\. Each turn is a call of its own/)
    expect(text).not.toMatch(/(?<!synthetic )respondents (?!stayed)/i)
  })

  it('shows failures, costs and failed controls of other runs', () => {
    const text = textOf(renderReport(withEverything(typical)))
    for (const said of [
      'Played by a language model, claude-haiku-4-5',
      'weak, 31 to 62',
      'Trust: red',
      'Failed The panel liked the absurd concept.',
      'Nadia: The model would not answer. (model_refused)',
      'Measured.',
      'held firmly (0.8 of 1)',
      'How unevenly they spoke (Gini; 0 is even) 0.31 0.195',
      'would rather not buy → , then undecided What moved them: Turn 11 , Rasmus: “I would leave the clinic out of it.”',
      'sounded like “would buy” aloud and wrote “would rather not buy” on the secret ballot',
      'lost call may have been billed',
    ])
      expect(text).toContain(said)
    expect(text).not.toMatch(/No interval yet|offline/)
  })

  it('of a rehearsal has no light, no band and no colour of a judgement', () => {
    const html = renderReport(rehearsed(typical))
    const text = textOf(html)
    expect(text).toMatch(/6 synthetic people\. Answered by the offline behaviour model, not by a language model/)
    expect(text).toContain('Pressure, text-check figure 47 of 100 rehearsal')
    expect(text).toContain('Rehearsal, no judgement.')
    expect(text).not.toMatch(/Trust: (green|amber|red)/)
    expect(html).not.toMatch(/class="band (flawed|weak|solid|strong|exceptional)/)
    expect(html).toMatch(/<body[^>]*class="[^"]*rehearsal/)
  })

  it('explains a missing analysis before any detail: why, what stands, what lacks, what a retry buys', () => {
    const html = renderReport(withoutAnalysis(typical))
    const text = textOf(html)
    for (const said of [
      'weak, 31 to 62',
      'What broke first Not known: the analysis is missing.',
      'Why The model refused to write it.',
      'What stands The scores with their intervals, every answer, the discussion with its secret ballots and the minority report.',
      'What is missing What broke, what to fix first and why the unheard views matter.',
      'What to do A retry buys only the analysis, about $0.03: pressure-test runs retry 0191b6a2-4c1e-7a55-9d0e-3b7f5f1c2a10',
      'There is no analysis, so nothing is said here.',
      'Analysis missing The reason (model_refused) in the words of the program.',
      'held firmly (0.8 of 1)',
    ])
      expect(text).toContain(said)
    expect(text.indexOf('A retry buys')).toBeLessThan(text.indexOf('Trust: amber'))
    expect(text).not.toMatch(/names no weakness|What to fix first |own impression|undefined|null|NaN/)
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${id}"`)

    const alone = textOf(renderReport(withoutAnalysis(completedRun({ focus_group: 'off' }))))
    expect(alone).toContain('Not made. Without a live discussion, what people held back is read out of their answers')
    expect(alone).not.toMatch(/No view was found|No difference between what was said/)
  })

  it('says what was cut off answers, where something was', () => {
    const sentence = 'More than was asked for was cut off in 2 places.'
    const trust = typical.trust && { ...typical.trust, surplus: { cut: 2, clipped: 0, sentence } }
    expect(textOf(renderReport({ ...typical, trust }))).toContain(`Cut to size ${sentence}`)
    expect(textOf(renderReport(typical))).not.toContain('Cut to size')
  })

  it('says that intent was not measured, and draws no figure of it', async () => {
    const html = renderReport(withoutIntent(typical))
    expect(await problems(html)).toEqual([])
    expect(textOf(html)).toContain('Purchase intent was not measured: 0 of 6 answers about buying could be rated')
    expect(html).not.toContain('scale-intent')
  })

  it('replaces an empty section by a sentence, or leaves it out', () => {
    const html = renderReport(withNothing(typical))
    const text = textOf(html)
    expect(text).toContain('The analysis names no weakness.')
    expect(text).toContain('None found; 1 unclear.')
    const similar = withoutSuppressed(typical, { unclear_views: [], coded_by: 'similarity' })
    expect(textOf(renderReport(similar))).toContain(
      'None found; turns were read by similarity, which does not find what was dropped.',
    )
    expect(text).toContain('Trust: not judged.')
    expect(text).toContain('No check was made of this result.')
    expect(text).not.toMatch(/What to fix first|When they talked it over|undefined|null|NaN/)
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${id}"`)
    expect(html).not.toMatch(/<(p|h\d|li|ul|ol|dl|dd|dt|td|section|figure|details|blockquote)[^>]*>\s*<\/\1>/)
  })

  it('shows the uncertainty of each figure: whiskers, the analyst’s impression, the method of the intent', () => {
    const text = textOf(renderReport(typical))
    for (const said of [
      '90 %: 31 to 62 with other kinds of people',
      'two or more of a kind who answer differently, so ask 12 people',
      '47 of 100, 90 %: 31 to 62 with other kinds of people. The analyst’s impression is 68.',
      'lies 21 points below the analyst’s impression',
      'Semantic similarity rating',
      'Mean 2.9 of 5, top-2 box 35%.',
    ])
      expect(text).toContain(said)
    expect(textOf(renderReport(withNothing(typical))).match(/No interval:/g)).toHaveLength(1)
  })

  it('has the minority report first among the findings, and links to the turns where a view was heard', () => {
    const html = renderReport(typical)
    const places = ['dissent', 'map', 'findings'].map((id) => html.indexOf(`<h2 id="${id}"`))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(html).toContain('<a href="#turn-6">turn 6</a>')
    expect(html.match(/id="turn-6"/g)).toHaveLength(1)
  })

  it('names a discussion in one call as such, and measures no change in it', () => {
    const text = textOf(renderReport(quick))
    expect(text).toContain('One call, script mode')
    expect(text).toContain('From a discussion in one call, script mode')
    expect(text).toContain('There were no secret ballots, so no change was measured.')
  })

  it('shows each person’s secret ballots, beliefs and words on buying', () => {
    const text = textOf(renderReport(typical))
    expect(text).toContain('Secret ballots, 2.1 then 3.2 of 5')
    expect(text).toContain('On buying, rated 2.1 of 5')
    expect(text).toContain('“40% less sugar than the leading brand” rejects: Nobody is named who measured it.')
    expect(textOf(renderReport(withNothing(typical)))).not.toMatch(/Secret ballots|What they believe of it|, rated/)
  })

  it('has no scripts, no outside resources and no links to other sites', () => {
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

describe.each(Object.entries(OTHERS))('the page of %s', (_, run) => {
  it('is valid HTML, says who answered, and escapes texts of strangers', async () => {
    const html = renderReport(run)
    expect(await problems(html)).toEqual([])
    expect(textOf(html)).toMatch(
      /synthetic (people|person)\. Played (by a language model, claude-haiku-4-5|offline by arithmetic)/,
    )
    expect(textOf(html)).not.toMatch(/undefined|null|NaN/)
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${id}"`)
    expect(html).not.toMatch(/<(p|h\d|li|ul|ol|dl|dd|dt|td|section|figure|details|blockquote)[^>]*>\s*<\/\1>/)
    let at = 0
    // One text for all, and another for each: what is equal decides about some parts.
    const plain = new Set([() => 'x', () => `x${at++}`].flatMap((next) => kindsOf(renderReport(withTexts(run, next)))))
    for (at = 0; at < NAUGHTY.length; ) {
      const naughty = renderReport(withTexts(run, () => NAUGHTY[at++ % NAUGHTY.length] ?? ''))
      expect(kindsOf(naughty).filter((kind) => !plain.has(kind))).toEqual([])
      expect(await problems(naughty)).toEqual([])
    }
  })
})

describe('the picture of a panel test', () => {
  const twelve = completedRun({ personas: 12 })
  /** The chart with this id. */
  const chart = (html: string, id: string) =>
    html.match(/<svg[^>]*>.*?<\/svg>/gs)?.find((svg) => svg.includes(`id="${id}-title"`)) ?? ''
  const count = (text: string, part: string | RegExp) => text.match(new RegExp(part, 'g'))?.length ?? 0

  it('draws the band, this run, the concepts, and each change full, hollow or crossed, and says it in words', () => {
    const html = renderReport(tested(twelve, ASSAYS.red))
    const drawn = chart(html, 'assay-chart')
    expect(count(drawn, 'class="noise"')).toBe(3)
    expect(count(drawn, 'class="beside"')).toBe(4)
    expect([count(drawn, 'class="mark"'), count(drawn, 'class="astray"')]).toEqual([2, 1])
    expect(count(drawn, 'class="hollow"')).toBe(9)
    expect(textOf(drawn)).toContain(
      'Asked at length: this run 47; a good concept 71; a weak concept 65. Asked in short',
    )
    expect(textOf(drawn)).toMatch(/its main claim taken back \d+ \(\+[\d.]+\), the wrong way/)
    expect(textOf(html)).toContain('What this panel can tell apart The grey band is what rewording alone does')
    expect(textOf(html)).toMatch(/The panel test as a table .* a grave harm 46 −4\.2 not noticed/)
    expect(html).toContain('<a href="#assay">See the picture</a>')
  })

  it('has a curve where there are three prices, and in a rehearsal speaks of the text check', () => {
    expect(textOf(chart(renderReport(tested(twelve, ASSAYS.amber)), 'price-chart'))).toMatch(
      /half \d+, as it is 51, double \d+, × 8 \d+\./,
    )
    expect(renderReport(tested(twelve, ASSAYS.green))).not.toContain('price-chart')
    const rehearsal = textOf(renderReport(rehearsedTest(twelve)))
    expect(rehearsal).toContain('What the text check can tell apart')
    expect(rehearsal).toContain('Each mark is the score the text check gave')
    expect(rehearsal).not.toContain('this panel')
  })

  it('is an arrow over the band in a refinement, faint where it ends inside, and a band in a comparison', () => {
    const lift = (floor: number) => chart(renderReport(tested(refinementRun(), blanksOnly(floor))), 'arrow-chart')
    expect(textOf(lift(5.6))).toContain('From 47 to 54 (+7.3). Noise: 41 to 52.')
    expect(lift(5.6)).not.toContain('faint')
    expect(lift(8)).toContain('class="arrow faint"')
    const compared = renderReport(tested(comparisonRun(), blanksOnly(9.2)))
    expect(count(chart(compared, 'pairs-chart'), 'class="noise"')).toBe(1)
    expect(textOf(compared)).toContain('The grey band, up to 10 points either way, is what rewording alone does')
  })

  it('is not there for runs of before, nor where noise was not measured', () => {
    for (const run of [twelve, refinementRun(), comparisonRun(), tested(refinementRun(), blanksOnly(null))])
      expect(renderReport(run)).not.toMatch(/class="noise"|id="assay"/)
  })
})

describe('the other kinds', () => {
  it('compare: the ranking, what can be told apart and what cannot, the order, each in short', () => {
    const text = textOf(renderReport(comparisonRun()))
    for (const said of [
      'Does best B Sugar first',
      'A minus C: no difference seen No difference seen between A and C. −2.3 points, p = 1 after correction',
      'A minus B: difference seen B does better than A with the same people. −16.5 points, p = 0.024 after correction',
      'From the first place to the last the mean changes by −2.4 points.',
      '“froths like milk” 5 of 6 believe it',
    ])
      expect(text).toContain(said)
    expect(text.indexOf('B: Sugar first')).toBeLessThan(text.indexOf('A: Froth first'))
    const none = textOf(renderReport(comparisonRun({ winner: false })))
    expect(none).toContain('Best of them – none')
    expect(none).not.toMatch(/(?<![Nn]o )difference seen/)
  })

  it('refine: the edits marked in the text, their findings and effects, what backfired, what was dropped', () => {
    const html = renderReport(refinementRun())
    expect(html).toContain('<del>the leading brand</del> <ins>most oat drinks</ins>')
    const text = textOf(html)
    for (const said of [
      '+7.3 47 to 54 of 100',
      'Backfired: this edit alone made it worse.',
      'By itself −4.2 points',
      'Answers The sugar figure has no source.',
      'It adds a certificate that the text does not have.',
      'Told beside it, not scored An oat drink sold in Denmark.',
      '5 scored it higher and 1 lower',
    ])
      expect(text).toContain(said)
    const astray = refinementRun()
    const changed = renderReport({ ...astray, result: { ...astray.result, refined: 'Something else.' } })
    expect(changed).not.toContain('<del>the leading brand</del> <ins>')
    expect(textOf(changed)).toContain('The edits cannot be marked in the text')
    const rehearsal = textOf(renderReport(rehearsed(refinementRun())))
    expect(rehearsal).toContain('Person by person Of 6 synthetic people; falling lines are dashed')
    expect(rehearsal).not.toContain('scored it higher')
  })

  it('refine: shows no lift, not a lift of 0, where no edit was kept', () => {
    const text = textOf(renderReport(refinementRun({ kept: false })))
    expect(text).toContain('Pressure score 47 of 100, as before weak')
    expect(text).toContain('Nothing was changed.')
    expect(text).not.toMatch(/What it did|0\.0/)
  })

  it('ask: the whole conversation, and that nothing about it was checked', () => {
    const text = textOf(renderReport(askRun()))
    expect(text).toMatch(/You What put you off first\?.*Sofia .*You What if we name .*Sofia Then I would read/)
    expect(text).toContain('An answer to a question is checked by nobody')
    expect(text).toContain('This left them warmer')
  })

  it('persona set: who is in it, the picture of the coverage, each statement with its passage or assumed, twins, columns', () => {
    const html = renderReport(personaSetRun())
    const text = textOf(html)
    for (const said of [
      'Persona set clinic-rota',
      'Coverage 92 of 100 the asked 80 is reached',
      'none of them real',
      'Ward manager 2 people, 67% of the set; 60% by the research',
      'Coverage 92% of the pairs of levels that 3 people can show; 75% before 2 exchanges filled gaps.',
      'Loses evenings to the plan From the research: I lose two evenings',
      'Fears being blamed Assumed',
      'Ivo was too much like Stella (0.97); drawn and written anew, try 1',
      'email dropped e-mail addresses',
      'Works with a screen reader',
    ])
      expect(text).toContain(said)
    expect(html).toContain('<a href="#passage-1">interviews.md</a>')
    expect(html.match(/id="passage-1"/g)).toHaveLength(1)
  })

  it('pressure test from a set: the way from a person to the passage', () => {
    const html = renderReport(panelFromSet(completedRun()))
    expect(textOf(html)).toContain('Persona set clinic-rota, version 2, 3 synthetic people.')
    expect(html).toContain('<a href="#passage-1">interviews.md</a>')
    expect(html).toContain('id="passage-1"')
    expect(renderReport(typical)).not.toContain('Where these people come from')
  })

  it('have a notice page where there is no report', () => {
    expect(textOf(renderReport({ ...typical, kind: 'horoscope' as 'pressure_test' }))).toContain(
      'Runs of this kind have no report',
    )
  })
})

describe('text of strangers', () => {
  it('is escaped: all naughty strings at once change no element and no attribute', async () => {
    let at = 0
    const plain = new Set(kindsOf(renderReport(withTexts(withEverything(typical), () => 'x'))))
    for (let round = 0; round < 8; round++) {
      const html = renderReport(withTexts(withEverything(typical), () => NAUGHTY[at++ % NAUGHTY.length] ?? ''))
      expect(kindsOf(html).filter((kind) => !plain.has(kind))).toEqual([])
      expect(await problems(html)).toEqual([])
    }
    expect(at).toBeGreaterThan(2 * NAUGHTY.length)
  })

  it('is escaped: each naughty string as the proposition and the title', () => {
    const plain = skeletonOf(renderReport(withResult(typical, { stimulus: 'x' }), { title: 'x' }))
    for (const naughty of NAUGHTY) {
      const html = renderReport(withResult(typical, { stimulus: `x${naughty}` }), { title: `x${naughty}` })
      expect(skeletonOf(html), naughty).toBe(plain)
    }
  })

  it('cannot close its element', () => {
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

  it('loses characters that HTML forbids', async () => {
    const html = renderReport(withTexts(typical, (text) => `\u0000\ud800${text}\udc00\ufffe\u202e\u0001\u{1fffe}`))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e\ufffe]|\p{Surrogate}|\p{Noncharacter_Code_Point}/u)
    expect(await problems(html)).toEqual([])
  })
})
