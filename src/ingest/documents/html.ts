import { convert } from 'html-to-text'
import { Parser } from 'htmlparser2'
import { refuse } from '../../errors.js'

/** Deeper than this nobody writes; what lies deeper is left out. */
const MAX_DEPTH = 200
/** So deep nobody's program writes; reading it takes time that grows with the square of the depth. */
const MAX_DEPTH_READ = 2_000

/**
 * The text of an HTML page, without pictures, scripts, styles and addresses. Errors: `invalid_input` for one whose elements
 * never end.
 */
export function htmlText(html: string, name: string): string {
  refuseDepth(html, name)
  return convert(html, {
    wordwrap: false,
    limits: { maxDepth: MAX_DEPTH },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'script', format: 'skip' },
      { selector: 'style', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
}

function refuseDepth(html: string, name: string): void {
  let depth = 0
  const parser = new Parser({
    onopentagname() {
      depth += 1
      if (depth > MAX_DEPTH_READ)
        refuse(
          `${name} has elements inside each other ${MAX_DEPTH_READ.toLocaleString('en-US')} deep; save the page from a browser as text and give that.`,
        )
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.end(html)
}
