import { describe, expect, it } from 'vitest'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'
import { CORPUS } from './offline-corpus.js'
import { sit } from './offline-panel.js'

const llm = createOfflineLlm()
const SILENT_ON = /says nothing on (.+?)(?: \(\d+ of \d+ synthetic respondents\))?\.?$/

/** People say "I" and "my" where a finding says "buyers" and "their". */
const impersonal = (text: string) =>
  text
    .replace(/\b(I|my|me|we|our|us|buyers|customers|they|their|them)\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()

describe('the evidence of a finding', () => {
  it.each(CORPUS)('is about the same thing as the finding: $name', async ({ text, category }) => {
    const { analysis } = await sit(llm, { text, category })
    const findings = [
      ...analysis.key_weaknesses.map(({ weakness, quotes }) => ({ said: weakness, quotes })),
      ...analysis.friction_points.map(({ barrier, quotes }) => ({ said: barrier, quotes })),
    ]
    for (const { said, quotes } of findings) {
      const about = SILENT_ON.exec(said)?.[1] ?? /“([^”]+)”/.exec(said)?.[1]
      if (about === undefined) continue
      for (const quote of quotes) expect(impersonal(quote), said).toContain(impersonal(about))
    }
  })

  it('was looked at', async () => {
    const all = await Promise.all(CORPUS.map(({ text, category }) => sit(llm, { text, category })))
    const silent = all
      .flatMap(({ analysis }) => analysis.key_weaknesses)
      .filter(({ weakness }) => SILENT_ON.test(weakness))
    expect(silent.length).toBeGreaterThan(20)
  })
})
