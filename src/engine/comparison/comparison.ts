import { type ComparisonInput, type ComparisonResult, LABELS } from '../../domain/panel/comparison.js'
import type { Response } from '../../domain/panel/response.js'
import { SCORING_VERSION } from '../../domain/panel/scores.js'
import type { Persona } from '../../domain/personas/persona.js'
import { isRehearsal } from '../../domain/run/run.js'
import type { FactsOf } from '../../domain/run/tasks.js'
import { AppError } from '../../errors.js'
import type { EngineDeps } from '../deps.js'
import { trustWithoutStudy } from '../paired/trust-without-study.js'
import { readBlanks } from '../panel/assay/assay.js'
import { ASSAY_OFF, assayMode, judgeBlanks } from '../panel/assay/judge-assay.js'
import { readProposition } from '../panel/claims/claims.js'
import { CLAIMS_RULES } from '../panel/claims/prompt.js'
import { whyNotJudged } from '../panel/claims/readable.js'
import {
  createIntentRater,
  INTENT_RULES,
  type IntentRater,
  judgeIntent,
  ratedAlike,
  rateResponses,
} from '../panel/intent/rate-intent.js'
import { withPicturesRead } from '../panel/pictures/read-pictures.js'
import { respondRules } from '../panel/respond/prompt.js'
import { type Concept, reportAnswer, requireEnoughAnswers, respond } from '../panel/respond/respond.js'
import { storedRules } from '../panel/rules.js'
import { panelIntent, panelScores, personScores, scoreIntervals } from '../panel/scores.js'
import { REACT_RULES } from '../panel/short-form/prompt.js'
import { parallelSteps } from '../parallel-steps.js'
import type { Pipeline } from '../pipeline.js'
import { mean, tenth } from '../statistics/descriptive.js'
import { bestOf, comparePairs } from './differences.js'
import { planComparison, seatComparison } from './plan.js'
import { describeDesign, orderOfSeat, williamsOrders } from './williams-design.js'
import { asRehearsal, comparisonSentence, unclaimedSentence } from './wording.js'

/** A proposition as everybody on the panel is shown it. */
type Candidate = Concept & { readonly label: string; readonly language: string }

/** A person who answered about every candidate; responses in the candidates' order. */
type Sitting = { readonly persona: Persona; readonly order: readonly number[]; readonly responses: readonly Response[] }

/** Two to five propositions on one panel: everybody sees all of them, in orders balanced over the panel. */
export const comparisonPipeline: Pipeline<'comparison'> = {
  plan: planComparison,
  async run(deps, input) {
    const [rules, panel] = await parallelSteps(deps, [
      () => storedRules(deps, comparisonRules),
      () => deps.step('panel', null, () => seatComparison(input, input.personas, deps.seed)),
    ])
    deps.report('stage', { stage: 'claims', sentence: 'Finding the claims' })
    const [candidates, rater] = await parallelSteps(deps, [
      () => readCandidates(deps, rules.claims, input),
      () => createIntentRater(deps, rules, input.intent),
    ])
    const orders = williamsOrders(candidates.length)
    deps.report('stage', {
      stage: 'respond',
      sentence: `${panel.length} synthetic people read ${candidates.length} propositions, one after the other`,
      total: panel.length * candidates.length,
    })
    const mode = assayMode(input.assay, deps.model.mode)
    const [outcomes, blanks] = await parallelSteps(deps, [
      () =>
        deps.fanOut(panel, async (persona, seat): Promise<Sitting> => {
          const order = orderOfSeat(orders, seat)
          return { persona, order, responses: await answerInOrder(deps, rules.respond, persona, candidates, order) }
        }),
      async () => (mode === 'off' ? null : readBlanks(deps, rules.react, rater, panel, candidates, mode)),
    ])
    deps.storeRespondents(panel, [])
    const sittings = await withRatedIntent(rater, requireEnoughAnswers(outcomes))
    const design = describeDesign(orders, panel.length)
    const floor = blanks?.noise_floor ?? null
    const compared = resultOf(deps.seed, rater, input, candidates, sittings, design, floor)
    const result = isRehearsal(deps) ? asRehearsal(compared) : compared
    const assay = blanks === null ? ASSAY_OFF : judgeBlanks(blanks, mode)
    const intent = judgeIntent(sittings.flatMap(({ responses }) => responses))
    return { result, trust: trustWithoutStudy(deps, outcomes, { intent, assay }) }
  },
}

