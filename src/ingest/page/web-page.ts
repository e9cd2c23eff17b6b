import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { LEXICON } from '../../data/lexicon.js'
import { wordCount } from '../../domain/panel/stimulus.js'
import { refuseDeepHtml } from '../documents/html.js'
import { writeCrosses } from './crosses.js'
import { nameIcons, writeMarks } from './marks.js'
import { removeBeside, removeSurroundings } from './surroundings.js'
import { placeParts } from './templates.js'
import { blockText, executableScripts, figuresIn, hasFigure } from './text.js'
import { removeUnseen } from './unseen.js'

/** Pages nested deeper are refused before they are parsed. */
const MAX_DEPTH = 200
/** Smallest share of the visible words that main content must have; below it, content was mistaken for surroundings. */
const MIN_MAIN_SHARE = 0.5
/** Most words of a page without a main part that is read as a whole. */
const MAX_LANDING_WORDS = 800
/** Most words of a page that is read with the descriptions of its pictures. */
const MAX_PICTURED_WORDS = 25
/** Most characters of a title and of a heading that are read. */
const MAX_TITLE = 300

export type WebPage = {
  /** The main content, as a reader would read it. */
  readonly text: string
  /** Number of visible words, without the surroundings. */
  readonly words: number
  readonly title: string
  readonly heading: string
  /** The code of its language, as it says; '' where it does not. */
  readonly language: string
  /** Everything it says, surroundings and dialogs included. */
  readonly said: string
  /** What it says to readers without scripts. */
  readonly unscripted: string
  /** Scripts that make pages: `loaded` from an address, or `inline`, which most pages have for other ends. */
  readonly scripts: 'loaded' | 'inline' | 'none'
  /** What its links, buttons and lists offer to choose. */
  readonly choices: readonly string[]
  /** Whether it says in its data that it is not free to read, or has a part that is named a paywall. */
  readonly isMarkedPaywall: boolean
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
  const title = (document.querySelector('title')?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE)
  const scripts = scriptsOf(document)
  // Read before they are removed: a wall is often a dialog.
  const asks = asksPasswordIn(document)
  const isMarkedPaywall = marksPaywall(document)
  const choices = [...document.querySelectorAll('a, button, option')].map((choice) => (choice.textContent ?? '').trim())
  const unscripted = [...document.querySelectorAll('noscript')].map(blockText).join('\n')
  placeParts(document)
  nameIcons(document)
  writeMarks(document, blockText)
  writeCrosses(document)
  removeUnseen(document)
  const said = blockText(document.body)
  removeSurroundings(document)
  const heading = blockText(document.querySelector('h1'))
  const inSurroundings = asks ? 'surroundings' : 'nowhere'
  const asksPassword = asksPasswordIn(document) ? 'content' : inSurroundings
  if (wordCount(blockText(document.body)) < MAX_PICTURED_WORDS) describePictures(document)
  const text = mainText(document, heading)
  return {
    title,
    heading: heading.slice(0, MAX_TITLE),
    language: (document.documentElement.getAttribute('lang') ?? '').trim().toLowerCase().split(/[-_]/)[0] ?? '',
    said,
    unscripted,
    scripts,
    isMarkedPaywall,
    choices,
    words: wordCount(text),
    asksPassword,
    text,
  }
}

/** The markup of a page's title and descriptions, and of what is seen of it. Errors: `invalid_input`. */
export function contentMarkup(html: string, name: string): string {
  refuseDeepHtml(html, name)
  const { document } = parseHTML(withBody(html))
  const head = [...document.querySelectorAll('title, meta')].map((element) => element.outerHTML)
  placeParts(document)
  nameIcons(document)
  removeUnseen(document)
  removeSurroundings(document)
  return [...head, document.body.outerHTML].join('\n')
}

const MAIN = 'main, [role=main]'

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

/** Source: Google's structured data for subscription and paywalled content, and names that publishers' walls have. */
function marksPaywall(document: Document): boolean {
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')]
  const isUnfree = data.some((script) => /"isAccessibleForFree"\s*:\s*"?false/i.test(script.textContent ?? ''))
  return isUnfree || document.querySelector('[class*=paywall i], [id*=paywall i], [class*=regwall i]') !== null
}

function scriptsOf(document: Document): WebPage['scripts'] {
  const run = executableScripts(document)
  if (run.some((script) => script.hasAttribute('src')) || document.querySelector('#__NEXT_DATA__, #__NUXT_DATA__'))
    return 'loaded'
  return run.length > 0 ? 'inline' : 'none'
}

/**
 * The main part of a page, or all of it without its surroundings. Readability, which is written for articles, finds it
 * on long pages without a main part, where it leaves out no figure.
 */
function mainText(document: Document, heading: string): string {
  const visible = blockText(document.body)
  const words = wordCount(visible)
  const mains = [...document.querySelectorAll(MAIN)].filter((main) => !main.parentElement?.closest(MAIN))
  if (mains.length > 0) {
    const inside = wordCount(mains.map(blockText).join('\n'))
    if (inside >= words * MIN_MAIN_SHARE) removeBeside(mains)
    return blockText(document.body)
  }
  return words > MAX_LANDING_WORDS ? articleText(document, visible, heading) : visible
}

function articleText(document: Document, visible: string, heading: string): string {
  // Readability modifies the document itself.
  const article = new Readability(document, { charThreshold: 100 }).parse()
  if (!article?.content) return visible
  const main = blockText(parseHTML(`<html><body>${article.content}</body></html>`).document.body)
  const isMost = wordCount(main) >= wordCount(visible) * MIN_MAIN_SHARE
  if (!isMost || figuresIn(visible).some((figure) => !main.includes(figure))) return visible
  // Readability leaves out a heading that equals the page's title.
  return heading === '' || main.includes(heading) ? main : `${heading}\n\n${main}`
}

const NAMES_A_FILE = /\.(?:jpe?g|png|svg|webp|gif)$/i
const NAMES_A_LOGO = /^(?:the )?(?:logo|icon) (?:of|for|von|der|des)\b|^\S+ \S+ (?:logo|icon)$/i

/** Where a page has next to no text, its pictures have the words: their descriptions take their place. */
function describePictures(document: Document): void {
  for (const picture of [...document.querySelectorAll('img[alt]')]) {
    const alt = (picture.getAttribute('alt') ?? '').trim()
    const isLogo = wordCount(alt) < 3 || NAMES_A_LOGO.test(alt)
    if (NAMES_A_FILE.test(alt) || (isLogo && !hasFigure(alt))) continue
    const block = document.createElement('div')
    block.textContent = alt
    picture.replaceWith(block)
  }
}
