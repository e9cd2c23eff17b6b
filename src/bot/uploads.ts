import { AppError } from '../errors.js'
import { readText } from '../service/read-text.js'
import type { Caller } from './caller.js'

const MOST_BYTES = 1_000_000
const READ_MS = 8_000

/**
 * The text of a file somebody put into a window. Asked of Slack by its id, with the app's own rights. Errors:
 * `invalid_input` for what cannot be read.
 */
export async function readUpload(caller: Caller, id: string, apiUrl: string | null): Promise<string> {
  const { file } = await caller.client.files.info({ file: id })
  const name = file?.name ?? 'the file'
  const url = file?.url_private_download ?? file?.url_private ?? ''
  const own = apiUrl === null ? 'https://files.slack.com' : new URL(apiUrl).origin
  if (!URL.canParse(url) || new URL(url).origin !== own) throw unread(name)
  if ((file?.size ?? 0) > MOST_BYTES)
    throw new AppError('invalid_input', { problem: `${name} is larger than 1 MB; upload less of it.` })
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${caller.installation.token}` },
    signal: AbortSignal.timeout(READ_MS),
    redirect: 'error',
  }).catch(() => null)
  if (!answer?.ok) throw unread(name)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (bytes.length > MOST_BYTES)
    throw new AppError('invalid_input', { problem: `${name} is larger than 1 MB; upload less of it.` })
  return readText(bytes, name)
}

/** What the file is called, for a reader that goes by the name. */
export async function uploadName(caller: Caller, id: string): Promise<string> {
  return (await caller.client.files.info({ file: id })).file?.name ?? 'cases.yaml'
}

const unread = (name: string) =>
  new AppError('invalid_input', { problem: `${name} could not be read from Slack; upload it again as plain text.` })
