import type { PageFacts } from './page-facts.js'
import { namesMoreTimes } from './stated-facts.js'
import type { StatedPlan, UnreadPrice } from './stated-prices.js'

/** Most sentences of a kind that are quoted. */
const NAMED_PRICES = 5
const NAMED_TIMES = 4
const NAMED_OTHERS = 6

/** Notes on messages and times that a draft cannot hold. */
export function messageNotes({ notice, other_times }: PageFacts): string[] {
  const notes = other_times
    .slice(0, NAMED_TIMES)
    .map(
      (words) =>
        `A time is told and not taken over: “${quoted(words)}”; if the product sends something then, write it under notifications.`,
    )
  if (notice?.value.onWorkingDays)
    notes.push(
      `“${quoted(notice.words)}” is sent at most five times a week; a trigger names no working days, so these may be any five.`,
    )
  if (notice && namesMoreTimes(notice.words)) {
    const [[key, value] = []] = Object.entries(notice.value.trigger)
    notes.push(
      `“${quoted(notice.words)}” tells of more than \`${key}: ${value}\`, which alone is taken over; write the rest as further notifications.`,
    )
  }
  return notes
}

/** Quotes what holds a figure that was not taken over. */
export const otherNotes = ({ other_shares, other_limits, other_support }: PageFacts): string[] => [
  ...other_shares
    .slice(0, NAMED_OTHERS)
    .map(
      (words) =>
        `A share is told and not taken over: “${quoted(words)}”; if it is one of failures, write it as a defect of its screen.`,
    ),
  ...other_limits
    .slice(0, NAMED_OTHERS)
    .map(
      (words) =>
        `A limit is told and not taken over: “${quoted(words)}”; if a plan has it, give its screen \`limit: { plan: …, per_week: … }\`.`,
    ),
  ...other_support
    .slice(0, NAMED_OTHERS)
    .map((words) => `Of support more is told than was taken over: “${quoted(words)}”; see support in the file.`),
]

const quoted = (words: string): string => words.slice(0, 160)

/** Notes on prices that are no plans, and on plans that not everybody buys once. */
export function priceNotes({ plans, unread_prices }: PageFacts): string[] {
  const notes = unread_prices.slice(0, NAMED_PRICES).map(unreadNote)
  if (unread_prices.length > NAMED_PRICES)
    notes.push(`${unread_prices.length - NAMED_PRICES} more prices were not taken over.`)
  return [...notes, ...plans.flatMap(({ value, words }) => buyerNote(value, words))]
}

const unreadNote = ({ words, why }: UnreadPrice): string =>
  `A price was found and not taken over, as ${why}: “${words}”.`

function buyerNote({ per, group }: StatedPlan, words: string): string[] {
  if (per !== null)
    return [
      `“${words}” is the price of each ${per}, taken for one: how many does one person pay for? Multiply per_month by that.`,
    ]
  return group === null
    ? []
    : [
        `“${words}” is a price for ${group}, and offered to everybody: take the plan out if single people do not buy it.`,
      ]
}
