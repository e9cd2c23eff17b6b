import { Parser } from 'htmlparser2'

/** A piece of a page: its kind, and its words on one line. */
export type Block = {
  readonly kind: 'title' | 'description' | 'heading' | 'button' | 'item' | 'text'
  readonly text: string
}

const SILENT = ['script', 'style', 'svg', 'noscript', 'template', 'select', 'iframe']
const INLINE = ['span', 'b', 'strong', 'i', 'em', 'small', 'sup', 'sub', 'u', 's', 'font', 'mark', 'abbr', 'bdi']
const BUTTON_CLASS = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i
const KINDS: Readonly<Record<string, Block['kind']>> = {
  ...{ title: 'title', h1: 'title', h2: 'heading', h3: 'heading', h4: 'heading', button: 'button', li: 'item' },
}

/** The blocks of a page's markup in order. */
export function htmlBlocks(html: string): Block[] {
  const blocks: Block[] = []
  const open: { tag: string; kind: Block['kind'] }[] = []
  let silent = 0
  let words = ''
  const flush = () => {
    const text = onOneLine(words)
    words = ''
    const kind = open.findLast(({ kind }) => kind !== 'text')?.kind ?? 'text'
    if (text !== '') blocks.push({ kind, text })
  }
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (SILENT.includes(tag)) silent += 1
      if (INLINE.includes(tag)) return
      if (tag === 'br') words += ' '
      flush()
      if (tag === 'meta' && /^(?:og:)?description$/i.test(attributes['name'] ?? attributes['property'] ?? ''))
        blocks.push({ kind: 'description', text: onOneLine(attributes['content'] ?? '') })
      if (tag === 'input' && attributes['type'] === 'submit')
        blocks.push({ kind: 'button', text: onOneLine(attributes['value'] ?? '') })
      const isButton = attributes['role'] === 'button' || (tag === 'a' && BUTTON_CLASS.test(attributes['class'] ?? ''))
      open.push({ tag, kind: isButton ? 'button' : (KINDS[tag] ?? 'text') })
    },
    ontext(text) {
      if (silent === 0) words += text
    },
    onclosetag(tag) {
      if (SILENT.includes(tag)) silent -= 1
      if (INLINE.includes(tag)) return
      flush()
      const at = open.findLastIndex((element) => element.tag === tag)
      if (at >= 0) open.length = at
    },
  })
  parser.write(html)
  parser.end()
  return blocks.filter(({ text }) => text !== '')
}

/**
 * The blocks of Markdown, or of text without markup, where the first line is the title and short lines are headings.
 */
export function textBlocks(text: string): Block[] {
  const lines = text.split(/\r?\n/)
  const isMarked = lines.some((line) => /^#{1,6}\s+\S/.test(line))
  const blocks: Block[] = []
  for (const line of lines) {
    const [, heading] = /^#{1,6}\s+(.*?)\s*#*$/.exec(line) ?? []
    const [, item] = /^\s*(?:[-*+•]|\d{1,2}[.)]|\|)\s+(.*)$/.exec(line) ?? []
    const words = withoutMarks(heading ?? item ?? line)
    if (/[\p{L}\p{N}]/u.test(words)) blocks.push({ kind: kindOf(words, { heading, item, isMarked }), text: words })
  }
  const [first, ...rest] = blocks
  return first === undefined || first.text.length > 120 ? blocks : [{ ...first, kind: 'title' }, ...rest]
}

type Line = { readonly heading: string | undefined; readonly item: string | undefined; readonly isMarked: boolean }

function kindOf(words: string, { heading, item, isMarked }: Line): Block['kind'] {
  if (heading !== undefined) return 'heading'
  if (item !== undefined) return 'item'
  return !isMarked && words.length <= 60 && !/[.!:;,]$/.test(words) ? 'heading' : 'text'
}

const withoutMarks = (line: string): string =>
  onOneLine(
    line
      .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, ''),
  )

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The words around a place of a text, to quote what was read there. */
export const around = (text: string, at: number, length: number): string => {
  const from = Math.max(0, at - 25)
  const to = Math.min(text.length, at + length + 25)
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`
}
