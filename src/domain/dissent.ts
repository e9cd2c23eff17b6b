import { z } from 'zod'

/** What can be done about an unheard view. */
export const DISSENT_ACTIONS = ['acknowledged', 'assigned', 'disagreed'] as const

/** An action on one unheard view of a run, with who and when. */
export const DissentAction = z.object({
  /** v1, v2, … in the order of the run's minority report. */
  view_id: z.string(),
  action: z.enum(DISSENT_ACTIONS),
  /** Actor's id at the surface it came from, such as a Slack user's. */
  by: z.string(),
  assignee: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.string(),
})
export type DissentAction = z.infer<typeof DissentAction>

/** A person's decision on an evaluated agent. */
export const AgentDecision = z.object({
  decision: z.enum(['approved', 'changes_requested']),
  reason: z.string().nullable(),
  by: z.string(),
  at: z.string(),
})
export type AgentDecision = z.infer<typeof AgentDecision>
