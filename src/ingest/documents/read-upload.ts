import { cleanText } from '../../domain/text/clean-text.js'
import { refuse } from '../../errors.js'
import { checkResearchFile, type Research, type ResearchFile, readResearch } from './read-research.js'

/** A body of `multipart/form-data` as received, with its Content-Type. */
export type UploadBody = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }

const HOW = 'Send the file as multipart/form-data, in a field called "file".'
const MAX_NAME = 120

/** Reads the research file of a form. Errors: `invalid_input`, one sentence about the form or its file. */
export async function readUpload({ bytes, type }: UploadBody, hashKey: string): Promise<Research> {
  return readResearch([await fileOf(bytes, type)], hashKey)
}

async function fileOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<ResearchFile> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => refuse(HOW))
  const files = form.getAll('file')
  const [file] = files
  if (!(file instanceof File)) return refuse(HOW)
  if (files.length > 1) refuse('There is more than one field called "file"; send one file at a time.')
  const name = cleanText(file.name).slice(-MAX_NAME)
  if (name.trim() === '') refuse('The file has no name; give it one that ends with its kind, such as notes.md.')
  checkResearchFile(name, file.size)
  return { name, bytes: Buffer.from(await file.arrayBuffer()) }
}
