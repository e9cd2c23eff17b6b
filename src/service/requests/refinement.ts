import type { Analysis } from '../../domain/panel/analysis.js'
import type { PressureTestInput } from '../../domain/panel/pressure-test.js'
import type { Finding, RefinementInput } from '../../domain/panel/refinement.js'
import type { Run } from '../../domain/run/run-state.js'
import { requireReadingRuns } from '../../domain/workspace/token-scopes.js'
import { AppError, refuse } from '../../errors.js'
import type { Context } from '../context.js'
import { finishedRun } from '../run/finished-run.js'

/** A finished pressure test whose proposition is rewritten by its findings and tested with the same people. */
export type RefinementRequest = { readonly run_id: string }

/**
 * The findings of the run, its panel and its scores. Errors: `not_found`, `conflict` (not completed, without analysis,
 * or made with other models), `invalid_input` (another kind, or pictures), `nothing_to_mend`.
 */
export async function resolveRefinement(ctx: Context, { run_id }: RefinementRequest): Promise<RefinementInput> {
  requireReadingRuns(ctx.grant)
  const { run, input, result, trust } = await finishedRun(ctx, run_id, ['pressure_test'], 'refine')
  sameModel(ctx, run)
  if (input.pictures)
    refuse(
      `Run ${run_id} was shown pictures, and the words in a picture cannot be rewritten here. Test its words as text, and refine that test.`,
    )
  const { analysis } = result
  if (analysis === null) {
    throw new AppError('conflict', {
      problem: `Run ${run_id} has no analysis, so there are no recommendations to rewrite it by. Get the analysis first, which buys nothing else: pressure-test runs retry ${run_id}`,
    })
  }
  const findings = findingsOf(analysis)
  if (findings.length === 0) throw new AppError('nothing_to_mend', { run_id })
  const { pressure_score, gut_attraction_index, credibility_score } = analysis
  return {
    ...panelOf(input),
    stimulus: result.stimulus,
    findings,
    noise_floor: trust?.assay?.noise_floor ?? null,
    before: {
      claims: result.claims ?? [],
      responses: result.responses,
      scores: { pressure_score, gut_attraction_index, credibility_score },
    },
  }
}

const panelOf = ({
  about,
  category,
  panel,
  people,
  personas,
  skepticism,
  intent,
  seed,
  focus_group,
}: PressureTestInput) => ({
  about,
  category,
  panel,
  people,
  personas,
  skepticism,
  intent,
  seed,
  ballot: focus_group === 'live',
})

const WEIGHT = { high: 0, medium: 1, low: 2 } as const

/** The analysis's recommendations, most important first, each with the weakness that it addresses. */
function findingsOf({ recommended_refinements }: Pick<Analysis, 'recommended_refinements'>): Finding[] {
  return [...recommended_refinements]
    .sort((a, b) => WEIGHT[a.priority] - WEIGHT[b.priority])
    .map(({ recommendation, addresses, priority }, index) => ({
      finding_id: `f${index + 1}`,
      finding: addresses.trim() || recommendation,
      fix: recommendation,
      priority,
    }))
}

/** Answers of two models differ by the models, so a lift between them could not be attributed to the edits. */
function sameModel({ model }: Context, { run_id, model: before }: Run): void {
  if (model.mode === before.mode && model.persona === before.persona) return
  const named = ({ mode, persona }: Run['model']) => (mode === 'offline' ? 'the offline behaviour model' : persona)
  throw new AppError('conflict', {
    problem: `Run ${run_id} was answered by ${named(before)}, and this would be by ${named(model)}: the difference would be the models', not the edits'. Test the proposition again first, or set ${before.mode === 'offline' ? 'PRESSURE_TEST_MODEL=offline' : `PERSONA_MODEL=${before.persona}`}.`,
  })
}
