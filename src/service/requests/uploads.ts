import { basename } from 'node:path'
import { z } from 'zod'
import { requireReading, requireScope } from '../../domain/token-scopes.js'
import { refuse } from '../../errors.js'
import { checkStimulusFile } from '../../ingest/stimulus-files.js'
import type { Context } from '../context.js'
import type { Attachment, Piece } from './stimulus.js'

const PREFIX = 'upload:'
/** Longest name that is kept; of a longer one its end, which has the kind of file. */
const MAX_NAME = 200

/** Whether an attachment is named as an upload: `upload:<id>`. */
export const isUpload = (named: string): boolean => named.startsWith(PREFIX)

/**
 * Keeps a file for a day, for the attachments of runs in this workspace. Errors: `forbidden`, `invalid_input` for a file
 * that no stimulus is read from.
 */
export async function keepUpload(
  ctx: Context,
  file: { readonly name: string; readonly bytes: Uint8Array },
): Promise<{ upload: string; name: string; expires_at: Date }> {
  requireScope(ctx.grant, 'write')
  const name = basename(file.name).slice(-MAX_NAME)
  checkStimulusFile(name, file.bytes.length)
  const { upload_id, expires_at } = await ctx.store.uploads.keep(ctx.actor, { name, bytes: file.bytes })
  return { upload: `${PREFIX}${upload_id}`, name, expires_at }
}

type Brought = {
  readonly attachments?: readonly Attachment[] | undefined
  readonly propositions?: readonly object[] | undefined
}

/** A request with the file of each upload in its place. Errors: `invalid_input`, `forbidden`. */
export async function withUploads<T extends object>(ctx: Context, request: T): Promise<T> {
  const { attachments, propositions }: Brought = request
  return {
    ...request,
    ...(attachments && { attachments: await Promise.all(attachments.map((piece) => pieceOf(ctx, piece))) }),
    ...(propositions && { propositions: await Promise.all(propositions.map((one) => namedOf(ctx, one))) }),
  }
}

/** A proposition without a name has that of its file. */
async function namedOf(ctx: Context, proposition: object): Promise<object> {
  const whole: Brought & { readonly name?: string } = await withUploads(ctx, proposition)
  const [file] = whole.attachments ?? []
  return whole.name === '' && file && 'name' in file ? { ...whole, name: file.name } : whole
}

async function pieceOf(ctx: Context, piece: Attachment): Promise<Piece> {
  if (!('upload' in piece)) return piece
  requireReading(ctx.grant)
  const id = z.uuid().safeParse(piece.upload.slice(PREFIX.length).trim())
  const file = isUpload(piece.upload) && id.success ? await ctx.store.uploads.get(ctx.actor, id.data) : null
  return (
    file ?? refuse(`There is no ${piece.upload.slice(0, 60)} here; an upload is kept for a day: upload the file again.`)
  )
}
