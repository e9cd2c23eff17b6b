import type { Claim } from '../../../domain/panel/claim.js'
import type { Reason } from '../../../domain/panel/focus-group.js'
import type { PersonaAnswer, Response } from '../../../domain/panel/response.js'
import type { Picture } from '../../../domain/panel/stimulus.js'
import type { Category, Persona, SkepticismLevel } from '../../../domain/personas/persona.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { AppError } from '../../../errors.js'
import type { EngineDeps, Settled } from '../../deps.js'
import { respondPrompt } from './prompt.js'

/** The concept under test as each respondent sees it, with its claims. */
export type Concept = {
  readonly stimulus: string
  /** Context beside the proposition, not scored; '' for none. */
  readonly about: string
  readonly category: Category
  readonly skepticism: SkepticismLevel
  readonly claims: Claim[]
  /** Pictures shown with the text. */
  readonly pictures?: readonly Picture[] | undefined
}

/** One person's answer given alone, with the private reasons of its secret ballot. */
export type Respondent = { readonly persona: Persona; readonly response: Response; readonly reasons: Reason[] }

type RespondOptions = Partial<Pick<FactsOf<'respond'>, 'ballot' | 'variant' | 'seen' | 'feedback'>>

/** Asks one synthetic person. The name comes from our panel, the claims from our list; nothing a model echoes is trusted. */
export async function respond(
  deps: EngineDeps,
  rules: string,
  key: string,
  persona: Persona,
  { stimulus, about, category, skepticism, claims, pictures }: Concept,
  { ballot = false, variant = 0, seen = [], feedback = '' }: RespondOptions = {},
): Promise<Respondent> {
  const facts = { stimulus, about, category, skepticism, persona, claims, ballot, variant, seen, feedback }
  const answer = await deps.ask(key, 'respond', facts, respondPrompt(rules, facts, pictures))
  return asRespondent(persona, claims, answer)
}

export function asRespondent(persona: Persona, claims: readonly Claim[], answer: PersonaAnswer): Respondent {
  const { private_reasons, beliefs, ...rest } = answer
  const beliefOf = new Map(beliefs.map((belief) => [belief.claim_id, belief]))
  return {
    persona,
    response: {
      ...rest,
      persona_name: persona.name,
      persona_id: persona.persona_id,
      archetype: persona.archetype,
      influence_type: persona.influence_type,
      intent_pmf: null,
      intent_method: null,
      beliefs: claims.flatMap(({ claim_id }) => beliefOf.get(claim_id) ?? []),
    },
    reasons: private_reasons.map((reason, index) => ({ ...reason, reason_id: `r${index + 1}` })),
  }
}

const MIN_ANSWERS = 3

/** The answers, if at least half of the people and three have answered. Throws `too_few_answers` otherwise. */
export function requireEnoughAnswers<T>(outcomes: readonly Settled<Persona, T>[]): T[] {
  const answered = outcomes.filter((outcome) => 'value' in outcome).map((outcome) => outcome.value)
  if (answered.length >= Math.max(MIN_ANSWERS, outcomes.length / 2)) return answered
  const reasons = outcomes
    .filter((outcome) => 'error' in outcome)
    .map((outcome) => `${outcome.item.name}: ${outcome.error.message}`)
  throw new AppError('too_few_answers', {
    answered: answered.length,
    asked: outcomes.length,
    reason: reasons.slice(0, 3).join(' '),
  })
}

export function reportAnswer(deps: EngineDeps, { persona, response }: Respondent): void {
  deps.report('respondent_answered', {
    persona_id: persona.persona_id,
    name: persona.name,
    archetype: persona.archetype_name,
    sentiment: response.considered_sentiment,
    purchase_intent: response.purchase_intent,
    says: response.gut_reaction,
    doubts: (response.beliefs ?? []).filter(({ stance }) => stance !== 'believes').map(({ claim_id }) => claim_id),
  })
}
