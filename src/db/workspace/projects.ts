import type { Actor } from '../../domain/run/run-state.js'
import type { Project, ProjectSettings, ProjectSummary } from '../../domain/workspace/project.js'
import type { Database } from '../connection/client.js'
import type { Tx } from '../connection/transaction.js'
import { type AuditActor, noteSecurity } from './security-log.js'

/** Projects of a workspace, found by name. */
export function createProjects(db: Database) {
  const find = async (tx: Tx, name: string): Promise<Project | null> => {
    const [row] = await tx.$queryRaw<Project[]>`
      select id::text as project_id, name, product, category, panel, personas, budget_usd::float as budget_usd, created_at
        from project where name = ${name}`
    return row ?? null
  }
  /** The project as it is now; logs where its budget is another. */
  const changedFrom = async (
    before: Project | null,
    tx: Tx,
    actor: AuditActor,
    name: string,
  ): Promise<Project | null> => {
    const project = await find(tx, name)
    if (project && project.budget_usd !== (before?.budget_usd ?? null))
      await noteSecurity(tx, actor, 'project_budget.set', [project.project_id])
    return project
  }
  return {
    find: (actor: Actor, name: string): Promise<Project | null> => db.inWorkspace(actor, (tx) => find(tx, name)),

    /** The project that a run belongs to. */
    ofRun: (actor: Actor, run_id: string): Promise<Project | null> =>
      db.inWorkspace(actor, async (tx) => {
        const [row] = await tx.$queryRaw<{ name: string }[]>`
          select p.name from project p join run r on r.project_id = p.id where r.id = ${run_id}::uuid`
        return row ? find(tx, row.name) : null
      }),

    /** Returns `null` where the name is taken. */
    create: (actor: AuditActor, name: string, settings: ProjectSettings): Promise<Project | null> =>
      db.writeInWorkspace(actor, async (tx) => {
        const { product, category, panel, personas, budget_usd } = settings
        const added = await tx.$executeRaw`
          insert into project (workspace_id, name, product, category, panel, personas, budget_usd)
          values (${actor.workspace_id}::uuid, ${name}, ${product}, ${category}, ${panel}::text[], ${personas}, ${budget_usd}::numeric)
          on conflict do nothing`
        return added > 0 ? changedFrom(null, tx, actor, name) : null
      }),

    change: (actor: AuditActor, name: string, settings: ProjectSettings): Promise<Project | null> =>
      db.inWorkspace(actor, async (tx) => {
        const before = await find(tx, name)
        const { product, category, panel, personas, budget_usd } = settings
        await tx.$executeRaw`
          update project set product = ${product}, category = ${category}, panel = ${panel}::text[], personas = ${personas},
                 budget_usd = ${budget_usd}::numeric where name = ${name}`
        return changedFrom(before, tx, actor, name)
      }),

    list: (actor: Actor): Promise<ProjectSummary[]> =>
      db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<ProjectSummary[]>`
          select p.id::text as project_id, p.name, p.product, p.category, p.panel, p.personas,
                 p.budget_usd::float as budget_usd, p.created_at, count(r.id)::int as runs,
                 (coalesce(sum(r.spent_usd + r.reserved_usd), 0) + p.deleted_usd)::float as committed_usd
            from project p left join run r on r.project_id = p.id group by p.id order by p.name`,
      ),

    /** Deletes a project; its runs stay, without a project. Returns false where there is no such project. */
    remove: (actor: AuditActor, name: string): Promise<boolean> =>
      db.inWorkspace(actor, async (tx) => {
        const project = await find(tx, name)
        await tx.$executeRaw`
          update run set project_id = null where project_id = (select id from project where name = ${name})`
        const isGone = (await tx.$executeRaw`delete from project where name = ${name}`) > 0
        if (isGone && project) await noteSecurity(tx, actor, 'project.deleted', [project.project_id])
        return isGone
      }),
  }
}
