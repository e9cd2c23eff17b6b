import { readFile, stat } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import { z } from 'zod'
import { refuse } from '../errors.js'
import { checkStimulusFile } from '../ingest/stimulus-files.js'
import type { Piece } from '../service/requests/stimulus.js'
import type { Call } from './define-tool.js'

export const attachments = z.array(z.string().max(2_000)).max(5).describe('More pieces: links; over stdio file paths')

/** What is named in a call: addresses of pages, and files of this machine for whoever sits at it. Errors: `invalid_input`. */
export async function readAttachments({ ctx }: Call, named: readonly string[]): Promise<Piece[]> {
  const pieces: Piece[] = []
  for (const name of named) pieces.push(await pieceOf(name.trim(), ctx.actor.kind === 'local'))
  return pieces
}

async function pieceOf(named: string, isLocal: boolean): Promise<Piece> {
  if (/^https?:\/\//i.test(named)) return { link: named }
  if (!isLocal || !isAbsolute(named))
    return refuse(
      `An attachment is a link (https://…)${isLocal ? ' or the whole path of a file' : ''}; “${named.slice(0, 60)}” is none.`,
    )
  const file = await stat(named).catch(() => null)
  if (!file?.isFile()) return refuse(`There is no file ${named}.`)
  checkStimulusFile(basename(named), file.size)
  return { name: basename(named), bytes: await readFile(named) }
}
