import { z } from 'zod'
import { AgentVersion, Skill } from './agent.js'

/** A version of an agent as it is kept in a workspace, with its last verdict. */
export const RegisteredAgent = z.object({
  agent: AgentVersion,
  skill: Skill.nullable(),
  status: z.enum(['untested', 'active', 'needs_improvement', 'unjudged']),
  /** 0–10, unrounded. */
  last_test_score: z.number().nullable(),
  test_report_url: z.string().nullable(),
  framework_approved: z.boolean(),
  last_run_id: z.uuid().nullable(),
  /** Whether the verdict comes from the offline model, which says nothing about a language model. */
  offline: z.boolean(),
  /** Of its last evaluation, also of one by the offline model that gave no verdict. */
  tested_at: z.string().nullable(),
})
export type RegisteredAgent = z.infer<typeof RegisteredAgent>
