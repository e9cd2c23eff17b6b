const SHADOW_ROOT = 'template[shadowrootmode], template[shadowroot]'
/** Templates within templates are found once those around them are placed. */
const MAX_NESTED = 10
const TEXT_NODE = 3
const ELEMENT_NODE = 1

/** Puts parts of a page in the places where a browser shows them: those sent later, and shadow roots that it declares. */
export function placeParts(document: Document): void {
  placeStreamedParts(document)
  placeShadowRoots(document)
}

/** Puts the parts that React's server sends behind a page in the place where its scripts would put them. */
function placeStreamedParts(document: Document): void {
  for (const part of [...document.querySelectorAll('[hidden][id^="S:"]')]) {
    part.removeAttribute('hidden')
    const key = part.id.slice(2)
    const place = document.querySelector(`template[id="B:${key}"], template[id="P:${key}"]`)
    if (!place) continue
    while (place.id.startsWith('B:') && place.nextSibling && place.nextSibling.nodeValue !== '/$')
      place.nextSibling.remove()
    place.replaceWith(part)
  }
}

function placeShadowRoots(document: Document): void {
  for (let depth = 0; depth < MAX_NESTED; depth++) {
    const roots = [...document.querySelectorAll(SHADOW_ROOT)]
    if (roots.length === 0) return
    for (const root of roots) placeShadowRoot(root)
  }
}

/** What stands in an element with a shadow root is seen in the root's slots, by their names, or not at all. */
function placeShadowRoot(root: Element): void {
  const host = root.parentElement
  const children = [...root.childNodes]
  root.remove()
  if (!host) return
  const slotted = [...host.childNodes].filter((node) => node.nodeType === ELEMENT_NODE || node.nodeType === TEXT_NODE)
  host.replaceChildren(...children)
  const filled = new Set<string>()
  for (const slot of [...host.querySelectorAll('slot')]) {
    const name = slot.getAttribute('name') ?? ''
    const nodes = slotted.filter((node) => slotOf(node) === name)
    const isFilled = nodes.some((node) => node.nodeType === ELEMENT_NODE || (node.textContent ?? '').trim() !== '')
    if (filled.has(name) || !isFilled) continue
    filled.add(name)
    slot.replaceChildren(...nodes)
  }
}

const slotOf = (node: Node): string =>
  node.nodeType === ELEMENT_NODE ? ((node as Element).getAttribute('slot') ?? '') : ''

/** Puts Alpine's conditional templates in their places: the page shows them, or a control of it does. */
export function placeConditions(document: Document, isOpened: (template: Element) => boolean): void {
  for (let depth = 0; depth < MAX_NESTED; depth++) {
    const templates = [...document.querySelectorAll('template[x-if]')].filter(isOpened)
    if (templates.length === 0) return
    for (const template of templates) template.replaceWith(...template.childNodes)
  }
}
