import { z } from 'zod'

const evidence_ids = z.array(z.string()).max(8)

/** A model's plan for distributing the people: kinds of people, axes along which they differ, unusual cases. Code counts. */
export const PlanAnswer = z.object({
  archetypes: z
    .array(
      z.object({
        name: z.string().min(1),
        description: z.string().min(1),
        /** How common the kind is in the research, 1 (rare) to 100; only the ratio counts. */
        weight: z.number().min(1).max(100),
        evidence_ids,
        /** Ids of the respondents of this kind; a respondent belongs to one kind only. */
        respondents: z.array(z.string()).max(1_000),
        /** Differences between two people of the kind, a few words each. */
        variations: z.array(z.string()).max(6),
        /** Levels of axes that the research rules out for them. */
        rules_out: z.array(z.object({ axis: z.string(), level: z.string() })).max(12),
        /** Youngest and oldest age of the kind; `null` where neither the kind nor the research states any. */
        ages: z.object({ from: z.int(), to: z.int() }).nullable(),
      }),
    )
    .min(1)
    .max(12),
  axes: z
    .array(
      z.object({
        name: z.string().min(1),
        levels: z
          .array(z.object({ name: z.string().min(1), weight: z.number().min(0).max(100), evidence_ids }))
          .min(2)
          .max(6),
      }),
    )
    .max(12),
  edge_cases: z
    .array(
      z.object({
        name: z.string().min(1),
        description: z.string().min(1),
        evidence_ids,
        /** Ids of the respondents who are this case. */
        respondents: z.array(z.string()).max(20),
      }),
    )
    .max(8),
  rationale: z.string(),
})
export type PlanAnswer = z.infer<typeof PlanAnswer>

/** One value of an axis. `weight`: its share in the research; the weights of an axis sum to 1. */
const Level = z.object({
  level_id: z.string(),
  name: z.string(),
  weight: z.number(),
  /** `quota`: people due after the requested diversity is mixed in; `count`: people seated. */
  quota: z.int(),
  count: z.int(),
  evidence_ids: z.array(z.string()),
})

/** A way in which people differ. `origin`: of every set, named by the research, or a column of real records. */
export const Axis = z.object({
  axis_id: z.string(),
  name: z.string(),
  origin: z.enum(['core', 'research', 'records']),
  /** True where no passage states how common the levels are: they are then taken as equally common. */
  assumed: z.boolean(),
  /** A single level where the research leaves no other: everybody shares it. */
  levels: z.array(Level).min(1),
})
export type Axis = z.infer<typeof Axis>

export const PlannedArchetype = z.object({
  archetype_id: z.string(),
  name: z.string(),
  description: z.string(),
  origin: z.enum(['research', 'template', 'records']),
  weight: z.number(),
  count: z.int(),
  evidence_ids: z.array(z.string()),
  /** Respondents of this kind: each belongs to one kind, and a respondent's statements are never used for another kind. */
  respondents: z.array(z.string()).default([]),
  variations: z.array(z.string()),
  rules_out: z.array(z.object({ axis_id: z.string(), level_id: z.string() })),
  /** `null` in older sets, and where no ages are known. */
  ages: z.object({ from: z.int(), to: z.int() }).nullable().default(null),
})
export type PlannedArchetype = z.infer<typeof PlannedArchetype>

const PlannedEdgeCase = z.object({
  edge_case_id: z.string(),
  name: z.string(),
  description: z.string(),
  count: z.int(),
  evidence_ids: z.array(z.string()),
  respondents: z.array(z.string()).default([]),
})

export const PersonaPlan = z.object({
  archetypes: z.array(PlannedArchetype),
  axes: z.array(Axis),
  edge_cases: z.array(PlannedEdgeCase),
  rationale: z.string(),
})
export type PersonaPlan = z.infer<typeof PersonaPlan>
