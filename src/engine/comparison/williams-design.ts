import { plural } from '../../domain/text/words.js'

/**
 * Orders of a Williams design (Williams 1949) for `count` items, numbered from 0: over all orders each item is in every
 * position equally often and directly follows every other item equally often. An even count takes `count` orders, an
 * odd count twice as many: each with its mirror image.
 */
export function williamsOrders(count: number): number[][] {
  const first = Array.from({ length: count }, (_, place) =>
    place % 2 === 1 ? (place + 1) / 2 : (count - place / 2) % count,
  )
  const square = Array.from({ length: count }, (_, row) => first.map((item) => (item + row) % count))
  if (count % 2 === 0) return square
  return [...square, ...square.map((order) => [...order].reverse())]
}

/**
 * The order of a seat. Each block of seats goes through all orders once, and each block starts one order later, so that
 * an archetype in every sixth seat does not always get the same order.
 */
export function orderOfSeat(orders: readonly (readonly number[])[], seat: number): readonly number[] {
  const block = Math.floor(seat / orders.length)
  return orders[(seat + block) % orders.length] ?? []
}

/** The design in words, with what it could not balance. */
export function describeDesign(orders: readonly unknown[], people: number): string {
  const design = `Williams design: ${orders.length} orders, everything in every place and after every other equally often.`
  const rest = people % orders.length
  if (rest === 0) return design
  return `${design} ${people} people do not divide by ${orders.length}, so ${rest} of the orders ${plural(rest, 'was', 'were')} used once more than the others.`
}
