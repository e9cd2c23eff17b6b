import { z } from 'zod'
import { EvaluationVerdict } from './evaluation.js'

/** One finished evaluation of an agent, as its history shows it. */
export const AgentScore = z.object({
  run_id: z.uuid(),
  agent_version_id: z.string(),
  name: z.string(),
  version: z.string(),
  /** 0–10, unrounded; `null` where it could not be judged. */
  overall_score: z.number().nullable(),
  interval: EvaluationVerdict.shape.interval,
  status: EvaluationVerdict.shape.status,
  approved: z.boolean(),
  /** Hash of cases and rubric: scores of different plans are not on one scale. */
  cases_hash: z.string(),
  /** The judging models: scores of different judges are not on one scale either. '' where none was stored. */
  judge: z.string(),
  /** Whether the offline model played and judged. */
  offline: z.boolean(),
  tested_at: z.string(),
})
export type AgentScore = z.infer<typeof AgentScore>
