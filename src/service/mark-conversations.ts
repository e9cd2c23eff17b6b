import { z } from 'zod'
import { type EvaluationResult, HumanMark, type JudgeTrust, judgePasses } from '../domain/evaluation.js'
import { refuse } from '../errors.js'
import type { Context } from './context.js'
import { finishedRun } from './finished-run.js'
import { parseInput } from './parse-input.js'

const Marks = z.array(HumanMark).min(1, 'Give at least one mark.').max(10_000, 'At most 10,000 marks at once.')

/**
 * Keeps people's marks of conversations of a finished evaluation: what its judge, and every later evaluation with the
 * same judge, is held against. All or none. A case is named by its id or its name. Errors: `not_found`, `conflict` (not
 * completed), `invalid_input` (no such conversation, or one the judge gave no score).
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
    // A token marks as itself; only the person at this machine hands in the marks of several people.
    const by = ctx.actor.kind === 'api_token' ? ctx.actor.actor_id : mark.by.trim() || ctx.actor.actor_id
    const judge_passed = judgePasses({ ...trial, score: trial.score })
    return { ...mark, case_id, by, judge_passed, judge_score: trial.score }
  })
  await ctx.store.marks.put(ctx.actor, run.run_id, result.models.judge, kept)
  return { kept: kept.length, judge_trust: await currentTrust(ctx, run.run_id, result) }
}

/** People's marks of the conversations of a run, with what they are called where that is known. */
export async function readMarks(
  ctx: Context,
  run_id: string,
): Promise<{ case_id: string; trial: number; passed: boolean; by: string }[]> {
  const marks = await ctx.store.marks.ofRun(ctx.actor, run_id)
  const names = await ctx.store.workspaces.slackNames(ctx.actor, [...new Set(marks.map(({ by }) => by))])
  return marks.map(({ case_id, trial, passed, by }) => ({ case_id, trial, passed, by: names.get(by) ?? by }))
}

/** The judge trust of a result by all marks there are now: its own, and those of other runs with the same judge. */
export async function currentTrust(ctx: Context, run_id: string, result: EvaluationResult): Promise<JudgeTrust> {
  const [marks, record] = await Promise.all([
    ctx.store.marks.ofRun(ctx.actor, run_id),
    ctx.store.marks.ofJudge(ctx.actor, result.models.judge, run_id),
  ])
  return marks.length + record.length === 0 ? result.judge_trust : ctx.evaluations.judgeTrust(result, { marks, record })
}
