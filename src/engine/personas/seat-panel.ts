import type { Archetype, Category, Persona, SkepticismLevel, Traits } from '../../domain/persona.js'
import { requireArchetypes } from './archetypes/archetypes.js'
import { memoryNarrative, recallMemories } from './memories.js'
import { FIRST_NAMES, INITIALS } from './names.js'
import { DEFAULT_PANELS } from './panels.js'
import { createRandom } from './random.js'

/** Points of skepticism (1–10) that a run's calibration adds to an archetype's own. */
const SHIFT: Readonly<Record<SkepticismLevel, number>> = { low: -2, medium: 0, high: 2, extreme: 3.5 }
/** Half-widths of what makes two of one archetype different people. */
const JITTER = { traits: 0.12, skepticism: 0.3 } as const

export type SeatPanelInput = {
  /** Archetype ids in seating order; empty means the category's default panel. */
  panel: readonly string[]
  category: Category
  count: number
  skepticism: SkepticismLevel
  stimulus: string
  seed: number
}

/**
 * Seats `count` synthetic people, going round the panel. Deterministic by seed; a larger panel begins with the same
 * people as a smaller one. Throws `invalid_input` for unknown archetypes, naming them and the known ones.
 */
export function seatPanel({ panel, category, count, skepticism, stimulus, seed }: SeatPanelInput): Persona[] {
  const archetypes = requireArchetypes(panel.length > 0 ? panel : DEFAULT_PANELS[category])
  const names = nameList(count, seed)
  const recalled = new Map(archetypes.map((archetype) => [archetype, recallMemories(archetype, category, stimulus)]))
  const seated = new Map<Archetype, number>()
  return Array.from({ length: count }, (_, seat) => {
    const archetype = archetypes[seat % archetypes.length] as Archetype
    const instance = (seated.get(archetype) ?? 0) + 1
    seated.set(archetype, instance)
    const memories = recalled.get(archetype) ?? []
    return person(archetype, instance, names[seat] as string, skepticism, memories, seed)
  })
}

function person(
  archetype: Archetype,
  instance: number,
  name: string,
  level: SkepticismLevel,
  memories: Persona['memories'],
  seed: number,
): Persona {
  const persona_id = `${archetype.archetype_id}-${instance}`
  const random = createRandom(`${seed}/${persona_id}`)
  const { demographics } = archetype
  const jitter = instance === 1 ? 0 : JITTER.traits
  const age = ageWithin(demographics.age_range, random())
  const skepticism = archetype.base_skepticism + SHIFT[level] + JITTER.skepticism * (2 * random() - 1)
  return {
    persona_id,
    name,
    archetype: archetype.archetype_id,
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

/** As many different names as asked, in an order of this seed; when first names run out, with an initial. */
function nameList(count: number, seed: number): string[] {
  const shuffled = shuffle(FIRST_NAMES, createRandom(`${seed}/names`))
  return Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / shuffled.length)
    const first = shuffled[i % shuffled.length] as string
    return round === 0 ? first : `${first} ${initials(round - 1)}.`
  })
}

/** A, B, …, then two letters: every round has its own. */
function initials(round: number): string {
  const letter = INITIALS[round % INITIALS.length] as string
  return round < INITIALS.length ? letter : `${letter}${initials(Math.floor(round / INITIALS.length) - 1)}`
}

/** Fisher–Yates. */
function shuffle(items: readonly string[], random: () => number): string[] {
  const shuffled = [...items]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = shuffled[i] as string
    shuffled[i] = shuffled[j] as string
    shuffled[j] = kept
  }
  return shuffled
}
