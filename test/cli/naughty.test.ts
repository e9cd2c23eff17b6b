import { describe, expect, it } from 'vitest'
import { summarise } from '../../src/cli/summary.js'
import { PressureTestResult } from '../../src/domain/panel/pressure-test.js'
import { Proposition } from '../../src/domain/panel/stimulus.js'
import { renderReport } from '../../src/report/report.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { NAUGHTY } from '../support/naughty-strings.js'

const WHOLE_RUNS = 20
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach a terminal
const DANGEROUS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

describe('a naughty string', () => {
  it('is read as a proposition, or refused in one sentence', async () => {
    const { notOffered } = (await startApp()).local
    const reasons = new Map<string, number>()
    for (const text of NAUGHTY) {
      const parsed = Proposition.safeParse(text)
      const reason = parsed.success
        ? ((await notOffered(parsed.data))?.sentence ?? null)
        : (parsed.error.issues[0]?.message ?? '')
      if (reason === null) continue
      expect(reason, text).toMatch(/^(The|This|It) .*\.$/)
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    }
    // A few sentences for hundreds of strings.
    expect(reasons.size).toBeLessThan(9)
  })

  it('inside a proposition leaves document, terminal and report whole and inert', { timeout: 300_000 }, async () => {
    const app = await startApp()
    startWorkerIn(app)
    const every = Math.floor(NAUGHTY.length / WHOLE_RUNS)
    const attempt = async (text: string, n: number) => {
      const stimulus = `Try our new oat drink: it froths like cream and costs €1.49 a litre, in every shop from Monday. Our customers wrote: ${text}`
      // A live discussion takes a second of computing: every tenth string goes through one.
      const short = { focus_group: 'quick', controls: false, personas: 3 } as const
      const run = await app.until(await app.submit({ stimulus, ...(n % 10 === 0 ? {} : short) }))
      expect(run.status, `${stimulus}: ${run.error?.message}`).toBe('completed')
      const document = JSON.parse(JSON.stringify(run))
      expect(PressureTestResult.parse(document.result)).toEqual(run.result)
      expect(summarise(run, { columns: 80, colour: false, unicode: true }), stimulus).not.toMatch(DANGEROUS)
      const html = renderReport(run)
      expect(html, stimulus).not.toMatch(/<script|<iframe|<img|<svg[^>]*onload|javascript:[^<]*"|\son[a-z]+="/i)
    }
    await Promise.all(NAUGHTY.filter((_, i) => i % every === 0).map(attempt))
  })
})
