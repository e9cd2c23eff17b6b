import type { Claim } from '../../domain/claim.js'
import type { Persona } from '../../domain/persona.js'
import type { Edit, Lift, RefinementInput, RefinementResult } from '../../domain/refinement.js'
import type { Response } from '../../domain/response.js'
import { isRehearsal } from '../../domain/run.js'
import type { EngineDeps, Settled } from '../deps.js'
import { trustWithoutStudy } from '../paired/trust.js'
import { judgeBlanks } from '../panel/assay/judge-assay.js'
import { readProposition } from '../panel/claims/claims.js'
import { CLAIMS_RULES } from '../panel/claims/prompt.js'
import { enforceFidelity, type FidelityRecord, judgeFidelity } from '../panel/fidelity/fidelity.js'
import { FIDELITY_RULES } from '../panel/fidelity/prompt.js'
import { judgeIntent } from '../panel/intent/judge-intent.js'
import { createIntentRater, INTENT_RULES, type IntentRater, rateResponses } from '../panel/intent/rate-intent.js'
import { planClaims, planFidelity, planRatings, planReact, planRespond, tokensOf } from '../panel/planned-calls.js'
import { respondRules } from '../panel/respond/prompt.js'
import { type Respondent, reportAnswer, requireEnoughAnswers, respond } from '../panel/respond/respond.js'
import { storedRules } from '../panel/rules.js'
import { REACT_RULES } from '../panel/short-form/prompt.js'
import { parallelSteps } from '../parallel-steps.js'
import { seatPanel } from '../personas/seat-panel.js'
import type { Pipeline, PlannedCalls } from '../pipeline.js'
import { applyEdits } from './apply-edits.js'
import { type CheckedEdit, checkEdits } from './check-edit.js'
import { type Effect, MAX_EDIT_PEOPLE, measureEdits } from './effects.js'
import { measureLift } from './lifts.js'
import { REWRITE_RULES, rewritePrompt } from './prompt.js'
import { liftSentence, ownPanelSentence, unchangedSentence, unclaimedSentence } from './wording.js'

/** Rewrites a tested proposition by the test's findings, tests it with the same people, and measures each edit alone. */
export const refinementPipeline: Pipeline<'refinement'> = {
  plan: planRefinement,
  async run(deps, input) {
    const { stimulus, category, findings, noise_floor } = input
    const rules = await storedRules(deps, () => refinementRules(input))
    deps.report('stage', { stage: 'rewrite', sentence: 'Rewriting it by what the test found' })
    const facts = { stimulus, category, findings }
    const answer = await deps.ask('rewrite', 'rewrite', facts, rewritePrompt(rules.rewrite, facts))
    const checked = checkEdits(stimulus, findings, answer.edits)
    const applied = checked.flatMap(({ place }) => place ?? [])
    if (applied.length === 0)
      return { result: unchanged(input, checked, isRehearsal(deps)), trust: trustWithoutStudy(deps, []) }

    const refined = applyEdits(stimulus, applied)
    const rater = await createIntentRater(deps, rules, input.intent)
    const panel = seatAgain(input, deps.seed)
    const [retested, effects] = await parallelSteps(deps, [
      () => retest(deps, rules, panel, input, refined),
      () => measureEdits(deps, rules.react, rater, panel, input, applied),
    ])
    const { before, after } = await rateBoth(rater, input.before.responses, retested.responses)
    const measured = measureLift(
      panel,
      { claims: input.before.claims, responses: before },
      { claims: retested.claims, responses: after },
      rater.anchorRange,
    )
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

/** Sizes in tokens for texts of usual length. */
const SIZES = { schema: 160, finding: 60, edit: 60 } as const
/** Usual number of edits that pass the checks: about one per finding. */
const TYPICAL_EDITS = 3

/** The calls of a refinement with the usual number of edits. Throws `invalid_input` for an unknown archetype. */
function planRefinement(input: RefinementInput): PlannedCalls[] {
  const { stimulus, findings } = input
  const panel = seatAgain(input, input.seed)
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

type RefinementRules = ReturnType<typeof refinementRules>

/** The instructions of every task of a refinement, as of its beginning. */
const refinementRules = ({ ballot }: { ballot: boolean }) => ({
  rewrite: REWRITE_RULES,
  claims: CLAIMS_RULES,
  respond: respondRules(0, ballot),
  fidelity: FIDELITY_RULES,
  react: REACT_RULES,
  ...INTENT_RULES,
})

/** The people who answered in the test. Its text recalls their memories, as the same person reads the refined text. */
function seatAgain(input: RefinementInput, seed: number): Persona[] {
  const answered = new Set(input.before.responses.map(({ persona_id }) => persona_id))
  return seatPanel({ ...input, count: input.personas, seed }).filter(({ persona_id }) => answered.has(persona_id))
}

type Retest = {
  readonly outcomes: Settled<Persona, Respondent>[]
  readonly claims: Claim[]
  readonly fidelity: FidelityRecord
  /** Responses to the refined text. */
  readonly responses: Response[]
}

/** Asks the same people about the refined text with the same instrument: claims, answers, fidelity check, rating. */
async function retest(
  deps: EngineDeps,
  rules: RefinementRules,
  panel: readonly Persona[],
  { about, category, skepticism, ballot }: RefinementInput,
  refined: string,
): Promise<Retest> {
  const { claims } = await readProposition(deps, rules.claims, { stimulus: refined, about, category })
  const concept = { stimulus: refined, about, category, skepticism, claims }
  deps.report('stage', {
    stage: 'respond',
    sentence: `The same ${panel.length} synthetic people read the refined text`,
    total: panel.length,
  })
  const ask = (key: string, persona: Persona, feedback = '') =>
    respond(deps, rules.respond, key, persona, concept, { ballot, feedback })
  const outcomes = await deps.fanOut(panel, async (persona) => {
    const respondent = await ask(`respond:${persona.persona_id}`, persona)
    reportAnswer(deps, respondent)
    return respondent
  })
  const fidelity = await enforceFidelity(
    deps,
    rules.fidelity,
    requireEnoughAnswers(outcomes),
    ({ persona }, attempt, feedback) => ask(`respond:${persona.persona_id}:again${attempt}`, persona, feedback),
  )
  const answers = fidelity.respondents.map(({ response }) => response)
  deps.storeRespondents(panel, answers)
  return { outcomes, claims, fidelity, responses: answers }
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
  return checked.map(({ place, ...edit }): Edit => {
    if (place === null) return { ...edit, start: null, status: 'dropped', effect: null, backfired: false }
    return { ...edit, start: place.start, status: 'applied', effect: null, backfired: false, ...effects[next++] }
  })
}

const inputFields = ({ stimulus, about, category, skepticism, findings }: RefinementInput, edits: Edit[]) => ({
  original: stimulus,
  about,
  category,
  skepticism,
  findings,
  edits,
})

const NO_CHANGE: Lift = { mean: 0, interval: null }

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
    lift: {
      pressure_score: NO_CHANGE,
      gut_attraction_index: NO_CHANGE,
      credibility_score: NO_CHANGE,
      intent: NO_CHANGE,
    },
    per_persona: [],
    sentence: unchangedSentence(edits, rehearsal),
  }
}
