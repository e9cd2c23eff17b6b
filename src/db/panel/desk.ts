import type { DeskFilter, DeskView } from '../../domain/panel/dissent.js'
import type { Actor, Run } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import type { Tx } from '../connection/transaction.js'

export type DeskCounts = { readonly open: number; readonly assigned: number; readonly overdue: number }
type Viewer = { readonly user_id: string }
type Page = { readonly limit: number; readonly offset: number }

/** Suppressed views of all runs of a workspace. A viewer sees those of open channels and those that are theirs. */
export function createDesk(db: Database) {
  return {
    /** A page of the views that match a filter, unanswered views first; `total`: how many views match. */
    async page(
      actor: Actor,
      viewer: Viewer,
      filter: DeskFilter,
      page: Page,
    ): Promise<{ views: DeskView[]; total: number }> {
      return db.inWorkspace(actor, async (tx) => {
        const found = await deskPage(tx, viewer, filter, page)
        return { views: found.map(({ total: _, ...view }) => view), total: found[0]?.total ?? 0 }
      })
    },

    /** Counts of views that are open and unassigned, assigned, and assigned with a due date in the past. */
    async counts(actor: Actor, { user_id }: Viewer): Promise<DeskCounts> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<DeskCounts[]>`
          select count(*) filter (where action is null)::int as open,
                 count(*) filter (where action = 'assigned')::int as assigned,
                 count(*) filter (where action = 'assigned' and due < current_date)::int as overdue
            from pressure_test_desk(${user_id})`,
      )
      return rows[0] ?? { open: 0, assigned: 0, overdue: 0 }
    },

    /** Unanswered views raised since then, oldest first, at most 50. */
    async unansweredSince(actor: Actor, { user_id }: Viewer, since: Date): Promise<DeskView[]> {
      return db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<DeskView[]>`
          select run_id::text, view_id, view, strength, holders, subject, offline, raised_at, action, by, at, reason, link,
                 owner, due::text, url,
                 (select r.document->'minority_report'->>'method' = 'measured' from result r where r.run_id = desk.run_id) as measured
            from pressure_test_desk(${user_id}) as desk where action is null and raised_at >= ${since}
           order by raised_at, run_id, view_id limit 50`,
      )
    },
  }
}

const deskPage = (tx: Tx, { user_id }: Viewer, filter: DeskFilter, { limit, offset }: Page) =>
  tx.$queryRaw<(DeskView & { total: number })[]>`
    select run_id::text, view_id, view, strength, holders, subject, offline, raised_at, action, by, at, reason, link, owner,
           due::text, url, count(*) over ()::int as total,
           (select r.document->'minority_report'->>'method' = 'measured' from result r where r.run_id = desk.run_id) as measured
      from pressure_test_desk(${user_id}) as desk
     where case ${filter.state} when 'all' then true when 'closed' then action <> 'assigned'
                else action is null or action = 'assigned' end
       and case ${filter.owner} when 'any' then true when 'nobody' then owner is null else owner = ${filter.owner} end
       and strpos(lower(concat_ws(' ', subject, view, array_to_string(holders, ' '))), lower(${filter.find})) > 0
       and (${filter.run} = '' or run_id::text = ${filter.run})
       and (${filter.project} = '' or run_id in (
             select r.id from run r join project p on p.id = r.project_id where p.name = ${filter.project}))
       and raised_at <= now() - make_interval(days => ${filter.days}::int) and strength >= ${filter.strength}::float
     order by action is null desc, action = 'assigned' desc, due nulls last, raised_at desc, run_id, strength desc, view_id
     limit ${limit} offset ${offset}`

/**
 * Puts the suppressed views of a run on the desk and schedules one message to each lead for the end of the hour,
 * however many runs add views. Belongs in the transaction that stores the result.
 */
export async function listViews(tx: Tx, { run_id, workspace_id }: Pick<Run, 'run_id' | 'workspace_id'>): Promise<void> {
  await tx.$executeRaw`select pressure_test_list_views(${run_id}::uuid)::text`
  await tx.$executeRaw`
    insert into outbox (workspace_id, topic, dedupe_key, payload, tenant, target, next_attempt_at)
    select w.id, 'slack', 'desk:' || u.user_id || ':' || extract(epoch from hour.began)::bigint,
           json_build_object('show', 'desk', 'since', to_json(hour.began)), substr(w.slug, 7), u.user_id, hour.began + interval '1 hour'
      from workspace w join slack_user u on u.workspace_id = w.id and u.lead,
           (select date_trunc('hour', now()) as began) as hour
     where w.id = ${workspace_id}::uuid and starts_with(w.slug, 'slack:')
       and exists (select from dissent_view v where v.run_id = ${run_id}::uuid)
    on conflict (workspace_id, topic, dedupe_key) do nothing`
}
