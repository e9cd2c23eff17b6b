import { z } from 'zod'
import { cleanText } from '../domain/clean-text.js'
import { FoundData } from '../domain/personal-data.js'
import { ColumnNote } from '../domain/research.js'
import { refuse } from '../errors.js'
import { checkResearchFile, type ResearchFile } from '../ingest/documents/read-research.js'
import { checkResearch } from '../service/requests/persona-generation.js'
import { defineRoute, ok, type Route } from './route.js'

const MAX_NAME = 120

const readUpload = defineRoute({
  method: 'post',
  path: '/uploads',
  scope: 'write',
  id: 'readUpload',
  tag: 'Uploads',
  summary:
    'Reads a document (.md .txt .html .pdf .docx .csv .json) and answers with its text, for a request of any kind. Personal data that is recognised is taken out and counted; of records, columns that seem to identify people are left out. Nothing is stored.',
  upload: true,
  answers: {
    200: z.object({
      name: z.string(),
      characters: z.int(),
      text: z.string(),
      /** Records read, of a table; 0 for a document. */
      rows: z.int(),
      left_out: z.array(ColumnNote),
      /** Personal data that was recognised and taken out of the text; there may be more. */
      found: z.array(FoundData),
    }),
  },
  async handle({ request }) {
    const { documents, records, found } = await checkResearch([await fileOf(request)])
    const text = documents.map((document) => document.text).join('\n\n')
    const [table] = records
    const left_out = (table?.columns ?? []).filter(({ treatment }) => treatment === 'dropped' || treatment === 'hashed')
    const name = documents[0]?.name ?? table?.name ?? ''
    return ok({ name, characters: text.length, text, rows: table?.rows ?? 0, left_out, found })
  },
})

const HOW = 'Send the file as multipart/form-data, in a field called "file".'

async function fileOf(request: Request): Promise<ResearchFile> {
  const form = await request.formData().catch(() => refuse(HOW))
  const file = form.get('file')
  if (!(file instanceof File)) return refuse(HOW)
  const name = cleanText(file.name).slice(-MAX_NAME)
  if (name.trim() === '') refuse('The file has no name; give it one that ends with its kind, such as notes.md.')
  checkResearchFile(name, file.size)
  return { name, bytes: Buffer.from(await file.arrayBuffer()) }
}

export const UPLOAD_ROUTES = [readUpload] as const satisfies readonly Route[]
