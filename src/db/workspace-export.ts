import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '../domain/run-state.js'
import { AppError } from '../errors.js'
import type { Database } from './client.js'
import type { Tx } from './transaction.js'

/** Rows read at a time. */
const PAGE = 500
/** Milliseconds for which whoever reads slowly may keep the transaction of an export open. */
const READ_WITHIN_MS = 15 * 60_000
/** Exports of a process at a time: each keeps one of its connections. */
const MAX_EXPORTS = 2
/** Secrets are left out: they are not needed to know what is stored, and their holder could use them. */
const SECRETS = ['token', 'refresh_token', 'response_url']
/** As a column, `hash` is the hash of a token; inside documents it identifies a file, so only columns are left out. */
const SECRET_COLUMNS = [...SECRETS, 'hash']

type Of = Pick<Actor, 'workspace_id'>
export type ExportedRow = { readonly table: string; readonly row: Record<string, unknown> }
export type WorkspaceExportReader = ReturnType<typeof createWorkspaceExport>

/** Every row of a workspace, table by table, without secrets, as all of them were at one moment. */
export function createWorkspaceExport(db: Database) {
  const exporting = new Set<string>()
  return {
    /** Errors: `too_many_requests` while the workspace, or two others, are being exported by this process. */
    async *rows(of: Of): AsyncGenerator<ExportedRow> {
      if (exporting.has(of.workspace_id) || exporting.size >= MAX_EXPORTS)
        throw new AppError('too_many_requests', {
          problem: 'Another export is being read here; try again when it has ended.',
        })
      exporting.add(of.workspace_id)
      const rows = new PassThrough({ objectMode: true })
      const options = { snapshot: true, patienceMs: 0, limitMs: READ_WITHIN_MS }
      const reading = db.inWorkspace(of, (tx) => pipeline(rowsOf(tx, of), rows), options)
      reading.catch((error) => rows.destroy(error))
      try {
        yield* rows
        await reading
      } finally {
        // Whoever stops reading ends the transaction.
        rows.destroy()
        await reading.catch(() => {})
        exporting.delete(of.workspace_id)
      }
    },
  }
}

async function* rowsOf(tx: Tx, of: Of): AsyncGenerator<ExportedRow> {
  const tables = await tx.$queryRaw<{ name: string; quoted: string }[]>`
    select distinct c.relname::text as name, quote_ident(c.relname) as quoted
      from pg_policy p join pg_class c on c.oid = p.polrelid
     where p.polname in ('own_workspace', 'own_events') and c.relnamespace = 'public'::regnamespace order by 1`
  for (const { name, quoted } of tables) yield* rowsIn(tx, of, { table: name, quoted })
}

async function* rowsIn(
  tx: Tx,
  { workspace_id }: Of,
  { table, quoted }: { readonly table: string; readonly quoted: string },
): AsyncGenerator<ExportedRow> {
  const owner = table === 'workspace' ? 'id' : 'workspace_id'
  const text = `
    select ctid::text as place, to_jsonb(t) - $3::text[] as row from public.${quoted} t
     where ${owner} = $1::uuid and ctid > $2::tid order by ctid limit ${PAGE}`
  let place: string | undefined = '(0,0)'
  while (place !== undefined) {
    const page: { place: string; row: Record<string, unknown> }[] = await tx.$queryPrepared(
      { name: `export ${table}`, text },
      [workspace_id, place, SECRET_COLUMNS],
    )
    for (const { row } of page) yield { table, row: withoutSecrets(row) as ExportedRow['row'] }
    place = page.at(-1)?.place
  }
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (value === null || typeof value !== 'object') return value
  const shown = Object.entries(value).filter(([name]) => !SECRETS.includes(name))
  return Object.fromEntries(shown.map(([name, inner]) => [name, withoutSecrets(inner)]))
}
