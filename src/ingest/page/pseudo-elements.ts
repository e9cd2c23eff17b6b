import { signOfFile } from './marks.js'
import type { PageStyles } from './styles.js'
import { blockText, NUMBER, wordsOf } from './text.js'

/** Most characters that a style sheet writes at one place. */
const MAX_WRITTEN = 200
const WITHOUT_CONTENT = 'img, input, br, hr, select, textarea, iframe, video, svg, svg *'
const STRINGS = /"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|attr\(\s*([\w-]{1,40})\s*\)|(\S)/g
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^\da-f]))/gi
/** Ticks and crosses in Font Awesome's private characters, since its version 4. */
const DRAWN: Readonly<Record<string, string>> = { '\uf00c': '✓', '\uf058': '✓', '\uf00d': '✗', '\uf057': '✗' }
const MARKS = '✓✔☑✅✗✘✕✖❌❎☒×'
/** Words, figures, signs of money, and marks that say yes or no; bullets, arrows and quotation marks are ornament. */
const SAYS_SOMETHING = new RegExp(String.raw`[\p{L}\p{N}\p{Sc}%${MARKS}]`, 'u')
const IS_MARK = new RegExp(String.raw`^\s*[${MARKS}]\s*$`, 'u')
const LAST_CODE_POINT = 0x10ffff

/** Writes into a page what its style sheets put before and behind elements: `.no::before { content: "✗ " }`. */
export function writeGenerated(document: Document, styles: PageStyles): void {
  for (const element of [...document.body.querySelectorAll('*')])
    for (const where of ['marker', 'before', 'after'] as const) {
      const written = contentOf(styles.writes(element, where), element)
      if (!SAYS_SOMETHING.test(written) || element.matches(WITHOUT_CONTENT)) continue
      if (element.closest('a, button, [role=button]') && !/[\p{L}\p{N}]/u.test(written)) continue
      // What is written twice is drawn over itself.
      if (blockText(element).includes(written.trim())) continue
      const inside = element.textContent ?? ''
      const text = IS_MARK.test(written) ? ` ${written.trim()} ` : written
      if (where !== 'after') element.prepend(document.createTextNode(`${text}${gap(text, inside)}`))
      else element.append(document.createTextNode(`${gap(inside, text)}${text}`))
    }
}

const ENTRY = 'li, [role=listitem], dd'
const ELSEWHERE = 'a, button, nav, [role=navigation], [role=dialog]'

/** Writes the mark that is the bullet of an entry: `list-style-type: "✗ "`, and a picture of a cross. */
export function writeBullets(document: Document, styles: PageStyles): void {
  const crossed = [...document.body.querySelectorAll(ENTRY)].filter((entry) => {
    if (entry.closest(ELSEWHERE) || wordsOf(entry).plain === 0) return false
    return styles.bullets(entry).some((value) => {
      const [, string = '', url = ''] = BULLET.exec(value) ?? []
      return /^\s*[✗✘✕✖❌❎☒×]/u.test(unescaped(string)) || (url !== '' && signOfFile(url) === 'cross')
    })
  })
  for (const entry of crossed)
    if (!/^(?:- ?)?[✗✘✕✖❌❎☒×]/u.test(blockText(entry))) entry.prepend(document.createTextNode('✗ '))
}
const BULLET = /^[^"'(]{0,40}(?:["']([^"']{1,20})["']|url\(\s*["']?([^"')]{1,200})["']?\s*\))/i

/** Words and numbers of their own are drawn apart: those of steps, and labels. */
const gap = (before: string, behind: string): string =>
  /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(behind) ? ' ' : ''

/** The text that a value of `content` gives; nothing where it is not known. */
function contentOf(value: string | null, element: Element): string {
  if (value === null) return ''
  let text = ''
  for (const [, double, single, attribute, other] of value.replace(/!important$/, '').matchAll(STRINGS)) {
    // What follows a slash is spoken.
    if (other === '/') break
    if (other !== undefined) return ''
    text += attribute ? (element.getAttribute(attribute) ?? '') : unescaped(double ?? single ?? '')
  }
  return [...text.slice(0, MAX_WRITTEN)]
    .map((letter) => DRAWN[letter] ?? letter)
    .join('')
    .replace(/\p{Co}/gu, '')
}

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, code: string | undefined, letter: string | undefined) => {
    if (code === undefined) return letter ?? ''
    const point = Number.parseInt(code, 16)
    return point > 0 && point <= LAST_CODE_POINT ? String.fromCodePoint(point) : ''
  })

/** Writes the numbers of the entries of a list, as browsers count them, where its style does not leave them out. */
export function writeNumbers(document: Document, styles: PageStyles): void {
  for (const list of [...document.querySelectorAll('ol')]) {
    const entries = [...list.children].filter(({ tagName }) => tagName === 'LI')
    const step = list.hasAttribute('reversed') ? -1 : 1
    let number = numberIn(list.getAttribute('start')) ?? (step < 0 ? entries.length : 1)
    for (const entry of entries) {
      number = numberIn(entry.getAttribute('value')) ?? number
      if (isNumbered(list, entry, styles)) entry.setAttribute(NUMBER, `${lettered(list, number)}.`)
      number += step
    }
  }
}

const numberIn = (text: string | null): number | null => (/^\s*-?\d{1,6}\s*$/.test(text ?? '') ? Number(text) : null)

const WITHOUT_NUMBERS = /^(?:list-none|list-unstyled|list-inline)$/
const OF_NUMBERS = /decimal|alpha|roman|latin/i

function isNumbered(list: Element, entry: Element, styles: PageStyles): boolean {
  if ((entry.textContent ?? '').trim() === '' || [...list.classList].some((name) => WITHOUT_NUMBERS.test(name)))
    return false
  const own = /list-style(?:-type)?:([^;]*)/i.exec(list.getAttribute('style') ?? '')?.[1]
  const [drawn = null] = styles.bullets(entry)
  const style = own ?? drawn
  return (style === null || OF_NUMBERS.test(style)) && !/^\s*\d/.test(entry.textContent ?? '')
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

function lettered(list: Element, number: number): string {
  const type = list.getAttribute('type') ?? ''
  const letter = LETTERS[number - 1] ?? String(number)
  if (type === 'a') return letter
  return type === 'A' ? letter.toUpperCase() : String(number)
}
