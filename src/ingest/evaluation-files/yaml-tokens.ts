import { Lexer } from 'yaml'
import { MAX_DEPTH, MAX_PARTS } from './limits.js'
import { excerpt, refuseFile, refuseLines } from './refuse.js'

/** Most uses of aliases: resolving one searches the whole document. */
export const MAX_ALIASES = 1_000
export const TOO_MANY_ALIASES = 'uses aliases (*) too often; write the texts out.'
/** The lexer's control token before an unquoted scalar. */
const PLAIN_FOLLOWS = '\u001f'
const ESCAPES = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U(?:000[\da-fA-F]|0010)[\da-fA-F]{4}|\r\n|([\s\S]))/g
const KNOWN_ESCAPES = '0abefnrtvN_LP \t\n"/\\'
/** Tokens of the lexer without text in the file: the start of a document, or an unclosed bracket. */
const ZERO_WIDTH_TOKENS = ['\u0002', '\u0018', PLAIN_FOLLOWS]

/**
 * Refuses documents on which the YAML parser would use gigabytes of memory (it keeps an object per token and error, and
 * recurses per level): too many tokens or levels, or strings with invalid escapes. Its lexer alone is cheap.
 */
export function refuseHeavyYaml(text: string, name: string): void {
  let [tokens, aliases, depth, indicators, at, before] = [0, 0, 0, 0, 0, '']
  const stop = (sentence: string): never => refuseLines(name, [{ line: lineAt(text, at), sentence }])
  for (const token of new Lexer().lex(text)) {
    if (++tokens > MAX_PARTS) refuseFile(name, `has more than ${MAX_PARTS.toLocaleString('en-US')} parts; split it.`)
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth = Math.max(0, depth - 1)
    else if (token === '\n' || token === '\r\n') indicators = 0
    else if (depth === 0 && (token === '-' || token === '?' || token === ':')) indicators++
    else if (before !== PLAIN_FOLLOWS && token.startsWith('*') && ++aliases > MAX_ALIASES)
      refuseFile(name, TOO_MANY_ALIASES)
    else if (before !== PLAIN_FOLLOWS && /^["']/.test(token)) {
      if (token.length === 1 || token.at(-1) !== token[0])
        stop(`A quote (${token[0]}) is opened here and never closed.`)
      const wrong = token[0] === '"' ? wrongEscape(token) : undefined
      if (wrong !== undefined)
        stop(`The escape \\${excerpt(wrong)} is not known; write \\\\ for a backslash, or use single quotes.`)
    }
    if (depth > MAX_DEPTH || indicators > MAX_DEPTH) stop(`This is nested more than ${MAX_DEPTH} levels deep.`)
    at += ZERO_WIDTH_TOKENS.includes(token) ? 0 : token.length
    before = token
  }
}

function wrongEscape(token: string): string | undefined {
  for (const [, character] of token.matchAll(ESCAPES))
    if (character !== undefined && !KNOWN_ESCAPES.includes(character)) return character
  return undefined
}

/** The line of an offset, from 1. */
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
