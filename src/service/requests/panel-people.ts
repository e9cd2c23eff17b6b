import { ARCHETYPE_IDS } from '../../domain/personas/archetype-ids.js'
import type { PanelPeople } from '../../domain/personas/persona-set.js'
import type { Passage } from '../../domain/personas/research.js'
import { refuse } from '../../errors.js'
import type { Context } from '../context.js'
import { lookUpSet, nearestSet } from '../personas/persona-sets.js'

/** Most people of a set that one run carries. */
const MAX_CARRIED = 1_000

type PanelInput = {
  readonly panel?: unknown
  readonly people?: unknown
  readonly personas?: unknown
  readonly seed?: unknown
  readonly stability?: unknown
}

/**
 * Copies the members of saved sets that a panel names into the run's input, drawn by its seed, so that later changes of
 * a set do not affect the run. Names that are no set, nor nearly one, are left for the engine to check. Errors: `invalid_input`.
 */
export async function withPanelPeople<T extends object>(ctx: Context, input: T): Promise<T> {
  const panelInput: PanelInput = input
  if (!Array.isArray(panelInput.panel) || panelInput.people) return input
  const names = [...new Set(panelInput.panel.filter((name): name is string => typeof name === 'string'))]
  const seed = typeof panelInput.seed === 'number' ? panelInput.seed : 1
  const sets: PanelPeople['sets'] = []
  const passages: Passage[] = []
  for (const name of names) {
    // A set never has the name of an archetype.
    if (ARCHETYPE_IDS.includes(name)) continue
    const found = await lookUpSet(ctx, name)
    if (!found) {
      const meant = await nearestSet(ctx, name, ARCHETYPE_IDS)
      if (meant === undefined || ARCHETYPE_IDS.includes(meant)) continue
      refuse(`There is no persona set or archetype "${name}". Did you mean the set "${meant}"?`)
    }
    const members = await ctx.store.personaSets.draw(ctx.actor, found, {
      most: carried(panelInput, names.length),
      seed,
    })
    if (members.length === 0) refuse(`Nobody is left in the persona set "${name}"; name another one.`)
    const used = new Set(members.flatMap(({ sources }) => sources.map(({ passage_id }) => passage_id)))
    sets.push({ name, version: found.version, size: found.size, members })
    for (const passage of found.passages)
      if (used.has(passage.passage_id)) passages.push({ ...passage, passage_id: `${name}/${passage.passage_id}` })
  }
  return sets.length === 0 ? input : { ...input, people: { sets, passages } }
}

/**
 * People to draw from each set: the seats, or four times as many for rebuilt panels. A larger panel begins with the
 * same people.
 */
function carried({ personas, stability }: PanelInput, names: number): number {
  const seats = Math.ceil((typeof personas === 'number' ? personas : 12) / names)
  const panels = typeof stability === 'number' && stability > 0 ? 4 : 1
  return Math.min(MAX_CARRIED, seats * panels)
}
