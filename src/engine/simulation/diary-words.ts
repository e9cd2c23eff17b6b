import type { MOODS } from '../../data/diary.js'
import { listOf } from '../../domain/list-of.js'
import type { Session } from '../../domain/simulated-session.js'
import type { ProductState } from './product-state.js'
import type { Draws } from './random.js'

/** Values of a line's variables. */
export type Values = Readonly<Record<string, string>>

/** How talkative people are, and whether they leave out the "I". */
export const VOICES = [
  { talks: 0.4, drops_i: true },
  { talks: 1, drops_i: true },
  { talks: 1, drops_i: false },
  { talks: 1.5, drops_i: false },
] as const
export type Voice = (typeof VOICES)[number]
/** Minimum number of minutes that is mentioned. */
const WORTH_MINUTES = 3
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** The wording for contacting support, from the product file's free-text channel. */
export function contactedBy(channel: string): string {
  if (/phone|\bcall|hotline/i.test(channel)) return 'Rang support'
  if (/chat/i.test(channel)) return 'Asked support in the chat'
  return /mail|ticket|\bform|letter/i.test(channel) ? 'Wrote to support' : 'Turned to support'
}

/** A price as in the product file: with its currency, else the bare figure. */
export function priceText({ currency }: ProductState['price'], amount: number): string {
  if (currency === undefined) return String(amount)
  return /^[A-Z]/.test(currency) ? `${amount} ${currency}` : `${currency}${amount}`
}

const STEP = /^did the (.+) step$/

/** The tasks as one list; steps without words of their own are merged: "did the count and weigh steps". */
export function listed(tasks: readonly string[]): string {
  const steps = tasks.flatMap((task) => STEP.exec(task)?.[1] ?? [])
  if (steps.length < 2) return listOf(tasks)
  return listOf([`did the ${listOf(steps)} steps`, ...tasks.filter((task) => !STEP.test(task))])
}

export const spoken = (did: string, { drops_i }: Voice): Values => ({
  did,
  list: did,
  Did: drops_i ? did : `I ${did}`,
})

export function minutesOf(minutes: number): Values {
  if (minutes < WORTH_MINUTES) return {}
  const spoken = inWords(Math.round(minutes))
  return { minutes: spoken, Minutes: capital(spoken) }
}

export const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const inWords = (count: number): string => NUMBERS[count] ?? String(count)

export type Say = (lines: readonly string[], values: Values) => string

/** A quotation that ends a sentence and has no full stop itself. */
const UNENDED_QUOTE = /([^.!?…”])”(?=$|\s+[\p{Lu}\d“])/gu

/**
 * Picks lines by this person's draws. Each line of a list is used before any is repeated, and a line can be used only
 * where all its variables have a value.
 */
export function phrasesOf(draws: Draws): Say {
  const left = new Map<readonly string[], string[]>()
  const said = new Map<readonly string[], string>()
  let picked = 0
  return (lines, values) => {
    const sayable = (line: string): boolean =>
      [...line.matchAll(/\{(\w+)\}/g)].every(([, variable = '']) => values[variable] !== undefined)
    let rest = (left.get(lines) ?? []).filter(sayable)
    if (rest.length === 0) {
      left.set(lines, [...lines])
      const last = said.get(lines)
      const all = lines.filter(sayable)
      rest = all.length > 1 ? all.filter((line) => line !== last) : all
    }
    const line = rest[Math.floor(draws.uniform('words', 0, 100 + picked++) * rest.length)] ?? ''
    said.set(lines, line)
    left.set(
      lines,
      (left.get(lines) ?? []).filter((other) => other !== line),
    )
    const text = line.replace(/\{(\w+)\}/g, (_, variable: string) => values[variable] ?? '')
    return capital(text.replaceAll(UNENDED_QUOTE, '$1”.'))
  }
}

type Mood = (typeof MOODS)[number]
export const UPSET: ReadonlySet<Mood> = new Set(['furious', 'annoyed'])

/** Number of visits after which a person speaks of the product as something familiar. */
const ACQUAINTED = 4

/** Words anger on a day without a failure as weariness, and indifference after a failure as a shrug. Fondness takes visits. */
export function spokenMood(mood: Mood, { events }: Session, visits: number): Mood {
  if (visits > ACQUAINTED && mood === 'delighted') return 'fond'
  if (visits > ACQUAINTED && mood === 'pleased') return 'content'
  const failed = events.some(({ outcome }) => outcome !== 'ok')
  if (UPSET.has(mood) && !failed) return 'worn'
  return mood === 'flat' && failed ? 'shrug' : mood
}

export function moodOf({ after, events }: Session): Mood {
  if (events.length === 0) return 'flat'
  if (after.frustration > 0.8) return 'furious'
  if (after.frustration > 0.55) return 'annoyed'
  if (after.confusion > 0.4) return 'confused'
  const failed = events.some(({ outcome }) => outcome !== 'ok')
  if (after.delight > 0.5 && failed) return 'in_spite'
  if (after.delight > 0.7) return 'delighted'
  return after.delight > 0.5 ? 'pleased' : 'flat'
}
