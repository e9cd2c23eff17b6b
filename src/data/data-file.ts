import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Document, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { AppError } from '../errors.js'
import { INSTALLATION } from '../installation.js'

/** The folder beside `src` and `dist`, in the repository and in every package built from it. */
export const DATA_FOLDER = new URL('data/', INSTALLATION)

/** Values that `npm run build` parsed from these files, by the SHA-1 of their text: parsing YAML is slow. */
const PARSED = new URL('dist/data/parsed.json', INSTALLATION)

/** A file of `data/`. The first call reads and checks it, later calls return the same value. */
export type DataFile<T> = { (): T; readonly path: string }

/**
 * `path`: below `data/`, with slashes. A `.css` file is read as text, every other file as YAML. The call throws
 * `configuration` where the file is missing or does not match the schema.
 */
export function dataFile<S extends z.ZodType>(path: string, schema: S): DataFile<z.output<S>> {
  let cached: { readonly value: z.output<S> } | null = null
  const read = (): z.output<S> => {
    cached ??= { value: parseData(path, readText(path), schema) }
    return cached.value
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

let parsedAtBuild: Readonly<Record<string, unknown>> | null = null

/** The value the build parsed from this text; `undefined` for a file that was edited since. */
function knownValue(text: string): unknown {
  parsedAtBuild ??= existsSync(PARSED) ? (JSON.parse(readFileSync(PARSED, 'utf8')) as Record<string, unknown>) : {}
  return parsedAtBuild[createHash('sha1').update(text).digest('hex')]
}

/** Parses a file's text. Throws `configuration` with one sentence that names file, line, entry and problem. */
function parseData<S extends z.ZodType>(path: string, text: string, schema: S): z.output<S> {
  const value = knownValue(text)
  const known = value === undefined ? null : schema.safeParse(value)
  if (known?.success) return known.data
  const lines = new LineCounter()
  const document = parseAs(path, text, lines)
  const [malformed] = document.errors
  if (malformed)
    throw problem(
      `data/${path}, line ${lines.linePos(malformed.pos[0]).line}: it is not valid YAML. ${malformed.message}`,
    )
  const parsed = schema.safeParse(document.toJS())
  if (parsed.success) return parsed.data
  const { path: place, sentence: says } = firstProblem(parsed.error.issues)
  // A missing entry has no line, so its nearest existing ancestor is used.
  let at: unknown
  for (let depth = place.length; at === undefined && depth >= 0; depth--)
    at = (document.getIn(place.slice(0, depth), true) as { range?: [number] } | undefined)?.range?.[0]
  const { line } = lines.linePos(typeof at === 'number' ? at : 0)
  const where = [`data/${path}`]
  if (line > 0) where.push(`line ${line}`)
  if (place.length > 0) where.push(place.join('.'))
  throw problem(`${where.join(', ')}: ${says}`)
}

function parseAs(path: string, text: string, lineCounter: LineCounter): Document {
  if (path.endsWith('.css')) return new Document(text)
  // Trained readers are large generated files; as YAML they would take a hundred times as long.
  if (path.endsWith('.json')) return new Document(JSON.parse(text))
  return parseDocument(text, { lineCounter, prettyErrors: false })
}

/** The first problem to report. A misspelt name is both an unknown and a missing entry; the unknown one is reported. */
function firstProblem(issues: readonly z.core.$ZodIssue[]): { path: PropertyKey[]; sentence: string } {
  for (const issue of issues)
    if (issue.code === 'unrecognized_keys')
      return { path: [...issue.path, ...issue.keys.slice(0, 1)], sentence: 'There is no entry of this name here.' }
  const [first] = issues
  const missing = first?.code === 'invalid_type' && first.message.endsWith('undefined')
  return {
    path: first?.path ?? [],
    sentence: missing ? 'This entry is missing.' : `${first?.message.replace(/\.$/, '')}.`,
  }
}

const problem = (sentence: string) => new AppError('configuration', { problem: sentence })
