import { countWords, MIN_WORDS_BESIDE_ADDRESS, wordCount } from '../domain/stimulus.js'
import {
  COMMON_ADDRESS,
  type FoundLink,
  isBareAddress,
  LABELLED_LINK,
  linksIn,
  textAround,
  withoutMarksBehind,
} from './links-in-text.js'
import { isBeside, isForProgram, MAX_WORDS_TO_PROGRAM } from './said-to-program.js'

/** A part of a user's text: words to be tested, or the address of a page to be read. */
export type TextPart = { readonly text: string } | { readonly link: string }

/**
 * In a text with at most this many words, an address on a line of its own stands for its page; in a longer text it is
 * part of the text.
 */
const MAX_WORDS_BESIDE_PAGE = 40

/** A text with the labels of its links in their place, if it is more than a few words around links. */
export function withLabels(text: string): string {
  const [only, ...others] = partsOf(text)
  return only && 'text' in only && others.length === 0 ? only.text : text
}

/**
 * Divides a user's text into the intended parts. Only addresses, or addresses with a request ("pls test this: …"): the
 * pages. A headline of a few words, or a short text, with an address on a line of its own: both text and page. Any
 * other text is tested as it is.
 */
export function partsOf(text: string, isMeant = isBeside): TextPart[] {
  const whole = text.trim().replace(VIEW_SOURCE, '')
  if (whole === '') return []
  if (isBareAddress(whole)) return [{ link: `https://${whole}` }]
  const links = linksIn(whole)
  if (links.length === 0) return bareAddressesIn(whole, isMeant) ?? [{ text }]
  const rest = textAround(whole, links).join(' ')
  const isAlone = !/[\p{L}\p{N}]/u.test(rest)
  if (isAlone || isMeant(rest))
    return [
      ...(isAlone || isForProgram(rest) ? [] : [{ text: remarkIn(rest) }]),
      ...links.map(({ link }) => ({ link })),
    ]
  const words = wordCount(rest)
  if (countWords(rest, MIN_WORDS_BESIDE_ADDRESS) < MIN_WORDS_BESIDE_ADDRESS) return split(whole, links)
  const labelled = whole.replace(LABELLED_LINK, '$1')
  if (labelled !== whole) return partsOf(labelled, isMeant)
  const onLines = linksOnOwnLines(whole, links)
  return onLines.length > 0 && words <= MAX_WORDS_BESIDE_PAGE ? split(whole, onLines) : [{ text }]
}

const VIEW_SOURCE = /(?<![\p{L}\p{N}])view-source:(?=https?:)/giu

/** A remark without the gap and the dash of the link in it. */
const remarkIn = (rest: string): string =>
  rest
    .replace(/[ \t]+([.,;:!?])/gu, '$1')
    .replace(/[ \t]*(\n)[ \t]*|[ \t]{2,}/gu, (_, line?: string) => line ?? ' ')
    .replace(/^[\s\p{Pd}:→>]+/u, '')
    .trim()

/** The pages that a request names without "https://"; `null` where the text is more than a request. */
function bareAddressesIn(text: string, isMeant: typeof isForProgram): TextPart[] | null {
  const words = text
    .split(/\s+/u)
    .map((word) => ({ word, name: withoutMarksBehind(word.replace(/^[("'“„*_~`<]+/u, '')) }))
  const named = words.filter(({ name }) => isBareAddress(name) && (COMMON_ADDRESS.test(name) || name.includes('/')))
  if (named.length === 0 || wordCount(text) > MAX_WORDS_TO_PROGRAM) return null
  const rest = words.filter((word) => !named.includes(word)).map(({ word }) => word)
  return isMeant(rest.join(' ')) ? named.map(({ name }) => ({ link: `https://${name}` })) : null
}

function linksOnOwnLines(text: string, links: readonly FoundLink[]): FoundLink[] {
  const around = textAround(text, links)
  const isOwnLine = (_: FoundLink, index: number): boolean => {
    const before = index === 0 ? /(?:^|\n)[ \t]*$/u : /\n[ \t]*$/u
    const behind = index === links.length - 1 ? /^[ \t.]*(?:\n|$)/u : /^[ \t.]*\n/u
    return before.test(around[index] ?? '') && behind.test(around[index + 1] ?? '')
  }
  return links.filter(isOwnLine)
}

function split(text: string, links: readonly FoundLink[]): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  const addText = (words: string): void => {
    // Removes the end of a sentence that announced the address: ":", "→".
    const kept = words.replace(/(?<![\s\p{Pd}:→>👉👇])[\s\p{Pd}:→>👉👇]+$/u, '').trim()
    if (/[\p{L}\p{N}]/u.test(kept)) parts.push({ text: kept })
  }
  for (const { link, start, end } of links) {
    addText(text.slice(at, start))
    parts.push({ link })
    at = end
  }
  addText(text.slice(at).replace(/^[\s\p{P}]+/u, ''))
  return parts
}
