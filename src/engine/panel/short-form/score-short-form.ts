import type { ShortReaction } from '../../../domain/panel/short-reaction.js'
import type { Category, Persona, SkepticismLevel } from '../../../domain/personas/persona.js'
import type { EngineDeps } from '../../deps.js'
import { type IntentRater, intentIndex } from '../intent/rate-intent.js'
import { pressureOf, SENTIMENT_POINTS, STANCE_POINTS } from '../scores.js'
import { reactPrompt } from './prompt.js'

/** Scores of texts by one panel in the short form: `scores[text][person]`, 0–100; `null` without answer or rated intent. */
type ShortFormScores = readonly (readonly (number | null)[])[]

/** A text to show in the short form, with the context beside it. */
export type ShortFormText = {
  readonly stimulus: string
  readonly about: string
  /** Replaces the panel's people seat by seat: the same people under other names. */
  readonly people?: readonly Persona[]
  /** Replaces the panel's model. */
  readonly model?: string
}

/**
 * Shows each text to each person, alone and in the short form, and scores the reactions by the formula of the pressure
 * score. Nobody sees two texts in one call.
 */
export async function scoreShortForm(
  deps: EngineDeps,
  rules: string,
  rater: IntentRater,
  key: string,
  texts: readonly ShortFormText[],
  panel: readonly Persona[],
  { category, skepticism }: { category: Category; skepticism: SkepticismLevel },
): Promise<ShortFormScores> {
  const pairs = texts.flatMap(({ people = panel, ...shown }, text) =>
    people.map((persona) => ({ ...shown, text, persona })),
  )
  const outcomes = await deps.fanOut(pairs, ({ stimulus, about, model, text, persona }) => {
    const facts = { stimulus, about, category, skepticism, persona }
    return deps.ask(`${key}:${text + 1}:${persona.persona_id}`, 'react', facts, reactPrompt(rules, facts), { model })
  })
  const reactions = outcomes.map((outcome) => ('value' in outcome ? outcome.value : null))
  const answered = outcomes.flatMap((outcome) =>
    'value' in outcome ? [{ ...outcome.value, owner: outcome.item.persona.persona_id }] : [],
  )
  const pmfs = await rater.rate(
    key,
    answered.map(({ purchase_statement }) => purchase_statement),
    answered.map(({ owner }) => owner),
  )
  let next = 0
  const scores = reactions.map((reaction) => {
    const pmf = reaction === null ? null : pmfs[next++]
    return reaction && pmf ? shortFormScore(reaction, intentIndex(pmf, rater.anchorRange)) : null
  })
  return texts.map((_, text) => scores.slice(text * panel.length, (text + 1) * panel.length))
}

const shortFormScore = ({ stance, considered_sentiment }: ShortReaction, intent: number): number =>
  pressureOf({ credibility: STANCE_POINTS[stance], intent, sentiment: SENTIMENT_POINTS[considered_sentiment] })
