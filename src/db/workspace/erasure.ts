import type { StayingWords } from '../../domain/personas/research.js'
import type { Actor } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import type { Tx } from '../connection/transaction.js'
import { type RespondentWords, takeOutPerson, takeOutRespondent, wordsOf } from '../personas/take-out.js'
import { notifyChanged } from '../run/runs.js'
import { deleteOldUploads, deleteUploadsOf } from '../run/uploads.js'
import { type AuditActor, noteSecurity, type SecurityAction } from './security-log.js'
import { spendingOf } from './token-spending.js'

type Of = Pick<Actor, 'workspace_id'>

/** No deletion waits longer in order to say which runs keep copies. */
const LOOK_UP_MS = 2_000
const MAX_FOUND = 1_000
/** SQLSTATE of a statement that took too long. */
const CANCELLED = '57014'

/**
 * Permanent deletion of runs, persona sets, agents, products and whole workspaces, each with every row that names them.
 */
export function createErasure(db: Database) {
  /** Ids of runs, of which the query reads every input: the first, as far as the time suffices; null: it does not. */
  const lookUp = (of: Of, query: (tx: Tx) => Promise<{ id: string }[]>): Promise<string[] | null> =>
    db.inWorkspace(of, async (tx) => {
      await tx.$queryRaw`select set_config('statement_timeout', ${String(LOOK_UP_MS)}, true)`
      try {
        return (await query(tx)).map(({ id }) => id)
      } catch (error) {
        if ((error as { code?: string }).code === CANCELLED) return null
        throw error
      }
    })

  return {
    /** Ids of `ask` runs about these runs: they repeat answers given there. */
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

    /** Runs that made versions of a set or were to make one, however they ended. */
    async madeBy(of: Of, set: string): Promise<string[]> {
      const rows = await db.inWorkspace(
        of,
        (tx) => tx.$queryRaw<{ run_id: string }[]>`
          select run_id::text from persona_set where name = ${set} and run_id is not null
          union
          select id::text from run where kind = 'persona_generation' and input->>'name' = ${set}`,
      )
      return rows.map(({ run_id }) => run_id)
    },

    /** The oldest runs whose input includes people of a set, at most 1,000; null where there are too many runs to look. */
    usedBy: (of: Of, set: string): Promise<string[] | null> =>
      lookUp(
        of,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select id::text from run
           where json_typeof(input->'people'->'sets') = 'array'
             and exists (select from json_array_elements(input->'people'->'sets') as s where s->>'name' = ${set})
           order by created_at, id limit ${MAX_FOUND}`,
      ),

    /**
     * Other runs that hold a text which one of these runs tested (a refinement, a comparison, the same text again),
     * conversations of the agent version that one of them evaluated, or that were started from one of them in Slack: at most
     * 1,000; null where there are too many runs to look.
     */
    copiesOf: (of: Of, run_ids: readonly string[]): Promise<string[] | null> =>
      lookUp(
        of,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          with asked as (select id, kind, input from run where id = any(${[...run_ids]}::uuid[])),
          texts as (
            select input->>'stimulus' as text from asked
            union select document->>'stimulus' from result where run_id in (select id from asked)
            union select p->>'stimulus' from asked, json_array_elements(
                    case json_typeof(input->'propositions') when 'array' then input->'propositions' else '[]' end) as p
          )
          select r.id::text from run r
           where r.id not in (select id from asked) and (
             r.input->>'stimulus' in (select text from texts where text <> '')
             or exists (
               select from json_array_elements(
                   case json_typeof(r.input->'propositions') when 'array' then r.input->'propositions' else '[]' end) as p
                where p->>'stimulus' in (select text from texts where text <> ''))
             or json_typeof(r.input->'recorded'->0) = 'object' and exists (
               select from asked a
                where a.kind = 'evaluation'
                  and a.input->'agent'->>'agent_version_id' = r.input->'agent'->>'agent_version_id')
             or exists (select from slack_origin o where o.run_id = r.id and o.source_run_id in (select id from asked)))
           order by r.created_at, r.id limit ${MAX_FOUND}`,
      ),

    /** Deletes those of the runs that no worker holds; returns their ids. */
    deleteRuns: (actor: AuditActor, run_ids: readonly string[]): Promise<string[]> =>
      db.inWorkspace(actor, (tx) => deleteRunRows(db, tx, actor, 'run.deleted', run_ids)),

    /**
     * Deletes runs of all workspaces that were created more than `days` ago and are neither queued nor running, at most
     * `most`; returns their ids.
     */
    async deleteExpiredRuns(days: number, most: number): Promise<string[]> {
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
        const actor = { workspace_id, actor_id: '', origin: `RETENTION_DAYS=${days}` }
        gone.push(...(await db.inWorkspace(actor, (tx) => deleteRunRows(db, tx, actor, 'run.expired', run_ids))))
      }
      return gone
    },

    /** Deletes what deleted workspaces have spent in months that are over. */
    async deleteOldMonthSpend(): Promise<void> {
      await db.acrossWorkspaces(
        (tx) => tx.$executeRaw`
          delete from deleted_month_spend where month < date_trunc('month', now() at time zone 'utc')::date`,
      )
    },

    /**
     * Deletes unstarted drafts that are older than `days` (null: never). Slack drafts, which wait for a button or keep
     * texts for a modal, and uploads are deleted after a day.
     */
    async deleteExpiredDrafts(days: number | null): Promise<void> {
      const workspaces = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ id: string }[]>`select id::text from workspace`,
      )
      for (const { id } of workspaces)
        await db.inWorkspace({ workspace_id: id }, async (tx) => {
          await tx.$executeRaw`delete from slack_draft where created_at < now() - interval '1 day'`
          await deleteOldUploads(tx)
          await tx.$executeRaw`delete from run_draft where created_at < now() - make_interval(days => ${days}::int)`
        })
    },

    /** Deletes all versions of a set and the unstarted drafts that include it; returns how many of each. */
    async deleteSet(actor: AuditActor, name: string): Promise<{ versions: number; drafts: number }> {
      return db.inWorkspace(actor, async (tx) => {
        const drafts = await deleteDrafts(tx, OF_SET, name)
        const versions = await tx.$executeRaw`delete from persona_set where name = ${name}`
        await tx.$executeRaw`
          delete from persona_memory where persona_uuid in (select id from persona where set_name = ${name} and run_id is null)`
        await tx.$executeRaw`delete from persona where set_name = ${name} and run_id is null`
        await noteSecurity(tx, actor, 'persona_set.deleted', [name])
        return { versions, drafts }
      })
    },

    /**
     * Removes a person from all versions of its set, as `takeOutPerson` does, and deletes the unstarted drafts that
     * include the set; returns how many. Null: the set has no such person.
     */
    async deletePerson(
      actor: AuditActor,
      set: string,
      persona_id: string,
    ): Promise<{ drafts: number; stays: StayingWords[] } | null> {
      return db.inWorkspace(actor, async (tx) => {
        const stays = await takeOutPerson(tx, set, persona_id)
        if (stays === null) return null
        await noteSecurity(tx, actor, 'persona.deleted', [`${set}/${persona_id}`])
        return { drafts: await deleteDrafts(tx, OF_SET, set), stays }
      })
    },

    /** The passages of a respondent in the newest version of a set that has them. */
    wordsOfRespondent: (of: Of, set: string, respondent: string): Promise<string[]> =>
      db.inWorkspace(of, (tx) => wordsOf(tx, set, respondent)),

    /**
     * Removes a respondent of the research from all versions of a set, as `takeOutRespondent` does, and deletes the
     * unstarted drafts that include the set; returns how many.
     */
    async deleteRespondent(
      actor: AuditActor,
      set: string,
      words: RespondentWords,
    ): Promise<{ drafts: number; personas: string[]; also_in: string[] }> {
      return db.inWorkspace(actor, async (tx) => {
        const taken = await takeOutRespondent(tx, set, words)
        await noteSecurity(tx, actor, 'respondent.deleted', [`${set}/${words.respondent}`])
        return { drafts: await deleteDrafts(tx, OF_SET, set), ...taken }
      })
    },

    /**
     * Deletes a version of an agent with its scores, and the unstarted drafts that include it. Null: there is no such
     * version.
     */
    async deleteAgent(actor: AuditActor, agent_version_id: string): Promise<{ drafts: number } | null> {
      return db.inWorkspace(actor, async (tx) => {
        const gone = await tx.$executeRaw`delete from agent_version where agent_version_id = ${agent_version_id}`
        if (gone === 0) return null
        await tx.$executeRaw`delete from agent_score where agent_version_id = ${agent_version_id}`
        await noteSecurity(tx, actor, 'agent.deleted', [null])
        return { drafts: await deleteDrafts(tx, OF_AGENT, agent_version_id) }
      })
    },

    /**
     * Deletes all versions of a product and the unstarted drafts that include it; returns how many of each. Null: no
     * such product.
     */
    async deleteProduct(actor: AuditActor, product_id: string): Promise<{ versions: number; drafts: number } | null> {
      return db.inWorkspace(actor, async (tx) => {
        const versions = await tx.$executeRaw`delete from product where product_id = ${product_id}`
        if (versions === 0) return null
        await noteSecurity(tx, actor, 'product.deleted', [null])
        return { versions, drafts: await deleteDrafts(tx, OF_PRODUCT, product_id) }
      })
    },

    /**
     * Deletes everything of a workspace; returns the ids of its runs. Workers on its runs lose their leases, so nothing
     * more is spent. The row of the `local` workspace itself stays, empty.
     */
    async deleteWorkspace(actor: AuditActor): Promise<string[]> {
      return db.inWorkspace(actor, async (tx) => {
        // Transactions that add to the workspace end before this lock, or find that the workspace is gone.
        await tx.$queryRaw`select 1 from workspace where id = ${actor.workspace_id}::uuid for update`
        const open = await tx.$queryRaw<{ id: string; status: string }[]>`
          update run set cancel_requested = true, epoch = epoch + 1 where status in ('queued', 'running', 'paused')
          returning id::text, status`
        for (const { id, status } of open) if (status === 'running') await notifyChanged(db, tx, id)
        const runs = await tx.$queryRaw<{ id: string }[]>`select id::text from run`
        const run_ids = runs.map(({ id }) => id)
        await noteSecurity(tx, actor, 'workspace.deleted', [actor.workspace_id])
        await noteSecurity(tx, actor, 'run.deleted', run_ids)
        await keepMonthSpend(tx)
        await tx.$queryRaw`select pressure_test_purge()::int`
        await tx.$executeRaw`delete from workspace where id = ${actor.workspace_id}::uuid and slug <> 'local'`
        return run_ids
      })
    },
  }
}

