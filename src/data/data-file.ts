import { readFileSync } from 'node:fs'
import { Document, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { AppError } from '../errors.js'

/** Beside `src` and beside `dist`, in the repository as in every package made of it. */
export const DATA_FOLDER = new URL('../../data/', import.meta.url)

/** A file of `data/`. The first call reads and checks it, later calls return the same value. */
export type DataFile<T> = { (): T; readonly path: string }

/**
 * `path` below `data/`, with slashes; a `.css` file is a text, every other one YAML. The call throws `configuration` where
 * the file is missing or not as the schema says.
 */
export function dataFile<S extends z.ZodType>(path: string, schema: S): DataFile<z.output<S>> {
  let kept: { readonly value: z.output<S> } | null = null
  const read = (): z.output<S> => {
    kept ??= { value: parseData(path, readText(path), schema) }
    return kept.value
  }
  return Object.assign(read, { path })
}

function readText(path: string): string {
  try {
    return readFileSync(new URL(path, DATA_FOLDER), 'utf8')
  } catch (cause) {
    throw new AppError('configuration', { problem: `The file data/${path} cannot be read.` }, { cause })
  }
}

/** The value of a file's text. Throws `configuration` with one sentence: which file, which line, which entry, what is wrong. */
function parseData<S extends z.ZodType>(path: string, text: string, schema: S): z.output<S> {
  const lines = new LineCounter()
  const document = path.endsWith('.css')
    ? new Document(text)
    : parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [malformed] = document.errors
  if (malformed)
    throw problem(
      `data/${path}, line ${lines.linePos(malformed.pos[0]).line}: it is not valid YAML. ${malformed.message}`,
    )
  const parsed = schema.safeParse(document.toJS())
  if (parsed.success) return parsed.data
  const { path: place, says } = inWords(parsed.error.issues)
  // An entry that is missing has no line; the one that should hold it has.
  let at: unknown
  for (let depth = place.length; at === undefined && depth >= 0; depth--)
    at = (document.getIn(place.slice(0, depth), true) as { range?: [number] } | undefined)?.range?.[0]
  const { line } = lines.linePos(typeof at === 'number' ? at : 0)
  const where = [`data/${path}`, ...(line > 0 ? [`line ${line}`] : []), ...(place.length > 0 ? [place.join('.')] : [])]
  throw problem(`${where.join(', ')}: ${says}`)
}

/** What to mend first. A misspelt name is an entry too many and one too few; the one that is there is named. */
function inWords(issues: readonly z.core.$ZodIssue[]): { path: PropertyKey[]; says: string } {
  for (const issue of issues)
    if (issue.code === 'unrecognized_keys')
      return { path: [...issue.path, ...issue.keys.slice(0, 1)], says: 'There is no entry of this name here.' }
  const [first] = issues
  const missing = first?.code === 'invalid_type' && first.message.endsWith('undefined')
  return { path: first?.path ?? [], says: missing ? 'This entry is missing.' : `${first?.message.replace(/\.$/, '')}.` }
}

const problem = (sentence: string) => new AppError('configuration', { problem: sentence })
