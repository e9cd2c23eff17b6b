const ROWS = 'tr, [role=row]'
const CELL_TAGS = new Set(['TD', 'TH'])
const CELL_ROLES = new Set(['cell', 'gridcell', 'columnheader', 'rowheader'])
const CELLS = 'td, th, [role=cell], [role=gridcell]'
const EMPTY = '–'
/** Most characters of a row that is a line; longer ones with several blocks in a cell lay out a page. */
const MAX_ROW = 300
const MAX_SPAN = 12

export const isTable = (element: Element): boolean =>
  element.tagName === 'TABLE' || /^(?:table|grid)$/.test(element.getAttribute('role') ?? '')

/**
 * The rows of a table as lines, with a dash for each empty cell, so that values stay below their columns; null for a
 * table that lays out a page. `read`: the text of a cell.
 */
export function tableLines(table: Element, read: (element: Element) => string): string[] | null {
  if (table.querySelector('table, h1, form, [role=table]') || table.getAttribute('role') === 'presentation') return null
  const rows = [...table.querySelectorAll(ROWS)].map((row) => [...row.children].filter(isCell))
  if (!rows.some((cells) => cells.length > 1) || rows.some((cells) => isLayout(cells, read))) return null
  const texts = columnsOf(rows, read).filter((row) => row.some(isFilled))
  const used = new Set(
    texts.flatMap((row) => [...row.keys()].filter((column) => row.length > 1 && isFilled(row[column]))),
  )
  const isUsed = (_: string, column: number): boolean => used.has(column)
  const lines = texts.map((row) => (row.length > 1 ? row.filter(isUsed) : row).map((cell) => cell || EMPTY).join(' · '))
  const caption = table.querySelector('caption')
  return caption ? [read(caption), ...lines] : lines
}

const isFilled = (cell: string | undefined): boolean => cell !== undefined && cell !== ''

const isCell = (element: Element): boolean =>
  CELL_TAGS.has(element.tagName) || CELL_ROLES.has(element.getAttribute('role') ?? '')

function isLayout(cells: readonly Element[], read: (element: Element) => string): boolean {
  const texts = cells.map(read)
  return texts.join(' · ').length > MAX_ROW && texts.some((text) => text.includes('\n\n'))
}

type Tall = { readonly text: string; left: number }

/** The texts of rows by column; a cell over several rows stands in each. */
function columnsOf(rows: readonly Element[][], read: (element: Element) => string): string[][] {
  const tall = new Map<number, Tall>()
  return rows.map((cells) => {
    const row: string[] = []
    const fromAbove = (): void => {
      for (let cell = tall.get(row.length); cell && cell.left > 0; cell = tall.get(row.length)) {
        cell.left--
        row.push(cell.text)
      }
    }
    for (const cell of cells) {
      fromAbove()
      const left = Math.min(Number(cell.getAttribute('rowspan')) || 1, MAX_SPAN) - 1
      for (const text of spread(cell, read)) {
        if (left > 0) tall.set(row.length, { text, left })
        row.push(text)
      }
    }
    fromAbove()
    return row
  })
}

/** The text of a cell, once a column that it is over. */
function spread(cell: Element, read: (element: Element) => string): string[] {
  const text = read(cell).replace(/\s*\n\s*/g, ' ')
  const isOnly = [...(cell.parentElement?.children ?? [])].filter(isCell).length === 1
  const span = isOnly ? 1 : Math.min(Number(cell.getAttribute('colspan')) || 1, MAX_SPAN)
  return Array.from({ length: span }, () => text)
}

const DRAWN = 'svg, img, i, [aria-label], [class*=icon]'
export const SAYS_WHETHER =
  /^(?:not |nicht )?(?:included|available|enthalten|inklusive|inbegriffen|verfügbar|yes|no|ja|nein)$/i
/** Names of marks, in words between hyphens: `fa-check`, `icon-no-check`, `x-circle`, `toggle-off`. */
const SAYS_YES = /(?:^|-)(?:check(?:ed|mark)?|tick(?:ed|mark)?|haken|yes)(?:-|$)/
const SAYS_NO =
  /(?:^|-)(?:crossed|cross|times|xmark|close|minus|unchecked|uncheck)(?:-|$)|^x(?:-|$)|(?:^|-)(?:x|no|off)$/
const DENIES = /(?:^|-)(?:no|not|non|off|missing|disabled|inactive)(?:-|$)/

/** Puts what a drawn mark says (a tick, a cross) in its place: in a cell without text, or where it says yes or no. */
export function writeMarks(document: Document, read: (element: Element) => string): void {
  for (const cell of [...document.querySelectorAll(CELLS)]) {
    if (read(cell) !== '') continue
    const mark = [...cell.querySelectorAll('*')].find((piece) => piece.matches(DRAWN) || markOf(piece) !== UNKNOWN)
    if (mark) cell.textContent = labelOf(mark) || markOf(mark)
  }
  for (const mark of [...document.querySelectorAll('svg, img, i')])
    if (SAYS_WHETHER.test(labelOf(mark))) mark.replaceWith(document.createTextNode(` ${labelOf(mark)} `))
}

function labelOf(mark: Element): string {
  const title = mark.querySelector('title')?.textContent ?? mark.getAttribute('title') ?? ''
  return (mark.getAttribute('aria-label') || mark.getAttribute('alt') || title).trim()
}

const UNKNOWN = '•'

/** A mark without words, by its names; one that says neither, or both, is a dot, as it could be either. */
function markOf(mark: Element): string {
  const names = namesOfMark(mark)
  const isNo = (name: string) => SAYS_NO.test(name) || (SAYS_YES.test(name) && DENIES.test(name))
  const no = names.some(isNo)
  const yes = names.some((name) => SAYS_YES.test(name) && !isNo(name))
  if (yes === no) return UNKNOWN
  return yes ? '✓' : ''
}

/** Classes, ids and file names of a mark, in small letters, with hyphens between their words. */
function namesOfMark(mark: Element): string[] {
  const use = mark.querySelector('use')
  const href = use?.getAttribute('href') ?? use?.getAttribute('xlink:href') ?? ''
  const file = /([^/]+?)(?:\.\w{2,5})?(?:\?.*)?$/.exec(mark.getAttribute('src') ?? '')?.[1] ?? ''
  const names = [
    ...(mark.getAttribute('class') ?? '').split(/\s+/),
    mark.id,
    mark.getAttribute('data-icon') ?? '',
    (mark.getAttribute('src') ?? '').startsWith('data:') ? '' : file,
    href.split('#').at(-1) ?? '',
  ]
  return names.map((name) =>
    name
      .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .toLowerCase(),
  )
}