/**
 * JSON paths that match drafts with people of a set or the research for it, an agent, or a product; `$name` is its name
 * or id.
 */
const OF_SET = '$ ? (@.input.people.sets[*].name == $name || (@.kind == "persona_generation" && @.input.name == $name))'
const OF_AGENT = '$ ? (@.input.agent.agent_version_id == $name || @.input.against.agent.agent_version_id == $name)'
const OF_PRODUCT = '$ ? (@.input.product.id == $name)'

/** Deletes unstarted drafts that match a JSON path; returns how many. */
async function deleteDrafts(tx: Tx, path: string, name: string): Promise<number> {
  const names = JSON.stringify({ name })
  const prepared = await tx.$executeRaw`
    delete from run_draft
     where run_id is null and jsonb_path_exists(jsonb_build_object('kind', kind, 'input', input), ${path}::jsonpath, ${names}::jsonb)`
  const waiting = await tx.$executeRaw`
    delete from slack_draft where jsonb_path_exists(submission::jsonb, ${path}::jsonpath, ${names}::jsonb)`
  return prepared + waiting
}

/**
 * Keeps what the workspace has spent this month, or may have (open reservations), for a workspace that is made again
 * under its name.
 */
async function keepMonthSpend(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    insert into deleted_month_spend (workspace_hash, month, spent_usd)
    select pressure_test_workspace_hash(), month, spent_usd + reserved_usd from month_spend
     where month = date_trunc('month', now() at time zone 'utc')::date and spent_usd + reserved_usd > 0
    on conflict (workspace_hash, month) do update set spent_usd = excluded.spent_usd`
}

async function deleteRunRows(
  db: Database,
  tx: Tx,
  actor: AuditActor,
  action: SecurityAction,
  run_ids: readonly string[],
): Promise<string[]> {
  const held = await tx.$queryRaw<{ run_id: string }[]>`
    select distinct run_id::text from outcome where run_id = any(${[...run_ids]}::uuid[])`
  const open = await tx.$queryRaw<{ id: string }[]>`
    select id::text from run where id = any(${[...run_ids]}::uuid[]) and status = 'running'`
  const keepSpending = await spendingOf(tx, run_ids)
  await deleteUploadsOf(tx, run_ids)
  const [row] = await tx.$queryRaw<{ gone: string[] }[]>`
    select pressure_test_forget_runs(${[...run_ids]}::uuid[])::text[] as gone`
  const gone = row?.gone ?? []
  await keepSpending(gone)
  // Notifies workers that have lost their lease and not noticed yet.
  for (const { id } of open) if (gone.includes(id)) await notifyChanged(db, tx, id)
  await tx.$executeRaw`update persona_set set run_id = null where run_id = any(${gone}::uuid[])`
  await tx.$executeRaw`
    update agent_version set last_run_id = null, test_report_url = null where last_run_id = any(${gone}::uuid[])`
  await tx.$executeRaw`update slack_origin set source_run_id = null where source_run_id = any(${gone}::uuid[])`
  await noteSecurity(tx, actor, action, gone)
  // The track record shows how many outcomes were deleted with their runs, so deleting only the bad ones would be
  // visible.
  const forgotten = held.map(({ run_id }) => run_id).filter((run_id) => gone.includes(run_id))
  await noteSecurity(tx, actor, 'outcome.deleted', forgotten)
  return gone
}
