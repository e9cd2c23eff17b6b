import { type ComparisonInput, type ComparisonResult, LABELS } from '../../domain/comparison.js'
import type { Persona } from '../../domain/persona.js'
import type { Response } from '../../domain/response.js'
import { isRehearsal } from '../../domain/run.js'
import { AppError } from '../../errors.js'
import type { EngineDeps, Settled } from '../deps.js'
import { trustWithoutStudy } from '../paired/trust.js'
import { extractClaims } from '../panel/claims/claims.js'
import { CLAIMS_RULES } from '../panel/claims/prompt.js'
import { createIntentRater, type IntentRater } from '../panel/intent/rate-intent.js'
import { respondRules } from '../panel/respond/prompt.js'
import { mean, panelIntent, panelScores, personScores, scoreIntervals, tenth } from '../panel/scores.js'
import type { Pipeline } from '../pipeline.js'
import { parallelSteps } from '../side-by-side.js'
import { bestOf, comparePairs } from './differences.js'
import { describeDesign, orderOfSeat, williamsOrders } from './order.js'
import { planComparison, seatComparison } from './plan.js'
import { type Candidate, sitThrough } from './sitting.js'
import { asRehearsal, comparisonSentence } from './wording.js'

const MIN_ANSWERS = 3

/** Somebody who answered to everything: responses in the candidates' order. */
type Sitting = { readonly persona: Persona; readonly order: readonly number[]; readonly responses: readonly Response[] }

/** Two to five propositions on one panel: everybody sees all of them, in an order that is balanced over the panel. */
export const comparisonPipeline: Pipeline<'comparison'> = {
  plan: planComparison,
  async run(deps, input) {
    // Kept with the run: a deploy in the middle changes nothing for the calls still to come.
    const rules = await deps.step('rules', null, () => ({ claims: CLAIMS_RULES, respond: respondRules(0, false) }))
    deps.report('stage', { stage: 'claims', sentence: 'Finding the claims' })
    const [candidates, rater] = await parallelSteps(deps, [
      () => readCandidates(deps, rules.claims, input),
      () => createIntentRater(deps, input.intent),
    ])
    const panel = seatComparison(input, input.personas, deps.seed)
    const orders = williamsOrders(candidates.length)
    deps.report('stage', {
      stage: 'respond',
      sentence: `${panel.length} synthetic people read ${candidates.length} propositions, one after the other`,
      total: panel.length * candidates.length,
    })
    const outcomes = await deps.fanOut(panel, async (persona, seat): Promise<Sitting> => {
      const order = orderOfSeat(orders, seat)
      return { persona, order, responses: await sitThrough(deps, rules.respond, persona, candidates, order) }
    })
    deps.keep(panel, [])
    const sittings = await rated(rater, enoughSittings(outcomes))
    const compared = resultOf(deps.seed, rater, input, candidates, sittings, describeDesign(orders, panel.length))
    const result = isRehearsal(deps) ? asRehearsal(compared) : compared
    return { result, trust: trustWithoutStudy(deps, outcomes) }
  },
}

async function readCandidates(deps: EngineDeps, rules: string, input: ComparisonInput): Promise<Candidate[]> {
  const { category, skepticism, propositions } = input
  return parallelSteps<Candidate[]>(
    deps,
    propositions.map(({ stimulus }, index) => async () => {
      const label = LABELS[index] ?? `${index + 1}`
      const claims = await extractClaims(deps, rules, { stimulus, category }, `claims:${label}`)
      return { label, stimulus, category, skepticism, claims }
    }),
  )
}

/** Half of the panel, and three, must have answered to everything; who missed one is left out of every figure. */
function enoughSittings(outcomes: readonly Settled<Persona, Sitting>[]): Sitting[] {
  const complete = outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []))
  if (complete.length >= Math.max(MIN_ANSWERS, outcomes.length / 2)) return complete
  const reasons = outcomes.flatMap((outcome) =>
    'error' in outcome ? [`${outcome.item.name}: ${outcome.error.message}`] : [],
  )
  throw new AppError('too_few_answers', {
    answered: complete.length,
    asked: outcomes.length,
    reason: reasons.slice(0, 3).join(' '),
  })
}

async function rated(rater: IntentRater, sittings: readonly Sitting[]): Promise<Sitting[]> {
  const purchaseStatements = sittings.flatMap(({ responses }) => responses.map((outcome) => outcome.purchase_statement))
  const pmfs = await rater.rate('panel', purchaseStatements)
  let next = 0
  return sittings.map((sitting) => ({
    ...sitting,
    responses: sitting.responses.map((response) => ({
      ...response,
      intent_pmf: [...(pmfs[next++] ?? [])],
      intent_method: rater.method,
    })),
  }))
}

function resultOf(
  seed: number,
  rater: IntentRater,
  { category, skepticism, propositions }: ComparisonInput,
  candidates: readonly Candidate[],
  sittings: readonly Sitting[],
  design: string,
): ComparisonResult {
  const labels = candidates.map(({ label }) => label)
  const responsesTo = (which: number) => sittings.flatMap(({ responses }) => responses[which] ?? [])
  const people = labels.map((_, which) =>
    responsesTo(which).map((response) => personScores(response, rater.anchorRange)),
  )
  const pressure = people.map((scores) => scores.map((outcome) => outcome.pressure))
  const differences = comparePairs(labels, pressure, seed)
  const best = bestOf(labels, differences)
  const pressureAtPlace = (place: number) =>
    sittings.map(({ order }, person) => pressure[order[place] ?? 0]?.[person] ?? 0)
  return {
    category,
    skepticism,
    propositions: candidates.map(({ label, stimulus, claims }, which) => ({
      label,
      name: propositions[which]?.name ?? label,
      stimulus,
      claims,
      scores: panelScores(people[which] ?? []),
      intervals: scoreIntervals(people[which] ?? [], seed),
      intent: panelIntent(responsesTo(which), rater.method, seed),
      responses: responsesTo(which),
    })),
    order: {
      design,
      orders: sittings.map(({ persona, order }) => ({
        persona_id: persona.persona_id,
        labels: order.map((which) => labels[which] ?? ''),
      })),
      mean_by_place: labels.map((_, place) => tenth(mean(pressureAtPlace(place)))),
    },
    differences,
    best,
    sentence: comparisonSentence(differences, best, sittings.length),
  }
}
