/** A random generator in [0, 1) seeded by a text (FNV-1a hash into mulberry32): the same on every machine. */
export function createRandom(source: string): () => number {
  let state = 0x811c9dc5
  for (let i = 0; i < source.length; i++) state = Math.imul(state ^ source.charCodeAt(i), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
