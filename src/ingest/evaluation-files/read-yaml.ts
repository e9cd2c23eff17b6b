import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'
import { complexityProblem, refuseBySize } from './limits.js'
import type { Path } from './read-as.js'
import { excerpt, type Problem, refuseFile, refuseLines } from './refuse.js'
import { MAX_ALIASES, refuseHeavyYaml, TOO_MANY_ALIASES } from './yaml-tokens.js'

/** A document with the position of every value. */
export type LocatedDocument = {
  readonly value: unknown
  /** The line of the value at a path, from 1; the line of its nearest ancestor where there is no such value. */
  lineOf(path: Path): number
  /** The text of a line, from 1. */
  textOf(line: number): string
  /** The source text of a scalar (`3.10` is the number 3.1); `undefined` for any other value. */
  sourceOf(path: Path): string | undefined
}

/** Reads YAML 1.2, and JSON, its subset. Errors: `invalid_input` with the line of the first problem. */
export function readYaml(text: string, name: string): LocatedDocument {
  refuseBySize(text, name, 'document')
  refuseHeavyYaml(text, name)
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    stringKeys: true,
    // `duplicateKeys` reports both lines and does not take quadratic time.
    uniqueKeys: false,
    schema: 'core',
    resolveKnownTags: false,
    logLevel: 'error',
    prettyErrors: false,
  })
  // A problem at the end of the file is reported on the last line with content.
  const end = text.trimEnd().length
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(Math.min(offset, end)).line)
  const [firstError] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0])
  if (firstError) refuseLines(name, [{ line: lineAt(firstError.pos[0]), sentence: yamlErrorSentence(firstError) }])
  const duplicates = duplicateKeys(document, lineAt)
  if (duplicates.length > 0) refuseLines(name, duplicates)
  const value = plainValue(document, name, lineAt)
  if (value === null) refuseFile(name, 'has nothing in it.')
  const tangle = complexityProblem(value)
  if (tangle !== null) refuseFile(name, tangle)
  return {
    value,
    lineOf: (path) => lineAt(find(document, path).offset),
    textOf: (line) => text.slice(lines.lineStarts[line - 1], lines.lineStarts[line]),
    sourceOf(path) {
      const { node, whole } = find(document, path)
      return whole && isScalar(node) ? node.source : undefined
    },
  }
}

function plainValue(document: Document, name: string, lineAt: (offset: number) => number): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (error) {
    const aliasName = /^Unresolved alias .*: (.*)$/s.exec((error as Error).message)?.[1]
    if (aliasName === undefined) return refuseFile(name, TOO_MANY_ALIASES)
    let line = 1
    visit(document, {
      Alias(_, alias) {
        if (alias.source !== aliasName) return undefined
        line = lineAt(startOf(alias) ?? 0)
        return visit.BREAK
      },
    })
    return refuseLines(name, [
      { line, sentence: `Nothing before the alias *${excerpt(aliasName)} is marked &${excerpt(aliasName)}.` },
    ])
  }
}

/** Follows a path as far as it exists. The offset of a value in an object is that of its key. */
function find(document: Document, path: Path): { node: unknown; offset: number; whole: boolean } {
  let node: unknown = document.contents
  let offset = startOf(node) ?? 0
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document)
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : undefined
    const entry = isSeq(node) ? node.items[Number(step)] : undefined
    const next = pair ? pair.value : entry
    if (!pair && next === undefined) return { node, offset, whole: false }
    offset = startOf(pair ? pair.key : next) ?? offset
    node = next
  }
  return { node, offset, whole: true }
}

const startOf = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0]

function duplicateKeys(document: Document, lineAt: (offset: number) => number): Problem[] {
  const problems: Problem[] = []
  visit(document, {
    Map(_, map) {
      const seen = new Map<string, number>()
      for (const { key } of map.items) {
        if (!isScalar(key)) continue
        const line = lineAt(startOf(key) ?? 0)
        const before = seen.get(String(key.value))
        seen.set(String(key.value), before ?? line)
        if (before !== undefined)
          problems.push({
            line,
            sentence: `The key "${excerpt(String(key.value))}" stands here a second time; it is on line ${before} already.`,
          })
      }
    },
  })
  return problems
}

const YAML_SENTENCES: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'A tab cannot indent a line; use spaces.',
  MULTIPLE_DOCS: 'A second document begins here (---); put each into a file of its own.',
  BLOCK_AS_IMPLICIT_KEY: 'A second colon stands in this line; put the text in quotes.',
  BAD_SCALAR_START: 'A text cannot begin with this character; put it in quotes.',
  BLOCK_IN_FLOW: 'A comma or a closing bracket is missing before this.',
  UNEXPECTED_TOKEN: 'This does not fit what stands before it; look at indentation, quotes and brackets.',
  BAD_INDENT: 'The indentation does not fit the lines above.',
  NON_STRING_KEY: 'A key has to be a text.',
  KEY_OVER_1024_CHARS: 'This key is too long; put texts that hold a colon in quotes.',
  MULTILINE_IMPLICIT_KEY: 'This text goes over several lines and ends in a colon; put it in quotes.',
  TAG_RESOLVE_FAILED: 'Tags (!) are not known here; leave it out.',
  RESOURCE_EXHAUSTION: 'This is nested too deeply.',
}

function yamlErrorSentence({ code, message }: YAMLError): string {
  if (message.startsWith('Implicit map keys need'))
    return 'A key needs a colon and a space behind it, and a text of several lines a | or quotes.'
  if (message.startsWith('Missing ,')) return 'A comma is missing before this.'
  if (message.includes('end with a')) return 'A bracket is opened before this and never closed.'
  return YAML_SENTENCES[code] ?? `This is not YAML: ${excerpt(message, 120).replace(/\.?$/, '.')}`
}
