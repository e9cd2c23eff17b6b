import type { Edit, RefinementInput, RefinementResult } from '../../domain/panel/refinement.js'
import type { Response } from '../../domain/panel/response.js'
import { isRehearsal } from '../../domain/run/run.js'
import { trustWithoutStudy } from '../paired/trust-without-study.js'
import { judgeBlanks } from '../panel/assay/judge-assay.js'
import { judgeFidelity } from '../panel/fidelity/fidelity.js'
import { judgeIntent } from '../panel/intent/judge-intent.js'
import { createIntentRater, type IntentRater, rateResponses } from '../panel/intent/rate-intent.js'
import { storedRules } from '../panel/rules.js'
import { parallelSteps } from '../parallel-steps.js'
import { seatPanel } from '../personas/seat-panel.js'
import type { Pipeline } from '../pipeline.js'
import { applyEdits } from './apply-edits.js'
import { type CheckedEdit, checkEdits } from './check-edit.js'
import { type Effect, effectOfOnly, measureEdits } from './effects.js'
import { measureLift } from './lifts.js'
import { planRefinement } from './plan.js'
import { rewritePrompt } from './prompt.js'
import { retest } from './retest.js'
import { refinementRules } from './rules.js'
import { liftSentence, ownPanelSentence, unchangedSentence, unclaimedSentence } from './wording.js'

/** Rewrites a tested proposition by the test's findings, tests it with the same people, and measures each edit alone. */
export const refinementPipeline: Pipeline<'refinement'> = {
  plan: planRefinement,
  async run(deps, input) {
    const { stimulus, category, findings, noise_floor } = input
    const [rules, seated] = await parallelSteps(deps, [
      () => storedRules(deps, () => refinementRules(input)),
      // The original text recalls the memories, as the same person reads the refined text.
      () => deps.step('panel', null, () => seatPanel({ ...input, count: input.personas, seed: deps.seed })),
    ])
    deps.report('stage', { stage: 'rewrite', sentence: 'Rewriting it by what the test found' })
    const facts = { stimulus, category, findings }
    const answer = await deps.ask('rewrite', 'rewrite', facts, rewritePrompt(rules.rewrite, facts))
    const checked = await deps.step('edits', null, () => checkEdits(stimulus, findings, answer.edits))
    const applied = checked.flatMap(({ place }) => place ?? [])
    if (applied.length === 0)
      return { result: unchanged(input, checked, isRehearsal(deps)), trust: trustWithoutStudy(deps, []) }

    const refined = applyEdits(stimulus, applied)
    const rater = await createIntentRater(deps, rules, input.intent)
    const answered = new Set(input.before.responses.map(({ persona_id }) => persona_id))
    const panel = seated.filter(({ persona_id }) => answered.has(persona_id))
    const isOnly = applied.length === 1
    const [retested, alone] = await parallelSteps(deps, [
      () => retest(deps, rules, panel, input, refined),
      async () => (isOnly ? [] : await measureEdits(deps, rules.react, rater, panel, input, applied)),
    ])
    const { before, after } = await rateBoth(rater, input.before.responses, retested.responses)
    const measured = measureLift(
      panel,
      { claims: input.before.claims, responses: before },
      { claims: retested.claims, responses: after },
      rater.anchorRange,
    )
    const effects = isOnly ? [effectOfOnly(measured, noise_floor)] : alone
    const edits = asEdits(checked, isRehearsal(deps) ? effects.map(withoutJudgement) : effects)
    return {
      result: {
        ...inputFields(input, edits),
        refined,
        claims: retested.claims,
        responses: after,
        ...measured,
        sentence: [
          liftSentence(
            measured.lift.pressure_score,
            measured.per_persona.length,
            edits,
            isRehearsal(deps),
            noise_floor,
          ),
          ownPanelSentence(input),
          unclaimedSentence(input.before.claims, retested.claims),
        ]
          .filter(Boolean)
          .join(' '),
      },
      trust: trustWithoutStudy(deps, retested.outcomes, {
        intent: judgeIntent([...before, ...after]),
        fidelity: judgeFidelity(retested.fidelity),
        // The noise floor was measured with these people and this text in the original test.
        assay: judgeBlanks({ noise_floor, readings: [] }, noise_floor === null ? 'off' : 'quick'),
      }),
    }
  },
}

/** Rates old and new answers together, so that the same rater reads both. */
async function rateBoth(
  rater: IntentRater,
  before: readonly Response[],
  after: readonly Response[],
): Promise<{ before: Response[]; after: Response[] }> {
  const rated = await rateResponses(rater, 'lift', [...before, ...after])
  return { before: rated.slice(0, before.length), after: rated.slice(before.length) }
}

/** The text check's figures for an edit are no judgement by people. */
const withoutJudgement = ({ effect }: Effect): Effect => ({ effect, backfired: false })

/** The edits with their effects; `effects` has one entry per applied edit, in order. */
function asEdits(checked: readonly CheckedEdit[], effects: readonly Effect[]): Edit[] {
  let next = 0
  return checked.map(({ place, ...edit }) =>
    place === null
      ? { ...edit, start: null, status: 'dropped', effect: null, backfired: false }
      : { ...edit, start: place.start, status: 'applied', effect: null, backfired: false, ...effects[next++] },
  )
}

const inputFields = ({ stimulus, about, category, skepticism, findings }: RefinementInput, edits: Edit[]) => ({
  original: stimulus,
  about,
  category,
  skepticism,
  findings,
  edits,
})

/** The result of an unchanged text: the test's figures stand, and no lift was measured. */
function unchanged(input: RefinementInput, checked: readonly CheckedEdit[], rehearsal: boolean): RefinementResult {
  const { claims, responses, scores } = input.before
  const edits = asEdits(checked, [])
  return {
    ...inputFields(input, edits),
    refined: input.stimulus,
    claims,
    responses,
    scores: { before: scores, after: scores },
    lift: null,
    per_persona: [],
    sentence: unchangedSentence(edits, rehearsal, input),
  }
}
