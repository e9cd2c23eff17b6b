import { convert } from 'html-to-text'
import { Parser } from 'htmlparser2'
import { refuse } from '../../errors.js'

/** Elements nested deeper are left out. */
const MAX_DEPTH = 200
/** A page nested deeper is refused: reading it takes time quadratic in the depth. */
const MAX_PARSED_DEPTH = 2_000

/**
 * The text of an HTML page, without pictures, scripts, styles and link addresses. Errors: `invalid_input` for a page that is
 * nested too deeply.
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
      if (depth > MAX_PARSED_DEPTH)
        refuse(
          `${name} has elements inside each other ${MAX_PARSED_DEPTH.toLocaleString('en-US')} deep; save the page from a browser as text and give that.`,
        )
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.end(html)
}
