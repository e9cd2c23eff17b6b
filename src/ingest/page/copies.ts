import { LEXICON } from '../../data/lexicon.js'
import { wordCount } from '../../domain/panel/stimulus.js'
import { idsAndClassesOf, namesOf, removeWhere, textsBelow } from './text.js'

/** Fewest words of a heading, and of a block, that nobody writes twice. */
const MIN_HEADING_WORDS = 3
const MIN_WORDS = 12
/** Names of pieces that are made once for each width of a window. */
const FOR_A_WIDTH =
  /^(?:ssr-variant|hidden-[\w-]+)$|(?:^|[-_])(?:mobile|desktop|tablet|phone)(?:$|[-_])|^(?:d-none|hidden)$|:hidden$/i
const IN_COLUMNS = 'table, dl, [role=row], [role=table], pre'

/** Removes the copies that sliders make of their slides, and pieces that stand twice beside each other. */
export function removeCopies(document: Document): void {
  const { copy_names } = LEXICON.pages()
  removeWhere(document, '[class]', (element) => {
    const names = idsAndClassesOf(element)
    if (!names.some((name) => copy_names.has(name))) return false
    return !names.includes('cloned') || names.includes('owl-item') || element.closest('.owl-carousel') !== null
  })
  const textOf = textsBelow(document.body)
  for (const parent of [document.body, ...document.body.querySelectorAll('*')]) {
    let last: Element | null = null
    for (const element of [...parent.children]) {
      if (last && textOf(element) !== '' && textOf(last) === textOf(element) && isCopy(element, last)) element.remove()
      else last = element
    }
  }
}

function isCopy(element: Element, other: Element): boolean {
  if (element.closest(IN_COLUMNS) || element.tagName === 'LI') return false
  const words = wordCount(element.textContent ?? '')
  if (words >= MIN_WORDS && element.tagName !== 'P') return true
  const isMarked = [element, other].some(
    (piece) => piece.getAttribute('aria-hidden') === 'true' || namesOf(piece).some((name) => FOR_A_WIDTH.test(name)),
  )
  return isMarked || bothHold('h1', element, other) || (words >= MIN_HEADING_WORDS && bothHold('h2', element, other))
}

const bothHold = (heading: string, ...pieces: readonly Element[]): boolean =>
  pieces.every((piece) => piece.matches(heading) || piece.querySelector(heading) !== null)
