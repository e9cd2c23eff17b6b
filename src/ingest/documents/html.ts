import { convert, type DomNode, type FormatCallback } from 'html-to-text'
import { Parser } from 'htmlparser2'
import { refuse } from '../../errors.js'

/** Elements nested deeper are left out of the text. */
const MAX_DEPTH = 200
/** Pages nested deeper are refused. */
const MAX_PARSED_DEPTH = 2_000

/**
 * The text of an HTML page, each cell of a table as a paragraph, without pictures, scripts, styles and link addresses.
 * Errors: `invalid_input` for a page that is nested too deeply.
 */
export function htmlText(html: string, name: string): string {
  refuseDeepHtml(html, name)
  return convert(html, {
    wordwrap: false,
    // Without U+200B, which is nothing between the letters of a word.
    whitespaceCharacters: ' \t\r\n\f',
    limits: { maxDepth: MAX_DEPTH },
    formatters: { term: formatTerm },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'script', format: 'skip' },
      { selector: 'style', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      ...['td', 'th', 'caption'].map((selector) => ({
        selector,
        format: 'block',
        options: { leadingLineBreaks: 2, trailingLineBreaks: 2 },
      })),
      ...['dt', 'dd'].map((selector) => ({ selector, format: 'term' })),
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
}

/** A term and what is said of it, such as a speaker and the words, as one line: “Anna: I lose an hour”. */
const formatTerm: FormatCallback = (element, walk, builder) => {
  const isTerm = element.name === 'dt'
  if (!isTerm && elementBeside(element, -1)?.name === 'dt') return
  const next = elementBeside(element, 1)
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
function elementBeside(element: DomNode, step: -1 | 1): DomNode | null {
  const elements = (element.parent?.children ?? []).filter(({ type }) => type === 'tag')
  return elements[elements.indexOf(element) + step] ?? null
}

const textIn = (node: DomNode): string => node.data ?? (node.children ?? []).map(textIn).join('')

/** The rows of the tables in a page, as the texts of their cells. */
export function htmlTables(html: string): string[][][] {
  const tables: string[][][] = []
  const open: string[][][] = []
  const parser = new Parser({
    onopentagname(element) {
      if (element === 'table') open.push([])
      else if (element === 'tr') open.at(-1)?.push([])
      else if (element === 'td' || element === 'th') open.at(-1)?.at(-1)?.push('')
    },
    ontext(text) {
      const cells = open.at(-1)?.at(-1)
      if (cells && cells.length > 0) cells[cells.length - 1] += text
    },
    onclosetag(element) {
      if (element !== 'table') return
      const rows = open.pop()
      if (rows) tables.push(rows.map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim())))
    },
  })
  parser.end(html)
  return tables
}

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
