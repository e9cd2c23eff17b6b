import type { EngineDeps } from '../../deps.js'
import { groupIntoViews } from '../../focus-group/views.js'
import type { AskedPanel } from './rebuild.js'
import type { ObstacleGroups } from './stability.js'

/** More different phrases than these are not compared pair by pair; those named most often come first. */
const MAX_PHRASES = 400

/** Groups the friction points of all panels that say the same thing, by their embeddings. */
export async function groupObstacles(deps: EngineDeps, panels: readonly AskedPanel[]): Promise<ObstacleGroups> {
  const counts = new Map<string, number>()
  for (const { response } of panels.flatMap(({ respondents }) => respondents))
    for (const friction of response.friction_points) counts.set(friction, (counts.get(friction) ?? 0) + 1)
  const phrases = [...counts]
    .sort(([a, count], [b, otherCount]) => otherCount - count || a.localeCompare(b, 'en'))
    .slice(0, MAX_PHRASES)
    .map(([phrase]) => phrase)
  const groups = await deps.step('stability:obstacles', { phrases, embedder: deps.embedder.model }, async () => {
    const vectors = await deps.embedder.embed(phrases)
    const { viewOf } = groupIntoViews(
      phrases.map((text, index) => ({ reason_id: String(index), text, strength: counts.get(text) ?? 0 })),
      vectors,
    )
    return phrases.map((_, index) => viewOf.get(String(index)) ?? '')
  })
  return new Map(phrases.map((phrase, index) => [phrase, groups[index] ?? phrase]))
}
