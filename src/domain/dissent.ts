import { z } from 'zod'

/**
 * What can be done about an unheard view. Assigned it stays open, with an owner; everything else closes it: seen, mended,
 * asked of real people, taken as a risk, or wrong (`disagreed`, for a reason).
 */
export const DISSENT_ACTIONS = ['acknowledged', 'assigned', 'disagreed', 'fixed', 'tested', 'accepted_risk'] as const

/** An action on one unheard view of a run, with who and when. */
export const DissentAction = z.object({
  /** v1, v2, … in the order of the run's minority report. */
  view_id: z.string(),
  action: z.enum(DISSENT_ACTIONS),
  /** Actor's id at the surface it came from, such as a Slack user's. */
  by: z.string(),
  assignee: z.string().nullable(),
  /** Of an assignment, a day: YYYY-MM-DD. */
  due: z.string().nullable(),
  reason: z.string().nullable(),
  link: z.string().nullable(),
  at: z.string(),
})
export type DissentAction = z.infer<typeof DissentAction>

/** Which views of all runs the desk shows. */
export const DeskFilter = z.object({
  state: z.enum(['open', 'closed', 'all']).default('open'),
  /** `any`, `nobody`, or the Slack id of who it is assigned to. */
  owner: z.string().max(50).default('any'),
  /** Words of the product, the view or a holder's name. */
  find: z.string().max(80).default(''),
  /** Raised so many days ago or longer. */
  days: z.int().min(0).max(1_000).default(0),
  /** Held at least so firmly, 0–1. */
  strength: z.number().min(0).max(1).default(0),
  /** Of one project, by its name; '' for all. */
  project: z.string().max(80).default(''),
  /** Of one run; '' for all. */
  run: z.union([z.uuid(), z.literal('')]).default(''),
})
export type DeskFilter = z.infer<typeof DeskFilter>

/** A view nobody heard, with what was done about it last and whose it is. */
export type DeskView = {
  readonly run_id: string
  readonly view_id: string
  readonly view: string
  readonly strength: number
  /** Whether `strength` was measured on ballots; `null` where the result is gone. */
  readonly measured: boolean | null
  /** Synthetic people. */
  readonly holders: readonly string[]
  /** Beginning of what was tested. */
  readonly subject: string
  readonly offline: boolean
  readonly raised_at: Date
  readonly action: DissentAction['action'] | null
  readonly by: string | null
  readonly at: Date | null
  readonly reason: string | null
  readonly link: string | null
  /** Slack id of who it was assigned to, and the day it is due. */
  readonly owner: string | null
  readonly due: string | null
  /** Link to the run's thread in Slack; `null` where there is none. */
  readonly url: string | null
}

/** A person's decision on an evaluated agent. */
export const AgentDecision = z.object({
  decision: z.enum(['approved', 'changes_requested']),
  reason: z.string().nullable(),
  by: z.string(),
  at: z.string(),
})
export type AgentDecision = z.infer<typeof AgentDecision>
