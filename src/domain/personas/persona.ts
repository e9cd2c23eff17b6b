import { z } from 'zod'

export const CATEGORIES = ['fmcg', 'beauty', 'food_drink', 'tech', 'saas', 'finance', 'travel', 'health'] as const
export const Category = z.enum(CATEGORIES)
export type Category = z.infer<typeof Category>

export const SkepticismLevel = z.enum(['low', 'medium', 'high', 'extreme'])
export type SkepticismLevel = z.infer<typeof SkepticismLevel>

/** How a person moves a group: who opens, who goes along, who objects, who carries views between people. */
export const InfluenceType = z.enum(['leader', 'follower', 'contrarian', 'connector', 'observer'])
export type InfluenceType = z.infer<typeof InfluenceType>

/** Something that once happened to a person with products or marketing of one category. */
export const Memory = z.object({
  memory_id: z.string(),
  category: Category,
  text: z.string(),
  /** −1 (a bad experience) … 1 (a good one). */
  valence: z.number().min(-1).max(1),
  /** Lower-case words that call this memory up when a stimulus contains them. */
  cues: z.array(z.string()),
})
export type Memory = z.infer<typeof Memory>

/** Stable dispositions, each 0–1. */
export const Traits = z.object({
  price_sensitivity: z.number().min(0).max(1),
  novelty_seeking: z.number().min(0).max(1),
  need_for_evidence: z.number().min(0).max(1),
  conformity: z.number().min(0).max(1),
})
export type Traits = z.infer<typeof Traits>

const Psychographics = z.object({
  values: z.array(z.string()),
  tensions: z.array(z.string()),
  aspirations: z.array(z.string()),
})

/** A kind of buyer, from which panel members are made. */
export const Archetype = z.object({
  archetype_id: z.string().regex(/^[a-z][a-z-]*$/),
  name: z.string(),
  description: z.string(),
  demographics: z.object({ age_range: z.string(), lifestage: z.string(), income_bracket: z.string() }),
  psychographics: Psychographics,
  communication_tone: z.string(),
  decision_style: z.string(),
  influence_type: InfluenceType,
  /** 1 (trusting) … 10 (distrusts everything). */
  base_skepticism: z.number().min(1).max(10),
  traits: Traits,
  memories: z.array(Memory),
})
export type Archetype = z.infer<typeof Archetype>

/** One synthetic person on a panel: an archetype with a name, its own figures and the memories this stimulus calls up. */
export const Persona = z.object({
  persona_id: z.string(),
  name: z.string(),
  archetype: z.string(),
  archetype_name: z.string(),
  description: z.string(),
  demographics: z.object({ age: z.int(), lifestage: z.string(), income_bracket: z.string() }),
  psychographics: Psychographics,
  communication_tone: z.string(),
  decision_style: z.string(),
  influence_type: InfluenceType,
  traits: Traits,
  /** 1–10, the archetype's own skepticism shifted by the run's calibration. */
  skepticism: z.number().min(1).max(10),
  memories: z.array(Memory),
  memory_narrative: z.string(),
  /** Set for a person made up from an audience: no research stands behind it. */
  made_up: z.literal(true).optional(),
})
export type Persona = z.infer<typeof Persona>
