import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { wordCount } from '../../domain/stimulus.js'
import { refuseDeepHtml } from './html.js'

/** Pages nested deeper are refused before they are parsed. */
const MAX_DEPTH = 200
/** Smallest share of the visible words that main content must have; below it, content was mistaken for surroundings. */
const MIN_MAIN_SHARE = 0.5

export type WebPage = {
  /** The main content, as a reader would read it. */
  readonly text: string
  /** Number of visible words, without the surroundings. */
  readonly words: number
  readonly title: string
  readonly hasScripts: boolean
  readonly asksPassword: boolean
}

/**
 * The content of a page without navigation, header, footer, asides, dialogs and cookie notices. Errors:
 * `invalid_input`.
 */
export function readWebPage(html: string, name: string): WebPage {
  refuseDeepHtml(html, name, { most: MAX_DEPTH, instead: 'copy its text in a browser and give that' })
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  const facts = {
    title: (document.querySelector('title')?.textContent ?? '').replace(/\s+/g, ' ').trim(),
    hasScripts: document.querySelector('script[src]') !== null,
  }
  removeSurroundings(document)
  const visible = blockText(document.body)
  const words = wordCount(visible)
  const heading = blockText(document.querySelector('h1'))
  // Read before Readability runs, which modifies the document itself.
  const asksPassword = document.querySelector('input[type=password]') !== null
  return { ...facts, words, asksPassword, text: mainText(document, visible, heading) }
}

function mainText(document: Document, visible: string, heading: string): string {
  const article = new Readability(document, { charThreshold: 100 }).parse()
  if (!article?.content) return visible
  const main = blockText(parseHTML(`<html><body>${article.content}</body></html>`).document.body)
  if (wordCount(main) < wordCount(visible) * MIN_MAIN_SHARE) return visible
  // Readability leaves out a heading that equals the page's title.
  return heading === '' || main.includes(heading) ? main : `${heading}\n\n${main}`
}

const UNSEEN = 'script, style, template, noscript, svg, iframe, object, select, [hidden], [aria-modal="true"], head'
const SURROUNDINGS =
  'nav, aside, dialog, [role=navigation], [role=complementary], [role=dialog], [role=alertdialog], [role=search]'
/** Ids and classes of cookie notices and of products that create them. */
const CONSENT =
  /(?:^|[-_ ])(?:cookies?|consent|gdpr|ccpa)[-_]?(?:banner|bar|notice|popup|modal|dialog|overlay|wall|box|layer|consent|settings|preferences|info|message|hint|law|container|root|manager)|onetrust|cookiebot|cybotcookie|didomi|usercentrics|quantcast|qc-cmp|cmp-?(?:container|wrapper|root|box)|truste|klaro|borlabs|cc-(?:window|banner)|^(?:cookies?|consent|gdpr)$/i

function removeSurroundings(document: Document): void {
  for (const element of [...document.querySelectorAll(`${UNSEEN}, ${SURROUNDINGS}`)]) element.remove()
  for (const element of [...document.querySelectorAll('[style]')])
    if (/display:\s*none|visibility:\s*hidden/i.test(element.getAttribute('style') ?? '')) element.remove()
  for (const element of [...document.querySelectorAll('[id], [class]')]) if (isConsent(element)) element.remove()
  // The top of a landing page is often marked up as a header; the header of a site holds its name and links.
  for (const element of [...document.querySelectorAll('header, [role=banner]')])
    if (element.querySelector('h1') === null && element.closest('article') === null) element.remove()
  for (const element of [...document.querySelectorAll('footer, [role=contentinfo]')])
    if (element.closest('blockquote, figure') === null) element.remove()
}

const isConsent = (element: Element): boolean =>
  !['HTML', 'BODY', 'MAIN', 'ARTICLE'].includes(element.tagName) &&
  [element.id ?? '', ...(element.getAttribute('class') ?? '').split(/\s+/)].some((name) => CONSENT.test(name))

const BLOCKS = new Set(
  'ADDRESS ARTICLE BLOCKQUOTE BUTTON DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FORM H1 H2 H3 H4 H5 H6 HEADER HR LABEL LI MAIN OL P PRE SECTION SUMMARY TABLE TR UL'.split(
    ' ',
  ),
)
/** Blocks without an empty line between them. */
const LINES = new Set(['LI', 'TR', 'DD', 'DT'])
const TEXT_NODE = 3
const ELEMENT_NODE = 1

/** The text below an element, block by block. The recursion is bounded: deep pages were refused before. */
function blockText(root: Element | null): string {
  let text = ''
  const walk = (node: Node): void => {
    if (node.nodeType === TEXT_NODE) text += (node.textContent ?? '').replace(/\s+/g, ' ')
    if (node.nodeType !== ELEMENT_NODE) return
    const { tagName } = node as Element
    const breaks = breaksOf(tagName)
    text += breaks
    if (tagName === 'LI') text += '- '
    if (tagName === 'TD' || tagName === 'TH') text += ' '
    for (const child of [...node.childNodes]) walk(child)
    if (tagName !== 'BR') text += breaks
  }
  if (root) walk(root)
  return text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/^-$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function breaksOf(tagName: string): string {
  if (tagName === 'BR' || LINES.has(tagName)) return '\n'
  return BLOCKS.has(tagName) ? '\n\n' : ''
}
