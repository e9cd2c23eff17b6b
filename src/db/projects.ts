import type { Project, ProjectSettings, ProjectSummary } from '../domain/project.js'
import type { Actor } from '../domain/run-state.js'
import type { Database } from './client.js'
import type { Tx } from './transaction.js'

export type ProjectsTable = ReturnType<typeof createProjects>

/** Projects of a workspace, found by name. */
export function createProjects(db: Database) {
  const find = async (tx: Tx, name: string): Promise<Project | null> => {
    const [row] = await tx.$queryRaw<Project[]>`
      select id::text as project_id, name, product, category, panel, personas, budget_usd::float as budget_usd, created_at
        from project where name = ${name}`
    return row ?? null
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
    create: (actor: Actor, name: string, settings: ProjectSettings): Promise<Project | null> =>
      db.writeInWorkspace(actor, async (tx) => {
        const { product, category, panel, personas, budget_usd } = settings
        const added = await tx.$executeRaw`
          insert into project (workspace_id, name, product, category, panel, personas, budget_usd)
          values (${actor.workspace_id}::uuid, ${name}, ${product}, ${category}, ${panel}::text[], ${personas}, ${budget_usd}::numeric)
          on conflict do nothing`
        return added > 0 ? find(tx, name) : null
      }),

    change: (actor: Actor, name: string, settings: ProjectSettings): Promise<Project | null> =>
      db.inWorkspace(actor, async (tx) => {
        const { product, category, panel, personas, budget_usd } = settings
        await tx.$executeRaw`
          update project set product = ${product}, category = ${category}, panel = ${panel}::text[], personas = ${personas},
                 budget_usd = ${budget_usd}::numeric where name = ${name}`
        return find(tx, name)
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
    remove: (actor: Actor, name: string): Promise<boolean> =>
      db.inWorkspace(actor, async (tx) => {
        await tx.$executeRaw`
          update run set project_id = null where project_id = (select id from project where name = ${name})`
        return (await tx.$executeRaw`delete from project where name = ${name}`) > 0
      }),
  }
}
