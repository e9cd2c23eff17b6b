import { type Source, unit } from '../model/random.js'

/** What a sentence may speak of. `q` is a verbatim span of the stimulus in quotation marks. */
export type Vars = {
  readonly q: string
  readonly it: string
  readonly price: string
  /** "buy it", "book it" */
  readonly buy: string
  /** The price the text compares its own with. */
  readonly other: string
  readonly value: string
  /** Something the speaker stands for, another one from turn to turn. */
  readonly own: string
  readonly topic: string
}

const CHOICE = /\[([^\]]*)\]/g
const optionsOf = (choice: string): string[] => choice.split('|')

/** In how many ways a template can be settled. */
export function variantsOf(template: string): number {
  return [...template.matchAll(CHOICE)].reduce((product, [, choice = '']) => product * optionsOf(choice).length, 1)
}

/**
 * Fills a sentence: `[a|b]` becomes one of its alternatives, `{q}` the variable. Alternatives are settled first, so
 * brackets inside a quoted stimulus stay as they are. People who share a `source` never get the same words as long as
 * their `turn` differs by less than the number of variants.
 */
export function fill(
  template: string,
  vars: Readonly<Record<string, string>>,
  source: Source,
  turn: number = 0,
): string {
  const settled = settle(template, source, turn)
  const filled = settled.replace(/\{(\w+)\}/g, (whole, name: string) => vars[name] ?? whole)
  return filled.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
}

/**
 * Counts through the variants: every choice takes one digit of `turn`, moved on by a hash of the source and of the
 * choices before it. So turns that follow each other differ in more than one place and still never meet.
 */
function settle(template: string, source: Source, turn: number): string {
  const variants = variantsOf(template)
  const chosen: (string | number)[] = [...source, Math.floor(turn / variants)]
  let rest = turn % variants
  return template.replace(CHOICE, (_, choice: string) => {
    const options = optionsOf(choice)
    const shift = Math.floor(unit(chosen) * options.length)
    const digit = ((rest % options.length) + shift) % options.length
    rest = Math.floor(rest / options.length)
    chosen.push(digit)
    return options[digit] ?? ''
  })
}
