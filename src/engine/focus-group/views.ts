import { cosine, type Vector } from '../panel/intent/ssr.js'
import type { View } from './suppressed-views.js'

/** From this cosine on two reasons say the same thing (with the bundled encoder; chosen on sentences of our own). */
const MIN_VIEW_SIMILARITY = 0.6

export type HeldReason = { readonly reason_id: string; readonly text: string; readonly strength: number }

/**
 * Groups reasons that say the same thing: average-linkage clustering of their embeddings, cut at a fixed cosine. A view
 * is named by its most firmly held reason, in its holder's words. Returns the views and each reason's view.
 */
export function groupIntoViews(
  reasons: readonly HeldReason[],
  vectors: readonly Vector[],
): { views: View[]; viewOf: ReadonlyMap<string, string> } {
  const clusters = averageLinkage(vectors, MIN_VIEW_SIMILARITY)
  const groups = clusters.map((members) => members.map((i) => reasons[i] as HeldReason).sort(firmestFirst))
  const named = groups.sort((a, b) => firmestFirst(a[0] as HeldReason, b[0] as HeldReason))
  return {
    views: named.map((group, index) => ({ view_id: `v${index + 1}`, text: group[0]?.text ?? '' })),
    viewOf: new Map(
      named.flatMap((group, index) => group.map(({ reason_id }) => [reason_id, `v${index + 1}`] as const)),
    ),
  }
}

const firmestFirst = (a: HeldReason, b: HeldReason): number =>
  b.strength - a.strength || a.reason_id.localeCompare(b.reason_id, 'en')

/**
 * Agglomerative clustering by mean cosine between members (UPGMA, Sokal & Michener 1958), merged while the closest pair
 * is at least `minSimilarity` alike. Indices of each cluster's members. Cubic in the number of vectors: for hundreds, not thousands.
 */
function averageLinkage(vectors: readonly Vector[], minSimilarity: number): number[][] {
  const members = vectors.map((_, index) => [index])
  const similarities = vectors.map((left, a) => vectors.map((right, b) => (a < b ? cosine(left, right) : 0)))
  const similarityOf = (a: number, b: number) => similarities[Math.min(a, b)]?.[Math.max(a, b)] ?? 0
  const alive = new Set(members.keys())
  for (;;) {
    const pair = closest([...alive], similarityOf, minSimilarity)
    if (!pair) return [...alive].map((index) => members[index] ?? [])
    const [kept, merged] = pair
    const [n, m] = [members[kept]?.length ?? 0, members[merged]?.length ?? 0]
    alive.delete(merged)
    for (const other of alive) {
      if (other === kept) continue
      const row = similarities[Math.min(kept, other)]
      if (row) row[Math.max(kept, other)] = (n * similarityOf(kept, other) + m * similarityOf(merged, other)) / (n + m)
    }
    members[kept]?.push(...(members[merged] ?? []))
  }
}

function closest(
  alive: readonly number[],
  similarityOf: (a: number, b: number) => number,
  minSimilarity: number,
): [number, number] | null {
  let best: [number, number] | null = null
  let highest = minSimilarity
  for (let i = 0; i < alive.length; i++)
    for (let j = i + 1; j < alive.length; j++) {
      const [a, b] = [alive[i] as number, alive[j] as number]
      const similarity = similarityOf(a, b)
      if (similarity > highest || (similarity === highest && best === null)) {
        highest = similarity
        best = [a, b]
      }
    }
  return best
}
