import { emojiOf } from '../../ingest/emoji.js'
import { linksIn } from '../../ingest/links-in-text.js'
import { partsOf } from '../../ingest/stimulus-parts.js'
import { isStruckNumber, struckOut } from '../../ingest/struck-price.js'

/** Slack's markup of links, mentions, channels and dates: `<address|label>`. */
const MARKED = /<([@#!]?)([^<>|\s]{1,2000})(?:\|([^<>]{0,2000}))?>/gu
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i

/** Names of people by their Slack ids. */
export type Names = ReadonlyMap<string, string>

/** Ids of the people whom a message mentions without a name. */
export const mentionedIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(MARKED)].flatMap(([, kind, target = '', label]) => (kind === '@' && !label ? target : [])),
  ),
]

/**
 * A Slack message as its readers see it: names for mentions and channels, labels of links, no formatting marks. A text
 * of links only becomes their addresses, which are then read; in a request for pages addresses stand behind labels.
 * `names`: of people who are mentioned without one.
 */
export function readableText(text: string, names: Names = new Map()): string {
  const addresses = addressesOf(text)
  if (addresses !== null) return addresses.join('\n')
  const shownAs = (linked: (target: string, label: string | undefined) => string): string =>
    text.replace(MARKED, (_, kind: string, target: string, label?: string) =>
      isAddress(kind, target) ? linked(target, label) : shownOf(kind, target, label || names.get(target)),
    )
  const addressed = /<https?:/i.test(text) ? shownAs(withAddress) : null
  const shown = addressed !== null && asksForPages(addressed) ? addressed : shownAs((target, label) => label || target)
  return withoutMarkup(shown)
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim()
}

/** A link with its label, unless that is the address again. */
const withAddress = (target: string, label: string | undefined): string =>
  !label || target.includes(label.replace(/^https?:\/\//i, '')) ? target : `${label} ${target}`

/** Whether a text is a request for the pages that it links to. */
function asksForPages(text: string): boolean {
  const parts = partsOf(text)
  return parts.some((part) => 'request' in part) && parts.some((part) => 'link' in part)
}

/** Formatting, emoji and escapes of a text become what a reader sees; addresses stay as they are. */
function withoutMarkup(text: string): string {
  const addresses: string[] = []
  let between = ''
  let at = 0
  for (const { start, end } of linksIn(text)) {
    between += `${text.slice(at, start)}${PLACE}${addresses.push(text.slice(start, end)) - 1}${PLACE}`
    at = end
  }
  const plain = withoutFormatting(withEmoji(between + text.slice(at)))
  return unescaped(plain.replace(PLACED, (place, index: string) => addresses[Number(index)] ?? place))
}

/** Marks the place of an address; no text has it. */
const PLACE = '\u{f8ff0}'
const PLACED = /\u{f8ff0}(\d+)\u{f8ff0}/gu

const isAddress = (kind: string, target: string): boolean => kind === '' && /^https?:/i.test(target)

/** The addresses of a text of links only; `null` for any other text. */
function addressesOf(text: string): string[] | null {
  const addresses: string[] = []
  const rest = text.replace(MARKED, (whole, kind: string, target: string) => {
    if (!isAddress(kind, target)) return whole
    addresses.push(unescaped(target))
    return ' '
  })
  return addresses.length > 0 && rest.trim() === '' ? addresses : null
}

function shownOf(kind: string, target: string, label: string | undefined): string {
  if (kind === '') return label ?? (ADDRESS.test(target) ? target.replace(/^(?:mailto|tel):/i, '') : `<${target}>`)
  if (kind === '#') return `#${label ?? 'channel'}`
  if (kind === '@') return `@${label?.replace(/^@/, '') ?? 'somebody'}`
  // `!here`, `!subteam^S1|@group`, `!date^1392734382^{date}|fallback`
  return label ?? `@${target.replace(/\^.*/, '')}`
}

const CODE = /(?<![\p{L}\p{N}]):([a-z0-9+-][a-z0-9_+'&-]{0,60}):/gu

/** A workspace's own emoji is removed: readers never see its code. Figures between colons are a time or a ratio. */
const withEmoji = (text: string): string =>
  text
    .replace(CODE, (code, name: string) => emojiOf(name) ?? (/^\p{N}+$/u.test(name) ? code : ''))
    // What tells that an emoji is none of a text does not stand before a skin tone.
    .replace(/\ufe0f(?=[\u{1f3fb}-\u{1f3ff}])/gu, '')

const withoutFormatting = (text: string): string => withoutStruck(withoutMarks(text)).replace(/^(?:&gt;|>)+ ?/gm, '')

const withoutMarks = (text: string): string =>
  text
    .replace(/```\n?([\s\S]*?)\n?```/g, '$1')
    .replace(/`([^`\n]+)`/g, '$1')
    .replace(mark('*'), '$1')
    .replace(mark('_'), '$1')

/** A text without what is struck out, as in files; where nothing else is said, that is the text. */
function withoutStruck(text: string): string {
  const left = text.split('\n').flatMap((line) => {
    const rest = withoutStruckIn(line)
    return rest === line || WORDS.test(rest) ? [rest] : []
  })
  return left.some((line) => WORDS.test(line)) ? left.join('\n') : text.replace(mark('~'), '$1')
}

const WORDS = /[\p{L}\p{N}]/u

/** A line without what is struck out; its numbers stay and are marked as struck. */
const withoutStruckIn = (line: string): string =>
  line.replace(mark('~'), (_, said: string) => (isStruckNumber(said) ? struckOut(said) : GAP)).replace(GAPS, '')

/** Marks what was struck out, and is looked for with the brackets around it and the space beside it. */
const GAP = '\u{f8ff1}'
const GAPS = /[ \t]?\(\u{f8ff1}\)|[ \t]?\u{f8ff1}(?=[.,;:!?)]|$)|(?<=^|[\s(])\u{f8ff1}[ \t]?|\u{f8ff1}/gu

/** A pair of formatting marks around words; a mark inside a word does not count. */
function mark(sign: string): RegExp {
  const literal = sign === '*' ? '\\*' : sign
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}${literal}])${literal}(?=\S)([^${literal}\n]{1,3000}?)(?<=\S)${literal}(?![\p{L}\p{N}${literal}])`,
    'gu',
  )
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
