import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '../domain/run-state.js'
import type { Database } from './client.js'
import type { Tx } from './transaction.js'

type UploadedFile = { readonly name: string; readonly bytes: Uint8Array }
export type UploadsTable = ReturnType<typeof createUploads>

/** Most characters in base64 that a workspace's uploads take up; beyond, the oldest are deleted. */
const MAX_KEPT = 80_000_000

/** Files that wait for a day to be named by a run. */
export function createUploads(db: Database) {
  return {
    async keep(actor: Actor, { name, bytes }: UploadedFile): Promise<{ upload_id: string; expires_at: Date }> {
      const upload_id = randomUUID()
      const data = Buffer.from(bytes).toString('base64')
      const rows = await db.writeInWorkspace(actor, async (tx) => {
        await tx.$executeRaw`
          insert into upload (id, workspace_id, name, sha256, data)
          values (${upload_id}::uuid, ${actor.workspace_id}::uuid, ${name}, ${hashOf(bytes)}, ${data})
          on conflict do nothing`
        await tx.$executeRaw`
          delete from upload where id in (
            select id from (
              select id, sum(octet_length(data)) over (order by created_at desc, id) as kept from upload) as sized
             where kept > ${MAX_KEPT}::bigint)`
        return tx.$queryRaw<{ expires_at: Date }[]>`
          select created_at + interval '1 day' as expires_at from upload where id = ${upload_id}::uuid`
      })
      return { upload_id, expires_at: rows[0]?.expires_at ?? new Date() }
    },

    /** `null` where this workspace has no such upload any more. */
    async get(actor: Actor, upload_id: string): Promise<UploadedFile | null> {
      const [row] = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ name: string; data: string }[]>`
          select name, data from upload
           where id = ${upload_id}::uuid and created_at > now() - interval '1 day'`,
      )
      return row ? { name: row.name, bytes: Buffer.from(row.data, 'base64') } : null
    },
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Deletes uploads that are older than a day. */
export async function deleteOldUploads(tx: Tx): Promise<void> {
  await tx.$executeRaw`delete from upload where created_at < now() - interval '1 day'`
}

/** Deletes the uploads that runs were read from. */
export async function deleteUploadsOf(tx: Tx, run_ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    delete from upload where sha256 in (
      select source->>'sha256'
        from run, json_array_elements(
          case json_typeof(input->'sources') when 'array' then input->'sources' else '[]'::json end) as source
       where id = any(${[...run_ids]}::uuid[]))`
}
