import { type AskInput, type LifeQuestion, Question } from '../../domain/panel/ask.js'
import type { GroupDynamics } from '../../domain/panel/discussion.js'
import type { Response } from '../../domain/panel/response.js'
import { requireReadingRuns } from '../../domain/workspace/token-scopes.js'
import { AppError, isAppError } from '../../errors.js'
import type { Context } from '../context.js'
import { parseInput } from '../parse-input.js'
import { storedRun } from '../run/export-run.js'
import { finishedRun } from '../run/finished-run.js'
import { findRun } from '../run/get-run.js'

/** A question to a respondent of a finished run. */
export type QuestionRequest = {
  readonly run_id: string
  /** A persona id, or a name in any letter case. */
  readonly persona: string
  readonly question: string
}

/** Most names that an error lists; further ones are counted. */
const NAMES_LISTED = 20
/** A result keeps the reasons of a ballot without their strength; the middle of the scale stands in for it. */
const UNKNOWN_STRENGTH = 3

/**
 * The question with everything this one person remembers: thoughts, statements, what it heard, and later questions.
 * Errors: `not_found`, `conflict` (not completed), `invalid_input` (another kind, an empty question, an unknown name).
 */
export async function resolveQuestion(
  ctx: Context,
  { run_id, persona: name, question }: QuestionRequest,
): Promise<AskInput | LifeQuestion> {
  requireReadingRuns(ctx.grant)
  const parsedQuestion = parseInput(Question, question)
  const { kind } = await findRun(ctx, run_id)
  if (kind === 'simulation') return questionToUser(ctx, run_id, name, parsedQuestion)
  const { run, input, result } = await finishedRun(ctx, run_id, ['pressure_test', 'focus_group'], 'ask')
  const response = findRespondent(result.responses, name)
  const { persona_id, persona_name } = response
  const [persona, earlier] = await Promise.all([
    ctx.store.respondents.persona(run, persona_id),
    ctx.store.respondents.exchanges(run, persona_id),
  ])
  if (!persona) throw new AppError('not_found', { what: 'respondent', id: persona_name })
  const { stimulus, about = '', category, skepticism, group_dynamics } = result
  return {
    stimulus,
    about,
    category,
    skepticism,
    persona,
    response,
    reasons: reasonsOf(group_dynamics, persona_id),
    heard: heardBy(group_dynamics, response),
    earlier,
    question: parsedQuestion,
    seed: input.seed,
    source_run_id: run.run_id,
  }
}

/** A question to a person of a simulation, with that person's weeks computed again, or as they are stored. */
async function questionToUser(ctx: Context, run_id: string, name: string, question: string): Promise<LifeQuestion> {
  const { run } = await finishedRun(ctx, run_id, ['simulation'], 'ask')
  const recorded = await storedRun(ctx, run)
  const life = await ctx.simulations.life(recorded, name).catch(async (error: unknown) => {
    const from = isAppError(error, 'conflict') ? ctx.simulations.place(recorded, name) : null
    if (from === null) throw error
    for await (const [stored] of ctx.store.storedLives.read(run, { from, to: from + 1 }))
      if (stored) return ctx.simulations.fromRows(recorded).life(stored)
    throw error
  })
  const { persona_id } = life.person
  const earlier = await ctx.store.respondents.exchanges(run, persona_id)
  const persona = { persona_id, name: life.person.name }
  return { life, persona, earlier, question, seed: run.seed ?? 0, source_run_id: run_id }
}

function findRespondent(responses: readonly Response[], wanted: string): Response {
  const name = wanted.trim().toLowerCase()
  const found =
    responses.find(({ persona_id }) => persona_id === name) ??
    responses.find(({ persona_name }) => persona_name.toLowerCase() === name)
  if (found) return found
  const names = responses
    .slice(0, NAMES_LISTED)
    .map(({ persona_name, persona_id }) => `${persona_name} (${persona_id})`)
  const others = responses.length > NAMES_LISTED ? ` and ${responses.length - NAMES_LISTED} more` : ''
  throw new AppError('invalid_input', {
    problem: `Nobody called "${wanted.trim()}" answered in that run. There are: ${names.join(', ')}${others}.`,
  })
}

/** The person's own secret ballot from before the discussion; no one else's. */
function reasonsOf(dynamics: GroupDynamics | null, persona_id: string): AskInput['reasons'] {
  const ballot = dynamics?.ballots?.before.find((ballot) => ballot.persona_id === persona_id)
  // Ballots before `scoring_version` 2 have no side; most of their reasons were objections.
  return (ballot?.reasons ?? []).map(({ side = 'against', ...reason }, index) => ({
    ...reason,
    side,
    reason_id: `r${index + 1}`,
    strength: UNKNOWN_STRENGTH,
  }))
}

/** The turns of the discussion, for a respondent who took part; of a large panel only some do. */
function heardBy(dynamics: GroupDynamics | null, { persona_id, persona_name }: Response): AskInput['heard'] {
  const tookPart =
    dynamics?.ballots?.before.some((ballot) => ballot.persona_id === persona_id) ??
    dynamics?.turns.some(({ speaker }) => speaker === persona_name)
  if (!dynamics || !tookPart) return []
  return dynamics.turns.map(({ turn, speaker, text, moderator }) => ({
    turn,
    speaker,
    text,
    moderator: moderator ?? false,
  }))
}
