import type { Actor } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import { asJson, type Tx } from '../connection/transaction.js'
import { type AuditActor, noteSecurity } from './security-log.js'

type MonthSpend = {
  readonly month: string
  readonly spent_usd: number
  readonly reserved_usd: number
  readonly cap_usd: number | null
  readonly month_ceiling_usd: number
}

type MonthlyBudgets = {
  readonly usual_usd: number
  readonly most_usd: number
  readonly sets: { readonly usual: boolean; readonly most: boolean }
}

/** Placeholder name of a user whose name is not known yet; it never replaces a known name. */
const NOBODY_KNOWN = 'somebody'

const READ_ACTOR = {
  name: 'read actor',
  text: 'select id::text, display_name from actor where workspace_id = $1::uuid and kind = $2 and external_id = $3',
}

/** Workspaces and the actors in them. */
export function createWorkspaces(db: Database) {
  const findOrCreate = async (slug: string, name: string): Promise<string> =>
    db.acrossWorkspaces(async (tx) => {
      // Reads first: a write would serialise all requests of a workspace.
      const known = await tx.$queryRaw<{ id: string }[]>`select id::text from workspace where slug = ${slug}`
      if (known[0]) return known[0].id
      // Processes of the version before take no budget for no cap.
      const rows = await tx.$queryRaw<{ id: string }[]>`
        insert into workspace (slug, name, monthly_budget_usd)
        values (${slug}, ${name}, pressure_test_month_cap(null, ${slug}))
        on conflict (slug) do update set slug = excluded.slug returning id::text`
      return rows[0]?.id ?? ''
    })

  return {
    /** The actor in a workspace; both are created when missing. */
    async actor(identity: {
      workspace: string
      workspace_name: string
      kind: Actor['kind']
      external_id: string
      display_name: string
    }): Promise<Actor> {
      const workspace_id = await findOrCreate(identity.workspace, identity.workspace_name)
      // Reads first: a database may take no writes.
      const [known] = await db.queryInWorkspace<{ id: string; display_name: string }>({ workspace_id }, READ_ACTOR, [
        workspace_id,
        identity.kind,
        identity.external_id,
      ])
      if (known && [known.display_name, NOBODY_KNOWN].includes(identity.display_name))
        return { actor_id: known.id, workspace_id, kind: identity.kind }
      return db.writeInWorkspace({ workspace_id }, async (tx) => {
        const rows = await tx.$queryRaw<{ id: string }[]>`
          insert into actor (workspace_id, kind, external_id, display_name)
          values (${workspace_id}::uuid, ${identity.kind}, ${identity.external_id}, ${identity.display_name})
          on conflict (workspace_id, kind, external_id) do update
             set display_name = case when excluded.display_name = ${NOBODY_KNOWN} then actor.display_name else excluded.display_name end
          returning id::text`
        return { actor_id: rows[0]?.id ?? '', workspace_id, kind: identity.kind }
      })
    },
    /** Whether a workspace with this slug exists. */
    exists: (slug: string): Promise<boolean> =>
      db.acrossWorkspaces(async (tx) => (await tx.workspace.count({ where: { slug } })) > 0),
    /** The slug of a workspace; '' where it is gone. */
    slugOf: (workspace_id: string): Promise<string> =>
      db.inWorkspace({ workspace_id }, async (tx) => {
        const row = await tx.workspace.findUnique({ where: { id: workspace_id }, select: { slug: true } })
        return row?.slug ?? ''
      }),
    /** Dollars that a workspace reserved and spent in this month (UTC), its cap and the most that it may set. */
    async monthSpend(workspace_id: string): Promise<MonthSpend> {
      const rows = await db.inWorkspace(
        { workspace_id },
        (tx) => tx.$queryRaw<MonthSpend[]>`
          select to_char(date_trunc('month', now() at time zone 'utc'), 'YYYY-MM-DD') as month,
                 coalesce(m.spent_usd, d.spent_usd, 0)::float as spent_usd, coalesce(m.reserved_usd, 0)::float as reserved_usd,
                 pressure_test_month_cap(w.own_month_budget_usd, w.slug)::float as cap_usd,
                 (select value::float from installation_value where name = 'max_monthly_budget_usd') as month_ceiling_usd
            from workspace w left join month_spend m
              on m.workspace_id = w.id and m.month = date_trunc('month', now() at time zone 'utc')::date
            left join deleted_month_spend d
              on d.workspace_hash = pressure_test_workspace_hash() and d.month = date_trunc('month', now() at time zone 'utc')::date
           where w.id = ${workspace_id}::uuid`,
      )
      return rows[0] ?? { month: '', spent_usd: 0, reserved_usd: 0, cap_usd: null, month_ceiling_usd: 0 }
    },
    /**
     * Sets the monthly budget of a workspace; null: the configured one. Where that raises its cap, runs that wait for
     * the monthly budget resume.
     */
    async setMonthlyBudget(actor: AuditActor, usd: number | null): Promise<void> {
      const { workspace_id } = actor
      await db.inWorkspace(actor, async (tx) => {
        await tx.$queryRaw`select 1 from workspace where id = ${workspace_id}::uuid for update`
        await resumeWhereRaised(tx, async () => {
          await tx.$executeRaw`
            update workspace
               set own_month_budget_usd = ${usd}::numeric, monthly_budget_usd = coalesce(${usd}::numeric, monthly_budget_usd)
             where id = ${workspace_id}::uuid`
        })
        await noteSecurity(tx, actor, 'month_budget.set', [String(usd ?? 'default')])
      })
    },

    /**
     * Stores the configured budget of a month, for workspaces that have set none, and the most that a workspace may
     * set; what nobody `sets` replaces nothing that is stored. Where that raises the cap of a workspace, its runs that
     * wait for the monthly budget resume. Returns the budget that holds, in dollars: that which is stored, up to the most.
     */
    async configureMonthlyBudget({ usual_usd, most_usd, sets }: MonthlyBudgets): Promise<number> {
      return db.acrossWorkspaces(async (tx) => {
        const rows = await tx.$queryRaw<{ name: string; usd: number }[]>`
          select name, value::float as usd from installation_value where name in ('monthly_budget_usd', 'max_monthly_budget_usd')`
        const stored = new Map(rows.map(({ name, usd }) => [name, usd]))
        const most = sets.most ? most_usd : (stored.get('max_monthly_budget_usd') ?? most_usd)
        const usual = sets.usual ? usual_usd : (stored.get('monthly_budget_usd') ?? usual_usd)
        const holds = Math.min(usual, most)
        const wanted = [
          { name: 'monthly_budget_usd', value: String(usual) },
          { name: 'max_monthly_budget_usd', value: String(most) },
        ]
        if (wanted.every(({ name, value }) => stored.get(name) === Number(value))) return holds
        await resumeWhereRaised(tx, async () => {
          await tx.$executeRaw`
            insert into installation_value (name, value)
            select name, value from json_to_recordset(${asJson(wanted)}::json) as w(name text, value text)
            on conflict (name) do update set value = excluded.value`
        })
        return holds
      })
    },

    /** Names of Slack users, by their Slack id. */
    async slackNames(of: Pick<Actor, 'workspace_id'>, ids: readonly string[]): Promise<Map<string, string>> {
      const people = await db.inWorkspace(of, (tx) =>
        tx.actor.findMany({
          where: { kind: 'slack_user', externalId: { in: [...ids] } },
          select: { externalId: true, displayName: true },
        }),
      )
      return new Map(people.map(({ externalId, displayName }) => [externalId, displayName]))
    },
  }
}

/** Runs `change`, and has runs that wait for the monthly budget resume in each workspace whose cap it raises. */
async function resumeWhereRaised(tx: Tx, change: () => Promise<void>): Promise<void> {
  const caps = () =>
    tx.$queryRaw<{ id: string; usd: number | null }[]>`
      select id::text, pressure_test_month_cap(own_month_budget_usd, slug)::float as usd from workspace`
  const before = new Map((await caps()).map(({ id, usd }) => [id, usd ?? Number.POSITIVE_INFINITY]))
  await change()
  const raised = (await caps()).filter(({ id, usd }) => (usd ?? Number.POSITIVE_INFINITY) > (before.get(id) ?? 0))
  await tx.$executeRaw`
    update run set resume_at = now()
     where workspace_id = any(${raised.map(({ id }) => id)}::uuid[])
       and status = 'paused' and reason_code = 'budget_exceeded' and resume_at > now()`
}
