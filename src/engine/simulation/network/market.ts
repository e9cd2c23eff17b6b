import { drawsOf, hashText } from '../random.js'

/** Who knows whom: by member, the members they know, in ascending order. Both ways. */
export type Acquaintances = readonly (readonly number[])[]

/**
 * Everybody a product could reach. Members 0 … cohort − 1 use it from the first day, the others are the reserve. Its size is
 * a power of two, at least twice the cohort, so one more user from the start takes a place of the reserve and moves nobody.
 */
export const marketSize = (cohort: number): number => 2 ** Math.ceil(Math.log2(Math.max(16, 2 * cohort)))

/** Contacts of everybody in a small world, and the share of them that are anywhere. */
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
 * A scale-free network (Barabási & Albert 1999): members come one after the other and tie themselves to four of those who
 * are there, in proportion to the ties these have already.
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

/** Ties by place, carried over to members, who are spread over the places by the seed. */
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

/** 0 … size − 1 in an order of the seed. */
const shuffled = (seed: number, size: number): number[] =>
  Array.from({ length: size }, (_, member) => ({ member, key: hashText(`${seed}/${member}`) }))
    .sort((a, b) => a.key - b.key || a.member - b.member)
    .map(({ member }) => member)

type Market = { readonly key: string; readonly acquaintances: Acquaintances }
let last: Market | null = null

/** Who knows whom in a simulation; `null` without a network. The last one is kept, as each part of a large run asks again. */
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
