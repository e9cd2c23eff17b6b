const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** A 32-bit hash of a text (FNV-1a with a final mix): the same on every machine, in every locale. */
export function hashText(text: string): number {
  let hash = FNV_OFFSET
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME)
  return mix(hash)
}

/** The finalizer of MurmurHash3: without it similar texts get similar hashes. */
function mix(hash: number): number {
  let h = hash
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** The facts that a choice depends on, never time or call order. */
export type HashSource = readonly (string | number)[]

/** A number in [0, 1) decided by `source` alone. */
export function unit(source: HashSource): number {
  return hashText(source.join('\u0001')) / 2 ** 32
}

/** One of the items, decided by `source` alone. */
export function pick<T>(items: readonly [T, ...T[]], source: HashSource): T {
  return items[Math.floor(unit(source) * items.length)] ?? items[0]
}
