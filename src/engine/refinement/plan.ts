import type { RefinementInput } from '../../domain/panel/refinement.js'
import { planClaims, planFidelity, planRatings, planReact, planRespond, tokensOf } from '../panel/planned-calls.js'
import { seatPanel } from '../personas/seat-panel.js'
import type { PlannedCalls } from '../pipeline.js'
import { MAX_EDIT_PEOPLE } from './effects.js'
import { REWRITE_RULES } from './prompt.js'

/** Sizes in tokens for texts of usual length. */
const SIZES = { schema: 160, finding: 60, edit: 60 } as const
/** Usual number of edits that pass the checks: about one per finding. */
const TYPICAL_EDITS = 3

/** The calls of a refinement with the usual number of edits. Throws `invalid_input` for an unknown archetype. */
export function planRefinement(input: RefinementInput): PlannedCalls[] {
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
