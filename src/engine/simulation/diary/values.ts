import { listOf, upperFirst } from '../../../domain/text/words.js'
import type { ProductState } from '../product-state.js'

/** Values of a line's variables. */
export type Values = Readonly<Record<string, string | undefined>>

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

/** How many were told; who they are is in no record. */
export const peopleIn = (count: number): string => (count === 1 ? 'somebody' : `${inWords(count)} people`)

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
  return { minutes: spoken, Minutes: upperFirst(spoken) }
}

export const inWords = (count: number): string => NUMBERS[count] ?? String(count)

/** What the product said where this went wrong; '' where it said nothing. */
export const messageOf = ({ screens }: ProductState, target: string, defect: string | null): string =>
  screens.find(({ id }) => id === target)?.defects.find(({ id }) => id === defect)?.message ?? ''
