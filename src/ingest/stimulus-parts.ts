import { LEXICON } from '../data/lexicon.js'
import { countWords, MIN_WORDS_BESIDE_ADDRESS, wordCount } from '../domain/panel/stimulus.js'
import { isOnlyTestRequest, MAX_WORDS_TO_APP, type PartedText, PRICED, partRequests } from './detect-requests.js'
import {
  COMMON_ADDRESS,
  type FoundLink,
  isBareAddress,
  LABELLED_LINK,
  linksIn,
  textAround,
  withoutMarksBehind,
} from './links-in-text.js'
import { noteOnLinks } from './notes-on-links.js'

/** A part of a user's text: words to be tested, the address of a page to be read, or a request, which no panel is shown. */
export type TextPart = { readonly text: string } | { readonly link: string } | { readonly request: string }

/** What a text is to be: that of a discussion may be a question. */
export type ReadAs = 'proposition' | 'subject'

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
 * pages. A request for a page with other words: the page and those words. A headline of a few words, or a short text, with
 * an address on a line of its own: both text and page. Any other text is tested as it is.
 */
export function partsOf(text: string, as: ReadAs = 'proposition'): TextPart[] {
  const whole = text.trim().replace(VIEW_SOURCE, '')
  if (whole === '') return []
  if (isBareAddress(whole)) return [{ link: `https://${whole}` }]
  const links = linksIn(whole)
  if (links.length === 0) return bareAddressesIn(whole, as) ?? [{ text }]
  const around = textAround(whole, links)
  const rest = around.join(' ')
  const pages = links.map(({ link }) => ({ link }))
  if (!/[\p{L}\p{N}]/u.test(rest)) return pages
  if (as === 'proposition' && noteOnLinks(whole) === 'note') return [{ request: remarkIn(rest) }, ...pages]
  const { requests, offer } = partedAs(as, remarkIn(rest))
  const asked = requests.map((request) => ({ request }))
  if (offer === '') return [...asked, ...pages]
  if (requests.some((request) => asksForPage(request, around))) return [...asked, { text: offer }, ...pages]
  const words = wordCount(rest)
  if (countWords(rest, MIN_WORDS_BESIDE_ADDRESS) < MIN_WORDS_BESIDE_ADDRESS) return split(whole, links)
  const labelled = whole.replace(LABELLED_LINK, '$1')
  if (labelled !== whole) return partsOf(labelled, as)
  const onLines = linksOnOwnLines(whole, links)
  return onLines.length > 0 && words <= MAX_WORDS_BESIDE_PAGE ? split(whole, onLines) : [{ text }]
}

function partedAs(as: ReadAs, text: string): PartedText {
  if (as === 'proposition') return partRequests(text)
  return isOnlyTestRequest(text) ? { requests: [text], offer: '' } : { requests: [], offer: text }
}

/** Whether a request names a page, or stands directly before or behind a link. */
function asksForPage(request: string, around: readonly string[]): boolean {
  const asked = bareWords(request)
  return (
    LEXICON.requests().pages.test(request) ||
    around.slice(0, -1).some((before) => bareWords(before).endsWith(asked)) ||
    around.slice(1).some((behind) => bareWords(behind).startsWith(asked))
  )
}

/** Most lines of a remark about a page. */
const MAX_LINES_OF_REMARK = 2

/**
 * What is said around the links of a text, if it may only be a remark about their pages; `null` for a text with a
 * price, of more lines or words, or one of whose links is labelled as the foot of a text labels them.
 */
export function remarkOnPages(text: string): string | null {
  const whole = text.trim()
  const links = linksIn(whole)
  const around = textAround(whole, links)
  const said = remarkIn(around.join(' '))
  const lines = said.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line))
  const isShort = lines.length <= MAX_LINES_OF_REMARK && wordCount(said) <= MAX_WORDS_TO_APP
  return links.length > 0 && isShort && !PRICED.test(said) && !around.slice(0, -1).some(isFoot) ? said : null
}

/** Whether a text ends in what labels a link at the foot of another: “Privacy policy:”. */
const isFoot = (before: string): boolean => LEXICON.requests().foot.test(before.trim())

const bareWords = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

const VIEW_SOURCE = /(?<![\p{L}\p{N}])view-source:(?=https?:)/giu

/** A remark without the gap and the dash of the link in it. */
const remarkIn = (rest: string): string =>
  rest
    .replace(/[ \t]+([.,;:!?])/gu, '$1')
    .replace(/[ \t]*(\n)[ \t]*|[ \t]{2,}/gu, (_, line?: string) => line ?? ' ')
    .replace(/^[\s\p{Pd}:→>]+/u, '')
    .trim()

/** The pages that a request names without "https://"; `null` where the text is more than a request. */
function bareAddressesIn(text: string, as: ReadAs): TextPart[] | null {
  const words = text.split(/\s+/u).map((word) => {
    const [marks = ''] = /^[("'“„*_~`<]*/u.exec(word) ?? []
    return { word, name: withoutMarksBehind(word.slice(marks.length), marks) }
  })
  const named = words.filter(({ name }) => isBareAddress(name) && (COMMON_ADDRESS.test(name) || name.includes('/')))
  if (named.length === 0 || wordCount(text) > MAX_WORDS_TO_APP) return null
  const rest = words.filter((word) => !named.includes(word)).map(({ word }) => word)
  const { requests, offer } = partedAs(as, rest.join(' '))
  const pages = named.map(({ name }) => ({ link: `https://${name}` }))
  return offer === '' && requests.length > 0 ? [...requests.map((request) => ({ request })), ...pages] : null
}

function linksOnOwnLines(text: string, links: readonly FoundLink[]): FoundLink[] {
  const around = textAround(text, links)
  const isOwnLine = (_: FoundLink, index: number): boolean => {
    const before = index === 0 ? /(?:^|\n)[ \t]*$/u : /\n[ \t]*$/u
    const behind = index === links.length - 1 ? /^[ \t.]*(?:\n|$)/u : /^[ \t.]*\n/u
    return before.test(around[index] ?? '') && behind.test(around[index + 1] ?? '')
  }
  return links.filter((link, index) => isOwnLine(link, index) && !isFoot(around[index] ?? ''))
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
