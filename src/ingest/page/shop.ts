import { LEXICON } from '../../data/lexicon.js'
import { blockText, removeWhere } from './text.js'

/** Pieces of a price in Shopify's theme Dawn and those made from it, and the class of the price that shows each. */
const SHOWN_BY: Readonly<Record<string, (price: Element) => boolean>> = {
  price__regular: (price) => !price.classList.contains('price--on-sale'),
  price__sale: (price) => price.classList.contains('price--on-sale'),
  'price__badge-sale': (price) => price.classList.contains('price--on-sale'),
  'price__badge-sold-out': (price) => price.classList.contains('price--sold-out'),
}

/** Removes what a shop's style sheet hides of a price, and the buttons that change how many are bought. */
export function removeShopControls(document: Document): void {
  for (const price of [...document.querySelectorAll('.price')]) {
    // A theme without one of the two shows the other.
    if (!price.querySelector('.price__regular') || !price.querySelector('.price__sale')) continue
    for (const [name, isShown] of Object.entries(SHOWN_BY))
      if (!isShown(price)) for (const piece of [...price.querySelectorAll(`.${name}`)]) piece.remove()
  }
  const { quantity_buttons } = LEXICON.pages()
  removeWhere(document, 'button, [role=button], a', (button) => {
    const text = blockText(button) || (button.getAttribute('aria-label') ?? '')
    return text.length < 250 && quantity_buttons.test(text)
  })
}
