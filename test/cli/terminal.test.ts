import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { type Io, printJson } from '../../src/cli/io.js'
import { createProgress } from '../../src/cli/progress.js'
import { summarise } from '../../src/cli/summary.js'
import type { RunDocument } from '../../src/domain/run/run-document.js'
import { type RunEvent, readRunEvent } from '../../src/domain/run/run-events.js'
import { ASSAYS, rehearsedTest, tested } from '../report/documents/assay.js'
import { askRun, comparisonRun, refinementRun } from '../report/documents/other-kinds.js'
import { rehearsed } from '../report/documents/run.js'
import {
  completedRun,
  focusGroupRun,
  withEverything,
  withNothing,
  withoutAnalysis,
  withoutIntent,
  withoutSuppressed,
  withTexts,
} from '../report/documents.js'
import { NAUGHTY } from '../support/naughty-strings.js'

/** Strings that broke somebody's software once. */
const WIDTHS = [28, 34, 44, 60, 80, 120]
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach a terminal
const DANGEROUS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
const OWN_COLOURS = /\u001b\[\d*m/g

type Settings = { live: boolean; unicode: boolean; columns: number; colour?: boolean }
const OFFLINE = { model: { mode: 'offline', persona: 'o', analysis: 'o', judge: 'o' }, spent_usd: 0 } as const
const PAID = { model: { mode: 'anthropic', persona: 'm', analysis: 'm', judge: 'm' }, spent_usd: 0.0123 } as const

function record(settings: Settings) {
  let text = ''
  const io: Io = {
    out: () => {},
    err: (more: string) => {
      text += more
    },
    stdin: process.stdin,
    stdinIsTerminal: false,
    colour: settings.live,
    ...settings,
  }
  return { io, text: () => text }
}

let seq = 0
const event = (type: RunEvent['type'], data: object, at = '2026-11-21T08:00:00.000Z'): RunEvent => {
  const read = readRunEvent({ seq: ++seq, at, type, data })
  if (!read) throw new Error(`${type} ${JSON.stringify(data)} is no event`)
  return read
}
const answered = (name: string, says: string, purchase_intent = 4) =>
  event('respondent_answered', {
    ...{ persona_id: name, name, archetype: 'Label reader', sentiment: 'negative', purchase_intent, says, doubts: [] },
  })

/** What a person sees: of each line only what was last written on it. */
const seen = (text: string) =>
  text.split('\n').map((line) => (line.split('\u001b[2K').at(-1) ?? '').replace(OWN_COLOURS, ''))

describe('progress', () => {
  it('has a line per respondent: who, feeling, intent, the first four words', () => {
    const { io, text } = record({ live: true, unicode: true, columns: 100 })
    const progress = createProgress(io, false)
    progress.show(OFFLINE, [event('stage', { stage: 'respond', sentence: '6 people read it', total: 6 })])
    progress.show(OFFLINE, [answered('Sofia', 'Not bad, but who measured that?')])
    const [line] = seen(text()).filter((one) => one.includes('Sofia'))
    expect(line).toMatch(/Sofia, label reader +negative +4\/10 +████░░░░░░ +Not bad, but who…$/)
    progress.done(true)
  })

  it('shows how far it is, how long it took, and the cost so far', () => {
    const { io, text } = record({ live: true, unicode: true, columns: 100 })
    const progress = createProgress(io, false)
    progress.show(PAID, [
      event('stage', { stage: 'respond', sentence: '6 people read it', total: 6 }),
      answered('Ida', 'Well.'),
    ])
    expect(seen(text()).at(-1)).toMatch(/6 people read it · 1 of 6 · \d\.\d s · \$0\.01 so far$/)
    progress.show(PAID, [event('stage', { stage: 'discuss', sentence: 'They talk' }, '2026-11-21T08:00:04.100Z')])
    expect(seen(text())).toContain('✓ 6 people read it 4.1 s')
    progress.done(false)
    expect(seen(text()).filter((line) => line.startsWith('✓'))).toHaveLength(1)
  })

  it('is plain text without a terminal, and empty with --quiet', () => {
    const plain = record({ live: false, unicode: false, columns: 80 })
    const quiet = record({ live: true, unicode: true, columns: 80 })
    for (const [{ io }, silent] of [
      [plain, false],
      [quiet, true],
    ] as const) {
      const progress = createProgress(io, silent)
      progress.note('About to begin.')
      progress.show(OFFLINE, [
        event('stage', { stage: 'respond', sentence: 'They read it', total: 3 }),
        answered('Ida', 'No.'),
      ])
      progress.done(true)
    }
    expect(plain.text()).toMatch(/^[\n\u0020-\u007e]+$/)
    expect(plain.text().trim().split('\n')).toHaveLength(3)
    expect(quiet.text()).toBe('')
  })

  it('summarises a large panel instead of listing every name', () => {
    const { io, text } = record({ live: false, unicode: false, columns: 80 })
    const progress = createProgress(io, false)
    progress.show(OFFLINE, [event('stage', { stage: 'respond', sentence: 'They read it', total: 200 })])
    progress.show(
      OFFLINE,
      Array.from({ length: 200 }, (_, i) => answered(`Person ${i}`, 'No.', 1 + (i % 10))),
    )
    progress.done(true)
    const lines = text().trim().split('\n')
    expect(lines).toHaveLength(11)
    expect(lines.at(-1)?.trim()).toBe('200 of 200: 200 negative; mean intent 5.5 of 10')
  })

  it.each(WIDTHS)('fits a screen of %i columns, whatever the answers', (columns) => {
    const { io, text } = record({ live: true, unicode: true, columns })
    const progress = createProgress(io, false)
    progress.note('Offline behaviour model, no language model is asked: costs nothing, takes up to 4 s.')
    progress.show(OFFLINE, [
      event('stage', { stage: 'respond', sentence: 'Twelve synthetic people read it, each alone', total: 12 }),
    ])
    for (const says of [
      'x'.repeat(300),
      '漢字かな交じり文の広告です。',
      'مرحبا بالعالم',
      '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
      '',
    ])
      progress.show(OFFLINE, [answered('Bartholomew Featherstonehaugh', says)])
    progress.done(true)
    for (const line of seen(text())) expect(stringWidth(line), line).toBeLessThanOrEqual(columns)
  })

  it('removes control characters: cursor moves, bells and bidirectional marks', () => {
    const { io, text } = record({ live: false, unicode: false, columns: 400 })
    const progress = createProgress(io, false)
    progress.show(OFFLINE, [event('stage', { stage: 'respond', sentence: 'They read it', total: 30 })])
    for (const naughty of [...NAUGHTY, '\u001b[2J\u001b]0;owned\u0007', 'a\rb', '\u202egnp.exe'])
      progress.show(OFFLINE, [answered(naughty, naughty)])
    progress.done(true)
    expect(text()).not.toMatch(DANGEROUS)
    expect(text().trim().split('\n')).toHaveLength(1 + NAUGHTY.length + 3)
  })
})

/** The kinds there are, each with little and with much in it. */
const FINISHED: Record<string, () => RunDocument> = {
  'a pressure test': () => completedRun(),
  'a pressure test in script mode': () => completedRun({ focus_group: 'quick' }),
  'a pressure test without a discussion': () => completedRun({ focus_group: 'off' }),
  'a pressure test of twelve': () => completedRun({ personas: 12 }),
  'a pressure test of forty': () => completedRun({ personas: 40 }),
  'an empty pressure test': () => withNothing(completedRun()),
  'a pressure test on a language model': () => withEverything(completedRun()),
  'a pressure test without an analysis': () => withoutAnalysis(completedRun()),
  'a pressure test without an analysis or a discussion': () => withoutAnalysis(completedRun({ focus_group: 'off' })),
  'a tested panel': () => tested(completedRun({ personas: 12 }), ASSAYS.amber),
  'a rehearsal of a panel test': () => rehearsedTest(completedRun({ personas: 12 })),
  'a focus group': focusGroupRun,
  'a comparison': () => comparisonRun(),
  'a comparison without a winner': () => comparisonRun({ winner: false }),
  'a refinement': () => refinementRun(),
  'a refinement of nothing': () => refinementRun({ kept: false }),
  'a question': askRun,
}
const KINDS = Object.keys(FINISHED)
const finished = (name: string): RunDocument => FINISHED[name]?.() ?? completedRun()
const at80 = (run: RunDocument) => summarise(run, { columns: 80, colour: false, unicode: false }, '/reports/x.html')
const onOneLine = (text: string) => text.replace(/\s+/g, ' ')

describe('the summary of a pressure test', () => {
  it('says in a screenful what broke, who held back what, what to fix first, and where the report lies', () => {
    const run = completedRun()
    const text = at80(run)
    expect(text).toMatch(
      /^\nPressure score \d+ of 100: (flawed|weak|solid|strong|exceptional)\n90 %: 31 to 62 with other kinds of people\n6 synthetic people, /,
    )
    for (const title of [
      'What broke',
      'Minority report, measured',
      'Pressure map',
      'Opinion shifts',
      'Fix first',
      '[amber] Synthetic answers',
      'Report  /reports/x.html',
    ])
      expect(text).toContain(title)
    expect(text.indexOf('Minority report')).toBeLessThan(text.indexOf('What broke'))
    const { analysis } = run.result
    for (const { weakness, evidence } of analysis.key_weaknesses.slice(0, 3)) {
      expect(onOneLine(text)).toContain(weakness)
      expect(onOneLine(text)).toContain(evidence[0]?.quote ?? '?')
    }
    expect(text.split('\n').length).toBeLessThan(66)
    expect(text).not.toMatch(DANGEROUS)
  })

  it('shows uncertainty beside the figures: intervals, intent, the four checks, the analyst’s differing score', () => {
    const text = onOneLine(at80(completedRun()))
    expect(text).toMatch(/pressure [#.]+ 47 \(31 to 62\) weak/)
    expect(text).toMatch(/would buy [#.]+ 35% \(23 to 49\) top-2 box/)
    expect(text).toContain('mean intent 2.9 of 5 (2.5 to 3.4), sd 1.32, by semantic similarity')
    expect(text).toContain('impression is 68, 21 points away')
    expect(text).toContain(
      'Checks: controls [passed], stability [with doubts], in character [with doubts], quotes [passed].',
    )
    const empty = onOneLine(at80(withNothing(completedRun())))
    expect(empty).not.toMatch(/NaN|undefined|null|In brackets/)
    expect(onOneLine(at80(completedRun({ focus_group: 'off' })))).toContain('controls [not measured]')
  })

  it('draws the pressure map as signs under names, or in rows where they do not fit', () => {
    const wide = at80(completedRun()).split('\n')
    const head = wide.findIndex((line) => line.includes('Sofi Rasm'))
    expect(wide[head]).toMatch(/Sofi Rasm Ida {2}Pier Yusu Mart/)
    expect(wide[head + 1]).toMatch(/^ {2}froths like milk +\+ {4}\+ {4}\+ {4}\? {4}\+ {4}\+$/)
    const narrow = summarise(completedRun(), { columns: 34, colour: false, unicode: false })
    expect(narrow).toMatch(/ {2}froths like milk\n {4}\+\+\+\?\+\+ {2}5 \+, 1 \?, 0 x/)
    const forty = at80(completedRun({ personas: 40 }))
    expect(forty).toMatch(/ {2}froths like milk\n {4}33 \+, 7 \?, 0 x/)
  })

  it('lists opinion shifts between the ballots, and says that script mode measures none', () => {
    expect(onOneLine(at80(completedRun()))).toMatch(
      /Opinion shifts, secret ballots, 1 to 5 Pierre 2\.0 -> 3\.8, .*Sofia 2\.1 -> 3\.2, 2 moved by less than half a point/,
    )
    expect(onOneLine(at80(completedRun({ focus_group: 'quick' })))).toContain('Not measured: one call')
    expect(at80(completedRun({ focus_group: 'off' }))).not.toContain('Opinion shifts')
  })
})

describe('the summary of a rehearsal', () => {
  it('says so first, has no band, and colours no figure as good or bad', () => {
    const run = rehearsed(completedRun())
    const text = onOneLine(at80(run))
    expect(text).toMatch(/^ Rehearsal, no judgement Pressure 47 of 100, a text-check figure/)
    expect(text).toContain('[rehearsal]')
    expect(text).not.toMatch(/\b(flawed|weak|solid|strong|exceptional)\b/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: green and red, as `summarise` sets them
    expect(summarise(run, { columns: 80, colour: true, unicode: true })).not.toMatch(/\u001b\[3[12]m/)
    expect(onOneLine(at80(rehearsed(askRun())))).toContain('played by the offline behaviour model')
  })
})

describe('the summary of a test without its analysis', () => {
  it('names what is there, what is missing, why, and what a retry buys, in place of findings', () => {
    const text = onOneLine(at80(withoutAnalysis(completedRun())))
    expect(text).toMatch(/^ Pressure score 47 of 100: weak/)
    expect(text).toMatch(/pressure [#.]+ 47 \(31 to 62\) weak/)
    for (const said of [
      'Pressure map',
      'Opinion shifts',
      'The analysis is missing The model refused to write it.',
      'What stands: the scores with their intervals, every answer, the discussion with its secret ballots and the minority report.',
      'What is missing: what broke, what to fix first and why the unheard views matter.',
      'A retry buys only the analysis, about $0.03.',
      'Retry pressure-test runs retry 0191b6a2-4c1e-7a55-9d0e-3b7f5f1c2a10',
    ])
      expect(text).toContain(said)
    expect(text).not.toMatch(/What broke [^,]|Fix first|recommends nothing|own impression|undefined|null/)
  })

  it('says that the minority report is missing too where the analyst makes it, and why a retry came to nothing', () => {
    const run = withoutAnalysis(completedRun({ focus_group: 'off' }), { code: 'answer_truncated' })
    const text = onOneLine(
      at80({
        ...run,
        ...{ error: { code: 'provider_rejected', message: 'The key is not valid.' } },
        retry: { buys: 'analysis', cost_usd: null },
      }),
    )
    for (const said of [
      'Minority report Not made: it is part of the analysis, which is missing.',
      "The model's answer was cut off at its longest.",
      'What stands: the scores with their intervals and every answer.',
      'What is missing: what broke, what to fix first and the minority report.',
      'The last retry did not get through: The key is not valid.',
      'A retry buys only the analysis.',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('Nothing of the kind was found')
  })
})

it('the summary says in a sentence what was cut off answers, where something was', () => {
  const run = completedRun()
  const sentence = 'More than was asked for was cut off in 2 places.'
  const trust = run.trust && { ...run.trust, surplus: { cut: 2, clipped: 0, sentence } }
  expect(onOneLine(at80({ ...run, trust }))).toContain(`${sentence} Cost: $0.82 for 212 calls.`)
})

describe('the summary of what is not known', () => {
  it('has no figure of an intent that was not measured, and says so', () => {
    const text = onOneLine(at80(withoutIntent(completedRun())))
    expect(text).toContain('Purchase intent was not measured: 0 of 6 answers about buying could be rated.')
    expect(text).not.toMatch(/would buy [#.]|mean intent/)
  })

  it('does not say that nothing was held back where views are unclear or ballots are missing', () => {
    const unclear = onOneLine(at80(withoutSuppressed(completedRun(), {})))
    expect(unclear).toContain('None found; 1 unclear.')
    const ballots_missing = { missing: 6, of: 6 }
    const missing = onOneLine(at80(withoutSuppressed(completedRun(), { ballots_missing, unclear_views: [] })))
    expect(missing).toContain('Not known: 6 of 6 ballots after the discussion are missing.')
    const nothing = onOneLine(at80(withoutSuppressed(completedRun(), { unclear_views: [] })))
    expect(nothing).toContain('No view was held back.')
    const coded_by = 'similarity'
    const similar = onOneLine(at80(withoutSuppressed(completedRun(), { unclear_views: [], coded_by })))
    expect(similar).toContain('None found; turns were read by similarity, which does not find what was dropped.')
    expect(similar).not.toContain('No view was held back.')
  })
})

describe('the summary of the other kinds', () => {
  it('says of a focus group which topics were reached', () => {
    expect(onOneLine(at80(focusGroupRun()))).toContain('2 of 3 topics reached; not: What it would take to switch')
  })

  it('says of a comparison which does best, and plainly where no difference was seen', () => {
    const text = onOneLine(at80(comparisonRun()))
    expect(text).toContain('Does best: B, Sugar first')
    expect(text).toContain('A minus C: -2.3 (-11.3 to +6.7) p 1.000, no difference seen')
    expect(text).toMatch(/would buy \d+% \(\d+ to \d+\) top-2 box, mean intent \d\.\d of 5 \(\d\.\d to \d\.\d\)/)
    expect(text).toContain('A minus B: -16.5 (-25.5 to -7.5) p 0.024, difference seen')
    const one = comparisonRun()
    const differences = one.result.differences.map((pair) => ({ ...pair, p_holm: 0 }))
    expect(onOneLine(at80({ ...one, result: { ...one.result, differences } }))).toContain('p under 0.001')
    const none = onOneLine(at80(comparisonRun({ winner: false })))
    expect(none).toContain('None does best')
    expect(none).not.toMatch(/, difference seen/)
  })

  it('says of a refinement the lift, the edits that backfired and those that were not made', () => {
    const text = onOneLine(at80(refinementRun()))
    expect(text).toContain('Pressure score 47 -> 54: +7.3 (+2.1 to +12.5) points with the same people')
    expect(text).toContain('"the leading brand" -> "most oat drinks" [backfired]')
    expect(text).toContain('It adds a certificate that the text does not have.')
    expect(text).toContain('Sofia 30 -> 42')
    expect(text).toContain('Told beside it, not scored: An oat drink sold in Denmark.')
    const none = onOneLine(at80(refinementRun({ kept: false })))
    expect(none).toContain('Pressure score 47, as before')
    expect(none).not.toMatch(/0\.0|Person by person/)
  })

  it('says of a question what was asked and answered, and by whom', () => {
    const text = onOneLine(at80(askRun()))
    expect(text).toContain('A synthetic person, played by claude-haiku-4-5. 1 question before.')
    expect(text).toMatch(/You: What if we name .* Sofia: Then I would read the report\..* Mind: warmer\./)
  })
})

describe.each(KINDS)('the summary of %s', (name) => {
  it('fits every width, in colour and without, and never breaks ids and paths', () => {
    const awkward = ['y'.repeat(200), '漢字かな交じり文の広告です。', 'The best drink in the world for £3.']
    let at = 0
    const path = `/home/somebody/${'folder/'.repeat(12)}x.html`
    for (const run of [finished(name), withTexts(finished(name), () => awkward[at++ % 3] ?? '')])
      for (const columns of WIDTHS) {
        const plain = summarise(run, { columns, colour: false, unicode: true }, path)
        for (const line of plain.split('\n')) {
          if (/^(Report|Run|Retry) /.test(line)) continue
          expect(stringWidth(line), `${columns}: ${line}`).toBeLessThanOrEqual(columns)
        }
        expect(plain).toContain(path)
        expect(plain).toContain(run.run_id)
        const coloured = summarise(run, { columns, colour: true, unicode: true }, path)
        expect(coloured).toContain('\u001b[1m')
        expect(coloured.replace(OWN_COLOURS, '')).toBe(plain)
      }
  })

  it('uses only ASCII signs on a plain terminal, and removes control characters of strangers', () => {
    const plain = at80(withTexts(finished(name), () => 'x'))
    expect(plain).toMatch(/^[\n\u0020-\u007e]+$/)
    let at = 0
    const hostile = [...NAUGHTY, '\u001b[2J\u001b]0;owned\u0007', 'a\rb', '\u202egnp.exe']
    for (let round = 0; round < 6; round++)
      expect(at80(withTexts(finished(name), () => hostile[at++ % hostile.length] ?? ''))).not.toMatch(DANGEROUS)
  })
})

describe('JSON', () => {
  it('has the same value, and nothing that a terminal obeys or hides', () => {
    const texts = [
      ...NAUGHTY,
      '\u001b]0;owned\u0007\u009b2J\u007f',
      '\u202egnp.exe',
      'a\u2028b\u0085c',
      'tag\u{e0041}',
      '\ufeffx',
    ]
    let printed = ''
    const io: Io = {
      ...record({ live: false, unicode: false, columns: 80 }).io,
      out: (text) => {
        printed += text
      },
    }
    printJson(io, { texts, '\u202ekey': 1 })
    expect(JSON.parse(printed)).toEqual({ texts, '\u202ekey': 1 })
    expect(printed).not.toMatch(DANGEROUS)
    printed = ''
    printJson(io, ['Zürich “5 €”', '👩‍👩‍👧 ❤️', 'می‌خواهم', 'D:\\temp'])
    expect(printed).not.toContain('\\u')
  })
})
