import { extname } from 'node:path'
import { AppError } from '../../errors.js'
import { checkStimulusFile } from '../../ingest/check-stimulus-file.js'
import { checkResearchFile, type ResearchFile } from '../../ingest/documents/read-research.js'
import { childReaderFor } from '../../ingest/read-in-child-process.js'
import type { Caller } from '../inbound/caller.js'

const MAX_BYTES = 1_000_000
const READ_MS = 20_000
/** Most bytes read of a file, whatever size Slack states. */
const MAX_DOWNLOADED = 20_000_000
const DOCUMENTS = new Set(['.pdf', '.docx'])

/**
 * Name and text of a file uploaded in a modal: plain text, Markdown, HTML, PDF or Word. Errors: `invalid_input` for a
 * file that cannot be read.
 */
export async function readUpload(
  caller: Caller,
  id: string,
  apiUrl: string | null,
): Promise<{ name: string; text: string }> {
  const file = await download(caller, id, apiUrl, (name, size) => {
    if (DOCUMENTS.has(extname(name).toLowerCase())) return checkResearchFile(name, size)
    if (size > MAX_BYTES)
      throw new AppError('invalid_input', { problem: `${name} is larger than 1 MB; upload less of it.` })
  })
  const { name, bytes } = file
  const isDocument = DOCUMENTS.has(extname(name).toLowerCase())
  const read = childReaderFor(caller.ctx.actor.workspace_id)
  const text = isDocument ? await read('document', name, file) : await read('text', name, bytes, name)
  return { name, text }
}

/** Files that belong to a proposition, for the reader of stimuli. Errors: `invalid_input`, before anything is downloaded. */
export async function readAttachments(
  caller: Caller,
  ids: readonly string[],
  apiUrl: string | null,
): Promise<SharedFile[]> {
  const pieces: SharedFile[] = []
  for (const id of ids) {
    const { file } = await caller.client.files.info({ file: id })
    const link = placeOutside(file)
    pieces.push(
      link === null
        ? await downloadFile(caller, file, apiUrl, checkStimulusFile)
        : { name: file?.title || nameOf(file), link },
    )
  }
  return pieces
}

/** A file of a message: its bytes, or where it is outside Slack, such as in Google Drive. */
export type SharedFile = ResearchFile | { readonly name: string; readonly link: string }

type SlackFile = Awaited<ReturnType<Caller['client']['files']['info']>>['file']
const nameOf = (file: SlackFile): string => file?.name ?? 'the file'

/** The address of a file that Slack only points at; `null` for one that it keeps. */
const placeOutside = (file: SlackFile): string | null =>
  file?.is_external && /^https?:/i.test(file.url_private ?? '') ? (file.url_private ?? null) : null

/** Uploaded research, unread, for the verb that reads it. Errors: `invalid_input`, before anything is downloaded. */
export const readResearchUpload = (caller: Caller, id: string, apiUrl: string | null): Promise<ResearchFile> =>
  download(caller, id, apiUrl, checkResearchFile)

/** Downloads a file by its id with the app's own token, and only from Slack's own address. */
async function download(
  caller: Caller,
  id: string,
  apiUrl: string | null,
  check: (name: string, size: number) => void,
): Promise<ResearchFile> {
  const { file } = await caller.client.files.info({ file: id })
  return downloadFile(caller, file, apiUrl, check)
}

async function downloadFile(
  caller: Caller,
  file: SlackFile,
  apiUrl: string | null,
  check: (name: string, size: number) => void,
): Promise<ResearchFile> {
  const name = nameOf(file)
  if (placeOutside(file) !== null)
    throw new AppError('invalid_input', {
      problem: `${name} is kept outside Slack; download it there and upload the file itself.`,
    })
  const url = file?.url_private_download ?? file?.url_private ?? ''
  const own = apiUrl === null ? 'https://files.slack.com' : new URL(apiUrl).origin
  if (!URL.canParse(url) || new URL(url).origin !== own) throw unread(name)
  check(name, file?.size ?? 0)
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${caller.installation.token}` },
    signal: AbortSignal.timeout(READ_MS),
    redirect: 'error',
  }).catch(() => null)
  const bytes = answer?.ok ? await bytesOf(answer, name) : null
  if (bytes === null) throw unread(name)
  check(name, bytes.length)
  return { name, bytes }
}

/** The body of an answer, which may state no length; null where it breaks off. Errors: `invalid_input` for too much. */
async function bytesOf({ body }: Response, name: string): Promise<Buffer | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of body ?? []) {
      length += piece.byteLength
      // Leaving the loop ends the download.
      if (length > MAX_DOWNLOADED) break
      pieces.push(piece)
    }
  } catch {
    return null
  }
  if (length > MAX_DOWNLOADED)
    throw new AppError('invalid_input', { problem: `${name} is larger than 20 MB; upload less of it.` })
  return Buffer.concat(pieces)
}

const unread = (name: string) =>
  new AppError('invalid_input', { problem: `${name} could not be read from Slack; upload it again.` })
