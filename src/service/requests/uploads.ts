import { basename } from 'node:path'
import { z } from 'zod'
import { requireReading, requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError, refuse } from '../../errors.js'
import { checkStimulusFile } from '../../ingest/check-stimulus-file.js'
import { auditActor, type Context } from '../context.js'
import type { Attachment, Piece, StoredPiece } from './read-pieces.js'

const PREFIX = 'upload:'
/** Longest name that is kept; of a longer one its end, which has the kind of file. */
const MAX_NAME = 200
/** Most bytes of the uploads that a run is read from, each counted as often as it is named. */
const MAX_BYTES = 100_000_000

/** Whether an attachment is named as an upload: `upload:<id>`. */
export const isUpload = (named: string): boolean => named.startsWith(PREFIX)

const keptName = (name: string): string => basename(name).slice(-MAX_NAME)

/** Refuses a file by its name and declared size, before its bytes are received. Errors: `invalid_input`. */
export const checkDeclaredUpload = (name: string, size: number): void => checkStimulusFile(keptName(name), size)

/**
 * Keeps a file for a day, for the attachments of runs in this workspace. Errors: `forbidden`, `invalid_input` for a file
 * that no stimulus is read from, `conflict` where the workspace keeps as much as it may.
 */
export async function keepUpload(
  ctx: Context,
  file: { readonly name: string; readonly bytes: Uint8Array },
): Promise<{ upload: string; name: string; expires_at: Date }> {
  requireScope(ctx.grant, 'write')
  const name = keptName(file.name)
  checkStimulusFile(name, file.bytes.length)
  const { upload_id, expires_at } = await ctx.store.uploads.keep(ctx.actor, { name, bytes: file.bytes })
  return { upload: `${PREFIX}${upload_id}`, name, expires_at }
}

/** Deletes an upload before its day ends, by the `upload` that names it. Errors: `forbidden`, `not_found`. */
export async function deleteUpload(ctx: Context, upload: string): Promise<void> {
  requireScope(ctx.grant, 'write')
  const id = idOf(upload)
  if (id === null || !(await ctx.store.uploads.delete(auditActor(ctx), id)))
    throw new AppError('not_found', { what: 'upload', id: upload })
}

/** The id in the name of an upload; null where it is no such name. */
function idOf(upload: string): string | null {
  const id = z.uuid().safeParse(upload.slice(PREFIX.length).trim())
  return isUpload(upload) && id.success ? id.data.toLowerCase() : null
}

type WithUploads = {
  readonly attachments?: readonly Attachment[] | undefined
  readonly propositions?: readonly object[] | undefined
}

/**
 * A request with the file of each upload in its place; its bytes are got when it is read, so that there is one at a time
 * in memory. Errors: `invalid_input`, `forbidden`.
 */
export async function withUploads<T extends object>(ctx: Context, request: T): Promise<T> {
  const { attachments = [], propositions = [] }: WithUploads = request
  const named = [
    ...attachments,
    ...propositions.flatMap((proposition: WithUploads) => proposition.attachments ?? []),
  ].flatMap((piece) => ('upload' in piece ? [piece.upload] : []))
  if (named.length > 0) requireReading(ctx.grant)
  const files = await filesOf(ctx, named)
  const pieceOf = (piece: Attachment): Piece | StoredPiece =>
    'upload' in piece ? (files.get(piece.upload) ?? noSuch(piece.upload)) : piece
  const resolve = <R extends WithUploads>(named: R): R =>
    named.attachments ? { ...named, attachments: named.attachments.map(pieceOf) } : named
  const whole = resolve(request)
  if (propositions.length === 0) return whole
  return { ...whole, propositions: propositions.map((proposition) => namedOf(resolve(proposition))) }
}

/** The files of uploads, by how they are named. Errors: `invalid_input`. */
async function filesOf(ctx: Context, named: readonly string[]): Promise<ReadonlyMap<string, StoredPiece>> {
  if (named.length === 0) return new Map()
  const ids = new Map<string, string>()
  for (const upload of named) {
    const id = idOf(upload)
    if (id !== null) ids.set(upload, id)
  }
  const found = new Map(
    (await ctx.store.uploads.find(ctx.actor, [...ids.values()])).map((file) => [file.upload_id, file]),
  )
  const bytes = named.reduce((sum, upload) => sum + (found.get(ids.get(upload) ?? '')?.bytes ?? 0), 0)
  if (bytes > MAX_BYTES)
    refuse(
      `The uploads named have ${Math.ceil(bytes / 1_000_000)} MB in all; at most ${MAX_BYTES / 1_000_000} MB make one run.`,
    )
  const files = new Map<string, StoredPiece>()
  for (const [upload, id] of ids) {
    const file = found.get(id)
    const load = async () => (await ctx.store.uploads.get(ctx.actor, id)) ?? noSuch(upload)
    if (file) files.set(upload, { name: file.name, load })
  }
  return files
}

/** A proposition without a name has that of its file. */
function namedOf(proposition: WithUploads & { readonly name?: string }): object {
  const [file] = proposition.attachments ?? []
  return proposition.name === '' && file && 'name' in file ? { ...proposition, name: file.name } : proposition
}

const noSuch = (upload: string): never =>
  refuse(`There is no ${upload.slice(0, 60)} here; an upload is kept for a day: upload the file again.`)
