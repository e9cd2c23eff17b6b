import { z } from 'zod'
import {
  type EvaluationResult,
  HumanMark,
  type JudgeTrust,
  judgePasses,
  withMarkedCaseIds,
} from '../../domain/evaluation/evaluation.js'
import { refuse } from '../../errors.js'
import type { Context } from '../context.js'
import { parseInput } from '../parse-input.js'
import { finishedRun } from '../run/finished-run.js'

const Marks = z.array(HumanMark).min(1, 'Give at least one mark.').max(10_000, 'At most 10,000 marks at once.')

/**
 * Stores people's marks of conversations of a finished evaluation, all or none. Its judge, and every later evaluation
 * with the same judge, is compared with them. A case is named by its id or its name. Errors: `not_found`, `conflict`
 * (not completed), `invalid_input` (no such conversation, or one without a score of the judge).
 */
export async function markConversations(
  ctx: Context,
  input: { readonly run_id: string; readonly marks: unknown },
): Promise<{ kept: number; judge_trust: JudgeTrust }> {
  const { run, result } = await finishedRun(ctx, input.run_id, ['evaluation'], 'marking')
  const trials = new Map(result.trials.map((trial) => [`${trial.case_id}/${trial.trial}`, trial]))
  const ids = new Map(result.test_details.test_cases.map(({ case_id, name }) => [name.toLowerCase(), case_id]))
  const kept = parseInput(Marks, input.marks).map((mark) => {
    const named = trials.has(`${mark.case_id}/${mark.trial}`)
    const case_id = named ? mark.case_id : (ids.get(mark.case_id.toLowerCase()) ?? mark.case_id)
    const which = `trial ${mark.trial} of "${mark.case_id.slice(0, 80)}"`
    const trial = trials.get(`${case_id}/${mark.trial}`)
    if (!trial) return refuse(`There is no ${which} in run ${run.run_id}.`)
    if (trial.score === null)
      return refuse(`The judge gave ${which} no score that a mark could be held against; leave it out.`)
    const judge_passed = judgePasses({ ...trial, score: trial.score })
    return { ...mark, case_id, by: markedBy(ctx, mark), judge_passed, judge_score: trial.score }
  })
  await ctx.store.marks.put(ctx.actor, run.run_id, result.models.judge, kept)
  return { kept: kept.length, judge_trust: await currentTrust(ctx, run.run_id, result) }
}

/** A token marks under its own name; only the local user may submit marks of several people. */
const markedBy = ({ actor }: Context, { by }: HumanMark): string =>
  actor.kind === 'api_token' ? actor.actor_id : by.trim() || actor.actor_id

const markKey = ({ case_id, trial, by }: HumanMark): string => JSON.stringify([case_id, trial, by])

/** Marks that a run does not have yet, in the form in which they would be stored. */
export async function unkeptMarks(
  ctx: Context,
  run_id: string,
  marks: readonly HumanMark[],
  { test_details }: EvaluationResult,
): Promise<HumanMark[]> {
  const kept = new Set((await ctx.store.marks.ofRun(ctx.actor, run_id)).map(markKey))
  return withMarkedCaseIds(marks, test_details.test_cases)
    .map((mark) => ({ ...mark, by: markedBy(ctx, mark) }))
    .filter((mark) => !kept.has(markKey(mark)))
}

/** People's marks of the conversations of a run, with the people's names where they are known. */
export async function readMarks(
  ctx: Context,
  run_id: string,
): Promise<{ case_id: string; trial: number; passed: boolean; by: string }[]> {
  const marks = await ctx.store.marks.ofRun(ctx.actor, run_id)
  const names = await ctx.store.workspaces.slackNames(ctx.actor, [...new Set(marks.map(({ by }) => by))])
  return marks.map(({ case_id, trial, passed, by }) => ({ case_id, trial, passed, by: names.get(by) ?? by }))
}

const StartedWith = z.object({ human_marks: z.array(HumanMark) })

/**
 * The judge trust of a result by all marks there are now: those submitted with the run, those added later, and those of
 * other runs with the same judge.
 */
export async function currentTrust(ctx: Context, run_id: string, result: EvaluationResult): Promise<JudgeTrust> {
  const [run, later, record] = await Promise.all([
    ctx.store.runs.get(ctx.actor, run_id),
    ctx.store.marks.ofRun(ctx.actor, run_id),
    ctx.store.marks.ofJudge(ctx.actor, result.models.judge, run_id),
  ])
  if (later.length + record.length === 0) return result.judge_trust
  const { human_marks } = StartedWith.safeParse(run?.input).data ?? { human_marks: [] }
  const first = await unkeptMarks(ctx, run_id, human_marks, result)
  return ctx.evaluations.judgeTrust(result, { marks: [...first, ...later], record })
}
