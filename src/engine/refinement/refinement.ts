import type { Edit, RefinementInput, RefinementResult } from '../../domain/panel/refinement.js'
import type { Response } from '../../domain/panel/response.js'
import { isRehearsal } from '../../domain/run/run.js'
import { trustWithoutStudy } from '../paired/trust-without-study.js'
import { judgeBlanks } from '../panel/assay/judge-assay.js'
import { judgeFidelity } from '../panel/fidelity/fidelity.js'
import { createIntentRater, type IntentRater, judgeIntent, rateResponses } from '../panel/intent/rate-intent.js'
import { planClaims, planFidelity, planRatings, planReact, planRespond, tokensOf } from '../panel/planned-calls.js'
import { storedRules } from '../panel/rules.js'
import { parallelSteps } from '../parallel-steps.js'
import { seatPanel } from '../personas/seat-panel.js'
import type { Pipeline, PlannedCalls } from '../pipeline.js'
import { applyEdits } from './apply-edits.js'
import { type CheckedEdit, checkEdits } from './check-edit.js'
import { type Effect, effectOfOnly, MAX_EDIT_PEOPLE, measureEdits } from './effects.js'
import { measureLift } from './lifts.js'
import { REWRITE_RULES, rewritePrompt } from './prompt.js'
import { retest } from './retest.js'
import { refinementRules } from './rules.js'
import { leftSentence, liftSentence, ownPanelSentence, unchangedSentence, unclaimedSentence } from './wording.js'

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
    const refined = applyEdits(stimulus, applied)
    const left = leftSentence(refined, answer.left ?? [])
    if (applied.length === 0)
      return { result: unchanged(input, checked, isRehearsal(deps), left), trust: trustWithoutStudy(deps, []) }

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
          left,
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
function unchanged(
  input: RefinementInput,
  checked: readonly CheckedEdit[],
  rehearsal: boolean,
  left: string,
): RefinementResult {
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
    sentence: [unchangedSentence(edits, rehearsal, input), left].filter(Boolean).join(' '),
  }
}

/** Sizes in tokens for texts of usual length. */
const SIZES = { schema: 160, finding: 60, edit: 60 } as const
/** Usual number of edits that pass the checks: about one per finding. */
const TYPICAL_EDITS = 3

/** The calls of a refinement with the usual number of edits. Throws `invalid_input` for an unknown archetype. */
function planRefinement(input: RefinementInput): PlannedCalls[] {
  const { stimulus, findings } = input
  const answered = new Set(input.before.responses.map(({ persona_id }) => persona_id))
  const panel = seatPanel({ ...input, count: input.personas }).filter(({ persona_id }) => answered.has(persona_id))
  const edits = Math.min(findings.length, TYPICAL_EDITS)
  const short = Math.min(panel.length, MAX_EDIT_PEOPLE) * (1 + edits)
  const again = planRespond(stimulus, panel, { stage: 3, count: panel.length, ballot: input.ballot })
  const calls: PlannedCalls[] = [
    {
      task: 'rewrite',
      stage: 1,
      count: 1,
      input_tokens: tokensOf(REWRITE_RULES) + tokensOf(stimulus) + SIZES.schema + findings.length * SIZES.finding,
      output_tokens: edits * SIZES.edit,
    },
    planClaims(stimulus, { stage: 2, count: 1 }),
    again,
    planReact(stimulus, panel, { stage: 2, count: short }),
    ...planFidelity(panel.length, again, 4),
  ]
  return [...calls, ...planRatings(input.intent, 6, 2 * panel.length), ...planRatings(input.intent, 3, short)]
}
