import { z } from 'zod'
import { Pmf, PrivateReason } from './response.js'

const Statement = z.object({ speaker: z.string(), statement: z.string(), impact: z.string() })

/** The answer of the one-call discussion ("script mode"): the specification's group dynamics with unchecked quotes. */
export const DiscussionScript = z.object({
  discussion_flow: z.array(Statement).min(2).max(24),
  influence_patterns: z.object({
    primary_influencer: z.string(),
    followers: z.array(z.string()),
    contrarians: z.array(z.string()),
    dynamics_notes: z.string(),
  }),
  opinion_shifts: z.array(
    z.object({
      participant: z.string(),
      initial_position: z.string(),
      final_position: z.string(),
      catalyst: z.string(),
    }),
  ),
  consensus_points: z.array(z.string()),
  contentious_points: z.array(z.string()),
  emergent_insights: z.array(z.string()),
})
export type DiscussionScript = z.infer<typeof DiscussionScript>

export const Turn = z.object({
  turn: z.int().min(1),
  speaker: z.string(),
  text: z.string(),
  addressed_to: z.string().optional(),
  moderator: z.boolean().optional(),
})
export type Turn = z.infer<typeof Turn>

/** A secret ballot as a result shows it. `stance` are the holder's own words about buying. */
export const Ballot = z.object({
  persona_id: z.string(),
  /** `null` where the stance could not be rated. */
  intent_pmf: Pmf.nullable(),
  /** 1–5: the distribution's mean, scaled to the lowest and highest mean the method can give; `null` where `intent_pmf` is. */
  leaning: z.number().min(1).max(5).nullable(),
  stance: z.string(),
  reasons: z.array(PrivateReason.pick({ side: true, reason: true, quote: true })),
})
export type Ballot = z.infer<typeof Ballot>

/** The specification's group dynamics as stored in a result. `minority_report` is derived from the run's record of dissent. */
export const GroupDynamics = DiscussionScript.extend({
  discussion_flow: z.array(Statement),
  minority_report: z
    .object({ suppressed_views: z.array(z.string()), importance_assessment: z.string().nullable() })
    .nullable(),
  mode: z.enum(['off', 'quick', 'live']),
  /** Names of people seated as contrarians who neither contradicted anything nor voiced a reason of their own. */
  silent_contrarians: z.array(z.string()),
  turns: z.array(Turn),
  ballots: z.object({ before: z.array(Ballot), after: z.array(Ballot) }).nullable(),
})
export type GroupDynamics = z.infer<typeof GroupDynamics>

const Holder = z.object({
  persona_id: z.string(),
  /** 0–1: how firmly it is held; without ballots, how far the holder is from buying. */
  strength: z.number().min(0).max(1),
  held_before: z.boolean().nullable(),
  held_after: z.boolean().nullable(),
  quote: z.string(),
})

/** The record of dissent: what somebody held and the room did not hear. */
export const MinorityReport = z.object({
  method: z.enum(['measured', 'script', 'individual']),
  /**
   * Present only where the model that codes who said what gave no usable answer: `similarity` took its place, which
   * finds what nobody said, but not what was dropped.
   */
  coded_by: z.enum(['model', 'similarity']).optional(),
  suppressed_views: z.array(
    z.object({
      view: z.string(),
      /** Whether it speaks for buying or against it. */
      side: PrivateReason.shape.side,
      why_unheard: z.enum(['never_voiced', 'dropped']),
      heard_turns: z.array(z.int()),
      /** Turns that stated the opposite of the view. */
      contradicted_turns: z.array(z.int()),
      /** Turns that asked about the view without stating it. */
      asked_turns: z.array(z.int()),
      holders: z.array(Holder),
    }),
  ),
  /** Views that the room may or may not have heard: the turns near them are unclear. */
  unclear_views: z.array(
    z.object({ view: z.string(), side: PrivateReason.shape.side, turns: z.array(z.int()), holders: z.array(Holder) }),
  ),
  /** Ballots missing after the discussion, present only where there are any: what these people still hold is unknown. */
  ballots_missing: z.object({ missing: z.int(), of: z.int() }).optional(),
  /** People whose closing answer differs from their ballot, towards the room; `null` where too few answers were comparable. */
  conformity: z
    .array(
      z.object({
        persona_id: z.string(),
        public_stance: z.string(),
        private_before: z.string(),
        private_after: z.string(),
        shift: z.number(),
      }),
    )
    .nullable(),
  /** Number of people whose answers could be compared for `conformity`; present only where not all could. */
  compared: z.object({ people: z.int(), of: z.int() }).optional(),
  /** Written by the analyst; `null` without an analysis. */
  importance_assessment: z.string().nullable(),
  participation: z
    .object({ gini: z.number(), chain_depth: z.number(), median_words: z.number(), short_turn_share: z.number() })
    .nullable(),
})
export type MinorityReport = z.infer<typeof MinorityReport>
