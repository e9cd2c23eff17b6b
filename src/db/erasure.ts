import type { Actor } from '../domain/run-state.js'
import type { Database } from './client.js'
import { notifyChanged } from './runs.js'
import { noteSecurity, type SecurityAction, type Who } from './security-log.js'
import type { Tx } from './transaction.js'

type Of = Pick<Actor, 'workspace_id'>
export type ErasureTable = ReturnType<typeof createErasure>

/** What deletes for good: runs, sets of people, whole workspaces, each with every row that names them. */
export function createErasure(db: Database) {
  return {
    /** Questions that were asked to people of these runs: they repeat what was said there. */
    async questionsTo(of: Of, run_ids: readonly string[]): Promise<string[]> {
      const rows = await db.inWorkspace(
        of,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select id::text from run where kind = 'ask' and input->>'source_run_id' = any(${[...run_ids]}::text[])`,
      )
      return rows.map(({ id }) => id)
    },

    /** Whether no worker holds the lease of a run any more. */
    async isAbandoned(of: Of, run_id: string): Promise<boolean> {
      const rows = await db.inWorkspace(
        of,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select id::text from run where id = ${run_id}::uuid and status = 'running' and lease_until < now()`,
      )
      return rows.length > 0
    },

    /** The runs that made the versions of a set. */
    async madeBy(of: Of, set: string): Promise<string[]> {
      const rows = await db.inWorkspace(
        of,
        (tx) => tx.$queryRaw<{ run_id: string }[]>`
          select distinct run_id::text from persona_set where name = ${set} and run_id is not null`,
      )
      return rows.map(({ run_id }) => run_id)
    },

    /** Runs that took people of a set along. */
    async usedBy(of: Of, set: string): Promise<string[]> {
      const rows = await db.inWorkspace(
        of,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select id::text from run
           where json_typeof(input->'people'->'sets') = 'array'
             and exists (select from json_array_elements(input->'people'->'sets') as s where s->>'name' = ${set})`,
      )
      return rows.map(({ id }) => id)
    },

    /** Deletes those that nobody works on; gives their ids. */
    forgetRuns: (who: Who, run_ids: readonly string[]): Promise<string[]> =>
      db.inWorkspace(who, (tx) => forgetRuns(db, tx, who, 'run.deleted', run_ids)),

    /** Deletes runs of all workspaces that were made more than `days` ago and that nobody works on; gives their ids. */
    async forgetOld(days: number, most: number): Promise<string[]> {
      const due = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ workspace_id: string; run_ids: string[] }[]>`
          select workspace_id::text, array_agg(id::text) as run_ids from (
            select id, workspace_id from run
             where status not in ('queued', 'running') and created_at < now() - make_interval(days => ${days}::int)
             order by created_at limit ${most}::int) as old
           group by workspace_id`,
      )
      const gone: string[] = []
      for (const { workspace_id, run_ids } of due) {
        const who = { workspace_id, actor_id: '', origin: `RETENTION_DAYS=${days}` }
        gone.push(...(await db.inWorkspace(who, (tx) => forgetRuns(db, tx, who, 'run.expired', run_ids))))
      }
      return gone
    },

    /** Deletes what was prepared more than `days` ago and never started. */
    async forgetOldDrafts(days: number): Promise<void> {
      const workspaces = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ id: string }[]>`select id::text from workspace`,
      )
      for (const { id } of workspaces)
        await db.inWorkspace({ workspace_id: id }, async (tx) => {
          const before = new Date(Date.now() - days * 86_400_000)
          await tx.runDraft.deleteMany({ where: { createdAt: { lt: before } } })
          await tx.slackDraft.deleteMany({ where: { createdAt: { lt: before } } })
        })
    },

    /** Deletes all versions of a set; gives how many there were. */
    async deleteSet(who: Who, name: string): Promise<{ versions: number }> {
      return db.inWorkspace(who, async (tx) => {
        const versions = await tx.$executeRaw`delete from persona_set where name = ${name}`
        if (versions === 0) return { versions }
        await tx.$executeRaw`
          delete from persona_memory where persona_uuid in (select id from persona where set_name = ${name} and run_id is null)`
        await tx.$executeRaw`delete from persona where set_name = ${name} and run_id is null`
        await noteSecurity(tx, who, 'persona_set.deleted', [null])
        return { versions }
      })
    },

    /** Takes a person out of all versions of its set, and the passages that nobody else there rests on. False: nobody. */
    async deletePerson(who: Who, set: string, persona_id: string): Promise<boolean> {
      return db.inWorkspace(who, async (tx) => {
        const versions = await tx.$queryRaw<{ version: number }[]>`
          delete from persona where set_name = ${set} and persona_id = ${persona_id} and run_id is null returning version`
        if (versions.length === 0) return false
        const touched = versions.map(({ version }) => version)
        await tx.$executeRaw`
          update persona_set s
             set size = (select count(*)::int from persona p where p.set_name = s.name and p.version = s.version and p.run_id is null),
                 passages = coalesce((
                   select json_agg(passage) from json_array_elements(s.passages) as t(passage)
                    where exists (
                      select from persona p, json_array_elements(p.profile->'sources') as source
                       where p.set_name = s.name and p.version = s.version and p.run_id is null
                         and source->>'passage_id' = passage->>'passage_id')), '[]'::json)
           where s.name = ${set} and s.version = any(${touched}::int[])`
        await noteSecurity(tx, who, 'persona.deleted', [null])
        return true
      })
    },

    /**
     * Deletes everything of a workspace; gives the ids of its runs. What still works on one finds that it is gone, so that
     * nothing more is spent. The workspace of this machine itself stays, empty.
     */
    async deleteWorkspace(who: Who): Promise<string[]> {
      return db.inWorkspace(who, async (tx) => {
        const open = await tx.$queryRaw<{ id: string; status: string }[]>`
          update run set cancel_requested = true, epoch = epoch + 1 where status in ('queued', 'running', 'paused')
          returning id::text, status`
        for (const { id, status } of open) if (status === 'running') await notifyChanged(db, tx, id)
        const runs = await tx.$queryRaw<{ id: string }[]>`select id::text from run`
        const run_ids = runs.map(({ id }) => id)
        await noteSecurity(tx, who, 'workspace.deleted', [who.workspace_id])
        await noteSecurity(tx, who, 'run.deleted', run_ids)
        await tx.$queryRaw`select pressure_test_purge()::int`
        await tx.$executeRaw`delete from workspace where id = ${who.workspace_id}::uuid and slug <> 'local'`
        return run_ids
      })
    },
  }
}

async function forgetRuns(
  db: Database,
  tx: Tx,
  who: Who,
  action: SecurityAction,
  run_ids: readonly string[],
): Promise<string[]> {
  const held = await tx.$queryRaw<{ run_id: string }[]>`
    select distinct run_id::text from outcome where run_id = any(${[...run_ids]}::uuid[])`
  const open = await tx.$queryRaw<{ id: string }[]>`
    select id::text from run where id = any(${[...run_ids]}::uuid[]) and status = 'running'`
  const [row] = await tx.$queryRaw<{ gone: string[] }[]>`
    select pressure_test_forget_runs(${[...run_ids]}::uuid[])::text[] as gone`
  const gone = row?.gone ?? []
  // Who has lost its lease and not noticed yet.
  for (const { id } of open) if (gone.includes(id)) await notifyChanged(db, tx, id)
  await tx.$executeRaw`update persona_set set run_id = null where run_id = any(${gone}::uuid[])`
  await tx.$executeRaw`
    update agent_version set last_run_id = null, test_report_url = null where last_run_id = any(${gone}::uuid[])`
  await tx.$executeRaw`update slack_origin set source_run_id = null where source_run_id = any(${gone}::uuid[])`
  await noteSecurity(tx, who, action, gone)
  // The track record says how many outcomes went with their runs, so that nobody deletes the wrong ones alone.
  const forgotten = held.map(({ run_id }) => run_id).filter((run_id) => gone.includes(run_id))
  await noteSecurity(tx, who, 'outcome.deleted', forgotten)
  return gone
}
