import type { HumanMark, JudgedMark } from '../../domain/evaluation/evaluation.js'
import type { Actor } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import { asJson } from '../connection/transaction.js'
import { refreshRunMessages } from '../slack/outbox.js'

/** A person's mark and the judge's score of the same conversation. */
export type KeptMark = HumanMark & Pick<JudgedMark, 'judge_passed' | 'judge_score'>

/** Marks that are read for one judge; more would not change how far it is trusted. */
const MAX_MARKS_PER_JUDGE = 2_000

/** People's marks of conversations. */
export function createMarks(db: Database) {
  return {
    /**
     * Stores marks of one run and refreshes its messages; a person's second mark of a conversation replaces the first.
     */
    async put(actor: Actor, run_id: string, judge_model: string, marks: readonly KeptMark[]): Promise<void> {
      await db.writeInWorkspace(actor, async (tx) => {
        await tx.$executeRaw`
          insert into human_mark (run_id, workspace_id, case_id, trial, by, passed, score, judge_model, judge_passed, judge_score)
          select ${run_id}::uuid, ${actor.workspace_id}::uuid, m.case_id, m.trial, m.by, m.passed, m.score, ${judge_model}, m.judge_passed, m.judge_score
            from json_to_recordset(${asJson(marks)}::json)
              as m(case_id text, trial int, by text, passed boolean, score float, judge_passed boolean, judge_score float)
          on conflict (run_id, case_id, trial, by) do update set passed = excluded.passed, score = excluded.score, created_at = now()`
        await refreshRunMessages(tx, run_id)
      })
    },

    ofRun: (actor: Actor, run_id: string): Promise<KeptMark[]> =>
      db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<KeptMark[]>`
          select case_id, trial, by, passed, score, judge_passed, judge_score from human_mark
           where run_id = ${run_id}::uuid order by case_id, trial, by`,
      ),

    /** Human marks and the judge's scores of the same conversations, newest first, excluding those of one run. */
    ofJudge: (actor: Actor, judge_model: string, without: string | null = null): Promise<JudgedMark[]> =>
      db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<JudgedMark[]>`
          select passed as human_passed, score as human_score, judge_passed, judge_score from human_mark
           where judge_model = ${judge_model} and run_id is distinct from ${without}::uuid
           order by created_at desc, run_id, case_id, trial, by limit ${MAX_MARKS_PER_JUDGE}`,
      ),
  }
}
