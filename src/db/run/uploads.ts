import { randomUUID, webcrypto } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor } from '../../domain/run/run-state.js'
import { AppError } from '../../errors.js'
import type { Database } from '../connection/client.js'
import { type Tx, workspaceGone } from '../connection/transaction.js'
import { type AuditActor, noteSecurity } from '../workspace/security-log.js'

type UploadedFile = { readonly name: string; readonly bytes: Uint8Array }
/** Most characters in base64 that a workspace's uploads take up: five of the largest files. */
const MAX_KEPT = 5 * 4 * Math.ceil(20_000_000 / 3)

/** Files that wait for a day to be named by a run. */
export function createUploads(db: Database) {
  return {
    /** Errors: `conflict` where the workspace keeps as much as it may. */
    async keep(actor: Actor, { name, bytes }: UploadedFile): Promise<{ upload_id: string; expires_at: Date }> {
      const upload_id = randomUUID()
      const sha256 = await hashOf(bytes)
      const data = await base64Of(bytes)
      const rows = await db.inWorkspace(actor, async (tx) => {
        // The lock keeps files that come at once from each finding room.
        const held =
          await tx.$executeRaw`select 1 from workspace where id = ${actor.workspace_id}::uuid for no key update`
        if (held === 0) throw workspaceGone()
        await tx.$executeRaw`
          insert into upload (id, workspace_id, name, sha256, data)
          values (${upload_id}::uuid, ${actor.workspace_id}::uuid, ${name}, ${sha256}, ${data})
          on conflict do nothing`
        const [kept] = await tx.$queryRaw<{ characters: number }[]>`
          select sum(octet_length(data))::float as characters from upload where created_at > now() - interval '1 day'`
        if ((kept?.characters ?? 0) > MAX_KEPT)
          throw new AppError('conflict', {
            problem:
              'This workspace keeps 100 MB of uploads already, each for a day. Name those in runs instead of uploading them again, or delete one (`DELETE /uploads/upload:…`).',
          })
        return tx.$queryRaw<{ expires_at: Date }[]>`
          select created_at + interval '1 day' as expires_at from upload where id = ${upload_id}::uuid`
      })
      return { upload_id, expires_at: rows[0]?.expires_at ?? new Date() }
    },

    /** Those of the uploads that this workspace has. `bytes`: the size of each, or up to two less. */
    find: (
      actor: Actor,
      upload_ids: readonly string[],
    ): Promise<{ upload_id: string; name: string; bytes: number }[]> =>
      db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ upload_id: string; name: string; bytes: number }[]>`
          select id::text as upload_id, name, octet_length(data) / 4 * 3 - 2 as bytes from upload
           where id = any(${[...upload_ids]}::uuid[]) and created_at > now() - interval '1 day'`,
      ),

    /** `null` where this workspace has no such upload any more. */
    async get(actor: Actor, upload_id: string): Promise<Uint8Array | null> {
      const [row] = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ data: string }[]>`
          select data from upload where id = ${upload_id}::uuid and created_at > now() - interval '1 day'`,
      )
      return row ? Buffer.from(row.data, 'base64') : null
    },

    /** Whether there was such an upload in this workspace. */
    async delete(actor: AuditActor, upload_id: string): Promise<boolean> {
      return db.inWorkspace(actor, async (tx) => {
        const gone = await tx.$executeRaw`delete from upload where id = ${upload_id}::uuid`
        if (gone === 0) return false
        await noteSecurity(tx, actor, 'upload.deleted', [upload_id])
        return true
      })
    },
  }
}

/** Hashed beside the main thread, which answers others meanwhile. */
const hashOf = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')

/** Bytes that are encoded in one turn of the event loop; a multiple of 3, so that only the last slice is padded. */
const SLICE = 3 * 2 ** 18

async function base64Of(bytes: Uint8Array): Promise<string> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let at = 0; at < whole.length; at += SLICE) {
    text += whole.toString('base64', at, at + SLICE)
    await nextTurn()
  }
  return text
}

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
