import type { AskInput } from '../domain/ask.js'
import type { Persona } from '../domain/persona.js'
import type { Run } from '../domain/run-state.js'
import type { Database } from './client.js'

/** Only the latest exchanges go into a prompt; more would make each question more expensive. */
const MAX_EXCHANGES = 10

export type RespondentsTable = ReturnType<typeof createRespondents>

/** The synthetic people of a run, and the questions they answered after it. */
export function createRespondents(db: Database) {
  return {
    /** A person of the run's panel; null where nobody has that id. */
    async persona(run: Run, persona_id: string): Promise<Persona | null> {
      const row = await db.inWorkspace(run, (tx) =>
        tx.persona.findFirst({ where: { runId: run.run_id, personaId: persona_id } }),
      )
      return row && (row.profile as Persona)
    },

    /** What a respondent of a run was asked after it and answered, oldest first, at most the last ten. */
    async exchanges(run: Run, persona_id: string): Promise<AskInput['earlier']> {
      const latestFirst = await db.inWorkspace(
        run,
        (tx) => tx.$queryRaw<AskInput['earlier']>`
          select r.input->>'question' as question, a.document->>'answer' as answer
            from run r join result a on a.run_id = r.id
           where r.kind = 'ask' and r.status = 'completed' and r.input->>'source_run_id' = ${run.run_id}
             and r.input->'persona'->>'persona_id' = ${persona_id}
           order by r.completed_at desc, r.id limit ${MAX_EXCHANGES}`,
      )
      return latestFirst.reverse()
    },
  }
}