const comparisonRules = () => ({
  claims: CLAIMS_RULES,
  respond: respondRules(0, false),
  react: REACT_RULES,
  ...INTENT_RULES,
})

async function readCandidates(deps: EngineDeps, rules: string, input: ComparisonInput): Promise<Candidate[]> {
  const { about, category, skepticism, propositions } = input
  return parallelSteps<Candidate[]>(
    deps,
    propositions.map((proposition, index) => async () => {
      const label = LABELS[index] ?? `${index + 1}`
      const { stimulus, pictures } = await withPicturesRead(deps, proposition, `pictures:${label}`)
      const { offer, claims } = await readProposition(deps, rules, { stimulus, about, category }, `claims:${label}`)
      const refusal = whyNotJudged(offer)
      if (refusal) throw new AppError('nothing_to_judge', { what: label, ...refusal })
      return { label, stimulus, about, category, skepticism, claims, pictures, language: offer.language }
    }),
  )
}

/**
 * One person sees all candidates one after the other in `order` and answers each before seeing the next (sequential
 * monadic). Returns the responses in the candidates' own order.
 */
async function answerInOrder(
  deps: EngineDeps,
  rules: string,
  persona: Persona,
  candidates: readonly Candidate[],
  order: readonly number[],
): Promise<Response[]> {
  const seen: FactsOf<'respond'>['seen'] = []
  const responses = new Map<number, Response>()
  for (const which of order) {
    const candidate = candidates[which] as Candidate
    const key = `respond:${candidate.label}:${persona.persona_id}`
    const respondent = await respond(deps, rules, key, persona, candidate, { seen: [...seen] })
    reportAnswer(deps, respondent)
    seen.push({ stimulus: candidate.stimulus, purchase_statement: respondent.response.purchase_statement })
    responses.set(which, respondent.response)
  }
  return candidates.flatMap((_, which) => responses.get(which) ?? [])
}

async function withRatedIntent(rater: IntentRater, sittings: readonly Sitting[]): Promise<Sitting[]> {
  const rated = await rateResponses(
    rater,
    'panel',
    sittings.flatMap(({ responses }) => responses),
  )
  let next = 0
  return sittings.map((sitting) => {
    const from = next
    next += sitting.responses.length
    return { ...sitting, responses: rated.slice(from, next) }
  })
}

function resultOf(
  seed: number,
  rater: IntentRater,
  { about, category, skepticism, propositions, panel_note }: ComparisonInput,
  candidates: readonly Candidate[],
  sittings: readonly Sitting[],
  design: string,
  noise_floor: number | null,
): ComparisonResult {
  const labels = candidates.map(({ label }) => label)
  const responsesTo = (candidateIndex: number) => sittings.flatMap(({ responses }) => responses[candidateIndex] ?? [])
  const alike = sittings.map(({ responses }) => ratedAlike(responses))
  const people = labels.map((_, which) =>
    alike
      .flatMap((responses) => responses[which] ?? [])
      .map((response) => personScores(response, candidates[which]?.claims ?? [], rater.anchorRange)),
  )
  const pressure = people.map((scores) => scores.map((score) => score.pressure))
  const differences = comparePairs(labels, pressure, seed, noise_floor)
  const best = bestOf(labels, differences)
  const pressureAtPlace = (place: number) =>
    sittings.map(({ order }, person) => pressure[order[place] ?? 0]?.[person] ?? 0)
  return {
    about,
    scoring_version: SCORING_VERSION,
    category,
    skepticism,
    propositions: candidates.map(({ label, stimulus, claims }, which) => ({
      label,
      name: unlabelled(propositions[which]?.name ?? '', label),
      stimulus,
      claims,
      scores: panelScores(people[which] ?? []),
      intervals: scoreIntervals(people[which] ?? []).intervals,
      intent: panelIntent(responsesTo(which), rater.method),
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
    sentence: comparisonSentence(differences, best, sittings.length) + unclaimedSentence(candidates),
    panel_note,
  }
}

/** A name without its label, which is shown in front of it: “B: Sleep longer”, as its author wrote it. */
const unlabelled = (name: string, label: string): string =>
  name.replace(new RegExp(`^(?:${label} ?(?:[:.)]|[–-](?= ))(?:\\s+|$))+`, 'u'), '').trim() || label
