import type { getDocumentProxy } from 'unpdf'
import { withDirections } from './direction.js'
import { drawnShapes, type Shape, withBullets, withoutStruck } from './drawing.js'
import { type Operators, type PdfItem, placed } from './item.js'
import { drawnLines, type Font } from './letters.js'
import { withOneSize, withRaised } from './raised.js'
import { type TaggedCell, type TaggedTable, withEmptyCells } from './tables.js'
import { withWholeWords } from './tracking.js'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>
/** The text of a page, and what is drawn beside it. */
export type PdfPage = {
  readonly items: readonly PdfItem[]
  readonly shapes: readonly Shape[]
  readonly height: number
}

/** The text of a page as pdf.js reads it, without what is struck out. */
export async function readPage(page: Page, operators: Operators): Promise<PdfPage> {
  const { transform, width, height } = page.getViewport({ scale: 1 })
  const [a = 1, b = 0, c = 0, d = -1, e = 0, f = height] = transform
  // pdf.js measures from the upper left corner.
  const upright = [a, -b, c, -d, e, height - f]
  const tree = await page.getStructTree()
  const blocks = blocksOf(tree)
  const { items: pieces } = await page.getTextContent({ includeMarkedContent: true })
  const items: PdfItem[] = []
  const open: Pick<PdfItem, 'block' | 'stretch' | 'isArtifact'>[] = []
  for (const piece of pieces) {
    if (!('str' in piece)) {
      if (piece.type === 'endMarkedContent') open.pop()
      else {
        const outer = open.at(-1)
        const isArtifact = outer?.isArtifact === true || ('tag' in piece && piece.tag === 'Artifact')
        const block = blocks.get(piece.id ?? '') ?? outer?.block ?? null
        open.push({ block, stretch: piece.id ?? outer?.stretch ?? null, isArtifact })
      }
      continue
    }
    const [x, y] = placed(upright, piece.transform[4], piece.transform[5])
    items.push({
      ...{ str: inLetters(piece.str), x, y, width: piece.width, hasEOL: piece.hasEOL, font: piece.fontName },
      fontSize: Math.hypot(piece.transform[2], piece.transform[3]),
      isRightToLeft: piece.dir === 'rtl',
      isMirrored: false,
      isListItem: false,
      isStruck: false,
      ...(open.at(-1) ?? { block: null, stretch: null, isArtifact: false }),
    })
  }
  const list = await page.getOperatorList()
  const shapes = drawnShapes(list, operators, upright)
  const lines = drawnLines(list, operators, upright, fontsOf(page))
  const whole = withOneSize(withWholeWords(items, lines), lines)
  page.cleanup()
  const seen = withEmptyCells(withRaised(withBullets(withoutStruck(whole, shapes), shapes)), tablesOf(tree), shapes)
  return { items: withDirections(seen, width), shapes, height }
}

type Node = NonNullable<Tree>['children'][number]
const nodesOf = (node: Node): readonly Node[] => ('children' in node ? node.children : [])

/** The innermost tables of a tagged page. */
function tablesOf(tree: Tree): TaggedTable[] {
  const tables: TaggedTable[] = []
  const has = (node: Node, roles: readonly string[]): boolean =>
    nodesOf(node).some((child) => ('role' in child && roles.includes(child.role)) || has(child, roles))
  const idsOf = (node: Node): string[] => ('id' in node ? [node.id] : nodesOf(node).flatMap(idsOf))
  const rowsOf = (node: Node): TaggedCell[][] =>
    nodesOf(node).flatMap((child) => ('role' in child && child.role === 'TR' ? [cellsOf(child)] : rowsOf(child)))
  const cellsOf = (row: Node): TaggedCell[] =>
    nodesOf(row).map((cell) => ({ ids: new Set(idsOf(cell)), hasPicture: has(cell, ['Figure', 'Formula', 'Form']) }))
  const walk = (node: Node): void => {
    if ('role' in node && node.role === 'Table' && !has(node, ['Table'])) tables.push(rowsOf(node))
    else for (const child of nodesOf(node)) walk(child)
  }
  for (const child of tree?.children ?? []) walk(child)
  return tables
}

/** What pdf.js knows of the fonts of a page, once its operators are read. */
function fontsOf(page: Page): (name: string) => Font {
  const known = new Map<string, Font>()
  return (name) => {
    const before = known.get(name)
    if (before) return before
    const { fontMatrix, vertical } = page.commonObjs.has(name) ? page.commonObjs.get(name) : {}
    const font = { unit: Number(fontMatrix?.[0] ?? 0.001), isVertical: vertical === true }
    known.set(name, font)
    return font
  }
}

/** Arabic is drawn in forms of its letters by their place in the word. */
const inLetters = (text: string): string =>
  text.replace(/[\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]+/gu, (forms) => forms.normalize('NFKC'))

type Tree = Awaited<ReturnType<Page['getStructTree']>>

/** Structure types of one text, and those within a line (ISO 32000-1, 14.8.4). */
const TEXTS = new Set('P H H1 H2 H3 H4 H5 H6 Title LI Lbl LBody TH TD Caption Note FENote TOCI'.split(' '))
const INLINE = new Set('Span Link Strong Em Quote Code Reference NonStruct Ruby RB RT'.split(' '))

/** The paragraph, heading or cell of each marked content of a tagged page. */
function blocksOf(tree: Tree): ReadonlyMap<string, string> {
  const blocks = new Map<string, string>()
  let count = 0
  const walk = (node: NonNullable<Tree>['children'][number], block: string | null): void => {
    if ('id' in node) {
      if (block !== null) blocks.set(node.id, block)
      return
    }
    const outside = TEXTS.has(node.role) ? `${node.role} ${count++}` : null
    for (const child of node.children) walk(child, INLINE.has(node.role) ? block : outside)
  }
  for (const child of tree?.children ?? []) walk(child, null)
  return blocks
}
