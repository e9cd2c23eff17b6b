import { z } from 'zod'
import { ACTIONS } from './product-screen.js'
import { CAUSES, OUTCOMES, TRIGGERS } from './simulated-session.js'

/** How support answered a question: "price" where it was about a lasting price problem; `null`: the answer was never read. */
const ANSWERS = ['helped', 'to_try', 'no_help', 'price'] as const

/** Everything that happened to a person in their weeks with a product, in order. Days count from 1. */
export const LifeHistory = z.object({
  /** The product's screens and their defects. */
  screens: z.array(
    z.object({
      id: z.string(),
      action: z.string(),
      to: z.string(),
      did: z.string(),
      troubles: z.array(z.object({ id: z.string(), message: z.string() })),
    }),
  ),
  /** Days of the trial, `null` for none; monthly prices as people say them; whether there is a free plan. */
  price: z.object({ trial_days: z.int().nullable(), a_month: z.array(z.string()), free: z.boolean() }),
  activated_on: z.int().nullable(),
  /**
   * The sessions, with the feelings at their end, 0–1, and how many people were told, and why; `trigger` is absent in
   * questions of earlier versions, which left out people told at a sharing
   * screen, and confidence and confusion.
   */
  visits: z.array(
    z.object({
      day: z.int(),
      called: z.boolean(),
      minutes: z.number(),
      frustration: z.number(),
      delight: z.number(),
      confidence: z.number().optional(),
      confusion: z.number().optional(),
      told: z.int(),
      trigger: z.enum(TRIGGERS).nullable().optional(),
    }),
  ),
  /** Events, each kind once per day; `upset` and `pleased`: the total rise of frustration and of delight. */
  happened: z.array(
    z.object({
      day: z.int(),
      place: z.string(),
      action: z.enum(ACTIONS),
      outcome: z.enum(OUTCOMES),
      cause: z.enum(CAUSES).nullable(),
      defect: z.string().nullable(),
      message: z.string(),
      times: z.int(),
      upset: z.number(),
      pleased: z.number(),
    }),
  ),
  support: z.array(z.object({ asked_on: z.int(), read_on: z.int().nullable(), answer: z.enum(ANSWERS).nullable() })),
})
export type LifeHistory = z.infer<typeof LifeHistory>
export type LifeEvent = LifeHistory['happened'][number]
export type SupportAnswer = (typeof ANSWERS)[number]

/** One kind of event over all days: meeting the price counts as one kind, wherever it was met. */
export type LifeEventGroup = Omit<LifeEvent, 'day'> & { readonly days: readonly number[] }

/** Events grouped by kind, in order of their first day. */
export function groupLifeEvents(happened: readonly LifeEvent[]): LifeEventGroup[] {
  const things = new Map<string, LifeEventGroup & { days: number[] }>()
  for (const { day, ...event } of happened) {
    const where = event.cause === 'price' ? 'price' : `${event.place} ${event.outcome} ${event.defect ?? event.cause}`
    const thing = things.get(where)
    if (thing === undefined) {
      things.set(where, { ...event, days: [day] })
      continue
    }
    thing.times += event.times
    thing.upset += event.upset
    thing.pleased += event.pleased
    if (!thing.days.includes(day)) thing.days.push(day)
  }
  return [...things.values()]
}

export const isScreen = ({ place }: Pick<LifeEvent, 'place'>): boolean =>
  !['docs', 'support', 'product'].includes(place)

/** Days on which the person met the price, if no screen has worked on a day after the first of them; `null` otherwise. */
export function priceLockout({
  happened,
}: LifeHistory): { readonly days: readonly number[]; readonly worked_on: number | null } | null {
  const priced = happened.filter(({ cause }) => cause === 'price')
  const [first] = priced
  if (first === undefined) return null
  const worked = happened.filter((event) => event.outcome === 'ok' && isScreen(event))
  if (worked.some(({ day }) => day > first.day)) return null
  return { days: [...new Set(priced.map(({ day }) => day))], worked_on: worked.at(-1)?.day ?? null }
}
