import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { z } from 'zod'
import { refuse } from '../errors.js'
import { checkStimulusFile } from '../ingest/check-stimulus-file.js'
import { clean, truncate } from '../presentation/clean.js'
import type { Attachment } from '../service/requests/read-pieces.js'
import { isUpload } from '../service/requests/uploads.js'
import type { Call } from './define-tool.js'

export const attachments = z.array(z.string().max(2_000)).max(5).describe('Links, upload:<id>; over stdio paths')

/**
 * Reads the attachments of a call: addresses of pages, uploads, and local files for a caller on this machine. Errors:
 * `invalid_input`.
 */
async function readAttachments(call: Call, named: readonly string[]): Promise<Attachment[]> {
  const pieces: Attachment[] = []
  for (const name of named) pieces.push(await pieceOf(call, name.trim()))
  return pieces
}

/**
 * What an argument brings: its text, or the file that it names, an upload or a path of a caller on this machine; and the
 * attachments beside it. Errors: `invalid_input`.
 */
export async function rawStimulusOf(
  call: Call,
  text: string,
  attached: readonly string[] = [],
): Promise<{ stimulus: string; attachments: Attachment[] }> {
  const named = text.trim()
  // A path names a file only for a caller on this machine; for others it is a text.
  const isPath = call.ctx.actor.kind === 'local' && isAbsolute(named) && !named.includes('\n')
  const isFile = isUpload(named) || isPath
  const attachments = await readAttachments(call, isFile ? [named, ...attached] : attached)
  return { stimulus: isFile ? '' : text, attachments }
}

async function pieceOf(call: Call, named: string): Promise<Attachment> {
  const isLocal = call.ctx.actor.kind === 'local'
  if (/^https?:\/\//i.test(named)) return { link: named }
  if (isUpload(named)) return { upload: named }
  const shown = truncate(clean(named), 60)
  if (!isLocal)
    return refuse(
      `“${shown}” is on another machine than this server. Give a link to it that anybody may open, or upload it: PUT /uploads/{name} on this server, with the token of this connection, answers with the upload:<id> to give here.`,
    )
  if (!isAbsolute(named))
    return refuse(`An attachment is a link (https://…) or the whole path of a file; “${shown}” is none.`)
  // First, so that nobody learns which files there are elsewhere.
  await requireOpen(call, named)
  const file = await stat(named).catch(() => null)
  if (!file?.isFile()) return refuse(`There is no file ${named}.`)
  checkStimulusFile(basename(named), file.size)
  return { name: basename(named), bytes: await readFile(named) }
}

/** A path without symbolic links, also where it leads to nothing. */
async function realPathOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null)
  const folder = dirname(path)
  if (real !== null || folder === path) return real ?? path
  return join(await realPathOf(folder), basename(path))
}

/**
 * Where the client can open folders to servers, only files inside those folders are read. Symbolic links are resolved
 * first.
 */
async function requireOpen({ openFolders }: Call, path: string): Promise<void> {
  if (openFolders === null) return
  const folders = await openFolders().catch(() =>
    refuse('Your client did not say which of its folders are open; try again, or paste the text of the file.'),
  )
  if (folders.length === 0)
    refuse(`Your client opened no folder to this server; open the one with ${path} there, or paste its text.`)
  const file = await realPathOf(path)
  for (const folder of folders) {
    const inside = relative(await realpath(folder).catch(() => folder), file)
    // On Windows a path that leaves the folder begins with `..\`, and a path on another drive is absolute.
    if (inside !== '' && inside.split(sep)[0] !== '..' && !isAbsolute(inside)) return
  }
  refuse(
    `${path} is outside the folders that your client opened (${folders.slice(0, 3).join(', ')}); open its folder there, copy it into one of them, or paste its text.`,
  )
}
