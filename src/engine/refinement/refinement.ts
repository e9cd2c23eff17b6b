import type { Edit, Lift, RefinementInput, RefinementResult } from '../../domain/panel/refinement.js'
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
import { applyEdits, type Replacement } from './apply-edits.js'
import { type CheckedEdit, checkEdits, soundTogether } from './check-edit.js'
import { type Effect, effectOfOnly, lowersScore, MAX_EDIT_PEOPLE, measureEdits } from './effects.js'
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
    const proposed = checked.flatMap(({ place }) => place ?? [])
    const leftIn = (text: string) => leftSentence(text, answer.left ?? [])
    if (proposed.length === 0)
      return {
        result: unchanged(input, asEdits(checked, [], []), isRehearsal(deps), leftIn(stimulus)),
        trust: trustWithoutStudy(deps, []),
      }

    const rater = await createIntentRater(deps, rules, input.intent)
    const answered = new Set(input.before.responses.map(({ persona_id }) => persona_id))
    const panel = seated.filter(({ persona_id }) => answered.has(persona_id))
    const isOnly = proposed.length === 1
    const alone = isOnly ? [] : await measureEdits(deps, rules.react, rater, panel, input, proposed)
    const measuredAlone = isRehearsal(deps) ? alone.map(withoutJudgement) : alone
    const better = isOnly ? proposed : proposed.filter((_, edit) => !lowersScore(alone[edit]?.effect))
    const kept = soundTogether(stimulus, better)
    if (kept.length === 0)
      return {
        result: unchanged(input, asEdits(checked, measuredAlone, kept), isRehearsal(deps), leftIn(stimulus)),
        trust: trustWithoutStudy(deps, []),
      }

    const refined = applyEdits(stimulus, kept)
    const retested = await retest(deps, rules, panel, input, refined)
    const { before, after } = await rateBoth(rater, input.before.responses, retested.responses)
    const measured = measureLift(
      panel,
      { claims: input.before.claims, responses: before },
      { claims: retested.claims, responses: after },
      rater.anchorRange,
    )
    const effects = isOnly ? [effectOfOnly(measured, noise_floor)] : alone
    const edits = asEdits(checked, isRehearsal(deps) ? effects.map(withoutJudgement) : effects, kept)
    const trust = trustWithoutStudy(deps, retested.outcomes, {
      intent: judgeIntent([...before, ...after]),
      fidelity: judgeFidelity(retested.fidelity),
      // The noise floor was measured with these people and this text in the original test.
      assay: judgeBlanks({ noise_floor, readings: [] }, noise_floor === null ? 'off' : 'quick'),
    })
    const lift = measured.lift.pressure_score
    if (lowersScore(lift)) {
      const worse = edits.map((edit) => (edit.status === 'applied' ? leftOut(edit, WORSE_TOGETHER) : edit))
      return { result: unchanged(input, worse, isRehearsal(deps), leftIn(stimulus), lift), trust }
    }
    deps.storeRespondents(panel, retested.responses)
    return {
      result: {
        ...inputFields(input, edits),
        refined,
        claims: retested.claims,
        responses: after,
        ...measured,
        sentence: [
          liftSentence(lift, measured.per_persona.length, edits, isRehearsal(deps), noise_floor),
          leftIn(refined),
          ownPanelSentence(input),
          unclaimedSentence(input.before.claims, retested.claims),
        ]
          .filter(Boolean)
          .join(' '),
      },
      trust,
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

const WORSE_ALONE = 'Alone it makes the text worse, so it is left out.'
const BROKEN_ALONE = 'Without the edits that are left out it would leave its sentence broken.'
const WORSE_TOGETHER = 'The text with it is worse than without, so it is left out.'

/**
 * The edits with their effects, one per edit with a place, in order. One that is not `kept` is left out: alone it makes
 * the text worse, or its sentence needs another that does. An only edit is judged with the text.
 */
function asEdits(checked: readonly CheckedEdit[], effects: readonly Effect[], kept: readonly Replacement[]): Edit[] {
  const unmeasured = { effect: null, backfired: false }
  let next = 0
  return checked.map(({ place, ...edit }): Edit => {
    if (place === null) return { ...edit, ...unmeasured, start: null, status: 'dropped' }
    const applied = { ...edit, ...unmeasured, start: place.start, status: 'applied' as const, ...effects[next++] }
    if (kept.includes(place)) return applied
    return leftOut(applied, lowersScore(applied.effect) ? WORSE_ALONE : BROKEN_ALONE)
  })
}

const leftOut = (edit: Edit, problem: string): Edit => ({ ...edit, start: null, status: 'dropped', problem })

const inputFields = ({ stimulus, about, category, skepticism, findings }: RefinementInput, edits: Edit[]) => ({
  original: stimulus,
  about,
  category,
  skepticism,
  findings,
  edits,
})

/**
 * The result of an unchanged text: the test's figures stand. `lift`: what was measured of the edited text, where it was
 * worse.
 */
function unchanged(
  input: RefinementInput,
  edits: Edit[],
  rehearsal: boolean,
  left: string,
  lift: Lift | null = null,
): RefinementResult {
  const { claims, responses, scores } = input.before
  return {
    ...inputFields(input, edits),
    refined: input.stimulus,
    claims,
    responses,
    scores: { before: scores, after: scores },
    lift: null,
    per_persona: [],
    sentence: [unchangedSentence(edits, rehearsal, input, lift), left].filter(Boolean).join(' '),
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
  const again = planRespond(stimulus, panel, { stage: 5, count: panel.length, ballot: input.ballot })
  const calls: PlannedCalls[] = [
    {
      task: 'rewrite',
      stage: 1,
      count: 1,
      input_tokens: tokensOf(REWRITE_RULES) + tokensOf(stimulus) + SIZES.schema + findings.length * SIZES.finding,
      output_tokens: edits * SIZES.edit,
    },
    planReact(stimulus, panel, { stage: 2, count: short }),
    planClaims(stimulus, { stage: 4, count: 1 }),
    again,
    ...planFidelity(panel.length, again, 6),
  ]
  return [...calls, ...planRatings(input.intent, 8, 2 * panel.length), ...planRatings(input.intent, 3, short)]
}
