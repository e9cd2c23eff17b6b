import type { PrivateReason } from '../../domain/panel/response.js'
import { cosine, type Vector } from '../panel/intent/similarity-rating.js'
import { opposes } from './polarity.js'
import type { View } from './suppressed-views.js'

/** Minimum cosine of two reasons with the same meaning (with the bundled encoder; chosen on our own sentences). */
const MIN_VIEW_SIMILARITY = 0.6
/** Similarity of reasons that must not share a view: no mean that includes it reaches the cut. */
const NEVER = Number.NEGATIVE_INFINITY

type HeldReason = {
  readonly reason_id: string
  readonly side: PrivateReason['side']
  readonly text: string
  readonly strength: number
}

/**
 * Groups reasons with the same meaning: average-linkage clustering of their embeddings, cut at a fixed cosine. Reasons
 * of different sides, or that deny each other, never share a view. A view is named by its most firmly held reason, in
 * its holder's words. Returns the views and each reason's view.
 */
export function groupIntoViews(
  reasons: readonly HeldReason[],
  vectors: readonly Vector[],
): { views: View[]; viewOf: ReadonlyMap<string, string> } {
  const similarity = (a: number, b: number): number => {
    const [left, right] = [reasons[a] as HeldReason, reasons[b] as HeldReason]
    if (left.side !== right.side || opposes(left.text, right.text)) return NEVER
    return cosine(vectors[a] ?? [], vectors[b] ?? [])
  }
  const clusters = averageLinkage(reasons.length, similarity, MIN_VIEW_SIMILARITY)
  const groups = clusters.map((members) => members.map((i) => reasons[i] as HeldReason).sort(firmestFirst))
  const named = groups.sort((a, b) => firmestFirst(a[0] as HeldReason, b[0] as HeldReason))
  return {
    views: named.map(([firmest], index) => ({
      view_id: `v${index + 1}`,
      side: firmest?.side ?? 'against',
      text: firmest?.text ?? '',
    })),
    viewOf: new Map(
      named.flatMap((group, index) => group.map(({ reason_id }) => [reason_id, `v${index + 1}`] as const)),
    ),
  }
}

const firmestFirst = (a: HeldReason, b: HeldReason): number =>
  b.strength - a.strength || a.reason_id.localeCompare(b.reason_id, 'en')

/**
 * Agglomerative clustering by mean similarity between members (UPGMA, Sokal & Michener 1958), merged while the closest
 * pair has at least `minSimilarity`. Returns the indices of each cluster's members. Cubic time: for hundreds of
 * members.
 */
function averageLinkage(
  count: number,
  similarity: (a: number, b: number) => number,
  minSimilarity: number,
): number[][] {
  const members = Array.from({ length: count }, (_, index) => [index])
  const similarities = members.map((_, a) => members.map((_, b) => (a < b ? similarity(a, b) : 0)))
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
