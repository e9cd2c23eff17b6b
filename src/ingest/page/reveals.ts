import { isMatch } from './css.js'
import { executableScripts, namesOf, sharesClass, siblingsOf } from './text.js'

/** What makers and libraries mark whose scripts show what is hidden until they ran; saved pages have lost the scripts. */
const MADE_BY_SCRIPTS = [
  '[data-wf-page], [data-wf-site], [data-w-id], [data-framer-name], [data-framer-appear-id], [data-framer-hydrate-v2]',
  '[x-data], [data-aos], [data-sal], [data-scroll-section], .wow, .gs_reveal, .elementor-invisible',
  '.splide, .swiper, .swiper-container, .owl-carousel, .slick-slider, .flickity-slider, .glide, .keen-slider',
].join()
/** Attributes that hide an element until a framework took it over. */
const CLOAKS = ['x-cloak', 'v-cloak', 'ng-cloak']
const SHOWN_BY_STATE = '[x-show], [v-show], [x-if], [v-if], [ng-if], [ng-show]'

/** Classes that scripts give to what they have made, or to what is scrolled to: `.owl-loaded`, `.in-view`. */
const MADE =
  /\.(?:[\w-]{0,30}[-_])?(?:in-?view(?:port)?|loaded|initiali[sz]ed|revealed|animated?|appeared|mounted|ready|hydrated|rendered|enabled)(?![\w-])/gi
/** Classes that scripts give to what is scrolled to, and to what is pressed. */
const SHOWN = /\.(?:is-|js-|has-)?(?:visible|active|shown?|in)(?![\w-])/gi
const REVEALS = /reveal|fade|anim|appear|on-?scroll|slide-?(?:in|up)/i
/** States that pass, in which a page says something else. */
const PASSES =
  /(?:loading|loader|busy|pending|errors?|invalid|fail(?:ed|ure)?|success|submitted|sent|thanks?|disabled|empty|sold-?out)(?![a-z])/i
const OVER_ROLES =
  '[role=tooltip], [role=dialog], [role=alertdialog], [role=alert], [role=status], [role=menu], [popover]'
/** Names of what comes up over a page. */
const OVER =
  /(?:^|[-_])(?:tool-?tips?|pop-?over|pop-?up|modal|dialog|lightbox|drop-?down|(?:sub|mega)-?(?:menu|nav)|menu|nav|drawer|off-?canvas|overlay|toast|snackbar|preloader|loader|spinner|honey-?pot|hp)(?:$|[-_])/i
const HOLDS_PAGE = 'h1, main'

/** How an element is hidden at first. `display`: it takes no place; `size`: it is drawn without one. */
export type Hiding = 'display' | 'visibility' | 'opacity' | 'size'

/** What tells whether scripts show it. `showing`: selectors of the rules that show it in another state. */
export type Hidden = {
  readonly by: Hiding
  readonly position: string | null
  readonly pointerEvents: string | null
  /** Whether it is moved or turned, too, as at the beginning of a movement. */
  readonly isMoved: boolean
  readonly showing: readonly string[]
}

export const isMadeByScripts = (document: Document): boolean =>
  executableScripts(document).length > 0 || document.querySelector(MADE_BY_SCRIPTS) !== null

/** Takes away what hides elements until scripts ran, and the class of a page without them. */
export function removeCloaks(document: Document): void {
  for (const name of CLOAKS)
    for (const element of [...document.querySelectorAll(`[${name}], .${name}`)]) {
      if (element.matches(SHOWN_BY_STATE)) continue
      element.removeAttribute(name)
      element.classList.remove(name)
    }
  if (isMadeByScripts(document)) document.documentElement.classList.remove('no-js')
}

/** Whether a selector is about what scripts have made, or about a state that passes. */
export const isOfScripts = (selector: string): boolean => selector.search(MADE) >= 0 || PASSES.test(selector)

/** Whether a rule shows it once an element that the rule is about has one of some classes. */
const isShownWith = (element: Element, { showing }: Hidden, classes: RegExp): boolean =>
  showing.some((selector) => {
    const without = selector.replace(classes, ':not(never)')
    return without !== selector && isMatch(element, without)
  })

/**
 * Whether scripts show what is hidden at first. What is only transparent, or invisible, leaves a gap in a page that nobody
 * wants; what lies over the page leaves none.
 */
export function isRevealed(element: Element, hidden: Hidden, isScripted: boolean): boolean {
  const { by, isMoved, showing } = hidden
  const comesUp = isComingUp(element, hidden)
  if (by === 'display' || by === 'size') return !comesUp && isScriptsToShow(element, hidden)
  if (element.matches(HOLDS_PAGE) || element.querySelector(HOLDS_PAGE)) return true
  if (comesUp) return false
  if (isShownWith(element, hidden, MADE)) return true
  if (showing.length > 0 && showing.every((selector) => PASSES.test(selector))) return false
  return (isScripted || isMoved) && !liesOver(element, hidden)
}

const isScriptsToShow = (element: Element, hidden: Hidden): boolean =>
  isShownWith(element, hidden, MADE) ||
  (namesOf(element).some((name) => REVEALS.test(name)) && isShownWith(element, hidden, SHOWN))

/** Whether its role or name says that it comes up over a page; a part of the page with a heading may be called “menu”. */
function isComingUp(element: Element, { position }: Hidden): boolean {
  if (element.matches(OVER_ROLES) || element.closest('nav, [role=navigation]')) return true
  const isPart = !/absolute|fixed/.test(position ?? '') && element.querySelector('h2, h3') !== null
  return !isPart && namesOf(element).some((name) => OVER.test(name))
}

/** Whether it lies over the page, or is a copy of what is seen, and is no slide among others. */
function liesOver(element: Element, { by, position, pointerEvents }: Hidden): boolean {
  if (element.hasAttribute('data-framer-appear-id') || element.hasAttribute('data-w-id')) return false
  if (
    siblingsOf(element).some(
      (other) => other.tagName === element.tagName && other !== element && sharesClass(other, element),
    )
  )
    return false
  if (element.getAttribute('aria-hidden') === 'true' || pointerEvents === 'none' || position === 'fixed') return true
  return position === 'absolute' && (by === 'visibility' || element.closest('form') !== null)
}
