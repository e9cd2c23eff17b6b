import type { EventEmitter } from 'node:events'
import { type FileHandle, writeFile } from 'node:fs/promises'
import type { Actor } from '../../domain/run/run-state.js'
import { jsonLines } from '../../domain/text/json-lines.js'
import { AppError } from '../../errors.js'
import type { Database } from '../connection/client.js'
import type { Tx } from '../connection/transaction.js'

/** Bytes of rows, as they are stored, that are read at a time: pictures are large. */
const PAGE_BYTES = 4_000_000
/** Limit in milliseconds of the transaction of an export, which reads as fast as the database and the disk are. */
const WRITE_WITHIN_MS = 15 * 60_000
/** Exports of a process at a time: each keeps one of its connections. */
const MAX_EXPORTS = 2
/** Secrets are left out: they are not needed to know what is stored, and their holder could use them. */
const SECRETS = ['token', 'refresh_token', 'response_url']
/** As a column, `hash` is the hash of a token; inside documents it identifies a file, so only columns are left out. */
const SECRET_COLUMNS = [...SECRETS, 'hash']

type Of = Pick<Actor, 'workspace_id'>
type ExportedRow = { readonly table: string; readonly row: Record<string, unknown> }

/** Every row of a workspace, table by table, without secrets, as all of them were at one moment. */
export function createWorkspaceExport(db: Database) {
  /** Workspaces with an export in this process whose file is open, and how many of those are being written. */
  const exported = new Set<string>()
  let writing = 0
  return {
    /**
     * Writes each row as a line of JSON, `{ table, row }`, and returns the ids of the runs among them. No transaction
     * waits for whoever reads the file. Errors: `too_many_requests` until the file of an earlier export of the workspace
     * is closed, and while this process writes two others.
     */
    async write(of: Of, file: FileHandle): Promise<ReadonlySet<string>> {
      if (exported.has(of.workspace_id) || writing >= MAX_EXPORTS)
        throw new AppError('too_many_requests', {
          problem: 'Another export is being written or read here; try again when it has ended.',
        })
      exported.add(of.workspace_id)
      // Its types know of no events.
      const events = file as FileHandle & EventEmitter
      events.once('close', () => exported.delete(of.workspace_id))
      writing++
      const run_ids = new Set<string>()
      const write = (tx: Tx) => writeFile(file, jsonLines(noting(run_ids, rowsOf(tx))))
      try {
        await db.inWorkspace(of, write, { snapshot: true, patienceMs: 0, limitMs: WRITE_WITHIN_MS })
        return run_ids
      } finally {
        writing--
      }
    },
  }
}

async function* noting(run_ids: Set<string>, rows: AsyncIterable<ExportedRow>): AsyncGenerator<ExportedRow> {
  for await (const exported of rows) {
    if (exported.table === 'run') run_ids.add(String(exported.row.id))
    yield exported
  }
}

type Table = { readonly name: string; readonly quoted: string; readonly size: string }

/** `size` adds up the columns whose length varies, without reading those that are stored outside of their row. */
async function* rowsOf(tx: Tx): AsyncGenerator<ExportedRow> {
  const tables = await tx.$queryRaw<Table[]>`
    select c.relname::text as name, quote_ident(c.relname) as quoted, (
             select coalesce(string_agg(format('coalesce(pg_column_size(%I), 0)', attname), ' + '), '0') from pg_attribute
              where attrelid = c.oid and attnum > 0 and attlen = -1 and not attisdropped) as size
      from pg_class c
     where c.relnamespace = 'public'::regnamespace
       and exists (select 1 from pg_policy where polrelid = c.oid and polname in ('own_workspace', 'own_events'))
     order by 1`
  for (const table of tables) yield* rowsIn(tx, table)
}

/** A cursor passes a table once. It names the rows and their sizes; the rows follow, a few at a time. */
async function* rowsIn(tx: Tx, { name, quoted, size }: Table): AsyncGenerator<ExportedRow> {
  const own = `${name === 'workspace' ? 'id' : 'workspace_id'} = current_setting('pressure_test.workspace')::uuid`
  const places = `declare places no scroll cursor for select ctid::text as place, ${size} as size from public.${quoted} where ${own}`
  // Without a name nothing of it is kept: its text changes with the columns of the table.
  await tx.$queryPrepared({ name: '', text: places }, [])
  const rows = {
    name: `export ${name}`,
    text: `select to_jsonb(t) - $2::text[] as row from public.${quoted} t where ctid = any($1::text[]::tid[]) and ${own}`,
  }
  for (;;) {
    const near = await tx.$queryRaw<Place[]>`fetch 500 from places`
    if (near.length === 0) break
    for (const page of pagesOf(near)) {
      const read = await tx.$queryPrepared<Pick<ExportedRow, 'row'>>(rows, [page, SECRET_COLUMNS])
      for (const { row } of read) yield { table: name, row: withoutSecrets(row) as ExportedRow['row'] }
    }
  }
  await tx.$queryRaw`close places`
}

type Place = { readonly place: string; readonly size: number }

/** A page ends with the row that makes it large enough. */
function* pagesOf(near: readonly Place[]): Generator<string[]> {
  let page: string[] = []
  let bytes = 0
  for (const { place, size } of near) {
    page.push(place)
    bytes += size
    if (bytes < PAGE_BYTES) continue
    yield page
    page = []
    bytes = 0
  }
  if (page.length > 0) yield page
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (value === null || typeof value !== 'object') return value
  const shown = Object.entries(value).filter(([name]) => !SECRETS.includes(name))
  return Object.fromEntries(shown.map(([name, inner]) => [name, withoutSecrets(inner)]))
}
