import type { PressureTestInput } from '../../../domain/panel/pressure-test.js'
import type { Response } from '../../../domain/panel/response.js'
import type { Persona } from '../../../domain/personas/persona.js'
import type { EngineDeps } from '../../deps.js'
import { seatPanel } from '../../personas/seat-panel.js'
import { type IntentRater, rateResponses } from '../intent/rate-intent.js'
import { WORDINGS } from '../respond/prompt.js'
import { type Concept, type Respondent, respond } from '../respond/respond.js'

/** A panel with the sample of people and the wording of the instrument it was asked with. */
export type AskedPanel = {
  readonly sample: number
  readonly wording: number
  readonly respondents: readonly Respondent[]
}

/** Distance between the seeds of resampled panels, far larger than between seeds that users choose. */
const SEED_STEP = 7_919

/**
 * The samples and wordings of `panels` rebuilt panels. The run's own panel is sample 0 in wording 0. The others cross
 * new people with new wordings, so that the two effects can be told apart.
 */
const designOf = (panels: number): { sample: number; wording: number }[] =>
  Array.from({ length: panels }, (_, index) => ({
    sample: Math.ceil(index / 2),
    wording: index % 2 === 0 ? 1 + ((index / 2) % (WORDINGS - 1)) : 0,
  }))

/** The people of each rebuilt panel. */
export const seatRebuiltPanels = (input: PressureTestInput, seed: number): Persona[][] =>
  designOf(input.stability).map(({ sample }) =>
    seatPanel({ ...input, count: input.personas, seed: seed + sample * SEED_STEP }),
  )

/** Asks the rebuilt panels, side by side. Odd wordings show the claims in reverse order. */
export async function askRebuiltPanels(
  deps: EngineDeps,
  rules: readonly string[],
  rater: IntentRater,
  concept: Concept,
  panels: readonly (readonly Persona[])[],
): Promise<AskedPanel[]> {
  const design = designOf(panels.length)
  const seats = design.flatMap((panel, index) => (panels[index] ?? []).map((persona) => ({ panel, index, persona })))
  const outcomes = await deps.fanOut(seats, ({ panel, index, persona }) =>
    respond(
      deps,
      rules[panel.wording] ?? '',
      `stability:${index + 1}:${persona.persona_id}`,
      persona,
      panel.wording % 2 === 1 ? { ...concept, claims: [...concept.claims].reverse() } : concept,
      { variant: panel.wording },
    ),
  )
  const answered = outcomes
    .filter((outcome) => 'value' in outcome)
    .map((outcome) => ({ ...outcome.item, respondent: outcome.value }))
  const rated = await rateResponses(
    rater,
    'stability',
    answered.map(({ respondent }) => respondent.response),
  )
  return design.map((panel, index) => ({
    ...panel,
    respondents: answered.flatMap((answer, at) =>
      answer.index === index ? [{ ...answer.respondent, response: rated[at] as Response }] : [],
    ),
  }))
}
