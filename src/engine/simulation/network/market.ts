import { drawsOf, hashText } from '../random.js'

/** The contact network: for each member their contacts, in ascending order and in both directions. */
export type Acquaintances = readonly (readonly number[])[]

/**
 * Number of people a product could reach. Members 0 … cohort − 1 use it from the first day, the others are the reserve.
 * It is a power of two, at least twice the cohort, so that one more initial user takes a place of the reserve and moves
 * nobody.
 */
export const marketSize = (cohort: number): number => 2 ** Math.ceil(Math.log2(Math.max(16, 2 * cohort)))

/** Contacts of each member in a small world, and the share of contacts that are random. */
const NEIGHBOURS = 8
const REWIRED = 0.1
/** Ties that each new member of a scale-free network brings. */
const TIES = 4

/**
 * A small world (Watts & Strogatz 1998): a ring on which everybody knows the eight nearest, each tie moved to anywhere with
 * probability .1. Every tie has draws of its own.
 */
export function smallWorld(seed: number, size: number): Acquaintances {
  return connect(seed, size, (place, draws) =>
    Array.from({ length: NEIGHBOURS / 2 }, (_, tie) => {
      const near = (place + tie + 1) % size
      if (draws.uniform('edge', 0, tie) >= REWIRED) return near
      const far = Math.floor(draws.uniform('edge', 1, tie) * size)
      return far === place ? near : far
    }),
  )
}

/**
 * A scale-free network (Barabási & Albert 1999): members arrive one after the other, each with ties to four earlier
 * members, chosen in proportion to their ties.
 */
export function scaleFree(seed: number, size: number): Acquaintances {
  const ends: number[] = []
  return connect(seed, size, (place, draws) => {
    const chosen = new Set<number>()
    for (let tie = 0; chosen.size < Math.min(TIES, place); tie++) {
      const drawn = draws.uniform('edge', 0, tie)
      chosen.add(ends[Math.floor(drawn * ends.length)] ?? place - 1)
    }
    for (const other of chosen) ends.push(place, other)
    return [...chosen]
  })
}

/** Maps ties between places to members, who are assigned to places by the seed. */
function connect(
  seed: number,
  size: number,
  tiesOf: (place: number, draws: ReturnType<typeof drawsOf>) => number[],
): Acquaintances {
  const memberAt = shuffled(seed, size)
  const known = Array.from({ length: size }, () => new Set<number>())
  for (let place = 0; place < size; place++)
    for (const other of tiesOf(place, drawsOf(seed, `place ${place}`))) {
      const [member, neighbour] = [memberAt[place] ?? 0, memberAt[other] ?? 0]
      if (member === neighbour) continue
      known[member]?.add(neighbour)
      known[neighbour]?.add(member)
    }
  return known.map((members) => [...members].sort((a, b) => a - b))
}

/** 0 … size − 1 in a seeded order. */
const shuffled = (seed: number, size: number): number[] =>
  Array.from({ length: size }, (_, member) => ({ member, key: hashText(`${seed}/${member}`) }))
    .sort((a, b) => a.key - b.key || a.member - b.member)
    .map(({ member }) => member)

type Market = { readonly key: string; readonly acquaintances: Acquaintances }
let last: Market | null = null

/** The contact network; `null` without one. The last network is cached, as each part of a large run asks for it. */
export function marketOf({
  network,
  personas,
  seed,
}: {
  readonly network: 'none' | 'small_world' | 'scale_free'
  readonly personas: number
  readonly seed: number
}): Acquaintances | null {
  if (network === 'none') return null
  const key = `${network}/${seed}/${personas}`
  if (last?.key === key) return last.acquaintances
  const draw = network === 'small_world' ? smallWorld : scaleFree
  last = { key, acquaintances: draw(seed, marketSize(personas)) }
  return last.acquaintances
}
