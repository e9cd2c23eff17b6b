import type { PerVoice } from '../../../data/phrases.js'
import { type HashSource, unit } from '../model/random.js'

/** The variables of a template. `q` is a verbatim span of the stimulus in quotation marks. */
export type Vars = {
  readonly q: string
  readonly it: string
  readonly price: string
  /** "buy it", "book it" */
  readonly buy: string
  /** The price the text compares its own with. */
  readonly other: string
  readonly value: string
  /** One of the speaker's values or aspirations; it changes from phrase to phrase. */
  readonly own: string
  readonly topic: string
}

const CHOICE = /\[([^\]]*)\]/g

/** The alternatives of each choice of a template. Templates are data, so there are only so many of them. */
const choices = new Map<string, readonly (readonly string[])[]>()
function choicesOf(template: string): readonly (readonly string[])[] {
  const known = choices.get(template) ?? [...template.matchAll(CHOICE)].map(([, choice = '']) => choice.split('|'))
  choices.set(template, known)
  return known
}

/** The number of variants of a template. */
export function variantsOf(template: string): number {
  return choicesOf(template).reduce((product, options) => product * options.length, 1)
}

/**
 * Fills a sentence: `[a|b]` becomes one of its alternatives, `{q}` the variable. Alternatives are chosen first, so
 * brackets inside a quoted stimulus stay as they are. People who share a `source` never get the same words as long as
 * their `turn` differs by less than the number of variants.
 */
export function fill(
  template: string,
  vars: Readonly<Record<string, string>>,
  source: HashSource,
  turn: number = 0,
): string {
  const chosenText = chooseAlternatives(template, source, turn)
  const filled = chosenText.replace(/\{(\w+)\}/g, (whole, name: string) => vars[name] ?? whole)
  return filled.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
}

/**
 * Enumerates the variants (mixed radix): every choice takes one digit of `turn`, shifted by a hash of the source and the
 * earlier choices. Consecutive turns differ in more than one choice and never repeat a variant.
 */
function chooseAlternatives(template: string, source: HashSource, turn: number): string {
  const variants = variantsOf(template)
  const chosen: (string | number)[] = [...source, Math.floor(turn / variants)]
  const alternatives = choicesOf(template).values()
  let rest = turn % variants
  return template.replace(CHOICE, () => {
    const options: readonly string[] = alternatives.next().value ?? []
    const shift = Math.floor(unit(chosen) * options.length)
    const digit = ((rest % options.length) + shift) % options.length
    rest = Math.floor(rest / options.length)
    chosen.push(digit)
    return options[digit] ?? ''
  })
}

/** A template with at least this many variants needs no lead. */
const MIN_VARIANTS_WITHOUT_LEAD = 6

/** Adds leads to templates with few variants, so that every sentence of the bank has several. */
export function withLeads(bank: PerVoice, leads: PerVoice): PerVoice {
  const voices = Object.keys(bank) as (keyof PerVoice)[]
  return Object.fromEntries(
    voices.map((voice) => {
      const template = bank[voice]
      return [voice, variantsOf(template) >= MIN_VARIANTS_WITHOUT_LEAD ? template : `${leads[voice]}${template}`]
    }),
  ) as PerVoice
}

/** A bank of the sentences of two banks, one after the other. */
export function joinBanks(first: PerVoice, second: PerVoice): PerVoice {
  const voices = Object.keys(first) as (keyof PerVoice)[]
  return Object.fromEntries(voices.map((voice) => [voice, `${first[voice]} ${second[voice]}`])) as PerVoice
}
