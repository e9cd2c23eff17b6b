import type { Actor } from '../domain/run-state.js'
import type { Database } from './client.js'

/** Rows read at a time. */
const PAGE = 500
/** Secrets are left out: they are not needed to know what is stored, and their holder could use them. */
const SECRETS = ['token', 'refresh_token', 'response_url']
/** As a column, `hash` is the hash of a token; inside documents it identifies a file, so only columns are left out. */
const SECRET_COLUMNS = [...SECRETS, 'hash']

export type ExportedRow = { readonly table: string; readonly row: Record<string, unknown> }
export type WorkspaceExportReader = ReturnType<typeof createWorkspaceExport>

/** Every row of a workspace, table by table, without secrets. */
export function createWorkspaceExport(db: Database) {
  return {
    async *rows({ workspace_id }: Pick<Actor, 'workspace_id'>): AsyncGenerator<ExportedRow> {
      const of = { workspace_id }
      const tables = await db.inWorkspace(
        of,
        (tx) => tx.$queryRaw<{ name: string; quoted: string }[]>`
          select distinct c.relname::text as name, quote_ident(c.relname) as quoted
            from pg_policy p join pg_class c on c.oid = p.polrelid
           where p.polname in ('own_workspace', 'own_events') and c.relnamespace = 'public'::regnamespace order by 1`,
      )
      for (const { name, quoted } of tables) yield* rowsOf(of, name, quoted)
    },
  }

  async function* rowsOf(of: Pick<Actor, 'workspace_id'>, table: string, quoted: string): AsyncGenerator<ExportedRow> {
    const owner = table === 'workspace' ? 'id' : 'workspace_id'
    const text = `
      select ctid::text as place, to_jsonb(t) - $3::text[] as row from public.${quoted} t
       where ${owner} = $1::uuid and ctid > $2::tid order by ctid limit ${PAGE}`
    let place: string | undefined = '(0,0)'
    while (place !== undefined) {
      const values = [of.workspace_id, place, SECRET_COLUMNS]
      const page: { place: string; row: Record<string, unknown> }[] = await db.inWorkspace(of, (tx) =>
        tx.$queryPrepared({ name: `export ${table}`, text }, values),
      )
      for (const { row } of page) yield { table, row: withoutSecrets(row) as ExportedRow['row'] }
      place = page.at(-1)?.place
    }
  }
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (value === null || typeof value !== 'object') return value
  const shown = Object.entries(value).filter(([name]) => !SECRETS.includes(name))
  return Object.fromEntries(shown.map(([name, inner]) => [name, withoutSecrets(inner)]))
}
