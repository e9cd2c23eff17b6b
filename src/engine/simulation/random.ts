/** Purposes of draws. A draw for one purpose never shifts a draw for another. */
const PURPOSES = {
  start: 0,
  churn: 1,
  choice: 2,
  ok: 3,
  defect: 4,
  distraction: 5,
  invite: 6,
  accept: 7,
  trait: 8,
  edge: 9,
  words: 10,
  message: 11,
  pay: 12,
} as const
type Purpose = keyof typeof PURPOSES

const SKEIN_PARITY = 0x1bd11bda

/**
 * Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror & Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3"): a
 * bijection of the counter under the key. Additions, rotations and exclusive ors of 32 bits only, so every machine agrees.
 * Writes two words to `out`.
 */
export function threefry(key0: number, key1: number, counter0: number, counter1: number, out: Uint32Array): void {
  const key2 = SKEIN_PARITY ^ key0 ^ key1
  let x0 = (counter0 + key0) | 0
  let x1 = (counter1 + key1) | 0
  let [next, afterNext, last] = [key1 | 0, key2 | 0, key0 | 0]
  for (let group = 1; group <= 5; group++) {
    if (group % 2 === 1) {
      x0 = (x0 + x1) | 0
      x1 = ((x1 << 13) | (x1 >>> 19)) ^ x0
      x0 = (x0 + x1) | 0
      x1 = ((x1 << 15) | (x1 >>> 17)) ^ x0
      x0 = (x0 + x1) | 0
      x1 = ((x1 << 26) | (x1 >>> 6)) ^ x0
      x0 = (x0 + x1) | 0
      x1 = ((x1 << 6) | (x1 >>> 26)) ^ x0
    } else {
      x0 = (x0 + x1) | 0
      x1 = ((x1 << 17) | (x1 >>> 15)) ^ x0
      x0 = (x0 + x1) | 0
      x1 = ((x1 << 29) | (x1 >>> 3)) ^ x0
      x0 = (x0 + x1) | 0
      x1 = ((x1 << 16) | (x1 >>> 16)) ^ x0
      x0 = (x0 + x1) | 0
      x1 = ((x1 << 24) | (x1 >>> 8)) ^ x0
    }
    x0 = (x0 + next) | 0
    x1 = (x1 + afterNext + group) | 0
    const first = next
    next = afterNext
    afterNext = last
    last = first
  }
  out[0] = x0
  out[1] = x1
}

/** 32 bits of a text: FNV-1a, finished as in MurmurHash3. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Slots per day. */
const SLOTS = 2 ** 16

/**
 * The draws of one person under a seed. They are keyed by the person's id and by what they decide, not by a place in a
 * list, so another order, another product state or one more person leaves them unchanged.
 */
export type Draws = {
  /** In (0, 1). `slot`: below 65,536. */
  uniform(purpose: Purpose, day: number, slot: number): number
  /** −ln(−ln u): the largest of utility + Gumbel is a logit choice (McFadden 1974). */
  gumbel(purpose: Purpose, day: number, slot: number): number
}

export function drawsOf(seed: number, person: string): Draws {
  const key0 = seed | 0
  const key1 = hashText(person) | 0
  const out = new Uint32Array(2)
  const uniform = (purpose: Purpose, day: number, slot: number): number => {
    threefry(key0, key1, day * SLOTS + slot, PURPOSES[purpose], out)
    return ((out[0] ?? 0) + 0.5) / 2 ** 32
  }
  return { uniform, gumbel: (purpose, day, slot) => -Math.log(-Math.log(uniform(purpose, day, slot))) }
}

/** Whether something of a probability happens. Rounded first, so that the last bits of `Math.exp` decide nothing. */
export const bernoulli = (probability: number, draw: number): boolean => draw < roundToNano(probability)

/** Rounds to 1e-9, within which all versions of V8 agree. */
export const roundToNano = (value: number): number => Math.round(value * 1e9) / 1e9
