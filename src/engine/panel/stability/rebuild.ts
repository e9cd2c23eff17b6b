import type { PressureTestInput } from '../../../domain/pressure-test.js'
import type { EngineDeps } from '../../deps.js'
import { seatPanel } from '../../personas/seat-panel.js'
import type { IntentRater } from '../intent/rate-intent.js'
import { WORDINGS } from '../respond/prompt.js'
import { type Respondent, respond, type Subject } from '../respond/respond.js'

/** A panel as it was asked: which draw of people, which wording of the instrument. */
export type AskedPanel = {
  readonly draw: number
  readonly wording: number
  readonly respondents: readonly Respondent[]
}

/** Seeds of redrawn panels lie far from those that people choose. */
const SEED_STEP = 7_919

/**
 * The draws and wordings of `panels` rebuilt panels. The run's own panel is draw 0 in wording 0; the others cross new
 * people with new wordings, so that the two can be told apart.
 */
const designOf = (panels: number): { draw: number; wording: number }[] =>
  Array.from({ length: panels }, (_, index) => ({
    draw: Math.ceil(index / 2),
    wording: index % 2 === 0 ? 1 + ((index / 2) % (WORDINGS - 1)) : 0,
  }))

/** Seats and asks the panels of a design, side by side. Claims are shown in reverse in every other wording. */
export async function askAgain(
  deps: EngineDeps,
  rules: readonly string[],
  rater: IntentRater,
  subject: Subject,
  input: PressureTestInput,
): Promise<AskedPanel[]> {
  const design = designOf(input.stability)
  const seats = design.flatMap((panel, index) =>
    seatPanel({ ...input, count: input.personas, seed: deps.seed + panel.draw * SEED_STEP }).map((persona) => ({
      panel,
      index,
      persona,
    })),
  )
  const asked = await deps.fanOut(seats, ({ panel, index, persona }) =>
    respond(
      deps,
      rules[panel.wording] ?? '',
      `stability:${index + 1}:${persona.persona_id}`,
      persona,
      panel.wording % 2 === 1 ? { ...subject, claims: [...subject.claims].reverse() } : subject,
      { variant: panel.wording },
    ),
  )
  const answered = asked.flatMap((one) => ('value' in one ? [{ ...one.item, respondent: one.value }] : []))
  const pmfs = await rater.rate(
    'stability',
    answered.map(({ respondent }) => respondent.response.purchase_statement),
  )
  const rated = answered.map((one, at) => ({
    ...one,
    respondent: {
      ...one.respondent,
      response: { ...one.respondent.response, intent_pmf: [...(pmfs[at] ?? [])], intent_method: rater.method },
    },
  }))
  return design.map((panel, index) => ({
    ...panel,
    respondents: rated.flatMap((one) => (one.index === index ? [one.respondent] : [])),
  }))
}
