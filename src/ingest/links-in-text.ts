import { isFileName } from './check-stimulus-file.js'

const LINK = /https?:\/\/[^\s<>"“”„«»`。，、；：！？（）「」『』【】]{3,2000}/u.source
/** A written address: plain, between < and >, or as a Markdown link. */
const WRITTEN_LINK = new RegExp(
  String.raw`!?\[[^[\]\n]{0,300}\]\((https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]{0,200}\)){3,2000})\)|<(${LINK})>|(${LINK})`,
  'giu',
)
/** Punctuation after an address that does not belong to it. */
const MARKS_BEHIND = new Set(".,;:!?…'’‘`]}")
/** Marks of formatting, which belong to an address unless one of them stands open before it. */
const FORMATTING = new Set('*_~')
const BARE_ADDRESS = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}\p{L}{2,24}(?:[/?#]\S{0,2000})?$/iu

/** Addresses of common endings: "e.g", "Node.js" and "docs.v2/offer.md" are none. */
export const COMMON_ADDRESS =
  /^www\.|^[^/?#]+\.(?:com|org|net|io|co|ai|app|dev|shop|store|eu|uk|de|at|ch|fr|es|it|nl|be|dk|se|no|fi|pl|us|ca|au|info|biz|tv|xyz|online|site|example)(?:[/?#]|$)/iu

/** Whether a text is an address without "https://", and no file's name. */
export const isBareAddress = (text: string): boolean =>
  BARE_ADDRESS.test(text) && (!isFileName(text) || COMMON_ADDRESS.test(text))

/**
 * The address without punctuation behind it. A closing bracket belongs to an address that opens it. `before`: what stands
 * before the address in its line.
 */
export function withoutMarksBehind(address: string, before = ''): string {
  let unopened = address.split(')').length - address.split('(').length
  let end = address.length
  for (;;) {
    const last = address.charAt(end - 1)
    const isBracket = last === ')' && unopened > 0
    if (isBracket) unopened -= 1
    if (!isBracket && !MARKS_BEHIND.has(last) && !(FORMATTING.has(last) && isOpen(last, before))) break
    end -= 1
  }
  return address.slice(0, end)
}

/** Whether a mark of formatting stands open at the end of a text: at the beginning of a word. */
const isOpen = (mark: string, before: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])[${mark}](?=\\S|$)`, 'u').test(before)

/** A Markdown link with words of its own, which a reader sees instead of the address. A picture has none. */
export const LABELLED_LINK =
  /(?<!!)\[(?!https?:)([^[\]\n]{0,299}[\p{L}\p{N}][^[\]\n]{0,299})\]\(https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]{0,200}\)){3,2000}\)/giu

/** Most characters that are formatted together. */
const MAX_FORMATTED = 300

/** An address in a text; `start` and `end`: where it is written, with the marks around it. */
export type FoundLink = { readonly link: string; readonly start: number; readonly end: number }

/** The addresses in a text, in order. */
export function linksIn(text: string): FoundLink[] {
  return [...text.matchAll(WRITTEN_LINK)].map(({ index, 0: written, 1: marked, 2: bracketed, 3: plain = '' }) => {
    const line = text.slice(text.lastIndexOf('\n', index) + 1, index).slice(-MAX_FORMATTED)
    const link = marked ?? bracketed ?? withoutMarksBehind(plain, line)
    return { link, start: index, end: index + (plain === '' ? written.length : link.length) }
  })
}

/** The texts before, between and after the links. */
export const textAround = (text: string, links: readonly FoundLink[]): string[] =>
  [...links.map(({ start }) => start), text.length].map((to, index) => text.slice(links[index - 1]?.end ?? 0, to))

/** The addresses in a text. */
export const linksOf = (text: string): string[] => linksIn(text).map(({ link }) => link)
