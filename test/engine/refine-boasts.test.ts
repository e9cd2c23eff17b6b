import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RefinementResult } from '../../src/domain/panel/refinement.js'
import { createReader } from '../../src/llm/offline/reading/reading.js'
import { analysed } from '../support/analysed.js'
import { runInMemory } from '../support/engine.js'

type Boastful = { id: string; language: string; text: string; facts: string[] }
const SET = new URL('../../bench/data/refinement/boasts.json', import.meta.url)
const english = (JSON.parse(readFileSync(SET, 'utf8')) as Boastful[]).filter(({ language }) => language === 'en')
const read = await createReader()()

/** Refines a text by what a rehearsal finds in it. */
async function refine(stimulus: string): Promise<RefinementResult> {
  const setting = { stimulus, category: 'fmcg', personas: 6 } as const
  const tested = analysed((await runInMemory('pressure_test', { ...setting, focus_group: 'off' })).result)
  const { recommended_refinements, ...analysis } = tested.analysis
  const { result } = await runInMemory('refinement', {
    ...setting,
    panel: [],
    skepticism: 'medium',
    intent: 'ssr',
    seed: 1,
    ballot: false,
    findings: recommended_refinements.map(({ recommendation, addresses, priority }, i) => ({
      finding_id: `f${i + 1}`,
      finding: addresses,
      fix: recommendation,
      priority,
    })),
    before: { claims: tested.claims, responses: tested.responses, scores: analysis },
  })
  return result as RefinementResult
}

const boastsIn = (text: string) => read(text).claims.flatMap(({ boasts }) => boasts.map(({ quote }) => quote))

describe('a boastful text', () => {
  it.each(english)('$id loses no fact, and each boast that stays is named with a reason', async ({ text, facts }) => {
    const { refined, sentence } = await refine(text)
    for (const fact of facts) expect(refined.toLowerCase()).toContain(fact.toLowerCase())
    for (const quote of boastsIn(refined)) expect(sentence).toContain(`“${quote}” (`)
  })

  it('is found to boast, nearly always', () => {
    expect(english.filter(({ text }) => boastsIn(text).length > 0).length).toBeGreaterThanOrEqual(english.length - 3)
  })
})
