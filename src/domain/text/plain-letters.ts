/** Letters and figures of the block “Mathematical Alphanumeric Symbols”, which posts are set in for want of bold type. */
const MATHEMATICAL = /[\u{1d400}-\u{1d7ff}]+/gu

/** A text whose bold and italic letters of mathematics are the letters that readers see. */
export const withPlainLetters = (text: string): string =>
  text.replace(MATHEMATICAL, (letters) => letters.normalize('NFKC'))
