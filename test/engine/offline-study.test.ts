import { describe, expect, it } from 'vitest'
import { CORPUS } from '../llm/offline-corpus.js'
import { type Analysed, analysed } from '../support/analysed.js'
import { type AskedInMemory, runInMemory } from '../support/engine.js'

/** Every second proposition of the corpus: absurd ones, good ones, thin ones, foreign ones. */
const PROPOSITIONS = CORPUS.filter((_, i) => i % 2 === 0)
type Study = {
  result: Analysed
  asked: AskedInMemory[]
  trust: Awaited<ReturnType<typeof runInMemory>>['trust']
}

const study = async (text: string, category: string, more: object = {}): Promise<Study> => {
  const { result, trust, asked } = await runInMemory('pressure_test', {
    stimulus: text,
    category,
    assay: 'off',
    ...more,
  })
  return { result: analysed(result), trust, asked }
}

const studies = new Map<string, Promise<Study>>()
/** The study of a proposition, which is the same for whoever looks at it. */
function studyOf({ text, category }: (typeof PROPOSITIONS)[number]): Promise<Study> {
  const known = studies.get(text) ?? study(text, category)
  studies.set(text, known)
  return known
}

it('covers at least thirty propositions', () => {
  expect(PROPOSITIONS.length).toBeGreaterThanOrEqual(30)
})

describe.each(PROPOSITIONS)('$category: $text', (proposition) => {
  const { text } = proposition

  it('is discussed live, with measured dissent, and every number with its doubt', async () => {
    const { result, trust, asked } = await studyOf(proposition)
    const { minority_report: minority, group_dynamics: dynamics, analysis, claims } = result
    const ballots = dynamics?.ballots ?? { before: [], after: [] }
    const turns = (dynamics?.turns ?? []).filter(({ moderator }) => !moderator)
    const nameOf = new Map(result.responses.map(({ persona_id, persona_name }) => [persona_id, persona_name]))

    for (const claim of claims ?? []) expect(text.slice(claim.start, claim.end)).toBe(claim.text)
    for (const { beliefs } of result.responses)
      expect(beliefs?.map(({ claim_id }) => claim_id)).toEqual(claims?.map(({ claim_id }) => claim_id))

    expect(minority.method).toBe('measured')
    expect(ballots.before.map(({ persona_id }) => persona_id)).toEqual([...nameOf.keys()])
    expect(ballots.after.map(({ persona_id }) => persona_id)).toEqual([...nameOf.keys()])
    const privately = new Map(ballots.before.map(({ persona_id, reasons }) => [persona_id, reasons]))
    for (const view of minority.suppressed_views) {
      expect(view.holders.length).toBeGreaterThan(0)
      for (const { persona_id, quote, held_before, held_after } of view.holders) {
        expect([held_before, held_after]).toEqual([true, true])
        expect(privately.get(persona_id)?.map((reason) => reason.quote)).toContain(quote)
        // Whoever said these very words was heard.
        const unlistedTurns = turns.filter(
          ({ turn, text: words }) => words.includes(quote) && !view.heard_turns.includes(turn),
        )
        expect(unlistedTurns).toEqual([])
      }
      expect(view.why_unheard === 'never_voiced').toBe(view.heard_turns.length === 0)
    }
    expect(minority.participation?.gini).toBeGreaterThanOrEqual(0)

    // Where all agree, resampling them says nothing, and no interval is given.
    const { intervals } = analysis
    for (const score of ['pressure_score', 'gut_attraction_index', 'credibility_score'] as const) {
      expect(analysis[score]).toBeGreaterThanOrEqual(intervals?.[score].low ?? 0)
      expect(analysis[score]).toBeLessThanOrEqual(intervals?.[score].high ?? 100)
    }
    expect(trust?.light).not.toBe('green')
    expect(trust?.controls.status).toBe('pass')
    expect(trust?.fidelity.rate).toBeGreaterThanOrEqual(0.8)
    expect(trust?.quotes.dropped).toBe(0)
    expect(foreignWords(asked)).toEqual([])
  })
})

/** Private words of one participant in a prompt of another. */
function foreignWords(asked: readonly AskedInMemory[]): string[] {
  const secrets = asked.flatMap(({ task, answer, facts }) =>
    task === 'respond'
      ? (answer as { private_reasons: { quote: string }[] }).private_reasons.map(({ quote }) => ({
          quote,
          owner: (facts as { persona: { persona_id: string } }).persona.persona_id,
        }))
      : [],
  )
  // People who see it alike say it alike: what somebody answered alone is their own.
  const answers = new Map(
    asked.flatMap(({ task, facts, answer }) =>
      task === 'respond'
        ? [[(facts as { persona: { persona_id: string } }).persona.persona_id, JSON.stringify(answer)] as const]
        : [],
    ),
  )
  const isOwn = (persona_id: string, quote: string) =>
    answers.get(persona_id)?.includes(JSON.stringify(quote).slice(1, -1)) ?? false
  const aloud = asked
    .flatMap(({ task, answer }) => (task === 'speak' ? [(answer as { text: string }).text] : []))
    .join('\n')
  return asked.flatMap(({ task, facts, prompt, key }) => {
    if (task !== 'speak' && task !== 'ballot') return []
    const { persona_id } = (facts as { persona: { persona_id: string } }).persona
    return secrets
      .filter(({ owner, quote }) => owner !== persona_id && prompt.own.includes(quote) && !aloud.includes(quote))
      .filter(({ quote }) => !isOwn(persona_id, quote))
      .map(({ quote }) => `${key}: ${quote}`)
  })
}

it('is the same for the same seed, byte for byte, and another for another', async () => {
  const [one] = PROPOSITIONS
  if (!one) throw new Error('no propositions')
  const whole = { stability: 2, assay: 'full' }
  const first = await study(one.text, one.category, whole)
  const again = await study(one.text, one.category, whole)
  expect(JSON.stringify([again.result, again.trust])).toBe(JSON.stringify([first.result, first.trust]))
  const other = await runInMemory('pressure_test', { stimulus: one.text, category: one.category }, { seed: 2 })
  expect(JSON.stringify(other.result)).not.toBe(JSON.stringify(first.result))
})

it('keeps views back where people conform: somewhere in the corpus something stays unsaid, and something is said', async () => {
  const found = { never_voiced: 0, dropped: 0, none: 0 }
  for (const proposition of PROPOSITIONS.slice(0, 12)) {
    const { result } = await studyOf(proposition)
    const views = result.minority_report.suppressed_views
    for (const { why_unheard } of views) found[why_unheard] += 1
    const ballotReasons = result.group_dynamics?.ballots?.before.flatMap(({ reasons }) => reasons) ?? []
    if (views.length < ballotReasons.length) found.none += 1
  }
  expect(found.never_voiced).toBeGreaterThan(5)
  expect(found.none).toBe(12)
})
