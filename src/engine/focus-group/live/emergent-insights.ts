import type { LiveDiscussion } from './dynamics.js'

/** From this cosine on, a new reason on a ballot is taken to come from the turn it resembles most. */
const MIN_NEARNESS = 0.4

/**
 * What came up only because they talked: views that stood on no ballot before the discussion and on somebody's after it,
 * each with the words of the turn it comes from (the turn of somebody else that it resembles most, or that its holder
 * names). A view that comes from no turn is left out.
 */
export function emergentInsights({ participants, record, after, coded }: LiveDiscussion): string[] {
  const nameOf = new Map(participants.map(({ persona }) => [persona.persona_id, persona.name]))
  const movedBy = new Map(participants.map(({ persona }, seat) => [persona.persona_id, after[seat]?.moved_by ?? null]))
  const known = new Set(coded.reasons.flatMap(({ view_id, held_before }) => (held_before ? [view_id] : [])))
  const reported = new Set<string>()
  return coded.reasons.flatMap(({ reason_id, view_id, persona_id, held_after }) => {
    if (!held_after || known.has(view_id) || reported.has(view_id)) return []
    const [nearest] = coded.nearest
      .filter(
        (candidate) =>
          candidate.reason_id === reason_id && candidate.speaker !== persona_id && candidate.nearness >= MIN_NEARNESS,
      )
      .sort((a, b) => b.nearness - a.nearness)
    const source = record.find(({ turn }) => turn === (nearest?.turn ?? movedBy.get(persona_id)))
    if (!source) return []
    reported.add(view_id)
    const view = coded.views.find((candidate) => candidate.view_id === view_id)?.text ?? ''
    return [
      `${view}: on no ballot before, on ${nameOf.get(persona_id) ?? persona_id}’s after turn ${source.turn} (${source.speaker}: “${source.text}”)`,
    ]
  })
}
