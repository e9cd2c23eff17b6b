import { convert } from 'html-to-text'

/** Deeper than this nobody writes; what lies deeper is left out. */
const DEEPEST = 200

/** The text of an HTML page, without pictures, scripts, styles and addresses. */
export function htmlText(html: string): string {
  return convert(html, {
    wordwrap: false,
    limits: { maxDepth: DEEPEST },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'script', format: 'skip' },
      { selector: 'style', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
}
