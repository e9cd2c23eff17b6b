/** Operators of pdf.js by their names. */
export type Operators = typeof import('unpdf/pdfjs')['OPS']

/** A piece of text; places and sizes in points from the lower left corner of the page as it is shown. */
export type PdfItem = {
  readonly str: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly fontSize: number
  readonly font: string
  readonly hasEOL: boolean
  readonly isRightToLeft: boolean
  /** Whether its line, or all of its page, is read from the right; its place is mirrored then. */
  readonly isMirrored: boolean
  /** The paragraph, heading or cell that a tagged PDF says it belongs to, and which stretch of it. */
  readonly block: string | null
  readonly stretch: string | null
  readonly isListItem: boolean
  /** Whether words were left out of it that a line is drawn through; it keeps its width. */
  readonly isStruck: boolean
  /** Whether a tagged PDF says that it is none of what the author wrote: a running header, a number of the page. */
  readonly isArtifact: boolean
}

/** A point, moved by a matrix of PDF: its six numbers from a to f. */
export function placed(matrix: readonly number[], x: number, y: number): readonly [number, number] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix
  return [a * x + c * y + e, b * x + d * y + f]
}
