import { PANELS } from '../../data/archetypes.js'
import { createRandom } from './random.js'

/** `count` different names in a seeded order; when the first names run out, with an initial. */
export function nameList(count: number, seed: number | string): string[] {
  const nameOf = namesInOrder(seed)
  return Array.from({ length: count }, (_, place) => nameOf(place))
}

export type Names = ReturnType<typeof PANELS.names>

/** The name at an index of that list. */
export function namesInOrder(seed: number | string, names: Names = PANELS.names()): (place: number) => string {
  const shuffled = shuffle(names.first_names, createRandom(`${seed}/names`))
  return (place) => {
    const round = Math.floor(place / shuffled.length)
    const first = shuffled[place % shuffled.length] as string
    return round === 0 ? first : `${first} ${initials(round - 1, names.initials)}.`
  }
}

/** A, B, …, then two letters: every round has its own. */
function initials(round: number, letters: readonly string[]): string {
  const letter = letters[round % letters.length] as string
  if (round < letters.length) return letter
  return `${letter}${initials(Math.floor(round / letters.length) - 1, letters)}`
}

/** Fisher–Yates shuffle. */
export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const shuffled = [...items]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = shuffled[i] as T
    shuffled[i] = shuffled[j] as T
    shuffled[j] = kept
  }
  return shuffled
}
