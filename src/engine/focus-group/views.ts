import { cosine, type Vector } from '../panel/intent/ssr.js'
import type { View } from './suppressed-views.js'

/** From this cosine on two reasons say the same thing (with the bundled encoder; chosen on sentences of our own). */
const SAME_VIEW = 0.6

export type HeldReason = { readonly reason_id: string; readonly text: string; readonly strength: number }

/**
 * Groups reasons that say the same thing: average-linkage clustering of their embeddings, cut at a fixed cosine. A view
 * is named by its most firmly held reason, in its holder's words. Returns the views and each reason's view.
 */
export function groupIntoViews(
  reasons: readonly HeldReason[],
  vectors: readonly Vector[],
): { views: View[]; viewOf: ReadonlyMap<string, string> } {
  let clusters = reasons.map((_, index) => [index])
  for (;;) {
    const pair = closestPair(clusters, vectors)
    if (!pair) break
    const [a, b] = pair
    clusters = [...clusters.filter((_, i) => i !== a && i !== b), [...(clusters[a] ?? []), ...(clusters[b] ?? [])]]
  }
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

function closestPair(clusters: readonly number[][], vectors: readonly Vector[]): [number, number] | null {
  let best: [number, number] | null = null
  let highest = SAME_VIEW
  for (let a = 0; a < clusters.length; a++)
    for (let b = a + 1; b < clusters.length; b++) {
      const similarity = linkage(clusters[a] ?? [], clusters[b] ?? [], vectors)
      if (similarity >= highest) {
        highest = similarity
        best = [a, b]
      }
    }
  return best
}

/** Mean cosine between the members of two groups. */
function linkage(one: readonly number[], other: readonly number[], vectors: readonly Vector[]): number {
  let sum = 0
  for (const a of one) for (const b of other) sum += cosine(vectors[a] ?? [], vectors[b] ?? [])
  return sum / (one.length * other.length)
}
