type Read = (property: string) => string | null

const NO_TEXT = /^(["'])\s*\1/
/** Places that are about the middle of a line of text: `50%`, `calc(50% - 1px)`, `.6em`. */
const IN_THE_MIDDLE = /^(?:calc\(\s*)?(?:4\d|5\d)(?:\.\d+)?%|^0?\.[4-8]\d*r?em/
const AT_THE_EDGE = /^-?(?:0|\d{1,2}(?:\.\d+)?px|\d(?:\.\d+)?%|0?\.\d+r?em)(?:\s|$)/
const WHOLE_WIDTH = /^(?:calc\(\s*)?(?:9\d|1[0-3]\d)(?:\.\d+)?%/
const THIN = /^(?:[1-5](?:\.\d+)?px|0?\.\d+px|0?\.[01]\d*r?em)$/
const IS_LINE = /\d/
const NO_BORDER = /^(?:0|none)\b(?!\.)/

/** Whether what a style sheet draws before or behind a text is a line across it: a border, a thin bar or a diagonal. */
export function isLineAcross(read: Read): boolean {
  if (!NO_TEXT.test(read('content') ?? '') || read('position') !== 'absolute') return false
  if (read('display') === 'none' || /^-/.test(read('z-index') ?? '') || /^0%?$/.test(read('opacity') ?? ''))
    return false
  const [top, right = top, bottom = top, left = right] = partsOf(read('inset'))
  const [start = left, end = start] = partsOf(read('inset-inline'))
  const at = (side: string, inset = ''): string => read(side) ?? inset
  const isAtBothEdges = AT_THE_EDGE.test(at('left', start)) && AT_THE_EDGE.test(at('right', end ?? right))
  if (!isAtBothEdges && !WHOLE_WIDTH.test(read('width') ?? '')) return false
  if (isLineInGradient(read('background'))) return true
  const isInMiddle = [at('top', top), at('bottom', bottom)].some((place) => IN_THE_MIDDLE.test(place))
  const bordersTop = hasBorder(read('border-top'))
  const bordersBottom = hasBorder(read('border-bottom'))
  if (IN_THE_MIDDLE.test(read('height') ?? '')) return bordersTop !== bordersBottom
  const isBar = THIN.test(read('height') ?? '') && /\w/.test(read('background') ?? read('background-color') ?? '')
  return isInMiddle && (bordersTop || bordersBottom || isBar)
}

const partsOf = (value: string | null): string[] => (value ?? '').split(/\s+/).filter((part) => part !== '')

const hasBorder = (border: string | null): boolean => border !== null && IS_LINE.test(border) && !NO_BORDER.test(border)

/** A gradient that is transparent but for a line in its middle, or a picture of one colour that is drawn as a line. */
export function isLineInGradient(background: string | null): boolean {
  const text = background ?? ''
  if (!/^\s*(?:repeating-)?linear-gradient\(/i.test(text)) return false
  if (/(?:center|50%)\s*\/\s*1?\d{2}%\s*\d?\.?\d+(?:px|r?em)/i.test(text)) return true
  if (/\(\s*(?:to (?:left|right)\s*,|-?(?:90|270)deg)/i.test(text)) return false
  const places = [...text.matchAll(/(\d{1,3}(?:\.\d+)?)%/g)].map(([, place]) => Number(place))
  const within = places.filter((place) => place > 0 && place < 100)
  const gaps = text.match(/transparent|rgba\([^()]*[,/]\s*0?\.?0\)/gi) ?? []
  return gaps.length > 1 && within.length > 0 && within.every((place) => place >= 40 && place <= 60)
}
