import { describe, expect, it } from 'vitest'
import { summarise } from '../../src/cli/summary.js'
import { PressureTestResult } from '../../src/domain/pressure-test.js'
import { Proposition } from '../../src/domain/stimulus.js'
import { whyNotJudged } from '../../src/engine/panel/claims/readable.js'
import { createBundledEmbedder } from '../../src/llm/embeddings/bundled.js'
import { createOfferReader } from '../../src/llm/offline/reading/offer.js'
import { renderReport } from '../../src/report/report.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { NAUGHTY } from '../support/naughty-strings.js'

const WHOLE_RUNS = 20
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach a terminal
const DANGEROUS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

describe('a naughty string', () => {
  it('is read as a proposition, or refused in one sentence', async () => {
    const readOffer = createOfferReader(createBundledEmbedder())
    const refusal = async (text: string) => {
      const refused = whyNotJudged(await readOffer(text), 'offline')
      return refused && `${refused.reason} ${refused.what_to_send}`
    }
    const reasons = new Map<string, number>()
    for (const text of NAUGHTY) {
      const parsed = Proposition.safeParse(text)
      const reason = parsed.success ? await refusal(parsed.data) : (parsed.error.issues[0]?.message ?? '')
      if (reason === null) continue
      expect(reason, text).toMatch(/^(The|This|It) .*\.$/)
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    }
    expect(reasons.size).toBe(4)
  })

  it('inside a proposition leaves document, terminal and report whole and inert', { timeout: 300_000 }, async () => {
    const app = await startApp()
    startWorkerIn(app)
    const every = Math.floor(NAUGHTY.length / WHOLE_RUNS)
    const attempt = async (text: string, n: number) => {
      const stimulus = `An oat drink that froths like cream. Our customers wrote: ${text}`
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
