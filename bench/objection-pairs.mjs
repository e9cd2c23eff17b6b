import { readFileSync } from 'node:fs'

/** Pairs of a set: what one person wrote on a ballot before and after a discussion, marked by hand as the same or not. */
export function pairsOf(set) {
  const rooms = JSON.parse(readFileSync(new URL(`data/trust/rooms-${set}.json`, import.meta.url), 'utf8'))
  return rooms.flatMap(({ people }) => people.flatMap(pairsOfOne))
}

/** Before and after: the same or not; two reasons of one ballot: not. */
function pairsOfOne({ before, after }) {
  const across = after.reasons.flatMap((later) =>
    before.reasons.map((earlier) => ({ a: later, b: earlier, same: later.same_as === earlier.id })),
  )
  const within = [before, after].flatMap(({ reasons }) =>
    reasons.flatMap((a, index) => reasons.slice(index + 1).map((b) => ({ a, b, same: false }))),
  )
  return [...across, ...within]
    .filter(({ a, b }) => a.side === b.side && a.text !== b.text)
    .map(({ a, b, same }) => ({ one: a.text, other: b.text, same }))
}

const LETTERS = { same: 's', perhaps: 'p', other: 'o' }

/** What `matchOf` says of each pair, a letter each, in their order: `s`ame, `p`erhaps, `o`ther. */
export async function lettersOf(pairs, { embed, alike, matchOf }) {
  const texts = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))]
  const vectors = new Map((await embed(texts)).map((vector, index) => [texts[index], vector]))
  return pairs
    .map(({ one, other }) => LETTERS[matchOf(alike(vectors.get(one), vectors.get(other)), one, other)])
    .join('')
}

/** How many pairs that are the same, or are not, were said to be what. */
export function countsOf(pairs, letters) {
  const of = (same) => {
    const said = [...letters].filter((_, index) => pairs[index].same === same)
    const count = (letter) => said.filter((one) => one === letter).length
    return { pairs: said.length, same: count('s'), perhaps: count('p'), other: count('o') }
  }
  return { reworded: of(true), different: of(false) }
}
