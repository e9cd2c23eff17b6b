import type { AskInput } from '../../domain/panel/ask.js'
import type { Response } from '../../domain/panel/response.js'
import type { Persona } from '../../domain/personas/persona.js'
import type { Run } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import { asJson, type Tx } from '../connection/transaction.js'
import { type RunLease, requireHeld } from '../run/run-leases.js'

/** Exchanges that go into a prompt; more would make each question more expensive. */
const MAX_EXCHANGES = 10

/** The synthetic people of a run, and their answers to questions asked after it. */
export function createRespondents(db: Database) {
  return {
    /** A person of the run's panel; null for an unknown id. */
    async persona(run: Run, persona_id: string): Promise<Persona | null> {
      const row = await db.inWorkspace(run, (tx) =>
        tx.persona.findFirst({ where: { runId: run.run_id, personaId: persona_id } }),
      )
      return row && (row.profile as Persona)
    },

    /** Questions to a respondent after a run, with the answers: the latest ten, oldest first. */
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

/**
 * Stores a run's panel with its memories, and its responses. Repeating it with the same content changes nothing.
 * Rejects with `lease_lost` where the run is gone or held by another worker.
 */
export async function savePanel(
  database: Database,
  lease: RunLease,
  panel: readonly Persona[],
  responses: readonly Response[],
): Promise<void> {
  await database.inWorkspace(
    lease.run,
    async (tx) => {
      await insertPanel(tx, lease, panel, responses)
      await requireHeld(tx, lease)
    },
    lease.times,
  )
}

async function insertPanel(
  tx: Tx,
  { run: { run_id, workspace_id } }: RunLease,
  panel: readonly Persona[],
  responses: readonly Response[],
): Promise<void> {
  await tx.$executeRaw`
    insert into response (run_id, workspace_id, persona_id, position, document)
    select ${run_id}::uuid, ${workspace_id}::uuid, r->>'persona_id', n, r
      from json_array_elements(${asJson(responses)}::json) with ordinality as t(r, n)
    on conflict do nothing`
  // One worker at a time holds the run, so a later attempt sees what an earlier one saved.
  const kept = await tx.persona.count({ where: { runId: run_id } })
  if (kept > 0) return
  await tx.$executeRaw`
    with seated as (
      insert into persona (workspace_id, run_id, persona_id, name, archetype, profile)
      select ${workspace_id}::uuid, ${run_id}::uuid, p->>'persona_id', p->>'name', p->>'archetype', p
        from json_array_elements(${asJson(panel)}::json) as t(p)
      returning id, profile
    )
    insert into persona_memory (workspace_id, persona_uuid, memory_id, category, text, valence, cues)
    select ${workspace_id}::uuid, s.id, m->>'memory_id', m->>'category', m->>'text', (m->>'valence')::float,
           array(select json_array_elements_text(m->'cues'))
      from seated s, json_array_elements(s.profile->'memories') as t(m)`
}
