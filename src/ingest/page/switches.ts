import { namesOf } from './text.js'

/** Attributes that show, hide or restyle an element by a state of the page: of Alpine, Vue, petite-vue, Knockout, Datastar. */
const SHOWN_BY = [
  'x-show',
  'v-show',
  'x-if',
  'data-show',
  ':class',
  'x-bind:class',
  'v-bind:class',
  ':hidden',
  'x-bind:hidden',
]
/** Attributes of what changes a state. */
const CHANGES = /^(?:@|x-on:|v-on:|data-on-|data-on:)(?:click|change|input|keydown)|^(?:x-model|v-model|data-bind)\b/
const CONTROLS = 'a, button, input, select, label, summary, li, div, span, [role=button], [role=switch], [role=tab]'
const WORDS = /'[^']*'|"[^"]*"|([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)/g
const NO_STATE =
  /^(?:true|false|null|undefined|this|typeof|new|return|if|else|\$el|\$event|\$refs|\$nextTick|\$dispatch)$/
/** Words in the name of a state in which something comes up over a page, or is waited for. */
const OF_PASSING =
  /^(?:modal|pop|popup|dialog|exit|lightbox|overlay|toast|success|errors?|thanks?|cart|drawer|dropdown|tooltip|loading|loader|submitted|sent|sending|busy|pending|cookies?|consent|banner)$/
/** What Stimulus calls an element that a controller changes. */
const TARGET = /^data-([\w-]{1,60})-target$/
/** Classes of what lies over a page. */
const LIES_OVER = /^(?:fixed|inset-0|absolute)$/

/**
 * Tells whether an element is shown in a state that a control of the page brings about; false where it then comes up over
 * the page or passes, null where nothing is known.
 */
export function switchesOf(document: Document): (element: Element) => boolean | null {
  const changed = new Set<string>()
  const actions = new Set<string>()
  for (const control of [...document.querySelectorAll(CONTROLS)]) {
    for (const { name, value } of [...control.attributes])
      if (CHANGES.test(name)) for (const state of statesIn(value)) changed.add(state)
    for (const [, controller = ''] of (control.getAttribute('data-action') ?? '').matchAll(/->([\w-]{1,60})#/g))
      actions.add(controller)
  }
  const shown = new Set<string>()
  for (const element of [...document.querySelectorAll('[x-show], [v-show]')])
    if (!/display:\s*none/i.test(element.getAttribute('style') ?? ''))
      for (const state of statesOf(element)) shown.add(state)
  return (element) => {
    const states = statesOf(element)
    const controllers = [...element.attributes].flatMap(({ name }) => TARGET.exec(name)?.[1] ?? [])
    const acted = controllers.filter((controller) => actions.has(controller))
    if (states.length === 0 && acted.length === 0) return null
    const comesUp = namesOf(element).some((name) => LIES_OVER.test(name))
    if (comesUp || [...states, ...acted].flatMap(wordsIn).some((word) => OF_PASSING.test(word))) return false
    return acted.length > 0 || states.some((state) => changed.has(state) || shown.has(state)) || null
  }
}

/** Words of a name: “showModal”, “plan-modal”. */
const wordsIn = (name: string): string[] =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[^a-z]+/)

const statesOf = (element: Element): string[] => SHOWN_BY.flatMap((name) => statesIn(element.getAttribute(name) ?? ''))

/** Names of states in an expression: `!yearly`, `$store.billing.period === 'year'`. */
const statesIn = (expression: string): string[] =>
  [...expression.slice(0, 500).matchAll(WORDS)].flatMap(([, name]) => (name && !NO_STATE.test(name) ? [name] : []))
