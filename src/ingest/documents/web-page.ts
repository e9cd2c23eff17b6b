import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { LEXICON } from '../../data/lexicon.js'
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
  readonly heading: string
  /** Everything it says, surroundings and dialogs included. */
  readonly said: string
  /** What it says to readers without scripts. */
  readonly unscripted: string
  /** Scripts that make pages: `loaded` from an address, or `inline`, which most pages have for other ends. */
  readonly scripts: 'loaded' | 'inline' | 'none'
  /** Where it asks for a password to log in with. */
  readonly asksPassword: 'content' | 'surroundings' | 'nowhere'
}

const PASSWORD = 'input[type=password i]:not([autocomplete~="new-password" i])'

/**
 * The content of a page without navigation, header, footer, asides, dialogs and cookie notices. Errors:
 * `invalid_input`.
 */
export function readWebPage(html: string, name: string): WebPage {
  refuseDeepHtml(html, name, { most: MAX_DEPTH, instead: 'copy its text in a browser and give that' })
  const { document } = parseHTML(withBody(html))
  const title = (document.querySelector('title')?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const scripts = scriptsOf(document)
  // Read before they are removed: a wall is often a dialog.
  const asks = asksPasswordIn(document)
  const unscripted = [...document.querySelectorAll('noscript')].map(blockText).join('\n')
  for (const element of [...document.querySelectorAll(UNSEEN)]) element.remove()
  const said = blockText(document.body)
  removeSurroundings(document)
  const visible = blockText(document.body)
  const words = wordCount(visible)
  const heading = blockText(document.querySelector('h1'))
  const inSurroundings = asks ? 'surroundings' : 'nowhere'
  const asksPassword = asksPasswordIn(document) ? 'content' : inSurroundings
  // Readability modifies the document itself.
  const text = mainText(document, visible, heading)
  return { title, heading, said, unscripted, scripts, words, asksPassword, text }
}

/** The tags of a page, its head and its body may be left out; linkedom finds no body then. */
const withBody = (html: string): string =>
  /<html[\s>]/i.test(html) && /<body[\s>]/i.test(html)
    ? html
    : `<html><body>${html.replace(/<!doctype[^>]{0,2000}>|<\/?(?:html|head|body)(?:\s[^>]{0,2000})?>/gi, '')}</body></html>`

function asksPasswordIn(document: Document): boolean {
  const fields = [...document.querySelectorAll(PASSWORD)]
  const forms = new Set(fields.map((field) => field.closest('form') ?? document.body))
  return [...forms].some((form) => !createsAccount(form))
}

/** Whether somebody chooses a password in a form. Its links lead elsewhere: that of a login says “Sign up”. */
function createsAccount(form: Element): boolean {
  const { creates_account, opens_account } = LEXICON.walls()
  const copy = form.cloneNode(true) as Element
  for (const element of [...copy.querySelectorAll('a, script, style, template')]) element.remove()
  const buttons = [...copy.querySelectorAll('input[type=submit i], input[type=button i]')]
  const says = [blockText(copy), ...buttons.map((button) => button.getAttribute('value') ?? '')].join('\n')
  return creates_account.test(says) && !opens_account.test(says)
}

/** Types of scripts that are run; others are data or templates. */
const EXECUTABLE = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i

function scriptsOf(document: Document): WebPage['scripts'] {
  const run = [...document.querySelectorAll('script')].filter((script) =>
    EXECUTABLE.test((script.getAttribute('type') ?? '').trim()),
  )
  if (run.some((script) => script.hasAttribute('src'))) return 'loaded'
  return run.length > 0 ? 'inline' : 'none'
}

function mainText(document: Document, visible: string, heading: string): string {
  const article = new Readability(document, { charThreshold: 100 }).parse()
  if (!article?.content) return visible
  const main = blockText(parseHTML(`<html><body>${article.content}</body></html>`).document.body)
  if (wordCount(main) < wordCount(visible) * MIN_MAIN_SHARE) return visible
  // Readability leaves out a heading that equals the page's title.
  return heading === '' || main.includes(heading) ? main : `${heading}\n\n${main}`
}

const UNSEEN = 'title, script, style, template, noscript, svg, iframe, object, select, [hidden], head'
const SURROUNDINGS =
  'nav, aside, dialog, [aria-modal="true"], [role=navigation], [role=complementary], [role=dialog], [role=alertdialog], [role=search]'
/** Ids and classes of products that create cookie notices. */
const CONSENT_PRODUCT =
  /onetrust|cookiebot|cybotcookie|didomi|usercentrics|quantcast|qc-cmp|(?:^|[-_])trust(?:e|arc)(?![a-z])|klaro|borlabs/i
/** Those that others have, too: every container of Adobe Experience Manager is a `cmp-container`. */
const CONSENT_PRODUCT_OR_OTHER = /^(?:cmp-?(?:container|wrapper|root|box)|cc-(?:window|banner))/i
const SPEAKS_OF_CONSENT = /cookie|consent|einwillig/i
/** Ids and classes that cookie notices have, and what is said of cookies to eat. */
const CONSENT =
  /(?:^|[-_ ])(?:cookies?|consent|gdpr|ccpa)[-_]?(?:banner|bar|notice|popup|modal|dialog|overlay|wall|box|layer|consent|settings|preferences|info|message|hint|law|container|root|manager)|^(?:cookies?|consent|gdpr)$/i
/** What cookie notices say, in the languages of Western Europe. */
const CONSENT_WORDS =
  /consent|privacy|tracking|your choices|datenschutz|einwillig|zustimm|einverstanden|akzeptier|ablehnen|confidentialité|accepter|refuser|privacidad|aceptar|rechazar|samtykke|privatliv|acceptér|toestemming|accepteren|accetta|rifiuta|(?:accept|allow|reject|decline|refuse|disable|manage) (?:all|cookies|and|only|optional|necessary|selected)|^(?:i )?(?:accept|agree)$|(?:use|uses|using|store|stores|set|sets|verwende\p{L}*|nutz\p{L}*|setz\p{L}*|utilis\p{L}*|utiliz\p{L}*|usamos|gebruik\p{L}*|bruger) (?:(?:only|some|own|essential|necessary|technical|functional|optional|third-party|nur|eigene|technische|notwendige|des|de|las) ){0,2}cookies/imu

function removeSurroundings(document: Document): void {
  for (const element of [...document.querySelectorAll(SURROUNDINGS)]) element.remove()
  for (const element of [...document.querySelectorAll('[style]')])
    if (/display:\s*none|visibility:\s*hidden/i.test(element.getAttribute('style') ?? '')) element.remove()
  for (const element of [...document.querySelectorAll('[id], [class]')]) if (isConsent(element)) element.remove()
  for (const element of [...document.querySelectorAll('header, footer, [role=banner], [role=contentinfo]')])
    if (!isOfContent(element)) element.remove()
    else if (element.tagName === 'HEADER' || element.tagName === 'FOOTER') asBlock(element, document)
}

/**
 * The top of a landing page is often marked up as a header, and so are titles and prices of its parts; the header of a
 * site holds its name and links.
 */
function isOfContent(element: Element): boolean {
  const isMarkedAsSites = element.hasAttribute('role')
  const parts = isMarkedAsSites ? 'article, blockquote, figure' : 'article, section, main, blockquote, figure'
  return element.closest(parts) !== null || (isTop(element) && element.querySelector('h1') !== null)
}

const isTop = (element: Element): boolean =>
  element.tagName === 'HEADER' || element.getAttribute('role')?.toLowerCase() === 'banner'

/** Readability removes every footer, and what is named one. */
function asBlock(element: Element, document: Document): void {
  const block = document.createElement('div')
  block.append(...element.childNodes)
  element.replaceWith(block)
}

function isConsent(element: Element): boolean {
  if (['HTML', 'BODY', 'MAIN', 'ARTICLE'].includes(element.tagName)) return false
  const names = [element.id ?? '', ...(element.getAttribute('class') ?? '').split(/\s+/)]
  if (names.some((name) => CONSENT_PRODUCT.test(name))) return true
  const isNamed = names.some((name) => CONSENT.test(name))
  const isLikeNamed = names.some((name) => CONSENT_PRODUCT_OR_OTHER.test(name)) && !element.querySelector('h1, main')
  if (!isNamed && !isLikeNamed) return false
  const text = blockText(element)
  return CONSENT_WORDS.test(text) && (isNamed || SPEAKS_OF_CONSENT.test(text))
}

const BLOCKS = new Set(
  'ADDRESS ARTICLE BLOCKQUOTE BUTTON DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LABEL LI MAIN OL P PRE SECTION SUMMARY TABLE TR UL'.split(
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
