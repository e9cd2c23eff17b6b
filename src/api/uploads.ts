import { z } from 'zod'
import { ColumnNote, RecordsAxis } from '../domain/personas/research.js'
import { FoundData } from '../domain/text/personal-data.js'
import { checkUpload } from '../service/requests/persona-generation.js'
import { checkDeclaredUpload, deleteUpload, keepUpload } from '../service/requests/uploads.js'
import { answer, defineRoute, ok, type Route } from './route.js'

const readUpload = defineRoute({
  method: 'post',
  path: '/uploads',
  scope: 'write',
  id: 'readUpload',
  tag: 'Uploads',
  summary:
    'Reads a document (.md .txt .html .pdf .docx .csv .json) and answers with its text, for a request of any kind. Personal data that is recognised is taken out and counted; of records, columns that seem to identify people are left out; `axes` are those that would be kept as groups. Nothing is stored.',
  upload: 'form',
  answers: {
    200: z.object({
      name: z.string(),
      characters: z.int(),
      text: z.string(),
      /** Number of records read from a table; 0 for a document. */
      rows: z.int(),
      left_out: z.array(ColumnNote),
      /** Columns of records that would be kept as groups of people. */
      axes: z.array(RecordsAxis),
      /** Personal data that was recognised and removed from the text; there may be more. */
      found: z.array(FoundData),
    }),
  },
  async handle({ ctx, request }) {
    const { documents, records, found, left_out } = await checkUpload(ctx, {
      bytes: new Uint8Array(await request.arrayBuffer()),
      type: request.headers.get('content-type') ?? '',
    })
    const text = documents.map((document) => document.text).join('\n\n')
    const [table] = records
    const name = documents[0]?.name ?? table?.name ?? ''
    const columns = left_out.map(({ file: _file, ...column }) => column)
    return ok({
      name,
      characters: text.length,
      text,
      rows: table?.rows ?? 0,
      left_out: columns,
      axes: table?.axes ?? [],
      found,
    })
  },
})

const keepFile = defineRoute({
  method: 'put',
  path: '/uploads/{name}',
  scope: 'write',
  id: 'keepUpload',
  tag: 'Uploads',
  summary:
    'Keeps a file (.txt .md .html .pdf .docx .pptx .csv, or a picture) for a day, to be tested, 100 MB of a workspace at most: give the `upload` of the answer among the attachments of a run, over HTTP or MCP. The body is the file itself: `curl -T deck.pdf …/uploads/deck.pdf`.',
  upload: 'file',
  answers: { 201: z.object({ upload: z.string(), name: z.string(), expires_at: z.iso.datetime() }) },
  fails: ['conflict'],
  async handle({ ctx, params, request }) {
    const declared = request.headers.get('content-length')
    if (declared !== null) checkDeclaredUpload(params.name, Number(declared))
    const bytes = new Uint8Array(await request.arrayBuffer())
    const { expires_at, ...kept } = await keepUpload(ctx, { name: params.name, bytes })
    return answer(201, { ...kept, expires_at: expires_at.toISOString() })
  },
})

const removeUpload = defineRoute({
  method: 'delete',
  path: '/uploads/{name}',
  scope: 'write',
  id: 'deleteUpload',
  tag: 'Uploads',
  summary:
    'Deletes a kept file before its day ends; the name is the `upload` that keeping it answered with. Runs that were read from it keep its text.',
  answers: { 204: null },
  async handle({ ctx, params }) {
    await deleteUpload(ctx, params.name)
    return answer(204, null)
  },
})

export const UPLOAD_ROUTES = [readUpload, keepFile, removeUpload] as const satisfies readonly Route[]
