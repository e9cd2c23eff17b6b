import { z } from 'zod'

/**
 * Actions on an unheard view. An assigned view stays open, with an owner. Every other action closes it: acknowledged,
 * fixed, tested with people, accepted as a risk, or wrong (`disagreed`, with a reason).
 */
export const DISSENT_ACTIONS = ['acknowledged', 'assigned', 'disagreed', 'fixed', 'tested', 'accepted_risk'] as const

/** An action on one unheard view of a run, with actor and time. */
export const DissentAction = z.object({
  /** v1, v2, … in the order of the run's minority report. */
  view_id: z.string(),
  action: z.enum(DISSENT_ACTIONS),
  /** Id of the actor at the surface, such as a Slack user's. */
  by: z.string(),
  assignee: z.string().nullable(),
  /** Due day of an assignment: YYYY-MM-DD. */
  due: z.string().nullable(),
  reason: z.string().nullable(),
  link: z.string().nullable(),
  at: z.string(),
})
export type DissentAction = z.infer<typeof DissentAction>

/** Filter for the desk's list of views of all runs. */
export const DeskFilter = z.object({
  state: z.enum(['open', 'closed', 'all']).default('open'),
  /** `any`, `nobody`, or the assignee's Slack id. */
  owner: z.string().max(50).default('any'),
  /** Words of the product, the view or a holder's name. */
  find: z.string().max(80).default(''),
  /** Minimum age of the view in days. */
  days: z.int().min(0).max(1_000).default(0),
  /** Minimum strength with which it is held, 0–1. */
  strength: z.number().min(0).max(1).default(0),
  /** Name of a project; '' for all. */
  project: z.string().max(80).default(''),
  /** Id of a run; '' for all. */
  run: z.union([z.uuid(), z.literal('')]).default(''),
})
export type DeskFilter = z.infer<typeof DeskFilter>

/** A view nobody heard, with its last action and its owner. */
export type DeskView = {
  readonly run_id: string
  readonly view_id: string
  readonly view: string
  readonly strength: number
  /** Whether `strength` was measured on ballots; `null` where the result is gone. */
  readonly measured: boolean | null
  /** Names of synthetic people. */
  readonly holders: readonly string[]
  /** Beginning of the proposition that was tested. */
  readonly subject: string
  readonly offline: boolean
  readonly raised_at: Date
  readonly action: DissentAction['action'] | null
  readonly by: string | null
  readonly at: Date | null
  readonly reason: string | null
  readonly link: string | null
  /** Slack id of the assignee. */
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
