/** Five columns by seven rows; each column two hex digits, the lowest bit on top. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '7e1111117e',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141221c',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e4149497a',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f020c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '4649494931',
  T: '01017f0101',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
  0: '3e5149453e',
  1: '00427f4000',
  2: '4261514946',
  3: '2141454b31',
  4: '1814127f10',
  5: '2745454539',
  6: '3c4a494930',
  7: '0171090503',
  8: '3649494936',
  9: '064949291e',
  '%': '2313086462',
  '.': '0060600000',
  ',': '0050300000',
  '?': '0201510906',
  '-': '0808080808',
  '–': '0808080808',
  ':': '0036360000',
  '…': '0060006000',
}
const COLUMNS = 5
/** A character with the gap behind it. */
const ADVANCE = COLUMNS + 1
export const HEIGHT = 7

/** Dots of a text, in upper case, from its upper left corner; a letter without a glyph leaves a gap. */
export function* dotsOf(text: string): Generator<readonly [x: number, y: number]> {
  let left = 0
  for (const letter of text.toUpperCase()) {
    const columns = GLYPHS[letter] ?? ''
    for (let x = 0; x < columns.length / 2; x++) {
      const bits = Number.parseInt(columns.slice(x * 2, x * 2 + 2), 16)
      for (let y = 0; y < HEIGHT; y++) if (bits & (1 << y)) yield [left + x, y]
    }
    left += ADVANCE
  }
}

export const widthOf = (text: string): number => [...text].length * ADVANCE - 1
