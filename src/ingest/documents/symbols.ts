/** Signs of the fonts of symbols by their places in them: ticks, crosses and boxes. */
const SIGNS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  wingdings: { 111: '☐', 168: '☐', 251: '✗', 252: '✓', 253: '☒', 254: '☑' },
  'wingdings 2': { 79: '✗', 80: '✓', 81: '☒', 82: '☑', 163: '☐' },
  webdings: { 97: '✓', 114: '✗' },
}

/** The sign at a place of a font; Office also writes places from U+F000 on. */
export const symbolAt = (font: string, place: number): string | undefined =>
  SIGNS[font.toLowerCase()]?.[place >= 0xf000 ? place - 0xf000 : place]

/** A text in a font of symbols as it is seen; in another font, and at other places, as it is written. */
export const inSymbols = (font: string, text: string): string =>
  text.replace(/[^\s]/gu, (letter) => symbolAt(font, letter.codePointAt(0) ?? 0) ?? letter)
