import type { Session, SessionEvent } from '../../../domain/simulation/simulated-session.js'
import { upperFirst } from '../../../domain/text/words.js'
import type { Journey } from '../journey.js'
import { dayOfEvent } from '../memory/memory.js'
import type { ProductState } from '../product-state.js'
import type { Draws } from '../random.js'
import { contactedBy, priceText, type Values, VOICES, type Voice } from './values.js'

/** An entry's words about one trouble. `about`: the key of the friction. */
export type Evidence = { readonly about: string; readonly text: string }

/** Trouble that has not been resolved since; `told`: the diary mentions it. */
export type Trouble = { day: number; times: number; told: boolean }

/** The person's state of knowledge while writing. */
export type Story = {
  readonly draws: Draws
  readonly journey: Journey
  readonly product: ProductState
  readonly say: PickPhrase
  readonly voice: Voice
  readonly always: Values
  /** Number of successes by place. */
  readonly done: Map<string, number>
  /** Troubles by place and kind. */
  readonly troubles: Map<string, Map<string, Trouble>>
  /** What was looked up in the guide, and whether the guide had it. */
  readonly looked_up: Map<string, boolean>
  /** Days on which support answered with a solution. */
  readonly helped_on: readonly number[]
  before: Session | null
  last_tasks: string
  /** Number of reminders so far. */
  reminded: number
  visits: number
  /** The place at which the person is stuck. */
  stuck_at: string | null
  /** How it failed there last. */
  stuck_by: SessionEvent['outcome'] | null
  /** Places about which support was asked out of curiosity: nobody asks that twice. */
  readonly wondered: Set<string>
  /** By place: the sentence about what failed there on this day before it worked. */
  readonly overcome: Map<string, () => string>
  /** Places of which it is told already what failed on this day at first. */
  readonly begun: Set<string>
  /** The person's last place. */
  last_place: string | null
  asked: { readonly day: number; readonly answered_on: number; readonly priced: boolean } | null
  met_paywall: boolean
  met_limit: boolean
  said_paid: boolean
  /** Whether this is the person's last day. */
  leaving: boolean
  /** Whether this day ended in anger. */
  upset: boolean
  /** What this day's entry says of its troubles. */
  evidence: Evidence[]
}

export function beginStory(draws: Draws, journey: Journey, product: ProductState): Story {
  const place = Math.floor(draws.uniform('words', 0, 99) * VOICES.length)
  const [cheapest] = product.price.plans.toSorted((a, b) => a.per_month - b.per_month)
  return {
    ...{ draws, journey, product, say: createPhrasePicker(draws), voice: VOICES[place] ?? VOICES[1] },
    always: {
      product: product.name,
      Contacted: contactedBy(product.support.channel),
      price: cheapest && priceText(product.price, cheapest.per_month),
    },
    done: new Map(),
    troubles: new Map(),
    overcome: new Map(),
    looked_up: new Map(),
    wondered: new Set(),
    begun: new Set(),
    stuck_by: null,
    helped_on: journey.memory
      .filter(({ insight }) => insight === 'support_helped')
      .flatMap(({ evidence }) => evidence.map((at) => dayOfEvent(at))),
    ...{ before: null, last_tasks: '', reminded: 0, visits: 0, stuck_at: null, last_place: null, asked: null },
    ...{ met_paywall: false, met_limit: false, said_paid: false, leaving: false, upset: false, evidence: [] },
  }
}

type PickPhrase = (lines: readonly string[], values: Values) => string

/** A quotation that ends a sentence and has no full stop itself. */
const UNENDED_QUOTE = /([^.!?…”])”(?=$|\s+[\p{Lu}\d“])/gu

/**
 * Picks lines by this person's draws. Each line of a list is used before any is repeated, and a line can be used only
 * where all its variables have a value.
 */
function createPhrasePicker(draws: Draws): PickPhrase {
  const unused = new Map<readonly string[], string[]>()
  const lastUsed = new Map<readonly string[], string>()
  let picked = 0
  return (lines, values) => {
    const hasAllValues = (line: string): boolean =>
      [...line.matchAll(/\{(\w+)\}/g)].every(([, variable = '']) => values[variable] !== undefined)
    let candidates = (unused.get(lines) ?? []).filter(hasAllValues)
    if (candidates.length === 0) {
      unused.set(lines, [...lines])
      const last = lastUsed.get(lines)
      const all = lines.filter(hasAllValues)
      candidates = all.length > 1 ? all.filter((line) => line !== last) : all
    }
    const line = candidates[Math.floor(draws.uniform('words', 0, 100 + picked++) * candidates.length)] ?? ''
    lastUsed.set(lines, line)
    unused.set(
      lines,
      (unused.get(lines) ?? []).filter((other) => other !== line),
    )
    const text = line.replace(/\{(\w+)\}/g, (_, variable: string) => values[variable] ?? '')
    return upperFirst(text.replaceAll(UNENDED_QUOTE, '$1”.'))
  }
}
