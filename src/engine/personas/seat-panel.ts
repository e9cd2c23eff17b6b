import { PANELS } from '../../data/archetypes.js'
import { AUDIENCE_SOURCE } from '../../domain/panel/audience.js'
import type { Archetype, Category, Persona, SkepticismLevel, Traits } from '../../domain/personas/persona.js'
import type { PanelPeople } from '../../domain/personas/persona-set.js'
import { requireArchetypes } from './archetypes.js'
import { memoryNarrative, recallMemories } from './memories.js'
import { nameList, shuffle } from './name-list.js'
import { archetypeOfProfile } from './profiles.js'
import { createRandom } from './random.js'

/** Points of skepticism (1–10) that a run's calibration adds to an archetype's own. */
const SHIFT: Readonly<Record<SkepticismLevel, number>> = { low: -2, medium: 0, high: 2, extreme: 3.5 }
/** Half-widths of the random variation between two people of one archetype. */
const JITTER = { traits: 0.12, skepticism: 0.3 } as const

export type SeatPanelInput = {
  /** Archetype ids and names of sets in `people`, in seating order; empty means the category's default panel. */
  panel: readonly string[]
  /** Members of saved sets; absent or `null` where the panel names none. */
  people?: PanelPeople | null
  category: Category
  count: number
  skepticism: SkepticismLevel
  stimulus: string
  seed: number
}

/** An archetype to seat; `member` where it is a person of a saved set. */
type SeatSource = {
  readonly archetype: Archetype
  readonly member: { readonly name: string; readonly kind: string; readonly madeUp: boolean } | null
}

/**
 * Seats `count` synthetic people, going round the panel; a saved set gives its next member each time it is reached.
 * Deterministic by seed; a larger panel begins with the same people as a smaller one. Throws `invalid_input` for unknown
 * archetypes, naming them and the known ones.
 */
export function seatPanel({ panel, people, category, count, skepticism, stimulus, seed }: SeatPanelInput): Persona[] {
  const sources = seatSourcesOf(panel.length > 0 ? panel : PANELS.defaults()[category], people ?? null, category, seed)
  const memberNames = new Set(sources.flatMap((members) => members.flatMap(({ member }) => member?.name ?? [])))
  const names = nameList(count + memberNames.size, seed).filter((name) => !memberNames.has(name))
  const recalled = new Map<Archetype, Persona['memories']>()
  const seated = new Map<Archetype, number>()
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, seat) => {
    const members = sources[seat % sources.length] as readonly SeatSource[]
    const { archetype, member } = members[Math.floor(seat / sources.length) % members.length] as SeatSource
    const instance = (seated.get(archetype) ?? 0) + 1
    seated.set(archetype, instance)
    const memories = recalled.get(archetype) ?? recallMemories(archetype, category, stimulus)
    recalled.set(archetype, memories)
    const name = member && !taken.has(member.name) ? member.name : (names[seat] as string)
    taken.add(name)
    return createPersona(archetype, member, instance, name, skepticism, memories, seed)
  })
}

/** The seats behind each name of a panel: one archetype, or the members of a set in a seeded order. */
function seatSourcesOf(
  panel: readonly string[],
  people: PanelPeople | null,
  category: Category,
  seed: number,
): SeatSource[][] {
  const sets = new Map((people?.sets ?? []).map((set) => [set.name, set]))
  const archetypes = new Map(
    requireArchetypes(panel.filter((name) => !sets.has(name))).map((archetype) => [archetype.archetype_id, archetype]),
  )
  return panel.map((name): SeatSource[] => {
    const set = sets.get(name)
    if (!set) return [{ archetype: archetypes.get(name) as Archetype, member: null }]
    return shuffle(set.members, createRandom(`${seed}/${name}`)).map((profile) => ({
      archetype: archetypeOfProfile(profile, `${name}-${profile.id}`, category),
      member: {
        name: profile.name,
        kind: slugOf(profile.archetype),
        madeUp: profile.source === AUDIENCE_SOURCE,
      },
    }))
  })
}

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'member'

function createPersona(
  archetype: Archetype,
  member: SeatSource['member'],
  instance: number,
  name: string,
  level: SkepticismLevel,
  memories: Persona['memories'],
  seed: number,
): Persona {
  const persona_id = member && instance === 1 ? archetype.archetype_id : `${archetype.archetype_id}-${instance}`
  const random = createRandom(`${seed}/${persona_id}`)
  const { demographics } = archetype
  const jitter = instance === 1 ? 0 : JITTER.traits
  const age = ageWithin(demographics.age_range, random())
  const skepticism = archetype.base_skepticism + SHIFT[level] + JITTER.skepticism * (2 * random() - 1)
  const persona: Persona = {
    persona_id,
    name,
    archetype: member?.kind ?? archetype.archetype_id,
    archetype_name: archetype.name,
    description: archetype.description,
    demographics: { age, lifestage: demographics.lifestage, income_bracket: demographics.income_bracket },
    psychographics: archetype.psychographics,
    communication_tone: archetype.communication_tone,
    decision_style: archetype.decision_style,
    influence_type: archetype.influence_type,
    traits: jitterTraits(archetype.traits, jitter, random),
    skepticism: Math.round(Math.min(10, Math.max(1, skepticism)) * 10) / 10,
    memories: [...memories],
    memory_narrative: memoryNarrative(memories),
  }
  if (member?.madeUp) persona.made_up = true
  return persona
}

function jitterTraits(traits: Traits, halfWidth: number, random: () => number): Traits {
  const around = (value: number) =>
    Math.round(Math.min(1, Math.max(0, value + halfWidth * (2 * random() - 1))) * 100) / 100
  return {
    price_sensitivity: around(traits.price_sensitivity),
    novelty_seeking: around(traits.novelty_seeking),
    need_for_evidence: around(traits.need_for_evidence),
    conformity: around(traits.conformity),
  }
}

/** "31–46" → an age from 31 to 46. */
function ageWithin(range: string, position: number): number {
  const [low = 18, high = low] = (range.match(/\d+/g) ?? []).map(Number)
  return low + Math.floor(position * (high - low + 1))
}
