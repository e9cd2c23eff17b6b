import { convert, type DomNode, type FormatCallback } from 'html-to-text'
import { Parser } from 'htmlparser2'
import { refuse } from '../../errors.js'
import { markCell, markRow, markTable, readMarks } from './cell-marks.js'

/** Elements nested deeper are left out of the text. */
const MAX_DEPTH = 200
/** Pages nested deeper are refused. */
const MAX_PARSED_DEPTH = 2_000

/**
 * The text of an HTML page, each cell of a table as a paragraph, without pictures, scripts, styles and link addresses.
 * Errors: `invalid_input` for a page that is nested too deeply.
 */
export const htmlText = (html: string, name: string): string => readMarks(markedHtml(html, name)).text

/** The same, with marks around its tables. */
export function markedHtml(html: string, name: string): string {
  refuseDeepHtml(html, name)
  return convert(html, {
    wordwrap: false,
    // Without U+200B, which is nothing between the letters of a word.
    whitespaceCharacters: ' \t\r\n\f',
    limits: { maxDepth: MAX_DEPTH },
    formatters: {
      term: formatTerm,
      table: formatAs(markTable),
      row: formatAs(markRow),
      cell: formatAs((text, { colspan, rowspan }) => markCell(text, Number(colspan) || 1, Number(rowspan) || 1)),
      label: formatLabel,
      value: formatValue,
    },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'script', format: 'skip' },
      { selector: 'style', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'table', format: 'table' },
      { selector: 'tr', format: 'row' },
      { selector: 'td', format: 'cell' },
      { selector: 'th', format: 'cell' },
      { selector: 'label', format: 'label' },
      { selector: 'output', format: 'value' },
      { selector: 'caption', format: 'block', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
      ...['dt', 'dd'].map((selector) => ({ selector, format: 'term' })),
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
}

type Node = DomNode & { readonly next?: Node | null; readonly prev?: Node | null }

/** A term and what is said of it, such as a speaker and the words, as one line: “Anna: I lose an hour”. */
const formatTerm: FormatCallback = (element: Node, walk, builder) => {
  const isTerm = element.name === 'dt'
  if (!isTerm && elementBeside(element, 'prev')?.name === 'dt') return
  const next = elementBeside(element, 'next')
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(element.children, builder)
  if (isTerm && next?.name === 'dd') {
    builder.addInline(/:\s*$/.test(textIn(element)) ? ' ' : ': ')
    const [first, ...others] = (next.children ?? []).filter((node) => textIn(node).trim() !== '')
    walk(first?.name === 'p' ? [...(first.children ?? []), ...others] : next.children, builder)
  }
  builder.closeBlock({ trailingLineBreaks: 2 })
}

/** The element right beside another one, without the white space between them. */
function elementBeside(element: Node, side: 'prev' | 'next'): Node | null {
  let beside = element[side]
  while (beside && beside.type !== 'tag') beside = beside[side]
  return beside ?? null
}

/** A block between empty lines, whose text is marked by its element. */
const formatAs =
  (mark: (text: string, attributes: Readonly<Record<string, string>>) => string): FormatCallback =>
  (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 2 })
    walk(element.children, builder)
    builder.closeBlock({ trailingLineBreaks: 2, blockTransform: (text) => mark(text, element.attribs ?? {}) })
  }

/** Elements that a label is beside, which a browser shows in one line with it. */
const VALUES = new Set(['output', 'span', 'strong', 'b', 'em', 'i', 'bdi', 'data', 'time', 'code', 'samp', 'var', 'a'])

/** A label, with a colon before the value that stands beside it. */
const formatLabel: FormatCallback = (element: Node, walk, builder) => {
  walk(element.children, builder)
  let beside = element.next
  while (beside?.type === 'text' && beside.data?.trim() === '') beside = beside.next
  const hasValue = beside?.type === 'tag' && VALUES.has(beside.name ?? '')
  if (hasValue && /[\p{L}\p{N})]\s*$/u.test(textIn(element))) builder.addInline(': ')
}

/** The value of a form, with a colon between it and the label that it stands in. */
const formatValue: FormatCallback = (element: Node, walk, builder) => {
  const before = element.prev ? textIn(element.prev) : ''
  if (element.parent?.name === 'label' && /[\p{L}\p{N})]\s*$/u.test(before)) builder.addInline(': ')
  walk(element.children, builder)
}

const textIn = (node: DomNode): string => node.data ?? (node.children ?? []).map(textIn).join('')

/**
 * Refuses pages that are nested too deeply: converting HTML takes time that grows with the square of its depth. Errors:
 * `invalid_input`, with the advice in `instead`.
 */
export function refuseDeepHtml(
  html: string,
  name: string,
  { most = MAX_PARSED_DEPTH, instead = 'save the page from a browser as text and give that' } = {},
): void {
  let depth = 0
  const parser = new Parser({
    onopentagname() {
      depth += 1
      if (depth > most)
        refuse(`${name} has elements inside each other ${most.toLocaleString('en-US')} deep; ${instead}.`)
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.end(html)
}
